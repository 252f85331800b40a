//! Bad input: one line that names the thing and the next step, and nothing is started or written.

use std::{fs, os::unix::fs::PermissionsExt};

use fz_tests::RunCommand;

use super::{HARNESS, PROGRAM, compile, place, seeds};

#[test]
fn what_cannot_be_fuzzed_says_why_and_what_to_do() {
    let dir = &place();
    // Nothing can be made of it.
    compile(dir, PROGRAM, "--fz-capture=off", "p");
    compile(dir, PROGRAM, "--fz-engine=none", "silent");
    compile(dir, PROGRAM, "--fz-profile=split", "p.split");
    compile(dir, PROGRAM, "--fz-profile=taint", "taint");
    compile(dir, HARNESS, "--fz-engine=standalone", "alone");
    compile(dir, HARNESS, "--fz-engine=libfuzzer", "driven");
    dir.call(fz_llvm::CLANG, &["p.c", "-o", "plain"]).ok();
    dir.write("script", "#!/bin/sh\nexec ./p\n");
    seeds(dir);
    dir.folder("empty");
    dir.write("hollow/nothing", "");
    dir.write("busy/notes", "");

    let newer = dir.write(
        "newer",
        "#!/bin/sh\necho 'afl-fuzz++4.40c'\necho ' -w program'\n",
    );
    fs::set_permissions(newer, fs::Permissions::from_mode(0o755)).unwrap();
    for (arguments, says) in [
        ("-- missing @@", &["missing: no such program"][..]),
        ("-- . @@", &["it is a folder"]),
        ("-- p.c", &["it is not a program"]),
        ("-- ./script", &["it is a script"]),
        ("-- ./plain @@", &["not instrumented", "CC=fz-cc"]),
        (
            "-- ./taint @@",
            &["by the profile taint", "`fz taint`", "FZ_PROFILE=fuzz"],
        ),
        (
            "-- ./silent @@",
            &["not linked for an engine", "FZ_ENGINE=afl"],
        ),
        (
            "-- ./alone",
            &["standalone, which has no fuzzer", "over files"],
        ),
        (
            "-o a\tblank -- ./driven",
            &["blank: libFuzzer", "a link to it"],
        ),
        (
            "-o a;b$(c) -- ./driven",
            &["a;b$(c): libFuzzer", "letters, digits"],
        ),
        ("--engine afk -- ./p @@", &["unknown engine `afk`", "`afl`"]),
        (
            "--engine none -- ./p @@",
            &["--engine none", "nothing to start"],
        ),
        ("-i empty -- ./p @@", &["empty: no seed is in it"]),
        ("-i hollow -- ./p @@", &["hollow: no seed is in it"]),
        (
            "-i seedz -- ./p @@",
            &["seedz: no such folder", "leave out -i"],
        ),
        ("-i p.c -- ./p @@", &["p.c: -i takes a folder"]),
        ("-o busy -- ./p @@", &["busy: it has other files in it"]),
        (
            "-x nothing.dict -x p.c -- ./p @@",
            &["nothing.dict: No such file"],
        ),
        (
            "-c ./p -- ./p @@",
            &["-c: ./p shows no compares", "FZ_PROFILE=cmplog"],
        ),
        (
            "-c ./plain -- ./p @@",
            &["-c: ./plain was not linked for afl"],
        ),
        (
            "--engine ./newer -w ./p -- ./p @@",
            &["-w: ./p has no sanitizer", "FZ_SANITIZE"],
        ),
        (
            "-w address -- ./p @@",
            &[
                "-w: /",
                "afl-fuzz 4.04c does not know it; name one from 4.31c on with --engine PATH",
            ],
        ),
        (
            "--engine ./newer -w ./plain -- ./p @@",
            &["-w: ./plain is not instrumented", "FZ_SANITIZE"],
        ),
        ("-j 0 -- ./p @@", &["-j"]),
        ("--engine-args 'x -- ./p @@", &["a quote is not closed"]),
        (
            "--engine ./nowhere -- ./p @@",
            &["./nowhere is not a program"],
        ),
        (
            "--companion auto -- ./p @@",
            &[
                "missing: ./p.vanilla.",
                "FZ_PROFILE=vanilla make",
                "--companion",
            ],
        ),
        (
            "--companion auto -- ./driven",
            &[
                "--companion auto: libfuzzer cannot use it: companions share a queue through afl-fuzz",
            ],
        ),
        (
            "--companion ./p -- ./p @@",
            &["by the profile `fuzz`, as ./p is"],
        ),
        (
            "--companion ./plain -- ./p @@",
            &["./plain: it is not instrumented"],
        ),
    ] {
        let mut fz = dir.command("fz");
        let mut refused = fz.arg("fuzz").args(arguments.split(' ')).outcome().fails();
        for part in says {
            refused = refused.says(part);
        }
        assert!(!refused.err().contains("panicked"), "{refused:?}");
        assert!(
            !dir.at("out").exists(),
            "{arguments}: something was written"
        );
    }
}

