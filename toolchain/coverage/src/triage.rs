//! Crashes, run again under several builds, and sorted into bugs.
//!
//! [`again`] runs them, [`fault`] is what is seen of one crash, [`group`] says which are the same bug, [`smaller`] makes an
//! input of each smaller, and [`journal`] keeps what was seen, so that nothing is run twice.

pub mod again;
pub mod fault;
pub mod group;
pub mod journal;
pub mod smaller;
