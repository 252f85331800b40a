//! What clang makes of the plans: the invocations that other wrappers lose must come out counted.

use std::{fs, path::Path};

use fz_abi::sections;
use fz_tests::{RunCommand, Sandbox, in_parallel};
use object::{Object, ObjectSection};

const SOURCE: &str = "int f(int a) { if (a > 3) return a * 2; return a ? 7 : 9; }\n";

/// (what it is, arguments, the objects that must have counters)
const COUNTED: &[(&str, &str, &[&str])] = &[
    ("plain", "-O2 -c a.c", &["a.o"]),
    ("-O0", "-c a.c", &["a.o"]),
    ("-Os", "-Os -c a.c", &["a.o"]),
    ("hardened", "-O2 -fcf-protection=full -c a.c", &["a.o"]),
    ("-xc", "-O2 -xc a.in -c -o a.o", &["a.o"]),
    ("-x c", "-O2 -x c a.in -c -o a.o", &["a.o"]),
    ("several", "-O2 -c a.c b.c", &["a.o", "b.o"]),
    ("after --", "-O2 -c -o a.o -- a.c", &["a.o"]),
    ("response file", "-o a.o @rsp", &["a.o"]),
    ("preprocessed", "-O2 -c a.i -o a.o", &["a.o"]),
    ("joined output", "-O2 -c a.c -oa.o", &["a.o"]),
    (
        "kept intermediates",
        "-O2 -save-temps=obj -c a.c -o a.o",
        &["a.o"],
    ),
    ("-Werror", "-Werror -Wall -Wextra -O2 -c a.c", &["a.o"]),
    ("32 bit", "-m32 -O2 -c a.c", &["a.o"]),
    ("address", "-O2 -fsanitize=address -c a.c", &["a.o"]),
    ("undefined", "-O2 -fsanitize=undefined -c a.c", &["a.o"]),
    ("thread", "-O2 -fsanitize=thread -c a.c", &["a.o"]),
    ("memory", "-O2 -fsanitize=memory -c a.c", &["a.o"]),
    ("gcov", "-O2 --coverage -c a.c", &["a.o"]),
    (
        "source coverage",
        "-O2 -fprofile-instr-generate -fcoverage-mapping -c a.c",
        &["a.o"],
    ),
    ("PGO", "-O2 -fprofile-generate -c a.c", &["a.o"]),
    (
        "function calls",
        "-O2 -finstrument-functions -c a.c",
        &["a.o"],
    ),
    ("gprof", "-O2 -pg -c a.c", &["a.o"]),
    ("XRay", "-O2 -fxray-instrument -c a.c", &["a.o"]),
    ("debug information", "-O2 -g -gz -c a.c", &["a.o"]),
    (
        "fat LTO",
        "-O2 -flto -ffat-lto-objects -c a.c -o a.o",
        &["a.o"],
    ),
    ("partial link", "-r -O2 a.c b.c -o m.o", &["m.o"]),
    (
        "shared",
        "-O2 -fPIC -shared -Wl,-z,defs a.c -o l.so",
        &["l.so"],
    ),
    (
        "shared without libc",
        "-O2 -fPIC -shared -nostdlib a.c -o l.so",
        &["l.so"],
    ),
    ("LTO, linked", "-O2 -flto -fuse-ld=lld main.c -o p", &["p"]),
    (
        "ThinLTO, linked",
        "-O2 -flto=thin -fuse-ld=lld main.c -o p",
        &["p"],
    ),
    (
        "no start files",
        "-O2 -nostdlib -nostartfiles -static start.c -o p",
        &["p"],
    ),
    ("-x c at a link", "-O2 -o p -xc main.in", &["p"]),
    ("link behind --", "-O2 -o p -- main.c", &["p"]),
];

fn place() -> Sandbox {
    Sandbox::with([
        ("a.c", SOURCE),
        ("a.in", SOURCE),
        ("a.i", SOURCE),
        ("b.c", "int g(int a) { return a > 1 ? g(a - 1) : 0; }\n"),
        ("rsp", "-O2 -c 'a.c'\n"),
        ("empty.S", "/* nothing */\n"),
        ("start.c", "void _start(void) { for (;;) {} }\n"),
        (
            "main.c",
            "int main(int c, char **v) { (void)v; return c > 2; }\n",
        ),
        ("main.in", "int main(int c, char **v) { return c > 2; }\n"),
    ])
}

