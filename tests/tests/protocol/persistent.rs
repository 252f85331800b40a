//! Persistent mode, deferred start, test cases in shared memory, and the macros without any of it.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};

use fz_abi::afl::{MAX_TEST_CASE, signature};
use fz_abi::harness;

use super::fuzzer::{Fuzzer, Options, PERSISTENT, PROTOCOLS, Protocol};
use super::programs::{self, EXECUTABLES, Link, NO_PIE, PIE, Programs, UNPLACED};
use super::{counters_of, start, surroundings};

fn options(protocol: Protocol) -> Options {
    Options {
        persistent: true,
        test_cases: true,
        ..Options::new(protocol)
    }
}

#[test]
fn one_process_runs_many_test_cases() {
    for link in [
        PIE,
        EXECUTABLES[2],
        EXECUTABLES[3],
        EXECUTABLES[7],
        UNPLACED,
    ] {
        let programs = Programs::new();
        let program = programs.executable("harness.c", link, &[]);
        for (protocol, posix) in PERSISTENT.into_iter().zip([true, false, false]) {
            for test_cases in [true, false] {
                let options = Options {
                    test_cases,
                    posix,
                    ..options(protocol)
                };
                let mut fuzzer = start(&program, &options);
                assert_eq!(fuzzer.shares_test_cases, test_cases);
                assert_eq!(fuzzer.takes_turns(), protocol == Protocol::Turns);
                passes(&mut fuzzer);
            }
        }
    }
}

fn passes(fuzzer: &mut Fuzzer) {
    let first = fuzzer.run(b"L\x25");
    assert!(libc::WIFSTOPPED(first.status));
    let loops = counters_of(&[1, 37, 199], |rounds| fuzzer.run(&[b'L', rounds]).map);
    assert_eq!(loops.len(), 1);
    for map in [&first.map, &fuzzer.run(b"").map] {
        assert!(
            map.iter().all(|&count| count != 201 && count != 202),
            "outside the loop"
        );
    }

    let runs: Vec<_> = (0..20).map(|_| fuzzer.run(b"L\x25")).collect();
    assert!(
        runs.iter()
            .all(|run| run.pid == first.pid && run.map == runs[0].map)
    );
    assert_eq!(runs[0].map[0], 1, "AFL's own byte");
    assert_eq!(runs[0].map[loops[0]], 37);
    assert_eq!(first.map[loops[0]], 37);

    // The longest, the shortest, and one that holds every byte.
    let longest = vec![b'x'; MAX_TEST_CASE];
    let every: Vec<u8> = (0..=255).collect();
    for input in [&longest[..], b"", &every] {
        assert!(libc::WIFSTOPPED(fuzzer.run(input).status));
    }
    fuzzer.run(b"W");
    fuzzer.run(b"Whole\0");
    assert!(
        fuzzer.output().ends_with("1 W\n6 Whole\n"),
        "{:?}",
        fuzzer.output()
    );

    fuzzer.kill_stopped();
    let second = fuzzer.run(b"L\x25");
    assert_ne!(second.pid, first.pid);
    assert_eq!(second.map[loops[0]], 37);

    let crash = fuzzer.run(b"A");
    assert_eq!(
        (crash.pid, crash.status & 0x7f),
        (second.pid, libc::SIGABRT)
    );
    assert_ne!(fuzzer.run(b"").pid, second.pid);

    let hang = fuzzer.run_for(b"H", Duration::from_millis(100));
    assert_eq!(hang.status, libc::SIGKILL);
    assert_eq!(fuzzer.run(b"L\x25").map[loops[0]], 37);
}

#[test]
fn a_loop_ends_after_its_passes() {
    for link in [PIE, UNPLACED] {
        let programs = Programs::new();
        let program = programs.executable("harness.c", link, &["-DPASSES=3"]);
        for protocol in PERSISTENT {
            let mut fuzzer = start(&program, &options(protocol));
            for _ in 0..3 {
                let runs = [(); 3].map(|()| fuzzer.run(b"L\x25"));
                assert!(libc::WIFSTOPPED(runs[0].status) && libc::WIFSTOPPED(runs[1].status));
                assert_eq!(runs[2].status, 0, "the last pass ends the program");
                // The program left the loop, which is no part of the test case …
                assert!(runs[2].map.iter().all(|&count| count != 202));
                // … so the map is that of the other passes.
                assert_eq!(runs[1].map, runs[2].map);
                assert_eq!(BTreeSet::from(runs.map(|run| run.pid)).len(), 1);
            }
        }
    }
}

