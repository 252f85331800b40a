//! What a compiler's command line means. [`response`] puts in what `@file` arguments name, [`parse`] reads the words by
//! the table in [`flags`], [`own`] takes fz's own flags out, [`invocation`] decides what is compiled and linked, [`target`] for which machine, [`strip`] what is left
//! out of it.

pub mod carried;
pub mod flags;
pub mod invocation;
pub mod level;
pub mod own;
pub mod parse;
pub mod response;
pub mod sanitizers;
pub mod strip;
pub mod target;
