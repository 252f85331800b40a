//! Exceptions and returns take the same ways, whatever became of landing pads and return blocks.

use std::{path::Path, process::Command};

use fz_tests::{RunCommand, env, fz, rooms};

fn printed(compiler: &mut Command, dir: &Path, level: &str) -> String {
    let program = dir.join("throws");
    let _out = env::bare(compiler)
        .arg(level)
        .arg(rooms().join("tests/exceptions/throws.cc"))
        .arg("-o")
        .arg(&program)
        .outcome()
        .ok();
    Command::new(&program)
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .outcome()
        .ok()
        .out()
}

#[test]
fn handlers_see_what_they_saw() {
    let scratch = tempfile::tempdir().unwrap();
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        let expected = printed(&mut Command::new(fz_llvm::CLANGXX), scratch.path(), level);
        assert_eq!(expected.lines().count(), 8, "{expected}");
        for profile in ["fuzz", "split"] {
            for sanitize in ["", "-fsanitize=address"] {
                let mut compiler = Command::new(fz().join("bin/fz-cxx"));
                compiler.arg(format!("--fz-profile={profile}"));
                compiler.args((!sanitize.is_empty()).then_some(sanitize));
                let got = printed(&mut compiler, scratch.path(), level);
                assert_eq!(got, expected, "{profile} {level} {sanitize}");
            }
        }
    }
}
