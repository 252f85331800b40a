//! Passes that write facts and leave the code alone.

pub mod selection;
pub mod unit_record;
