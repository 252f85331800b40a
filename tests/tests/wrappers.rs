//! Command lines that wrappers for whole-program bitcode (gllvm, wllvm) get wrong. Each is a small script that runs twice: with
//! fz-cc, and with the clang underneath. Both have to end alike, print the same and leave files of the same names; and what
//! fz-cc made has a record of each unit, and carries its source.

mod compiles;
mod links;

use std::{
    collections::BTreeSet,
    fs,
    os::unix::ffi::OsStrExt,
    path::Path,
    process::{Command, Stdio},
};

use fz_tests::{Outcome, RunCommand, env, fz, in_parallel};
use walkdir::WalkDir;

/// A script, and what it has to leave.
pub struct Case {
    pub name: &'static str,
    /// For `sh -eu`. `$CC`, `$CXX`, `$AR`, `$LD` and `$OBJCOPY` are set.
    pub script: &'static str,
    /// Files of fz's with the sources of their units, as they were named, sorted.
    pub units: &'static [(&'static str, &'static [&'static str])],
}

/// Files that carry fewer sources than they have units, by case, with how many they carry. Arguments are understood as text,
/// and manifests are JSON: neither has names but UTF-8.
const NOT_CARRIED: &[(&str, &str, usize)] = &[("a name that is not UTF-8", "p", 0)];

const FILES: &[(&str, &str)] = &[
    ("main.c", include_str!("wrappers/files/main.c")),
    ("f.c", include_str!("wrappers/files/f.c")),
    ("g.c", include_str!("wrappers/files/g.c")),
    ("one/part.c", "int one(int a) { return a > 1 ? 10 : 1; }\n"),
    ("two/part.c", "int two(int a) { return a > 1 ? 20 : 2; }\n"),
    ("both.c", include_str!("wrappers/files/both.c")),
    ("plain.cc", include_str!("wrappers/files/plain.cc")),
    ("missing.c", include_str!("wrappers/files/missing.c")),
    ("wrong.c", include_str!("wrappers/files/wrong.c")),
    ("code.S", include_str!("wrappers/files/code.S")),
    (
        "code.s",
        ".globl f\nf:\n  mov $6, %eax\n  ret\n.section .note.GNU-stack,\"\",@progbits\n",
    ),
    ("f.h", "#define N 70\n"),
];

fn run(case: &Case, compilers: [&Path; 2], dir: &Path) -> Outcome {
    for (name, text) in FILES {
        let path = dir.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let mut shell = Command::new("sh");
    env::bare(&mut shell)
        .args(["-euc", case.script])
        .env("CC", compilers[0])
        .env("CXX", compilers[1])
        .env("AR", fz_llvm::AR)
        .env("LD", "ld")
        .env("LLD", fz_llvm::LLD)
        .env("OBJCOPY", "objcopy")
        .env("LC_ALL", "C")
        .current_dir(dir)
        .stdin(Stdio::null());
    shell.outcome()
}

/// The names of all that is there.
fn names(dir: &Path) -> BTreeSet<String> {
    let entries = WalkDir::new(dir).min_depth(1).into_iter();
    let relative = |e: walkdir::DirEntry| {
        let path = e.path().strip_prefix(dir).unwrap().as_os_str().as_bytes();
        String::from_utf8_lossy(path).into_owned()
    };
    entries.map(|e| relative(e.unwrap())).collect()
}

/// The sources of the units that a file has records of, sorted.
fn units(path: &Path) -> Result<Vec<String>, String> {
    let program = fz_binary::Program::read(path).map_err(|e| format!("{e:#}"))?;
    let images = program.images().map_err(|e| format!("{e:#}"))?;
    let records = images.iter().flat_map(|image| &image.records);
    let mut sources: Vec<String> = records.map(|r| r.source.clone()).collect();
    sources.sort();
    Ok(sources)
}

/// The sources that a file carries, as they were named, sorted.
fn captured(path: &Path) -> Result<Vec<String>, String> {
    let program = fz_binary::Program::open(path).map_err(|e| format!("{e:#}"))?;
    let captured = program.captured().map_err(|e| format!("{e:#}"))?;
    let units = captured.parts.iter().flat_map(|part| &part.capture.units);
    let mut sources: Vec<String> = units.map(|(_, unit)| unit.source.clone()).collect();
    sources.sort();
    Ok(sources)
}

fn check(case: &Case) -> Result<(), String> {
    let scratch = tempfile::tempdir().unwrap();
    let (ours, theirs) = (scratch.path().join("a/x"), scratch.path().join("b/x"));
    fs::create_dir_all(&ours).unwrap();
    fs::create_dir_all(&theirs).unwrap();
    let bin = fz().join("bin");
    let by_us = run(case, [&bin.join("fz-cc"), &bin.join("fz-cxx")], &ours);
    let clang = [fz_llvm::CLANG, fz_llvm::CLANGXX].map(Path::new);
    let by_clang = run(case, clang, &theirs);
    let shown = |output: &Outcome| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        format!("{}\n{text}", output.status)
    };
    let wrong = |what: String| {
        let (said, clang) = (by_us.err(), by_clang.err());
        Err(format!(
            "{}: {what}\n--- fz-cc said\n{said}--- clang said\n{clang}",
            case.name
        ))
    };
    if !by_clang.status.success() {
        return wrong(format!("the script ends early:\n{}", shown(&by_clang)));
    }
    if shown(&by_us) != shown(&by_clang) {
        let diff = fz_tests::diff(&shown(&by_clang), &shown(&by_us));
        return wrong(format!("other than clang:\n{diff}"));
    }
    let (here, there) = (names(&ours), names(&theirs));
    if here != there {
        let more: Vec<_> = here.difference(&there).collect();
        let less: Vec<_> = there.difference(&here).collect();
        return wrong(format!("files: more than clang {more:?}, less {less:?}"));
    }
    for (file, sources) in case.units {
        match units(&ours.join(file)) {
            Ok(found) if found == *sources => {}
            Ok(found) => {
                return wrong(format!("{file} has units of {found:?}, not of {sources:?}"));
            }
            Err(why) => return wrong(why),
        }
        let is_this = |(name, of, _): &&(&str, &str, usize)| (*name, of) == (case.name, file);
        let fewer = NOT_CARRIED.iter().find(is_this);
        let carried = fewer.map_or(sources.len(), |(_, _, carried)| *carried);
        match captured(&ours.join(file)) {
            Ok(found) if found.len() == carried => {}
            Ok(found) => {
                return wrong(format!(
                    "{file} carries {found:?}, and has units of {sources:?}"
                ));
            }
            Err(why) => return wrong(why),
        }
    }
    Ok(())
}

fn check_all(cases: &[Case]) {
    let results = in_parallel(cases, check);
    let failures: Vec<_> = results.into_iter().filter_map(Result::err).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn compiles() {
    check_all(compiles::CASES);
}

#[test]
fn links() {
    check_all(links::CASES);
}
