//! What a condition leads to begins a line: bodies of `if`, loops and `switch`, `else`, `catch`. A block's brace stays.
//!
//! ```c
//! if (a) b(); else if (c) { d(); }
//! ```
//! ```c
//! if (a)
//!   b();
//! else if (c) {
//!   d();
//! }
//! ```

use super::Site;
use crate::breaks::Breaks;
use crate::tree::Kind;

pub fn rule(site: &Site, breaks: &mut Breaks) {
    let end = match site.kind() {
        Kind::If | Kind::Switch | Kind::While | Kind::For | Kind::ForRange => {
            site.header().map_or(0, |(_, close)| close)
        }
        Kind::Do => site.node().span.start,
        Kind::Try => {
            for handler in site.children().filter(|c| c.kind == Kind::Catch) {
                breaks.before(handler.span.start);
            }
            return;
        }
        _ => return,
    };
    for body in site.children().filter(|c| c.span.start > end) {
        let start = body.span.start;
        let is_else = site.source.is(start - 1, b"else");
        if is_else {
            breaks.before(start - 1);
        }
        if body.kind != Kind::Compound && !(is_else && body.kind == Kind::If) {
            breaks.before(start);
        }
    }
}
