//! What a sanitizer reports without passes it reports with them: compares that became steps hide no error.

use std::{fs, os::unix::process::ExitStatusExt, path::Path, process::Command};

use fz_tests::{RunCommand, env, fz, rooms};

const SIGILL: i32 = 4;

/// A sanitizer, the errors of `errors.c` that are its own, and the beginning of a report's summary, or nothing where the
/// program ends with SIGILL.
const CASES: &[(&str, &[&str], Option<&str>)] = &[
    (
        "address",
        &["1", "2", "3", "4", "5", "6", "7", "8"],
        Some("SUMMARY: AddressSanitizer: heap-"),
    ),
    ("undefined", &["11", "12"], None),
    (
        "memory",
        &["21", "22"],
        Some("SUMMARY: MemorySanitizer: use-of-uninitialized-value"),
    ),
    (
        "thread",
        &["31"],
        Some("SUMMARY: ThreadSanitizer: data race"),
    ),
];

fn build(compiler: &mut Command, flags: &[&str], to: &Path) {
    env::bare(compiler)
        .args(flags)
        .args(["-g", "-w"])
        .arg(rooms().join("tests/sanitizers/errors.c"))
        .arg("-o")
        .arg(to)
        .outcome()
        .ok();
}

#[test]
fn what_sanitizers_report_is_still_reported() {
    let scratch = tempfile::tempdir().unwrap();
    let exe = scratch.path().join("errors");
    for (sanitizer, errors, summary) in CASES {
        let sanitize = format!("-fsanitize={sanitizer}");
        for profile in [None, Some("fuzz"), Some("split")] {
            for level in ["-O0", "-O2"] {
                let mut compiler = match profile {
                    None => Command::new(fz_llvm::CLANG),
                    Some(_) => Command::new(fz().join("bin/fz-cc")),
                };
                compiler.args(profile.map(|p| format!("--fz-profile={p}")));
                let flags = [&sanitize, level, "-fsanitize-trap=undefined"];
                build(&mut compiler, &flags, &exe);
                let run = |which: &str| Command::new(&exe).arg(which).output().unwrap();
                let what = format!("{sanitizer}, {profile:?}, {level}");
                assert!(run("0").status.success(), "{what}: {:?}", run("0"));
                for which in *errors {
                    let out = run(which);
                    let told = String::from_utf8_lossy(&out.stderr);
                    let found = match summary {
                        Some(summary) => !out.status.success() && told.contains(summary),
                        None => out.status.signal() == Some(SIGILL),
                    };
                    assert!(found, "{what}: error {which}: {out:?}");
                }
            }
        }
        fs::remove_file(&exe).unwrap();
    }
}
