//! `cargo xtask bench passes`: what each pass does alone, and each profile, to the same sources: branches and selects
//! that code generation gets, counters, size, time to compile and to run. All builds of a subject take turns.

mod jumps;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use serde_json::{Value, json};

use super::goal::{self, Goal, Limit};
use super::parts;
use fz_harness::ask;
use fz_harness::measure;
use fz_harness::subject::{self, Kind, Subject};
use fz_harness::variant::{Around, Built, Variant, build_all, section};
use xtask::{build, setup, table};

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    cargo xtask bench passes\n  \
    cargo xtask bench passes --subjects expat,re2 --runs 15\n  \
    cargo xtask bench passes --json target/passes.json")]
pub struct Options {
    /// The libraries to measure (all of tests/bench/subjects/*.toml)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    subjects: Vec<String>,
    /// Timed runs of each build; the shortest counts
    #[arg(long, default_value_t = 7, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    runs: usize,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Less than this share of the plain build's time says nothing.
const NOISE: f64 = 0.02;

/// The passes of `fuzz`, which a pass alone does without.
const OF_FUZZ: [&str; 3] = ["select-reedge", "unify-returns", "split-landing-pads"];
/// Passes with what they need to do all they can.
const ALONE: [(&str, &str); 6] = [
    ("select-reedge", ""),
    ("unify-returns", ""),
    ("split-landing-pads", ""),
    ("narrow-compares", ""),
    (
        "byte-split",
        "options = { mode = \"full\", floats = true }\n",
    ),
    (
        "split-calls",
        "[[pass]]\nname = \"split-calls\"\nat = \"start\"\noptions = { hold = true }\n",
    ),
];
const PROFILES: [&str; 5] = ["fuzz", "split-light", "split", "vanilla", "O0"];

/// `fuzz` with this pass and no other, or with none.
pub fn alone(name: &str) -> Variant {
    let entry = |name: &str, rest: &str| {
        format!("[[pass]]\nname = \"{name}\"\nat = \"before-edges\"\n{rest}")
    };
    let others = OF_FUZZ.iter().filter(|p| **p != name);
    let mut lines: String = others.map(|p| entry(p, "off = true\n")).collect();
    if let Some((name, rest)) = ALONE.iter().find(|(n, _)| *n == name) {
        lines += &entry(name, rest);
    }
    Variant::profile(name, "fuzz", &lines)
}

fn variants() -> Vec<Variant> {
    [
        Variant::plain(),
        Variant::pcguard(),
        Variant::laf_all(),
        alone("no pass"),
        Variant::profile(
            "fuzz at extension points",
            "fuzz",
            "design = \"extension-points\"\n",
        ),
    ]
    .into_iter()
    .chain(ALONE.map(|(name, _)| alone(name)))
    .chain(PROFILES.map(|p| Variant::profile(p, p, "")))
    .collect()
}

pub fn main(options: &Options) -> Result<()> {
    let mut subjects = subject::load(&options.subjects)?;
    subjects.retain(|s| s.kind == Kind::Library);
    build::ready()?;
    setup::peers()?;
    let mut goals = [
        Goal::new(
            "time that split adds / that LAF_ALL adds",
            Limit::AtMost(0.5),
        ),
        Goal::new("conditional jumps of fuzz's branches", Limit::AtLeast(0.99)),
        Goal::new(
            "conditional jumps of split's branches",
            Limit::AtLeast(0.99),
        ),
    ];
    let mut report = serde_json::Map::new();
    for subject in &subjects {
        subject.prepare()?;
        let rows = measured(subject, options.runs)?;
        report.insert(subject.name.clone(), print(subject, &rows));
        let row = |name: &str| rows.iter().find(|r| r.built.name() == name);
        if let (Some(split), Some(laf)) = (row("split"), row("LAF_ALL")) {
            let plain = rows[0].seconds;
            if let Some(ratio) = added(plain, split.seconds, laf.seconds) {
                goals[0].measured(&subject.name, ratio);
            }
        }
        for (goal, name) in goals[1..].iter_mut().zip(["fuzz", "split"]) {
            if let Some(code) = row(name).and_then(|r| r.code.as_ref()) {
                goal.measured(&subject.name, code.jumps);
            }
        }
        parts::write(options.json.as_deref(), &report)?;
    }
    println!();
    goal::print(&goals);
    Ok(())
}

/// What ours adds to a plain build's time, of what theirs adds, if that is more than noise.
fn added(plain: f64, ours: f64, theirs: f64) -> Option<f64> {
    let all = theirs - plain;
    (all > NOISE * plain).then(|| (ours - plain) / all)
}

/// One build's result.
struct Row {
    built: Built,
    text: u64,
    seconds: f64,
    /// What fz's records say.
    code: Option<Code>,
}

struct Code {
    branches: u64,
    selects: u64,
    /// Of the branches with counters, the share that is a conditional jump in the end.
    jumps: f64,
}

/// The plain build first.
fn measured(subject: &Subject, runs: usize) -> Result<Vec<Row>> {
    let built = build_all(subject, &variants(), Around::Loop)?;
    let seconds = measure::loops(subject, &built, runs, &[])?;
    built
        .into_iter()
        .zip(seconds)
        .map(|(built, seconds)| {
            let decisions = ask::decisions(&built.program)?;
            let found = jumps::of_program(&built.program)?;
            let code = (!decisions.jumps.is_empty()).then(|| Code {
                branches: decisions.branches,
                selects: decisions.selects,
                jumps: jumps::share(&decisions.jumps, &found),
            });
            Ok(Row {
                text: section(&built.program, ".text")?,
                seconds,
                code,
                built,
            })
        })
        .collect()
}

fn print(subject: &Subject, rows: &[Row]) -> Value {
    let plain = &rows[0];
    let mut cells = Vec::new();
    let mut json = serde_json::Map::new();
    for row in rows {
        let ratio = |of: fn(&Row) -> f64| of(row) / of(plain);
        let (text, run) = (ratio(|r| r.text as f64), ratio(|r| r.seconds));
        let compile = ratio(|r| r.built.compiled.as_secs_f64());
        let shown = |of: fn(&Code) -> String| row.code.as_ref().map_or("-".to_string(), of);
        cells.push(vec![
            row.built.name().to_string(),
            shown(|c| c.branches.to_string()),
            shown(|c| c.selects.to_string()),
            shown(|c| format!("{:.1} %", 100.0 * c.jumps)),
            row.built.counters.to_string(),
            format!("{text:.2}"),
            format!("{compile:.2}"),
            format!("{run:.2}"),
        ]);
        json.insert(
            row.built.name().to_string(),
            json!({
                "branches": row.code.as_ref().map(|c| c.branches),
                "selects": row.code.as_ref().map(|c| c.selects),
                "jumps": row.code.as_ref().map(|c| c.jumps),
                "counters": row.built.counters,
                "text": text,
                "compile": compile,
                "run": run,
            }),
        );
    }
    println!("\n{} (text, compile, run: ratios to clang)", subject.name);
    table::under(
        "build | branches | selects | jumps | counters | text | compile | run",
        &cells,
    );
    json.into()
}

#[cfg(test)]
mod tests {
    use super::added;

    #[test]
    fn noise_is_not_divided_by() {
        assert_eq!(added(1.0, 1.5, 3.0), Some(0.25));
        assert_eq!(added(1.0, 1.5, 1.01), None);
        assert_eq!(added(1.0, 1.5, 0.9), None);
    }
}
