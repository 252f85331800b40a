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
                breaks.before_whole(handler.span.start);
            }
            return;
        }
        _ => return,
    };
    // The second part of a `do` is its condition.
    let most = if site.kind() == Kind::Do { 1 } else { 2 };
    let bodies = site.children().filter(|c| c.span.start > end);
    for body in bodies.take(most) {
        let start = body.span.start;
        let is_else = site.source.is(start - 1, b"else");
        if is_else {
            breaks.before_whole(start - 1);
        }
        if body.kind != Kind::Compound && !(is_else && body.kind == Kind::If) {
            breaks.before_whole(start);
            breaks.deepen(&body.span);
        }
    }
}
