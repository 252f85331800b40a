//! `cargo xtask test real`: real packages, unchanged, built with fz-cc, under their own test suites.
//!
//! For each package: it builds, its suite passes, `fz doctor` accounts for every unit of every linked object, and the
//! suite hits counters in each of these objects, if the profile makes any. Then the harnesses that packages ship are fuzzed,
//! and configurations compared as `bench campaign` does it, for seconds. Baseline runs (plain clang) tell a broken package from a broken fz.

mod check;
mod guards;
mod harness;
mod hits;
mod notes;
mod outcome;
mod units;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use clap::Args;

use fz_harness::ask;
use fz_harness::budget::{Budget, Deadline};
use fz_harness::linked::linked_below;
use fz_harness::toolchain::Toolchain;
use hits::Hits;
use xtask::package::{self, Compiler, Recipe};
use xtask::{apt, proc, repo, setup, table};

/// The packages that CI builds, and the profile: quick ones, of three build systems.
const OF_CI: [&str; 3] = ["cjson", "libyaml", "zlib"];
const PROFILE_OF_CI: &str = "fuzz";

const EXAMPLES: &str = "\
Examples:
  cargo xtask test real                            all packages, their harnesses, and a short campaign; long
  cargo xtask test real zlib cjson                 these
  cargo xtask test real zlib --profile context     built with this profile
  cargo xtask test real zlib --baseline            built with plain clang: does its suite pass at all?
  cargo xtask test real --harnesses --budget 20m   only the fuzzers that packages ship";

#[derive(Args, Default)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only these packages; the names are those of tests/real/*.toml
    #[arg(value_name = "PACKAGE")]
    packages: Vec<String>,
    /// As `--real` had it.
    #[arg(long, hide = true)]
    only: Vec<String>,
    /// Build with this profile
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Build with plain clang: shows whether a suite passes at all
    #[arg(long, conflicts_with = "profile")]
    baseline: bool,
    /// Build with profile `context` and a self-check of each counter's identity; fail if two share one
    #[arg(long, conflicts_with_all = ["profile", "baseline"])]
    check: bool,
    /// Only fuzz the harnesses that packages ship, under every engine, half a minute each
    #[arg(long, conflicts_with_all = ["profile", "baseline", "check"])]
    harnesses: bool,
    /// Only build, with what notes words for dictionaries and without; fail if that changes the code of any object
    #[arg(long, conflicts_with_all = ["profile", "baseline", "check", "harnesses"])]
    notes: bool,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    toolchain: Toolchain,
}

impl Options {
    /// Whether nothing else than the default is asked for.
    fn is_plain(&self) -> bool {
        self.profile.is_none() && !self.baseline && !self.check
    }
}

pub fn main(options: &Options) -> Result<()> {
    let recipes = package::load(&[&options.packages[..], &options.only[..]].concat())?;
    let deadline = options.budget.start();
    match options.baseline {
        true => setup::packages()?,
        false => options.toolchain.ready()?,
    }
    if options.harnesses {
        return harness::run(&recipes, deadline);
    }
    if options.notes {
        return notes::run(&recipes, deadline);
    }
    let suites = suites(&recipes, &Built::by(options)?, deadline);
    if options.is_plain() {
        let harnesses = harness::run(&recipes, deadline);
        // Of a package of its own: naming packages excludes it.
        let campaign = match recipes.len() == package::load(&[])?.len() && !deadline.is_over() {
            true => campaign(),
            false => Ok(()),
        };
        return suites.and(harnesses).and(campaign);
    }
    suites
}

/// A part of it, with the toolchain that is staged: few packages under one profile, without their harnesses.
pub fn share() -> Result<()> {
    let options = Options {
        profile: Some(PROFILE_OF_CI.into()),
        ..Options::default()
    };
    let recipes = package::load(&OF_CI.map(String::from))?;
    suites(&recipes, &Built::by(&options)?, Deadline::NONE)
}

/// The short form of `bench campaign`.
fn campaign() -> Result<()> {
    let mut bench = xtask::dispatch::command("fz-bench");
    let status = bench.args(["campaign", "--smoke"]).status()?;
    ensure!(
        status.success(),
        "the short form of `bench campaign` failed"
    );
    Ok(())
}

/// What packages are built with.
struct Built {
    compiler: Compiler,
    with: With,
}

#[derive(PartialEq, Eq)]
enum With {
    /// Our compiler; what comes of it is examined.
    Fz,
    /// Our compiler, and counters that check themselves.
    Checks,
    /// Plain clang.
    Clang,
}

