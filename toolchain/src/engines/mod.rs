//! Engines: what a link for each needs. One file each.

mod afl;
pub mod installed;
mod none;

use std::ffi::OsString;

use crate::{driver::invocation::Link, error::Error, layout::Layout};

/// What an engine adds to a link.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Addition {
    /// Before the user's arguments.
    pub first: Vec<OsString>,
    /// Behind them.
    pub last: Vec<OsString>,
    /// What was done and why, for the log.
    pub reasons: Vec<String>,
}

pub struct Engine {
    pub name: &'static str,
    pub summary: &'static str,
    pub link: fn(&Link, &Layout) -> Addition,
}

/// Sorted by name.
pub const ENGINES: &[Engine] = &[
    Engine {
        name: "afl",
        summary: "AFL++ (4.04c and later) and what speaks its protocol",
        link: afl::link,
    },
    Engine {
        name: "none",
        summary: "no runtime: the program runs as if it were not instrumented",
        link: none::link,
    },
];

pub fn find(name: &str) -> Result<&'static Engine, Error> {
    ENGINES
        .iter()
        .find(|e| e.name == name)
        .ok_or_else(|| Error::Unknown {
            what: "engine",
            name: name.to_owned(),
            known: ENGINES.iter().map(|e| e.name.to_owned()).collect(),
        })
}
