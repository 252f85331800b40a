//! `--kind`: kinds of what is counted.

use fz_base::error::Error;
use fz_coverage::identities::{KINDS, Kind};

/// Any number.
#[derive(Clone, clap::Args)]
pub struct Kinds {
    /// Kinds that count: function, line, region, outcome, edge, guard, call. May be repeated
    #[arg(id = "kind", long = "kind", value_name = "KIND", value_parser = kind)]
    pub given: Vec<Kind>,
}

pub fn kind(text: &str) -> Result<Kind, Error> {
    let found = KINDS.iter().find(|(_, name)| *name == text);
    let known = || KINDS.iter().map(|(_, name)| (*name).to_owned()).collect();
    found.map(|(kind, _)| *kind).ok_or_else(|| Error::Unknown {
        what: "kind",
        name: text.to_owned(),
        known: known(),
    })
}
