//! Each initialiser of a constructor begins a line.
//!
//! ```cc
//! A(int n) : B(n), m(n ? f() : 0) {}
//! ```
//! ```cc
//! A(int n) :
//!   B(n),
//!   m(
//!     n ?
//!     f() :
//!     0) {}
//! ```

use super::Site;
use crate::breaks::Breaks;
use crate::tree::{Kind, Node};

pub fn rule(site: &Site, breaks: &mut Breaks) {
    // A constructor that is a template is a function of any kind.
    if !matches!(site.kind(), Kind::Constructor | Kind::Declaration) {
        return;
    }
    let body = |c: &&Node| matches!(c.kind, Kind::Compound | Kind::Try);
    let Some(body) = site.children().find(body) else {
        return;
    };
    // The initialisers of `A() try : B() {}` stand in what is tried.
    let end = match body.kind {
        Kind::Try => body.span.end,
        _ => body.span.start,
    };
    let start = site.node().span.start;
    let Some(colon) = site.source.find(start..end, b":") else {
        return;
    };
    let mut from = colon;
    breaks.before(colon + 1);
    while let Some(comma) = site.source.find(from..end, b",") {
        breaks.before(comma + 1);
        from = comma + 1;
    }
}
