//! What guards report as JSON lines, and what they leave in the map.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use fz_tests::{RunCommand, env, fz, peers::Aflpp, rooms};
use serde_json::Value;

/// A program of `tests/guards`.
fn built(source: &str, dir: &Path) -> PathBuf {
    let program = dir.join("program");
    let mut compiler = Command::new(fz().join("bin/fz-cc"));
    env::bare(&mut compiler)
        .args(["--fz-profile=guards", "-O1", "-w", "-pthread", "-o"])
        .arg(&program)
        .arg(rooms().join("tests/guards").join(source))
        .outcome()
        .ok();
    program
}

fn run(program: &Path, variables: &[(&str, &Path)]) -> Output {
    let mut command = Command::new(program);
    env::bare(&mut command).envs(variables.iter().copied());
    command.output().unwrap()
}

fn logged(program: &Path, log: &Path) -> Vec<Value> {
    let out = run(program, &[("FZ_GUARD_LOG", log)]);
    assert!(out.status.success() && out.stderr.is_empty(), "{out:?}");
    let text = fs::read_to_string(log).unwrap();
    let line = |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
    text.lines().map(line).collect()
}

#[test]
fn each_process_says_once_what_went_wrong_whenever_it_was() {
    let scratch = tempfile::tempdir().unwrap();
    let program = built("places.c", scratch.path());
    let mut counts = BTreeMap::new();
    for report in logged(&program, &scratch.path().join("log")) {
        *counts
            .entry(report["text"].as_str().unwrap().to_owned())
            .or_insert(0) += 1;
    }
    let expected = [(1, 1), (2, 1), (10, 1), (5, 2), (6, 2)];
    let text = |n| format!("int32 overflow: 2147483647 + {n}");
    assert_eq!(counts, expected.map(|(n, times)| (text(n), times)).into());
}

#[test]
fn numbers_and_names_are_whole_in_json() {
    let scratch = tempfile::tempdir().unwrap();
    let program = built("hits.c", scratch.path());
    let log = scratch.path().join("log");
    let reports = logged(&program, &log);
    let first = &reports[0];
    assert_eq!(first["file"], "dir \"a\"\\b\u{1}\n.c");
    assert_eq!((&first["line"], &first["column"]), (&1.into(), &2.into()));
    assert_eq!(
        (&first["kind"], &first["type"]),
        (&"add".into(), &"int128".into())
    );
    let [most, least] = [i128::MAX, i128::MIN].map(|n| n.to_string());
    assert_eq!(first["operands"], serde_json::json!([most, least]));
    let said: Vec<_> = reports
        .iter()
        .map(|r| [&r["name"], &r["text"]].map(|v| v.as_str().unwrap()))
        .collect();
    let [name, text] = said[4];
    // 255 bytes, and no part of a character.
    assert_eq!((name.len(), name.chars().last()), (254, Some('é')));
    assert!(
        text.starts_with("no value of 'xéé") && text.ends_with("éé: 2"),
        "{text}"
    );
    let rest = [&said[1..4], &said[5..]].concat();
    assert_eq!(
        rest,
        [
            [
                "divide uint64",
                "uint64 division by zero: 18446744073709551615 / 0"
            ],
            [
                "convert int32 to uint3",
                "uint3 out of range: int32 -9 becomes 7"
            ],
            ["index of 'int[10]'", "index out of bounds: -1 of 'int[10]'"],
            ["allocate int32", "allocation size: -16"],
            ["allocate uint64", "allocation size: 18446744073709551615"],
            ["copy int64", "copy length: -2"],
        ]
    );
    // Again: lines are appended.
    assert_eq!(logged(&program, &log).len(), 2 * reports.len());
}

#[test]
fn a_log_that_cannot_be_written_is_said_once() {
    let scratch = tempfile::tempdir().unwrap();
    let program = built("hits.c", scratch.path());
    let out = run(
        &program,
        &[("FZ_GUARD_LOG", &scratch.path().join("no/log"))],
    );
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(
        said.matches("fz: the file that FZ_GUARD_LOG names cannot be written")
            .count(),
        1,
        "{said}"
    );
    assert!(said.contains("\na.c:6:7: allocation size: -16\n"), "{said}");
}

