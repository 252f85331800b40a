//! What counters are worth to a fuzzer: AFL++ 4.40c on persistent harnesses, for a number of executions.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result};
use indicatif::MultiProgress;
use serde_json::{Value, json};

use super::mutate::BYTES;
use fz_harness::parallel;
use fz_harness::subject::Subject;
use fz_harness::variant::{Around, Built, Variant, WRAP, build_all};
use xtask::afl::{self, Limit, Run, Stats, Target};
use xtask::{setup, table};

/// Executions per second of our default against the peer's, one after the other.
pub fn speed(subjects: &[Subject], executions: u64) -> Result<Value> {
    let variants = [
        Variant::pcguard(),
        Variant::fz("fuzz", "saturate", "novelty"),
    ];
    let mut cells = Vec::new();
    let mut report = serde_json::Map::new();
    for subject in subjects {
        let seeds = subject.seed_folder(BYTES as u64)?;
        let mut peer = None;
        let mut json = serde_json::Map::new();
        for built in build_all(subject, &variants, Around::Persistent)? {
            let stats = fuzz(
                subject,
                &built,
                &seeds,
                executions,
                1,
                &MultiProgress::new(),
            )?
            .0;
            let speed: f64 = stats
                .text("execs_per_sec")
                .parse()
                .context("afl-fuzz says how fast it was")?;
            let peer = *peer.get_or_insert(speed);
            cells.push(vec![
                subject.name.clone(),
                built.name().to_string(),
                stats.text("execs_done").to_string(),
                format!("{speed:.0}"),
                format!("{:.2}", speed / peer),
                stats.text("corpus_count").to_string(),
                stats.text("stability").to_string(),
            ]);
            json.insert(
                built.name().to_string(),
                json!({"execs_per_sec": speed, "of_pcguard": speed / peer}),
            );
        }
        report.insert(subject.name.clone(), json.into());
    }
    let of = "of PCGUARD";
    table::print(
        &[
            "library",
            "build",
            "execs",
            "execs/s",
            of,
            "queue",
            "stability",
        ],
        &cells,
    );
    Ok(report.into())
}

/// What counters do behind 255: campaigns of each kind, judged by the edges that their queues reach on one build.
pub fn campaigns(subjects: &[Subject], executions: u64, trials: u64) -> Result<Value> {
    let counts = ["saturate", "never-zero", WRAP];
    let variants = counts.map(|count| Variant::fz("fuzz", count, "novelty"));
    let mut report = serde_json::Map::new();
    for subject in subjects {
        let seeds = subject.seed_folder(BYTES as u64)?;
        let yardstick = Variant::pcguard().build(subject, Around::Loop)?;
        let built = build_all(subject, &variants, Around::Persistent)?;
        // Executions are counted, not seconds, so runs may share the machine.
        let builds = 0..built.len();
        let runs = (1..=trials).flat_map(|trial| builds.clone().map(move |at| (at, trial)));
        let edges = Mutex::new(vec![Vec::new(); built.len()]);
        let bars = MultiProgress::new();
        parallel::each(runs, |_, (at, trial)| {
            let (_, out) = fuzz(subject, &built[at], &seeds, executions, trial, &bars)?;
            let reached = replay(&yardstick, &out)?;
            edges.lock().expect("no panic in a run")[at].push(reached);
            Ok(())
        })?;
        let edges = edges.into_inner().expect("no panic in a run");
        report.insert(subject.name.clone(), print(subject, &built, &edges));
    }
    Ok(report.into())
}

fn print(subject: &Subject, built: &[Built], edges: &[Vec<usize>]) -> Value {
    let mut cells = Vec::new();
    let mut json = serde_json::Map::new();
    for (built, mine) in built.iter().zip(edges) {
        let mut sorted = mine.clone();
        sorted.sort_unstable();
        let against: Vec<f64> = edges.iter().map(|theirs| a12(mine, theirs)).collect();
        let mut row = vec![
            built.name().to_string(),
            sorted[0].to_string(),
            sorted[sorted.len() / 2].to_string(),
            sorted[sorted.len() - 1].to_string(),
        ];
        row.extend(against.iter().map(|a| format!("{a:.2}")));
        cells.push(row);
        json.insert(
            built.name().to_string(),
            json!({"edges": sorted, "a12": against}),
        );
    }
    println!("\n{}: edges of PCGUARD, and A12 against each", subject.name);
    let against: Vec<String> = built.iter().map(|b| format!("> {}", b.name())).collect();
    let head: Vec<&str> = ["build", "fewest", "median", "most"]
        .into_iter()
        .chain(against.iter().map(String::as_str))
        .collect();
    table::print(&head, &cells);
    json.into()
}

/// Vargha and Delaney's A12: how likely one of `a` is larger than one of `b`, ties split.
pub fn a12(a: &[usize], b: &[usize]) -> f64 {
    let score = |x: &usize, y: &usize| match x.cmp(y) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    let all: f64 = a
        .iter()
        .map(|x| b.iter().map(|y| score(x, y)).sum::<f64>())
        .sum();
    all / (a.len() * b.len()) as f64
}

fn fuzz(
    subject: &Subject,
    built: &Built,
    seeds: &Path,
    executions: u64,
    trial: u64,
    bars: &MultiProgress,
) -> Result<(Stats, PathBuf)> {
    let target = target(built, &[]);
    let out = target.dir.join(format!("out-{trial}"));
    let run = Run {
        label: &format!("{} {} {trial}", subject.name, built.name()),
        fuzzer: &setup::aflpp().join("bin/afl-fuzz"),
        target: &target,
        seeds,
        out: out.clone(),
        limit: Limit::Executions(executions),
        random: Some(trial),
        environment: Vec::new(),
        bars,
    };
    Ok((run.fuzz()?, out))
}

fn replay(yardstick: &Built, out: &Path) -> Result<usize> {
    let showmap = setup::aflpp().join("bin/afl-showmap");
    let target = target(yardstick, &["loop", "1", "@@"]);
    afl::replay(
        &showmap,
        &target,
        &out.join("default/queue"),
        &out.join("map"),
    )
}

fn target(built: &Built, arguments: &[&str]) -> Target {
    let dir = built.program.parent().expect("a program has a folder");
    Target {
        program: built.program.clone(),
        arguments: arguments.iter().map(ToString::to_string).collect(),
        dir: dir.to_path_buf(),
        library_path: None,
    }
}

#[cfg(test)]
mod tests {
    use super::a12;

    #[test]
    fn a12_splits_ties() {
        assert_eq!(a12(&[1, 2, 3], &[1, 2, 3]), 0.5);
        assert_eq!(a12(&[4, 5], &[1, 2]), 1.0);
        assert_eq!(a12(&[1, 2], &[2, 2]), 0.25);
    }
}
