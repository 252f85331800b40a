//! IJON's macros: what they leave in the map, for fuzzers that know them, fuzzers that do not, and without any.

use std::process::Command;

use fz_abi::afl::ijon::{MAX_SLOTS, SET_SIZE};
use fz_abi::files;
use fz_tests::{env, fz, rooms};

use super::fuzzer::{Fuzzer, Options, PROTOCOLS, Protocol, Words};
use super::programs::{EXECUTABLES, PIE, Programs, UNPLACED};
use super::{start, surroundings};

/// What a run leaves behind the counters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Areas {
    /// Offset and count.
    set: Vec<(usize, u8)>,
    max: Vec<(usize, u64)>,
}

fn run(fuzzer: &mut Fuzzer, input: &[u8]) -> Areas {
    let run = fuzzer.run(input);
    assert!(
        run.status == 0 || libc::WIFSTOPPED(run.status),
        "{input:?}: {}",
        fuzzer.output()
    );
    let slots = if fuzzer.has_ijon { MAX_SLOTS * 8 } else { 0 };
    let (map, max) = run.map[..fuzzer.announced].split_at(fuzzer.announced - slots);
    let counts = map[map.len() - SET_SIZE..].iter().copied().enumerate();
    let numbers = max
        .chunks(8)
        .map(|slot| u64::from_ne_bytes(slot.try_into().unwrap()));
    Areas {
        set: counts.filter(|place| place.1 != 0).collect(),
        max: numbers.enumerate().filter(|slot| slot.1 != 0).collect(),
    }
}

/// The one place that a run has hit, and how often.
fn hit(fuzzer: &mut Fuzzer, input: &[u8]) -> (usize, u8) {
    let areas = run(fuzzer, input);
    let [place] = areas.set[..] else {
        panic!("{input:?}: {areas:?}");
    };
    assert_eq!(areas.max, []);
    place
}

fn options(protocol: Protocol) -> Options {
    Options {
        map_size: 1 << 18,
        ..Options::new(protocol)
    }
}

#[test]
fn every_kind_of_executable_has_the_areas() {
    for link in EXECUTABLES.into_iter().chain([UNPLACED]) {
        let programs = Programs::new();
        let program = programs.executable("ijon.c", link, &[]);
        for protocol in PROTOCOLS {
            let mut fuzzer = start(&program, &options(protocol));
            assert_eq!(fuzzer.has_ijon, protocol == Protocol::New, "{link:?}");
            let slots = if fuzzer.has_ijon { MAX_SLOTS * 8 } else { 0 };
            assert!(fuzzer.announced > SET_SIZE + slots && fuzzer.announced.is_multiple_of(64));
            assert_eq!(hit(&mut fuzzer, b"s\x05").1, 1);
            let max = run(&mut fuzzer, b"m\x05m\x07m\x06").max;
            let expected = if fuzzer.has_ijon { Some(7) } else { None };
            assert_eq!(max.first().map(|slot| slot.1), expected, "{link:?}");
        }
        let program = programs.executable("actions.c", link, &[]);
        let fuzzer = start(&program, &options(Protocol::New));
        assert!(!fuzzer.has_ijon && fuzzer.announced < SET_SIZE, "{link:?}");
    }
}

