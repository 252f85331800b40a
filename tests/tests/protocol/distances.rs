//! Branch distances under the fork server: what one child has seen shuts gates for all that follow, and a persistent child
//! opens them for each iteration.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fz_abi::distance::{self, CLOSED, FRONTIER, NOT_REACHED, OPEN};
use fz_tests::{RunCommand, env, fz};

use super::fuzzer::{Fuzzer, Options, PERSISTENT, PROTOCOLS, Segment, Words};
use super::start;

/// Asks whether a byte of its input is at most 15, again and again in persistent mode.
const PROGRAM: &str = include_str!("distances-program.c");

/// The program, how many outcomes it has, and the number of the first of the branch in question.
struct Target {
    _folder: tempfile::TempDir,
    program: PathBuf,
    outcomes: usize,
    first: usize,
}

fn output(command: &mut Command, folder: &Path) -> Vec<u8> {
    env::bare(command)
        .current_dir(folder)
        .outcome()
        .ok()
        .bytes()
}

fn target() -> Target {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    fs::write(dir.join("p.c"), PROGRAM).unwrap();
    let mut compile = Command::new(fz().join("bin/fz-cc"));
    let flags = ["--fz-profile=distance", "--fz-engine=afl", "-O2"];
    output(compile.args(flags).args(["p.c", "-o", "p"]), dir);
    let mut inspect = Command::new(fz().join("bin/fz"));
    let report = output(inspect.args(["inspect", "--list", "distances", "p"]), dir);
    let report = String::from_utf8(report).unwrap();
    let mut lines = report.lines().skip_while(|l| !l.starts_with("asks in"));
    // `4 to 5: p.c:4:…`
    let branch = lines.nth(1).expect("the function has a branch");
    let first = branch.trim().split(' ').next().unwrap().parse().unwrap();
    let lasts = report.lines().filter_map(|l| Some(l.split_once(" to ")?.1));
    let lasts = lasts.filter_map(|l| l.split_once(':')?.0.parse::<usize>().ok());
    let outcomes = lasts.max().unwrap() + 1;
    Target {
        program: dir.join("p"),
        _folder: folder,
        outcomes,
        first,
    }
}

/// The distances of the branch, the lesser one first: that of the outcome which came, unless it was not reached.
fn distances(segment: &mut Segment, target: &Target) -> [i64; 2] {
    let begin = distance::distances(target.outcomes.next_multiple_of(8)) + 8 * target.first;
    let bytes = &mut segment.bytes_mut()[begin..][..16];
    let read = |at: usize| i64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let mut found = [read(0), read(8)];
    found.sort_unstable();
    // As an engine does before the next run.
    bytes.fill(0xff);
    found
}

#[test]
fn gates_stay_as_they_are_from_child_to_child() {
    let target = target();
    let usual = PROTOCOLS.into_iter().zip([false; 2]);
    let persistent = PERSISTENT.into_iter().zip([true; 3]);
    for (protocol, persistent) in usual.chain(persistent) {
        let size = distance::segment_size(target.outcomes);
        let mut segment = Segment::new(size, persistent);
        let variable = distance::SEGMENT_ENV.to_str().unwrap();
        let mut fuzzer = start(
            &target.program,
            &Options {
                persistent,
                words: Some(Words::IfAny),
                variables: vec![(variable, segment.name.clone())],
                ..Options::new(protocol)
            },
        );
        // The mode in which a new segment is: each run says the same.
        for _ in 0..2 {
            for (byte, expected) in [(5, [0, 11]), (20, [0, 5]), (5, [0, 11])] {
                fuzzer.run(&[byte]);
                assert_eq!(distances(&mut segment, &target), expected, "{protocol:?}");
            }
        }
        segment.bytes_mut()[distance::HEADER..][..target.outcomes].fill(0);
        segment.bytes_mut()[4..8].copy_from_slice(&FRONTIER.to_le_bytes());
        for (byte, expected) in [
            (5, [0, 11]),
            (7, [0, 9]),
            // A run that crashes has been seen, too.
            (200, [0, 185]),
            (5, [NOT_REACHED; 2]),
            (20, [NOT_REACHED; 2]),
        ] {
            fuzzer.run(&[byte]);
            let found = distances(&mut segment, &target);
            assert_eq!(found, expected, "{protocol:?} {persistent} {byte}");
        }
    }
}

/// While inputs run, a thread and a handler of signals ask the same question again and again, and a library that is
/// loaded later has gates of its own. Ends with 7 if one of them got a wrong answer.
const BUSY: &str = include_str!("busy.c");

/// Code is changed between runs while threads and handlers are in it.
#[test]
fn code_may_run_while_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    fs::write(dir.join("p.c"), BUSY).unwrap();
    let library = "int other(int x) { if (x > 9) return 4; return 3; }\n";
    fs::write(dir.join("l.c"), library).unwrap();
    let compile = |arguments: &[&str]| {
        let mut compile = Command::new(fz().join("bin/fz-cc"));
        let flags = ["--fz-profile=distance", "--fz-engine=afl", "-O2"];
        output(compile.args(flags).args(arguments), dir);
    };
    compile(&["-shared", "-fPIC", "l.c", "-o", "l.so"]);
    compile(&["p.c", "-o", "p", "-pthread"]);
    let room = 1 << 10;
    for protocol in PERSISTENT {
        let mut segment = Segment::new(distance::segment_size(room), true);
        let variable = distance::SEGMENT_ENV.to_str().unwrap();
        let mut command = Command::new(dir.join("p"));
        command.arg(dir.join("l.so"));
        let options = Options {
            persistent: true,
            deferred: true,
            words: Some(Words::IfAny),
            variables: vec![(variable, segment.name.clone())],
            ..Options::new(protocol)
        };
        let mut fuzzer = Fuzzer::try_start(&mut command, &options).unwrap();
        for turn in 0..2_000u32 {
            let mode = [OPEN, CLOSED, FRONTIER][turn as usize % 3];
            segment.bytes_mut()[4..8].copy_from_slice(&mode.to_le_bytes());
            let run = fuzzer.run(&[turn as u8]);
            let goes_on = libc::WIFSTOPPED(run.status) || run.status == 0;
            assert!(goes_on, "{protocol:?}, turn {turn}: {:#x}", run.status);
        }
    }
}
