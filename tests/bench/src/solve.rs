//! Whether branch distances solve conditions over computed values: small programs, fuzzed after FOX's algorithm by a client
//! of our own (`fz_harness::newton`) on profile `distance`, and by afl-fuzz with cmplog on its own builds, in equal
//! executions. Counted are executions, so campaigns may share the machine.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use clap::{Args, value_parser};
use serde_json::json;

use super::parts;
use super::solving::{Campaign, Outcome, median};
use super::trials::{Results, Trials, Turn};
use fz_harness::newton;
use fz_harness::rung::{self, Rung};
use xtask::table::grouped;
use xtask::{build, env, repo, setup};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The programs (all of tests/bench/solve/)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// The fuzzers (all)
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = FUZZERS.map(Fuzzer::name))]
    fuzzers: Vec<String>,
    /// Campaigns of each fuzzer on each program, with different random seeds
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u64).range(1..))]
    trials: u64,
    /// Executions after which a campaign gives up
    #[arg(long, default_value_t = 100_000, value_parser = value_parser!(u64).range(1..))]
    executions: u64,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask bench solve                                    all programs; half an hour
  cargo xtask bench solve --only affine,crc --trials 1       a first look; a minute
  cargo xtask bench solve --fuzzers distance                 our client alone; minutes

The peer is AFL++ 5.02c, or 4.40c where `cargo xtask setup --peers` could not make a root of Debian for it. All campaigns \
begin with one seed, a text as long as a solution.";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fuzzer {
    Distance,
    Cmplog,
    /// Of all inputs, with arithmetic and transformed operands solved as well.
    CmplogAll,
}

const FUZZERS: [Fuzzer; 3] = [Fuzzer::Distance, Fuzzer::Cmplog, Fuzzer::CmplogAll];

impl Fuzzer {
    const fn name(self) -> &'static str {
        match self {
            Fuzzer::Distance => "distance",
            Fuzzer::Cmplog => "cmplog",
            Fuzzer::CmplogAll => "cmplog-3ATR",
        }
    }

    /// The `-l` of afl-fuzz.
    fn level(self) -> &'static str {
        match self {
            Fuzzer::Distance | Fuzzer::Cmplog => "2",
            Fuzzer::CmplogAll => "3ATR",
        }
    }
}

/// A text, which nothing is special about.
fn seed(at: usize) -> u8 {
    b'0' + (at % 75) as u8
}

pub fn main(options: &Options) -> Result<()> {
    let programs = rung::load(&rung::computed(), &options.only, seed)?;
    build::ready()?;
    setup::peers()?;
    let mut fuzzers = FUZZERS.to_vec();
    fuzzers.retain(|f| {
        let mut asked = options.fuzzers.iter();
        options.fuzzers.is_empty() || asked.any(|name| name == f.name())
    });
    let place = repo::made().join("bench/solve");
    fs::create_dir_all(&place)?;
    let peer = Peer::find();
    let mut targets = Vec::new();
    for program in programs {
        targets.push(Target::of(program, &peer, &place)?);
    }
    let bench = Bench {
        options,
        peer,
        fuzzers,
        targets,
        place,
    };
    bench.print(&bench.run()?);
    Ok(())
}

/// An AFL++.
struct Peer {
    release: &'static str,
    programs: PathBuf,
    flags: &'static [&'static str],
}

impl Peer {
    fn find() -> Peer {
        match setup::newest_aflpp() {
            // What its compilers link in their root runs here only if it needs none of the root's libraries.
            Some(programs) => Peer {
                release: "5.02c",
                programs,
                flags: &["-static"],
            },
            None => Peer {
                release: "4.40c",
                programs: setup::aflpp().join("bin"),
                flags: &[],
            },
        }
    }

    fn compiler(&self, flags: &[&str]) -> Command {
        let mut command = Command::new(self.programs.join("afl-clang-fast"));
        env::unsteered(&mut command);
        command.env("AFL_QUIET", "1").args(["-O2", "-w"]);
        command.args(self.flags).args(flags);
        command
    }
}

/// A program in all builds.
struct Target {
    program: Rung,
    ours: PathBuf,
    theirs: PathBuf,
    cmplog: PathBuf,
    seeds: PathBuf,
}

