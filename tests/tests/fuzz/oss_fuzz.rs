//! `fz env --oss-fuzz`: a shell takes it, and a build script in the style of OSS-Fuzz's works with it.

use std::{fs, process::Command};

use super::{HARNESS, program};
use fz_tests::start::{output, printed, stderr};

/// As projects write them, by the new name of the engine and by the old one.
const BUILD: &str = "\
$CC $CFLAGS -c $SRC/project/part.c -o $WORK/part.o
$CXX $CXXFLAGS -x c++ $SRC/project/harness.cc -x none $WORK/part.o -o $OUT/new $LIB_FUZZING_ENGINE
$CXX $CXXFLAGS -x c++ $SRC/project/harness.cc -x none $WORK/part.o -o $OUT/old -lFuzzingEngine
cp $SRC/project/my.dict $OUT/new.dict
";

#[test]
fn a_build_script_leaves_programs_that_run_after_being_moved() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let project = dir.join("src/project");
    fs::create_dir_all(&project).unwrap();
    let harness = HARNESS.replace(
        "int LLVM",
        "extern \"C\" int part(void);\nextern \"C\" int LLVM",
    );
    let harness = harness
        .replace("abort()", "__builtin_trap()")
        .replace("if (size < 3) return 0;", "if (size < 3) return part();");
    fs::write(project.join("harness.cc"), harness).unwrap();
    fs::write(project.join("part.c"), "int part(void) { return 0; }\n").unwrap();
    fs::write(project.join("my.dict"), "\"<?>\"\n").unwrap();
    fs::write(project.join("build.sh"), BUILD).unwrap();
    for (engine, sanitizer) in [
        ("libfuzzer", "address"),
        ("libfuzzer", "undefined"),
        ("afl", "address"),
        ("afl", "undefined"),
    ] {
        let exports = printed(program("fz", &project).args([
            "env",
            "--oss-fuzz",
            "--engine",
            engine,
            "--sanitizer",
            sanitizer,
            "--out",
            "../../out",
            "--work",
            "../../work",
        ]));
        let mut shell = Command::new("bash");
        let script = format!("{exports}\n. ./build.sh");
        printed(
            fz_tests::env::bare(&mut shell)
                .current_dir(&project)
                .args(["-eu", "-c", &script]),
        );
        let moved = dir.join(format!("moved-{engine}-{sanitizer}"));
        fs::rename(dir.join("out"), &moved).unwrap();
        for name in ["new", "old"] {
            let mut command = program("fz", &moved);
            command.args(["fuzz", "--json", "-V", "5", "-o", &format!("{name}.out")]);
            let text = printed(command.args(["-x", "new.dict", "--", name]));
            let report: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(report["engine"], engine, "{report}");
            assert!(report["outcome"]["crashes"].as_u64() >= Some(1), "{report}");
        }
    }
}

