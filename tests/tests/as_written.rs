//! What looks at functions as they are written sees what it would see without fz: nothing is inlined before it.

use std::{fs, path::Path, process::Command};

use fz_tests::{RunCommand, env, fz};

fn tool(profile: &str, dir: &Path) -> Command {
    let mut command = Command::new(fz().join("bin/fz-cc"));
    env::bare(&mut command);
    command
        .arg(format!("--fz-profile={profile}"))
        .current_dir(dir);
    command
}

#[test]
fn functions_that_would_be_inlined_are_entered() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let code = include_str!("as_written/functions-that-would-be-inlined-are-entered.c");
    fs::write(dir.join("a.c"), code).unwrap();
    for profile in ["none", "vanilla", "fuzz", "split"] {
        for level in ["-O0", "-O2"] {
            let flags = [level, "-finstrument-functions", "a.c", "-o", "a"];
            tool(profile, dir).args(flags).outcome().ok();
            let ended = Command::new(dir.join("a")).status().unwrap();
            assert_eq!(ended.code(), Some(3), "{profile} {level}");
        }
    }
}

const COUNTED: &str = include_str!("as_written/counted.c");

#[test]
fn lines_are_counted_as_clang_counts_them() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("a.c"), COUNTED).unwrap();
    let counts = |profile: &str| {
        tool(profile, dir)
            .args(["-O2", "--coverage", "a.c", "-o", "a"])
            .outcome()
            .ok();
        Command::new("./a").current_dir(dir).outcome().ok();
        let counts = Command::new(fz_llvm::COV)
            .current_dir(dir)
            .args(["gcov", "-t", "a-a.gcda"])
            .outcome()
            .ok()
            .out();
        fs::remove_file(dir.join("a-a.gcda")).unwrap();
        counts
    };
    let expected = counts("none");
    assert!(expected.contains("7:    2:  if (x > 3)"), "{expected}");
    for profile in ["vanilla", "fuzz", "split"] {
        assert_eq!(counts(profile), expected, "{profile}");
    }
}

#[test]
fn regions_are_counted_as_clang_counts_them() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("a.c"), COUNTED).unwrap();
    let counts = |profile: &str| {
        let flags = ["-fprofile-instr-generate", "-fcoverage-mapping"];
        tool(profile, dir)
            .arg("-O2")
            .args(flags)
            .args(["a.c", "-o", "a"])
            .outcome()
            .ok();
        Command::new("./a")
            .current_dir(dir)
            .env("LLVM_PROFILE_FILE", "raw")
            .outcome()
            .ok();
        Command::new(fz_llvm::PROFDATA)
            .current_dir(dir)
            .args(["merge", "raw", "-o", "data"])
            .outcome()
            .ok();
        Command::new(fz_llvm::COV)
            .current_dir(dir)
            .args(["show", "a", "-instr-profile=data", "-show-branches=count"])
            .outcome()
            .ok()
            .out()
    };
    let expected = counts("none");
    assert!(expected.contains("True: 3, False: 4"), "{expected}");
    for profile in ["vanilla", "fuzz", "split"] {
        assert_eq!(counts(profile), expected, "{profile}");
    }
}
