//! What counters tell: of the inputs that first reach an outcome of a branch in the source, how many does a fuzzer see
//! as new by a build's counters?

use std::fs;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::mutate;
use super::outcomes::Outcomes;
use crate::goal::{self, Goal, Limit};
use fz_harness::novelty::Seen;
use fz_harness::progress::bar;
use fz_harness::subject::Subject;
use fz_harness::variant::{Around, Built, Variant, WRAP, build_all};
use xtask::{proc, repo, setup, table};

/// What others' builds tell.
fn peers() -> Vec<Variant> {
    vec![Variant::sancov(), Variant::pcguard()]
}

fn ours() -> Vec<Variant> {
    let fz = Variant::fz;
    vec![
        fz("vanilla", "saturate", "novelty"),
        fz("fuzz", "saturate", "none"),
        fz("fuzz", "saturate", "novelty"),
        fz("fuzz", "saturate", "path"),
        fz("fuzz", "never-zero", "novelty"),
        fz("fuzz", WRAP, "novelty"),
        fz("context", "saturate", "none"),
        fz("context", "saturate", "novelty"),
        fz("context", "saturate", "path"),
        Variant::profile(
            "fuzz at extension points",
            "fuzz",
            "design = \"extension-points\"\n",
        ),
        Variant::profile("split", "split", ""),
    ]
}

/// Ours that the goal is about.
fn judged() -> [Variant; 2] {
    ["fuzz", "context"].map(|profile| Variant::fz(profile, "saturate", "novelty"))
}

/// What a build makes of the inputs.
struct Row {
    built: Built,
    /// Inputs that are new by its counters: what a fuzzer would keep.
    kept: usize,
    /// Of those that first reach an outcome.
    recall: f64,
    /// The others, by their places.
    missed: Vec<usize>,
}

pub fn run(subjects: &[Subject], count: usize) -> Result<Value> {
    let pairs = || {
        judged()
            .into_iter()
            .flat_map(|a| peers().into_iter().map(move |b| (a.clone(), b)))
    };
    let mut goals: Vec<Goal> = pairs()
        .map(|(a, b)| {
            Goal::new(
                format!("recall, {} - {}", a.name, b.name),
                Limit::AtLeast(0.0),
            )
        })
        .collect();
    let mut report = serde_json::Map::new();
    for subject in subjects {
        let seeds = subject.seeds(mutate::BYTES as u64)?;
        let inputs = mutate::write(&seeds, count, &subject.dir().join("inputs"))?;
        let firsts = firsts(subject, &inputs)?;
        let variants: Vec<Variant> = peers().into_iter().chain(ours()).collect();
        let rows = build_all(subject, &variants, Around::Loop)?
            .into_iter()
            .map(|built| judge(built, &inputs, &firsts))
            .collect::<Result<Vec<Row>>>()?;
        report.insert(subject.name.clone(), print(subject, &firsts, &rows));
        let recall = |variant: &Variant| {
            let row = rows.iter().find(|r| r.built.variant == *variant)?;
            Some(row.recall)
        };
        for (goal, (a, b)) in goals.iter_mut().zip(pairs()) {
            if let (Some(a), Some(b)) = (recall(&a), recall(&b)) {
                goal.measured(&subject.name, a - b);
            }
        }
    }
    println!();
    goal::print(&goals);
    Ok(json!({"subjects": report, "goals": goal::json(&goals)}))
}

/// The ground truth.
struct Firsts {
    /// For each input, whether it is the first to reach some outcome.
    is_first: Vec<bool>,
    outcomes: usize,
    reached: usize,
}

impl Firsts {
    fn count(&self) -> usize {
        self.is_first.iter().filter(|&&first| first).count()
    }
}

fn firsts(subject: &Subject, inputs: &[PathBuf]) -> Result<Firsts> {
    let built = Variant::source_coverage().build(subject, Around::Loop)?;
    let outcomes = Outcomes::of(&built)?;
    let mut open: Vec<usize> = (0..outcomes.len()).collect();
    let mut is_first = Vec::new();
    in_process(&built, inputs, outcomes.bytes, |counters| {
        let before = open.len();
        open.retain(|&outcome| !outcomes.reached(outcome, counters));
        is_first.push(open.len() < before);
    })?;
    Ok(Firsts {
        is_first,
        outcomes: outcomes.len(),
        reached: outcomes.len() - open.len(),
    })
}

