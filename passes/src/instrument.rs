//! Passes that add feedback.

pub mod contexts;
pub mod counters;
pub mod edges;
pub mod records;
