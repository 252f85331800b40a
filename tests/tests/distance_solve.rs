//! An engine that works as FOX does (`fz_harness::newton`) solves conditions over computed values with nothing but branch
//! distances. How many executions each takes is printed, and bounded; the same seed takes as many each time.

use std::process::Command;

use fz_harness::newton::{self, Solution};
use fz_harness::rung::{self, Rung};
use fz_tests::{env, fz, in_parallel};

/// Programs of `tests/bench/solve`, and executions that suffice.
const PROGRAMS: [(&str, u64); 8] = [
    ("affine", 20_000),
    ("celsius", 25_000),
    ("checksum", 10_000),
    ("crc", 10_000),
    ("halves", 10_000),
    ("rotated", 10_000),
    ("sum", 20_000),
    ("switch", 15_000),
];

/// Those with at most so many are solved twice.
const AGAIN: u64 = 10_000;

fn solved(program: &Rung, limit: u64) -> Option<Solution> {
    let folder = tempfile::tempdir().unwrap();
    let mut compiler = Command::new(fz().join("bin/fz-cc"));
    env::bare(&mut compiler);
    compiler.args(["--fz-profile=distance", "--fz-engine=afl", "-O2", "-w"]);
    let built = program.build(compiler, "program", folder.path()).unwrap();
    let found = newton::solve(&built, &program.seed, 1, limit).unwrap();
    if limit <= AGAIN {
        let again = newton::solve(&built, &program.seed, 1, limit).unwrap();
        assert_eq!(found, again, "{}", program.name);
    }
    let found = found?;
    let input = folder.path().join("found");
    std::fs::write(&input, &found.input).unwrap();
    assert!(
        rung::aborts(&built, &input).unwrap(),
        "{}: {:02x?}",
        program.name,
        found.input
    );
    Some(found)
}

#[test]
fn computed_values_are_solved_by_distances() {
    let only = PROGRAMS.map(|(name, _)| name.to_string());
    let programs = rung::load(&rung::computed(), &only, |at| b'0' + (at % 75) as u8).unwrap();
    let limit = |program: &Rung| {
        let row = PROGRAMS.iter().find(|(name, _)| *name == program.name);
        row.expect("all have a row").1
    };
    let found = in_parallel(&programs, |program| solved(program, limit(program)));
    for (program, found) in programs.iter().zip(found) {
        let name = &program.name;
        let found = found.unwrap_or_else(|| panic!("{name}: {} do not do", limit(program)));
        println!("{name}: {} executions", found.executions);
    }
}
