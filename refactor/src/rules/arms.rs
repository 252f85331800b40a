//! Of `?:`, what decides and both arms begin lines.
//!
//! ```c
//! x = a ? b : c;
//! ```
//! ```c
//! x =
//!   a ?
//!   b :
//!   c;
//! ```

use super::Site;
use crate::breaks::Breaks;
use crate::tree::Kind;

pub fn rule(site: &Site, breaks: &mut Breaks) {
    let node = site.node();
    let is_arm = |start: u32| start > 0 && matches!(site.source.word(start - 1), b"?" | b":");
    match node.kind {
        Kind::Conditional => {}
        // `a ?: b` has no name in libclang.
        Kind::Other
            if site
                .children()
                .any(|c| site.source.is(c.span.end, b"?") && c.span.end < node.span.end) => {}
        _ => return,
    }
    breaks.before(site.outer_start());
    for part in site.children() {
        if part.span.start > node.span.start && is_arm(part.span.start) {
            breaks.before(part.span.start);
        }
    }
}
