//! What stores of coverage say: [`pages`] of one program and of several, [`compare`] of several runs, [`export`] in the formats of
//! other tools, [`check`] for gates, [`search`] for who comes by a line. And what crashes say: [`crashes`].

mod calls;
pub mod changes;
pub mod check;
pub mod compare;
pub mod crashes;
pub mod export;
mod markdown;
pub mod matrix;
pub mod mcdc;
pub mod measure;
pub mod pages;
pub mod pictures;
pub mod reach;
pub mod search;
pub mod summary;
pub mod table;
