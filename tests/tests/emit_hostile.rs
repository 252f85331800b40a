//! Programs whose captures were written by somebody who means ill: `fz emit` refuses them, or does what was asked and
//! writes nowhere else.

mod wall;

use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf};

use fz_binary::capture::{self, Capture, Input, InputKind, Kind, Link, Record, Unit, packed};
use fz_tests::{Outcome, Sandbox};

const SOURCE: &str = "#include <stdio.h>\nint main(int c, char **v) { if (c > 1 && v[1][0] == 'A') puts(\"yes\"); return 0; }\n";

/// A folder with a captured program.
fn place() -> Sandbox {
    let place = Sandbox::with([("a.c", SOURCE)]).env("FZ_CAPTURE", "embed");
    let state = place.at("state").display().to_string();
    let cache = place.at("cache").display().to_string();
    let place = place
        .env("XDG_STATE_HOME", &state)
        .env("XDG_CACHE_HOME", &cache);
    place.cc("-g -O2 a.c -o program");
    place
}

/// The program with other manifests.
fn forge(place: &Sandbox, change: impl FnOnce(&mut Unit, &mut Link)) {
    let program = place.at("program");
    let data = fs::read(&program).unwrap();
    let file = object::File::parse(&*data).unwrap();
    let Capture {
        mut units,
        mut links,
        contents,
        ..
    } = capture::read(&file).unwrap().unwrap();
    let (unit, link) = (&mut units[0].1, &mut links[0].1);
    let old = unit.arguments.clone();
    let files: Vec<_> = unit.files.iter().map(|f| f.content).collect();
    change(unit, link);
    if link.arguments == old {
        // One command has compiled and linked.
        link.arguments.clone_from(&unit.arguments);
    }
    let mut sources: Vec<u8> = Vec::new();
    for hash in files {
        sources.extend(packed(&contents.get(&hash).unwrap()).unwrap());
    }
    let mut captures = Vec::new();
    for (kind, text) in [
        (Kind::Unit, serde_json::to_vec(unit).unwrap()),
        (Kind::Link, serde_json::to_vec(link).unwrap()),
    ] {
        sources.extend(packed(&text).unwrap());
        let record = Record {
            kind,
            manifest: capture::Hash::of(&text),
            source: "a.c".to_owned(),
            store: None,
        };
        captures.extend(record.bytes().unwrap());
    }
    for (section, bytes) in [("_fz_captures", captures), ("_fz_sources", sources)] {
        let part = place.at("section");
        fs::write(&part, bytes).unwrap();
        let update = format!("--update-section={section}={}", part.display());
        place.call(fz_llvm::OBJCOPY, &[&update, "program"]).ok();
    }
    fs::remove_file(place.at("section")).unwrap();
}

fn emit(place: &Sandbox, more: &[&str]) -> Outcome {
    let args = ["emit", "program", "split", "-o", "builds"];
    place.call("fz", &[&args[..], more].concat())
}

