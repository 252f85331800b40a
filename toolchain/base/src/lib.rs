//! What every crate of the toolchain stands on: errors with a next step, the variables that fz reads, where an
//! installed fz has its parts, and words for people.

pub mod env;
pub mod error;
pub mod file;
pub mod layout;
pub mod toml_file;
pub mod words;
