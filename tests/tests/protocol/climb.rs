//! Gates of steps under the fork server: right bytes of a compare are edges until it is solved, in whichever child; when
//! gates are shut after that, and for whom.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use fz_abi::climb::{FUZZER, GATES_ENV, OPEN, SHUT};
use fz_tests::{RunCommand, env, fz};

use super::fuzzer::{Fuzzer, Options, PERSISTENT, PROTOCOLS, Protocol, Words};
use super::start;

/// Compares a number, a text and a switch, and ends by a signal where the number is right and its last byte is 1.
const PROGRAM: &str = include_str!("program.c");

struct Target {
    folder: tempfile::TempDir,
    program: PathBuf,
}

impl Target {
    /// A program, and a library that another compiler has made.
    fn of(program: &str, library: &str) -> Target {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path();
        fs::write(dir.join("p.c"), program).unwrap();
        fs::write(dir.join("l.c"), library).unwrap();
        let run = |command: &mut Command| {
            env::bare(command).current_dir(dir).outcome().ok();
        };
        run(Command::new(fz_llvm::CLANG).args(["-c", "l.c"]));
        let mut compile = Command::new(fz().join("bin/fz-cc"));
        let flags = ["--fz-profile=climb", "--fz-engine=afl", "-O2"];
        run(compile.args(flags).args(["p.c", "l.o", "-o", "p"]));
        Target {
            program: dir.join("p"),
            folder,
        }
    }
}

fn target() -> Target {
    Target::of(PROGRAM, "")
}

/// An input: the number, the text, and whether the program ends by a signal.
fn input(number: u32, text: &str, aborts: bool) -> Vec<u8> {
    let mut bytes = number.to_le_bytes().to_vec();
    bytes.extend(text.as_bytes());
    bytes.resize(15, 0);
    bytes[14] = aborts.into();
    bytes
}

/// Inputs that reach different edges, whichever gates are shut.
fn others() -> [Vec<u8>; 3] {
    [0, 1, 2].map(|which| {
        let mut bytes = input(0, "", false);
        bytes[13] = which;
        bytes
    })
}

/// What a fuzzer does between two inputs that it looks at closely: the runtime shuts gates after three runs that differ.
fn go_on(fuzzer: &mut Fuzzer) {
    for bytes in others() {
        fuzzer.run(&bytes);
    }
}

fn options(protocol: Protocol, persistent: bool, gates: Option<&str>) -> Options {
    let variable = GATES_ENV.to_str().unwrap();
    Options {
        persistent,
        words: Some(Words::IfAny),
        variables: gates
            .map(|word| (variable, word.to_owned()))
            .into_iter()
            .collect(),
        ..Options::new(protocol)
    }
}

/// Which places of the map are not zero, but for the first.
fn places(map: &[u8]) -> Vec<usize> {
    (1..map.len()).filter(|at| map[*at] != 0).collect()
}

#[test]
fn right_bytes_count_until_the_compare_is_solved() {
    let target = target();
    let usual = PROTOCOLS.into_iter().zip([false; 2]);
    let persistent = PERSISTENT.into_iter().zip([true; 3]);
    for (protocol, persistent) in usual.chain(persistent) {
        let mut fuzzer = start(&target.program, &options(protocol, persistent, Some(SHUT)));
        let run = |fuzzer: &mut Fuzzer, number, text: &str, aborts| {
            places(&fuzzer.run(&input(number, text, aborts)).map)
        };
        let [nothing, half] = [0, 0x5678].map(|number| run(&mut fuzzer, number, "", false));
        assert_ne!(
            nothing, half,
            "{protocol:?} {persistent}: right bytes are edges"
        );
        assert_eq!(run(&mut fuzzer, 0x5678, "", false), half, "and stay so");
        let [w, wo] = ["w", "wo"].map(|text| run(&mut fuzzer, 0, text, false));
        assert_ne!(w, wo, "of texts too");
        // The number is solved by a run that crashes. The text is not.
        run(&mut fuzzer, 0x1234_5678, "", true);
        go_on(&mut fuzzer);
        let upper = 0x1234_0001;
        let [nothing, low, high] = [0, 0x5678, upper].map(|n| run(&mut fuzzer, n, "", false));
        assert_eq!(nothing, low, "{protocol:?} {persistent}: it is solved");
        // A switch looks at the highest byte first. It has a case that has not come yet, nor has the text.
        assert_ne!(nothing, high);
        let [w, wo] = ["w", "wo"].map(|text| run(&mut fuzzer, 0, text, false));
        assert_ne!(w, wo);
        run(&mut fuzzer, 0x1234_0000, "", false);
        go_on(&mut fuzzer);
        let [nothing, high] = [0, upper].map(|n| run(&mut fuzzer, n, "", false));
        assert_eq!(nothing, high, "{protocol:?} {persistent}: all have come");
        run(&mut fuzzer, 0, "word", false);
        go_on(&mut fuzzer);
        let [w, wo] = ["w", "wo"].map(|text| run(&mut fuzzer, 0, text, false));
        assert_eq!(w, wo);
        // The decisions themselves count as before.
        let [right, wrong] = [0x1234_5678, 0].map(|n| run(&mut fuzzer, n, "", false));
        assert_ne!(right, wrong);
    }
}

