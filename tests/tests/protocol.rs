//! The AFL runtime against a fuzzer that watches every word: what is announced, what the map shows, how
//! runs end. `fz_harness::fuzzer` is that fuzzer, `protocol/*.c` are its targets.

mod aflpp;
mod check;
mod classic;
mod climb;
mod cmplog;
mod contexts;
mod coverage;
mod distances;
mod ijon;
mod libraries;
mod others;
mod persistent;
mod programs;
mod real_fuzzers;
mod solved;
mod surroundings;
mod words;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use fz_abi::map::PAGE;

use fz_harness::fuzzer::{
    self, Fuzzer, NO_SUCH_SEGMENT, Options, PROTOCOLS, Protocol, Segment, error_code,
};
use programs::{EXECUTABLES, Link, PIE, Programs, UNPLACED};

/// The counters whose value is that of the loop that `run` has a target make so many rounds of.
fn counters_of(rounds: &[u8], mut map_of: impl FnMut(u8) -> Vec<u8>) -> Vec<usize> {
    let maps: Vec<(u8, Vec<u8>)> = rounds
        .iter()
        .map(|&rounds| (rounds, map_of(rounds)))
        .collect();
    let size = maps[0].1.len();
    (1..size)
        .filter(|&at| maps.iter().all(|(rounds, map)| map[at] == *rounds))
        .collect()
}

fn start(program: &Path, options: &Options) -> Fuzzer {
    Fuzzer::start(
        Command::new(program).current_dir(program.parent().unwrap()),
        options,
    )
}

#[test]
fn every_kind_of_executable_counts_exactly_and_ends_as_it_should() {
    for link in EXECUTABLES.into_iter().chain([UNPLACED]) {
        let programs = Programs::new();
        let program = programs.executable("actions.c", link, &[]);
        for (protocol, posix) in PROTOCOLS.into_iter().zip([false, true]) {
            let mut fuzzer = start(
                &program,
                &Options {
                    posix,
                    ..Options::new(protocol)
                },
            );
            counts_and_ends(&mut fuzzer, link);
        }
    }
}

fn counts_and_ends(fuzzer: &mut Fuzzer, link: Link) {
    let announced = fuzzer.announced;
    assert!(
        (10..PAGE).contains(&announced),
        "{link:?}: announced {announced}"
    );

    let loops = counters_of(&[1, 37, 255], |rounds| fuzzer.run(&[b'L', rounds]).map);
    assert_eq!(loops.len(), 1, "{link:?}: {loops:?}");
    let twice = fuzzer.run(b"L\x03L\x04").map;
    assert_eq!(twice[loops[0]], 7);
    assert_eq!(twice[0], 1, "AFL's own byte");
    assert!(
        twice[announced..].iter().all(|&count| count == 0),
        "hits beyond the announced size"
    );
    // The first counter is the first function's entry, the last belongs to the last one's last block.
    assert!(twice[1..announced].iter().any(|&count| count != 0));

    assert_eq!(fuzzer.run(b"X").status, 42 << 8);
    assert_eq!(fuzzer.run(b"A").status & 0x7f, libc::SIGABRT);
    let segfault = fuzzer.run(b"L\x09S");
    assert_eq!(segfault.status & 0x7f, libc::SIGSEGV);
    assert_eq!(
        segfault.map[loops[0]], 9,
        "{link:?}: a run that is killed by a signal shows its hits"
    );
    assert_eq!(
        fuzzer.run(b"CS").status,
        77 << 8,
        "a handler of the program's own"
    );

    let hang = fuzzer.run_for(b"H", Duration::from_millis(100));
    assert_eq!(hang.status, libc::SIGKILL);
    assert_eq!(fuzzer.run(b"L\x05").map[loops[0]], 5, "after a killed run");

    let output = fuzzer.output();
    if link == UNPLACED {
        assert_eq!(
            output.lines().count(),
            1,
            "said once, not per run: {output}"
        );
        assert!(
            output.starts_with("fz: counters do not own their pages"),
            "{output}"
        );
    } else {
        assert_eq!(output, "");
    }
}

#[test]
fn afl_showmap_sees_what_the_protocol_tests_see() {
    for link in [PIE, EXECUTABLES[2], UNPLACED] {
        let programs = Programs::new();
        let program = programs.executable("actions.c", link, &[]);
        let mut fuzzer = start(&program, &Options::new(Protocol::Old));
        let run = fuzzer.run(b"L\x25L\x07");
        let (input, trace) = (
            programs.folder().join("input"),
            programs.folder().join("trace"),
        );
        std::fs::write(&input, b"L\x25L\x07").unwrap();
        let mut showmap = Command::new("afl-showmap");
        showmap.stdout(Stdio::null()).stderr(Stdio::null());
        showmap
            .args(["-q", "-r", "-o"])
            .arg(&trace)
            .arg("--")
            .arg(&program);
        let status = showmap
            .stdin(std::fs::File::open(&input).unwrap())
            .status()
            .unwrap();
        assert!(status.success(), "{status}");
        let seen: Vec<(usize, u8)> = std::fs::read_to_string(&trace)
            .unwrap()
            .lines()
            .map(|line| line.split_once(':').unwrap())
            .map(|(place, count)| (place.parse().unwrap(), count.parse().unwrap()))
            .collect();
        let hit = |&(at, count): &(usize, u8)| at != 0 && count != 0;
        let expected: Vec<_> = run.map.into_iter().enumerate().filter(hit).collect();
        assert_eq!(seen, expected, "{link:?}");
    }
}

