//! The call in a guard block gets the address of the block's counter, so that the runtime can remove the hit from the
//! map again.

use fz_abi::functions::events::GUARD_HIT;
use fz_records::{Site, SiteKind};

use crate::{
    analyses::prune::{CountSource, CounterPlan},
    ir::{Block, Value},
    marks::stub,
};

/// The operand of the call that is the counter's address.
const COUNTER: u32 = 3;

/// Which counters of a plan are in guard blocks and count nothing but edges to guard blocks.
pub fn own_counters(plan: &CounterPlan, sites: &[Site]) -> Vec<bool> {
    let is_guard = |site: &Site| site.kind == SiteKind::Guard;
    let kept = plan.kept.iter();
    let mut own: Vec<bool> = kept.map(|site| is_guard(&sites[*site])).collect();
    for (site, known) in sites.iter().zip(&plan.known) {
        if let (CountSource::By(counter), false) = (known, is_guard(site)) {
            own[*counter] = false;
        }
    }
    own
}

/// Passes the address of the guard block's counter to its call.
pub fn tell(block: Block, counter: Value) {
    for call in block.calls().filter(|c| stub::is_called_by(*c, &GUARD_HIT)) {
        call.set_operand(COUNTER, counter);
    }
}
