//! What stores of coverage say: [`report`] of one program, [`compare`] of several runs, [`export`] in the formats of
//! other tools.

pub mod compare;
pub mod export;
pub mod matrix;
pub mod pictures;
pub mod report;
pub mod summary;
