//! Declarations begin lines, at the top and in namespaces and classes.
//!
//! ```cc
//! namespace n { class A { public: int f(); }; }
//! ```
//! ```cc
//! namespace n {
//!   class A {
//!     public:
//!     int f();
//!   };
//! }
//! ```

use super::Site;
use crate::breaks::Breaks;
use crate::tree::Kind;

pub fn rule(site: &Site, breaks: &mut Breaks) {
    if !matches!(site.kind(), Kind::Unit | Kind::Scope) {
        return;
    }
    let start = site.node().span.start;
    for declaration in site.children() {
        let declares = matches!(
            declaration.kind,
            Kind::Scope | Kind::Constructor | Kind::Variable | Kind::Declaration
        );
        if declares && (declaration.span.start > start || site.kind() == Kind::Unit) {
            breaks.before_whole(declaration.span.start);
        }
    }
}
