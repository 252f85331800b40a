//! Makes code easier to fuzz.

pub mod byte_split;
pub mod conditions;
pub mod narrow_compares;
pub mod pins;
pub mod select_reedge;
pub mod split_calls;
pub mod split_landing_pads;
pub mod split_returns;
pub mod step;
pub mod strip_line_tables;
pub mod tally;
pub mod unify_returns;