/// One build for OSS-Fuzz's coverage job, which runs a corpus as libFuzzer would and reads clang's profile, and for `fz cov`.
#[test]
fn a_build_for_coverage_serves_both() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let project = dir.join("src/project");
    let corpus = dir.join("corpus");
    for folder in [&project, &corpus, &dir.join("dummy")] {
        fs::create_dir_all(folder).unwrap();
    }
    let harness = "#include <stddef.h>\n#include <stdint.h>\nextern \"C\" int part(const uint8_t *, size_t);\n\
                   extern \"C\" int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { part(d, n); return 0; }\n";
    let part = "int part(const unsigned char *d, unsigned long n) {\n  if (n > 2 && d[0] == '<') return 7;\n  return 1;\n}\n";
    fs::write(project.join("harness.cc"), harness).unwrap();
    fs::write(project.join("part.c"), part).unwrap();
    fs::write(project.join("my.dict"), "").unwrap();
    fs::write(project.join("build.sh"), BUILD).unwrap();
    fs::write(corpus.join("a"), "abc").unwrap();
    fs::write(corpus.join("b"), "<bc").unwrap();
    let exports = printed(
        program("fz", &project)
            .env("FZ_PROFILE", "fuzz")
            .args(["env", "--oss-fuzz", "--sanitizer", "coverage"])
            .args(["--out", "../../out", "--work", "../../work"]),
    );
    let mut shell = Command::new("bash");
    let script = format!("{exports}\n. ./build.sh");
    printed(
        fz_tests::env::bare(&mut shell)
            .current_dir(&project)
            .args(["-eu", "-c", &script]),
    );
    let target = dir.join("out/new");
    let mut job = Command::new(&target);
    printed(
        job.current_dir(dir)
            .env("LLVM_PROFILE_FILE", dir.join("%1m.profraw"))
            .args(["-merge=1", "-timeout=100", "dummy", "corpus"]),
    );
    let raw = fs::read_dir(dir).unwrap().flatten().map(|e| e.path());
    let raw: Vec<_> = raw
        .filter(|p| p.extension().is_some_and(|x| x == "profraw"))
        .collect();
    assert_eq!(raw.len(), 1, "{raw:?}");
    let data = dir.join("all.profdata");
    printed(
        Command::new(fz_llvm::PROFDATA)
            .args(["merge", "-sparse", "-o"])
            .arg(&data)
            .args(&raw),
    );
    let exported = printed(
        Command::new(fz_llvm::COV)
            .args(["export", "-summary-only", "-object"])
            .arg(&target)
            .arg(format!("-instr-profile={}", data.display())),
    );
    let exported: serde_json::Value = serde_json::from_str(&exported).unwrap();
    let branches = &exported["data"][0]["totals"]["branches"];
    // Both inputs have three bytes.
    assert_eq!(branches["count"], 4, "{exported}");
    assert_eq!(branches["covered"], 3, "{exported}");
    printed(program("fz", dir).args([
        "cov",
        "collect",
        "out/new",
        "-i",
        "corpus",
        "-o",
        "all.fzcov",
        "--",
        "@@",
    ]));
    let summary = printed(program("fz", dir).args(["cov", "summary", "all.fzcov"]));
    assert!(summary.contains("2 inputs of 1 run"), "{summary}");
    assert!(summary.contains("n > 2"), "{summary}");
}

#[test]
fn what_is_not_there_is_an_error() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    for (arguments, says) in [
        ("--sanitizer covrage", "did you mean `coverage`?"),
        ("--sanitizer adress", "did you mean `address`?"),
        ("--engine libfuzer", "did you mean `libfuzzer`?"),
    ] {
        let mut command = program("fz", dir);
        let result = output(
            command
                .args(["env", "--oss-fuzz"])
                .args(arguments.split(' ')),
        );
        assert!(
            !result.status.success() && stderr(&result).contains(says),
            "{arguments}: {}",
            stderr(&result)
        );
        assert!(result.stdout.is_empty(), "a shell would take half of it");
    }
    let alone = output(program("fz", dir).args(["env", "--libcxx"]));
    assert!(stderr(&alone).contains("--oss-fuzz"), "{}", stderr(&alone));
}

#[test]
fn settings_are_kept_and_json_has_the_same_values() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("fz.toml"), "engine = 'afl'\nprofile = 'split'\n").unwrap();
    let text = printed(program("fz", dir).args(["env", "--oss-fuzz", "--json"]));
    let exports: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(exports["FUZZING_ENGINE"], "afl");
    assert_eq!(exports["FZ_PROFILE"], "split");
    assert_eq!(exports["LIB_FUZZING_ENGINE"], "-fsanitize=fuzzer");
    assert_eq!(
        exports["OUT"],
        dir.canonicalize().unwrap().join("out").to_str().unwrap()
    );
    assert!(
        exports["CXX"].as_str().unwrap().ends_with("/bin/fz-cxx"),
        "{text}"
    );
}
