//! Of `?:`, what decides and both arms begin lines, and so does what follows. Where it decides something itself its `?` begins
//! one too.
//!
//! ```c
//! x = a ? b : c;
//! y = (a ? 1 : 2) + d;
//! if (a ? b : c) d();
//! ```
//! ```c
//! x =
//!   a ?
//!   b :
//!   c;
//! y = (
//!   a ?
//!   1 :
//!   2)
//!   + d;
//! if (
//!   a
//!   ?
//!   b :
//!   c) d();
//! ```

use super::{LOGIC, Site};
use crate::breaks::Breaks;
use crate::tree::Kind;

pub fn rule(site: &Site, breaks: &mut Breaks) {
    let node = site.node();
    let question = site
        .children()
        .map(|c| c.span.end)
        .find(|end| *end < node.span.end && site.source.is(*end, b"?"));
    let Some(question) = question else {
        return;
    };
    // `a ?: b` has no name in libclang.
    if !matches!(node.kind, Kind::Conditional | Kind::Other) {
        return;
    }
    breaks.before(site.outer_start());
    breaks.before(node.span.start);
    if let Some(behind) = site.behind() {
        breaks.before(behind);
    }
    if decides(site) {
        breaks.before(question);
    }
    for part in site.children() {
        let start = part.span.start;
        if start > question && matches!(site.source.word(start - 1), b"?" | b":") {
            breaks.before(start);
        }
    }
}

/// Whether control goes by its value, and nothing stands in front of it that could have its line.
fn decides(site: &Site) -> bool {
    let around = site.around();
    let is_first = around.node().span.start == site.node().span.start;
    match around.kind() {
        Kind::If | Kind::While | Kind::Do | Kind::For => true,
        Kind::Conditional => is_first,
        _ => around.operation_of(LOGIC).is_some(),
    }
}