fn judge(built: Built, inputs: &[PathBuf], firsts: &Firsts) -> Result<Row> {
    let mut seen = Seen::default();
    let mut is_new = Vec::new();
    if built.variant == Variant::sancov() {
        in_process(&built, inputs, built.counters as usize, |counters| {
            is_new.push(seen.is_new(counters.iter().copied().enumerate()));
        })?;
    } else {
        let maps = showmap(&built, inputs)?;
        for input in inputs {
            let map = maps.join(input.file_name().expect("an input has a name"));
            let text = fs::read_to_string(&map)
                .with_context(|| format!("afl-showmap left out {}", repo::shown(input)))?;
            let pairs = pairs(&text).context("afl-showmap writes `id:count` lines")?;
            is_new.push(seen.is_new(pairs));
        }
        fs::remove_dir_all(maps)?;
    }
    let missed: Vec<usize> = (0..inputs.len())
        .filter(|&at| firsts.is_first[at] && !is_new[at])
        .collect();
    Ok(Row {
        kept: is_new.iter().filter(|&&new| new).count(),
        recall: 1.0 - missed.len() as f64 / firsts.count() as f64,
        missed,
        built,
    })
}

/// Runs all inputs in one process, which hands out its counters after each.
fn in_process(
    built: &Built,
    inputs: &[PathBuf],
    bytes: usize,
    mut each: impl FnMut(&[u8]),
) -> Result<()> {
    let list = built.program.with_extension("list");
    let lines: Vec<String> = inputs.iter().map(|p| p.display().to_string()).collect();
    fs::write(&list, lines.join("\n") + "\n")?;
    let mut command = Command::new(&built.program);
    command
        .arg("counters")
        .env("LLVM_PROFILE_FILE", "/dev/null")
        .stdin(fs::File::open(&list)?)
        .stdout(Stdio::piped());
    let mut child = command.spawn()?;
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut counters = vec![0; bytes];
    let bar = bar(&format!("{}: run", built.name()), inputs.len());
    let mut read = || -> std::io::Result<()> {
        for _ in inputs {
            out.read_exact(&mut counters)?;
            each(&counters);
            bar.inc(1);
        }
        Ok(())
    };
    let result = read();
    let status = child.wait()?;
    bar.finish_and_clear();
    result.with_context(|| format!("{} ended early: {status}", proc::rendered(&command)))?;
    ensure!(
        status.success(),
        "{} failed: {status}",
        proc::rendered(&command)
    );
    Ok(())
}

/// The maps of all inputs as AFL++ sees them: a folder with a file for each.
fn showmap(built: &Built, inputs: &[PathBuf]) -> Result<PathBuf> {
    let maps = built.program.with_extension("maps");
    repo::clear(&maps)?;
    let dir = inputs
        .first()
        .and_then(|p| p.parent())
        .unwrap_or(Path::new(""));
    let mut command = Command::new(setup::aflpp().join("bin/afl-showmap"));
    command
        .args(["-q", "-r", "-t", "5000", "-i"])
        .arg(dir)
        .arg("-o")
        .arg(&maps)
        .arg("--")
        .arg(&built.program)
        .args(["loop", "1", "@@"]);
    proc::run(&format!("maps of {}", built.name()), &mut command)?;
    Ok(maps)
}

/// The lines of a map.
fn pairs(text: &str) -> Option<Vec<(usize, u8)>> {
    let pair = |line: &str| {
        let (at, count) = line.split_once(':')?;
        Some((at.parse().ok()?, count.parse().ok()?))
    };
    text.lines().map(pair).collect()
}

fn print(subject: &Subject, firsts: &Firsts, rows: &[Row]) -> Value {
    let mut cells = Vec::new();
    let mut json = serde_json::Map::new();
    for Row {
        built,
        kept,
        recall,
        missed,
    } in rows
    {
        cells.push(vec![
            built.name().to_string(),
            built.counters.to_string(),
            kept.to_string(),
            format!("{recall:.3}"),
        ]);
        json.insert(
            built.name().to_string(),
            json!({"counters": built.counters, "kept": kept, "recall": recall, "missed": missed}),
        );
    }
    println!(
        "\n{}: {} of {} inputs first reach one of {} outcomes (of {})",
        subject.name,
        firsts.count(),
        firsts.is_first.len(),
        firsts.reached,
        firsts.outcomes
    );
    table::under("build | counters | kept | recall", &cells);
    json!({"firsts": firsts.count(), "inputs": firsts.is_first.len(), "builds": json})
}

#[cfg(test)]
mod tests {
    use super::pairs;

    #[test]
    fn maps_are_read() {
        assert_eq!(
            pairs("000007:1\n001234:255\n").unwrap(),
            [(7, 1), (1234, 255)]
        );
        assert!(pairs("000007:256\n").is_none());
    }
}
