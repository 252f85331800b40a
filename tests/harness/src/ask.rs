//! What the built `fz` reports of programs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use fz_abi::guards::{CONVERSION_SAYS_SO, IN_RANGE};
use serde::Deserialize;

use xtask::{proc, repo};

/// `fz COMMAND --json SUBJECT`. Its status repeats what the report says.
pub fn report<T: for<'a> Deserialize<'a>>(command: &str, subject: &Path) -> Result<T> {
    report_with(command, subject, &[])
}

/// The same, of a program that finds its libraries in these folders first.
pub fn report_with<T: for<'a> Deserialize<'a>>(
    command: &str,
    subject: &Path,
    library_path: &[PathBuf],
) -> Result<T> {
    let mut fz = Command::new(repo::stage().join("bin/fz"));
    if !library_path.is_empty() {
        fz.env("LD_LIBRARY_PATH", std::env::join_paths(library_path)?);
    }
    let out = fz.args([command, "--json"]).arg(subject).output()?;
    serde_json::from_slice(&out.stdout).with_context(|| {
        format!(
            "{} printed no report: {}",
            proc::rendered(&fz),
            String::from_utf8_lossy(&out.stderr).trim()
        )
    })
}

/// What passes and fuzzers' macros write into programs holds one of these, as numbers in either order of their bytes, too.
const WRITTEN: [&str; 6] = ["fz.", ".zf", "__fz", "##SIG_AFL", "__sancov", "__sanitizer"];

#[derive(Deserialize)]
struct Tokens {
    words: Vec<Word>,
}

#[derive(Deserialize)]
struct Word {
    text: String,
}

/// Of the tokens that an object is known to compare its input with, those that no source has. One without records has none.
pub fn written_tokens(object: &Path) -> Vec<String> {
    let tokens: Result<Tokens> = report("dict", object);
    let words = tokens.into_iter().flat_map(|t| t.words);
    words
        .map(|word| word.text)
        .filter(|text| WRITTEN.iter().any(|w| text.contains(w)))
        .collect()
}

#[derive(Deserialize)]
struct Profile {
    edges: Option<serde_json::Value>,
}

/// Whether what is compiled with a profile has counters.
pub fn counts(profile: &str) -> Result<bool> {
    let profile: Profile = report("profiles", Path::new(profile))?;
    Ok(profile.edges.is_some())
}

#[derive(Deserialize)]
struct Inspect {
    programs: Vec<Program>,
}

#[derive(Deserialize)]
struct Program {
    images: Vec<Image>,
}

#[derive(Deserialize)]
struct Image {
    counters: u64,
    #[serde(default)]
    records: Vec<Record>,
    #[serde(default)]
    edges: Vec<Function>,
}

#[derive(Deserialize)]
struct Record {
    source: String,
    branches: u64,
    selects: u64,
    #[serde(default)]
    guards: u64,
    #[serde(default)]
    transforms: BTreeMap<String, Transform>,
}

#[derive(Deserialize)]
struct Transform {
    done: u64,
    left: BTreeMap<String, u64>,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    sites: Vec<Site>,
}

#[derive(Deserialize)]
struct Site {
    kind: String,
}

/// What records say of a program's code.
#[derive(Default)]
pub struct Decisions {
    /// Ways of branches and switches beyond the first.
    pub branches: u64,
    pub selects: u64,
    /// Conditional jumps that the edges of each function ask for, by the function's name.
    pub jumps: BTreeMap<String, u64>,
}

/// What the records of a program's own image say.
pub fn decisions(program: &Path) -> Result<Decisions> {
    let inspect: Inspect = report("inspect", program)?;
    let image = inspect.programs.first().and_then(|p| p.images.first());
    let image = image.context("fz inspect shows no image")?;
    let mut decisions = Decisions::default();
    for record in &image.records {
        decisions.branches += record.branches;
        decisions.selects += record.selects;
    }
    for function in &image.edges {
        let of_kind = |kind| function.sites.iter().filter(|s| s.kind == kind).count() as u64;
        // Both ways of a branch are edges, and each case of a switch.
        *decisions.jumps.entry(function.name.clone()).or_default() +=
            of_kind("branch") / 2 + of_kind("case");
    }
    Ok(decisions)
}

/// The guards of one unit.
pub struct Guards {
    pub source: String,
    /// Operations that could have them.
    pub before: u64,
    /// Those that do.
    pub after: u64,
}

/// What the records of an object's own image say of guards.
pub fn guards(object: &Path) -> Result<Vec<Guards>> {
    let inspect: Inspect = report("inspect", object)?;
    let images = inspect.programs.into_iter().flat_map(|p| p.images).take(1);
    let records = images.flat_map(|i| i.records);
    let unit = |record: Record| {
        let pass = record.transforms.get("guards")?;
        let needless = [IN_RANGE, CONVERSION_SAYS_SO];
        let needless = needless.iter().filter_map(|reason| pass.left.get(*reason));
        Some(Guards {
            before: pass.done + needless.sum::<u64>(),
            after: record.guards,
            source: record.source,
        })
    };
    Ok(records.filter_map(unit).collect())
}

#[derive(Deserialize)]
struct Distances {
    images: Vec<Outcomes>,
}

#[derive(Deserialize)]
struct Outcomes {
    functions: Vec<Branches>,
}

#[derive(Deserialize)]
struct Branches {
    branches: Vec<Branch>,
}

/// A branch that reports distances.
#[derive(Deserialize)]
pub struct Branch {
    /// The number of its first outcome.
    pub first: usize,
    pub outcomes: usize,
    /// `integer`, `switch`, …
    pub kind: String,
}

/// The branches of a program's own image that report distances.
pub fn distances(program: &Path) -> Result<Vec<Branch>> {
    let mut fz = Command::new(repo::stage().join("bin/fz"));
    fz.args(["inspect", "--list", "distances", "--json"])
        .arg(program);
    let report: Distances = serde_json::from_str(&proc::output(&mut fz)?)?;
    let own = report.images.into_iter().next();
    let own = own.context("fz inspect shows no image")?;
    let branches: Vec<Branch> = own.functions.into_iter().flat_map(|f| f.branches).collect();
    ensure!(
        !branches.is_empty(),
        "{} reports no distances; build it with --fz-profile=distance",
        program.display()
    );
    Ok(branches)
}

/// How many counters each image has; that of `object` comes first.
pub fn counters(object: &Path) -> Result<Vec<u64>> {
    let inspect: Inspect = report("inspect", object)?;
    let images = inspect.programs.iter().flat_map(|p| &p.images);
    let counters: Vec<u64> = images.map(|i| i.counters).collect();
    ensure!(!counters.is_empty(), "fz inspect shows no image");
    Ok(counters)
}
