//! `cargo xtask test differential`: programs built with fz-cc behave as clang's own builds of them.
//!
//! Programs come from csmith, from GCC's c-torture and from a generator of our own. Each is built by plain clang and
//! under the profiles, at the same levels of optimisation; output, status and signal have to be the same.

mod campaign;
mod compare;
mod compile;
mod difference;
mod failures;
mod generate;
mod journal;
mod matrix;
pub mod program;
mod reports;
mod scratch;
mod sources;
mod summary;
mod torture;

use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;

use campaign::{Campaign, Extent};
use compare::Lab;
use compile::Compiler;
use fz_harness::budget::Budget;
use fz_harness::level::Level;
use fz_harness::toolchain::Toolchain;
use journal::Journal;
use matrix::Matrix;
use program::{Sanitizer, Source};
use scratch::Scratch;
use xtask::{apt, repo};

/// How long it takes if nothing else is said, also in a plain `cargo xtask test`.
const TIME: Duration = Duration::from_secs(300);

/// Where a full run begins, so that it can go on after an interruption.
const FULL_SEED: u32 = 1;

const EXAMPLES: &str = "\
Examples:
  cargo xtask test differential                           five minutes of programs that follow from the commit
  cargo xtask test differential --fresh --budget 30m      programs that nobody has seen: what they find becomes a test
  cargo xtask test differential --full                    everything; hours; goes on where it stopped
  cargo xtask test differential --sources csmith --seed 17 --count 1 --levels O2
  cargo xtask test differential --test 20000112-1 --profiles fuzz,vanilla
  cargo xtask test differential --profiles compares,cmplog --listeners --count 50
  cargo xtask test differential --sanitize undefined --count 50";

#[derive(Args, Default)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Everything: all of c-torture, 2,000 programs of csmith, 500 of our own, in all builds; goes on where it stopped
    #[arg(long, conflicts_with = "budget")]
    full: bool,
    /// With --full: forget what was found before
    #[arg(long, requires = "full")]
    restart: bool,
    #[command(flatten)]
    budget: Budget,
    /// The seed of the first program [default: one that follows from the commit]
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// Draw the seed of the first program
    #[arg(long, conflicts_with_all = ["seed", "full"])]
    fresh: bool,
    /// So many programs of each source, in all builds, instead of a time
    #[arg(long, value_name = "N", conflicts_with = "budget")]
    count: Option<usize>,
    /// Only programs from these sources
    #[arg(long, value_name = "SOURCE", value_delimiter = ',')]
    sources: Vec<Source>,
    /// Only this test of c-torture, in all builds (repeatable)
    #[arg(long, conflicts_with_all = ["full", "count"], value_name = "NAME")]
    test: Vec<String>,
    /// Only these profiles; a value with a slash is the path of a file
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    profiles: Vec<String>,
    /// Only these levels of optimisation
    #[arg(long, value_name = "LEVEL", value_delimiter = ',')]
    levels: Vec<Level>,
    /// Build with this sanitizer on both sides, and compare what it reports
    #[arg(long, value_name = "SANITIZER")]
    sanitize: Option<Sanitizer>,
    /// Link an object that listens to compare feedback, so that this code runs too
    #[arg(long, conflicts_with = "full")]
    listeners: bool,
    /// Also write the summary as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    toolchain: Toolchain,
}

impl Options {
    /// A share of so much time, other than five minutes, and from this seed, if any is named.
    pub fn of_share(time: Option<Duration>, seed: Option<u32>) -> Options {
        Options {
            budget: Budget { time },
            seed,
            ..Options::default()
        }
    }

    fn extent(&self) -> Extent {
        match (self.count, self.full) {
            (Some(count), _) => Extent::Count(count),
            (None, true) => Extent::Full,
            (None, false) if !self.test.is_empty() => Extent::Count(usize::MAX),
            (None, false) => Extent::Time(self.budget.time.unwrap_or(TIME)),
        }
    }

    fn sources(&self) -> Vec<Source> {
        // A test is named: nothing else is meant.
        if !self.test.is_empty() {
            return vec![Source::Torture];
        }
        let wanted = |s: &Source| self.sources.is_empty() || self.sources.contains(s);
        Source::ALL.into_iter().filter(wanted).collect()
    }

