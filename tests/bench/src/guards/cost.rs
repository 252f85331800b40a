//! What guards cost: operations with guards before and after what makes them needless, time to run and to compile, and
//! size, of `fuzz` and of clang's own checks. All builds of a subject take turns.

use anyhow::Result;
use serde_json::{Value, json};

use super::Options;
use crate::goal::{self, Goal, Limit};
use fz_harness::ask;
use fz_harness::measure;
use fz_harness::subject::{self, Kind, Subject};
use fz_harness::variant::{Around, Built, Variant, build_all, section};
use xtask::table;

/// Plain clang is first, `fuzz` second, which ratios are of.
fn variants() -> [Variant; 5] {
    [
        Variant::plain(),
        Variant::profile("fuzz", "fuzz", ""),
        Variant::profile("guards", "guards", ""),
        Variant::profile("exploit", "exploit", ""),
        Variant::integer_checks(),
    ]
}

pub fn run(options: &Options) -> Result<()> {
    let mut goal = Goal::new("run time, guards / fuzz", Limit::AtMost(2.0));
    let mut figures = serde_json::Map::new();
    let mut subjects = subject::load(&options.subjects)?;
    subjects.retain(|s| s.kind == Kind::Library);
    for subject in &subjects {
        subject.prepare()?;
        let (built, seconds) = measured(subject, options.runs as usize)?;
        let find = |name: &str| built.iter().position(|b| b.name() == name);
        let (fuzz, guards) = (find("fuzz"), find("guards"));
        let (Some(fuzz), Some(guards)) = (fuzz, guards) else {
            continue;
        };
        goal.measured(&subject.name, seconds[guards] / seconds[fuzz]);
        let figure = print(subject, &built, &seconds, fuzz)?;
        figures.insert(subject.name.clone(), figure);
        options.write("cost", figures.clone().into())?;
    }
    println!();
    goal::print(&[goal]);
    Ok(())
}

fn measured(subject: &Subject, runs: usize) -> Result<(Vec<Built>, Vec<f64>)> {
    let built = build_all(subject, &variants(), Around::Loop)?;
    // As under a fuzzer.
    let seconds = measure::loops(subject, &built, runs, &[("FZ_GUARD", "count")])?;
    Ok((built, seconds))
}

fn print(subject: &Subject, built: &[Built], seconds: &[f64], fuzz: usize) -> Result<Value> {
    let mut cells = Vec::new();
    let mut json = serde_json::Map::new();
    let text = |b: &Built| section(&b.program, ".text").map(|n| n as f64);
    let of = text(&built[fuzz])?;
    for (build, time) in built.iter().zip(seconds) {
        let run = time / seconds[fuzz];
        let compile = build.compiled.as_secs_f64() / built[fuzz].compiled.as_secs_f64();
        let text = text(build)? / of;
        let units = ask::guards(&build.program)?;
        let before: u64 = units.iter().map(|u| u.before).sum();
        let after: u64 = units.iter().map(|u| u.after).sum();
        let count = |n: u64| match before {
            0 => "-".to_string(),
            _ => n.to_string(),
        };
        cells.push(vec![
            build.name().to_string(),
            count(before),
            count(after),
            build.counters.to_string(),
            format!("{text:.2}"),
            format!("{compile:.2}"),
            format!("{run:.2}"),
        ]);
        json.insert(
            build.name().to_string(),
            json!({
                "operations": before,
                "guards": after,
                "counters": build.counters,
                "text": text,
                "compile": compile,
                "run": run,
            }),
        );
    }
    println!("\n{} (text, compile, run: ratios to fuzz)", subject.name);
    table::under(
        "build | operations | guards | counters | text | compile | run",
        &cells,
    );
    Ok(json.into())
}
