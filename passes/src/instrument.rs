//! Passes that add feedback.

pub mod compares;
pub mod contexts;
pub mod counters;
pub mod edges;
pub mod guards;
pub mod records;
pub mod stack_depth;
pub mod stub;
pub mod taint;