/// Bytes of counters in an object or image.
fn counters(path: &Path) -> Result<u64, String> {
    let data = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let file = object::File::parse(&*data).map_err(|e| format!("{}: {e}", path.display()))?;
    let found = file
        .sections()
        .filter(|s| s.name() == Ok(sections::COUNTERS));
    Ok(found.map(|s| s.size()).sum())
}

#[test]
fn nothing_is_silently_plain() {
    let jobs: Vec<_> = COUNTED
        .iter()
        .flat_map(|case| ["fuzz", "vanilla"].map(|profile| (case, profile)))
        .collect();
    let results = in_parallel(&jobs, |((name, args, objects), profile)| {
        let dir = place();
        let result = dir.run(&format!("fz-cc --fz-profile={profile} {args}"));
        let said = result.err();
        if !result.status.success() || !said.is_empty() {
            return Err(format!("{name} ({profile}): {}: {said}", result.status));
        }
        for object in *objects {
            match counters(&dir.at(object)) {
                Ok(0) => return Err(format!("{name} ({profile}): {object} is plain")),
                Ok(_) => {}
                Err(why) => return Err(format!("{name} ({profile}): {why}")),
            }
        }
        Ok(())
    });
    let failures: Vec<_> = results.into_iter().filter_map(Result::err).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// IR written by one invocation is counted once, also when another compiles it further.
#[test]
fn instrumented_ir_is_not_counted_twice() {
    let dir = place();
    for words in [
        "-O2 -emit-llvm -S a.c -o a.ll",
        "-O2 -c a.ll -o from-ir.o",
        "-O2 -S a.c -o a.s",
        "-O2 -c a.c -o a.o",
        "-c a.s -o from-assembly.o",
    ] {
        dir.cc(words);
    }
    let of = |name: &str| counters(&dir.at(name)).unwrap();
    assert!(of("a.o") > 0 && of("from-ir.o") > 0);
    assert_eq!(of("from-assembly.o"), of("a.o"));
    // The design `extension-points` counts at another place, yet no edge twice.
    assert!(of("from-ir.o") <= of("a.o") * 2, "{}", of("from-ir.o"));
}

/// What configure and CMake ask an ordinary compiler.
#[test]
fn queries_answer_as_clang_does() {
    let dir = place();
    for query in [
        "--version",
        "-dumpmachine",
        "-print-search-dirs",
        "-E a.c",
        "-M a.c",
        "-fsyntax-only a.c",
        "-v",
    ] {
        let ours = dir.run(&format!("fz-cc {query}"));
        let clangs = dir.run(&format!("{} {query}", fz_llvm::CLANG));
        assert_eq!(ours.status.code(), clangs.status.code(), "{query}");
        assert_eq!(ours.stdout, clangs.stdout, "{query}");
        assert_eq!(ours.err(), clangs.err(), "{query}");
    }
}

/// With -Werror, nothing that fz adds may be "unused".
#[test]
fn additions_are_never_unused() {
    let dir = place();
    for args in [
        "-Werror -c empty.S",
        "-Werror -O2 -c a.c",
        "-Werror a.o main.c -o p",
    ] {
        let result = dir.cc(args);
        assert_eq!(result.err(), "", "{args}");
    }
}

/// Exit status and signal are the compiler's own.
#[test]
fn the_end_is_the_compilers() {
    use std::os::unix::{fs::PermissionsExt, process::ExitStatusExt};
    let dir = place();
    let fake = dir.at(fz_llvm::CLANG);
    for (script, code, signal) in [
        ("exit 42", Some(42), None),
        ("kill -TERM $$", None, Some(15)),
    ] {
        dir.write(&fake, format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
        let result = dir
            .command("fz-cc")
            .env("FZ_CLANG", &fake)
            .args(["-c", "a.c"])
            .outcome();
        assert_eq!(
            (result.status.code(), result.status.signal()),
            (code, signal),
            "{script}"
        );
    }
}
