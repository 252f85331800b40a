//! What suites and benches share: programs run under limits, work spread over cores, progress, random numbers, what the
//! built `fz` and fuzzers say, what is built to be measured or to go wrong, and a fuzzer of our own.

pub mod ask;
pub mod budget;
pub mod code;
pub mod fuzzer;
pub mod guards;
pub mod input;
pub mod level;
pub mod limited;
pub mod linked;
pub mod measure;
pub mod newton;
pub mod novelty;
pub mod parallel;
pub mod progress;
pub mod random;
pub mod rung;
pub mod said;
pub mod subject;
pub mod toolchain;
pub mod variant;
