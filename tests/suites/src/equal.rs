//! `cargo xtask test equal`: two builds of fz give programs the same. The translation units of the real packages are compiled by
//! both under each profile, and the objects compared: code and data with what they refer to, symbols, groups, records.
//!
//! Invariant: both builds compile the same file, in the same folder, into the same place.

mod cache;
mod compare;
mod names;
mod object;
mod package;
mod report;
mod runtime;
mod toolchain;

use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Args;

use cache::Cache;
use compare::{Difference, Kind};
use fz_harness::parallel;
use fz_harness::progress::Progress;
use names::Renamed;
use package::{Package, Unit};
use report::{Report, Row};
use toolchain::{Made, Toolchain};
use xtask::{apt, build, repo, setup};

/// Those that are compared unless some are named: every kind of feedback, and both designs.
const PROFILES: &[&str] = &[
    "fuzz", "split", "context", "compares", "guards", "coverage", "taint",
];

const EXAMPLES: &str = "\
Examples:
  cargo xtask test equal ../before                         every unit of every package under every profile; long
  cargo xtask test equal ../before --share 1/20            each twentieth unit
  cargo xtask test equal ../before --only zlib --profile fuzz
  cargo xtask test equal ../before ../after                two other checkouts
  cargo xtask test equal ../before --fill                  only compile, for later: what the first checkout makes is kept
  cargo xtask test equal ../before --runtime               what linked programs do, and what taint costs

What --accept names is a key of the units' records, as `fz inspect` shows them.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The checkout to compare with, built by `cargo xtask build`
    before: PathBuf,
    /// The checkout that is compared with it (this one, built now)
    after: Option<PathBuf>,
    /// Only this package of tests/real/*.toml (repeatable)
    #[arg(long, value_name = "PACKAGE")]
    only: Vec<String>,
    /// Only this profile (repeatable)
    #[arg(long, value_name = "PROFILE")]
    profile: Vec<String>,
    /// Only a share of the units, always the same
    #[arg(long, value_name = "N/M", default_value = "1/1", value_parser = share)]
    share: (u64, u64),
    /// Keys of units' records that may differ
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    accept: Vec<String>,
    /// Compile so many units at a time (as many as there are cores)
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Only compile with the first checkout, and keep what it makes
    #[arg(long, conflicts_with = "after")]
    fill: bool,
    /// Compare what linked programs do instead: maps, fork servers, track files, coverage; --only names programs
    #[arg(long, conflicts_with_all = ["fill", "profile", "share", "accept", "json"])]
    runtime: bool,
    /// Write all that was found to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

fn share(text: &str) -> Result<(u64, u64), String> {
    let parsed = || {
        let (parts, many) = text.split_once('/')?;
        Some((parts.parse().ok()?, many.parse().ok()?))
    };
    match parsed() {
        Some((parts, many)) if 0 < parts && parts <= many => Ok((parts, many)),
        _ => Err("a share is written as 1/10".to_string()),
    }
}

pub fn main(options: &Options) -> Result<()> {
    setup::packages()?;
    let before = Toolchain::of(&options.before)?;
    let after = match &options.after {
        Some(checkout) => Toolchain::of(checkout)?,
        None if options.fill => Toolchain::of(&options.before)?,
        None => {
            build::ready()?;
            Toolchain::of(&repo::root())?
        }
    };
    if options.runtime {
        return runtime::run(&before, &after, &options.only);
    }
    let recipes = xtask::package::load(&options.only)?;
    apt::ensure_installed(recipes.iter().flat_map(|one| &one.needs))?;
    let named = options.profile.iter().map(String::as_str);
    let profiles: Vec<&str> = match options.profile.is_empty() {
        true => PROFILES.to_vec(),
        false => named.collect(),
    };
    let mut report = Report::new(&before, &after);
    let mut unbuilt = Vec::new();
    for recipe in &recipes {
        let package = match Package::of(recipe) {
            Ok(package) => package,
            Err(error) => {
                eprintln!("error: {}: {error:#}", recipe.name);
                unbuilt.push(recipe.name.as_str());
                continue;
            }
        };
        for profile in &profiles {
            let comparison = Comparison {
                before: &before,
                after: &after,
                package: &package,
                profile,
                options,
            };
            report.add(comparison.run()?);
            if let Some(file) = &options.json {
                report.write(file)?;
            }
        }
    }
    for (which, toolchain) in [("first", &before), ("second", &after)] {
        ensure!(
            toolchain.is_unchanged()?,
            "the {which} toolchain, {}, was built anew meanwhile: run this again",
            toolchain.stage().display()
        );
    }
    report.print();
    ensure!(
        unbuilt.is_empty(),
        "packages that could not be built: {}",
        unbuilt.join(", ")
    );
    report.judged()
}

/// One package under one profile.
struct Comparison<'a> {
    before: &'a Toolchain,
    after: &'a Toolchain,
    package: &'a Package,
    profile: &'a str,
    options: &'a Options,
}

