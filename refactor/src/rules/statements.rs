//! Each statement of a block begins a line.
//!
//! ```c
//! { a(); if (b) c(); }
//! ```
//! ```c
//! {
//!   a();
//!   if (b) c();
//! }
//! ```

use super::Site;
use crate::breaks::Breaks;
use crate::tree::Kind;

pub fn rule(site: &Site, breaks: &mut Breaks) {
    if site.kind() == Kind::Compound {
        for statement in site.children() {
            breaks.before_whole(statement.span.start);
        }
    }
}
