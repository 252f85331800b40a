//! The drop-in compilers.

pub mod afl_names;
pub mod exec;
pub mod flags;
pub mod guards;
pub mod inputs;
pub mod invocation;
pub mod log;
pub mod parse;
pub mod plan;
pub mod response;
pub mod run;
pub mod target;
pub mod trial;
