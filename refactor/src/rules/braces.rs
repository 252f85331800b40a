//! Braces whose contents begin a line end on one of their own.
//!
//! ```c
//! if (a) { b(); c(); } d();
//! ```
//! ```c
//! if (a) {
//!   b();
//!   c();
//! }
//! d();
//! ```

use crate::breaks::Breaks;
use crate::source::Source;

pub fn rule(source: &Source, breaks: &mut Breaks) {
    for open in 0..source.len() {
        let close = source.partner(open);
        if close > open + 1 && source.is(open, b"{") && breaks.is(open + 1) {
            breaks.before_whole(close);
        }
    }
}
