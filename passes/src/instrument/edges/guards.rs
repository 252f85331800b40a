//! What a guard block's call is told of the counter beside it: the runtime may take the hit out of the map again.

use fz_abi::guards as abi;

use crate::{
    analyze::prune::{Known, Plan},
    instrument::{records::Site, stub},
    ir::{Block, Value},
};

/// The operand of the call that is the counter's address.
const COUNTER: u32 = 3;

/// Tells the call in a block of the counter that was planted there, unless that counts anything else too.
pub fn tell(plan: &Plan, sites: &[Site], index: usize, block: Block, counter: Value) {
    if !sites[plan.kept[index]].is_guard() {
        return;
    }
    let mut counted = sites.iter().zip(&plan.known);
    if counted.any(|(site, known)| *known == Known::By(index) && !site.is_guard()) {
        return;
    }
    let calls = block.instructions().filter(|i| i.is_call());
    for call in calls.filter(|c| stub::callback_of(&c.called_name()) == Some(abi::HIT)) {
        call.set_operand(COUNTER, counter);
    }
}