impl Target {
    fn of(program: Rung, peer: &Peer, place: &Path) -> Result<Target> {
        let mut ours = repo::tool("fz-cc");
        ours.args(["--fz-profile=distance", "--fz-engine=afl", "-O2", "-w"]);
        let mut cmplog = peer.compiler(&[]);
        cmplog.env("AFL_LLVM_CMPLOG", "1");
        Ok(Target {
            ours: program.build(ours, "distance", place)?,
            theirs: program.build(peer.compiler(&[]), "afl", place)?,
            cmplog: program.build(cmplog, "cmplog", place)?,
            seeds: program.seeds(place)?,
            program,
        })
    }
}

struct Bench<'a> {
    options: &'a Options,
    peer: Peer,
    fuzzers: Vec<Fuzzer>,
    targets: Vec<Target>,
    place: PathBuf,
}

impl Bench<'_> {
    fn run(&self) -> Result<Results> {
        let trials = Trials {
            label: "solve",
            targets: self.targets.iter().map(|t| &*t.program.name).collect(),
            contenders: self.fuzzers.iter().map(|f| f.name()).collect(),
            count: self.options.trials,
        };
        let write = |results: &Results| {
            let report = json!({
                "executions": self.options.executions,
                "trials": self.options.trials,
                "peer": self.peer.release,
                "programs": trials.json(results),
            });
            parts::write(self.options.json.as_deref(), &report)
        };
        trials.conduct(|core, turn| self.campaign(core, turn), write)
    }

    fn campaign(&self, core: usize, turn: Turn) -> Result<Outcome> {
        let target = &self.targets[turn.target];
        let (fuzzer, random) = (self.fuzzers[turn.contender], turn.trial + 1);
        let limit = self.options.executions;
        if fuzzer == Fuzzer::Distance {
            let Some(found) = newton::solve(&target.ours, &target.program.seed, random, limit)?
            else {
                return Ok(Outcome::Unsolved);
            };
            let input = self.place.join(format!("found-{core}"));
            fs::write(&input, &found.input)?;
            // Each build has the other's word for it.
            return Ok(match rung::aborts(&target.theirs, &input)? {
                true => Outcome::Solved(found.executions),
                false => Outcome::Wrong(found.executions),
            });
        }
        let campaign = Campaign {
            fuzzer: self.peer.programs.join("afl-fuzz"),
            program: &target.theirs,
            environment: &[],
            arguments: ["-c".into(), target.cmplog.clone().into(), "-l".into()]
                .into_iter()
                .chain([OsString::from(fuzzer.level())])
                .collect(),
            solves: &|input| rung::aborts(&target.ours, input),
            seeds: &target.seeds,
            out: self.place.join(format!("out-{core}")),
            mutator: None,
            executions: limit,
            random,
            core,
        };
        campaign.run()
    }

    fn print(&self, results: &Results) {
        let names: Vec<&str> = self.fuzzers.iter().map(|f| f.name()).collect();
        println!(
            "{} executions of each campaign; afl-fuzz {}. Trials that solve the program, and their median executions:\n",
            grouped(self.options.executions),
            self.peer.release
        );
        println!("| program | {} |", names.join(" | "));
        println!("|---|{}", "---|".repeat(names.len()));
        for (target, outcomes) in self.targets.iter().zip(results) {
            let cells: Vec<String> = outcomes.iter().map(|o| cell(o)).collect();
            println!("| {} | {} |", target.program.name, cells.join(" | "));
        }
        let solved = |at: usize| {
            let solved = results.iter().filter(|of| is_solved(&of[at])).count();
            format!("{solved} of {}", results.len())
        };
        let solved: Vec<String> = (0..names.len()).map(solved).collect();
        println!("| by most trials | {} |", solved.join(" | "));
    }
}

/// Whether more trials than not solve the program.
fn is_solved(outcomes: &[Outcome]) -> bool {
    median(outcomes).is_some()
}

/// How many trials solve the program, and the median of their executions.
fn cell(outcomes: &[Outcome]) -> String {
    let is_solution = |outcome: &&Outcome| outcome.solved().is_some();
    let solved: Vec<Outcome> = outcomes.iter().filter(is_solution).copied().collect();
    let count = format!("{} of {}", solved.len(), outcomes.len());
    match median(&solved) {
        Some(executions) => format!("{count}: {}", grouped(executions)),
        None => count,
    }
}

#[cfg(test)]
mod tests {
    use super::cell;
    use crate::solving::Outcome::{Solved, Unsolved, Wrong};

    #[test]
    fn a_cell_has_the_median_of_what_was_solved() {
        assert_eq!(
            cell(&[Solved(9000), Unsolved, Solved(1000)]),
            "2 of 3: 1,000"
        );
        assert_eq!(cell(&[Wrong(1), Unsolved]), "0 of 2");
    }
}
