//! Analyses: facts about modules. They change nothing.

pub mod calls;
pub mod effects;
pub mod flow;
pub mod loop_counter;
pub mod loops;
pub mod prune;
pub mod skip;
pub mod unit_tables;
