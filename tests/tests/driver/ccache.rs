//! ccache in front: another profile is another object, the same one is a hit.

use std::{fs, path::Path, process::Command};

use fz_tests::{env, fz};

use fz_tests::start::{output, run, tool};

fn ccache(dir: &Path, profile: &str, object: &str) -> Vec<u8> {
    let check = run(tool("fz", dir).args(["env", "--json"])).stdout;
    let exports: serde_json::Value = serde_json::from_slice(&check).unwrap();
    let mut command = Command::new("ccache");
    env::bare(&mut command)
        .env("CCACHE_DIR", dir.join("cache"))
        .env(
            "CCACHE_COMPILERCHECK",
            exports["CCACHE_COMPILERCHECK"].as_str().unwrap(),
        )
        .env("FZ_PROFILE", profile)
        .current_dir(dir)
        .arg(fz().join("bin/fz-cc"))
        .args(["-O2", "-c", "a.c", "-o", object]);
    run(&mut command);
    fs::read(dir.join(object)).unwrap()
}

fn hits(dir: &Path) -> u64 {
    let mut command = Command::new("ccache");
    let stats = run(command
        .env("CCACHE_DIR", dir.join("cache"))
        .arg("--print-stats"))
    .stdout;
    let count = |line: &str| {
        let (name, count) = line.split_once('\t')?;
        ["direct_cache_hit", "preprocessed_cache_hit"]
            .contains(&name)
            .then(|| count.trim().parse::<u64>().ok())?
    };
    String::from_utf8(stats)
        .unwrap()
        .lines()
        .filter_map(count)
        .sum()
}

#[test]
fn a_profile_is_part_of_the_key() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(
        dir.join("a.c"),
        "int f(int a) { return a > 3 ? f(a - 1) : 9; }\n",
    )
    .unwrap();
    let fuzz = ccache(dir, "fuzz", "a.o");
    assert_eq!(hits(dir), 0);
    assert_eq!(ccache(dir, "fuzz", "b.o"), fuzz);
    assert_eq!(hits(dir), 1, "the same again comes out of the cache");
    let vanilla = ccache(dir, "vanilla", "c.o");
    assert_eq!(hits(dir), 1, "another profile does not");
    assert_ne!(vanilla, fuzz);
}

/// Lists steer what is counted, and ccache sees neither them nor fz.toml.
#[test]
fn selection_is_part_of_the_key() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(
        dir.join("a.c"),
        "int f(int a) { return a > 3 ? f(a - 1) : 9; }\n",
    )
    .unwrap();
    let all = ccache(dir, "fuzz", "a.o");
    fs::write(dir.join("fz.toml"), "deny = ['f']\n").unwrap();
    let none = ccache(dir, "fuzz", "b.o");
    assert_eq!(hits(dir), 0);
    assert_ne!(all, none);
}

#[test]
fn what_the_dictionary_ignores_is_part_of_the_key() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let fingerprint = || run(tool("fz-cc", dir).arg("--fz-fingerprint")).stdout;
    let plain = fingerprint();
    assert_eq!(fingerprint(), plain);
    fs::write(dir.join("fz.toml"), "[dictionary]\nignore = ['f']\n").unwrap();
    assert_ne!(fingerprint(), plain);
}

/// Kernels and their like ask for dependencies by the preprocessor's own option, which ccache takes of compilers alone
/// that it knows.
#[test]
fn what_is_printed_makes_it_hit_and_doctor_sees_whether() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let exports = run(tool("fz", dir).args(["env", "--json"])).stdout;
    let exports: serde_json::Value = serde_json::from_slice(&exports).unwrap();
    let state = |variables: &[&str]| -> serde_json::Value {
        let mut doctor = tool("fz", dir);
        doctor
            .env("CC", "ccache fz-cc")
            .env("CCACHE_DIR", dir.join("cache"))
            .args(["doctor", "--json"]);
        for variable in variables {
            doctor.env(variable, exports[variable].as_str().unwrap());
        }
        let report: serde_json::Value =
            serde_json::from_slice(&output(&mut doctor).stdout).unwrap();
        let mut checks = report.as_array().unwrap().iter();
        checks.find(|c| c["check"] == "ccache").unwrap().clone()
    };
    for (variables, ok, says) in [
        (&[][..], false, "CCACHE_COMPILERCHECK"),
        (
            &["CCACHE_COMPILERCHECK"],
            false,
            "(unsupported_compiler_option): export CCACHE_COMPILERTYPE='clang'",
        ),
        (
            &["CCACHE_COMPILERCHECK", "CCACHE_COMPILERTYPE"],
            true,
            "found again",
        ),
    ] {
        let check = state(variables);
        assert_eq!(check["ok"], ok, "{check}");
        assert!(check["text"].as_str().unwrap().contains(says), "{check}");
    }
}
