//! What the two LibAFL fuzzers share. `fz_libafl_main` runs a harness in its own process, `fz-libafl` drives a program
//! by AFL's fork server; the feedback, the stages, the options and the output folder are the same.

pub mod engine;
pub mod feedback;
pub mod interrupt;
pub mod options;
pub mod output;
pub mod status;
