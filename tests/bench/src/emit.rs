//! `cargo xtask bench emit`: one captured build and its variants, against as many whole builds by afl-cc. All builds of a
//! program use as many jobs as there are processors, one build after the other. And what capturing itself costs a compile.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};
use serde::Deserialize;
use serde_json::{Value, json};

use super::parts;
use xtask::{apt, build, env, proc, repo, setup, table};

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    cargo xtask bench emit\n  \
    cargo xtask bench emit --only capture\n  \
    cargo xtask bench emit --programs xmllint --json target/emit.json")]
pub struct Options {
    /// A part of it
    #[arg(long, value_enum)]
    only: Option<Part>,
    /// The programs to build (all)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    programs: Vec<String>,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// What capturing costs a compile
    Capture,
    /// A captured build and its variants, against whole builds
    Builds,
}

/// `tests/emit/bench.toml`.
#[derive(Deserialize)]
struct Subjects {
    #[serde(rename = "source")]
    sources: Vec<Source>,
    #[serde(rename = "program")]
    programs: Vec<Program>,
    #[serde(rename = "peer")]
    peers: Vec<Peer>,
}

#[derive(Deserialize)]
struct Source {
    compiler: String,
    name: String,
    text: String,
    runs: usize,
}

#[derive(Deserialize)]
struct Program {
    name: String,
    source: apt::Source,
    configure: String,
    make: String,
    unlink: String,
    path: String,
}

#[derive(Deserialize)]
struct Peer {
    name: String,
    #[serde(default)]
    settings: BTreeMap<String, String>,
}

const SUBJECTS: &str = include_str!("../../emit/bench.toml");

/// Ours, beside the captured build by `fuzz`.
const VARIANTS: [&str; 6] = [
    "fuzz",
    "cmplog",
    "split",
    "fuzz.address",
    "fuzz.undefined",
    "context",
];

/// The part of the peer's time that all of ours may take, and the one that we want.
const BOUND: f64 = 0.6;
const GOAL: f64 = 0.4;

#[derive(Clone, Copy, Default)]
struct Times {
    configure: Duration,
    compile: Duration,
    link: Duration,
    /// Of processors, for all of it.
    processor: Duration,
}

impl Times {
    fn all(self) -> Duration {
        self.configure + self.compile + self.link
    }
}

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    setup::peers()?;
    let subjects: Subjects = toml::from_str(SUBJECTS)?;
    if options.only != Some(Part::Builds) {
        capture(&subjects.sources)?;
    }
    if options.only == Some(Part::Capture) {
        return Ok(());
    }
    let Subjects {
        programs, peers, ..
    } = &subjects;
    let known: Vec<_> = programs.iter().map(|p| p.name.as_str()).collect();
    if let Some(name) = options
        .programs
        .iter()
        .find(|name| !known.contains(&name.as_str()))
    {
        bail!("{name}: there are {}", known.join(", "));
    }
    let wanted = |p: &&Program| options.programs.is_empty() || options.programs.contains(&p.name);
    let all = programs.iter().filter(wanted);
    let all = all
        .map(|p| measured(p, peers))
        .collect::<Result<Vec<_>>>()?;
    parts::write(options.json.as_deref(), &all)
}

/// Processor time of compiles with capturing off, into the object, and into a folder; they take turns.
fn capture(sources: &[Source]) -> Result<()> {
    let dir = repo::made().join("bench/capture");
    fs::create_dir_all(&dir)?;
    let mut rows = Vec::new();
    for source in sources {
        let name = &source.name;
        fs::write(dir.join(name), &source.text)?;
        let mut best = [(Duration::MAX, 0); 3];
        for _ in 0..source.runs {
            for (mode, best) in ["off", "embed", "store"].iter().zip(&mut best) {
                let mut command = repo::tool(&source.compiler);
                command
                    .current_dir(&dir)
                    .args(["-g", "-O2", "-c", name.as_str(), "-o", "out.o"])
                    .env("FZ_CAPTURE", mode)
                    .env("FZ_CAPTURE_STORE", dir.join("store"));
                let before = proc::cpu_of_children();
                proc::output(&mut command)?;
                let took = proc::cpu_of_children().saturating_sub(before);
                *best = (best.0.min(took), fs::metadata(dir.join("out.o"))?.len());
            }
        }
        for (mode, (took, bytes)) in ["off", "embed", "store"].iter().zip(best) {
            rows.push(vec![
                name.to_owned(),
                (*mode).to_owned(),
                format!("{:.3}", took.as_secs_f64()),
                format!("{:.2}", took.as_secs_f64() / best[0].0.as_secs_f64()),
                table::grouped(bytes),
            ]);
        }
    }
    println!(
        "processor time of a compile, in seconds, the best of several that take turns (bound 1.25)"
    );
    table::under("source | capture | seconds | of off | bytes", &rows);
    println!();
    Ok(())
}