impl Built {
    fn by(options: &Options) -> Result<Built> {
        let (compiler, with) = if options.baseline {
            (Compiler::clang(), With::Clang)
        } else if options.check {
            let compiler = Compiler::fz(Some(&check::profile()?));
            (compiler.labelled("check"), With::Checks)
        } else {
            (Compiler::fz(options.profile.as_deref()), With::Fz)
        };
        Ok(Built { compiler, with })
    }
}

fn suites(recipes: &[Recipe], built: &Built, deadline: Deadline) -> Result<()> {
    apt::ensure_installed(recipes.iter().flat_map(|one| &one.needs))?;
    let counts = match &built.compiler.profile {
        Some(profile) => ask::counts(profile)?,
        None => true,
    };
    let mut results = Vec::new();
    for (at, recipe) in deadline.cuts(recipes.iter().enumerate()) {
        eprintln!(
            "fz: [{}/{}] {}: {}",
            at + 1,
            recipes.len(),
            recipe.name,
            recipe.about
        );
        let mut row = Row::default();
        let result = package(recipe, built, counts, &mut row);
        if let Err(error) = &result {
            eprintln!("error: {}: {error:#}", recipe.name);
        }
        results.push((recipe, row, result.is_ok()));
    }
    deadline.tell(results.len(), recipes.len(), "packages");
    report(&results, built)
}

/// What the table says of a package.
#[derive(Default)]
struct Row {
    build: Duration,
    suite: Duration,
    objects: usize,
    units: usize,
    /// Units without counters, each with a reason.
    explained: usize,
    counters: u64,
    hit: u64,
    checked: check::Found,
    guards: guards::Found,
    refactored: usize,
    /// Sources that were compiled as they are instead, by reason.
    as_written: BTreeMap<String, BTreeSet<String>>,
}

impl Row {
    /// Units that were not refactored, of so many that should have been.
    fn left(&self) -> (usize, usize) {
        let left = self.as_written.values().map(BTreeSet::len).sum();
        (left, left + self.refactored)
    }
}

/// Of a hundred units that are to be refactored, so many may be compiled as they are.
const AS_WRITTEN_PERCENT: usize = 1;

fn package(recipe: &Recipe, built: &Built, counts: bool, row: &mut Row) -> Result<()> {
    let compiler = &built.compiler;
    let started = Instant::now();
    let src = compiler.build(recipe)?;
    row.build = started.elapsed();

    let hits = Hits::watch(&src.with_extension("hits"))?;
    let reports = guards::Log::new(&src.with_extension("guards.jsonl"))?;
    let identities = src.with_extension("check");
    check::watch(&identities)?;
    let started = Instant::now();
    let mut output = String::new();
    for (at, script) in recipe.suite.iter().enumerate() {
        let mut command = compiler.shell(script, &src);
        match built.with {
            With::Checks => {
                command.env("FZ_CHECK", &identities);
            }
            With::Fz => {
                hits.preload(&mut command);
                reports.tell(&mut command);
            }
            With::Clang => {}
        }
        output += &proc::run(
            &format!("{} {} suite {}", recipe.name, compiler.label, at + 1),
            &mut command,
        )?
        .output;
    }
    row.suite = started.elapsed();
    for said in &recipe.suite_says {
        ensure!(
            output.contains(said),
            "the suite ended well but never said {said:?}: did it run?"
        );
    }
    match built.with {
        With::Checks => {
            row.checked = check::read(&identities)?;
            let found = &row.checked.findings;
            ensure!(
                row.checked.identities > 0,
                "no process of the suite checked anything"
            );
            ensure!(found.is_empty(), "{}", found.join("\n  "));
            Ok(())
        }
        With::Fz => {
            row.guards = reports.read(&linked_below(&src)?)?;
            examine(recipe, &src, counts.then_some(&hits), row)
        }
        With::Clang => Ok(()),
    }
}