#[test]
fn a_refused_remapping_falls_back_to_copies() {
    for link in [PIE, EXECUTABLES[2]] {
        let programs = Programs::new();
        let program = programs.executable("actions.c", link, &[]);
        for protocol in PROTOCOLS {
            let before_exec = surroundings::refuse_mremap;
            let mut fuzzer = start(
                &program,
                &Options {
                    before_exec,
                    ..Options::new(protocol)
                },
            );
            let loops = counters_of(&[1, 37, 255], |rounds| fuzzer.run(&[b'L', rounds]).map);
            assert_eq!(loops.len(), 1);
            for end in [b"L\x09A", b"L\x09S", b"L\x09X"] {
                assert_eq!(fuzzer.run(end).map[loops[0]], 9);
            }
            let output = fuzzer.output();
            assert_eq!(
                output.lines().count(),
                1,
                "said once, not per run: {output}"
            );
            assert!(
                output.starts_with("fz: the kernel or a sandbox refuses"),
                "{output}"
            );
        }
    }
}

#[test]
fn a_fuzzer_that_answers_nothing_is_served() {
    let programs = Programs::new();
    let program = programs.executable("actions.c", PIE, &[]);
    // The size of its map is what it always was.
    let options = Options {
        map_size: 1 << 16,
        ..Options::new(Protocol::Ancient)
    };
    let mut fuzzer = start(&program, &options);
    assert_eq!(
        counters_of(&[1, 37, 255], |rounds| fuzzer.run(&[b'L', rounds]).map).len(),
        1
    );

    // It does not agree to the test cases in shared memory that the harness offers to take.
    let program = programs.executable("harness.c", PIE, &[]);
    let options = Options {
        test_cases: true,
        persistent: true,
        ..options
    };
    let mut fuzzer = start(&program, &options);
    let pid = fuzzer.run(b"L\x01").pid;
    assert_eq!(
        counters_of(&[1, 37, 199], |rounds| fuzzer.run(&[b'L', rounds]).map).len(),
        1
    );
    assert_eq!(fuzzer.run(b"L\x01").pid, pid);
}

#[test]
fn a_large_map_is_announced_in_whole() {
    const PAGES: usize = 2100;
    let programs = Programs::new();
    programs.shared("library.c", "a", programs::Placement::Script, &["-DNAME=a"]);
    programs.shared(
        "library.c",
        "b",
        programs::Placement::Script,
        &["-DNAME=b", "-DPAGES=2100"],
    );
    let program = programs.executable("linked.c", PIE, &["-la", "-lb"]);
    for protocol in PROTOCOLS {
        let map_size = (PAGES + 8) * PAGE;
        let mut fuzzer = start(
            &program,
            &Options {
                map_size,
                ..Options::new(protocol)
            },
        );
        // The old hello has no bits for it.
        let announced = if protocol == Protocol::Old {
            0
        } else {
            (PAGES + 3) * PAGE
        };
        assert_eq!(fuzzer.announced, announced);
        let loops = counters_of(&[1, 37, 255], |rounds| fuzzer.run(&[1, 1, rounds]).map);
        assert!(!loops.is_empty());
        assert_eq!(fuzzer.output(), "");
    }
}

#[test]
fn a_small_map_is_never_overrun() {
    let programs = Programs::new();
    for name in ["a", "b"] {
        let arguments = [&format!("-DNAME={name}"), "-DPAGES=2"];
        programs.shared("library.c", name, programs::Placement::Script, &arguments);
    }
    let program = programs.executable("linked.c", PIE, &["-la", "-lb"]);
    for protocol in PROTOCOLS {
        for map_size in [64, PAGE, PAGE + 64, 3 * PAGE, 5 * PAGE] {
            let mut fuzzer = start(
                &program,
                &Options {
                    map_size,
                    ..Options::new(protocol)
                },
            );
            assert_eq!(fuzzer.announced, 7 * PAGE);
            assert_eq!(fuzzer.run(&[37, 37, 37]).status, 0);
            let output = fuzzer.output();
            assert_eq!(output.lines().count(), 1, "{output}");
            assert!(
                output.starts_with("fz: the fuzzer's map is too small"),
                "{output}"
            );
        }
    }
}

#[test]
fn a_map_that_cannot_be_attached_is_an_error_word() {
    let programs = Programs::new();
    let program = programs.executable("actions.c", PIE, &[]);
    for protocol in PROTOCOLS {
        for name in ["2147483646", "-1", "nonsense", "/no_such_segment", ""] {
            let mut options = Options::new(protocol);
            options.variables.push(("__AFL_SHM_ID", name.into()));
            let mut command = Command::new(&program);
            if name.is_empty() {
                // An empty variable is none: the program runs without a word.
                command.env("__AFL_SHM_ID", "").stdin(Stdio::null());
                assert!(command.status().unwrap().success());
            } else {
                let word = Fuzzer::try_start(&mut command, &options)
                    .err()
                    .expect("an error word");
                assert_eq!(error_code(word), NO_SUCH_SEGMENT, "{name}");
            }
        }
    }
}

#[test]
fn the_map_is_used_without_a_fork_server() {
    let programs = Programs::new();
    let program = programs.executable("actions.c", PIE, &[]);
    let map = Segment::new(1 << 16, false);
    let output = surroundings::run_with(&program, b"L\x25W", |command| {
        command.env("__AFL_SHM_ID", &map.name);
    });
    assert_eq!(output, "said\n");
    assert_eq!(map.bytes().iter().filter(|&&count| count == 37).count(), 1);
}