#[test]
fn a_child_that_waits_ends_when_it_is_told_to_and_with_its_fuzzer() {
    let programs = Programs::new();
    for link in [PIE, UNPLACED] {
        let program = programs.executable("harness.c", link, &[]);
        let mut fuzzer = start(&program, &options(Protocol::Turns));
        let first = fuzzer.run(b"L\x25");
        assert_eq!(fuzzer.dismiss(), 0, "it ends by itself");
        let second = fuzzer.run(b"L\x25");
        assert_ne!(first.pid, second.pid);
        assert_eq!(first.map, second.map);
        // The server sees that nobody is there any more although it has not heard of the child.
        drop(fuzzer);
        let deadline = Instant::now() + Duration::from_secs(20);
        // SAFETY: asks whether there is such a process.
        while unsafe { libc::kill(second.pid, 0) } == 0 {
            assert!(Instant::now() < deadline, "the child outlives its fuzzer");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

#[test]
fn children_stop_where_there_is_no_room_for_a_word() {
    let programs = Programs::new();
    let program = programs.executable("harness.c", PIE, &[]);
    let map_size = Options::new(Protocol::Turns).map_size;
    // Among the counters, at no multiple of four, and at and beyond the segment's end.
    for turns_at in [4, map_size - 63, map_size, map_size + 4096, usize::MAX] {
        let options = Options {
            turns_at: Some(turns_at),
            ..options(Protocol::Turns)
        };
        let mut fuzzer = start(&program, &options);
        assert!(!fuzzer.takes_turns(), "{turns_at}");
        passes(&mut fuzzer);
    }
    // A program without a loop, though the fuzzer offers it.
    let program = programs.executable("actions.c", PIE, &[]);
    let mut fuzzer = start(&program, &options(Protocol::Turns));
    assert_eq!(fuzzer.run(b"").status, 0);
    assert_eq!(fuzzer.run(b"").status, 0);
}

#[test]
fn a_deferred_start_forks_where_the_harness_says() {
    for link in [PIE, EXECUTABLES[2], UNPLACED] {
        let programs = Programs::new();
        let program = programs.executable("harness.c", link, &["-DDEFERRED"]);
        for protocol in PROTOCOLS {
            // Not persistent: one process per test case, but none of them starts from scratch.
            let options = Options {
                deferred: true,
                persistent: false,
                ..options(protocol)
            };
            let mut fuzzer = start(&program, &options);
            let runs = [(); 3].map(|()| fuzzer.run(b"L\x25"));
            for run in &runs {
                assert_eq!(run.status, 0);
                assert!(run.map.contains(&37) && run.map.contains(&202));
                assert!(
                    !run.map.contains(&201),
                    "counted before the fork server has started"
                );
            }
            assert_eq!(BTreeSet::from(runs.map(|run| run.pid)).len(), 3);

            // A fuzzer that has not found the signature does not ask for it.
            let mut fuzzer = start(
                &program,
                &Options {
                    deferred: false,
                    ..options
                },
            );
            assert!(fuzzer.run(b"L\x25").map.contains(&201));
        }
    }
}

#[test]
fn executables_show_what_fuzzers_look_for() {
    let programs = Programs::new();
    let has = |program: &std::path::Path, string: &str| {
        let file = std::fs::read(program).unwrap();
        file.windows(string.len())
            .any(|window| window == string.as_bytes())
    };
    for link in EXECUTABLES {
        let program = programs.executable("actions.c", link, &[]);
        assert!(has(&program, "__AFL_SHM_ID\0"), "{link:?}");
        assert!(!has(&program, signature::PERSISTENT) && !has(&program, signature::DEFERRED));
        for optimisation in ["-O0", "-O2", "-Os"] {
            let program = programs.executable("harness.c", link, &[optimisation]);
            assert!(has(&program, signature::PERSISTENT) && !has(&program, signature::DEFERRED));
            let program = programs.executable("harness.c", link, &[optimisation, "-DDEFERRED"]);
            assert!(has(&program, signature::PERSISTENT) && has(&program, signature::DEFERRED));
        }
    }
}

#[test]
fn the_macros_work_without_a_runtime() {
    let programs = Programs::new();
    let lto = Link {
        flags: &["-fuse-ld=lld", "-flto", "-O2"],
        ..PIE
    };
    for (link, arguments) in [
        (PIE, &["-std=c89"][..]),
        (PIE, &["-std=c23", "-O2"]),
        (EXECUTABLES[2], &["-x", "c++", "-std=c++98"]),
        (EXECUTABLES[3], &["-x", "c++", "-std=c++23", "-O2"]),
        (NO_PIE, &["-fno-pic"]),
        (lto, &["-flto", "-O2"]),
        (PIE, &["-std=c11", "-O3", "-DDEFERRED"]),
    ] {
        let plain = programs.plain("harness.c", link, arguments);
        let served = programs.executable("harness.c", link, arguments);
        for program in [plain, served] {
            for (input, output) in [("Whole", "5 Whole\n"), ("L\x25", ""), ("", "")] {
                let got = surroundings::run_with(&program, input.as_bytes(), |_| {});
                assert_eq!(got, output, "{arguments:?}");
            }
        }
    }
}

#[test]
fn the_macros_are_harmless_where_nothing_uses_them() {
    let programs = Programs::new();
    let macros = harness::MACROS.map(|(name, body)| format!("-D{name}={body}"));
    let source = programs.folder().join("empty.c");
    std::fs::write(
        &source,
        "static int f(void) { return 0; } int main(void) { return f(); }\n",
    )
    .unwrap();
    for arguments in [
        &["-std=c89", "-Weverything", "-Wno-poison-system-directories"][..],
        &["-std=c23", "-Weverything"],
        &["-x", "c++", "-std=c++98", "-Weverything"],
    ] {
        let mut command = Command::new(fz_llvm::CLANG);
        command
            .args(["-Werror", "-pedantic", "-c", "-o", "/dev/null"])
            .args(&macros);
        programs::run(command.args(arguments).arg(&source));
    }
}