#[test]
fn values_have_places() {
    let programs = Programs::new();
    for level in ["-O0", "-O2"] {
        let program = programs.executable("ijon.c", PIE, &[level]);
        for protocol in PROTOCOLS {
            let mut fuzzer = start(&program, &options(protocol));
            let fuzzer = &mut fuzzer;
            // Another value is another place; the same one is the same in every process.
            let five = hit(fuzzer, b"s\x05");
            assert_eq!(
                five,
                hit(&mut start(&program, &options(protocol)), b"s\x05s\x05")
            );
            assert_ne!(five, hit(fuzzer, b"s\x06"));
            assert_ne!(hit(fuzzer, b"S\x05"), hit(fuzzer, b"S\x06"));
            assert_eq!(hit(fuzzer, b"i\x05").1, 1);
            assert_eq!(hit(fuzzer, b"i\x05i\x05i\x05").1, 3);
            assert_ne!(hit(fuzzer, b"i\x05"), hit(fuzzer, b"s\x05"), "another line");
            assert_eq!(
                hit(fuzzer, b"d\x60"),
                hit(fuzzer, b"d\x68"),
                "the same distance"
            );
            assert_ne!(hit(fuzzer, b"d\x60"), hit(fuzzer, b"d\x61"));
            assert_eq!(
                hit(fuzzer, b"c\x0f"),
                hit(fuzzer, b"c\xf0"),
                "four bits differ"
            );
            assert_ne!(hit(fuzzer, b"c\x0f"), hit(fuzzer, b"c\x1f"));
            assert_eq!(
                hit(fuzzer, b"b\x40"),
                hit(fuzzer, b"b\x7f"),
                "one highest bit"
            );
            assert_ne!(hit(fuzzer, b"b\x40"), hit(fuzzer, b"b\x80"));
            assert_eq!(hit(fuzzer, b"pazz"), hit(fuzzer, b"payy"), "two characters");
            assert_ne!(hit(fuzzer, b"pazz"), hit(fuzzer, b"patz"));
            assert_ne!(hit(fuzzer, b"h\x05"), hit(fuzzer, b"h\x06"));
            assert_ne!(hit(fuzzer, b"h\x05"), hit(fuzzer, b"H\x05"), "its callers");
            // A state is news, and the next run begins without one.
            assert_ne!(hit(fuzzer, b"x\x05"), hit(fuzzer, b"x\x06"));
            assert_eq!(hit(fuzzer, b"x\x05"), hit(fuzzer, b"x\x05x\x05"));
            assert_eq!(run(fuzzer, b"x\x05x\x03").set.len(), 2);
            assert_eq!(run(fuzzer, b"T\x05").set.len(), 1);
            assert_eq!(run(fuzzer, b""), Areas::default());
            // Off is off.
            assert_eq!(run(fuzzer, b"- s\x05m\x05"), Areas::default());
            assert_eq!(hit(fuzzer, b"- i\x05+ i\x05").1, 1);
        }
    }
}

#[test]
fn the_largest_values_are_kept() {
    for arguments in [&[][..], &["-DPERSISTENT"]] {
        let programs = Programs::new();
        let program = programs.executable("ijon.c", PIE, arguments);
        let options = Options {
            persistent: !arguments.is_empty(),
            ..options(Protocol::New)
        };
        let mut fuzzer = start(&program, &options);
        let mut max = |input: &[u8]| {
            let areas = run(&mut fuzzer, input);
            assert_eq!(areas.set, [], "{input:?}");
            areas.max.iter().map(|slot| slot.1).collect::<Vec<_>>()
        };
        for _ in 0..3 {
            assert_eq!(max(b"m\x05m\xc8m\x06"), [200]);
            assert_eq!(max(b"m\x03"), [3], "a new test case");
            assert_eq!(max(b"n\x05n\x02n\x06"), [!2]);
            assert_eq!(max(b"a\x05").len(), 2);
            assert_eq!(max(b"u\x05u\x63u\x06"), [99]);
            assert_eq!(max(b"u\x05u\x64u\x06"), [u64::MAX], "it is reached");
            assert_eq!(max(b"U\xffU\x06"), [u64::MAX]);
            assert_eq!(max(b"1\x051\x09").len(), 1);
            assert_eq!(max(b"1\x052\x09"), max(b"2\x091\x05"), "by their callers");
            assert_eq!(max(b"1\x052\x09").len(), 2);
            assert!(max(b"").is_empty());
        }
    }
}

