//! Records that are written into the object file for tools to read.

pub mod asm_section;
pub mod constants;
pub mod contents;
pub mod edges;
pub mod group;
pub mod strings;
pub mod tokens;