/// What is known of a package under a profile so far.
#[derive(Default)]
struct Found {
    row: Row,
    renamed: Renamed,
}

impl Comparison<'_> {
    fn run(&self) -> Result<Row> {
        let started = Instant::now();
        let share = self.options.share;
        let units: Vec<&Unit> = self
            .package
            .units
            .iter()
            .filter(|u| u.is_in(share))
            .collect();
        let cache = Cache::of(self.before, self.package, self.profile)?;
        let label = format!("{} {}", self.package.name, self.profile);
        let progress = Progress::start(&label, Some(units.len()), None);
        let found = Mutex::new(Found::default());
        let jobs = self.options.jobs.unwrap_or_else(repo::jobs);
        parallel::on(jobs, units, |_, unit| {
            self.unit(unit, &cache, &found)
                .with_context(|| format!("{} in {}", unit.source, unit.dir.display()))?;
            let differ = found
                .lock()
                .expect("no worker panicked")
                .row
                .different
                .len();
            progress.step(&format!("{differ} different"));
            Ok(())
        })?;
        progress.end();
        let Found { mut row, renamed } = found.into_inner().expect("no worker panicked");
        row.package = self.package.name.clone();
        row.profile = self.profile.to_string();
        row.seconds = started.elapsed().as_secs_f64();
        row.renamed(&renamed);
        Ok(row)
    }

    fn unit(&self, unit: &Unit, cache: &Cache, found: &Mutex<Found>) -> Result<()> {
        let before = match cache.load(unit)? {
            Some(made) => made,
            None => {
                let made = self.compile(self.before, unit)?;
                cache.store(unit, &made)?;
                made
            }
        };
        let after = match self.options.fill {
            true => None,
            false => Some(self.compile(self.after, unit)?),
        };
        let Some(after) = after else {
            found.lock().expect("no worker panicked").row.units += 1;
            return Ok(());
        };
        let judged = judged(&before, &after, &self.options.accept)?;
        let mut found = found.lock().expect("no worker panicked");
        let Found { row, renamed } = &mut *found;
        row.units += 1;
        row.failed += usize::from(matches!(before, Made::Failed(_)));
        match judged {
            Judged::Identical => row.equal += 1,
            Judged::Equal { hashed: [old, new] } => match renamed.pair(&old, &new) {
                true => row.names += 1,
                false => row.equal += 1,
            },
            Judged::Different(differences) => {
                let kept = keep(self, unit, [&before, &after])?;
                row.differs(unit, differences, kept);
            }
        }
        Ok(())
    }

    fn compile(&self, toolchain: &Toolchain, unit: &Unit) -> Result<Made> {
        let folder = package::home()?.join("out");
        fs::create_dir_all(&folder)?;
        // The path is the same for every build, and another run may be at the same unit.
        let lock = File::create(folder.join(format!("{}.lock", unit.key())))?;
        lock.lock().context("cannot lock an object's place")?;
        let object = folder.join(format!("{}.o", unit.key()));
        toolchain.compile(unit, self.profile, &object)
    }
}

enum Judged {
    /// Byte by byte.
    Identical,
    /// But for names that hold hashes, and what is not compared.
    Equal {
        hashed: [std::collections::BTreeMap<String, String>; 2],
    },
    Different(Vec<Difference>),
}

fn judged(before: &Made, after: &Made, accepted: &[String]) -> Result<Judged> {
    let outcome = |text: String| {
        let kind = Kind::Outcome;
        Ok(Judged::Different(vec![Difference { kind, text }]))
    };
    match (before, after) {
        (a, b) if a == b => Ok(Judged::Identical),
        (Made::Object(old), Made::Object(new)) => {
            let before = object::form(old).context("the first checkout's object")?;
            let after = object::form(new).context("the second checkout's object")?;
            let differences = compare::differences(&before, &after, accepted);
            Ok(match differences.is_empty() {
                true => Judged::Equal {
                    hashed: [before.hashed, after.hashed],
                },
                false => Judged::Different(differences),
            })
        }
        (Made::Failed(_), Made::Failed(_)) => Ok(Judged::Equal {
            hashed: Default::default(),
        }),
        (Made::Object(_), Made::Failed(said)) => outcome(format!("only the second fails: {said}")),
        (Made::Failed(said), Made::Object(_)) => outcome(format!("only the first fails: {said}")),
    }
}

/// Where objects that differ are kept, to be looked at.
fn keep(comparison: &Comparison, unit: &Unit, made: [&Made; 2]) -> Result<PathBuf> {
    let dir = repo::made()
        .join("equal")
        .join(&comparison.package.name)
        .join(comparison.profile);
    fs::create_dir_all(&dir)?;
    for (made, which) in made.into_iter().zip(["before", "after"]) {
        let data = match made {
            Made::Object(object) => object,
            Made::Failed(said) => said.as_bytes(),
        };
        fs::write(dir.join(format!("{}.{which}.o", unit.key())), data)?;
    }
    Ok(dir.join(unit.key()))
}
