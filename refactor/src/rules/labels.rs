//! `case`, `default` and labels of `goto` begin lines, and so does what follows them.
//!
//! ```c
//! case 1: case 2: a(); break; out: b();
//! ```
//! ```c
//! case 1:
//! case 2:
//!   a();
//!   break;
//! out:
//!   b();
//! ```

use super::Site;
use crate::breaks::Breaks;
use crate::tree::Kind;

pub fn rule(site: &Site, breaks: &mut Breaks) {
    if !matches!(site.kind(), Kind::Case | Kind::Default | Kind::Label) {
        return;
    }
    let span = &site.node().span;
    breaks.before_whole(span.start);
    if let Some(colon) = site.source.find(span.clone(), b":") {
        breaks.before_whole(colon + 1);
    }
}
