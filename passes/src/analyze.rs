//! Passes that write facts and leave the code alone.

pub mod calls;
pub mod dictionary;
pub mod flow;
pub mod prune;
pub mod selection;
pub mod sites;
pub mod unit_record;
pub mod unit_tables;
