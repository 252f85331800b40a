//! Compare sites: their kinds, what each compares, and their numbers in a whole program.

use crate::numbered::numbered;

numbered! {
    /// The kind of a site.
    SiteKind: u32 {
        /// A compare of integers.
        KIND_INTEGER Integer = 1 "integer",
        /// A compare of floating-point numbers.
        KIND_FLOAT Float = 2 "float",
        /// A compare of pointers.
        KIND_ADDRESS Address = 3 "address",
        /// A minimum, a maximum, or a three-way compare.
        KIND_CHOICE Choice = 4 "choice",
        KIND_SWITCH Switch = 5 "switch",
        KIND_DIVISOR Divisor = 6 "divisor",
        /// An array index.
        KIND_INDEX Index = 7 "index",
        /// A call that compares strings or memory, or looks for one in another.
        KIND_CALL Call = 8 "call",
        /// Any other call whose first two arguments are pointers.
        KIND_POINTERS Pointers = 9 "pointers",
        /// The condition of a guard, or an operation that could have a guard.
        KIND_GUARD Guard = 10 "guard",
        /// The size of an allocation.
        KIND_ALLOCATION Allocation = 11 "allocation",
        /// The length of a copy.
        KIND_LENGTH Length = 12 "length",
        /// The target of an indirect call.
        KIND_CALLEE Callee = 13 "callee",
        /// The condition of a branch or select that no other site covers.
        KIND_TRUTH Truth = 14 "truth",
        /// The amount of a shift.
        KIND_SHIFT Shift = 15 "shift",
    }

    /// What a compare asks of its operands.
    Predicate: u32 {
        PREDICATE_NONE None = 0 "",
        PREDICATE_EQ Equal = 1 "==",
        PREDICATE_NE NotEqual = 2 "!=",
        PREDICATE_GT Greater = 3 ">",
        PREDICATE_GE GreaterOrEqual = 4 ">=",
        PREDICATE_LT Less = 5 "<",
        PREDICATE_LE LessOrEqual = 6 "<=",
        /// Neither operand is NaN.
        PREDICATE_ORDERED Ordered = 7 "ordered",
        /// An operand is NaN.
        PREDICATE_UNORDERED Unordered = 8 "unordered",
    }
}

impl Predicate {
    /// The same of operands that have changed places.
    #[must_use]
    pub const fn mirrored(self) -> Predicate {
        match self {
            Predicate::Greater => Predicate::Less,
            Predicate::GreaterOrEqual => Predicate::LessOrEqual,
            Predicate::Less => Predicate::Greater,
            Predicate::LessOrEqual => Predicate::GreaterOrEqual,
            same => same,
        }
    }

    /// Whether it asks for equality alone.
    pub const fn is_equality(self) -> bool {
        matches!(self, Predicate::Equal | Predicate::NotEqual)
    }
}

/// Flag: the compare is signed.
pub const SIGNED: u32 = 1;
/// Flag: the compare alone decides whether a loop continues.
pub const LOOP: u32 = 2;
/// Flag of a guard: an exploit predicate, which no branch depends on.
pub const EXPLOIT: u32 = 4;
/// Flag of a call: it returns 0 if its operands differ.
pub const ZERO_DIFFERS: u32 = 8;
/// Flag in a trace: the operands are vectors, and their values are not recorded.
pub const VECTOR: u32 = 16;
/// Flag in a trace: executions without labels are recorded, too.
pub const UNLABELLED: u32 = 32;
/// The position of a guard's kind in its flags.
pub const GUARD_SHIFT: u32 = 16;

/// What a call does with its operands a and b.
pub mod how {
    use crate::numbered::numbered;

    numbered! {
        /// How a call compares its operands: two pointers, then the lengths.
        CompareRoutine: u32 {
            /// Compares a given number of bytes.
            MEMORY Memory = 1 "memory",
            /// Compares strings …
            TEXT Text = 2 "text",
            /// … or at most a given number of their bytes.
            TEXT_PREFIX TextPrefix = 3 "prefixes",
            /// The same, ignoring case.
            FOLDED Folded = 4 "text without case",
            FOLDED_PREFIX FoldedPrefix = 5 "prefixes without case",
            /// Searches for b in a, with the lengths of both.
            FIND_MEMORY FindMemory = 6 "search in memory",
            FIND_TEXT FindText = 7 "search",
            FIND_FOLDED FindFolded = 8 "search without case",
            /// Compares a `std::string` of libstdc++ with a C string, and with another.
            STRING_TEXT StringText = 9 "string and text",
            STRING_STRING StringString = 10 "strings",
            /// Unknown: two pointers …
            POINTERS Pointers = 11 "pointers",
            /// … or two pointers and a number.
            POINTERS_LENGTH PointersLength = 12 "pointers and a length",
        }
    }

    impl CompareRoutine {
        /// Whether it answers with what it has found, not with how its operands differ.
        pub const fn is_search(self) -> bool {
            use CompareRoutine::*;
            matches!(self, FindMemory | FindText | FindFolded)
        }

        /// The number of operands.
        pub const fn operands(self) -> usize {
            use CompareRoutine::*;
            match self {
                FindMemory => 4,
                Memory | TextPrefix | FoldedPrefix | PointersLength => 3,
                _ => 2,
            }
        }
    }
}

/// The number of a site in a whole program, the same in all builds of one source: 32-bit FNV-1a of the function's
/// symbol, a NUL, the name of the source (as clang has it) if the function is local to it, a NUL, and the four bytes of
/// the site's number. Never 0.
pub const fn id(function: &[u8], source: &[u8], number: u32) -> u32 {
    let parts: [&[u8]; 5] = [function, &[0], source, &[0], &number.to_le_bytes()];
    let mut hash = 0x811c_9dc5u32;
    let mut part = 0;
    while part < parts.len() {
        let mut at = 0;
        while at < parts[part].len() {
            hash = (hash ^ parts[part][at] as u32).wrapping_mul(0x0100_0193);
            at += 1;
        }
        part += 1;
    }
    if hash == 0 { 1 } else { hash }
}
