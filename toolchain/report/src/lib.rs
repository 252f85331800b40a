//! What stores of coverage say: [`pages`] of one program and of several, [`compare`] of several runs, [`export`] in the formats of
//! other tools. And what crashes say: [`crashes`].

mod calls;
pub mod compare;
pub mod crashes;
pub mod export;
pub mod matrix;
pub mod pages;
pub mod pictures;
pub mod reach;
pub mod summary;
