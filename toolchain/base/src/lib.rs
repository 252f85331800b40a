//! What every crate of the toolchain stands on: errors with a next step, the variables that fz reads, where an
//! installed fz has its parts, folders for what is made
//! on the way, words for people, and the way to their terminals.

pub mod env;
pub mod error;
pub mod file;
pub mod hex;
pub mod layout;
pub mod numbers;
pub mod outputs;
pub mod palette;
pub mod scratch;
pub mod shell;
pub mod table;
pub mod terminal;
pub mod toml_file;
pub mod words;
