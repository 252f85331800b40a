//! The operands of `&&` and `||` begin lines, and so does what follows the last. The operator stays behind the left one, whose
//! branch it is.
//!
//! ```c
//! x = a && (b || !c);
//! f(a && b, c);
//! ```
//! ```c
//! x =
//!   a &&
//!   (b ||
//!   !c);
//! f(
//!   a &&
//!   b,
//!   c);
//! ```

use super::{LOGIC, Site};
use crate::breaks::Breaks;

pub fn rule(site: &Site, breaks: &mut Breaks) {
    if let Some((_, _, right)) = site.operation_of(LOGIC) {
        breaks.before(site.outer_start());
        breaks.before(right.span.start);
        if let Some(behind) = site.behind() {
            breaks.before(behind);
        }
    }
}
