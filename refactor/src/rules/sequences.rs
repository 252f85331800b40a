//! Both sides of a comma that is an operator begin lines.
//!
//! ```c
//! i++, j = f();
//! ```
//! ```c
//! i++,
//! j = f();
//! ```

use super::Site;
use crate::breaks::Breaks;

pub fn rule(site: &Site, breaks: &mut Breaks) {
    if let Some((_, _, right)) = site.operation_of(&[b","]) {
        breaks.before(right.span.start);
    }
}
