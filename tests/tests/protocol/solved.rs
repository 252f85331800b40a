//! `compares` with `gates`: compares are told until an execution has solved them, while gates may be shut.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use fz_abi::climb::{GATES_ENV, OPEN, SHUT};
use fz_tests::{RunCommand, env, fz};

use super::cmplog::{LAYOUTS, Layout, Slots};
use super::fuzzer::{Fuzzer, Options};
use super::start;

/// Asks for a number, an order, a text, one of two cases; and takes ways of its own, so that runs differ.
const PROGRAM: &str = include_str!("solved-program.c");

/// What the program asks for, by a constant of each question.
const NUMBERS: [(&str, u128); 4] = [
    ("number", 0x1234_5678),
    ("order", 0x1234),
    ("case", 0x1_0020),
    ("case", 0x3_0040),
];
const TEXT: &str = "text";
/// Solves nothing.
const NEUTRAL: u32 = 0x50_0000;

fn input(number: u32, text: &str, way: u8) -> Vec<u8> {
    let mut bytes = number.to_le_bytes().to_vec();
    bytes.extend(text.as_bytes());
    bytes.resize(15, 0);
    bytes[13] = way;
    bytes
}

/// Which questions a run tells the fuzzer of.
fn told(fuzzer: &mut Fuzzer, layout: &Layout) -> BTreeSet<&'static str> {
    fuzzer.run(&input(NEUTRAL, "else", 0));
    let segment = fuzzer.compares.as_ref().unwrap();
    let mut found = BTreeSet::new();
    for (_, site) in layout.sites(segment.bytes()) {
        match site.slots {
            Slots::Instruction(pairs) => {
                // Compilers may ask `x <= 0x1233`.
                let names = pairs.iter().flatten().filter_map(|value| {
                    let is = |(_, number): &&(_, u128)| value == number || value + 1 == *number;
                    NUMBERS.iter().find(is)
                });
                found.extend(names.map(|(name, _)| *name));
            }
            Slots::Routine(pairs) => {
                let is_word = |text: &super::cmplog::Text| text.bytes.starts_with(b"word");
                if pairs.iter().flatten().any(is_word) {
                    found.insert(TEXT);
                }
            }
        }
    }
    found
}

fn solve(fuzzer: &mut Fuzzer, number: u32, text: &str) {
    fuzzer.run(&input(number, text, 0));
    // Gates are shut after three runs that differ.
    for way in [1, 2, 3] {
        fuzzer.run(&input(NEUTRAL, "else", way));
    }
}

#[test]
fn what_is_solved_is_not_told_again() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    fs::write(dir.join("p.c"), PROGRAM).unwrap();
    let all = ["case", "number", "order", TEXT];
    for parent in ["cmplog", "compares"] {
        let profile =
            format!("summary = \"s\"\nextends = \"{parent}\"\n[feedback.compares]\ngates = true\n");
        fs::write(dir.join("gates.toml"), profile).unwrap();
        let mut compile = Command::new(fz().join("bin/fz-cc"));
        env::bare(&mut compile).current_dir(dir).args([
            "--fz-profile=./gates.toml",
            "--fz-engine=afl",
            "-O2",
            "p.c",
            "-o",
            "p",
        ]);
        compile.outcome().ok();
        for layout in &LAYOUTS {
            for gates in [SHUT, OPEN] {
                let variables = vec![(GATES_ENV.to_str().unwrap(), gates.to_owned())];
                let options = Options {
                    words: Some(super::fuzzer::Words::IfAny),
                    variables,
                    ..layout.options()
                };
                let mut fuzzer = start(&dir.join("p"), &options);
                let is_told = |fuzzer: &mut Fuzzer, left: &[&'static str], after: &str| {
                    let left = if gates == SHUT { left } else { &all };
                    let left: BTreeSet<_> = left.iter().copied().collect();
                    assert_eq!(told(fuzzer, layout), left, "{parent} {gates} {after}");
                };
                is_told(&mut fuzzer, &all, "nothing");
                solve(&mut fuzzer, NEUTRAL, "wor");
                is_told(&mut fuzzer, &all, "no solution");
                solve(&mut fuzzer, 0x1234_5678, "");
                is_told(&mut fuzzer, &["case", "order", TEXT], "the number");
                solve(&mut fuzzer, 7, "");
                is_told(&mut fuzzer, &["case", TEXT], "the other order");
                solve(&mut fuzzer, 0x1_0020, "");
                is_told(&mut fuzzer, &["case", TEXT], "one case");
                solve(&mut fuzzer, NEUTRAL, "word");
                is_told(&mut fuzzer, &["case"], "the text");
                solve(&mut fuzzer, 0x3_0040, "");
                is_told(&mut fuzzer, &[], "all cases");
            }
        }
    }
}
