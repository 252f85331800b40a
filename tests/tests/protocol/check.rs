//! Option `check`: what two count in one place is found, without a fuzzer and under one.

use std::fs;
use std::path::{Path, PathBuf};

use fz_abi::contexts::CHECK_ENV;
use tempfile::TempDir;

use super::contexts::{UNCOUNTED, library};
use super::fuzzer::{Options, PROTOCOLS};
use super::programs::{EXECUTABLES, PIE, Placement, Programs, UNPLACED};
use super::{start, surroundings};

/// Where a program leaves what it found.
struct Findings(TempDir);

impl Findings {
    fn new() -> Findings {
        Findings(tempfile::tempdir().unwrap())
    }

    fn variable(&self) -> (&'static str, String) {
        let name = CHECK_ENV.to_str().unwrap();
        (name, self.0.path().display().to_string())
    }

    /// The files of all processes whose names begin so, a line each.
    fn lines(&self, prefix: &str) -> Vec<String> {
        let files = fs::read_dir(self.0.path()).unwrap();
        let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
        paths.sort();
        let is_meant = |path: &&PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.strip_prefix(prefix)
                .is_some_and(|pid| pid.parse::<u32>().is_ok())
        };
        let texts = paths.iter().filter(is_meant).map(fs::read_to_string);
        texts
            .flat_map(|text| text.unwrap().lines().map(str::to_owned).collect::<Vec<_>>())
            .collect()
    }
}

/// What a run without a fuzzer finds, and its processes' summaries.
fn check(program: &Path, input: &[u8]) -> (Vec<String>, Vec<String>) {
    let findings = Findings::new();
    let output = surroundings::run_with(program, input, |command| {
        command.envs([findings.variable()]);
    });
    assert_eq!(output, "");
    (findings.lines("findings-"), findings.lines("summary-"))
}

#[test]
fn every_kind_of_executable_is_checked() {
    for link in EXECUTABLES.into_iter().chain([UNPLACED]) {
        let programs = Programs::new();
        let program = programs.executable("contexts.c", link, &[UNCOUNTED]);
        // The sites of narrow and capped, the one beyond the last row twice.
        let input =
            b"m\0\0\x02m\x01\0\x01m\x02\0\x01m\x02\x01\x01m\x03\0\x01m\x04\0\x01m\x04\0\x01";
        let (findings, summaries) = check(&program, input);
        assert_eq!(findings, [""; 0], "{link:?}");
        assert_eq!(summaries, ["counters 6 executions 8"], "{link:?}");
        assert_eq!(check(&program, b"").1, ["counters 0 executions 0"]);
    }
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let programs = Programs::new();
    let program = programs.executable("contexts.c", PIE, &[UNCOUNTED]);
    let name = CHECK_ENV.to_str().unwrap();
    for folder in ["missing/folder", "/dev/null", &"long/".repeat(400)] {
        let output = surroundings::run_with(&program, b"c\x05\0\0", |command| {
            command.env(name, folder);
        });
        let expected = "fz: what was checked cannot be written down: \
            FZ_CHECK has to name a folder that exists and can be written to\n";
        assert_eq!(output, expected, "{folder}");
    }
}

#[test]
fn what_is_wrong_is_found_once() {
    let programs = Programs::new();
    let program = programs.executable("contexts.c", PIE, &[UNCOUNTED]);
    let (findings, summaries) = check(&program, b"c\x05\0\0c\x05\0\0c\x06\0\0c\x07\0\0o\x08\0\0");
    assert_eq!(findings.len(), 2, "{findings:?}");
    let expected = "a counter of two: 1, of edge 0x5 site 0x0 and edge 0x6 site 0x0";
    assert_eq!(findings[0], expected);
    assert!(findings[1].starts_with("a counter outside of the map: 0x"));
    assert!(findings[1].ends_with(", of edge 0x8 site 0x0"));
    assert_eq!(summaries, ["counters 1 executions 5"]);
    // Edge 0 is one like the others.
    let (findings, _) = check(&program, b"c\0\0\0c\0\0\0c\x01\0\0");
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].contains("edge 0x0 site 0x0 and edge 0x1 site 0x0"));
}

#[test]
fn threads_and_children_are_checked() {
    let programs = Programs::new();
    let program = programs.executable("contexts.c", PIE, &[UNCOUNTED]);
    let (findings, summaries) = check(&program, b"r\0\0\0");
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].starts_with("a counter of two: 4, of edge 0x"));
    assert_eq!(summaries, ["counters 1 executions 2000"]);

    let (findings, mut summaries) =
        check(&program, b"m\0\0\x01f\0\0\0m\x01\0\x01c\x05\0\0c\x06\0\0");
    assert_eq!(findings.len(), 1, "{findings:?}");
    summaries.sort();
    // The child knows what was before it.
    let expected = ["counters 1 executions 1", "counters 3 executions 4"];
    assert_eq!(summaries, expected);
}

#[test]
fn libraries_are_checked_wherever_they_are_loaded() {
    let programs = Programs::new();
    for placement in [Placement::Script, Placement::None] {
        for name in ["a", "b", "p", "q"] {
            library(&programs, name, placement, &[]);
        }
        let arguments = [UNCOUNTED, "-DLINKED", "-la", "-lb"];
        let program = programs.executable("contexts.c", PIE, &arguments);
        let input = b"a\0\0\x01a\x01\0\x01b\0\0\x01b\x01\0\x01m\x07\0\x01m\x08\0\x01m\x09\0\x01";
        let (findings, summaries) = check(&program, input);
        assert_eq!(findings, [""; 0]);
        assert_eq!(summaries, ["counters 7 executions 7"]);

        let program = programs.executable("contexts.c", PIE, &[UNCOUNTED, "-DLOADER"]);
        // Unloaded, so that the other may come to where the first was.
        let rounds = b"p\0\0\x01p\xff\0\x01!\0\0\0!\0\0\0q\0\0\x01q\xff\0\x01!\0\0\0!\0\0\0";
        let (findings, summaries) = check(&program, &rounds.repeat(10));
        assert_eq!(findings, [""; 0]);
        assert_eq!(summaries, ["counters 4 executions 40"]);
    }
}

#[test]
fn programs_under_a_fuzzer_are_checked_if_one_asks_for_it() {
    let programs = Programs::new();
    let program = programs.executable("contexts.c", PIE, &[UNCOUNTED]);
    for protocol in PROTOCOLS {
        let findings = Findings::new();
        let mut options = Options::new(protocol);
        assert_eq!(
            start(&program, &options).run(b"c\x05\0\0c\x06\0\0").status,
            0
        );
        options.variables.push(findings.variable());
        let mut fuzzer = start(&program, &options);
        assert_eq!(fuzzer.run(b"m\0\0\x01m\x01\0\x01").map[11], 1);
        assert_eq!(findings.lines("findings-"), [""; 0]);
        assert_eq!(findings.lines("summary-"), ["counters 2 executions 2"]);
        fuzzer.run(b"c\x05\0\0c\x06\0\0");
        assert_eq!(findings.lines("findings-").len(), 1);
    }
}

#[test]
fn a_program_of_its_own_map_serves_nobody() {
    let programs = Programs::new();
    let program = programs.executable("actions.c", PIE, &[]);
    let deferred = programs.executable("harness.c", PIE, &["-DDEFERRED"]);
    let (findings, summaries) = check(&program, b"L\x07");
    assert_eq!((findings.len(), summaries.len()), (0, 1));
    assert_eq!(check(&deferred, b"L\x07").1.len(), 1);
}
