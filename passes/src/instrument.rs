//! Passes that add feedback.

pub mod counters;
pub mod edges;
pub mod records;
