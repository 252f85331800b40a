//! `cargo xtask test --real`: real packages, unchanged, built with fz-cc, under their own test suites.
//!
//! For each package: it builds, its suite passes, `fz doctor` accounts for every unit of every linked object, and the
//! suite hits counters in each of these objects, if the profile makes any. Then the harnesses that packages ship are fuzzed,
//! and configurations compared as `bench campaign` does it, for seconds. Baseline runs (plain clang) tell a broken package from a broken fz.

mod check;
mod elf;
mod guards;
mod harness;
mod hits;
mod notes;
mod outcome;
mod recipe;
mod units;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::bench::campaign;
use crate::{apt, ask, build, env, proc, repo, table};
pub use elf::linked_below;
use hits::Hits;
pub use recipe::{Recipe, load as recipes};

/// A step that takes longer hangs.
const STEP_SECONDS: &str = "1200";

#[derive(Args, Default)]
#[group(id = "real-packages")]
pub struct Options {
    /// Only this package (repeatable); the names are those of tests/real/*.toml
    #[arg(long, requires = "real", value_name = "NAME")]
    only: Vec<String>,
    /// Build with this profile
    #[arg(long, requires = "real", value_name = "NAME")]
    profile: Option<String>,
    /// Build with plain clang: shows whether a suite passes at all
    #[arg(long, requires = "real", conflicts_with = "profile")]
    baseline: bool,
    /// Build with profile `context` and a self-check of each counter's identity; fail if two share one
    #[arg(long, requires = "real", conflicts_with_all = ["profile", "baseline"])]
    check: bool,
    /// Only fuzz the harnesses that packages ship, under every engine, half a minute each
    #[arg(long, requires = "real", conflicts_with_all = ["profile", "baseline", "check"])]
    harnesses: bool,
    /// Only build, with what notes words for dictionaries and without; fail if that changes the code of any object
    #[arg(long, requires = "real", conflicts_with_all = ["profile", "baseline", "check", "harnesses"])]
    notes: bool,
}

impl Options {
    /// Whether nothing else than the default is asked for.
    fn is_plain(&self) -> bool {
        self.profile.is_none() && !self.baseline && !self.check
    }
}

pub fn main(options: &Options) -> Result<()> {
    let recipes = recipe::load(&options.only)?;
    if options.harnesses {
        return harness::run(&recipes);
    }
    if options.notes {
        return notes::run(&recipes);
    }
    let suites = suites(&recipes, options);
    if options.is_plain() {
        let harnesses = harness::run(&recipes);
        // Of a package of its own: who names packages does not mean it.
        let campaign = match &options.only[..] {
            [] => campaign::smoke().context("the short form of `bench campaign`"),
            _ => Ok(()),
        };
        return suites.and(harnesses).and(campaign);
    }
    suites
}

fn suites(recipes: &[Recipe], options: &Options) -> Result<()> {
    let compiler = if options.baseline {
        Compiler::clang()
    } else if options.check {
        Compiler::checking()?
    } else {
        Compiler::fz(options.profile.as_deref())
    };
    if options.baseline {
        crate::setup::packages()?
    } else {
        build::ready()?
    }
    let needs: Vec<&str> = recipes
        .iter()
        .flat_map(|r| r.needs.iter().map(String::as_str))
        .collect();
    apt::ensure_installed(&needs)?;
    let counts = match &compiler.profile {
        Some(profile) => ask::counts(profile)?,
        None => true,
    };
    let mut results = Vec::new();
    for (at, recipe) in recipes.iter().enumerate() {
        eprintln!(
            "fz: [{}/{}] {}: {}",
            at + 1,
            recipes.len(),
            recipe.name,
            recipe.about
        );
        let mut row = Row::default();
        let result = package(recipe, &compiler, counts, &mut row);
        if let Err(error) = &result {
            eprintln!("error: {}: {error:#}", recipe.name);
        }
        results.push((recipe, row, result.is_ok()));
    }
    report(&results, &compiler)
}

