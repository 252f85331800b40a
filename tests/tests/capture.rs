//! What objects carry so that they can be made again: which files and arguments, through which tools, and that the code stays
//! the same.

mod place;
mod tools;

use std::{collections::BTreeSet, fs, path::PathBuf};

use fz_binary::capture::{Group, Kind};
use fz_tests::{RunCommand, Sandbox, in_parallel};
use place::*;

/// A source that reads files in each way that clang has.
const READER: [(&str, &str); 9] = [
    ("src/reader.c", include_str!("capture/reader/src/reader.c")),
    ("src/local.h", "#define LOCAL 1\n"),
    ("src/data.bin", "\u{1}\u{2}\n"),
    ("include/deep.h", "#include \"deeper.h\"\n"),
    ("include/deeper.h", "#define DEEP 2\n"),
    ("include/asked.h", "\n"),
    ("pre.h", "#define PRE 3\n"),
    ("macros.h", "#define MACROS 4\nint not_this;\n"),
    ("rsp", "-DNAME='\"a b\"' --fz-profile=split -O1"),
];

#[test]
fn a_unit_has_all_that_was_read_and_said() {
    let place = Sandbox::with(READER);
    let words = "-Iinclude -include pre.h -imacros macros.h @rsp -DLIMIT=4 -std=c23 -Wno-c23-extensions -c src/reader.c -o out.o";
    let words: Vec<&str> = words.split(' ').collect();
    place
        .command("fz-cc")
        .args(&words)
        .envs([("SOURCE_DATE_EPOCH", "7"), ("AFL_SKIP_CPUFREQ", "1")])
        .outcome()
        .ok();
    let capture = carried(&place, "out.o");
    let (_, unit) = &capture.units[0];
    let own = files(unit, &place);
    let wanted = [
        "src/reader.c",
        "include/asked.h",
        "include/deep.h",
        "include/deeper.h",
        "macros.h",
        "pre.h",
        "src/data.bin",
        "src/local.h",
    ];
    assert_eq!(own[0], wanted[0]);
    assert_eq!(
        own.iter().map(String::as_str).collect::<BTreeSet<_>>(),
        BTreeSet::from(wanted)
    );
    for (name, text) in READER.iter().filter(|(name, _)| *name != "rsp") {
        let path = place.at(name);
        let file = unit.files.iter().find(|f| f.path == path);
        let file = file.unwrap_or_else(|| panic!("{name} is not there"));
        assert_eq!(
            capture.contents.get(&file.content).unwrap(),
            text.as_bytes(),
            "{name}"
        );
    }
    // The system's headers are there, clang's own are not.
    let path = |end: &str| unit.files.iter().any(|f| f.path.ends_with(end));
    assert!(
        path("usr/include/stdio.h") && !path("stddef.h"),
        "{:?}",
        unit.files
    );
    assert!(
        !unit
            .files
            .iter()
            .any(|f| f.path.starts_with(&unit.resource))
    );

    let arguments: Vec<&str> = unit.arguments.iter().map(String::as_str).collect();
    let mut said = words;
    said.splice(5..6, ["-DNAME=\"a b\"", "-O1"]);
    assert_eq!(arguments, said);
    assert_eq!(
        (unit.source.as_str(), unit.output.as_deref()),
        ("src/reader.c", Some("out.o"))
    );
    assert_eq!((unit.profile.as_str(), unit.cxx), ("split", false));
    assert_eq!(unit.directory, place.dir());
    assert_eq!(
        unit.environment,
        [("SOURCE_DATE_EPOCH".to_owned(), "7".to_owned())]
    );
    assert!(
        unit.afl.is_empty() && unit.clang.contains("clang version"),
        "{unit:?}"
    );
    let first = &unit.search[0];
    assert_eq!(
        (first.group, first.path.clone()),
        (Group::Angled, PathBuf::from("include"))
    );
    assert!(
        unit.search
            .iter()
            .any(|s| s.path == unit.resource.join("include"))
    );
}

#[test]
fn each_source_of_a_command_line_has_its_own() {
    let place = Sandbox::with([
        (
            "one.c",
            "#include \"one.h\"\nint two(void), three(void);\nint main(void) { return two() + three(); }\n",
        ),
        ("one.h", "\n"),
        (
            "two.cc",
            "#include \"two.h\"\nextern \"C\" int two() { return 1; }\n",
        ),
        ("two.h", "// two\n"),
        (
            "three.s",
            ".globl three\nthree: xorl %eax, %eax\nret\n.section .note.GNU-stack,\"\",@progbits\n",
        ),
    ]);
    let one = place.at("one.c");
    place
        .call(
            "fz-cc",
            &[one.to_str().unwrap(), "two.cc", "three.s", "-o", "program"],
        )
        .ok();
    let capture = carried(&place, "program");
    let units: Vec<_> = capture
        .units
        .iter()
        .map(|(_, u)| (u.source.clone(), files(u, &place)))
        .collect();
    let names = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        units,
        [
            (
                one.to_string_lossy().into_owned(),
                names(&["one.c", "one.h"])
            ),
            ("two.cc".to_owned(), names(&["two.cc", "two.h"])),
        ]
    );
    assert!(capture.units.iter().all(|(_, u)| u.output.is_none()));
}

