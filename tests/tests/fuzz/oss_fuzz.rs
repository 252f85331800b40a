//! `fz env oss-fuzz`: a shell takes it, and a build script in the style of OSS-Fuzz's works with it.

use std::fs;

use fz_tests::{RunCommand, Sandbox};

use super::{HARNESS, place};

/// As projects write them, by the new name of the engine and by the old one.
const BUILD: &str = "\
$CC $CFLAGS -c $SRC/project/part.c -o $WORK/part.o
$CXX $CXXFLAGS -x c++ $SRC/project/harness.cc -x none $WORK/part.o -o $OUT/new $LIB_FUZZING_ENGINE
$CXX $CXXFLAGS -x c++ $SRC/project/harness.cc -x none $WORK/part.o -o $OUT/old -lFuzzingEngine
cp $SRC/project/my.dict $OUT/new.dict
";

/// Builds the project as OSS-Fuzz's script does it.
fn build(dir: &Sandbox, words: &str, variables: &[(&str, &str)]) {
    let project = dir.at("src/project");
    let mut fz = dir.command("fz");
    fz.args(["env", "oss-fuzz", "OUT=../../out", "WORK=../../work"]);
    fz.current_dir(&project)
        .envs(variables.iter().copied())
        .args(words.split(' '));
    let script = format!("{}\n. ./build.sh", fz.outcome().ok().out());
    let mut shell = dir.command("bash");
    shell
        .current_dir(project)
        .args(["-eu", "-c", &script])
        .outcome()
        .ok();
}

#[test]
fn a_build_script_leaves_programs_that_run_after_being_moved() {
    let dir = &place();
    let harness = HARNESS.replace(
        "int LLVM",
        "extern \"C\" int part(void);\nextern \"C\" int LLVM",
    );
    let harness = harness
        .replace("abort()", "__builtin_trap()")
        .replace("if (size < 3) return 0;", "if (size < 3) return part();");
    dir.write("src/project/harness.cc", harness);
    dir.write("src/project/part.c", "int part(void) { return 0; }\n");
    dir.write("src/project/my.dict", "\"<?>\"\n");
    dir.write("src/project/build.sh", BUILD);
    for (engine, sanitizer) in [
        ("libfuzzer", "address"),
        ("libfuzzer", "undefined"),
        ("afl", "address"),
        ("afl", "undefined"),
    ] {
        build(
            dir,
            &format!("FUZZING_ENGINE={engine} SANITIZER={sanitizer}"),
            &[],
        );
        let moved = dir.at(format!("moved-{engine}-{sanitizer}"));
        fs::rename(dir.at("out"), &moved).unwrap();
        for name in ["new", "old"] {
            let mut fz = dir.command("fz");
            let words = format!("fuzz --json -V 5 -o {name}.out -x new.dict -- {name}");
            let report = fz
                .current_dir(&moved)
                .args(words.split(' '))
                .outcome()
                .ok()
                .json();
            assert_eq!(report["engine"], engine, "{report}");
            assert!(report["outcome"]["crashes"].as_u64() >= Some(1), "{report}");
        }
    }
}

/// One build for OSS-Fuzz's coverage job, which runs a corpus as libFuzzer would and reads clang's profile, and for `fz cov`.
#[test]
fn a_build_for_coverage_serves_both() {
    let dir = &place();
    dir.folder("dummy");
    let harness = "#include <stddef.h>\n#include <stdint.h>\nextern \"C\" int part(const uint8_t *, size_t);\n\
                   extern \"C\" int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { part(d, n); return 0; }\n";
    let part = "int part(const unsigned char *d, unsigned long n) {\n  if (n > 2 && d[0] == '<') return 7;\n  return 1;\n}\n";
    dir.write("src/project/harness.cc", harness);
    dir.write("src/project/part.c", part);
    dir.write("src/project/my.dict", "");
    dir.write("src/project/build.sh", BUILD);
    dir.inputs("corpus", [("a", "abc"), ("b", "<bc")]);
    build(dir, "SANITIZER=coverage", &[("FZ_PROFILE", "fuzz")]);
    let mut job = dir.command("./out/new");
    job.env("LLVM_PROFILE_FILE", dir.at("%1m.profraw"));
    job.args(["-merge=1", "-timeout=100", "dummy", "corpus"])
        .outcome()
        .ok();
    let names = dir.names("");
    let raw: Vec<_> = names.iter().filter(|n| n.ends_with(".profraw")).collect();
    assert_eq!(raw.len(), 1, "{raw:?}");
    let merge = format!(
        "{} merge -sparse -o all.profdata {}",
        fz_llvm::PROFDATA,
        raw[0]
    );
    dir.run(&merge).ok();
    let export = "export -summary-only -object out/new -instr-profile=all.profdata";
    let exported = dir.run(&format!("{} {export}", fz_llvm::COV)).ok().json();
    let branches = &exported["data"][0]["totals"]["branches"];
    // Both inputs have three bytes.
    assert_eq!(branches["count"], 4, "{exported}");
    assert_eq!(branches["covered"], 3, "{exported}");
    dir.prints("cov collect out/new -i corpus -o all.fzcov -- @@");
    let summary = dir.prints("cov report all.fzcov");
    assert!(summary.contains("2 inputs of 1 run"), "{summary}");
    assert!(summary.contains("n > 2"), "{summary}");
}

#[test]
fn what_is_not_there_is_an_error() {
    let dir = &place();
    for (arguments, says) in [
        ("SANITIZER=covrage", "did you mean `coverage`?"),
        ("SANITIZER=adress", "did you mean `address`?"),
        ("FUZZING_ENGINE=libfuzer", "did you mean `libfuzzer`?"),
    ] {
        let result = dir
            .fz(&format!("env oss-fuzz {arguments}"))
            .fails()
            .says(says);
        assert!(result.stdout.is_empty(), "a shell would take half of it");
    }
    dir.fz("env --libcxx").says("fz env oss-fuzz");
}

#[test]
fn settings_are_kept_and_json_has_the_same_values() {
    let dir = &place();
    dir.write("fz.toml", "engine = 'afl'\nprofile = 'split'\n");
    let exports = dir.json("env oss-fuzz --json");
    assert_eq!(exports["FUZZING_ENGINE"], "afl");
    assert_eq!(exports["FZ_PROFILE"], "split");
    assert_eq!(exports["LIB_FUZZING_ENGINE"], "-fsanitize=fuzzer");
    assert_eq!(exports["OUT"], dir.at("out").to_str().unwrap());
    assert!(
        exports["CXX"].as_str().unwrap().ends_with("/bin/fz-cxx"),
        "{exports}"
    );
}
