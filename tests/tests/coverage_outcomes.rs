//! Of each condition a coverage build says which input saw it come out how: programs of `tests/coverage/outcomes`, which
//! say on their lines what is expected there.
//!
//! ```text
//! // inputs: 12 13 32                     each is the standard input of one run
//! // profile: coverage-guards             default: coverage
//! if (a == 1 && b == 2) …                 // seen: a == 1 TTF; b == 2 TF-
//! switch (c) …                            // seen: c=case 'x' x--; c=default -xx
//! ```
//!
//! A letter for each input: `T` true, `F` false, `B` both, `x` it came to that case, `-` it did not. What is in several
//! functions, made of a template, say, is there for each. Lines without such a word have no conditions.

mod clang;
mod lines;
mod regions;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use fz_coverage::{identities::Kind, store::Store};
use fz_tests::{diff, env, fz, in_parallel, rooms};

const ROOM: &str = "tests/coverage/outcomes";

fn sources(room: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(rooms().join(room)).unwrap();
    let mut sources: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    sources.sort();
    sources
}

fn header<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let prefix = format!("// {key}: ");
    text.lines().find_map(|line| line.strip_prefix(&prefix))
}

/// Line and what is said of it, one a row.
fn expected(text: &str) -> String {
    let lines = text.lines().zip(1..);
    let said = lines.filter_map(|(text, line)| Some((line, text.split_once("// seen: ")?.1)));
    let rows = said.flat_map(|(line, said): (u32, &str)| {
        let rows = said.split("; ").map(str::trim);
        rows.map(move |row| format!("{line}: {row}\n"))
    });
    rows.collect()
}

fn run(command: &mut Command) -> Result<(), String> {
    let out = env::bare(command).output().unwrap();
    match out.status.success() {
        true => Ok(()),
        false => {
            let said = String::from_utf8_lossy(&out.stderr);
            Err(said.chars().take(2000).collect())
        }
    }
}

/// Builds a program and runs its inputs, each as a run of its own.
fn collect(source: &Path, profile: &str, inputs: &[&str], scratch: &Path) -> Result<Store, String> {
    let is_cxx = source.extension().is_some_and(|x| x == "cc");
    let compiler = if is_cxx { "bin/fz-cxx" } else { "bin/fz-cc" };
    let standard: &[&str] = if is_cxx { &["-std=c++20"] } else { &[] };
    let (program, store) = (scratch.join("program"), scratch.join("s.fzcov"));
    run(Command::new(fz().join(compiler))
        .arg(format!("--fz-profile={profile}"))
        .arg("--fz-engine=afl")
        .args(["-g", "-w", "-fno-color-diagnostics"])
        .args(standard)
        .arg(source)
        .arg("-o")
        .arg(&program))?;
    let mut command = Command::new(fz().join("bin/fz"));
    command
        .args(["cov", "collect", "-j", "1", "-t", "1500", "-o"])
        .arg(&store);
    command.arg(&program);
    for (number, input) in inputs.iter().enumerate() {
        let folder = scratch.join(number.to_string());
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("input"), input).unwrap();
        command.arg("-i").arg(folder);
    }
    run(&mut command)?;
    Store::open(&store).map_err(|e| format!("{e:#}"))
}

/// What each input reached, by number of the identity.
fn reached(store: &Store, inputs: usize) -> Vec<Vec<bool>> {
    let mut reached = vec![Vec::new(); inputs];
    store
        .each_input(|run, input| {
            let of_run: &mut Vec<bool> =
                &mut reached[store.runs[run].name.parse::<usize>().unwrap()];
            assert!(of_run.is_empty(), "each run has one input");
            *of_run = (0..store.limit()).map(|n| input.set.contains(n)).collect();
        })
        .unwrap();
    reached
}

/// As the source should say it.
fn found(store: &Store, source: &Path, inputs: usize) -> String {
    let reached = reached(store, inputs);
    let name = source.file_name().unwrap().to_str().unwrap();
    let seen = |number: usize| reached.iter().map(move |r| r[number]);
    let mut rows: BTreeMap<(u32, u32, usize, &str, u32, u64), String> = BTreeMap::new();
    let mut truths: BTreeMap<(usize, &str, u32), [Option<usize>; 2]> = BTreeMap::new();
    for (number, identity) in store.catalogue.identities.iter().enumerate() {
        let Some(place) = identity.place.as_ref().filter(|p| p.file == name) else {
            continue;
        };
        let text = identity.text.as_str();
        let at = (
            place.line,
            place.column,
            identity.function,
            text,
            identity.nth,
        );
        let row = (at.0, at.1, at.2, at.3, at.4);
        let cases = |label: String| {
            let letters = seen(number).map(|s| if s { 'x' } else { '-' });
            format!("{}: {label} {}\n", place.line, letters.collect::<String>())
        };
        // Cases stand in the order of the source.
        let order = identity
            .spelled
            .as_ref()
            .map_or(0, |s| u64::from(s.line) << 32 | u64::from(s.column));
        match (identity.kind, identity.outcome.as_str()) {
            (Kind::Outcome, outcome @ ("true" | "false")) => {
                let known = truths
                    .entry((identity.function, text, identity.nth))
                    .or_default();
                known[usize::from(outcome == "false")] = Some(number);
                // What no code follows is no outcome.
                let missing = match *known {
                    [Some(_), None] => " (never false)",
                    [None, Some(_)] => " (never true)",
                    _ => "",
                };
                let [yes, no] = known.map(|n| {
                    let of_each = reached.iter().map(move |r| n.is_some_and(|n| r[n]));
                    of_each.collect::<Vec<_>>()
                });
                let letters = yes.iter().zip(no).map(|both| match both {
                    (true, true) => 'B',
                    (true, false) => 'T',
                    (false, true) => 'F',
                    (false, false) => '-',
                });
                let letters: String = letters.collect();
                rows.insert(
                    (row.0, row.1, row.2, row.3, row.4, 0),
                    format!("{}: {text}{missing} {letters}\n", place.line),
                );
            }
            (Kind::Outcome, label) => {
                let said = cases(format!("{text}={label}"));
                rows.insert((row.0, row.1, row.2, row.3, row.4, order), said);
            }
            (Kind::Guard, _) => {
                let said = cases(format!("guard {text}"));
                rows.insert((row.0, row.1, row.2, row.3, row.4, 0), said);
            }
            _ => {}
        }
    }
    rows.into_values().collect()
}

