//! What clang's own build for libFuzzer has, fz's has too: places of counters, stacks, depth, and code that is left out.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use fz_tests::{RunCommand, env, fz, in_parallel, rooms};
use serde_json::Value;

fn source(name: &str) -> PathBuf {
    rooms().join("tests/libfuzzer").join(name)
}

fn compile(dir: &Path, compiler: &str, flags: &str, from: &str, to: &str) -> PathBuf {
    let mut command = Command::new(fz().join("bin").join(compiler));
    env::bare(&mut command);
    command.current_dir(dir).arg("--fz-engine=libfuzzer");
    command
        .args(flags.split_whitespace())
        .arg(source(from))
        .args(["-o", to])
        .outcome()
        .ok();
    dir.join(to)
}

/// What libFuzzer says, and how it ended.
fn run(dir: &Path, program: &Path, arguments: &str) -> (String, Option<i32>) {
    let mut command = Command::new(program);
    env::bare(&mut command);
    // Names are looked up by the one that belongs to clang.
    let tools = Command::new(fz_llvm::CONFIG)
        .arg("--bindir")
        .outcome()
        .ok()
        .out();
    command.env("PATH", format!("{}:/usr/bin:/bin", tools.trim()));
    let output = command
        .current_dir(dir)
        .args(arguments.split_whitespace())
        .outcome();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (said, output.status.code())
}

/// Functions with counters.
fn counted(object: &Path) -> BTreeSet<String> {
    let mut command = Command::new(fz().join("bin/fz"));
    env::bare(&mut command);
    let json = command
        .args(["inspect", "--json"])
        .arg(object)
        .outcome()
        .ok()
        .out();
    let json: Value = serde_json::from_str(&json).unwrap();
    let edges = json["programs"][0]["images"][0]["edges"].as_array();
    let names = edges.into_iter().flatten();
    names
        .map(|e| e["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn code_without_coverage_is_not_counted() {
    let dir = tempfile::tempdir().unwrap();
    let variants = [
        ("-O2", "a"),
        ("-O0", "b"),
        ("-O1 -fsanitize=address", "c"),
        ("-O2 --fz-profile=compares", "d"),
        ("-O2 --fz-profile=coverage", "e"),
    ];
    in_parallel(&variants, |(flags, name)| {
        let flags = format!("-c {flags}");
        let object = compile(dir.path(), "fz-cxx", &flags, "quiet.cc", name);
        let names = counted(&object);
        assert!(names.contains("_Z4loudi"), "{flags}: {names:?}");
        let quiet: Vec<_> = names.iter().filter(|n| n.contains("quiet")).collect();
        assert!(quiet.is_empty(), "{flags}: {quiet:?}");
        assert!(
            !names.iter().any(|n| n.contains("cvii")),
            "{flags}: {names:?}"
        );
    });
}

#[test]
fn coverage_that_is_turned_off_leaves_no_feedback() {
    let dir = tempfile::tempdir().unwrap();
    for (flags, counts, compares) in [
        ("-fsanitize=fuzzer", true, true),
        ("-fsanitize=fuzzer -fsanitize-coverage=0", false, false),
        ("-fsanitize-coverage=0 -fsanitize=fuzzer", false, false),
        (
            "-fsanitize=fuzzer -fno-sanitize-coverage=trace-cmp",
            true,
            false,
        ),
        (
            "-fsanitize=fuzzer -fno-sanitize-coverage=inline-8bit-counters",
            false,
            true,
        ),
    ] {
        let flags = format!("-O2 -c --fz-profile=compares {flags}");
        let object = compile(dir.path(), "fz-cc", &flags, "places.c", "a.o");
        assert_eq!(!counted(&object).is_empty(), counts, "{flags}");
        let bytes = fs::read(&object).unwrap();
        let name = b"__sanitizer_cov_trace_const_cmp1";
        let tells = bytes.windows(name.len()).any(|w| w == name);
        assert_eq!(tells, compares, "{flags}");
        let mut doctor = Command::new(fz().join("bin/fz"));
        env::bare(&mut doctor);
        let said = doctor
            .args(["doctor", "--json"])
            .arg(&object)
            .outcome()
            .ok()
            .out();
        assert_eq!(said.contains("coverage-off"), !counts, "{flags}: {said}");
    }
}

#[test]
fn counters_have_places_and_crashes_have_stacks() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("crash"), "FUZZ").unwrap();
    let variants = [
        "-O2",
        "-O0",
        "-O2 -fuse-ld=lld -Wl,--gc-sections -ffunction-sections",
        "-O2 -flto=thin -fuse-ld=lld",
        "-O1 -fsanitize=address",
        "-O2 -fsanitize=undefined -fsanitize-trap=undefined",
        "-O2 --fz-profile=context",
    ];
    for (flags, name) in variants.iter().zip('a'..) {
        let profile = match flags.contains("profile") {
            true => "",
            false => "--fz-profile=compares",
        };
        let all = format!("-g -fsanitize=fuzzer {profile} {flags}");
        let program = compile(dir, "fz-cc", &all, "places.c", &name.to_string());
        let (said, status) = run(dir, &program, "crash");
        assert_eq!(status, Some(77), "{flags}: {said}");
        assert!(
            said.contains("in LLVMFuzzerTestOneInput "),
            "{flags}: {said}"
        );
        assert!(said.contains("places.c:15"), "{flags}: {said}");

        fs::create_dir_all(dir.join("seeds")).unwrap();
        fs::write(dir.join("seeds/one"), "FUxx").unwrap();
        let (said, _) = run(dir, &program, "-runs=1 -exit_on_src_pos=places.c:6 seeds");
        assert!(said.contains("found line matching"), "{flags}: {said}");
        let (said, _) = run(dir, &program, "-runs=1 -exit_on_src_pos=places.c:15 seeds");
        assert!(!said.contains("found line matching"), "{flags}: {said}");
        let (said, _) = run(dir, &program, "-runs=1 -print_coverage=1 seeds");
        assert!(
            said.contains("UNCOVERED_PC: ") && said.contains("places.c:15"),
            "{flags}: {said}"
        );
    }
}

#[test]
fn recursion_is_found_by_its_depth() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let flags = "-O2 -fsanitize=fuzzer --fz-profile=compares";
    let program = compile(dir, "fz-cc", flags, "deep.c", "deep");
    let (said, status) = run(
        dir,
        &program,
        "-seed=1 -runs=4000000 -max_len=1000 -len_control=0",
    );
    assert_eq!(
        status,
        Some(77),
        "{}",
        said.lines().rev().take(5).collect::<String>()
    );
}