    /// What programs follow from: the commit, so that a submission is judged by what it can repeat. Fresh draws are runs of
    /// their own. Without a checkout of git the programs are always the same.
    fn first_seed(&self) -> u64 {
        let of_commit = || repo::commit().and_then(|commit| seed_of(&commit));
        let first = match self.seed {
            Some(seed) => seed,
            None if self.full => FULL_SEED,
            None if self.fresh => RandomState::new().build_hasher().finish() as u32,
            None => of_commit().unwrap_or(FULL_SEED),
        };
        first.into()
    }
}

/// The seed that a commit's hash stands for.
fn seed_of(commit: &str) -> Option<u32> {
    u32::from_str_radix(commit.get(..8)?, 16).ok()
}

pub fn main(options: &Options) -> Result<()> {
    options.toolchain.ready()?;
    share(options)
}

/// Compares, with the toolchain that is staged.
pub fn share(options: &Options) -> Result<()> {
    let sources = options.sources();
    if sources.contains(&Source::Csmith) {
        apt::ensure_installed(["csmith", "libcsmith-dev"])?;
    }
    let made = made()?;
    let scratch = Scratch::new(&made.join("scratch"))?;
    let tree = scratch.toolchain()?;
    let profiles = compile::profiles(&tree, &options.profiles)?;
    let listeners = match options.listeners {
        true => Some(compile::listeners(scratch.path())?),
        false => None,
    };
    let fz = |profile: &String| Compiler::fz(&tree, profile, listeners.as_deref());
    let compilers: Vec<_> = profiles.iter().map(fz).collect();
    let levels = match &options.levels[..] {
        [] => Level::ALL.to_vec(),
        some => some.to_vec(),
    };
    let seed = options.first_seed();
    let settings = journal::settings(&profiles, &levels, options.sanitize.map(Sanitizer::name))?;
    let extent = options.extent();
    let journal = if options.full {
        let fingerprint = compile::fingerprint(&tree, &compilers)?;
        let path = made.join(format!("full-{:016x}-{settings:016x}.jsonl", fingerprint));
        let journal = Journal::open(&path, options.restart)?;
        eprintln!(
            "fz: {} programs are in {} already",
            journal.len(),
            repo::shown(&path)
        );
        Some(journal)
    } else {
        None
    };
    eprintln!(
        "fz: comparing {} with clang; the first seed is {seed}",
        profiles.join(", ")
    );
    let campaign = Campaign {
        matrix: Matrix { compilers, levels },
        lab: Lab {
            sanitizer: options.sanitize,
            scratch,
            failures: made.join("failures"),
            listeners: options.listeners,
        },
        extent,
        seed,
        journal,
        whole: !matches!(extent, Extent::Time(_))
            && options.profiles.is_empty()
            && options.levels.is_empty()
            && options.sanitize.is_none()
            && !options.listeners,
        summary: Mutex::default(),
    };
    let started = Instant::now();
    for (at, &source) in sources.iter().enumerate() {
        let share = match extent {
            Extent::Time(all) => {
                let left = all.saturating_sub(started.elapsed());
                Some(left / (sources.len() - at) as u32)
            }
            Extent::Count(_) | Extent::Full => None,
        };
        campaign.run(source, &options.test, share)?;
    }
    let summary = campaign.summary.into_inner().expect("no worker panicked");
    summary.print();
    if let Some(path) = &options.json {
        fs::write(path, serde_json::to_string_pretty(&summary)? + "\n")
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let Some(told) = failures::told(&summary.differences) else {
        return Ok(());
    };
    bail!("{told}");
}

/// What this command makes.
fn made() -> Result<PathBuf> {
    let dir = repo::made().join("differential");
    fs::create_dir_all(&dir)?;
    Ok(dir)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_stands_for_a_seed() {
        let commit = "0358774aa1e8f7d6c5b4a3928170ffeeddccbbaa";
        assert_eq!(seed_of(commit), Some(0x0358_774a));
        assert_eq!(seed_of("no hash"), None);
        assert_eq!(seed_of("12"), None);
    }
}
