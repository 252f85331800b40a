//! Which code fuzzing configurations reach when each run has used the same processor time, and how consistently: the
//! method of "Controlled Compilation" (section VI-A).
//!
//! A run that ends leaves its store below `target/bench/campaign/`, and is not done again: the command can be stopped and
//! goes on where it was. The programs stay there, too, so that all runs are of the same builds.

mod configurations;
mod cpu;
mod place;
mod report;
mod run;

use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};

use configurations::{CONFIGURATIONS, Configuration, PASSES};
use fz_harness::parallel;
use fz_harness::subject;
use place::Place;
use xtask::{repo, setup};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The packages, of tests/bench/subjects/*.toml
    #[arg(long, value_name = "PACKAGE", value_delimiter = ',', default_values_t = ["jhead", "readelf", "xmllint"].map(String::from))]
    only: Vec<String>,
    /// The configurations; the first is what the others are held against [default: all, for gumbo pcguard and
    /// fz-companions]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    configurations: Vec<String>,
    /// Runs of each configuration, with the random seeds from 1 on
    #[arg(long, default_value_t = 5, value_parser = value_parser!(u64).range(1..))]
    runs: u64,
    /// Minutes of processor time of each run, over all that it starts
    #[arg(long, default_value_t = 6, value_parser = value_parser!(u64).range(1..))]
    minutes: u64,
    /// Runs at a time, each on a core of its own
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    jobs: usize,
    /// Instead: `fuzz` without any pass, and with one heuristic alone: each pass, words, solved compares
    #[arg(long)]
    passes: bool,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Instead: two runs of five seconds, of jhead, twice: the second time nothing is left to do
    #[arg(long)]
    smoke: bool,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask bench campaign                                five hours; goes on where it was stopped
  cargo xtask bench campaign --jobs 2                       with two cores
  cargo xtask bench campaign --only gumbo --minutes 3
  cargo xtask bench campaign --only jhead --passes --minutes 2

The programs, what was found and the stores are in target/bench/campaign/MINUTES; without that folder it starts over.";

/// What may be compared with each other; the first is what the others are held against.
struct Table {
    /// Of the files that the report is in.
    name: &'static str,
    configurations: &'static [Configuration],
    /// Packages where less than all are compared unless others are named.
    fewer: &'static [(&'static str, &'static [&'static str])],
}

const WHOLE: Table = Table {
    name: "configurations",
    configurations: &CONFIGURATIONS,
    fewer: &[("gumbo", &["pcguard", "fz-companions"])],
};

const ALONE: Table = Table {
    name: "passes",
    configurations: &PASSES,
    fewer: &[],
};

/// How much of everything.
pub struct Extent {
    /// Below `target/bench/campaign/`.
    folder: String,
    runs: u64,
    /// Processor time of each run.
    cpu: Duration,
    jobs: usize,
}

/// What is compared: a package's place, and its configurations.
struct Contest {
    place: Place,
    configurations: Vec<&'static Configuration>,
}

pub fn main(options: &Options) -> Result<()> {
    if options.smoke {
        return smoke();
    }
    let extent = Extent {
        folder: options.minutes.to_string(),
        runs: options.runs,
        cpu: Duration::from_secs(60 * options.minutes),
        jobs: options.jobs,
    };
    let table = if options.passes { ALONE } else { WHOLE };
    let _alone = lock(&extent)?;
    let contests = contests(&options.only, &options.configurations, &table, &extent)?;
    conduct(&contests, &extent)?;
    report::report(&contests, &extent, table.name, options.json.as_deref())?;
    Ok(())
}

/// The short form of it all.
pub fn smoke() -> Result<()> {
    let extent = Extent {
        folder: "smoke".into(),
        runs: 2,
        cpu: Duration::from_secs(5),
        jobs: 1,
    };
    let place = folder(&extent);
    repo::clear(place)?;
    let contests = || contests(&["jhead".into()], &[], &WHOLE, &extent);
    let done = conduct(&contests()?, &extent)?;
    let all = CONFIGURATIONS.len() * extent.runs as usize;
    ensure!(done == all, "{done} runs instead of {all}");
    let contests = contests()?;
    let again = conduct(&contests, &extent)?;
    ensure!(
        again == 0,
        "{again} runs were done again, though their stores are there"
    );
    let lines = report::report(&contests, &extent, WHOLE.name, None)?;
    ensure!(
        lines.len() == CONFIGURATIONS.len() && lines.iter().all(|reached| *reached > 0),
        "lines that the configurations reach: {lines:?}"
    );
    report::agree(&contests, &extent)
}

fn folder(extent: &Extent) -> PathBuf {
    repo::made().join("bench/campaign").join(&extent.folder)
}

/// Two at work on the same runs would take them away from each other.
fn lock(extent: &Extent) -> Result<File> {
    let folder = folder(extent);
    fs::create_dir_all(&folder)?;
    let file = File::create(folder.join("lock"))?;
    ensure!(
        file.try_lock().is_ok(),
        "another `cargo xtask bench campaign` is at work in {}: wait for it, or end it and go on here",
        repo::shown(&folder)
    );
    Ok(file)
}

/// The packages, with everything built that their configurations need.
fn contests(
    packages: &[String],
    named: &[String],
    table: &Table,
    extent: &Extent,
) -> Result<Vec<Contest>> {
    let find = |name: &str| {
        let all = table.configurations;
        all.iter().find(|c| c.name == name).with_context(|| {
            let known: Vec<&str> = all.iter().map(|c| c.name).collect();
            format!("no configuration {name}; there are: {}", known.join(", "))
        })
    };
    let named: Vec<&Configuration> = named.iter().map(|n| find(n)).collect::<Result<_>>()?;
    xtask::build::ready()?;
    setup::peers()?;
    let mut contests = Vec::new();
    for subject in subject::load(packages)? {
        let fewer = table.fewer.iter().find(|(name, _)| *name == subject.name);
        let configurations = match (&named[..], fewer) {
            ([], Some((_, names))) => names.iter().map(|n| find(n)).collect::<Result<_>>()?,
            ([], None) => table.configurations.iter().collect(),
            (named, _) => named.to_vec(),
        };
        let place = Place::new(folder(extent).join(&subject.name), subject);
        place.build(configurations.iter().flat_map(|c| c.builds))?;
        contests.push(Contest {
            place,
            configurations,
        });
    }
    Ok(contests)
}

/// Does the runs that are missing; how many these were.
fn conduct(contests: &[Contest], extent: &Extent) -> Result<usize> {
    let order = (1..=extent.runs).flat_map(|run| contests.iter().map(move |c| (run, c)));
    let order = order.flat_map(|(run, contest)| {
        let configurations = contest.configurations.iter();
        configurations.map(move |c| (run, &contest.place, *c))
    });
    let open: Vec<_> = order
        .filter(|(run, place, configuration)| !place.has_ended(configuration.name, *run))
        .collect();
    let (all, left) = (open.len(), AtomicUsize::new(open.len()));
    parallel::on(extent.jobs, open, |worker, (run, place, configuration)| {
        run::run(place, configuration, run, extent.cpu, worker)?;
        let left = left.fetch_sub(1, Ordering::Relaxed) - 1;
        eprintln!("   runs left: {left}");
        Ok(())
    })?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::{ALONE, WHOLE};
    use fz_harness::subject;

    #[test]
    fn exceptions_are_of_packages_and_configurations_that_there_are() {
        for table in [WHOLE, ALONE] {
            for (package, names) in table.fewer {
                assert!(subject::load(&[package.to_string()]).is_ok());
                assert!(names.len() > 1);
                for name in *names {
                    assert!(table.configurations.iter().any(|c| c.name == *name));
                }
            }
        }
    }
}
