//! The kinds of sites, and what each compares.

use crate::ir::IntPredicate;
use fz_abi::sites_record::{self as layout, how};
use fz_schema::{Key, passes::sites as schema};

/// The kind of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum SiteKind {
    Integer = layout::KIND_INTEGER,
    Float = layout::KIND_FLOAT,
    Address = layout::KIND_ADDRESS,
    Choice = layout::KIND_CHOICE,
    Switch = layout::KIND_SWITCH,
    Divisor = layout::KIND_DIVISOR,
    Index = layout::KIND_INDEX,
    Call = layout::KIND_CALL,
    Pointers = layout::KIND_POINTERS,
    Guard = layout::KIND_GUARD,
    Allocation = layout::KIND_ALLOCATION,
    Length = layout::KIND_LENGTH,
    Callee = layout::KIND_CALLEE,
    Truth = layout::KIND_TRUTH,
    Shift = layout::KIND_SHIFT,
}

impl SiteKind {
    /// All kinds, with the options that turn them on and off.
    pub const ALL: [(SiteKind, Key<bool>); 15] = [
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

    /// The kind of this number.
    pub fn of(number: u32) -> Option<SiteKind> {
        let mut all = Self::ALL.iter().map(|(kind, _)| *kind);
        all.find(|kind| *kind as u32 == number)
    }

    /// The name of the option that turns the kind on and off.
    pub fn option(self) -> &'static str {
        let found = Self::ALL.iter().find(|(kind, _)| *kind == self);
        found.expect("all kinds have options").1.name()
    }
}

/// The predicate of a compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Predicate {
    None = layout::PREDICATE_NONE,
    Equal = layout::PREDICATE_EQ,
    NotEqual = layout::PREDICATE_NE,
    Greater = layout::PREDICATE_GT,
    GreaterOrEqual = layout::PREDICATE_GE,
    Less = layout::PREDICATE_LT,
    LessOrEqual = layout::PREDICATE_LE,
    /// Neither operand is NaN.
    Ordered = layout::PREDICATE_ORDERED,
    /// An operand is NaN.
    Unordered = layout::PREDICATE_UNORDERED,
}

impl Predicate {
    /// The predicate of this number.
    pub fn of(number: u32) -> Option<Predicate> {
        use Predicate::*;
        let all = [
            None,
            Equal,
            NotEqual,
            Greater,
            GreaterOrEqual,
            Less,
            LessOrEqual,
            Ordered,
            Unordered,
        ];
        all.into_iter().find(|p| *p as u32 == number)
    }
}

/// How a call compares its operands. [`how`] describes the operands of each routine, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum CompareRoutine {
    Memory = how::MEMORY,
    Text = how::TEXT,
    TextPrefix = how::TEXT_PREFIX,
    Folded = how::FOLDED,
    FoldedPrefix = how::FOLDED_PREFIX,
    FindMemory = how::FIND_MEMORY,
    FindText = how::FIND_TEXT,
    FindFolded = how::FIND_FOLDED,
    StringText = how::STRING_TEXT,
    StringString = how::STRING_STRING,
    Pointers = how::POINTERS,
    PointersLength = how::POINTERS_LENGTH,
}

impl CompareRoutine {
    /// The routine of this number.
    pub fn of(number: u32) -> Option<CompareRoutine> {
        use CompareRoutine::*;
        let all = [
            Memory,
            Text,
            TextPrefix,
            Folded,
            FoldedPrefix,
            FindMemory,
            FindText,
            FindFolded,
            StringText,
            StringString,
            Pointers,
            PointersLength,
        ];
        all.into_iter().find(|h| *h as u32 == number)
    }

    /// Whether it answers with what it has found, not with how its operands differ.
    pub fn is_search(self) -> bool {
        matches!(
            self,
            CompareRoutine::FindMemory | CompareRoutine::FindText | CompareRoutine::FindFolded
        )
    }

    /// The number of operands: two pointers, then the lengths (for a search in memory, that of the haystack and of
    /// the needle).
    pub fn operands(self) -> usize {
        match self {
            CompareRoutine::FindMemory => 4,
            CompareRoutine::Memory
            | CompareRoutine::TextPrefix
            | CompareRoutine::FoldedPrefix
            | CompareRoutine::PointersLength => 3,
            _ => 2,
        }
    }
}

/// Whether a predicate tests for equality alone.
pub fn is_equality(predicate: Predicate) -> bool {
    matches!(predicate, Predicate::Equal | Predicate::NotEqual)
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
