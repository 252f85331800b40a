//! libFuzzer on libpng's own fuzzer: clang's -fsanitize=fuzzer against fz's objects, linked for libFuzzer. Coverage on
//! one corpus, and executions per second, in turns.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, time::Duration};

use anyhow::{Context, Result};
use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::edges::mutate;
use super::goal::{self, Goal, Limit};
use fz_harness::said::{self, Coverage};
use fz_harness::subject::{self, Subject};
use fz_harness::{limited, parallel};
use xtask::{build, env, proc, repo, table};

#[derive(Args)]
pub struct Options {
    /// Files of the corpus: libpng's own, and what is made of them
    #[arg(long, default_value_t = 500, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    files: usize,
    /// Timed runs of each build; the fastest counts
    #[arg(long, default_value_t = 5, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    runs: usize,
    /// Executions of each timed run
    #[arg(long, default_value_t = 200_000)]
    executions: u64,
    /// The profile of our build
    #[arg(long, value_name = "NAME", default_value = "compares")]
    profile: String,
}

const SUBJECT: &str = "libpng";
const FUZZER: &str = "libpng/contrib/oss-fuzz/libpng_read_fuzzer.cc";
/// One run.
const LIMIT: Duration = Duration::from_secs(600);

/// Who builds it.
enum Builder {
    Clang,
    Fz(String),
}

impl Builder {
    fn name(&self) -> &str {
        match self {
            Builder::Clang => "clang -fsanitize=fuzzer",
            Builder::Fz(profile) => profile,
        }
    }

    fn compiler(&self, cxx: bool) -> Command {
        let mut command = match self {
            Builder::Clang => {
                let mut command = Command::new(if cxx {
                    fz_llvm::CLANGXX
                } else {
                    fz_llvm::CLANG
                });
                env::unsteered(&mut command);
                command
            }
            Builder::Fz(profile) => {
                let name = if cxx { "bin/fz-cxx" } else { "bin/fz-cc" };
                let mut command = Command::new(repo::stage().join(name));
                env::unsteered(&mut command);
                command
                    .env("FZ_ENGINE", "libfuzzer")
                    .arg(format!("--fz-profile={profile}"));
                command
            }
        };
        command.args(["-O2", "-w"]);
        command
    }
}

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    let subject = subject::load(&[SUBJECT.to_string()])?
        .pop()
        .expect("the name is known");
    subject.prepare()?;
    let dir = subject.dir().join("libfuzzer");
    let corpus = dir.join("corpus");
    mutate::write(&subject.seeds(64 << 10)?, options.files, &corpus)?;
    let builders = [Builder::Clang, Builder::Fz(options.profile.clone())];
    let mut programs = Vec::new();
    for (at, builder) in builders.iter().enumerate() {
        programs.push(program(&subject, builder, &dir.join(at.to_string()))?);
    }
    let mut coverage = Vec::new();
    for program in &programs {
        coverage.push(replay(program, &corpus)?);
    }
    let mut fastest = vec![0.0_f64; programs.len()];
    let bar = fz_harness::progress::bar("libFuzzer", options.runs * programs.len());
    for run in 0..options.runs {
        for (best, program) in fastest.iter_mut().zip(&programs) {
            let speed = speed(program, &corpus, options.executions, run + 1)?;
            *best = best.max(speed);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let rows: Vec<Vec<String>> = builders
        .iter()
        .zip(&coverage)
        .zip(&fastest)
        .map(|((builder, coverage), speed)| {
            vec![
                builder.name().to_string(),
                coverage.edges.to_string(),
                coverage.features.to_string(),
                format!("{speed:.0}"),
                format!("{:.3}", speed / fastest[0]),
            ]
        })
        .collect();
    table::under("build | cov | ft | execs/s | ratio", &rows);
    let mut cov = Goal::new("cov, ours / clang's", Limit::AtLeast(1.0));
    let mut ft = Goal::new("ft, ours / clang's", Limit::AtLeast(1.0));
    let mut time = Goal::new("execs/s, ours / clang's", Limit::AtLeast(0.9));
    let ratio = |a: u64, b: u64| a as f64 / b as f64;
    cov.measured(SUBJECT, ratio(coverage[1].edges, coverage[0].edges));
    ft.measured(SUBJECT, ratio(coverage[1].features, coverage[0].features));
    time.measured(SUBJECT, fastest[1] / fastest[0]);
    println!();
    goal::print(&[cov, ft, time]);
    Ok(())
}

/// The fuzzer with all of libpng and zlib.
fn program(subject: &Subject, builder: &Builder, dir: &Path) -> Result<PathBuf> {
    repo::fresh(dir)?;
    let src = subject.src();
    // The subject's own harness is for another loop.
    let files = subject.files()?;
    let sources = files.iter().filter(|f| f.path.starts_with(&src));
    let mut jobs: Vec<(Command, PathBuf)> = Vec::new();
    for file in sources {
        let object = dir.join(format!("{}.o", jobs.len()));
        let mut command = builder.compiler(false);
        command.args(&file.flags).arg("-fsanitize=fuzzer-no-link");
        command.arg("-c").arg(&file.path).arg("-o").arg(&object);
        jobs.push((command, object));
    }
    let object = dir.join("fuzzer.o");
    let mut fuzzer = builder.compiler(true);
    fuzzer
        .args(&subject.flags)
        .args(["-std=c++11", "-fsanitize=fuzzer-no-link"]);
    fuzzer
        .arg("-c")
        .arg(src.join(FUZZER))
        .arg("-o")
        .arg(&object);
    jobs.push((fuzzer, object));
    let (commands, objects): (Vec<_>, Vec<_>) = jobs.into_iter().unzip();
    parallel::each(commands, |_, mut command: Command| {
        proc::output(command.current_dir(&src)).map(|_| ())
    })?;
    let program = dir.join("fuzzer");
    let mut link = builder.compiler(true);
    link.args(&objects).args(&subject.link);
    link.arg("-fsanitize=fuzzer").arg("-o").arg(&program);
    proc::output(&mut link)?;
    Ok(program)
}

fn run(program: &Path, arguments: &[String], corpus: &Path) -> Result<String> {
    let mut command = Command::new(program);
    command.args(arguments).arg(corpus);
    let run = limited::run(&mut command, None, LIMIT)?;
    let text = String::from_utf8_lossy(&run.stderr).into_owned();
    anyhow::ensure!(
        run.end == limited::End::Exited(0),
        "{} {}: {text}",
        program.display(),
        run.end
    );
    Ok(text)
}

/// What the corpus reaches.
fn replay(program: &Path, corpus: &Path) -> Result<Coverage> {
    let text = run(program, &["-runs=0".into(), "-seed=1".into()], corpus)?;
    said::coverage(&text).with_context(|| format!("libFuzzer says no coverage: {text}"))
}

/// Executions per second of inputs that libFuzzer makes; none is kept.
fn speed(program: &Path, corpus: &Path, executions: u64, seed: usize) -> Result<f64> {
    let arguments = [
        format!("-runs={executions}"),
        format!("-seed={seed}"),
        "-reduce_inputs=0".into(),
        "-print_final_stats=1".into(),
    ];
    let copy = tempfile::tempdir()?;
    for file in subject::sorted(corpus)? {
        fs::copy(
            &file,
            copy.path()
                .join(file.file_name().expect("a file has a name")),
        )?;
    }
    let started = std::time::Instant::now();
    run(program, &arguments, copy.path())?;
    Ok(executions as f64 / started.elapsed().as_secs_f64())
}