/// Of every subcommand that runs a program over inputs.
#[test]
fn inputs_that_are_not_there_are_no_success() {
    let dir = &place();
    let guarded = PROGRAM.replace("abort();", "return text[0] * 16777216;");
    compile(dir, &guarded, "--fz-profile=guards", "p");
    compile(dir, PROGRAM, "--fz-profile=taint", "t");
    dir.folder("empty/inner");
    for command in [
        "cov collect ./p -o all.fzcov -i INPUTS",
        "dict ./p -i INPUTS",
        "fuzz -i INPUTS -- ./p",
        "guards ./p -i INPUTS",
        "taint ./t -i INPUTS",
        "taint ./t --format angora -o tracks -i INPUTS",
    ] {
        for (inputs, says) in [("misspelt", "misspelt: no such f"), ("empty", "is in it")] {
            let words = command.replace("INPUTS", inputs);
            let said = dir.fz(&words).fails().says(says).err();
            // What to do.
            let next = [": name ", "put an input there"];
            assert!(next.iter().any(|n| said.contains(n)), "{words}: {said}");
            let made = ["all.fzcov", "tracks", "out", "misspelt"];
            let made: Vec<_> = made.iter().filter(|m| dir.at(m).exists()).collect();
            assert!(made.is_empty(), "{words}: {made:?} was made");
        }
    }
    assert!(
        !dir.at("out.builds").exists(),
        "built for a fuzzer that cannot use it"
    );
}

#[test]
fn a_run_has_its_folder_for_itself() {
    let dir = &place();
    compile(dir, PROGRAM, "", "p");
    compile(dir, HARNESS, "--fz-engine=afl -fsanitize=fuzzer", "h");
    seeds(dir);
    let fuzz = |words: &str| {
        let mut fz = dir.command("fz");
        fz.args("fuzz -i seeds -V 1".split(' '))
            .args(words.split(' '));
        fz
    };
    fuzz("-- ./p @@").outcome().ok();
    for words in ["-- ./p", "-- ./h"] {
        let refused = fuzz(words).outcome();
        let refused = refused.says("out: it belongs to another run, of afl on");
        refused.says("/p @@: name another folder with -o");
    }
    let again = fuzz("--dry-run -- ./p @@")
        .env("PATH", "/usr/bin:/bin")
        .outcome()
        .ok()
        .out();
    assert!(again.contains(" AFL_AUTORESUME=1 "), "{again}");
}

#[test]
fn a_missing_fuzzer_says_how_to_get_it() {
    let dir = &place();
    compile(dir, PROGRAM, "", "p");
    let mut fz = dir.command("fz");
    fz.env("PATH", dir.dir()).args(["fuzz", "--", "./p", "@@"]);
    fz.outcome().says("afl-fuzz").says("apt-get install afl++");
}
