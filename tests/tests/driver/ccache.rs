//! ccache in front: another profile is another object, the same one is a hit.

use fz_tests::{RunCommand, Sandbox, fz};
use serde_json::Value;

fn place() -> Sandbox {
    let dir = Sandbox::with([("a.c", "int f(int a) { return a > 3 ? f(a - 1) : 9; }\n")]);
    let cache = dir.at("cache").display().to_string();
    dir.env("CCACHE_DIR", &cache)
}

fn ccache(dir: &Sandbox, profile: &str, object: &str) -> Vec<u8> {
    let exports = dir.json("env --json");
    let check = exports["CCACHE_COMPILERCHECK"].as_str().unwrap();
    let mut ccache = dir.command("ccache");
    ccache.envs([("CCACHE_COMPILERCHECK", check), ("FZ_PROFILE", profile)]);
    ccache
        .arg(fz().join("bin/fz-cc"))
        .args(["-O2", "-c", "a.c", "-o", object]);
    ccache.outcome().ok();
    dir.read(object)
}

fn hits(dir: &Sandbox) -> u64 {
    let stats = dir.run("ccache --print-stats").ok().out();
    let count = |line: &str| {
        let (name, count) = line.split_once('\t')?;
        ["direct_cache_hit", "preprocessed_cache_hit"]
            .contains(&name)
            .then(|| count.trim().parse::<u64>().ok())?
    };
    stats.lines().filter_map(count).sum()
}

#[test]
fn a_profile_is_part_of_the_key() {
    let dir = &place();
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
    let dir = &place();
    let all = ccache(dir, "fuzz", "a.o");
    dir.write("fz.toml", "deny = ['f']\n");
    let none = ccache(dir, "fuzz", "b.o");
    assert_eq!(hits(dir), 0);
    assert_ne!(all, none);
}

#[test]
fn what_the_dictionary_ignores_is_part_of_the_key() {
    let dir = &place();
    let fingerprint = || dir.cc("--fz-fingerprint").out();
    let plain = fingerprint();
    assert_eq!(fingerprint(), plain);
    dir.write("fz.toml", "[dictionary]\nignore = ['f']\n");
    assert_ne!(fingerprint(), plain);
}

/// Kernels and their like ask for dependencies by the preprocessor's own option, which ccache takes of compilers alone
/// that it knows.
#[test]
fn what_is_printed_makes_it_hit_and_doctor_sees_whether() {
    let dir = &place();
    let exports = dir.json("env --json");
    let state = |variables: &[&str]| -> Value {
        let mut doctor = dir.command("fz");
        doctor.env("CC", "ccache fz-cc").args(["doctor", "--json"]);
        for variable in variables {
            doctor.env(variable, exports[variable].as_str().unwrap());
        }
        let report = doctor.outcome().json();
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
