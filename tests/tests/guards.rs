//! Guards of integers: hit where the source's arithmetic goes wrong and nowhere else, and reported in its types.

use std::{fs, path::Path, process::Command};

use fz_tests::{RunCommand, env, fz, rooms};

const LEVELS: [&str; 4] = ["-O0", "-O1", "-O2", "-O3"];

fn compile(source: &Path, flags: &[&str], to: &Path) {
    let is_cxx = source.extension().is_some_and(|x| x == "cpp");
    let compiler = if is_cxx { "bin/fz-cxx" } else { "bin/fz-cc" };
    let mut compiler = Command::new(fz().join(compiler));
    env::bare(&mut compiler)
        .arg("--fz-profile=guards")
        .args(flags)
        .arg("-w")
        .arg(source)
        .arg("-o")
        .arg(to)
        .outcome()
        .ok();
}

#[test]
fn guards_are_hit_where_results_are_out_of_range() {
    let scratch = tempfile::tempdir().unwrap();
    let (object, program) = (scratch.path().join("a.o"), scratch.path().join("a"));
    let source = rooms().join("tests/guards/exhaustive.c");
    for level in LEVELS {
        compile(&source, &["-c", level], &object);
        // The program counts hits by itself.
        Command::new(fz_llvm::CLANG)
            .arg(&object)
            .arg("-o")
            .arg(&program)
            .outcome()
            .ok();
        // All pairs of 8 bits, and a share of those of 16.
        for arguments in [&[][..], &["5", "257"]] {
            let out = Command::new(&program).args(arguments).output().unwrap();
            let said = String::from_utf8_lossy(&out.stdout);
            assert!(out.status.success(), "{level}: {said}");
        }
    }
    // Without guards all of this says that they are missing.
    Command::new(fz_llvm::CLANG)
        .args(["-w", "-O1"])
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .outcome()
        .ok();
    assert!(!Command::new(&program).status().unwrap().success());
}

const REPORTED: &str = include_str!("guards/reported.c");

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

/// A value that changes in each of clang's explicit casts, in code of every kind; casts that lose nothing between them.
const CASTS: &str = include_str!("guards/casts.cc");

#[test]
fn explicit_casts_are_guarded_as_implicit_conversions_are() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("a.cpp"), CASTS).unwrap();
    let program = dir.join("a");
    for level in LEVELS {
        compile(&dir.join("a.cpp"), &[level], &program);
        let run = |n: &str| {
            let mut command = Command::new(&program);
            let out = env::bare(&mut command).arg(n).outcome().ok();
            let said = out.err().replace(&*dir.to_string_lossy(), "");
            let mut lines: Vec<_> = said.lines().map(str::to_owned).collect();
            lines.sort();
            (out.out(), lines)
        };
        let (printed, said) = run("70000");
        assert_eq!(printed, "4688 44 1 112 70000\n", "{level}");
        let expected = [
            "/a.cpp:10:36: uint8 out of range: int32 70000 becomes 112",
            "/a.cpp:15:42: int16 out of range: int64 70000 becomes 4464",
            "/a.cpp:22:35: uint8 out of range: int64 70000 becomes 112",
            "/a.cpp:5:27: int8 out of range: int64 70000 becomes 112",
            "/a.cpp:9:43: int8 out of range: int32 70000 becomes 112",
        ];
        assert_eq!(said, expected, "{level}");
        assert_eq!(run("100").1, [""; 0], "{level}");
    }
}

#[test]
fn inferred_guards_are_hit_where_results_are_out_of_range() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let source = rooms().join("tests/guards/inferred.c");
    let (module, object, program) = (dir.join("a.ll"), dir.join("a.o"), dir.join("a"));
    let mut clang = Command::new(fz_llvm::CLANG);
    let clang = clang.args(["-DASKED", "-O1", "-Xclang", "-disable-llvm-passes", "-S"]);
    let clang = clang.args(["-emit-llvm", "-o"]).arg(&module).arg(&source);
    assert!(clang.status().unwrap().success());
    for level in LEVELS {
        compile(&module, &["-c", level], &object);
        // The program looks at hits by itself.
        let mut clang = Command::new(fz_llvm::CLANG);
        let clang = clang.arg(&source).arg(&object).arg("-o").arg(&program);
        assert!(clang.status().unwrap().success());
        let out = Command::new(&program).output().unwrap();
        let said = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.success(), "{level}: {said}");
    }
}

