//! What a run keeps, and who opens and shuts gates.

use std::{fs, path::Path, process::Command};

use fz_abi::{
    distance::{self, CLOSED, ENGINE, FRONTIER, MAGIC, NOT_REACHED, OPEN, SEEN, SHUT},
    types::Plain,
};
use fz_tests::{RunCommand, env, fz};
use serde_json::Value;

use super::program::{Shared, compiler, run, variable};

/// Asks of each argument whether it is at most 15, as the paper's example does.
const PROGRAM: &str = "#include <stdio.h>\n#include <stdlib.h>\nvolatile int sink;\n\
    __attribute__((noinline)) static void asks(int x) { if (x <= 15) sink = 1; else sink = 2; }\n\
    int main(int argc, char **argv) {\n\
    \x20 for (int i = 1; i < argc; i++) asks(atoi(argv[i]));\n\
    \x20 printf(\"%d\\n\", sink);\n}\n";

/// The program, with its segment.
struct Place {
    dir: tempfile::TempDir,
    shared: Shared,
    /// The number of the branch's first outcome.
    first: usize,
    /// Whether the first outcome is that it is more than 15.
    is_turned: bool,
    outcomes: usize,
}

impl Place {
    fn new(purpose: &str, keep: &str) -> Place {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        fs::write(dir.join("p.c"), PROGRAM).unwrap();
        let mut compile = compiler(dir, "", keep);
        run(
            compile.args(["--fz-engine=afl", "-g", "-O2", "p.c", "-o", "p"]),
            dir,
        );
        let (outcomes, branch) = branch(dir, "asks");
        let predicate = branch["predicate"].as_str().unwrap().to_owned();
        Place {
            shared: Shared::new(purpose, distance::segment_size(outcomes)),
            first: branch["first"].as_u64().unwrap() as usize,
            is_turned: predicate.starts_with('>'),
            outcomes,
            dir: scratch,
        }
    }

    fn room(&self) -> usize {
        self.outcomes.next_multiple_of(8)
    }

    /// Runs the program in what the segment holds now, which is what an engine does, or a new one.
    fn run(&self, arguments: &[&str]) {
        let mut program = Command::new(self.dir.path().join("p"));
        let program = env::bare(program.args(arguments)).env(variable(), self.shared.name());
        program.outcome().ok();
    }

    fn set_mode(&self, mode: u32) {
        let mut bytes = self.shared.bytes();
        bytes[4..8].copy_from_slice(&mode.to_le_bytes());
        self.shared.write(&bytes);
    }

    fn header(&self) -> distance::Header {
        distance::Header::read(&self.shared.bytes()[..distance::HEADER])
    }

    /// In the order of the source: at most 15, more.
    fn in_order<T: Copy>(&self, at: impl Fn(usize) -> T) -> [T; 2] {
        let found = [self.first, self.first + 1].map(at);
        match self.is_turned {
            true => [found[1], found[0]],
            false => found,
        }
    }

    fn distances(&self) -> [i64; 2] {
        let bytes = self.shared.bytes();
        self.in_order(|outcome| {
            let at = distance::distances(self.room()) + 8 * outcome;
            i64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
        })
    }

    fn gates(&self) -> [u8; 2] {
        let bytes = self.shared.bytes();
        self.in_order(|outcome| bytes[distance::HEADER + outcome])
    }

    fn set_gates(&self, to: u8) {
        let mut bytes = self.shared.bytes();
        bytes[distance::HEADER + self.first..][..2].fill(to);
        self.shared.write(&bytes);
    }

    /// The numbers of the branches that were reached, in their order.
    fn touched(&self) -> Vec<u32> {
        let (bytes, count) = (self.shared.bytes(), self.header().touched as usize);
        let list = &bytes[distance::touched(self.room())..][..4 * count];
        let numbers = list.chunks_exact(4);
        numbers
            .map(|n| u32::from_le_bytes(n.try_into().unwrap()))
            .collect()
    }

    /// As an engine does after it has read a run.
    fn reset(&self) {
        let mut bytes = self.shared.bytes();
        let begin = distance::distances(self.room());
        bytes[begin..][..8 * self.room()].fill(0xff);
        bytes[24..32].fill(0);
        self.shared.write(&bytes);
    }
}

/// How many outcomes a program has, and the only branch of a function.
fn branch(dir: &Path, function: &str) -> (usize, Value) {
    let mut inspect = Command::new(fz().join("bin/fz"));
    let report = run(
        inspect.args(["inspect", "--list", "distances", "--json", "p"]),
        dir,
    );
    let report: Value = serde_json::from_slice(&report).unwrap();
    let image = &report["images"][0];
    let functions = image["functions"].as_array().unwrap();
    let found = functions
        .iter()
        .find(|f| f["function"] == function)
        .unwrap();
    let branches = found["branches"].as_array().unwrap();
    assert_eq!(branches.len(), 1, "{found}");
    let outcomes = image["outcomes"].as_u64().unwrap() as usize;
    (outcomes, branches[0].clone())
}

