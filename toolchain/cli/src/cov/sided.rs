//! What a report is told of sides.

use std::path::Path;

use anyhow::Result;
use clap::ValueEnum;
use fz_coverage::identities::Kind;
use fz_report::compare::{
    self, Comparison, Request,
    sides::{self, Argument, Subject},
    wanted::Wanted,
};

use crate::{
    args::{
        kind::kind,
        select::{Ignore, Select},
    },
    last::{self, Campaign},
};

/// What makes sides of runs that the user has not named, and which of them is the baseline.
#[derive(Clone)]
struct By {
    what: What,
    baseline: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    Configuration,
    Fuzzer,
    Campaign,
    /// The file that they are in
    Store,
}

impl By {
    fn parse(text: &str) -> Result<By, String> {
        let (what, baseline) = match text.split_once('=') {
            Some((what, baseline)) => (what, Some(baseline.to_owned())),
            None => (text, None),
        };
        Ok(By {
            what: What::from_str(what, false).map_err(|_| {
                format!("`{what}` is not one of configuration, fuzzer, campaign and store")
            })?,
            baseline,
        })
    }
}

impl From<What> for sides::By {
    fn from(what: What) -> sides::By {
        match what {
            What::Configuration => sides::By::Configuration,
            What::Fuzzer => sides::By::Fuzzer,
            What::Campaign => sides::By::Campaign,
            What::Store => sides::By::Store,
        }
    }
}

#[derive(clap::Args)]
pub struct Sided {
    /// Stores, or runs of stores [default: what the last campaign here has reached, collected now]
    #[arg(value_name = "SIDE")]
    sides: Vec<String>,
    /// Group runs into sides by configuration, fuzzer, campaign or store; BASELINE is the side that the others are compared
    /// with [default: the first of these by which runs differ]
    #[arg(long, value_name = "WHAT[=BASELINE]", value_parser = By::parse)]
    by: Option<By>,
    /// What to compare in detail: function, line, region, outcome, edge, guard, call [default: outcome, if there are any]
    #[arg(long, value_name = "KIND", value_parser = kind)]
    kind: Option<Kind>,
    #[command(flatten)]
    select: Select,
    #[command(flatten)]
    ignore: Ignore,
}

impl Sided {
    /// All of a store, as one side.
    pub fn of_store(path: &Path) -> Result<(Vec<Subject>, Comparison)> {
        let argument = Argument::of(path.to_owned());
        let request = Request {
            baseline: None,
            kind: None,
            wanted: Wanted::of(&[], None)?,
        };
        let mut notes = Vec::new();
        let subjects = sides::subjects(&[argument], Some(sides::By::Store), &mut notes)?;
        let comparison = compare::compare(&subjects, &request, notes)?;
        Ok((subjects, comparison))
    }

    /// The sides, as they were typed; where none were, what the last campaign has reached.
    pub fn arguments(&self) -> Result<Vec<Argument>> {
        if self.sides.is_empty() {
            return Ok(vec![Argument::of(last::store()?)]);
        }
        let arguments = self.sides.iter().map(|text| Argument::parse(text));
        Ok(arguments.collect::<Result<_, _>>()?)
    }

    /// The last campaign, if what it has reached is the only side.
    pub fn campaign(&self) -> Option<Campaign> {
        match &self.sides[..] {
            [] => last::campaign().ok(),
            [only] => last::campaign_of_store(&Argument::parse(only).ok()?.path),
            _ => None,
        }
    }

    pub fn are_several(&self) -> bool {
        self.sides.len() > 1
    }

    pub fn has_by(&self) -> bool {
        self.by.is_some()
    }

    pub fn has_kind(&self) -> bool {
        self.kind.is_some()
    }

    pub fn has_rules(&self) -> bool {
        !self.select.rules.is_empty() || !self.ignore.rules.is_empty()
    }

    /// `patch`: only lines that it adds.
    pub fn wanted(&self, patch: Option<&Path>) -> Result<Wanted> {
        Ok(Wanted::of(&self.select.rules, patch)?.without(&self.ignore.rules)?)
    }

    /// `patch`: only lines that it adds.
    pub fn measure(&self, patch: Option<&Path>) -> Result<(Vec<Subject>, Comparison)> {
        let request = Request {
            baseline: self.by.as_ref().and_then(|by| by.baseline.clone()),
            kind: self.kind,
            wanted: self.wanted(patch)?,
        };
        let by = self.by.as_ref().map(|by| by.what.into());
        let mut notes = Vec::new();
        let subjects = sides::subjects(&self.arguments()?, by, &mut notes)?;
        let comparison = compare::compare(&subjects, &request, notes)?;
        Ok((subjects, comparison))
    }
}
