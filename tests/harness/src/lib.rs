//! What suites and benches share: programs run under limits, work spread over cores, progress, random numbers, what the
//! built `fz` and fuzzers say, and what is built to be measured or to go wrong.

pub mod ask;
pub mod budget;
pub mod code;
pub mod guards;
pub mod input;
pub mod level;
pub mod limited;
pub mod linked;
pub mod measure;
pub mod parallel;
pub mod progress;
pub mod random;
pub mod said;
pub mod subject;
pub mod toolchain;
pub mod variant;
