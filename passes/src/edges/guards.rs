//! What a guard block's call is told of the counter beside it: the runtime may take the hit out of the map again.

use fz_abi::guards as abi;

use crate::{
    analyses::prune::{Known, Plan},
    ir::{Block, Value},
    marks::stub,
    records::edges::Site,
};

/// The operand of the call that is the counter's address.
const COUNTER: u32 = 3;

/// Which counters of a plan stand in guard blocks and count nothing but edges to such.
pub fn own_counters(plan: &Plan, sites: &[Site]) -> Vec<bool> {
    let kept = plan.kept.iter();
    let mut own: Vec<bool> = kept.map(|site| sites[*site].is_guard()).collect();
    for (site, known) in sites.iter().zip(&plan.known) {
        if let (Known::By(counter), false) = (known, site.is_guard()) {
            own[*counter] = false;
        }
    }
    own
}

/// Tells the call in a guard block of the counter that was planted there.
pub fn tell(block: Block, counter: Value) {
    for call in block
        .calls()
        .filter(|c| stub::callback_of(&c.called_name()) == Some(abi::HIT))
    {
        call.set_operand(COUNTER, counter);
    }
}
