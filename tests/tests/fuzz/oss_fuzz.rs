//! `fz env --oss-fuzz`: a shell takes it, and a build script in the style of OSS-Fuzz's works with it.

use std::{fs, process::Command};

use crate::{HARNESS, output, program, run, stderr};

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
        let exports = run(program("fz", &project).args([
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
        run(fz_tests::env::bare(&mut shell)
            .current_dir(&project)
            .args(["-eu", "-c", &script]));
        let moved = dir.join(format!("moved-{engine}-{sanitizer}"));
        fs::rename(dir.join("out"), &moved).unwrap();
        for name in ["new", "old"] {
            let mut command = program("fz", &moved);
            command.args(["fuzz", "--json", "-V", "5", "-o", &format!("{name}.out")]);
            let text = run(command.args(["-x", "new.dict", "--", name]));
            let report: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(report["engine"], engine, "{report}");
            assert!(report["outcome"]["crashes"].as_u64() >= Some(1), "{report}");
        }
    }
}

#[test]
fn what_is_not_there_is_an_error() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    for (arguments, says) in [
        ("--sanitizer coverage", "there are address, "),
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
    let text = run(program("fz", dir).args(["env", "--oss-fuzz", "--json"]));
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