/// By a real fuzzer's tool: the bytes of the map that an input leaves, by their offset. Without the first, which is no
/// counter: it says that the program ran, and the tool may have taken it away.
fn shown(showmap: &Path, program: &Path, map: Option<&str>, input: &str) -> BTreeMap<u64, String> {
    let dir = program.parent().unwrap();
    let (seed, out) = (dir.join("seed"), dir.join("map"));
    fs::write(&seed, input).unwrap();
    let mut command = Command::new(showmap);
    let done = env::bare(&mut command)
        .envs(map.map(|m| ("FZ_GUARD_MAP", m)))
        .args(["-q", "-t", "60000", "-o"])
        .arg(&out)
        .arg("--")
        .arg(program)
        .stdin(Stdio::from(fs::File::open(&seed).unwrap()))
        .output()
        .unwrap();
    assert!(out.exists(), "{done:?}");
    let text = fs::read_to_string(&out).unwrap();
    let tuple = |line: &str| {
        let (offset, count) = line.split_once(':').unwrap();
        (offset.parse().unwrap(), count.to_owned())
    };
    text.lines().map(tuple).filter(|(o, _)| *o > 0).collect()
}

const FUZZED: &str = include_str!("guard_log/fuzzed.c");

/// What `fz inspect` calls the edges of guards that were hit, by their offset in the map.
fn guard_edges(program: &Path) -> BTreeSet<u64> {
    let inspect = |arguments: &[&str]| {
        let mut fz = Command::new(fz().join("bin/fz"));
        let out = env::bare(&mut fz)
            .arg("inspect")
            .args(arguments)
            .arg(program)
            .outcome()
            .ok();
        serde_json::from_slice::<Value>(&out.stdout).unwrap()
    };
    let size = inspect(&["--json"])["programs"][0]["map"].as_u64().unwrap();
    let is_guard = |offset: &u64| {
        let edge = inspect(&["--json", "--edge", &offset.to_string()]);
        let sites = edge["edges"][0]["sites"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        sites.iter().any(|s| s["kind"] == "guard")
    };
    (0..size).filter(is_guard).collect()
}

#[test]
fn guards_can_be_kept_out_of_the_map() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("a.c"), FUZZED).unwrap();
    let showmaps = Aflpp::programs("afl-showmap");
    for context in ["none", "callsite"] {
        let profile = format!(
            "summary = \"guards and contexts\"\nextends = \"guards\"\n[feedback.edges]\ncontext = \"{context}\"\n"
        );
        fs::write(dir.join("mine.toml"), profile).unwrap();
        let mut compiler = Command::new(fz().join("bin/fz-cc"));
        let program = dir.join("a");
        env::bare(&mut compiler)
            .current_dir(dir)
            .args(["--fz-profile=./mine.toml", "-O1", "-w", "a.c", "-o", "a"])
            .outcome()
            .ok();
        let guards = guard_edges(&program);
        assert!(guards.len() >= 4, "{guards:?}");
        for showmap in &showmaps {
            for (input, hits) in [("3", 1), ("100", 3), ("70000", 3)] {
                let all = shown(showmap, &program, None, input);
                let hit = all.keys().filter(|o| guards.contains(o)).count();
                assert!(hit >= hits, "{context} {input}: {all:?} {guards:?}");
                assert_eq!(shown(showmap, &program, Some("on"), input), all);
                let rest = shown(showmap, &program, Some("off"), input);
                let expected: BTreeMap<_, _> = all
                    .into_iter()
                    .filter(|(o, _)| !guards.contains(o))
                    .collect();
                assert_eq!(rest, expected, "{context} {input}");
            }
        }
        fs::write(dir.join("seed"), "100").unwrap();
        let mut command = Command::new(&program);
        let unknown = env::bare(&mut command)
            .env("FZ_GUARD_MAP", "never")
            .stdin(Stdio::from(fs::File::open(dir.join("seed")).unwrap()))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&unknown.stderr);
        assert_eq!(
            said.matches("fz: FZ_GUARD_MAP is one of on, off").count(),
            1,
            "{said}"
        );
    }
}
