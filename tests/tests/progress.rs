//! What `split` is for: an input that gets one more condition, or one more byte of one, right, runs a counter that did
//! not run before. At every level of optimisation.

use std::{collections::BTreeSet, path::Path, process::Command};

use fz_tests::{RunCommand, env, fz, rooms};

/// A function of `tests/progress/listings.c`, with inputs that get further and further: equal numbers from the lowest
/// byte up, order and switches from the highest down.
const LADDERS: &[(&str, &[&str])] = &[
    (
        "listing1",
        &[
            "ffffffffffffffff",
            "44ffffffffffffff",
            "4433ffffffffffff",
            "443322ffffffffff",
            "44332211ffffffff",
            "4433221188ffffff",
            "443322118877ffff",
            "44332211887766ff",
            "4433221188776605",
        ],
    ),
    (
        "listing4",
        &[
            "ffffffff", "ffffff00", "ffff0000", "ff000000", "01000000", "02000000", "03000000",
        ],
    ),
    (
        "listing5",
        &[
            "ffffffffffffffffffffffff",
            "01000000ffffffffffffffff",
            "0100000002ffffffffffffff",
            "010000000200ffffffffffff",
            "01000000020000ffffffffff",
            "0100000002000000ffffffff",
            "010000000200000003ffffff",
            "01000000020000000300ffff",
            "0100000002000000030000ff",
            "010000000200000003000000",
        ],
    ),
    ("listing10", &["ffff", "34ff", "3412"]),
    ("listing12", &["ff", "5a"]),
    (
        "listing18",
        &[
            "ffffffff", "ffffff00", "ffff0000", "ff040000", "c2040000", "ff070000", "c6070000",
            "ff080000", "17080000",
        ],
    ),
    (
        "chosen",
        &[
            "ffffffffffffffff",
            "44ffffffffffffff",
            "4433ffffffffffff",
            "443322ffffffffff",
            "44332211ffffffff",
            "4433221188ffffff",
            "443322118877ffff",
            "44332211887766ff",
            "4433221188776655",
        ],
    ),
    (
        "joined",
        &[
            "ffffffffffffffff",
            "44332211ffffffff",
            "4433221188ffffff",
            "443322118877ffff",
            "44332211887766ff",
            "4433221188776655",
        ],
    ),
    ("summed", &["ffffff", "66ffff", "6675ff", "66757a"]),
    (
        "ordered",
        &["00000000", "00000011", "00002211", "00332211", "45332211"],
    ),
];

fn run(command: &mut Command, dir: &Path) -> String {
    env::bare(command).current_dir(dir).outcome().ok().out()
}

/// The program's name, built with a profile at a level.
fn build(dir: &Path, profile: &str, level: &str) -> String {
    let name = format!("{profile}{level}");
    let source = |file: &str| rooms().join("tests/progress").join(file);
    let mut compile = Command::new(fz().join("bin/fz-cc"));
    compile
        .arg(format!("--fz-profile={profile}"))
        .args([level, "-c", "-o", "listings.o"])
        .arg(source("listings.c"));
    run(&mut compile, dir);
    let mut link = Command::new("gcc");
    link.arg(source("main.c"))
        .args(["-w", "listings.o", "-o", &name]);
    run(&mut link, dir);
    name
}

/// Which inputs of a ladder run a counter that none before them ran.
fn steps(dir: &Path, program: &str, function: &str, inputs: &[&str]) -> Vec<bool> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut step = |input: &&str| {
        let counters = run(Command::new(dir.join(program)).args([function, input]), dir);
        let before = seen.len();
        seen.extend(counters.split_whitespace().map(str::to_owned));
        seen.len() > before
    };
    inputs.iter().map(&mut step).collect()
}

#[test]
fn each_right_byte_is_something_new() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let mut stuck = Vec::new();
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        let split = build(dir, "split", level);
        for (function, inputs) in LADDERS {
            let steps = steps(dir, &split, function, inputs);
            for (input, _) in inputs.iter().zip(steps).filter(|(_, new)| !new) {
                stuck.push(format!("{level} {function} {input}"));
            }
        }
    }
    assert!(stuck.is_empty(), "nothing new: {stuck:#?}");
}

/// The ladders are none without the passes.
#[test]
fn vanilla_sees_less() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let vanilla = build(dir, "vanilla", "-O2");
    for (function, inputs) in LADDERS {
        if *function != "listing12" {
            let steps = steps(dir, &vanilla, function, inputs);
            assert!(steps.contains(&false), "{function}");
        }
    }
}