/// A fuzzer runs an input again to see whether its counters are stable, from the run on that first had them.
#[test]
fn nothing_changes_while_an_input_is_run_again() {
    let target = target();
    let usual = PROTOCOLS.into_iter().zip([false; 2]);
    let persistent = PERSISTENT.into_iter().zip([true; 3]);
    for (protocol, persistent) in usual.chain(persistent) {
        let mut fuzzer = start(&target.program, &options(protocol, persistent, Some(SHUT)));
        let mut run = |bytes: &[u8]| places(&fuzzer.run(bytes).map);
        let half = input(0x5678, "", false);
        let before = run(&half);
        for (number, text) in [(0x1234_5678, ""), (0, "word")] {
            let solves = input(number, text, false);
            let first = run(&solves);
            for _ in 0..40 {
                assert_eq!(run(&solves), first, "{protocol:?} {persistent}");
            }
        }
        // Two that take turns are not enough.
        let last = input(0, "word", false);
        for _ in 0..4 {
            run(&last);
            assert_eq!(run(&half), before, "{protocol:?} {persistent}");
        }
        run(&others()[1]);
        assert_ne!(run(&half), before, "{protocol:?} {persistent}");
    }
}

/// The program as the child of a process with this name.
fn child_of(name: &str, target: &Target) -> Fuzzer {
    let script = target.folder.path().join(name);
    // A shell that stays, so that it is the parent.
    let shell = Path::new("/bin/sh");
    if !script.exists() {
        std::os::unix::fs::symlink(shell, &script).unwrap();
    }
    let mut command = Command::new(&script);
    command.arg0(name).arg("-c");
    command.arg(format!("{}; exit $?", target.program.display()));
    Fuzzer::start(&mut command, &options(Protocol::New, false, None))
}

#[test]
fn gates_are_shut_for_afl_fuzz_alone() {
    let target = target();
    let last_two_differ = |fuzzer: &mut Fuzzer| {
        for solves in [0, 0x1234_5678, 0x1234_0000] {
            fuzzer.run(&input(solves, "", false));
        }
        go_on(fuzzer);
        let run = |number| places(&fuzzer.run(&input(number, "", false)).map);
        let [nothing, half] = [0, 0x5678].map(run);
        nothing != half
    };
    assert!(!last_two_differ(&mut child_of(FUZZER, &target)));
    for name in ["afl-showmap", "afl-fuzzer", "sh"] {
        assert!(last_two_differ(&mut child_of(name, &target)), "{name}");
    }
    let open = options(Protocol::New, false, Some(OPEN));
    assert!(last_two_differ(&mut start(&target.program, &open)));
}

/// Asks whether a word is in its input, whether it begins with one, and for one of two letters.
const SEARCHES: &str = include_str!("searches.c");

/// Such functions answer with something else than zero where the bytes are right.
#[test]
fn what_finds_or_says_yes_is_solved_when_it_does() {
    let library = "int xmlStrEqual(const char *a, const char *b) {\n\
        \x20 while (*a && *a == *b) a++, b++;\n  return *a == *b;\n}\n";
    let target = Target::of(SEARCHES, library);
    for protocol in PROTOCOLS {
        let mut fuzzer = start(&target.program, &options(protocol, false, Some(SHUT)));
        let run = |fuzzer: &mut Fuzzer, text: &str| places(&fuzzer.run(text.as_bytes()).map);
        let differ = |fuzzer: &mut Fuzzer, texts: [&str; 2]| {
            let [one, other] = texts.map(|text| run(fuzzer, text));
            one != other
        };
        let (found, equal) = (["xn", "xne"], ["w", "wh"]);
        for _ in 0..2 {
            assert!(differ(&mut fuzzer, found), "{protocol:?}: not found yet");
            assert!(differ(&mut fuzzer, equal), "{protocol:?}: not equal yet");
        }
        run(&mut fuzzer, "x needle");
        go_on(&mut fuzzer);
        assert!(!differ(&mut fuzzer, found), "{protocol:?}: found");
        assert!(differ(&mut fuzzer, equal), "{protocol:?}: not equal yet");
        run(&mut fuzzer, "whole");
        go_on(&mut fuzzer);
        assert!(!differ(&mut fuzzer, equal), "{protocol:?}: equal");
    }
}
