//! Taint builds wherever the kernel lays them out, and under limits that leave no room for labels.

use std::{
    collections::HashSet,
    os::unix::process::CommandExt,
    process::{Command, Output},
};

use fz_tests::{RunCommand, Sandbox, fz, limits};
use serde_json::{Value, json};

/// A byte in every kind of memory: each compare is of one of them.
const PROGRAM: &str = include_str!("taint_limits/program.c");

fn program() -> Sandbox {
    let dir = Sandbox::with([("p.c", PROGRAM), ("a", "abcdefgh")]);
    dir.cc("--fz-profile=taint -w -O2 -g -pthread p.c -o p");
    dir
}

/// `fz taint`, behind a word of a shell's.
fn taint(limit: &str, input: &str, dir: &Sandbox) -> Command {
    let mut shell = dir.command("sh");
    shell.args(["-c", &format!("{limit} && exec \"$0\" \"$@\"")]);
    shell
        .arg(fz().join("bin/fz"))
        .args(["taint", "p", "-i", input]);
    shell
}

/// The bytes that each compare is of, by input, and how the run ended.
fn compared(out: &Output) -> Vec<Value> {
    assert!(out.status.success() && out.stderr.is_empty(), "{out:?}");
    let text = String::from_utf8_lossy(&out.stdout);
    let (mut runs, mut bytes) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        match line["summary"]["ended"].is_string() {
            true => runs.push(json!([
                std::mem::take(&mut bytes),
                line["summary"]["ended"]
            ])),
            // How much was read is no byte's doing.
            false if line["operands"][0]["length"] == true => {}
            false => bytes.push(line["operands"][0]["bytes"].clone()),
        }
    }
    runs
}

fn expected() -> Value {
    // Two are made by each of two threads.
    let bytes = [0, 1, 2, 3, 4, 5, 4, 5, 6].map(|at| [[at, at + 1]]);
    json!([bytes, "exit 0"])
}

#[test]
fn every_layout_of_addresses_does() {
    const STARTS: usize = 500;
    let dir = program();
    dir.numbered("in", ["abcdefgh"; STARTS]);
    let runs = compared(&taint("true", "in", &dir).outcome());
    assert_eq!(runs.len(), STARTS);
    let different: HashSet<_> = runs.into_iter().filter(|r| *r != expected()).collect();
    assert!(different.is_empty(), "{different:?}");
}

#[test]
fn an_unlimited_stack_is_no_obstacle() {
    let dir = program();
    let out = taint("ulimit -s unlimited", "a", &dir).outcome();
    assert_eq!(compared(&out), [expected()]);
}

/// Nothing that has the addresses where labels would be.
#[test]
fn what_leaves_no_room_is_said() {
    let dir = program();
    let limited = taint("ulimit -v 4000000", "a", &dir).outcome();
    let mut filtered = taint("true", "a", &dir);
    // SAFETY: between fork and exec only system calls are made.
    unsafe { filtered.pre_exec(limits::forbid_large_mappings) };
    for (out, why) in [(limited, "`ulimit -v`"), (filtered.outcome(), "seccomp")] {
        assert!(out.stdout.is_empty(), "{out:?}");
        let begin = "./p left no trace of a (it ended by exit 71): fz taint: the shadow memory";
        out.fails().says(begin).says(why);
    }
}

/// Reads `((…1…))` as deep as its stack lets a plain build: the main stack, one of a size that the program chose, and
/// libc's own for threads.
const PARSER: &str = include_str!("taint_limits/parser.c");

#[test]
fn recursion_that_a_stack_is_enough_for_goes_as_deep() {
    // Without optimisation two frames of a level take 80 bytes or less.
    let levels = 80_000;
    let input = "(".repeat(levels) + "1" + &")".repeat(levels);
    let dir = Sandbox::with([("p.c", PARSER), ("deep", &input)]);
    for level in ["-O0", "-O2"] {
        let mut told = Vec::new();
        for compiler in [fz_llvm::CLANG, "fz-cc --fz-profile=taint"] {
            dir.run(&format!("{compiler} {level} -pthread p.c -o p"))
                .ok();
            told.push(dir.run("sh -c 'ulimit -Ss 8192; ./p < deep'").ok().out());
        }
        assert_eq!(told[0], told[1]);
        assert_eq!(told[0].trim_end(), format!("{}: 1 1 1", 2 * levels + 1));
    }
}