#[test]
fn files_that_the_preprocessor_does_not_open_are_there() {
    let place = Sandbox::with([
        ("main.c", "int f(int x) { return x + INNER > 3; }\n"),
        ("pre.h", "#include \"inner.h\"\n"),
        ("inner.h", "#define INNER 2\n"),
        ("ignore.txt", "fun:other*\n"),
        ("only.txt", "fun:f\n"),
    ]);
    place
        .call("fz-cc", &["-x", "c-header", "pre.h", "-o", "pre.h.pch"])
        .ok();
    let words = [
        "-include",
        "pre.h",
        "-c",
        "main.c",
        "-o",
        "main.o",
        "-fsanitize=undefined",
    ];
    let lists = [
        "-fsanitize-ignorelist=ignore.txt",
        "-fsanitize-coverage-allowlist=only.txt",
    ];
    place.call("fz-cc", &[&words[..], &lists].concat()).ok();
    let capture = carried(&place, "main.o");
    let own: BTreeSet<_> = files(&capture.units[0].1, &place).into_iter().collect();
    let wanted = ["ignore.txt", "inner.h", "main.c", "only.txt", "pre.h"];
    assert_eq!(own.iter().map(String::as_str).collect::<Vec<_>>(), wanted);
}

#[test]
fn the_standard_input_is_a_source() {
    let place = Sandbox::with([("a.h", "#define A 1\n")]);
    let text = "#include \"a.h\"\nint f(int x) { return x > A; }\n";
    compile_reading(&place, "fz-cc", &["-x", "c", "-", "-c", "-o", "a.o"], text);
    let capture = carried(&place, "a.o");
    let (_, unit) = &capture.units[0];
    assert_eq!(unit.source, "-");
    assert_eq!(files(unit, &place), ["<stdin>", "a.h"]);
    let content = capture.contents.get(&unit.files[0].content).unwrap();
    assert_eq!(String::from_utf8(content).unwrap(), text);
}

#[test]
fn symbolic_links_lead_to_what_was_read() {
    let place = Sandbox::with([
        (
            "main.c",
            "#include \"link/../x.h\"\n#include \"again.h\"\nint f(void) { return X; }\n",
        ),
        ("real/x.h", "#pragma once\n#define X 1\n"),
        ("real/deep/y.h", "\n"),
    ]);
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, place.at(name)).unwrap();
    link("real/deep", "link");
    link("real/x.h", "again.h");
    place.call("fz-cc", &["-c", "main.c"]).ok();
    let capture = carried(&place, "main.o");
    let (_, unit) = &capture.units[0];
    // As clang's virtual file systems look it up.
    assert_eq!(files(unit, &place), ["main.c", "x.h", "again.h"]);
    assert_eq!(unit.files[2].same, Some(1));
    let content = capture.contents.get(&unit.files[1].content).unwrap();
    assert_eq!(content, b"#pragma once\n#define X 1\n");

    // What is not what it seems is left, and the log says so.
    fs::write(place.at("x.h"), "#define Z 1\n").unwrap();
    fs::write(
        place.at("main.c"),
        "#include \"link/../x.h\"\n#include \"x.h\"\nint f(void) { return X + Z; }\n",
    )
    .unwrap();
    let said = logged(&place, &["-c", "main.c"]);
    assert!(
        said.contains("not captured: main.c: two files would be "),
        "{said}"
    );
    assert!(captured(&place, "main.o").is_none());
}

#[test]
fn what_is_not_captured_says_why() {
    let place = Sandbox::with([
        ("a.c", "int f(int x) { return x > 1; }\n"),
        ("a.ll", "define i32 @f() {\n  ret i32 0\n}\n"),
        ("a.s", ".section .note.GNU-stack,\"\",@progbits\n"),
    ]);
    for (words, why) in [
        ("-save-temps -c a.c -o a.o", Some("save-temps")),
        ("-c a.ll -o a.o", Some("ir")),
        ("-c a.s -o a.o", Some("assembly")),
        ("--fz-profile=none -c a.c -o a.o", None),
        ("--fz-capture=off -c a.c -o a.o", None),
    ] {
        let said = logged(&place, &words.split(' ').collect::<Vec<_>>());
        match why {
            Some(why) => assert!(
                said.contains(&format!("not captured: {why}\n")),
                "{words}: {said}"
            ),
            None => assert!(!said.contains("captured"), "{words}: {said}"),
        }
        assert!(captured(&place, "a.o").is_none(), "{words}");
    }
    let plain = "--fz-profile=none --fz-capture=embed -c a.c -o a.o";
    place
        .call("fz-cc", &plain.split(' ').collect::<Vec<_>>())
        .ok();
    assert_eq!(carried(&place, "a.o").units[0].1.profile, "none");
    let covered = "-fsanitize-coverage=trace-pc-guard -c a.c -o a.o";
    place
        .call("fz-cc", &covered.split(' ').collect::<Vec<_>>())
        .ok();
    assert_eq!(carried(&place, "a.o").units.len(), 1);
}

