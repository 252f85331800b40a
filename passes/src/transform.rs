//! Passes that change the program's shape, never its meaning.

pub mod strip_line_tables;
