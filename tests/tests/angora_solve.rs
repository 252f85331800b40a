//! An engine that works as Angora does gets through programs with nothing but track files: `angora_solve/solver.rs` is that
//! engine. How many executions each takes is printed, and bounded.

mod solver;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::angora::engine::{Engine, Input, Kind};
use fz_tests::{fz, in_parallel, rooms};
use solver::{Found, Solver};

/// Both builds of a program.
pub struct Builds {
    kind: Kind,
    input: Input,
    fast: PathBuf,
    track: PathBuf,
    _folder: tempfile::TempDir,
}

fn compile(profile: &str, engine: &str, flags: &[String], source: &Path, to: &Path) {
    let mut compiler = Command::new(fz().join("bin/fz-cc"));
    fz_tests::env::bare(&mut compiler)
        .arg(format!("--fz-profile={profile}"))
        .arg(format!("--fz-engine={engine}"))
        .args(["-O2", "-g"])
        .args(flags)
        .arg(source)
        .arg("-o")
        .arg(to);
    let out = compiler.output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{compiler:?}: {said}");
}

impl Builds {
    pub fn of(kind: Kind, input: Input, source: &Path, flags: &[String]) -> Builds {
        let folder = tempfile::tempdir().unwrap();
        let [fast, track] = ["fast", "track"].map(|name| folder.path().join(name));
        let profile = match kind {
            Kind::Angora => "angora",
            Kind::Valkyrie => "valkyrie",
        };
        compile(profile, profile, flags, source, &fast);
        compile("taint", "none", flags, source, &track);
        Builds {
            kind,
            input,
            fast,
            track,
            _folder: folder,
        }
    }

    /// What `fz taint` writes of an input.
    fn track_of(&self, input: &[u8]) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let [file, out] = ["input", "track"].map(|name| folder.path().join(name));
        fs::write(&file, input).unwrap();
        let mut taint = Command::new(fz().join("bin/fz"));
        fz_tests::env::bare(&mut taint)
            .arg("taint")
            .arg(&self.track)
            .arg("-i")
            .arg(&file)
            .args(["--format", "angora", "-o"])
            .arg(&out);
        if self.input == Input::File {
            taint.args(["--", "@@"]);
        }
        let told = taint.output().unwrap();
        let said = String::from_utf8_lossy(&told.stderr);
        assert!(told.status.success(), "{taint:?}: {said}");
        fs::read(&out).unwrap()
    }

    pub fn solve(&self, seed: &[u8], limit: u32) -> Found {
        let engine = Engine::start(self.kind, &self.fast, self.input);
        Solver::new(engine, &|input| self.track_of(input), limit).run(seed)
    }
}

fn words(flags: &str) -> Vec<String> {
    flags.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn ten_arithmetic_conditions_are_solved() {
    let source = rooms().join("tests/angora/arithmetic.c");
    let builds = Builds::of(Kind::Valkyrie, Input::Stdin, &source, &[]);
    let found = builds.solve(b"a seed", 4000);
    println!(
        "arithmetic: {} executions, {} inputs",
        found.executions, found.inputs
    );
    assert!(found.crash.is_some(), "{found:?}");
}

/// From a seed that is too short, whatever tells the program so.
#[test]
fn inputs_become_as_long_as_they_must() {
    let source = rooms().join("tests/angora/length.c");
    let ways = [
        ("-DFREAD", Input::Stdin),
        ("-DFREAD", Input::File),
        ("-DBLOCKS", Input::File),
        ("-DREAD", Input::Stdin),
        ("-DREAD", Input::File),
        ("-DSTATUS", Input::Stdin),
        ("-DNAMED", Input::File),
        ("-DSEEK", Input::Stdin),
        ("-DTELL", Input::File),
        ("-DLINE", Input::Stdin),
        ("-DHARNESS", Input::File),
    ];
    let solved = in_parallel(&ways, |(flag, input)| {
        let builds = Builds::of(Kind::Angora, *input, &source, &words(flag));
        builds.solve(b"12345678", 50)
    });
    for ((flag, input), found) in ways.iter().zip(solved) {
        println!("{flag}, {input:?}: {} executions", found.executions);
        let crash = found.crash.unwrap_or_else(|| panic!("{flag}, {input:?}"));
        assert!((40..300).contains(&crash.len()), "{flag}: {crash:?}");
    }
}

/// A rung of `tests/bench/ladder`: its flags, and how many bytes it looks at.
struct Rung {
    name: String,
    source: PathBuf,
    flags: Vec<String>,
    needs: usize,
}

fn rungs() -> Vec<Rung> {
    let mut rungs: Vec<Rung> = Vec::new();
    let mut files: Vec<_> = fs::read_dir(rooms().join("tests/bench/ladder"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|x| x == "c"))
        .collect();
    files.sort();
    for source in files {
        for line in fs::read_to_string(&source).unwrap().lines() {
            if let Some(rest) = line.strip_prefix("// rung: ") {
                let mut flags = words(rest);
                rungs.push(Rung {
                    name: flags.remove(0),
                    source: source.clone(),
                    flags,
                    needs: 0,
                });
            } else if let Some(rest) = line.strip_prefix("// solution: ") {
                // Text in quotes, or two digits for each byte.
                let bytes = rest
                    .split_whitespace()
                    .map(|word| match word.strip_prefix('"') {
                        Some(text) => text.len() - 1,
                        None => word.len() / 2,
                    });
                rungs.last_mut().unwrap().needs += bytes.sum::<usize>();
            }
        }
    }
    rungs
}

/// What cannot be climbed like this: track files have no numbers of more than 64 bits; and where several conditions become
/// one branch, none of them shows an engine anything new by itself.
const TOO_STEEP: [&str; 7] = [
    "eq128",
    "eq128-be",
    "eq128-le",
    "fused",
    "select-and",
    "select-ternary",
    "sum",
];

#[test]
fn the_ladder_is_climbed() {
    let rungs = rungs();
    assert!(rungs.len() > 30);
    let climbed = in_parallel(&rungs, |rung| {
        let needs = format!("-DNEEDS={}", rung.needs);
        let flags = [&rung.flags[..], &[needs]].concat();
        let builds = Builds::of(Kind::Valkyrie, Input::Stdin, &rung.source, &flags);
        builds.solve(&vec![0; rung.needs + 256], 12_000)
    });
    let mut missed = Vec::new();
    for (rung, found) in rungs.iter().zip(&climbed) {
        let is_solved = found.crash.is_some();
        println!(
            "{}: {} executions, {} inputs{}",
            rung.name,
            found.executions,
            found.inputs,
            if is_solved { "" } else { ", not solved" }
        );
        if !is_solved {
            missed.push(rung.name.as_str());
        }
    }
    assert_eq!(missed, TOO_STEEP);
}