/// The compiler under test and what it needs to know.
pub struct Compiler {
    label: String,
    cc: PathBuf,
    cxx: PathBuf,
    profile: Option<String>,
    /// Whether its output is ours, to be examined.
    ours: bool,
    /// Whether its output checks itself.
    checks: bool,
}

impl Compiler {
    pub fn fz(profile: Option<&str>) -> Compiler {
        let bin = repo::stage().join("bin");
        let label = profile.unwrap_or("default").to_string();
        Compiler {
            label,
            cc: bin.join("fz-cc"),
            cxx: bin.join("fz-cxx"),
            profile: profile.map(String::from),
            ours: true,
            checks: false,
        }
    }

    /// Ours, with the self-check of counters.
    fn checking() -> Result<Compiler> {
        Ok(Compiler {
            label: "check".into(),
            checks: true,
            ..Compiler::fz(Some(&check::profile()?))
        })
    }

    pub fn clang() -> Compiler {
        Compiler {
            label: "baseline".into(),
            cc: fz_llvm::CLANG.into(),
            cxx: fz_llvm::CLANGXX.into(),
            profile: None,
            ours: false,
            checks: false,
        }
    }

    /// AFL++'s own compiler, with its default instrumentation, from the folder of its programs.
    pub fn afl_clang_fast(bin: &Path) -> Compiler {
        Compiler::other(
            "afl-clang-fast",
            bin.join("afl-clang-fast"),
            bin.join("afl-clang-fast++"),
        )
    }

    /// Somebody else's.
    pub fn other(label: &str, cc: PathBuf, cxx: PathBuf) -> Compiler {
        Compiler {
            label: label.to_string(),
            cc,
            cxx,
            profile: None,
            ours: false,
            checks: false,
        }
    }

    /// A shell command in `dir` with `CC`, `CXX` and `JOBS` set, ended when it hangs.
    fn shell(&self, script: &str, dir: &Path) -> Command {
        let mut command = Command::new("timeout");
        command
            .args(["--kill-after=10", STEP_SECONDS, "sh", "-euc", script])
            .current_dir(dir);
        env::unsteered(&mut command);
        command
            .env("CC", &self.cc)
            .env("CXX", &self.cxx)
            .env("JOBS", repo::jobs().to_string())
            .env("LC_ALL", "C.UTF-8");
        if let Some(profile) = &self.profile {
            command.env("FZ_PROFILE", profile);
        }
        command
    }

    /// Unpacks `recipe`'s source and builds it, in a folder made anew.
    pub fn build(&self, recipe: &Recipe) -> Result<PathBuf> {
        Ok(self.build_timed(recipe)?.0)
    }

    /// The same, and how long its build system took.
    pub fn build_timed(&self, recipe: &Recipe) -> Result<(PathBuf, Duration)> {
        let src = repo::made()
            .join("real")
            .join(&self.label)
            .join(&recipe.name);
        let took = self.build_in(recipe, &src)?;
        Ok((src, took))
    }

