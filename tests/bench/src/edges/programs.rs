//! What pruning and contexts do to whole programs: counters, and the time for a fixed corpus.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use serde_json::{Value, json};

use crate::goal::{self, Goal, Limit};
use fz_harness::measure;
use fz_harness::subject::Subject;
use fz_harness::variant::{Around, Built, Variant, WRAP, build_all};
use xtask::table;

/// How long the plain build takes for the corpus, repeated.
const TARGET: Duration = Duration::from_millis(500);
/// What the kernel takes for a command line, with room to spare.
const COMMAND_BYTES: usize = 1 << 20;

fn variants() -> Vec<Variant> {
    let prunes = ["none", "novelty", "path"];
    let ours = ["fuzz", "context"]
        .into_iter()
        .flat_map(|profile| prunes.map(|prune| Variant::fz(profile, WRAP, prune)));
    [Variant::plain(), Variant::pcguard()]
        .into_iter()
        .chain(ours)
        .collect()
}

pub fn run(subjects: &[Subject], runs: usize) -> Result<Value> {
    let mut removed = Goal::new("counters that path removes, of none", Limit::AtLeast(0.5));
    let mut time = Goal::new("time, context path / context none", Limit::AtMost(0.75));
    let mut report = serde_json::Map::new();
    for subject in subjects {
        let built = build_all(subject, &variants(), Around::Loop)?;
        let times = timed(subject, &built, runs)?;
        report.insert(subject.name.clone(), print(subject, &built, &times));
        let find = |profile, prune| {
            let variant = Variant::fz(profile, WRAP, prune);
            let at = built.iter().position(|b| b.variant == variant)?;
            Some((built[at].counters as f64, times[at].as_secs_f64()))
        };
        if let (Some(none), Some(path)) = (find("fuzz", "none"), find("fuzz", "path")) {
            removed.measured(&subject.name, 1.0 - path.0 / none.0);
        }
        if let (Some(none), Some(path)) = (find("context", "none"), find("context", "path")) {
            time.measured(&subject.name, path.1 / none.1);
        }
    }
    let goals = [removed, time];
    println!();
    goal::print(&goals);
    Ok(json!({"subjects": report, "goals": goal::json(&goals)}))
}

fn timed(subject: &Subject, built: &[Built], runs: usize) -> Result<Vec<Duration>> {
    let src = subject.src();
    let corpus: Vec<PathBuf> = subject
        .seeds(u64::MAX)?
        .iter()
        .map(|path| path.strip_prefix(&src).map(PathBuf::from))
        .collect::<Result<_, _>>()?;
    let bytes: usize = corpus.iter().map(|p| p.as_os_str().len() + 9).sum();
    let command = |built: &Built, rounds: u64| {
        let mut command = Command::new(&built.program);
        command.args(&subject.arguments).current_dir(&src);
        for _ in 0..rounds {
            command.args(&corpus);
        }
        command
    };
    // These programs take any number of files, so the corpus is repeated within one process.
    let rounds = measure::rounds(TARGET, |n| command(&built[0], n))?;
    let rounds = rounds.min((COMMAND_BYTES / bytes) as u64).max(1);
    let label = format!("{}: {} files x {rounds}", subject.name, corpus.len());
    measure::fastest(&label, runs, built.len(), |at| command(&built[at], rounds))
}

fn print(subject: &Subject, built: &[Built], times: &[Duration]) -> Value {
    let plain = times[0].as_secs_f64();
    let mut cells = Vec::new();
    let mut json = serde_json::Map::new();
    for (built, time) in built.iter().zip(times) {
        let seconds = time.as_secs_f64();
        cells.push(vec![
            built.name().to_string(),
            built.counters.to_string(),
            format!("{seconds:.3}"),
            format!("{:.3}", seconds / plain),
        ]);
        json.insert(
            built.name().to_string(),
            json!({"counters": built.counters, "seconds": seconds, "ratio": seconds / plain}),
        );
    }
    println!("\n{}", subject.name);
    table::under("build | counters | s | of plain", &cells);
    json.into()
}