#[test]
fn a_store_has_the_contents_once() {
    let place = Sandbox::with([
        ("a.c", "#include \"a.h\"\nint f(int x) { return x > A; }\n"),
        ("a.h", "#define A 1\n"),
    ]);
    let store = place.at("store");
    let variables = [("FZ_CAPTURE", "store"), ("FZ_CAPTURE_STORE", "store")];
    let compile = || {
        place
            .command("fz-cc")
            .args(["-c", "a.c"])
            .envs(variables)
            .outcome()
            .ok()
    };
    compile();
    let capture = carried(&place, "a.o");
    assert_eq!(capture.contents.packed_bytes(), 0);
    let records = records(&place, "a.o");
    assert_eq!(
        (records[0].kind, records[0].store.as_deref()),
        (Kind::Unit, Some(store.as_path()))
    );
    let (_, unit) = &capture.units[0];
    for file in &unit.files {
        capture.contents.get(&file.content).unwrap();
    }
    let state = |()| -> BTreeSet<_> {
        let found = walkdir::WalkDir::new(&store)
            .into_iter()
            .map(Result::unwrap);
        let found = found.filter(|e| e.file_type().is_file());
        found
            .map(|e| {
                (
                    e.path().to_owned(),
                    e.metadata().unwrap().modified().unwrap(),
                )
            })
            .collect()
    };
    let before = state(());
    assert_eq!(before.len(), 3, "{before:?}");
    compile();
    assert_eq!(state(()), before);
    // One that cannot be written is an error.
    fs::write(place.at("file"), "").unwrap();
    let variables = [("FZ_CAPTURE", "store"), ("FZ_CAPTURE_STORE", "file")];
    let said = fails(&place, &["-c", "a.c", "-o", "b.o"], &variables);
    assert!(
        said.contains("the store ") && said.contains("cannot be written"),
        "{said}"
    );
    assert!(!place.at("b.o").exists());
}

#[test]
fn code_is_the_same_without_a_capture() {
    let text = "#include <string.h>\nint f(const char *s) { return !strcmp(s, \"magic\") ? s[0] > 'a' : 3; }\n";
    let place = Sandbox::with([("a.c", text), ("a.cc", text)]);
    let flags = [
        "-O2",
        "-O0",
        "-O2 -g -fPIC -fsanitize=address",
        "-O1 -ffunction-sections",
    ];
    let profiles = [
        "fuzz", "split", "cmplog", "context", "coverage", "taint", "guards",
    ];
    let cases: Vec<_> = profiles
        .iter()
        .flat_map(|p| flags.map(|f| (*p, f)))
        .collect();
    in_parallel(&cases, |(profile, flags)| {
        let object = |capture: &str| {
            let name = format!("{profile}{}.{capture}.o", flags.replace(' ', ""));
            let mut words: Vec<String> = flags.split(' ').map(str::to_owned).collect();
            words.extend([
                format!("--fz-profile={profile}"),
                format!("--fz-capture={capture}"),
                "-c".to_owned(),
                "a.c".to_owned(),
                "-o".to_owned(),
                name.clone(),
            ]);
            place
                .call(
                    "fz-cc",
                    &words.iter().map(String::as_str).collect::<Vec<_>>(),
                )
                .ok();
            name
        };
        let (with, without) = (object("embed"), object("off"));
        assert_eq!(carried(&place, &with).units.len(), 1, "{profile} {flags}");
        assert!(captured(&place, &without).is_none());
        assert_eq!(
            sections(&place, &with),
            sections(&place, &without),
            "{profile} {flags}"
        );
    });
}

#[test]
fn refactored_sources_are_captured_as_they_were_written() {
    let place = Sandbox::with([
        (
            "a.c",
            "#include \"a.h\"\nint f(int x, int y) { return x > A && y; }\n",
        ),
        ("a.h", "#define A 1\n"),
        (
            "b.c",
            "int f(int, int);\nint main(int n, char **v) { return f(n, v[0][0]); }\n",
        ),
    ]);
    place
        .call(
            "fz-cc",
            &["--fz-profile=coverage", "a.c", "b.c", "-o", "program"],
        )
        .ok();
    let capture = carried(&place, "program");
    let units: Vec<_> = capture
        .units
        .iter()
        .map(|(_, u)| files(u, &place))
        .collect();
    assert_eq!(units, [vec!["a.c", "a.h"], vec!["b.c"]]);
    assert!(
        contents(&capture)
            .iter()
            .any(|c| c.starts_with(b"#include \"a.h\"\nint f"))
    );
}
