//! Runs a built fuzzer for a few seconds on the seeds that its script has zipped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::engines::settle_afl;
use crate::{proc, setup};

/// Seeds are many and large; these do.
const SEEDS: usize = 20;
const LARGEST: u64 = 32 << 10;
const SECONDS: &str = "10";

/// How many executions `name` of the folder `out` had.
pub fn run(out: &Path, name: &str, engine: &str, label: &str) -> Result<u64> {
    let program = out.join(name);
    ensure!(program.exists(), "the script left no {name} in $OUT");
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
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(&all).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() && entry.metadata()?.len() <= LARGEST {
            files.push(entry.into_path());
        }
    }
    // Spread over the corpus.
    let step = files.len().div_ceil(SEEDS).max(1);
    for (at, file) in files.iter().step_by(step).enumerate() {
        fs::copy(file, seeds.join(format!("{at:03}")))?;
    }
    if files.is_empty() {
        fs::write(seeds.join("made"), "a")?;
    }
    Ok(seeds)
}

/// A crash is the package's affair; the fuzzer has run all the same.
fn libfuzzer(program: &Path, seeds: &Path, work: &Path, label: &str) -> Result<u64> {
    let queue = work.join("queue");
    fs::create_dir_all(&queue)?;
    let mut command = Command::new(program);
    command
        .current_dir(work)
        .arg("-runs=20000")
        .arg(format!("-max_total_time={SECONDS}"))
        .args(["-print_final_stats=1", "-artifact_prefix=found-"])
        .arg(&queue)
        .arg(seeds);
    let log = proc::log_for(label);
    let done = proc::run_to_log(label, &mut command, &log)?;
    let executed = done
        .output
        .lines()
        .find_map(|l| l.strip_prefix("stat::number_of_executed_units:"));
    match executed.and_then(|n| n.trim().parse().ok()) {
        Some(n) if n > 0 => Ok(n),
        _ => bail!(proc::failure(label, &command, &done, &log)),
    }
}

fn afl(program: &Path, seeds: &Path, work: &Path, label: &str) -> Result<u64> {
    let out = work.join("afl");
    let mut command = Command::new(setup::aflpp().join("bin/afl-fuzz"));
    settle_afl(&mut command);
    command
        .current_dir(work)
        .env("AFL_IGNORE_SEED_PROBLEMS", "1")
        .arg("-i")
        .arg(seeds)
        .arg("-o")
        .arg(&out);
    command.args(["-V", SECONDS, "-m", "none", "-t", "2000+", "--"]);
    command.arg(program);
    proc::run(label, &mut command)?;
    let stats = fs::read_to_string(out.join("default/fuzzer_stats"))
        .context("afl-fuzz left no fuzzer_stats")?;
    let executed = stats.lines().find_map(|l| {
        l.strip_prefix("execs_done")?
            .split(": ")
            .nth(1)?
            .trim()
            .parse()
            .ok()
    });
    executed
        .filter(|&n: &u64| n > 0)
        .context("afl-fuzz executed nothing")
}
