//! The data formats of the coverage build, and what it leaves in object files.
//!
//! A unit goes through four steps. Clang *expands* it (plugin `fz-expand`) into its preprocessed text and a table of
//! where each token was written. `fz-refactor` lays that text out so that each condition has a line of its own; it
//! changes only white space, so the meaning stays. Clang compiles the result, and its plugin `fz-conditions` wraps each
//! condition into a [`marker`] and writes a [`table`] of them. The passes `conditions` and `edges` turn markers into
//! counters and write [`record`]s, which translate places into the user's own files through the [`origin`] of the text.
//!
//! Tables are text with a row per line and fields separated by tabs; `\t`, `\n`, `\r`, `\\` in a field are escaped as
//! in C. Lines and columns count from 1, columns in bytes; files and macros are numbered from 0.

/// What `fz-expand` writes about the tokens of a preprocessed text, in the order of the text.
///
/// ```text
/// fz-tokens 2
/// F <path> <hash>                     a file; as the preprocessor names it, and XXH3 (64 bits, in hexadecimal) of what it
///                                     says (empty: it is no file)
/// M <file> <line> <col> <name> <outer> <line> <col>   an expansion: where its macro was named, in the source or in the body of
///                                     another, the macro's name, and the expansion that it stands in (`-`: none). An
///                                     argument is an expansion without a name, where the body has its parameter. Then
///                                     where it ends, behind its last character; and of an argument whose text comes from
///                                     a macro, that expansion
/// T <offset> <length> <file> <line> <col> <macro>   a token of the user's: where it stands in the text, where it was
///                                     spelled (in a macro's definition, or in the source), and in which expansion
///                                     (`-`: none)
/// S <offset> <end>                    text that stays as it is: of system headers with their line markers, pragmas,
///                                     what `#embed` becomes
/// ```
///
/// The rest is white space, and line markers of the user's files.
pub mod tokens {
    pub const HEADER: &str = "fz-tokens 2";
}

/// Where the lines of a refactored text come from: rows `F` and `M` of [`tokens`], and
///
/// ```text
/// fz-origin 2
/// U <path>                            the unit's own name: the file that the compiler was given
/// N <path>                            the refactored text's name, as its line markers and debug information have it
/// L <line>                            a line of it; its tokens follow
/// T <col> <file> <line> <col> <macro> <line> <col>   the last two: where it ends, behind its last character
/// E <col> <col>                       the line's first and last token but for those that only end or part what is around
///                                     it (`;`, `,`, `&&`, `)` …); without a row, all of its tokens are such
/// ```
///
/// Lines without a row are not the user's. In data, which does not execute, a line's first token stands for the whole
/// line.
pub mod origin {
    pub const HEADER: &str = "fz-origin 2";
}

/// A condition in IR: `llvm.expect.with.probability.i64(value, number, PROBABILITY)`. Constant evaluation sees through
/// it, and no optimisation runs before the pass that removes it.
pub mod marker {
    /// The upper bits of the expected number; the lower 32 bits are the condition's number in the unit's table.
    pub const MAGIC: u64 = 0x667a_0000_0000_0000;
    pub const MASK: u64 = 0xffff_0000_0000_0000;
    /// A bit between them: the value is a switch's.
    pub const SWITCH: u64 = 1 << 32;
}

/// The conditions of a unit, as `fz-conditions` writes them.
///
/// ```text
/// fz-conditions 3
/// U <path> <hash>                     a file with functions of the user's, as line markers name it, and its hash, as
///                                     [`tokens`] has it (empty: a line marker names it)
/// C <number> <kind> <file> <line> <col> <line> <col> <file> <line> <col> <macro> <text>
///                                     a condition: where its first and its last token begin in the text that is compiled,
///                                     where it begins in the innermost expansion that has all of it, the outermost macro
///                                     that it comes from (empty: none), and its text as clang prints it, with
///                                     the names of macros in place of what they expand to
/// K <number> <low> <high> <file> <line> <col> <file> <line> <col> <text>
///                                     a case of the switch of that number, in the order of the source; `default` has no
///                                     low and no high (`-`)
/// A <file> <line> <col> <ways>        an arm of a `?:`: where it begins in the text that is compiled, and the answers of
///                                     conditions after which it runs: numbers with a `+` (true) or a `-` (false) behind
///                                     each, a space between two
/// D <file> <line> <col> <line> <col> <file> <line> <col> <macro> <text> <order>
///                                     a decision: an `&&` or `||` with all that is joined below it. Its places are those of a
///                                     condition; its conditions and operations in postfix order, a space between two: a
///                                     number (`?`: a condition without a marker), with `+` or `-` behind it where clang knows
///                                     the answer (true, false) while it compiles; `&`, `|`, `!`
/// ```
pub mod table {
    pub const HEADER: &str = "fz-conditions 3";
    /// A condition that control flow depends on: of `if`, loops, `?:`, an operand of `&&`, `||`.
    pub const BRANCH: &str = "branch";
    /// A compare or a truth value that is stored or computed with.
    pub const VALUE: &str = "value";
    pub const SWITCH: &str = "switch";
}

/// The labels of a two-way condition's outcomes, in order.
pub const TRUE: &str = "true";
pub const FALSE: &str = "false";
