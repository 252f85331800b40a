//! Coverage of reference builds: what inputs reach, stored exactly, input by input.
//!
//! [`identities`] says what a program's counters stand for, under names that outlive the build. [`corpus`] finds inputs,
//! [`collect`] runs them under fork servers of [`server`], and [`store`] keeps, for each, the set of identities that it
//! reached. [`joined`] reads several as one, and [`merge`] writes that. [`lines`] says what a line is, [`conditions`] what a condition
//! is. [`smallest`] chooses inputs that reach what all of them do, by [`cover`].

pub mod blocks;
pub mod collect;
pub mod conditions;
pub mod corpus;
pub mod cover;
pub mod crashes;
pub mod decisions;
pub mod flow;
pub mod fold;
pub mod frontier;
pub mod identities;
pub mod joined;
pub mod lines;
pub mod llvm_cov;
pub mod merge;
pub mod names;
pub mod nearest;
pub mod passes;
pub mod reach;
#[cfg(any(test, feature = "samples"))]
pub mod samples;
pub mod selection;
pub mod server;
pub mod sets;
pub mod shrink;
pub mod smallest;
pub mod store;
pub mod triage;
pub mod unrecorded;
pub mod visits;

pub use fz_process::progress;
