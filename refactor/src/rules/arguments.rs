//! An argument that does something begins a line.
//!
//! ```c
//! f(a, g(b), i++);
//! ```
//! ```c
//! f(a,
//!   g(b),
//!   i++);
//! ```

use super::Site;
use crate::breaks::Breaks;
use crate::tree::Kind;

pub fn rule(site: &Site, breaks: &mut Breaks) {
    if !matches!(site.kind(), Kind::Call | Kind::List) {
        return;
    }
    for argument in site.children().filter(|c| c.effects) {
        let start = argument.span.start;
        if start > site.node().span.start
            && matches!(site.source.word(start - 1), b"(" | b"," | b"{")
        {
            breaks.before(start);
        }
    }
}
