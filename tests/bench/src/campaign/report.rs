//! What came of the runs, as `fz cov report --view compare` tells it: a table for each package.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::run::Ended;
use super::{Contest, Extent};
use crate::parts;
use xtask::{proc, repo, table};

/// What a package's table is of: what people count, and what the reports look at closely.
const KINDS: [&str; 2] = ["line", "outcome"];

/// Runs that are compared have used the same processor time, but for this share of it.
const AGREES: f64 = 0.01;

/// What `fz cov report --view compare --json` prints, as far as it is read here.
#[derive(Deserialize)]
struct Comparison {
    programs: Vec<Program>,
    notes: Vec<String>,
}

#[derive(Deserialize)]
struct Program {
    kinds: Vec<OfKind>,
    verdicts: Map<String, Value>,
}

#[derive(Deserialize)]
struct OfKind {
    kind: String,
    sides: Vec<Side>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Side {
    side: String,
    median: f64,
    total: usize,
    only: usize,
    gained_percent: f64,
    missed_percent: f64,
    ccs: Option<Ccs>,
    test: Option<Test>,
}

#[derive(Deserialize)]
struct Ccs {
    median: f64,
    mad: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Test {
    a12: f64,
    p: f64,
    p_corrected: f64,
}

/// Prints a table for each package, and leaves its figures in files called `name`. How many lines each configuration
/// reached.
pub fn report(
    contests: &[Contest],
    extent: &Extent,
    name: &str,
    json: Option<&Path>,
) -> Result<Vec<usize>> {
    let mut figures = Map::new();
    let mut lines = Vec::new();
    for contest in contests {
        let compared = compared(contest, extent, name)?;
        let ended = ended(contest, extent)?;
        print_use(contest, &ended);
        let mut comparison: Comparison = serde_json::from_value(compared.clone())
            .context("fz cov report --view compare prints something else than expected")?;
        let [program] = &mut comparison.programs[..] else {
            bail!("{}: stores of several programs", contest.place.subject.name);
        };
        for kind in KINDS {
            let of_kind = program.kinds.iter_mut().find(|k| k.kind == kind);
            let of_kind = of_kind.with_context(|| format!("no store knows of any {kind}"))?;
            let place = |s: &Side| contest.configurations.iter().position(|c| c.name == s.side);
            of_kind.sides.sort_by_key(place);
            print(&contest.place.subject.name, of_kind);
            if kind == KINDS[0] {
                lines.extend(of_kind.sides.iter().map(|s| s.total));
            }
        }
        for (side, verdict) in &program.verdicts {
            println!("{side}: {}", verdict.as_str().unwrap_or_default());
        }
        for note in &comparison.notes {
            println!("note: {note}");
        }
        println!();
        let mut kinds = compared["programs"][0]["kinds"].clone();
        kinds.as_array_mut().into_iter().flatten().for_each(|k| {
            // As long as everything else together.
            k.as_object_mut().map(|k| k.remove("consistency"));
        });
        figures.insert(
            contest.place.subject.name.clone(),
            json!({"kinds": kinds, "verdicts": program.verdicts, "notes": comparison.notes, "runs": ended}),
        );
    }
    figures.insert("cpu-seconds".into(), extent.cpu.as_secs_f64().into());
    parts::write(json, &figures)?;
    Ok(lines)
}

/// Whether all runs have fuzzed for the same time.
pub fn agree(contests: &[Contest], extent: &Extent) -> Result<()> {
    for contest in contests {
        for (configuration, ended) in ended(contest, extent)? {
            for run in ended {
                let off = share_off(run.fuzzing, extent.cpu);
                ensure!(
                    off.abs() <= AGREES,
                    "{} {configuration}: a run was ended after {:.3} s of processor time instead of {:.3} s",
                    contest.place.subject.name,
                    run.fuzzing,
                    extent.cpu.as_secs_f64()
                );
            }
        }
    }
    Ok(())
}

fn share_off(used: f64, budget: Duration) -> f64 {
    used / budget.as_secs_f64() - 1.0
}

/// The runs of each configuration.
fn ended(contest: &Contest, extent: &Extent) -> Result<Vec<(&'static str, Vec<Ended>)>> {
    let configurations = contest.configurations.iter();
    configurations
        .map(|c| {
            let runs = (1..=extent.runs).map(|run| contest.place.read(c.name, run));
            Ok((c.name, runs.collect::<Result<_>>()?))
        })
        .collect()
}

fn fz(words: [&str; 2], dir: &Path) -> Command {
    let mut fz = repo::tool("fz");
    fz.args(words).current_dir(dir);
    fz
}

/// Joins the stores to one, and compares the configurations in it; pictures, tables and the report are beside it.
fn compared(contest: &Contest, extent: &Extent, name: &str) -> Result<Value> {
    let place = &contest.place;
    let store = place.dir.join(format!("{name}.fzcov"));
    if store.exists() {
        fs::remove_file(&store)?;
    }
    let subject = &place.subject.name;
    let configurations = contest.configurations.iter();
    let stores = configurations.flat_map(|c| (1..=extent.runs).map(|run| place.store(c.name, run)));
    let mut merge = fz(["cov", "merge"], &place.dir);
    merge.args(stores).arg("-o").arg(&store);
    proc::run(&format!("merge {subject}"), &mut merge)?;
    let baseline = contest.configurations[0].name;
    let by = format!("configuration={baseline}");
    let sides = |view: &str| {
        let mut fz = fz(["cov", "report"], &place.dir);
        fz.arg(&store).args(["--view", view, "--by", &by, "-o"]);
        fz
    };
    let page = place.dir.join(format!("{name}.html"));
    proc::run(&format!("report {subject}"), sides("page").arg(page))?;
    let mut compare = sides("compare");
    compare.arg(place.dir.join(name)).arg("--json");
    let text = proc::output(&mut compare)?;
    serde_json::from_str(&text)
        .with_context(|| format!("{} printed no JSON", proc::rendered(&compare)))
}

/// What the runs cost: equal, or the rest says nothing.
fn print_use(contest: &Contest, ended: &[(&'static str, Vec<Ended>)]) {
    let row = |(configuration, runs): &(&'static str, Vec<Ended>)| {
        let middle = |of: fn(&Ended) -> f64| {
            let mut all: Vec<f64> = runs.iter().map(of).collect();
            all.sort_by(f64::total_cmp);
            all[all.len() / 2]
        };
        let cpu = || runs.iter().map(|r| r.cpu);
        let instances = runs[0].instances.iter().map(|(role, _)| role.as_str());
        vec![
            configuration.to_string(),
            instances.collect::<Vec<_>>().join(", "),
            runs.len().to_string(),
            format!("{:.2}", cpu().fold(f64::MAX, f64::min)),
            format!("{:.2}", cpu().fold(0.0, f64::max)),
            format!("{:.0}", middle(|r| r.seconds)),
            table::grouped(middle(|r| r.executions as f64) as u64),
            format!("{:.0}", middle(|r| r.crashes as f64)),
        ]
    };
    println!("\n{}", contest.place.subject.name);
    table::under(
        "configuration | instances | runs | CPU s, least | most | seconds | executions | crashes",
        &ended.iter().map(row).collect::<Vec<_>>(),
    );
}

fn print(subject: &str, of_kind: &OfKind) {
    let row = |side: &Side| {
        let shown = |value: Option<String>| value.unwrap_or_else(|| "-".into());
        // The baseline is compared with nothing.
        let test = side.test.as_ref();
        let percent = |value: f64| test.map(|_| format!("{value:.2} %"));
        vec![
            side.side.clone(),
            side.median.to_string(),
            side.total.to_string(),
            side.only.to_string(),
            shown(percent(side.gained_percent)),
            shown(percent(side.missed_percent)),
            shown(
                side.ccs
                    .as_ref()
                    .map(|c| format!("({:.0} %, {:.0})", c.median, c.mad)),
            ),
            shown(test.map(|t| format!("{:.2}", t.a12))),
            shown(test.map(|t| format!("{:.3}", t.p))),
            shown(test.map(|t| format!("{:.3}", t.p_corrected))),
        ]
    };
    let what = format!("{subject}, {}s", of_kind.kind);
    table::print(
        &[
            &what,
            "median",
            "total",
            "only here",
            "new",
            "missed",
            "CCS",
            "A12",
            "p",
            "corrected",
        ],
        &of_kind.sides.iter().map(row).collect::<Vec<_>>(),
    );
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{AGREES, share_off};

    #[test]
    fn one_percent_agrees() {
        let budget = Duration::from_secs(360);
        assert!(share_off(363.5, budget).abs() <= AGREES);
        assert!(share_off(364.0, budget).abs() > AGREES);
        assert!(share_off(356.0, budget).abs() > AGREES);
    }
}
