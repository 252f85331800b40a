//! A compare and a `!` begin a line, whatever becomes of their value. Where the left side has conditions of its own, the
//! operator begins one too: that is where compilers say the outer compare is.
//!
//! ```c
//! x = (a == 1) & (b == 2);
//! y = a < b == c;
//! ```
//! ```c
//! x =
//!   (a == 1) &
//!   (b == 2);
//! y =
//!   a < b
//!   == c;
//! ```

use super::{COMPARES, Site};
use crate::breaks::Breaks;

pub fn rule(site: &Site, breaks: &mut Breaks) {
    if let Some((left, operator, _)) = site.operation_of(COMPARES) {
        breaks.before(site.outer_start());
        if left.conditions {
            breaks.before(operator);
        }
    } else if site.is_negation() {
        breaks.before(site.outer_start());
    }
}