fn wrong(source: &Path) -> String {
    let text = fs::read_to_string(source).unwrap();
    let inputs: Vec<&str> = header(&text, "inputs").unwrap().split(' ').collect();
    let profile = header(&text, "profile").unwrap_or("coverage");
    let scratch = tempfile::tempdir().unwrap();
    let name = source.file_name().unwrap().to_string_lossy();
    match collect(source, profile, &inputs, scratch.path()) {
        Err(said) => format!("{name}: {said}\n"),
        Ok(store) => {
            let (expected, found) = (expected(&text), found(&store, source, inputs.len()));
            match expected == found {
                true => String::new(),
                false => format!("{name}:\n{}\n", diff(&expected, &found)),
            }
        }
    }
}

#[test]
fn each_input_is_known_by_the_outcomes_it_saw() {
    let sources = sources(ROOM);
    assert!(sources.len() > 5, "{sources:?}");
    let wrong = in_parallel(&sources, |source| wrong(source)).concat();
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// For each line with code, whether it ran, by gcov.
fn lines_of_gcov(compiler: &[&str], source: &Path, input: &str) -> Vec<(String, bool)> {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    run(Command::new(compiler[0])
        .current_dir(dir)
        .args(&compiler[1..])
        .args(["--coverage", "-w", "-c", "-o", "a.o"])
        .arg(source))
    .unwrap();
    run(Command::new(compiler[0])
        .current_dir(dir)
        .args(&compiler[1..])
        .args(["--coverage", "a.o", "-o", "p"]))
    .unwrap();
    fs::write(dir.join("input"), input).unwrap();
    let input = fs::File::open(dir.join("input")).unwrap();
    run(Command::new(dir.join("p")).current_dir(dir).stdin(input)).unwrap();
    let mut gcov = Command::new(fz_llvm::COV);
    let out = env::bare(&mut gcov)
        .current_dir(dir)
        .args(["gcov", "-t", "a.gcda"])
        .output()
        .unwrap();
    let report = String::from_utf8(out.stdout).unwrap();
    let rows = report.lines().filter_map(|row| {
        let (count, rest) = row.split_once(':')?;
        let ran = match count.trim() {
            "-" => return None,
            count => !count.starts_with(['#', '=']),
        };
        Some((rest.trim().to_owned(), ran))
    });
    let rows: Vec<_> = rows.collect();
    assert!(rows.len() > 3, "{report}");
    rows
}

#[test]
fn lines_of_refactored_source_tell_what_lines_of_the_source_do_not() {
    let source = rooms().join(ROOM).join("listing16.c");
    // Listing 16's second half is asked of one of them alone.
    let inputs = ["11", "22"];
    let plain = inputs.map(|i| lines_of_gcov(&[fz_llvm::CLANG], &source, i));
    assert_eq!(plain[0], plain[1]);
    let fz_cc = fz().join("bin/fz-cc");
    let fz_cc = [fz_cc.to_str().unwrap(), "--fz-profile=coverage"];
    let ours = inputs.map(|i| lines_of_gcov(&fz_cc, &source, i));
    let names = |lines: &[(String, bool)]| lines.iter().map(|l| l.0.clone()).collect::<Vec<_>>();
    assert_eq!(names(&ours[0]), names(&ours[1]));
    let differ = ours[0].iter().zip(&ours[1]).filter(|(a, b)| a != b);
    let differ: Vec<&str> = differ.map(|(a, _)| a.0.as_str()).collect();
    assert!(
        differ.iter().any(|line| line.contains("a2 == 2")),
        "{differ:?}"
    );
}

#[test]
fn bytes_of_a_string_are_told_apart() {
    let source = rooms().join(ROOM).join("bytes.c");
    let text = fs::read_to_string(&source).unwrap();
    let inputs: Vec<&str> = header(&text, "inputs").unwrap().split(' ').collect();
    let sets = |profile: &str| {
        let scratch = tempfile::tempdir().unwrap();
        let store = collect(&source, profile, &inputs, scratch.path()).unwrap();
        let sets: BTreeSet<Vec<bool>> = reached(&store, inputs.len()).into_iter().collect();
        sets.len()
    };
    assert_eq!(sets("coverage-bytes"), inputs.len());
    // What memcmp said of all of them is one answer.
    assert_eq!(sets("coverage"), 2);
}
