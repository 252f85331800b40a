//! What counters hold after so many executions: every `count`, with the address in the code and in a register.

use std::{fs, path::Path, process::Command};

use fz_tests::{RunCommand, env, fz};
use serde_json::Value;

/// Prints its own counters.
const PROGRAM: &str = include_str!("counts/program.c");

fn run(command: &mut Command, dir: &Path) -> String {
    env::bare(command).current_dir(dir).outcome().ok().out()
}

/// The first counters of the rows of `counted`: how often it was entered.
fn entries(dir: &Path, name: &str, arguments: [u32; 2]) -> Vec<u32> {
    let report = run(
        Command::new(fz().join("bin/fz")).args(["inspect", "--json", name]),
        dir,
    );
    let report: Value = serde_json::from_str(&report).unwrap();
    let image = &report["programs"][0]["images"][0];
    let functions = image["edges"].as_array().unwrap();
    let counted = functions.iter().find(|f| f["name"] == "counted").unwrap();
    let number = |key| counted[key].as_u64().unwrap() as usize;
    let (offset, row, rows) = (number("offset"), number("counters"), number("rows"));
    let printed = run(
        Command::new(dir.join(name)).args(arguments.map(|a| a.to_string())),
        dir,
    );
    let counters: Vec<u32> = printed
        .split_whitespace()
        .map(|c| c.parse().unwrap())
        .collect();
    (0..rows).map(|at| counters[offset + at * row]).collect()
}

fn after(count: &str, executions: u32) -> u32 {
    match (count, executions) {
        (_, 0) => 0,
        ("saturate", n) => n.min(255),
        ("wrap", n) => n % 256,
        ("never-zero", n) => (n - 1) % 255 + 1,
        _ => unreachable!(),
    }
}

#[test]
fn counters_hold_what_their_option_says() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("p.c"), PROGRAM).unwrap();
    for count in ["saturate", "wrap", "never-zero"] {
        for form in ["auto", "ir", "asm"] {
            for profile in ["fuzz", "context"] {
                let name = format!("{count}-{form}-{profile}");
                let text = format!(
                    "summary = 'x'\nextends = '{profile}'\n[feedback.edges]\n\
                     count = '{count}'\nform = '{form}'\n"
                );
                fs::write(dir.join("mine.toml"), text).unwrap();
                let object = format!("{name}.o");
                let mut compile = Command::new(fz().join("bin/fz-cc"));
                compile.args([
                    "--fz-profile=./mine.toml",
                    "-O2",
                    "-c",
                    "p.c",
                    "-o",
                    &object,
                ]);
                run(&mut compile, dir);
                // Without a runtime: the counters are the program's own.
                run(Command::new("gcc").args([&object, "-o", &name]), dir);
                for [a, b] in [[0, 1], [254, 255], [256, 257], [200, 511], [512, 766]] {
                    let expected = match profile {
                        "context" => vec![after(count, a), after(count, b)],
                        _ => vec![after(count, a + b)],
                    };
                    assert_eq!(entries(dir, &name, [a, b]), expected, "{name} {a} {b}");
                }
            }
        }
    }
}
