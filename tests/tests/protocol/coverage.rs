//! `__AFL_COVERAGE_ON()` and its like: what counts is what the program says, however its runs end.

use std::path::Path;
use std::time::Duration;

use super::contexts::{UNCOUNTED, library};
use super::fuzzer::{Fuzzer, Options, PROTOCOLS, Run};
use super::programs::{EXECUTABLES, Link, PIE, Placement, Programs, UNPLACED};
use super::{counters_of, start, surroundings};

const LINKS: [Link; 4] = [PIE, EXECUTABLES[2], EXECUTABLES[7], UNPLACED];

/// The counter of the loop.
fn loop_of(fuzzer: &mut Fuzzer, before: &[u8]) -> usize {
    let loops = counters_of(&[1, 37, 255], |rounds| {
        fuzzer.run(&[before, &[b'L', rounds]].concat()).map
    });
    assert_eq!(loops.len(), 1);
    loops[0]
}

/// For each kind of executable, protocol, and kernel that refuses.
fn for_each(arguments: &[&str], persistent: bool, mut test: impl FnMut(&mut Fuzzer, &Path)) {
    for link in LINKS {
        let programs = Programs::new();
        let program = programs.executable("coverage.c", link, arguments);
        for protocol in PROTOCOLS {
            for before_exec in [|| Ok(()), surroundings::refuse_mremap] {
                let options = Options {
                    persistent,
                    before_exec,
                    ..Options::new(protocol)
                };
                test(&mut start(&program, &options), &program);
            }
        }
    }
}

#[test]
fn what_is_off_does_not_count() {
    for persistent in [false, true] {
        let arguments: &[&str] = if persistent { &["-DPERSISTENT"] } else { &[] };
        for_each(arguments, persistent, |fuzzer, _| {
            let counter = loop_of(fuzzer, b"+");
            for (input, count) in [
                (&b"L\x05"[..], 5),
                (b"-L\x05", 0),
                (b"+L\x05-L\x09", 5),
                (b"+L\x05-L\x09+L\x02", 7),
                (b"+L\x05-L\x09L\x01+L\x02-L\x01+L\x01", 8),
                (b"--L\x05++L\x03+", 3),
                (b"+L\x05D", 0),
                (b"+L\x05DL\x03", 3),
                (b"+L\x05-L\x02D", 0),
                (b"+L\x05-L\x02D+L\x04", 4),
                // For the next ones.
                (b"+", 0),
            ] {
                let run = fuzzer.run(input);
                assert_eq!(run.map[counter], count, "{input:?}");
                assert_eq!(run.map[0], 1, "{input:?}: AFL's own byte");
            }
            // It stays off in the next test case of the same process, and only there.
            assert_eq!(fuzzer.run(b"L\x05-").map[counter], 5);
            let expected = if persistent { 0 } else { 5 };
            assert_eq!(fuzzer.run(b"L\x05").map[counter], expected);
            assert_eq!(fuzzer.run(b"+L\x05").map[counter], 5);
        });
    }
}

#[test]
fn a_run_that_ends_while_off_shows_what_was_on() {
    for_each(&[], false, |fuzzer, _| {
        let counter = loop_of(fuzzer, b"");
        let crash = fuzzer.run(b"L\x05-L\x09S");
        assert_eq!(crash.status & 0x7f, libc::SIGSEGV);
        assert_eq!(crash.map[counter], 5);
        let crash = fuzzer.run(b"L\x05-L\x09+L\x02S");
        assert_eq!(crash.map[counter], 7);
        let hang = fuzzer.run_for(b"L\x05-L\x09H", Duration::from_millis(100));
        assert_eq!(hang.status, libc::SIGKILL);
        assert_eq!(hang.map[counter], 5);
        // A child counts on in the same map.
        assert_eq!(fuzzer.run(b"L\x05-L\x09FL\x01+L\x02").map[counter], 7);
    });
}

