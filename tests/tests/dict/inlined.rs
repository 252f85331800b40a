//! Constants that come to compares by inlining and folding, or that are passed to what compares them.

use super::*;

const C: &str = include_str!("inlined.c");
const CXX: &str = include_str!("inlined.cpp");

/// A program of one of the sources.
fn program(profile: &str, name: &str, source: &str, flags: &str) -> Sandbox {
    let place = Sandbox::with([(name, source)]);
    let by = format!("--fz-profile={profile} --fz-engine=afl");
    let arguments = format!("{by} -g -w -fsanitize=fuzzer {flags} {name} -o p");
    match name.ends_with(".c") {
        true => place.cc(&arguments),
        false => place.cxx(&arguments),
    };
    place
}

fn assert_has(text: &str, expected: &[&str]) {
    let words = words(text);
    for word in expected {
        assert!(words.contains(word), "{word} is missing:\n{text}");
    }
}

/// Of both sources: assembled, passed to an inlined function, held by a variable, in a structure, passed to functions
/// that are called.
const OF_BOTH: [&str; 6] = ["TAGS", "RIFF", "EVAW", "BA", "HQZZ", "IQZZ"];

#[test]
fn constants_are_found_after_inlining() {
    for profile in ["fuzz", "vanilla"] {
        let text = listed(&program(profile, "p.cpp", CXX, "-O2"), "./p");
        assert_has(&text, &OF_BOTH);
        assert_has(&text, &["ARRAY", "KEYWRD"]);
        let text = listed(&program(profile, "p.c", C, "-O2"), "./p");
        assert_has(&text, &OF_BOTH);
        assert_has(&text, &["MAGI"]);
    }
}

/// The profile's own pipeline runs before the counters, and clang's after them.
#[test]
fn also_where_clangs_pipeline_runs() {
    let text = listed(
        &program("fuzz", "p.cpp", CXX, "-O2 -fsanitize=address"),
        "./p",
    );
    assert_has(&text, &OF_BOTH);
}

/// Without inlining: what functions compare that is passed to them.
#[test]
fn what_is_passed_to_functions_needs_no_inlining() {
    let text = listed(&program("vanilla", "p.c", C, "-O0"), "./p");
    assert_has(&text, &["RIFF", "HQZZ", "IQZZ"]);
}

#[test]
fn what_folding_computed_is_told_from_what_is_written() {
    let place = program("fuzz", "p.cpp", CXX, "-O2");
    let told = place.json("dict ./p --json --min-score 0");
    let all = told["words"].as_array().unwrap();
    let of = |hex: &str| all.iter().find(|w| w["hex"] == hex);
    let use_of = |text: &str| {
        let word = all.iter().find(|w| w["text"] == text).unwrap();
        (word["score"].clone(), word["uses"][0]["computed"].clone())
    };
    assert_eq!(use_of("TAGS"), (60.into(), true.into()), "{told}");
    assert_eq!(use_of("RIFF"), (85.into(), false.into()), "{told}");
    // A size and a mask.
    assert_eq!((of("80020000"), of("00ff0000")), (None, None), "{told}");
    let table = listed(&place, "./p --format table");
    let line = table.lines().find(|l| l.contains("\"TAGS\"")).unwrap();
    assert!(line.contains("equal (computed)"), "{table}");
    assert!(line.contains("p.cpp:29:"), "{table}");
}