fn measured(program: &Program, peers: &[Peer]) -> Result<Value> {
    let dir = repo::made().join("bench/emit").join(&program.name);
    repo::clear(&dir)?;
    let mut rows = Vec::new();
    let mut figures = Vec::new();
    let mut row = |what: &str, times: Times| {
        let seconds = |d: Duration| format!("{:.1}", d.as_secs_f64());
        rows.push(vec![
            what.to_owned(),
            seconds(times.configure),
            seconds(times.compile),
            seconds(times.link),
            seconds(times.all()),
            seconds(times.processor),
        ]);
        figures.push(json!({
            "build": what,
            "configure": times.configure.as_secs_f64(),
            "compile": times.compile.as_secs_f64(),
            "link": times.link.as_secs_f64(),
            "processor": times.processor.as_secs_f64(),
        }));
    };
    let fz = repo::stage();
    let ours = built(
        program,
        &dir.join("captured"),
        &fz.join("bin/fz-cc"),
        &fz.join("bin/fz-cxx"),
        &BTreeMap::new(),
    )?;
    row("fz-cc, captured", ours);
    let began = Instant::now();
    let before = proc::cpu_of_children();
    let cache = dir.join("cache");
    let mut command = Command::new(fz.join("bin/fz"));
    env::unsteered(&mut command);
    command
        .arg("emit")
        .arg(dir.join("captured").join(&program.path))
        .args(VARIANTS)
        .env("XDG_CACHE_HOME", &cache)
        .arg("-o")
        .arg(dir.join("emitted"));
    proc::run(&format!("{} fz emit", program.name), &mut command)?;
    let emitted = Times {
        compile: began.elapsed(),
        processor: proc::cpu_of_children().saturating_sub(before),
        ..Times::default()
    };
    row("fz emit, six variants", emitted);
    let mut theirs = Times::default();
    let afl = setup::aflpp().join("bin");
    for Peer { name, settings } in peers {
        let times = built(
            program,
            &dir.join(name),
            &afl.join("afl-clang-fast"),
            &afl.join("afl-clang-fast++"),
            settings,
        )?;
        theirs.compile += times.all();
        theirs.processor += times.processor;
        row(&format!("afl-clang-fast, {name}"), times);
    }
    let ratio = (ours.all() + emitted.all()).as_secs_f64() / theirs.all().as_secs_f64();
    let processor =
        (ours.processor + emitted.processor).as_secs_f64() / theirs.processor.as_secs_f64();
    println!("{}: seconds by the clock", program.name);
    table::under(
        "build | configure | compile | link | all | processor",
        &rows,
    );
    println!(
        "one captured build and six variants: {ratio:.2} of six whole builds (bound {BOUND}, goal {GOAL}), {processor:.2} of processor time\n"
    );
    Ok(json!({"program": program.name, "builds": figures, "ratio": ratio, "processor": processor}))
}

/// Unpacks, configures and makes a program.
fn built(
    program: &Program,
    dir: &Path,
    cc: &Path,
    cxx: &Path,
    settings: &BTreeMap<String, String>,
) -> Result<Times> {
    program.source.unpack(dir)?;
    let step = |what: &str, script: &str| -> Result<Duration> {
        let mut command = Command::new("sh");
        env::unsteered(&mut command);
        command
            .args(["-euc", script])
            .current_dir(dir)
            .envs([
                ("CFLAGS", "-g -O2 -w"),
                ("CXXFLAGS", "-g -O2 -w"),
                ("AFL_QUIET", "1"),
            ])
            .env("CC", cc)
            .env("CXX", cxx)
            .env("JOBS", repo::jobs().to_string())
            .envs(settings);
        let name = dir.file_name().unwrap_or_default().to_string_lossy();
        let began = Instant::now();
        proc::run(&format!("{} {name} {what}", program.name), &mut command)?;
        Ok(began.elapsed())
    };
    let before = proc::cpu_of_children();
    let configure = step("configure", &program.configure)?;
    let whole = step("make", &program.make)?;
    let processor = proc::cpu_of_children().saturating_sub(before);
    step("unlink", &program.unlink)?;
    let link = step("link", &program.make)?;
    ensure!(
        dir.join(&program.path).exists(),
        "{} was not made",
        program.path
    );
    Ok(Times {
        configure,
        compile: whole.saturating_sub(link),
        link,
        processor,
    })
}

#[test]
fn subjects_are_read() {
    toml::from_str::<Subjects>(SUBJECTS).unwrap();
}
