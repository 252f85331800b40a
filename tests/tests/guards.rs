//! Guards of integers: hit where the source's arithmetic goes wrong and nowhere else, and reported in its types.

use std::{fs, path::Path, process::Command};

use fz_tests::{env, fz, rooms};

const LEVELS: [&str; 4] = ["-O0", "-O1", "-O2", "-O3"];

fn compile(source: &Path, flags: &[&str], to: &Path) {
    let mut compiler = Command::new(fz().join("bin/fz-cc"));
    let out = env::bare(&mut compiler)
        .arg("--fz-profile=guards")
        .args(flags)
        .arg("-w")
        .arg(source)
        .arg("-o")
        .arg(to)
        .output()
        .unwrap();
    assert!(out.status.success(), "{compiler:?}: {out:?}");
}

#[test]
fn guards_are_hit_where_results_are_out_of_range() {
    let scratch = tempfile::tempdir().unwrap();
    let (object, program) = (scratch.path().join("a.o"), scratch.path().join("a"));
    let source = rooms().join("tests/guards/exhaustive.c");
    for level in LEVELS {
        compile(&source, &["-c", level], &object);
        // The program counts hits by itself.
        let linked = Command::new("clang-22")
            .arg(&object)
            .arg("-o")
            .arg(&program)
            .output()
            .unwrap();
        assert!(linked.status.success(), "{linked:?}");
        let out = Command::new(&program).output().unwrap();
        let said = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.success(), "{level}: {said}");
    }
    // Without guards all of this says that they are missing.
    let plain = Command::new("clang-22")
        .args(["-w", "-O1"])
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    assert!(plain.status.success(), "{plain:?}");
    assert!(!Command::new(&program).status().unwrap().success());
}

const REPORTED: &str = r#"#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int table[10];
int main(int count, char **arguments) {
    (void)count;
    for (int twice = 0; twice < 2; twice++) {
        int n = atoi(arguments[1]);
        int sum = n + 2147483647;
        int8_t narrow = n + 300;
        unsigned below = n - 8u;
        int shifted = n << 33;
        long product = n * 9223372036854775807;
        volatile int element = table[n + 3 - (n == 7 ? 0 : 4)];
        _BitInt(17) odd = n * 20000;
        printf("%d %d %u %ld\n", sum, narrow, below, product);
    }
}
"#;

#[test]
fn hits_are_reported_once_and_the_program_goes_on() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("a.c"), REPORTED).unwrap();
    let program = dir.join("a");
    for level in LEVELS {
        compile(&dir.join("a.c"), &[level], &program);
        let run = |mode: Option<&str>| {
            let mut command = Command::new(&program);
            env::bare(&mut command).arg("7");
            command.envs(mode.map(|m| ("FZ_GUARD", m)));
            command.output().unwrap()
        };
        let out = run(None);
        let said = String::from_utf8_lossy(&out.stderr).replace(&*dir.to_string_lossy(), "");
        let expected = "\
            /a.c:9:21: int32 overflow: 7 + 2147483647\n\
            /a.c:10:25: int8 out of range: int32 307 becomes 51\n\
            /a.c:11:28: uint32 overflow: 7 - 8\n\
            /a.c:12:25: int32 shift amount: 7 by 33\n\
            /a.c:13:26: int64 overflow: 7 * 9223372036854775807\n\
            /a.c:14:32: index out of bounds: 10 of 'int[10]'\n\
            /a.c:15:27: int17 out of range: int32 140000 becomes 8928\n";
        assert_eq!(said, expected, "{level}");
        let printed = String::from_utf8_lossy(&out.stdout);
        let line = "-2147483642 51 4294967295 9223372036854775801\n";
        assert_eq!(printed, line.repeat(2), "{level}");
        assert!(out.status.success());
        let counted = run(Some("count"));
        assert!(counted.stderr.is_empty() && counted.status.success());
        assert!(!run(Some("trap")).status.success());
        let unknown = run(Some("often"));
        assert!(String::from_utf8_lossy(&unknown.stderr).starts_with("fz: FZ_GUARD is one of"));
    }
}