/// As AFL++'s examples do it, and as they can with afl-cc's AFL_LLVM_IJON.
#[test]
fn helpers_can_be_declared_and_used_outside_of_the_macros() {
    let programs = Programs::new();
    let source = rooms().join("tests/protocol/ijon_declared.c");
    let program = programs.folder().join("declared");
    for language in [
        &["-std=c99"][..],
        &["-std=c23", "-O2"],
        &["-x", "c++", "-std=c++11"],
        &["-x", "c++", "-std=c++23", "-O2"],
    ] {
        for (ijon, defines) in [
            (None, &[][..]),
            (Some("1"), &["-DSEVERAL"]),
            (Some("1"), &["-DSEVERAL", "-DUNDECLARED"]),
        ] {
            let compile = |engine: &str| {
                let mut compiler = Command::new(fz().join("bin/fz-cc"));
                env::bare(&mut compiler)
                    .envs(ijon.map(|value| ("AFL_LLVM_IJON", value)))
                    .arg(engine)
                    .args(["-Wall", "-Wextra", "-Wshadow", "-pedantic", "-Werror"])
                    .args(language)
                    .args(defines)
                    .arg(&source)
                    .arg("-o")
                    .arg(&program);
                let output = compiler.output().unwrap();
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(output.status.success(), "{said}");
                assert!(!said.contains("AFL_LLVM_IJON"), "{said}");
            };
            if ijon.is_some() {
                // Without a runtime they are there as well.
                compile("--fz-engine=none");
                for input in [&b"h\x05"[..], b"s\x05", b"m\x05", b"v\x05"] {
                    assert_eq!(surroundings::run_with(&program, input, |_| {}), "");
                }
            }
            compile("--fz-engine=afl");
            let options = Options {
                words: Some(Words::IfAny),
                ..options(Protocol::New)
            };
            let mut fuzzer = start(&program, &options);
            let fuzzer = &mut fuzzer;
            assert_ne!(hit(fuzzer, b"h\x05"), hit(fuzzer, b"h\x06"));
            assert_ne!(hit(fuzzer, b"c\x05"), hit(fuzzer, b"c\x06"));
            assert_eq!(run(fuzzer, b"s\x05").set.len(), 2);
            let mut max = |input: &[u8]| {
                let areas = run(fuzzer, input);
                let mut values: Vec<u64> = areas.max.iter().map(|slot| slot.1).collect();
                values.sort();
                values
            };
            assert_eq!(max(b"dpazz"), [2]);
            assert_eq!(max(b"mpatt"), [104]);
            if ijon.is_some() {
                assert_eq!(max(b"v\x05"), [2 * 31 + 5, !((31 + 2) * 31 + 5)]);
            }
        }
    }
}

#[test]
fn fuzzers_can_do_without() {
    for runtime in [files::RUNTIME_OBJECT, files::CLASSIC_OBJECT] {
        let programs = Programs::with(runtime);
        let program = programs.executable("ijon.c", PIE, &[]);
        let is_classic = runtime == files::CLASSIC_OBJECT;
        let mut options = options(if is_classic {
            Protocol::Ancient
        } else {
            Protocol::New
        });
        options.variables.push(("AFL_NO_IJON", "1".into()));
        let mut fuzzer = start(&program, &options);
        assert!(!fuzzer.has_ijon && fuzzer.announced < SET_SIZE);
        let run = fuzzer.run(b"s\x05m\x05x\x05");
        assert_eq!(run.status, 0);
        assert!(run.map[4096..].iter().all(|&count| count == 0));
    }
    // A map that has no room for the areas stays whole.
    let programs = Programs::new();
    let program = programs.executable("ijon.c", PIE, &[]);
    for protocol in PROTOCOLS {
        let options = Options {
            map_size: 1 << 15,
            ..options(protocol)
        };
        let mut fuzzer = start(&program, &options);
        assert_eq!(fuzzer.run(b"s\x05m\x05x\x05").status, 0);
        assert!(
            fuzzer
                .output()
                .starts_with("fz: the fuzzer's map is too small")
        );
    }
}

#[test]
fn the_macros_work_without_a_runtime() {
    let programs = Programs::new();
    for arguments in [
        &["-std=c99", "-Wno-gnu"][..],
        &["-std=c23", "-O2"],
        &["-x", "c++", "-std=c++11"],
        &["-x", "c++", "-std=c++23", "-O2"],
    ] {
        let plain = programs.plain("ijon.c", PIE, arguments);
        let served = programs.executable("ijon.c", PIE, arguments);
        for program in [plain, served] {
            let input = b"s\x05S\x05i\x05m\x05n\x05a\x05x\x05T\x05d\x05c\x05b\x05pa1\x012\x01";
            assert_eq!(surroundings::run_with(&program, input, |_| {}), "");
        }
    }
}
