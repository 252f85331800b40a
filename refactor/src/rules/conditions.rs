//! What decides an `if`, `switch`, `while` or `do` begins a line.
//!
//! ```c
//! while (more()) step();
//! ```
//! ```c
//! while (
//!   more()) step();
//! ```

use super::Site;
use crate::breaks::Breaks;
use crate::tree::Kind;

pub fn rule(site: &Site, breaks: &mut Breaks) {
    let (open, close) = match site.kind() {
        Kind::If | Kind::Switch | Kind::While => match site.header() {
            Some(header) => header,
            None => return,
        },
        Kind::Do => {
            let span = site.node().span.clone();
            let body = site.children().next().map_or(span.start, |c| c.span.end);
            let Some(keyword) = site.source.find(body..span.end, b"while") else {
                return;
            };
            breaks.before_whole(keyword);
            (keyword + 1, site.source.partner(keyword + 1))
        }
        _ => return,
    };
    breaks.before(open + 1);
    // `if (int n = f(); n > 0)`
    let mut from = open + 1;
    while let Some(end) = site.source.find(from..close, b";") {
        breaks.before(end + 1);
        from = end + 1;
    }
}
