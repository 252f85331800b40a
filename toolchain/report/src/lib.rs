//! What stores of coverage say: [`pages`] of one program and of several, [`compare`] of several runs, [`export`] in the formats of
//! other tools.

mod calls;
pub mod compare;
pub mod export;
pub mod matrix;
pub mod mcdc;
pub mod pages;
pub mod pictures;
pub mod reach;
pub mod summary;
