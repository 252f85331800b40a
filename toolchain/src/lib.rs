//! The commands of fz: the drop-in compilers `fz-cc` and `fz-cxx`, and `fz` for everything else a person types.
//!
//! The way of an invocation: [`driver::parse`] reads the arguments by the flag table, [`driver::invocation`] decides
//! what they mean, [`settings`] and [`profile`] say what is wanted, [`driver::plan`] makes the command line (pure), and
//! [`driver::exec`] runs it.

pub mod cli;
pub mod coverage;
pub mod dictionary;
pub mod driver;
pub mod engines;
pub mod env;
pub mod error;
pub mod launch;
pub mod layout;
pub mod profile;
pub mod program;
mod sanitizers;
pub mod settings;
pub mod taint;
mod toml_file;
mod words;
