//! The runtime for the first AFL's descendants, and a fuzzer as they are: it reads one word, answers nothing, has one map
//! size, and looks at raw counts.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use fz_abi::afl::{classic, signature};
use fz_abi::{files, map};

use super::fuzzer::{Fuzzer, Options, PROTOCOLS, Protocol};
use super::programs::{EXECUTABLES, PIE, Placement, Programs, UNPLACED};
use super::{counters_of, start};

fn programs() -> Programs {
    Programs::with(files::CLASSIC_OBJECT)
}

fn options() -> Options {
    Options {
        map_size: classic::MAP_SIZE,
        ..Options::new(Protocol::Ancient)
    }
}

#[test]
fn every_kind_of_executable_counts_exactly() {
    for link in EXECUTABLES.into_iter().chain([UNPLACED]) {
        let programs = programs();
        let program = programs.executable("actions.c", link, &[]);
        let mut fuzzer = start(&program, &options());
        assert_eq!(fuzzer.hello, 0, "{link:?}");
        let mut of = |rounds: u8| fuzzer.run(&[b'L', rounds]).map;
        let loops = counters_of(&[1, 2, 37, 200, 255], &mut of);
        assert_eq!(loops.len(), 1, "{link:?}");
        // Raw counts: every number is told from its neighbours, and the rest of the map does not move.
        let [mut one, mut other] = [of(37), of(38)];
        assert_eq!((one[loops[0]], other[loops[0]]), (37, 38));
        (one[loops[0]], other[loops[0]]) = (0, 0);
        assert_eq!(one, other);
        assert_eq!(fuzzer.run(b"L\x03L\x04").map[loops[0]], 7);

        assert_eq!(fuzzer.run(b"X").status, 42 << 8);
        assert_eq!(fuzzer.run(b"L\x09A").map[loops[0]], 9);
        assert_eq!(fuzzer.run(b"A").status & 0x7f, libc::SIGABRT);
        let hang = fuzzer.run_for(b"H", Duration::from_millis(100));
        assert_eq!(hang.status, libc::SIGKILL);
        assert_eq!(fuzzer.run(b"L\x05").map[loops[0]], 5, "after a killed run");
    }
}

#[test]
fn harnesses_run_persistent_and_deferred() {
    let programs = programs();
    let program = programs.executable("harness.c", PIE, &["-DPASSES=5", "-DDEFERRED"]);
    let file = fs::read(&program).unwrap();
    for string in ["__AFL_SHM_ID\0", signature::PERSISTENT, signature::DEFERRED] {
        let mut windows = file.windows(string.len());
        assert!(
            windows.any(|window| window == string.as_bytes()),
            "{string}"
        );
    }
    // What these fuzzers do not know may be in the environment all the same: theirs may be run by another one.
    for test_cases in [false, true] {
        let options = Options {
            persistent: true,
            deferred: true,
            test_cases,
            ..options()
        };
        let mut fuzzer = start(&program, &options);
        assert_eq!(fuzzer.hello, 0);
        let runs: Vec<_> = (0..5).map(|_| fuzzer.run(b"L\x25")).collect();
        assert!(runs.iter().all(|run| run.pid == runs[0].pid));
        assert!(runs.iter().all(|run| run.map == runs[0].map));
        assert!(runs[0].map.contains(&37) && !runs[0].map.contains(&201));
        assert!(runs[..4].iter().all(|run| libc::WIFSTOPPED(run.status)));
        assert_eq!(runs[4].status, 0);
    }
}

#[test]
fn a_fuzzer_that_expects_more_is_served_as_well() {
    let programs = programs();
    let program = programs.executable("harness.c", PIE, &[]);
    let options = Options {
        persistent: true,
        test_cases: true,
        ..Options::new(PROTOCOLS[0])
    };
    let mut fuzzer = start(&program, &options);
    assert!(!fuzzer.shares_test_cases && fuzzer.announced == 0);
    assert!(fuzzer.run(b"L\x25").map.contains(&37));
}

#[test]
fn what_does_not_fit_is_said_at_start() {
    let programs = programs();
    for (name, pages) in [("a", "-DPAGES=1"), ("b", "-DPAGES=15")] {
        let arguments = [&format!("-DNAME={name}"), pages];
        programs.shared("library.c", name, Placement::Script, &arguments);
    }
    let program = programs.executable("linked.c", PIE, &["-la", "-lb"]);
    let mut fuzzer = start(&program, &options());
    assert_eq!(fuzzer.run(&[37, 37, 37]).status, 0);
    let expected = format!(
        "fz: the fuzzer's map is too small: {} bytes, but the program needs {}; the edges beyond are not seen\n",
        classic::MAP_SIZE,
        (1 + 2 + 16) * map::PAGE
    );
    assert_eq!(fuzzer.output(), expected);
}

#[test]
fn libraries_that_come_later_get_what_is_left() {
    let programs = programs();
    for (name, pages) in [("p", "-DPAGES=1"), ("q", "-DPAGES=12"), ("r", "-DPAGES=2")] {
        let arguments = [&format!("-DNAME={name}"), pages];
        programs.shared("library.c", name, Placement::Script, &arguments);
    }
    let program = programs.executable("loader.c", PIE, &[]);
    let mut fuzzer = start(&program, &options());
    // The executable has a page, these have two and thirteen: there is none left.
    let run = fuzzer.run(b"p\x25q\x65");
    assert_eq!(run.map.iter().filter(|&&count| count == 37).count(), 1);
    assert_eq!(run.map.iter().filter(|&&count| count == 101).count(), 1);
    assert_eq!(fuzzer.output(), "");
    let run = fuzzer.run(b"r\x25");
    assert!(!run.map.contains(&37));
    assert!(fuzzer.output().starts_with("fz: the map has no room"));
}

#[test]
fn a_map_that_is_not_there_ends_the_program_before_its_hello() {
    let programs = programs();
    let program = programs.executable("actions.c", PIE, &[]);
    let mut options = options();
    options
        .variables
        .push(("__AFL_SHM_ID", "2147483646".into()));
    let fuzzer = std::panic::catch_unwind(|| {
        Fuzzer::start(&mut Command::new(&program), &options);
    });
    assert!(fuzzer.is_err(), "no hello");
    // Nobody listens here.
    let mut command = Command::new(&program);
    command
        .env("__AFL_SHM_ID", "2147483646")
        .stdin(Stdio::null());
    assert!(command.status().unwrap().success());
}
