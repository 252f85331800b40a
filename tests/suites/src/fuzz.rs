//! `cargo xtask test fuzz`: fz's readers hold out against what a stranger may have written. The targets of `tests/readers/`
//! are built for libFuzzer, with checks for overflow, and get programs that fz-cc has built, stores and patches with changes
//! in them. A panic, a run of more than ten seconds or more than half a gigabyte of memory is a finding.

mod samples;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use fz_harness::parallel;
use fz_harness::progress::bar;
use fz_harness::toolchain::Toolchain;
use xtask::{proc, repo, table};

/// Of each target.
const USUAL: &str = "1m";
/// The same in CI.
const SHARE: Duration = Duration::from_secs(10);

/// What rustc adds for libFuzzer: counters, and what is compared.
const INSTRUMENTED: [&str; 5] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

const PACKAGE: &str = "fz-readers";

const EXAMPLES: &str = "\
Examples:
  cargo xtask test fuzz                           every target of tests/readers/
  cargo xtask test fuzz stores patches            these two
  cargo xtask test fuzz records --budget 10m      one, for ten minutes of processor time

What targets have come by is kept in target/readers/, and the next run goes on with it.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only these targets
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// Processor time for each target, such as 30s or 10m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = USUAL)]
    budget: Duration,
    #[command(flatten)]
    toolchain: Toolchain,
}

pub fn main(options: &Options) -> Result<()> {
    options.toolchain.ready()?;
    run(&options.targets, options.budget)
}

/// A part of it, with the toolchain that is staged.
pub fn share() -> Result<()> {
    run(&[], SHARE)
}

/// What came of a target.
struct Fuzzed {
    target: String,
    /// `None`: it ended at a finding.
    inputs: Option<String>,
    finding: Option<PathBuf>,
    log: PathBuf,
}

fn run(wanted: &[String], budget: Duration) -> Result<()> {
    let program = build()?;
    let folder = folder();
    let samples = folder.join("samples");
    samples::build(&samples)?;
    let listed = proc::output(&mut Command::new(&program))?;
    let known: Vec<&str> = listed
        .lines()
        .filter_map(|l| l.split('\t').next())
        .collect();
    for target in wanted {
        ensure!(
            known.contains(&target.as_str()),
            "no target is named {target}; there are {}",
            known.join(", ")
        );
    }
    let chosen = known
        .into_iter()
        .filter(|k| wanted.is_empty() || wanted.iter().any(|w| w == k));
    let chosen: Vec<&str> = chosen.collect();
    let bar = bar("fuzz: targets", chosen.len());
    let all = Mutex::new(Vec::new());
    parallel::each(chosen, |_, target| {
        let fuzzed = fuzz(&program, &samples, target, budget)?;
        bar.inc(1);
        all.lock().expect("no worker panicked").push(fuzzed);
        Ok(())
    })?;
    bar.finish_and_clear();
    let all = all.into_inner().expect("no worker panicked");
    let row = |fuzzed: &Fuzzed| {
        let inputs = fuzzed.inputs.clone();
        let found = match &fuzzed.finding {
            Some(finding) => repo::shown(finding),
            None => "nothing".to_owned(),
        };
        vec![fuzzed.target.clone(), inputs.unwrap_or_default(), found]
    };
    table::under(
        "target | inputs | found",
        &all.iter().map(row).collect::<Vec<_>>(),
    );
    let findings: Vec<String> = all
        .iter()
        .filter_map(|fuzzed| {
            let mut again = repeated(&program, &samples, &fuzzed.target, budget);
            again.arg(fuzzed.finding.as_ref()?);
            Some(format!(
                "{}: its log is {}; repeat it with\n  {}",
                fuzzed.target,
                repo::shown(&fuzzed.log),
                proc::rendered(&again)
            ))
        })
        .collect();
    match findings.is_empty() {
        true => Ok(()),
        false => bail!("a reader does not hold out:\n{}", findings.join("\n")),
    }
}

fn folder() -> PathBuf {
    repo::made().join("readers")
}

/// The targets, built for libFuzzer.
fn build() -> Result<PathBuf> {
    let arch = std::env::consts::ARCH;
    let library = format!("libclang_rt.fuzzer_no_main-{arch}.a");
    let mut clang = Command::new(fz_llvm::CLANG);
    let library = proc::output(clang.arg(format!("-print-file-name={library}")))?;
    ensure!(
        Path::new(&library).is_file(),
        "{library} is not there: install {}",
        fz_llvm::RUNTIMES_PACKAGE
    );
    // Of a target that is named, build scripts and procedural macros stay as they are.
    let triple = format!("{arch}-unknown-linux-gnu");
    let linked = [
        format!("-Clink-arg={library}"),
        "-Clink-arg=-lstdc++".to_owned(),
    ];
    let flags = INSTRUMENTED.map(str::to_owned).into_iter().chain(linked);
    let mut cargo = repo::cargo("build");
    cargo
        .args([
            "--package",
            PACKAGE,
            "--features",
            "libfuzzer",
            "--profile",
            "fuzz",
        ])
        .args(["--target", &triple, "--target-dir"])
        .arg(folder())
        .env("RUSTFLAGS", flags.collect::<Vec<_>>().join(" "));
    proc::run("build the readers for libFuzzer", &mut cargo)?;
    Ok(folder().join(triple).join("fuzz").join(PACKAGE))
}

/// The command that runs inputs which are named behind it.
fn repeated(program: &Path, samples: &Path, target: &str, budget: Duration) -> Command {
    let mut command = Command::new(program);
    command
        .arg(target)
        .arg(samples)
        .arg(budget.as_secs().to_string());
    command.args(["-timeout=10", "-rss_limit_mb=2048"]);
    command
}

fn fuzz(program: &Path, samples: &Path, target: &str, budget: Duration) -> Result<Fuzzed> {
    let [corpus, findings] = ["corpus", "findings"].map(|kind| folder().join(kind).join(target));
    for folder in [&corpus, &findings] {
        fs::create_dir_all(folder)?;
    }
    let known = inside(&findings)?;
    let mut command = repeated(program, samples, target, budget);
    command.args(["-seed=1", "-max_len=100000"]);
    command.arg(format!("-artifact_prefix={}/", findings.display()));
    command.arg(corpus);
    let log = folder().join(format!("{target}.log"));
    command.stderr(fs::File::create(&log)?);
    let output = command.output();
    let output = output.with_context(|| format!("cannot start {}", proc::rendered(&command)))?;
    let found = inside(&findings)?
        .into_iter()
        .find(|path| !known.contains(path));
    let said = String::from_utf8_lossy(&output.stdout);
    let inputs = said.lines().last().map(str::to_owned);
    if found.is_none() && !(output.status.success() && inputs.is_some()) {
        bail!(
            "{} ended before its time: its log is {}",
            proc::rendered(&command),
            repo::shown(&log)
        );
    }
    Ok(Fuzzed {
        target: target.to_owned(),
        inputs,
        finding: found,
        log,
    })
}

fn inside(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    Ok(entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, std::io::Error>>()?)
}
