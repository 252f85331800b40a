//! What a guard block's call is told of the counter beside it: the runtime may take the hit out of the map again.

use fz_abi::functions::events::GUARD_HIT;

use crate::{
    analyses::prune::{CountSource, CounterPlan},
    ir::{Block, Value},
    marks::stub,
    records::edges::EdgeDescription,
};

/// The operand of the call that is the counter's address.
const COUNTER: u32 = 3;

/// Which counters of a plan stand in guard blocks and count nothing but edges to such.
pub fn own_counters(plan: &CounterPlan, sites: &[EdgeDescription]) -> Vec<bool> {
    let kept = plan.kept.iter();
    let mut own: Vec<bool> = kept.map(|site| sites[*site].is_guard()).collect();
    for (site, known) in sites.iter().zip(&plan.known) {
        if let (CountSource::By(counter), false) = (known, site.is_guard()) {
            own[*counter] = false;
        }
    }
    own
}

/// Tells the call in a guard block of the counter that was planted there.
pub fn tell(block: Block, counter: Value) {
    for call in block.calls().filter(|c| stub::is_called_by(*c, &GUARD_HIT)) {
        call.set_operand(COUNTER, counter);
    }
}