#[test]
fn the_first_distance_of_a_run_or_its_least() {
    let first = Place::new("first", "first");
    let minimum = Place::new("least", "minimum");
    for (arguments, of_first, of_all) in [
        // The example of the paper: from 5, 16 is 11 away.
        (&["5"][..], [0, 11], [0, 11]),
        (&["5", "12", "-3"], [0, 11], [0, 4]),
        (&["20", "18", "40"], [5, 0], [3, 0]),
        (&["5", "14", "20", "17"], [0, 0], [0, 0]),
        (&[], [NOT_REACHED; 2], [NOT_REACHED; 2]),
    ] {
        for (place, expected) in [(&first, of_first), (&minimum, of_all)] {
            place.run(arguments);
            assert_eq!(place.distances(), expected, "{arguments:?}");
            let is_reached = place.touched().contains(&(place.first as u32));
            assert_eq!(is_reached, !arguments.is_empty(), "{arguments:?}");
            place.reset();
        }
    }
    let header = first.header();
    assert_eq!(header.magic, MAGIC);
    assert_eq!(header.outcomes as usize, first.outcomes);
    assert_eq!(header.room as usize, first.room());
}

#[test]
fn gates_are_shut_once_both_outcomes_have_been_seen() {
    let place = Place::new("frontier", "first");
    place.set_mode(FRONTIER);
    place.run(&["5"]);
    assert_eq!((place.distances(), place.gates()), ([0, 11], [SEEN, 0]));
    place.reset();
    // Still one that may be flipped.
    place.run(&["7", "8"]);
    assert_eq!((place.distances(), place.gates()), ([0, 9], [SEEN, 0]));
    place.reset();
    place.run(&["20"]);
    assert_eq!(
        (place.distances(), place.gates()),
        ([5, 0], [SEEN | SHUT; 2])
    );
    place.reset();
    place.run(&["20"]);
    assert_eq!(place.distances(), [NOT_REACHED; 2]);
    // Calibration, and whatever else has to say the same each time.
    place.set_mode(OPEN);
    for _ in 0..2 {
        place.reset();
        place.run(&["20"]);
        assert_eq!(place.distances(), [5, 0]);
    }
    place.reset();
    place.set_mode(CLOSED);
    place.run(&["20"]);
    assert_eq!(place.distances(), [NOT_REACHED; 2]);
    // The engine's own rule: what it has not shut is open, whatever has been seen.
    place.set_mode(ENGINE);
    place.set_gates(SEEN);
    place.run(&["20", "3"]);
    assert_eq!((place.distances(), place.gates()), ([0, 0], [SEEN; 2]));
    place.reset();
    place.set_gates(SHUT);
    place.run(&["20", "3"]);
    assert_eq!(place.distances(), [NOT_REACHED; 2]);
}

#[test]
fn a_program_runs_without_a_segment_and_with_one_that_is_too_small() {
    let place = Place::new("small", "first");
    for size in [1, distance::HEADER, distance::segment_size(8)] {
        let small = Shared::new("smaller", size);
        let mut program = Command::new(place.dir.path().join("p"));
        let program = env::bare(program.arg("20")).env(variable(), small.name());
        assert_eq!(program.output().unwrap().stdout, b"2\n", "{size}");
        if size >= distance::HEADER {
            // What it needs is there to be read.
            let header = distance::Header::read(&small.bytes()[..distance::HEADER]);
            assert_eq!(header.outcomes as usize, place.outcomes);
        }
    }
    let mut alone = Command::new(place.dir.path().join("p"));
    assert_eq!(env::bare(alone.arg("5")).output().unwrap().stdout, b"1\n");
}

/// A string that is gone when the program branches was read in time.
#[test]
fn strings_may_be_gone_at_the_branch() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let source = "#include <string.h>\n#include <sys/mman.h>\nint main(int argc, char **argv) {\n\
        \x20 char *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);\n\
        \x20 strcpy(page, argv[1]);\n  int differs = strcmp(page, argv[2]);\n  munmap(page, 4096);\n\
        \x20 if (differs) return 3;\n  return 0;\n}\n";
    fs::write(dir.join("p.c"), source).unwrap();
    let mut compile = compiler(dir, "", "first");
    run(
        compile.args(["--fz-engine=afl", "-g", "-O2", "p.c", "-o", "p"]),
        dir,
    );
    let (outcomes, branch) = branch(dir, "main");
    assert_eq!(
        (&branch["kind"], &branch["callee"]),
        (&"call".into(), &"strcmp".into())
    );
    let shared = Shared::new("gone", distance::segment_size(outcomes));
    let mut program = Command::new(dir.join("p"));
    let program = env::bare(program.args(["word", "worry"])).env(variable(), shared.name());
    assert_eq!(program.status().unwrap().code(), Some(3));
    let bytes = shared.bytes();
    let begin = distance::distances(outcomes.next_multiple_of(8));
    let distances: Vec<_> = bytes[begin..][..16]
        .chunks_exact(8)
        .map(|d| i64::from_le_bytes(d.try_into().unwrap()))
        .collect();
    // d and r, and y alone.
    let apart = i64::from(b'r' - b'd') + i64::from(b'y');
    let expected = match branch["predicate"].as_str() {
        Some("==") => [apart, 0],
        _ => [0, apart],
    };
    assert_eq!(distances, expected);
}