#[test]
fn a_skipped_test_case_counts_for_nothing() {
    let is_empty = |run: &Run| run.map[1..].iter().all(|&count| count == 0);
    for_each(&[], false, |fuzzer, _| {
        for input in [
            &b"KL\x05"[..],
            b"L\x05K+L\x05",
            b"L\x05-K+L\x05",
            b"L\x05KS",
        ] {
            let run = fuzzer.run(input);
            assert_eq!(run.status, 0);
            assert!(is_empty(&run), "{input:?}");
        }
    });
    for_each(&["-DPERSISTENT"], true, |fuzzer, _| {
        let counter = loop_of(fuzzer, b"");
        for _ in 0..3 {
            for input in [&b"KL\x05"[..], b"L\x05K+L\x05KL\x05"] {
                assert!(is_empty(&fuzzer.run(input)), "{input:?}");
                assert_eq!(fuzzer.run(b"L\x05").map[counter], 5, "the next one");
            }
        }
        assert!(is_empty(&fuzzer.run(b"L\x05-K")));
        assert_eq!(fuzzer.run(b"L\x05").map[counter], 0, "it was off before");
        assert_eq!(fuzzer.run(b"L\x05+L\x02").map[counter], 2);
    });
}

#[test]
fn a_program_can_start_with_nothing() {
    for_each(&["-DSTART_OFF"], false, |fuzzer, _| {
        let counter = loop_of(fuzzer, b"+");
        let run = fuzzer.run(b"L\x05");
        assert!(run.map[1..].iter().all(|&count| count == 0));
        assert_eq!(fuzzer.run(b"L\x05+L\x02").map[counter], 2);
    });
}

#[test]
fn contexts_and_libraries_that_come_later_are_off_too() {
    for placement in [Placement::Script, Placement::None] {
        let programs = Programs::new();
        library(&programs, "p", placement, &[]);
        let program = programs.executable("contexts.c", PIE, &[UNCOUNTED, "-DLOADER"]);
        for protocol in PROTOCOLS {
            let mut fuzzer = start(&program, &Options::new(protocol));
            let mut counts = |input: &[u8]| {
                let run = fuzzer.run(input);
                assert_eq!(run.status, 0, "{}", fuzzer.output());
                let counts = run.map[1..].iter().filter(|&&count| count != 0);
                counts.copied().collect::<Vec<u8>>()
            };
            // Two rows of the executable's, and a counter that knows no contexts.
            assert_eq!(counts(b"m\0\0\x05m\x01\0\x06"), [5, 6]);
            let input = b"m\0\0\x05-\0\0\0m\0\0\x09m\x01\0\x09+\0\0\0m\x01\0\x06m\0\0\x01";
            assert_eq!(counts(input), [6, 6]);
            // A row and the default of a library's, in a place that it gets while nothing counts.
            assert_eq!(counts(b"p\0\0\x05p\xff\0\x06").len(), 2);
            let input = b"-\0\0\0p\0\0\x05p\xff\0\x06+\0\0\0p\0\0\x03p\xff\0\x04";
            let mut both = counts(input);
            both.sort_unstable();
            assert_eq!(both, [3, 4]);
            assert!(counts(b"-\0\0\0p\0\0\x05p\xff\0\x06").is_empty());
        }
    }
}

#[test]
fn nothing_happens_where_nobody_counts() {
    let programs = Programs::new();
    for arguments in [
        &["-std=c99", "-DSTART_OFF"][..],
        &["-std=c23", "-O2"],
        &["-x", "c++", "-DPERSISTENT"],
    ] {
        let plain = programs.plain("coverage.c", PIE, arguments);
        let served = programs.executable("coverage.c", PIE, arguments);
        for program in [plain, served] {
            for input in [&b"L\x05-L\x09+L\x02"[..], b"DL\x05", b"KL\x05"] {
                assert_eq!(surroundings::run_with(&program, input, |_| {}), "");
            }
        }
    }
}
