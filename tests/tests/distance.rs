//! Branch distances: those that programs leave in an engine's segment are those of an evaluator of the table
//! (`fz_abi::distance`), for every kind of operand; and gates open and shut as its rules say.

#[path = "distance/bytes.rs"]
mod bytes;
#[path = "distance/evaluator.rs"]
mod evaluator;
#[path = "distance/numbers.rs"]
mod numbers;
#[path = "distance/program.rs"]
mod program;
#[path = "distance/runs.rs"]
mod runs;
