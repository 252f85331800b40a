//! Whether words are compared with input: of each package's best words, those at whose site a taint build sees bytes of one
//! of the package's own inputs. What no input reaches cannot be seen, and is told apart.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use fz_abi::taint::env;
use fz_taint::Trace;
use serde_json::{Map, json};

use super::package::{Package, Unit};
use super::recall::best;
use super::truth::share;
use super::words::Ours;
use super::{Measured, Options, package, words};
use crate::goal::{Goal, Limit};
use fz_harness::limited;
use xtask::{proc, repo, table};

/// Of the best words, so large a part.
const SEEN: f64 = 0.5;
/// What is executed without bytes of the input is told of, too.
const PROFILE: &str = "summary = \"taint, and what has no labels\"\nextends = \"taint\"\n\
                       [feedback.taint]\nunlabelled = true\n";
const LIMIT: Duration = Duration::from_secs(20);
/// Inputs of a package, and the largest of them.
const INPUTS: usize = 200;
const INPUT_BYTES: u64 = 64 << 10;

/// A line of a source.
type Place = (String, u32);

/// What fits into a file of a size that a run may write; more than such inputs take.
const EVENTS: u64 = 1 << 19;
const NODES: u64 = 1 << 21;

#[derive(Default)]
struct Sites {
    reached: BTreeSet<Place>,
    seen: BTreeSet<Place>,
    /// Functions in which input is seen.
    functions: BTreeSet<String>,
}

pub fn measure(options: &Options) -> Result<Measured> {
    let mut goal = Goal::new(
        format!(
            "of the best {} words, the part whose site sees input",
            super::recall::BEST
        ),
        Limit::AtLeast(SEEN),
    );
    let (mut figures, mut rows) = (Map::new(), Vec::new());
    for package in package::load(&options.packages)? {
        if package.harness().is_none() {
            continue;
        }
        let units = package.units()?;
        let ours = words::of_library(&words::library(&package, &units, "fuzz")?)?;
        let inputs = package.inputs(INPUTS, INPUT_BYTES)?;
        let sites = sites(&program(&package, &units)?, &inputs)?;
        let best: Vec<_> = best(&ours).into_keys().collect();
        let of = |places: &BTreeSet<Place>| {
            let is_there = |word: &&Vec<u8>| ours[*word].places.iter().any(|p| places.contains(p));
            best.iter().filter(is_there).count()
        };
        let (reached, seen) = (of(&sites.reached), of(&sites.seen));
        let is_called = |word: &&Vec<u8>| {
            let Ours {
                places, callees, ..
            } = &ours[*word];
            let is_seen = places.iter().any(|p| sites.seen.contains(p));
            is_seen || callees.iter().any(|c| sites.functions.contains(c))
        };
        let within = best.iter().filter(is_called).count();
        if options.verbose {
            for word in &best {
                let places = &ours[word].places;
                let is_in = |all: &BTreeSet<Place>| places.iter().any(|p| all.contains(p));
                let state = match (is_in(&sites.seen), is_in(&sites.reached)) {
                    (true, _) => continue,
                    (false, true) => "reached, but not seen",
                    (false, false) => "not reached",
                };
                let (file, line) = &places[0];
                println!(
                    "{}: {state}: \"{}\" {file}:{line}",
                    package.name,
                    word.escape_ascii()
                );
            }
        }
        goal.measured(&package.name, share(seen, best.len()));
        rows.push(vec![
            package.name.clone(),
            inputs.len().to_string(),
            best.len().to_string(),
            reached.to_string(),
            seen.to_string(),
            within.to_string(),
        ]);
        figures.insert(
            package.name.clone(),
            json!({"inputs": inputs.len(), "words": best.len(), "reached": reached, "seen": seen,
                "seen_within": within}),
        );
    }
    println!(
        "\nThe best words of each package; a compare or call that labels tell of was executed on the word's line (reached),"
    );
    println!(
        "with bytes of the input in an operand (seen), or in the function that the word is passed to (there or in the callee)"
    );
    table::under(
        "package | inputs | words | reached | seen | there or in the callee",
        &rows,
    );
    Ok(Measured {
        goals: vec![goal],
        figures: figures.into(),
    })
}

fn program(package: &Package, units: &[Unit]) -> Result<PathBuf> {
    let profile = package.dir().join("unlabelled.toml");
    fs::write(&profile, PROFILE)?;
    let dir = words::objects(package, units, &profile.to_string_lossy(), "taint")?;
    let harness = package.harness().expect("a package with a harness");
    let src = package.src()?;
    let mut objects: Vec<PathBuf> = (0..units.len())
        .map(|at| dir.join(format!("{at}.o")))
        .collect();
    for (at, source) in package.harness_sources()?.iter().enumerate() {
        let object = dir.join(format!("harness-{at}.o"));
        let mut command = words::compiler(
            source.extension().is_some_and(|x| x == "c"),
            &profile.to_string_lossy(),
        );
        command
            .args(["-O2", "-g", "-w"])
            .args(&harness.flags)
            .arg("-c")
            .arg(source)
            .arg("-o")
            .arg(&object)
            .current_dir(&src);
        proc::output(&mut command)?;
        objects.push(object);
    }
    let program = dir.join("program");
    let mut link = words::compiler(false, &profile.to_string_lossy());
    link.args(objects)
        .args(&harness.link)
        .arg("-o")
        .arg(&program)
        .current_dir(&src);
    proc::output(&mut link)?;
    Ok(program)
}

fn sites(program: &Path, inputs: &[PathBuf]) -> Result<Sites> {
    let mut sites = Sites::default();
    let dir = tempfile::tempdir()?;
    let out = dir.path().join("trace");
    for input in inputs {
        let mut command = Command::new(program);
        command
            .arg(input)
            .env(env::INPUT, input)
            .env(env::OUT, &out)
            .env(env::HITS, env::HITS_USUAL.to_string())
            .env(env::EVENTS, EVENTS.to_string())
            .env(env::NODES, NODES.to_string());
        let run = limited::run(&mut command, None, LIMIT)?;
        if run.end == limited::End::TimedOut {
            continue;
        }
        let trace = Trace::read(&out).with_context(|| {
            format!(
                "{} {} and left no trace: {}",
                proc::rendered(&command),
                run.end,
                String::from_utf8_lossy(&run.stderr)
            )
        })?;
        sites.add(&trace).with_context(|| repo::shown(input))?;
        fs::remove_file(&out)?;
    }
    Ok(sites)
}

impl Sites {
    fn add(&mut self, trace: &Trace) -> Result<()> {
        for number in 0..trace.events.len() {
            let Some(event) = trace.events.get(number)? else {
                continue;
            };
            let place = (event.site.place.file.clone(), event.site.place.line);
            if event.labels != [0, 0] {
                self.functions.insert(event.site.function.clone());
                self.seen.insert(place.clone());
            }
            self.reached.insert(place);
        }
        for number in 0..trace.rows.len() {
            if let Some((_, site, _)) = trace.later(number)? {
                self.functions.insert(site.function.clone());
                self.seen.insert((site.place.file.clone(), site.place.line));
            }
        }
        Ok(())
    }
}