/// Everything below the folder but what `fz` keeps there.
fn files(place: &Sandbox) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![place.dir().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("cache") {
                folders.push(path);
            } else if path.is_file() {
                found.push(path.strip_prefix(place.dir()).unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

fn added(words: &[&str]) -> impl FnOnce(&mut Unit, &mut Link) {
    let words: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
    move |unit, _| unit.arguments.splice(0..0, words).for_each(drop)
}

#[test]
fn a_forged_capture_that_does_no_harm_is_taken() {
    let place = place();
    forge(&place, |_, _| ());
    let out = emit(&place, &[]);
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
}

/// No harm, either: a build by another release of clang.
#[test]
fn another_compiler_than_this_one_is_told() {
    let place = place();
    let said = |out: Outcome| out.ok().err();
    assert_eq!(said(emit(&place, &[])), "");
    forge(&place, |unit, _| {
        unit.clang = "clang version 22.0.9\x1b[2J (old)".into()
    });
    let note = "fz: note: program was compiled by clang version 22.0.9[2J (old), and this is ";
    let told = said(emit(&place, &[]));
    assert!(
        told.starts_with(note) && told.lines().count() == 1,
        "{told}"
    );
    let args = ["extract", "program", "--bitcode", "-o", "program.bc"];
    let told = said(place.call("fz", &args));
    assert!(told.starts_with(note), "{told}");
}

#[test]
fn paths_out_of_the_tree_are_refused() {
    for path in ["/tmp/../etc/passwd", "relative.h", "./a.c"] {
        let place = place();
        forge(&place, |unit, _| unit.files[0].path = path.into());
        let out = emit(&place, &[]);
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{path}: {said}");
        assert!(said.contains("not an absolute path"), "{path}: {said}");
    }
}

#[test]
fn options_that_load_or_run_something_are_asked_for() {
    for words in [
        &["-fplugin=evil.so"][..],
        &["-fpass-plugin=evil.so"],
        &["-Xclang", "-load", "-Xclang", "evil.so"],
        &["-mllvm", "-load=evil.so"],
        &["-B", "evil"],
        &["-specs=evil"],
        &["-no-integrated-as"],
        &["--ld-path=evil"],
        &["-fuse-ld=/evil/ld"],
        &["-Wl,-plugin,evil.so"],
        &["-Xlinker", "-plugin", "-Xlinker", "evil.so"],
        &["@evil"],
        &["-D", "@evil"],
        &["-Wp,-load,evil.so"],
        &["--analyze", "-Xanalyzer", "-load", "-Xanalyzer", "evil.so"],
        &["-Wl,--error-handling-script=evil"],
        &["--sysroot=evil"],
        &["-flto=thin", "-fuse-ld=lld", "-fthinlto-distributor=evil"],
        &["-Wl,-Ma=evil"],
        &["-Wl,--outpu=evil"],
        &["-mllvm=-stats", "-mllvm=-info-output-file=evil"],
    ] {
        let place = place();
        forge(&place, added(words));
        let out = emit(&place, &[]);
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains("--trust-options"), "{words:?}: {said}");
        assert!(!place.at("builds/program.split").exists(), "{words:?}");
    }
}

/// A folder with a program of a stranger's under every name that clang has for linkers; and what it leaves when it runs.
fn strangers_linkers(place: &Sandbox, folder: &str) -> PathBuf {
    let ran = place.at("ran");
    for name in ["ld", "ld.lld", "ld.gold", "ld.bfd"] {
        let script = format!("#!/bin/sh\ntouch {}\nexit 1\n", ran.display());
        let path = place.write(format!("{folder}/{name}"), script);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    ran
}

#[test]
fn linkers_of_strangers_are_not_started() {
    const RUSTC_S: &str = "evil/lib/rustlib/x86_64-unknown-linux-gnu/bin/gcc-ld";
    for (words, is_asked) in [
        (&["-B", "HERE/evil"][..], true),
        (&["-BHERE/evil/"], true),
        (&["--prefix=HERE/evil"], true),
        (&["-BHERE/system"], false),
        (&["-BHERE/system/../evil"], true),
        (&["--ld-path=HERE/evil/ld.lld"], true),
        (&["-fuse-ld=HERE/evil/ld.lld"], true),
        // It looks like rustc's: nothing is looked for in it.
        (
            &[
                "-fuse-ld=lld",
                "-BHERE/evil/lib/rustlib/x86_64-unknown-linux-gnu/bin/gcc-ld",
            ],
            false,
        ),
        (
            &["-BHERE/evil/lib/rustlib/x86_64-unknown-linux-gnu/bin"],
            true,
        ),
        (&["-B/usr/bin", "-fuse-ld=lld"], false),
    ] {
        let place = place();
        let ran = strangers_linkers(&place, "evil");
        strangers_linkers(&place, RUSTC_S);
        std::os::unix::fs::symlink("/usr/bin", place.at("system")).unwrap();
        let here = place.dir().display().to_string();
        let words: Vec<String> = words.iter().map(|w| w.replace("HERE", &here)).collect();
        forge(
            &place,
            added(&words.iter().map(|w| &**w).collect::<Vec<_>>()),
        );
        let out = emit(&place, &[]);
        let said = String::from_utf8_lossy(&out.stderr);
        let code = if is_asked { 2 } else { 0 };
        assert_eq!(out.status.code(), Some(code), "{words:?}: {said}");
        assert_eq!(
            said.matches("--trust-options").count(),
            usize::from(is_asked),
            "{said}"
        );
        assert!(!ran.exists(), "{words:?}");
    }
}

/// Each command that has a program built again asks, once, and knows the answer.
#[test]
fn all_commands_that_build_again_can_be_told_to_trust() {
    for line in [
        "emit program split -o builds",
        "extract program --bitcode -o program.bc",
        "cov collect program -i input -o run.fzcov",
        "frontier program -i input",
        "taint program -i input",
        "guards program -i input",
        "min input program input -o small",
        "crashes program -i input",
        "fuzz -i seeds -o out -V 1 --companion split -- ./program @@",
    ] {
        let place = place();
        place.write("input", "a");
        place.write("seeds/a", "a");
        let folder = place.folder("own").display().to_string();
        forge(&place, added(&["-B", &folder]));
        let said = place.run(&format!("fz {line}"));
        let err = String::from_utf8_lossy(&said.stderr).into_owned();
        assert_eq!(
            err.matches("say --trust-options").count(),
            1,
            "{line}: {err}"
        );
        let (command, rest) = match line.strip_prefix("cov collect") {
            Some(rest) => ("cov collect", rest),
            None => line.split_at(line.find(" program").or(line.find(" -i")).unwrap()),
        };
        let said = place.run(&format!("fz {command} --trust-options{rest}"));
        let err = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(!err.contains("trust-options"), "{line}: {err}");
    }
}

#[test]
fn all_that_is_asked_for_is_told_at_once() {
    let place = place();
    forge(
        &place,
        added(&["-fplugin=evil.so", "-B", "evil", "-Wl,-plugin,evil.so"]),
    );
    let out = emit(&place, &[]);
    let said = String::from_utf8_lossy(&out.stderr);
    for told in [
        "`-fplugin=evil.so`, which has the compiler load code",
        "`-B evil`, which chooses the programs that the compiler starts",
        "`-Wl,-plugin`, which has the linker load code",
        "say --trust-options",
    ] {
        assert_eq!(said.matches(told).count(), 1, "{told}: {said}");
    }
}

/// No `--trust-options` helps here.
#[test]
fn what_cannot_be_said_again_safely_is_refused() {
    type Change = fn(&mut Unit, &mut Link);
    let cases: [(Change, &str); 8] = [
        (
            |unit, _| unit.search[0].path = "@evil".into(),
            "cannot be named safely",
        ),
        (
            |unit, _| unit.arguments.push("-DX=1\n \"evil\"".into()),
            "control character",
        ),
        (
            |_, link| link.arguments = vec!["a.c".into(), "-Wl,-rpath,\u{1b}[2J".into()],
            "control character",
        ),
        (
            |unit, link| {
                unit.source = "-fplugin=evil.so".into();
                unit.arguments = ["--", "-fplugin=evil.so"].map(String::from).to_vec();
                link.inputs[0].argument.clone_from(&unit.source);
            },
            "would be read as an option",
        ),
        (
            |_, link| link.inputs[0].path = "-Wl,--Map=evil".into(),
            "not an absolute path",
        ),
        (
            |_, link| link.inputs[0].path = "/evil\nevil".into(),
            "control character",
        ),
        (
            |_, link| link.engine = "../evil".into(),
            "not an engine's name",
        ),
        (
            |unit, link| {
                unit.arguments.push("evil.o".into());
                let content = capture::Hash::of(b"");
                link.inputs.push(Input {
                    argument: "evil.o".into(),
                    path: "/dev".into(),
                    kind: InputKind::Foreign { content },
                });
            },
            "no such file is there",
        ),
    ];
    for (change, why) in cases {
        let place = place();
        forge(&place, change);
        let out = emit(&place, &["--trust-options"]);
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{why}: {said}");
        assert!(said.contains(why), "{why}: {said}");
        assert!(!said.contains('\u{1b}'), "{said}");
    }
}

#[test]
fn options_that_write_somewhere_are_left_out() {
    for words in [
        &["-o", "victim"][..],
        &["-MD", "-MF", "victim"],
        &["-MJ", "victim"],
        &["-Wp,-MD,victim"],
        &["-save-temps=cwd"],
        &["-ftime-trace=victim"],
        &["-Wl,-Map=victim"],
        &["-Wl,-Map,victim"],
        &["-Xlinker", "-Map", "-Xlinker", "victim"],
        &["-Wl,--dependency-file=victim"],
        &["-flto=thin", "-fthin-link-bitcode=victim"],
        &["-flto", "-fuse-ld=lld", "-Wl,--opt-remarks-filename,victim"],
        &["-fmodule-output=victim"],
        &[
            "-fsave-optimization-record",
            "-foptimization-record-file=victim",
        ],
    ] {
        let place = place();
        forge(&place, added(words));
        let out = emit(&place, &[]);
        assert!(
            out.status.success(),
            "{words:?}: {}",
            String::from_utf8_lossy(&out.stderr)
        );
        let files = files(&place);
        let expected: Vec<PathBuf> = ["a.c", "builds/program.split", "program"]
            .map(PathBuf::from)
            .to_vec();
        assert_eq!(files, expected, "{words:?}");
    }
}

#[test]
fn variables_of_a_capture_shape_code_and_nothing_else() {
    let place = place();
    forge(&place, |unit, link| {
        let evil = [
            ("LD_PRELOAD", "/evil.so"),
            ("PATH", "/evil"),
            ("FZ_CLANG", "/evil/clang"),
            ("SOURCE_DATE_EPOCH", "1"),
        ];
        let evil = evil.map(|(name, value)| (name.to_owned(), value.to_owned()));
        unit.environment = evil.to_vec();
        link.environment = evil.to_vec();
        unit.afl = vec![
            ("AFL_CC".to_owned(), "/evil/clang".to_owned()),
            ("AFL_LLVM_ALLOWLIST".to_owned(), "/evil/list".to_owned()),
            ("AFL_EVIL".to_owned(), "/evil".to_owned()),
            ("LD_PRELOAD".to_owned(), "/evil.so".to_owned()),
        ];
    });
    let out = emit(&place, &[]);
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success() && !said.contains("evil"), "{said}");
}
