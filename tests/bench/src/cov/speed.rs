//! Inputs per second of `fz cov collect`, which keeps the exact set of each, against `afl-showmap -C` on a PCGUARD build,
//! which keeps their union, and against clang's own coverage, input by input. The first two take turns.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::{Map, json};

use super::{Measured, Options, run};
use crate::goal::{Goal, Limit};
use fz_harness::limited;
use fz_harness::subject::{self, Kind, Subject};
use fz_harness::variant::{Around, Variant};
use xtask::{proc, setup, table};

/// Programs, and harnesses that run many inputs in one process.
const SUBJECTS: [&str; 6] = ["jhead", "readelf", "xmllint", "expat", "libpng", "libyaml"];

/// Of afl-showmap's inputs per second.
const OF_SHOWMAP: f64 = 0.5;
/// Of those of a loop of llvm-profdata and llvm-cov.
const OF_LLVM: f64 = 10.0;
/// So many times as many inputs go to a harness, which is that much faster.
const HARNESS: usize = 4;
/// That loop is slow.
const SAMPLE: usize = 30;
const LIMIT: Duration = Duration::from_secs(10);

/// What is timed, and its arguments.
const WAYS: [(&str, &[&str]); 3] = [
    ("-j1", &["-j1"]),
    ("all cores", &[]),
    ("--process own -j1", &["--process", "own", "-j1"]),
];

pub fn measure(options: &Options) -> Result<Measured> {
    setup::peers()?;
    let mut goals = [
        Goal::new(
            "inputs per second, collect -j1 / afl-showmap -C",
            Limit::AtLeast(OF_SHOWMAP),
        ),
        Goal::new(
            "inputs per second, collect -j1 / llvm-profdata and llvm-cov",
            Limit::AtLeast(OF_LLVM),
        ),
    ];
    let mut figures = Map::new();
    let mut rows = Vec::new();
    for subject in subject::load(&options.subjects)? {
        if !SUBJECTS.contains(&subject.name.as_str()) {
            continue;
        }
        let speeds = speeds(&subject, options)?;
        let [showmap, llvm] = [speeds.showmap, speeds.llvm];
        let alone = speeds.ways[0];
        goals[0].measured(&subject.name, alone / showmap);
        goals[1].measured(&subject.name, alone / llvm);
        let whole = |speed: f64| table::grouped(speed.round() as u64);
        let mut row = vec![
            subject.name.clone(),
            table::grouped(speeds.inputs as u64),
            format!("{llvm:.1}"),
            whole(showmap),
        ];
        row.extend(speeds.ways.iter().map(|speed| whole(*speed)));
        row.push(format!("{:.2}", alone / showmap));
        rows.push(row);
        let ways = WAYS.iter().zip(speeds.ways);
        let ways: Map<_, _> = ways
            .map(|((way, _), s)| (way.to_string(), json!(s)))
            .collect();
        figures.insert(
            subject.name,
            json!({"inputs": speeds.inputs, "llvm": llvm, "showmap": showmap, "collect": ways}),
        );
    }
    let mut head = vec!["inputs/s", "inputs", "llvm-cov", "afl-showmap -C"];
    head.extend(WAYS.map(|(way, _)| way));
    head.push("-j1 / showmap");
    table::print(&head, &rows);
    Ok(Measured {
        goals: goals.into(),
        figures: figures.into(),
    })
}

/// Inputs per second.
struct Speeds {
    inputs: usize,
    llvm: f64,
    showmap: f64,
    ways: [f64; WAYS.len()],
}

fn speeds(subject: &Subject, options: &Options) -> Result<Speeds> {
    subject.prepare()?;
    let count = options.inputs
        * if subject.kind == Kind::Library {
            HARNESS
        } else {
            1
        };
    let (dir, inputs) = run::inputs(subject, count)?;
    let coverage = Variant::profile("coverage", "coverage", "").build(subject, run::AROUND)?;
    let pcguard = Variant::pcguard().build(subject, run::AROUND)?;
    let scratch = tempfile::tempdir()?;
    let (map, store) = (
        scratch.path().join("map"),
        scratch.path().join("store.fzcov"),
    );
    let mut best = [f64::MAX; 1 + WAYS.len()];
    for _ in 0..options.runs {
        let mut showmap = run::showmap(subject, &pcguard.program, &dir, &map);
        let mut took = vec![run::timed(&mut showmap)?.seconds];
        for (_, more) in WAYS {
            let mut collect = run::collect(subject, &coverage.program, &dir, &store, more)?;
            took.push(run::timed(&mut collect)?.seconds);
        }
        for (best, took) in best.iter_mut().zip(took) {
            *best = best.min(took);
        }
    }
    let [showmap, ways @ ..] = best.map(|seconds| inputs.len() as f64 / seconds);
    Ok(Speeds {
        inputs: count,
        llvm: llvm(subject, &inputs, scratch.path())?,
        showmap,
        ways,
    })
}

/// Clang's own coverage of some of the inputs, one after the other.
fn llvm(subject: &Subject, inputs: &[PathBuf], scratch: &Path) -> Result<f64> {
    let built = Variant::source_coverage().build(subject, Around::Loop)?;
    let (raw, data) = (scratch.join("raw"), scratch.join("data"));
    let sample = inputs.iter().step_by(inputs.len().div_ceil(SAMPLE));
    let count = sample.len();
    let before = Instant::now();
    for input in sample {
        let mut program = Command::new(&built.program);
        program
            .args(subject.before_inputs())
            .arg(input)
            .current_dir(subject.src())
            .env("LLVM_PROFILE_FILE", &raw);
        limited::run(&mut program, None, LIMIT)?;
        // One that crashes leaves no profile; the profile before it will do for the time.
        if !raw.exists() {
            continue;
        }
        let mut merge = Command::new(fz_llvm::PROFDATA);
        merge
            .args(["merge", "-sparse"])
            .arg(&raw)
            .arg("-o")
            .arg(&data);
        proc::output(&mut merge)?;
        let mut export = Command::new(fz_llvm::COV);
        export
            .args(["export", "-summary-only"])
            .arg(&built.program)
            .arg("-instr-profile")
            .arg(&data)
            .stdin(Stdio::null());
        proc::output(&mut export)?;
    }
    Ok(count as f64 / before.elapsed().as_secs_f64())
}
