//! What is written into the object for tools to read.

pub mod asm_section;
pub mod edges;
pub mod strings;
pub mod tokens;
