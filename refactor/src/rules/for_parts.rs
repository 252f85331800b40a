//! The parts of a `for` begin lines.
//!
//! ```c
//! for (i = 0; i < n; i++) a();
//! for (auto x : list()) b(x);
//! ```
//! ```c
//! for (
//!   i = 0;
//!   i < n;
//!   i++) a();
//! for (
//!   auto x :
//!   list()) b(x);
//! ```

use super::Site;
use crate::breaks::Breaks;
use crate::tree::Kind;

pub fn rule(site: &Site, breaks: &mut Breaks) {
    if !matches!(site.kind(), Kind::For | Kind::ForRange) {
        return;
    }
    let Some((open, close)) = site.header() else {
        return;
    };
    let mut part = |start: u32| {
        if start < close && !site.source.is(start, b";") {
            breaks.before(start);
        }
    };
    part(open + 1);
    let mut from = open + 1;
    while let Some(end) = site.source.find(from..close, b";") {
        part(end + 1);
        from = end + 1;
    }
    if site.kind() == Kind::ForRange
        && let Some(colon) = site.source.find(from..close, b":")
    {
        part(colon + 1);
    }
}