    /// The same in a folder that the caller names.
    pub fn build_in(&self, recipe: &Recipe, src: &Path) -> Result<Duration> {
        recipe.source.unpack(src)?;
        let started = Instant::now();
        for (at, script) in recipe.build.iter().enumerate() {
            proc::run(
                &format!("{} {} build {}", recipe.name, self.label, at + 1),
                &mut self.shell(script, src),
            )?;
        }
        Ok(started.elapsed())
    }
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

fn package(recipe: &Recipe, compiler: &Compiler, counts: bool, row: &mut Row) -> Result<()> {
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
        if compiler.checks {
            command.env("FZ_CHECK", &identities);
        } else if compiler.ours {
            hits.preload(&mut command);
            reports.tell(&mut command);
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
    if compiler.checks {
        row.checked = check::read(&identities)?;
        let found = &row.checked.findings;
        ensure!(
            row.checked.identities > 0,
            "no process of the suite checked anything"
        );
        ensure!(found.is_empty(), "{}", found.join("\n  "));
        Ok(())
    } else if compiler.ours {
        row.guards = reports.read(&elf::linked_below(&src)?)?;
        examine(recipe, &src, counts.then_some(&hits), row)
    } else {
        Ok(())
    }
}

/// Every linked object: all its units named, and hit by the suite if there are counters.
fn examine(recipe: &Recipe, src: &Path, hits: Option<&Hits>, row: &mut Row) -> Result<()> {
    let linked = elf::linked_below(src)?;
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
    if complaints.is_empty() {
        Ok(())
    } else {
        bail!("{}", complaints.join("\n  "))
    }
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

fn report(results: &[(&Recipe, Row, bool)], compiler: &Compiler) -> Result<()> {
    println!("profile: {}", compiler.label);
    if compiler.checks {
        print_checked(results);
    } else {
        print_built(results, compiler);
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
    let head = [
        "package",
        "processes",
        "identities",
        "executions",
        "on a shared counter",
    ];
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
    table::print(&head, &results.iter().map(row).collect::<Vec<_>>());
}

fn print_built(results: &[(&Recipe, Row, bool)], compiler: &Compiler) {
    let count = |n: u64| {
        if compiler.ours {
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

/// A recipe by name, for the commands that fuzz it.
pub fn recipe(name: &str) -> Result<Recipe> {
    let only = [name.to_string()];
    recipe::load(&only)?
        .pop()
        .with_context(|| format!("no recipe {name}"))
}

/// Copies the seeds of a recipe's `[fuzz]` table into `into`; those over 64 KiB only slow a short run down.
pub fn seeds(fuzz: &recipe::Fuzz, src: &Path, into: &Path) -> Result<usize> {
    copy_seeds(&src.join(&fuzz.seeds), &fuzz.extension, into)
}

/// Copies the files below `from` with this extension.
fn copy_seeds(from: &Path, extension: &str, into: &Path) -> Result<usize> {
    if into.exists() {
        fs::remove_dir_all(into)?;
    }
    fs::create_dir_all(into)?;
    let mut copied = 0;
    for entry in walkdir::WalkDir::new(from).sort_by_file_name() {
        let entry = entry.with_context(|| format!("no seeds in {}", repo::shown(from)))?;
        let path = entry.path();
        let fits = path.metadata()?.len() <= 64 << 10;
        let is_meant = path.extension().unwrap_or_default() == extension;
        if entry.file_type().is_file() && fits && is_meant {
            fs::copy(path, into.join(format!("{copied:04}")))?;
            copied += 1;
        }
    }
    ensure!(copied > 0, "no *.{extension} in {}", repo::shown(from));
    Ok(copied)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::copy_seeds;

    #[test]
    fn seeds_are_the_small_files_of_one_extension() {
        let dir = tempfile::tempdir().unwrap();
        let (from, into) = (dir.path().join("from"), dir.path().join("into"));
        fs::create_dir_all(from.join("sub")).unwrap();
        for (name, text) in [
            ("a.png", "1"),
            ("sub/b.png", "2"),
            ("c.txt", "3"),
            ("d", "4"),
        ] {
            fs::write(from.join(name), text).unwrap();
        }
        fs::write(from.join("large.png"), vec![0; (64 << 10) + 1]).unwrap();
        let copied = |extension| -> Option<Vec<String>> {
            let count = copy_seeds(&from, extension, &into).ok()?;
            let text = |at| fs::read_to_string(into.join(format!("{at:04}"))).unwrap();
            Some((0..count).map(text).collect())
        };
        assert_eq!(copied("png").unwrap(), ["1", "2"]);
        assert_eq!(copied("").unwrap(), ["4"]);
        assert_eq!(copied("jpg"), None);
    }
}
