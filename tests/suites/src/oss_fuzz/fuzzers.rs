//! Runs a built fuzzer for a few seconds on the seeds that its script has zipped.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fmt, fs};

use anyhow::{Context, Result, ensure};

use crate::engines::hunt::settle_afl;
use fz_harness::linked::linked_below;
use fz_harness::said;
use xtask::{proc, repo, setup};

/// Seeds are many and large; these do.
const SEEDS: usize = 20;
const LARGEST: u64 = 32 << 10;
const SECONDS: &str = "10";

/// The programs in the folder `out`, sorted by name.
pub fn left(out: &Path) -> Result<Vec<String>> {
    let named = |program: &PathBuf| {
        let name = program.strip_prefix(out).unwrap_or(program);
        name.display().to_string()
    };
    Ok(linked_below(out)?.iter().map(named).collect())
}

/// Runs `name` of the folder `out`: it has to execute something, to see edges, and not to crash.
pub fn run(out: &Path, name: &str, engine: &str, label: &str) -> Result<Ran> {
    let program = out.join(name);
    let work = out.join(format!("{name}.run"));
    fs::create_dir_all(&work)?;
    let seeds = seeds(out, name, &work)?;
    let label = format!("{label} {name}");
    match engine {
        "libfuzzer" => libfuzzer(&program, &seeds, &work, &label),
        _ => afl(&program, &seeds, &work, &label),
    }
}

/// A few small seeds of the corpus beside the program, or one byte.
fn seeds(out: &Path, name: &str, work: &Path) -> Result<PathBuf> {
    let (all, seeds) = (work.join("corpus"), work.join("seeds"));
    fs::create_dir_all(&all)?;
    fs::create_dir_all(&seeds)?;
    let corpus = out.join(format!("{name}_seed_corpus.zip"));
    if corpus.exists() {
        let mut unzip = Command::new("unzip");
        proc::output(unzip.args(["-q", "-o"]).arg(&corpus).arg("-d").arg(&all))?;
    }
    spread(&all, &seeds)?;
    Ok(seeds)
}

/// Copies some of the small files below `all`, or makes one.
fn spread(all: &Path, seeds: &Path) -> Result<()> {
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(all).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() && entry.metadata()?.len() <= LARGEST {
            files.push(entry.into_path());
        }
    }
    let step = files.len().div_ceil(SEEDS).max(1);
    for (at, file) in files.iter().step_by(step).enumerate() {
        fs::copy(file, seeds.join(format!("{at:03}")))?;
    }
    if files.is_empty() {
        fs::write(seeds.join("made"), "a")?;
    }
    Ok(())
}

/// As OSS-Fuzz's own runner has it; and what else is reported ends the program, so that it counts as a crash.
const UBSAN: &str = "silence_unsigned_overflow=1:halt_on_error=1:print_stacktrace=1";

fn libfuzzer(program: &Path, seeds: &Path, work: &Path, label: &str) -> Result<Ran> {
    let queue = work.join("queue");
    fs::create_dir_all(&queue)?;
    let mut command = Command::new(program);
    command
        .current_dir(work)
        .env("UBSAN_OPTIONS", UBSAN)
        .arg("-runs=20000")
        .arg(format!("-max_total_time={SECONDS}"))
        .args(["-print_final_stats=1", "-artifact_prefix=found-"])
        .arg(&queue)
        .arg(seeds);
    let log = proc::log_for(label);
    let done = proc::run_to_log(label, &mut command, &log)?;
    let ran = Ran {
        executions: said::libfuzzer_executions(&done.output),
        edges: said::coverage(&done.output).map(|c| c.edges),
        crashes: u64::from(!done.status.success()),
    };
    ran.judged()
        .with_context(|| proc::failure(label, &command, &done, &log))
}

fn afl(program: &Path, seeds: &Path, work: &Path, label: &str) -> Result<Ran> {
    let out = work.join("afl");
    let mut command = Command::new(setup::aflpp().join("bin/afl-fuzz"));
    settle_afl(&mut command);
    command
        .current_dir(work)
        .env(
            "UBSAN_OPTIONS",
            format!("{UBSAN}:abort_on_error=1:symbolize=0"),
        )
        .arg("-i")
        .arg(seeds)
        .arg("-o")
        .arg(&out);
    command.args(["-V", SECONDS, "-m", "none", "-t", "2000+", "--"]);
    command.arg(program);
    proc::run(label, &mut command)?;
    let stat = |key| said::afl(&out.join("default"), key);
    let ran = Ran {
        executions: stat("execs_done"),
        edges: stat("edges_found"),
        crashes: stat("saved_crashes").context("afl-fuzz tells of no crashes")?,
    };
    ran.judged()
        .with_context(|| format!("{label}: see {}", repo::shown(&out)))
}

/// What a fuzzer says of its seconds.
#[derive(Debug, Clone, Copy)]
pub struct Ran {
    executions: Option<u64>,
    edges: Option<u64>,
    crashes: u64,
}

impl Ran {
    fn judged(self) -> Result<Ran> {
        ensure!(self.crashes == 0, "it crashed");
        ensure!(self.executions > Some(0), "nothing was executed");
        ensure!(self.edges > Some(0), "no edge was seen");
        Ok(self)
    }
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (executions, edges) = (self.executions.unwrap_or(0), self.edges.unwrap_or(0));
        write!(f, "{executions} ({edges})")
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{LARGEST, Ran, SEEDS, seeds, spread};

    #[test]
    fn seeds_are_small_files_from_all_over_the_corpus_or_one_byte() {
        let dir = tempfile::tempdir().unwrap();
        let (corpus, into) = (dir.path().join("corpus"), dir.path().join("into"));
        for dir in [&corpus, &into] {
            fs::create_dir(dir).unwrap();
        }
        for at in 0..2 * SEEDS {
            fs::write(corpus.join(format!("{at:02}")), format!("{at}")).unwrap();
        }
        fs::write(corpus.join("0"), vec![0; LARGEST as usize + 1]).unwrap();
        spread(&corpus, &into).unwrap();
        let last = fs::read_to_string(into.join(format!("{:03}", SEEDS - 1))).unwrap();
        assert_eq!(last, format!("{}", 2 * SEEDS - 2));
        assert_eq!(fs::read_dir(&into).unwrap().count(), SEEDS);
        let made = seeds(dir.path(), "none", &dir.path().join("work")).unwrap();
        assert_eq!(fs::read(made.join("made")).unwrap(), b"a");
    }

    #[test]
    fn a_run_is_bad_in_one_of_three_ways() {
        let good = Ran {
            executions: Some(9),
            edges: Some(3),
            crashes: 0,
        };
        assert_eq!(good.judged().unwrap().to_string(), "9 (3)");
        let bad = [
            Ran { crashes: 1, ..good },
            Ran {
                executions: None,
                ..good
            },
            Ran {
                edges: Some(0),
                ..good
            },
        ];
        for ran in bad {
            assert!(ran.judged().is_err(), "{ran}");
        }
    }
}
