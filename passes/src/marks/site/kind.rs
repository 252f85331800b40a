//! The kinds of sites, and what each compares.

pub use fz_abi::sites::{Predicate, SiteKind, how::CompareRoutine};
use fz_schema::{Key, passes::sites as schema};

use crate::ir::IntPredicate;

/// All kinds, with the options that turn them on and off.
pub const OPTIONS: [(SiteKind, Key<bool>); SiteKind::ALL.len()] = [
    (SiteKind::Integer, schema::INTEGERS),
    (SiteKind::Float, schema::FLOATS),
    (SiteKind::Address, schema::ADDRESSES),
    (SiteKind::Choice, schema::CHOICES),
    (SiteKind::Switch, schema::SWITCHES),
    (SiteKind::Divisor, schema::DIVISORS),
    (SiteKind::Index, schema::INDICES),
    (SiteKind::Call, schema::CALLS),
    (SiteKind::Pointers, schema::POINTERS),
    (SiteKind::Guard, schema::GUARDS),
    (SiteKind::Allocation, schema::ALLOCATIONS),
    (SiteKind::Length, schema::LENGTHS),
    (SiteKind::Callee, schema::CALLEES),
    (SiteKind::Truth, schema::TRUTHS),
    (SiteKind::Shift, schema::SHIFTS),
];

/// The name of the option that turns a kind on and off.
pub fn option(kind: SiteKind) -> &'static str {
    let found = OPTIONS.iter().find(|(of, _)| *of == kind);
    found.expect("all kinds have options").1.name()
}

/// LLVM's predicate as ours, and whether it is signed.
pub fn predicate_of(predicate: IntPredicate) -> (Predicate, bool) {
    use IntPredicate::*;
    match predicate {
        Eq => (Predicate::Equal, false),
        Ne => (Predicate::NotEqual, false),
        Ugt => (Predicate::Greater, false),
        Uge => (Predicate::GreaterOrEqual, false),
        Ult => (Predicate::Less, false),
        Ule => (Predicate::LessOrEqual, false),
        Sgt => (Predicate::Greater, true),
        Sge => (Predicate::GreaterOrEqual, true),
        Slt => (Predicate::Less, true),
        Sle => (Predicate::LessOrEqual, true),
    }
}