/// Input that is no source: clang's checks are not in it.
#[test]
fn types_of_bitcode_are_inferred() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let source = include_str!("guards/types-of-bitcode-are-inferred.c");
    fs::write(dir.join("a.c"), source).unwrap();
    let program = dir.join("a");
    for (debug, file) in [("-g", "/a.c"), ("-g0", "a.c(main)")] {
        let mut clang = Command::new(fz_llvm::CLANG);
        let clang = clang.args(["-w", "-S", "-emit-llvm", debug, "-o"]);
        let clang = clang.arg(dir.join("a.ll")).arg(dir.join("a.c"));
        assert!(clang.status().unwrap().success());
        compile(&dir.join("a.ll"), &["-O1"], &program);
        let mut command = Command::new(&program);
        let out = env::bare(&mut command).arg("7").outcome().ok();
        let said = out.err().replace(&*dir.to_string_lossy(), "");
        // Clang names a file from where its path and the working directory part.
        let last = dir.file_name().unwrap().to_string_lossy();
        let said = said.replace(&*last, "");
        let at = |line: u32, column: u32| match debug {
            "-g" => format!("{file}:{line}:{column}"),
            _ => format!(
                "{}{file}:0:0",
                if said.contains("/a.c(main)") { "/" } else { "" }
            ),
        };
        let expected = [
            (7, 10, "int32 overflow: 7 + 2147483647 (types are inferred)"),
            (8, 20, "uint32 overflow: 7 - 8 (types are guessed)"),
            (10, 19, "int8 overflow: 7 + 125 (types are inferred)"),
            (
                11,
                10,
                "uint32 shift loses bits: 7 << 30 (types are guessed)",
            ),
            (
                12,
                8,
                "uint8 out of range: uint32 307 becomes 51 (types are guessed)",
            ),
            (
                14,
                19,
                "index out of bounds: 11 of [10] (types are guessed)",
            ),
            (15, 18, "allocation size: 18446744073709551615"),
        ];
        let expected = expected.map(|(line, column, what)| format!("{}: {what}", at(line, column)));
        let said: Vec<_> = said.lines().collect();
        assert_eq!(said, expected);
    }
}

/// What flags and types make of arithmetic: never another program, and what has no guard is named.
const PECULIAR: &str = include_str!("guards/peculiar.c");

#[test]
fn peculiar_arithmetic_stays_what_it_is() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let (source, program, plain) = (dir.join("a.c"), dir.join("a"), dir.join("plain"));
    fs::write(&source, PECULIAR).unwrap();
    let run = |program: &Path| {
        let mut command = Command::new(program);
        env::bare(&mut command).arg("7").output().unwrap()
    };
    for flag in [
        "-fwrapv",
        "-ftrapv",
        "-fno-strict-overflow",
        "-fsanitize=integer",
    ] {
        for level in LEVELS {
            compile(&source, &[flag, level], &program);
            let mut clang = Command::new(fz_llvm::CLANG);
            let clang = clang.args(["-w", flag, level]).arg(&source).arg("-o");
            assert!(clang.arg(&plain).status().unwrap().success());
            let (ours, theirs) = (run(&program), run(&plain));
            assert_eq!(ours.stdout, theirs.stdout, "{flag} {level}");
            assert_eq!(ours.status, theirs.status, "{flag} {level}");
            let said = String::from_utf8_lossy(&ours.stderr);
            let traps = flag == "-ftrapv";
            assert_eq!(ours.status.success(), !traps, "{flag} {level}");
            match flag {
                // The sanitizer's own reports, and no others.
                "-fsanitize=integer" => assert_eq!(ours.stderr, theirs.stderr),
                _ => {
                    let sum = said.contains("int32 overflow: 7 + 2147483647");
                    assert_eq!(sum, !traps, "{said}");
                    assert!(said.contains("uint13 out of range: "), "{said}");
                    assert!(said.contains("int5 out of range: int32 22 "), "{said}");
                }
            }
        }
    }
    compile(&source, &["-O1"], &program);
    let mut inspect = Command::new(fz().join("bin/fz"));
    let out = env::bare(inspect.arg("inspect").arg(&program))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&out.stdout);
    for reason in ["1 vector", "1 atomic", "1 asked-already"] {
        assert!(said.contains(reason), "{said}");
    }
}

/// No fuzzer runs there, but objects for it are compiled.
#[test]
fn code_for_other_processors_has_guards() {
    let scratch = tempfile::tempdir().unwrap();
    let (source, object) = (scratch.path().join("a.c"), scratch.path().join("a.o"));
    fs::write(&source, "int f(int a) { return a == 77777 ? a : a + 1; }\n").unwrap();
    for target in [
        "aarch64-linux-gnu",
        "armv7-linux-gnueabihf",
        "riscv64-linux-gnu",
    ] {
        for level in ["-O0", "-O2"] {
            compile(
                &source,
                &["-c", &format!("--target={target}"), level],
                &object,
            );
        }
    }
}

const COROUTINE: &str = include_str!("guards/coroutine.cc");

#[test]
fn coroutines_have_guards() {
    let scratch = tempfile::tempdir().unwrap();
    let (source, program) = (scratch.path().join("a.cpp"), scratch.path().join("a"));
    fs::write(&source, COROUTINE).unwrap();
    for level in LEVELS {
        compile(&source, &["-std=c++20", level], &program);
        let mut command = Command::new(&program);
        let out = env::bare(&mut command).arg("7").output().unwrap();
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "{out:?}");
        let report = "a.cpp:16:14: int32 overflow: 7 + 2147483647\n";
        assert!(said.ends_with(report), "{level}: {said}");
    }
}