/// Every linked object: all its units named, and hit by the suite if there are counters.
fn examine(recipe: &Recipe, src: &Path, hits: Option<&Hits>, row: &mut Row) -> Result<()> {
    let linked = linked_below(src)?;
    ensure!(
        !linked.is_empty(),
        "the build left no linked object below {}",
        repo::shown(src)
    );
    let is_library = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.contains(".so")
    };
    let libraries = linked.iter().filter(is_library);
    let libraries: BTreeSet<PathBuf> = libraries
        .filter_map(|l| Some(l.parent()?.to_path_buf()))
        .collect();
    let libraries: Vec<PathBuf> = libraries.into_iter().collect();
    let mut complaints = Vec::new();
    let mut exempted = vec![false; recipe.not_run.len()];
    for object in &linked {
        let name = object.strip_prefix(src)?.display().to_string();
        row.objects += 1;
        match units::of(object, &recipe.foreign, &libraries) {
            Ok(units) => {
                row.units += units.counted + units.explained;
                row.explained += units.explained;
                row.counters += units.counters;
                row.refactored += units.refactored;
                for (why, sources) in units.as_written {
                    row.as_written.entry(why).or_default().extend(sources);
                }
                complaints.extend(units.wrong.iter().map(|what| format!("{name}: {what}")));
            }
            Err(error) => complaints.push(format!("{name}: {error:#}")),
        }
        let tokens = ask::written_tokens(object);
        complaints.extend(
            tokens
                .iter()
                .map(|t| format!("{name}: the dictionary has fz's own {t:?}")),
        );
        let hit = hits.map(|hits| hits.of(object)).transpose()?;
        row.hit += hit.unwrap_or(0);
        let exemption = recipe.not_run.iter().position(|e| e.matches(&name));
        match (hit, exemption) {
            (Some(0), None) => complaints.push(format!("{name}: the suite hit none of its counters; say why under [[not-run]] if it never runs it")),
            (_, Some(at)) => exempted[at] = true,
            _ => {}
        }
    }
    for (exemption, _) in recipe
        .not_run
        .iter()
        .zip(&exempted)
        .filter(|(_, used)| !**used)
    {
        complaints.push(format!(
            "[[not-run]] {} matches no linked object; take it out",
            exemption.object
        ));
    }
    let (left, of) = row.left();
    if left * 100 > of * AS_WRITTEN_PERCENT {
        complaints.push(format!(
            "{left} of {of} units are not refactored: {}",
            reasons(row)
        ));
    }
    ensure!(complaints.is_empty(), "{}", complaints.join("\n  "));
    Ok(())
}

/// Why units were not refactored, and which.
fn reasons(row: &Row) -> String {
    let one = |(why, sources): (&String, &BTreeSet<String>)| {
        let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
        format!("{why} ({})", sources.join(" "))
    };
    row.as_written
        .iter()
        .map(one)
        .collect::<Vec<_>>()
        .join(", ")
}

fn report(results: &[(&Recipe, Row, bool)], built: &Built) -> Result<()> {
    println!("profile: {}", built.compiler.label);
    if built.with == With::Checks {
        print_checked(results);
    } else {
        print_built(results, built);
        print_refactored(results);
    }
    let failed = results.iter().filter(|r| !r.2).count();
    println!("{} passed, {failed} failed", results.len() - failed);
    if failed > 0 {
        bail!("{failed} of {} packages failed", results.len());
    }
    Ok(())
}

fn print_checked(results: &[(&Recipe, Row, bool)]) {
    let row = |(recipe, row, _): &(&Recipe, Row, bool)| {
        let found = &row.checked;
        let numbers = [
            found.processes,
            found.identities,
            found.executions,
            found.findings.len() as u64,
        ];
        let mut cells = vec![recipe.name.clone()];
        cells.extend(numbers.map(|n| n.to_string()));
        cells
    };
    table::under(
        "package | processes | identities | executions | on a shared counter",
        &results.iter().map(row).collect::<Vec<_>>(),
    );
}

fn print_built(results: &[(&Recipe, Row, bool)], built: &Built) {
    let count = |n: u64| {
        if built.with == With::Fz {
            n.to_string()
        } else {
            "-".to_string()
        }
    };
    let row = |(recipe, row, ok): &(&Recipe, Row, bool)| {
        vec![
            recipe.name.clone(),
            recipe.system.clone(),
            if *ok { "ok" } else { "FAILED" }.to_string(),
            proc::seconds(row.build),
            proc::seconds(row.suite),
            count(row.objects as u64),
            count(row.units as u64),
            count(row.explained as u64),
            count(row.counters),
            count(row.hit),
            count(row.guards.before),
            count(row.guards.after),
            count(row.guards.failed as u64),
        ]
    };
    let head = [
        "package",
        "build system",
        "result",
        "build",
        "suite",
        "objects",
        "units",
        "plain, why",
        "counters",
        "hit",
        "operations",
        "guards",
        "failed",
    ];
    table::print(&head, &results.iter().map(row).collect::<Vec<_>>());
}

/// What became of sources, where the profile has them refactored.
fn print_refactored(results: &[(&Recipe, Row, bool)]) {
    let refactoring: Vec<_> = results.iter().filter(|r| r.1.left().1 > 0).collect();
    if refactoring.is_empty() {
        return;
    }
    let row = |(recipe, row, _): &&(&Recipe, Row, bool)| {
        let (left, of) = row.left();
        let numbers = [of, row.refactored, left];
        let mut cells = vec![recipe.name.clone()];
        cells.extend(numbers.map(|n| n.to_string()));
        cells.push(reasons(row));
        cells
    };
    let head = ["package", "units", "refactored", "as written", "why"];
    table::print(&head, &refactoring.iter().map(row).collect::<Vec<_>>());
}
