//! `fz inspect` and `fz doctor` over programs: what they say is what the runtime does, and nothing plain goes unseen.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

use crate::{output, program, run, stderr};

fn compile(dir: &Path, args: &str) {
    run(program("fz-cc", dir).args(args.split(' ')));
}

fn json(dir: &Path, args: &str) -> Value {
    let result = output(program("fz", dir).args(args.split(' ')));
    serde_json::from_slice(&result.stdout)
        .unwrap_or_else(|e| panic!("fz {args}: {e}: {}", stderr(&result)))
}

fn sources(dir: &Path) {
    for (name, text) in [
        ("a.c", "int a(int x) { return x > 1 ? x * 3 : x - 1; }\n"),
        (
            "b.c",
            "int b(int x) { switch (x) { case 1: return 4; case 9: return 2; } return x; }\n",
        ),
        (
            "main.c",
            "int a(int), b(int); int main(int c, char **v) { (void)v; return a(c) + b(c) > 90; }\n",
        ),
        (
            "open.c",
            "#include <dlfcn.h>\nint main(int c, char **v) { return c > 1 && dlopen(v[1], 1); }\n",
        ),
        ("data.c", "int data = 3;\n"),
    ] {
        fs::write(dir.join(name), text).unwrap();
    }
}

#[test]
fn the_map_is_what_the_runtime_announces() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    for library in ["a", "b"] {
        compile(
            dir,
            &format!("-O2 -fPIC -shared {library}.c -o lib{library}.so"),
        );
    }
    for (name, args) in [
        ("libraries", "-O2 main.c -L. -la -lb -Wl,-rpath,$ORIGIN"),
        ("opens", "-O2 open.c"),
        ("static", "-O2 -static main.c a.c b.c"),
        ("static-pie", "-O2 -static-pie main.c a.c b.c"),
        ("lto", "-O2 -flto -fuse-ld=lld main.c a.c b.c"),
    ] {
        compile(dir, &format!("{args} -o {name}"));
        let report = json(dir, &format!("inspect --json {name}"));
        // It ends with a status of AFL++'s choosing once it has printed the size.
        let announced = output(Command::new(dir.join(name)).env("AFL_DUMP_MAP_SIZE", "1"));
        let announced: u64 = String::from_utf8_lossy(&announced.stdout)
            .trim()
            .parse()
            .unwrap_or_else(|e| panic!("{name}: {e}: {announced:?}"));
        assert_eq!(report["programs"][0]["map"], announced, "{name}");
    }
    let report = json(dir, "inspect --json libraries");
    let images = report["programs"][0]["images"].as_array().unwrap().len();
    assert_eq!(images, 3, "{report}");
}

#[test]
fn units_have_counters_or_a_reason() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    fs::write(dir.join("fz.toml"), "deny = ['b.c']\n").unwrap();
    compile(
        dir,
        "-O2 main.c a.c b.c data.c -o p -Wl,--compress-debug-sections=zlib",
    );
    let result = run(program("fz", dir).args(["doctor", "--json", "p"]));
    let report: Value = serde_json::from_slice(&result.stdout).unwrap();
    let unit = |source: &str| {
        let units = report["units"].as_array().unwrap();
        units
            .iter()
            .find(|u| u["source"] == source)
            .unwrap()
            .clone()
    };
    assert!(unit("a.c")["counters"].as_u64().unwrap() > 0);
    assert_eq!(unit("b.c")["reason"], "selection");
    assert_eq!(unit("data.c")["reason"], "no-functions");
    assert_eq!(unit("crtstuff.c")["reason"], "foreign-object");
    let shown = run(program("fz", dir).args(["inspect", "p"]));
    let shown = String::from_utf8_lossy(&shown.stdout);
    assert!(
        shown.contains("functions without counters: 1 selection"),
        "{shown}"
    );
}

/// It is no fault: somebody may bring a runtime of his own.
#[test]
fn a_program_that_no_fuzzer_sees_is_pointed_out() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    compile(dir, "--fz-engine=none -O2 main.c a.c b.c -o p");
    let shown = run(program("fz", dir).args(["doctor", "p"]));
    let shown = String::from_utf8_lossy(&shown.stdout);
    assert!(shown.contains("note   p has no runtime"), "{shown}");
}

/// What is known of places does not go with the user's own debug information.
#[test]
fn a_profile_that_drops_debug_information_keeps_places() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    let text = "summary = 's'\nextends = 'fuzz'\n[frontend]\ndrop = ['-g*']\n";
    fs::write(dir.join("mine.toml"), text).unwrap();
    compile(dir, "--fz-profile=./mine.toml -g -O2 main.c a.c b.c -o p");
    let report = json(dir, "inspect --json p");
    let sites = &report["programs"][0]["images"][0]["edges"][0]["sites"];
    let files = sites
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["source"]["file"].as_str());
    assert!(files.into_iter().all(|f| f.is_some()), "{sites}");
}

#[test]
fn programs_without_counters_fail() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    run(Command::new("clang-22")
        .current_dir(dir)
        .args(["main.c", "a.c", "b.c", "-o", "plain"]));
    compile(dir, "-O2 -s main.c a.c b.c -o stripped");
    for (name, says) in [
        ("plain", "has no records of fz's"),
        ("stripped", "stripped"),
    ] {
        let result = output(program("fz", dir).args(["doctor", name]));
        let said = String::from_utf8_lossy(&result.stdout);
        assert_eq!(result.status.code(), Some(1), "{said}");
        assert!(said.contains(says), "{said}");
    }
    for (name, says) in [("a.c", "neither a program"), ("missing", "cannot read")] {
        let result = output(program("fz", dir).args(["doctor", name]));
        assert_eq!(result.status.code(), Some(1));
        assert!(stderr(&result).contains(says), "{}", stderr(&result));
    }
}
