//! What `compare` and `report` are told of sides.

use std::path::{Path, PathBuf};

use anyhow::Result;
use fz_coverage::identities::Kind;
use fz_report::compare::{
    self, Comparison, Request,
    sides::{self, Argument, Subject},
    wanted::Wanted,
};

use crate::args::{
    kind::kind,
    select::{Ignore, Select},
};

/// What makes sides of runs that the user has not named.
#[derive(Clone, Copy, clap::ValueEnum)]
enum By {
    Configuration,
    Fuzzer,
    Campaign,
    /// The file that they are in
    Store,
}

impl From<By> for sides::By {
    fn from(by: By) -> sides::By {
        match by {
            By::Configuration => sides::By::Configuration,
            By::Fuzzer => sides::By::Fuzzer,
            By::Campaign => sides::By::Campaign,
            By::Store => sides::By::Store,
        }
    }
}

#[derive(clap::Args)]
pub struct Sided {
    /// Stores, or runs of stores: [NAME=]FILE.fzcov[:DIMENSION=VALUE,…], where a dimension is campaign, fuzzer,
    /// configuration or run
    #[arg(value_name = "SIDE", required = true)]
    sides: Vec<String>,
    /// What makes the sides [default: the first of these by which runs differ]
    #[arg(long, value_enum, value_name = "WHAT")]
    by: Option<By>,
    /// The side that the others are compared with [default: the first]
    #[arg(long, value_name = "SIDE")]
    baseline: Option<String>,
    /// What to compare in detail: function, line, region, outcome, edge, guard, call [default: outcome, if there are any]
    #[arg(long, value_name = "KIND", value_parser = kind)]
    kind: Option<Kind>,
    #[command(flatten)]
    select: Select,
    #[command(flatten)]
    ignore: Ignore,
    /// A file with a rule of --select on each line
    #[arg(long, value_name = "FILE")]
    select_list: Vec<PathBuf>,
}

impl Sided {
    /// All of a store, as one side.
    pub fn of_store(path: &Path) -> Result<(Vec<Subject>, Comparison)> {
        let argument = Argument::of(path.to_owned());
        let request = Request {
            baseline: None,
            kind: None,
            wanted: Wanted::of(&[], &[], None)?,
        };
        let mut notes = Vec::new();
        let subjects = sides::subjects(&[argument], Some(sides::By::Store), &mut notes)?;
        let comparison = compare::compare(&subjects, &request, notes)?;
        Ok((subjects, comparison))
    }

    /// `patch`: only lines that it adds.
    pub fn measure(&self, patch: Option<&Path>) -> Result<(Vec<Subject>, Comparison)> {
        let arguments = self.sides.iter().map(|text| Argument::parse(text));
        let arguments: Vec<Argument> = arguments.collect::<Result<_, _>>()?;
        let request = Request {
            baseline: self.baseline.clone(),
            kind: self.kind,
            wanted: Wanted::of(&self.select.rules, &self.select_list, patch)?
                .without(&self.ignore.rules)?,
        };
        let mut notes = Vec::new();
        let subjects = sides::subjects(&arguments, self.by.map(Into::into), &mut notes)?;
        let comparison = compare::compare(&subjects, &request, notes)?;
        Ok((subjects, comparison))
    }
}
