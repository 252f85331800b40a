//! What kinds of sites there are, and what each asks.

use crate::ir::IntPredicate;
use fz_abi::sites_record::{self as layout, how};
use fz_schema::{Key, passes::sites as schema};

/// What kind of site it is.
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
    /// With the options that turn them on and off.
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

    pub fn of(number: u32) -> Option<SiteKind> {
        let mut all = Self::ALL.iter().map(|(kind, _)| *kind);
        all.find(|kind| *kind as u32 == number)
    }

    pub fn option(self) -> &'static str {
        let found = Self::ALL.iter().find(|(kind, _)| *kind == self);
        found.expect("all kinds have options").1.name()
    }
}

/// What a compare asks of its operands.
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
    /// Both are numbers.
    Ordered = layout::PREDICATE_ORDERED,
    /// One is none.
    Unordered = layout::PREDICATE_UNORDERED,
}

impl Predicate {
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

/// What a call does with its operands, which are named in order ([`how`] says of each what).
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

    /// How many it has: two pointers, then lengths (of memory that is searched: a's and b's).
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

/// Whether a predicate asks for equality alone.
pub fn is_equality(predicate: Predicate) -> bool {
    matches!(predicate, Predicate::Equal | Predicate::NotEqual)
}

/// A predicate of LLVM's, and whether it is of signed numbers.
pub fn asked(predicate: IntPredicate) -> (Predicate, bool) {
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
