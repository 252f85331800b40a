//! Each declarator of a declaration begins a line.
//!
//! ```c
//! int a = f(), *b, c;
//! ```
//! ```c
//! int a = f(),
//!   *b,
//!   c;
//! ```

use super::Site;
use crate::breaks::Breaks;
use crate::tree::Kind;

pub fn rule(site: &Site, breaks: &mut Breaks) {
    if site.kind() != Kind::Declarations {
        return;
    }
    let span = &site.node().span;
    let variables: Vec<_> = site
        .children()
        .filter(|c| c.kind == Kind::Variable)
        .collect();
    if variables.len() < 2 {
        return;
    }
    for variable in variables {
        if let Some(comma) = site.source.find(variable.span.end..span.end, b",") {
            breaks.before(comma + 1);
        }
    }
}
