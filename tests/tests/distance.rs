//! Branch distances: those that programs leave in an engine's segment are those of an evaluator of the table
//! (`fz_abi::distance`), for every kind of operand; and gates open and shut as its rules say.

mod bytes;
mod evaluator;
mod numbers;
mod program;
mod runs;
