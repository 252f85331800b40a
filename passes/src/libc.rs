//! What passes know of library functions: one table (`libc/table/*.toml`), a row a function, and apart from it what names
//! of functions suggest (`libc/names.toml`). Ask for [`function`], then for the facet.

pub mod names;
pub mod sizes;
mod string;
mod table;

pub use string::{
    Answer, Case, Compare, Ends, Member, Other, Reached, Search, Side, Span, StdString,
    StringFunction,
};
pub use table::{Labels, LibraryFunction, Purpose, Size, TextUse, function};

/// Whether the function of this symbol returns one byte that it reads, as an `int`.
pub fn reads_byte(symbol: &str) -> bool {
    function(symbol).is_some_and(|f| f.reads_byte)
}

/// What the function of this symbol compares or searches, if it does.
pub fn string_function(symbol: &str) -> Option<StringFunction> {
    function(symbol)?.string
}
