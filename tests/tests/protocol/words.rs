//! The dictionary that the runtime offers: whose words, in which order, and what a fuzzer may say to it.

use fz_tests::RunCommand;
use std::process::Command;

use fz_abi::afl::MOST_TOKENS;
use fz_abi::files::{ANGORA_OBJECT, CLASSIC_OBJECT};

use super::fuzzer::{Fuzzer, Options, PROTOCOLS, Protocol, Words};
use super::programs::{EXECUTABLES, PIE, Placement, Programs, UNPLACED};
use super::{counters_of, start};

/// The option that gives a source these entries.
fn entries(words: &[(u8, &[u8])]) -> String {
    let entry = |(score, word): &(u8, &[u8])| [&[*score, word.len() as u8], *word].concat();
    section(&words.iter().flat_map(entry).collect::<Vec<_>>())
}

fn section(bytes: &[u8]) -> String {
    let numbers: Vec<_> = bytes.iter().map(u8::to_string).collect();
    format!("-DENTRIES={}", numbers.join(","))
}

fn taking(protocol: Protocol) -> Options {
    Options {
        words: Some(Words::Taken),
        ..Options::new(protocol)
    }
}

fn words_of(fuzzer: &Fuzzer) -> Vec<String> {
    let words = fuzzer.words.as_ref().expect("it has sent a dictionary");
    let text = |word: &Vec<u8>| String::from_utf8_lossy(word).into_owned();
    words.iter().map(text).collect()
}

#[test]
fn words_of_all_images_are_offered_once_the_best_first() {
    let programs = Programs::new();
    let of_a = entries(&[(90, b"IDAT"), (60, b"shared"), (30, b"a")]);
    let of_b = entries(&[(100, b"IHDR"), (60, b"GIF89a"), (40, b"shared")]);
    for (name, entries) in [("a", of_a), ("b", of_b)] {
        let arguments = [&format!("-DNAME={name}"), &entries[..]];
        programs.shared("library.c", name, Placement::Script, &arguments);
    }
    let program = programs.executable("linked.c", PIE, &["-la", "-lb"]);
    for protocol in PROTOCOLS {
        let mut fuzzer = start(&program, &taking(protocol));
        let expected = ["IHDR", "IDAT", "GIF89a", "shared", "a"];
        assert_eq!(words_of(&fuzzer), expected, "{protocol:?}");
        let loops = counters_of(&[1, 37, 255], |rounds| fuzzer.run(&[1, 1, rounds]).map);
        assert!(!loops.is_empty());
        assert_eq!(fuzzer.output(), "");
    }
}

#[test]
fn every_kind_of_executable_offers_its_words() {
    let words = entries(&[(50, b"one"), (80, b"two")]);
    for link in EXECUTABLES.into_iter().chain([UNPLACED]) {
        let programs = Programs::new();
        let program = programs.executable("actions.c", link, &[&words]);
        for protocol in PROTOCOLS {
            let mut fuzzer = start(&program, &taking(protocol));
            assert_eq!(words_of(&fuzzer), ["two", "one"], "{link:?}");
            assert_eq!(fuzzer.run(b"X").status, 42 << 8);
        }
    }
}

#[test]
fn whatever_a_fuzzer_answers_it_is_served() {
    let programs = Programs::new();
    let words = entries(&[(50, b"word")]);
    for source in ["actions.c", "harness.c"] {
        let program = programs.executable(source, PIE, &[&words]);
        for answer in [Words::Taken, Words::Refused, Words::Ignored] {
            for protocol in PROTOCOLS {
                let options = Options {
                    words: Some(answer),
                    test_cases: true,
                    persistent: source == "harness.c",
                    ..Options::new(protocol)
                };
                let mut fuzzer = start(&program, &options);
                assert_eq!(fuzzer.shares_test_cases, source == "harness.c");
                let loops = counters_of(&[1, 37, 199], |rounds| fuzzer.run(&[b'L', rounds]).map);
                assert_eq!(loops.len(), 1, "{source} {answer:?} {protocol:?}");
                assert_eq!(fuzzer.output(), "");
            }
        }
        // The first AFL's descendants do not even look at the offer.
        let options = Options {
            map_size: 1 << 16,
            test_cases: true,
            persistent: source == "harness.c",
            ..Options::new(Protocol::Ancient)
        };
        let mut fuzzer = start(&program, &options);
        let loops = counters_of(&[1, 37, 199], |rounds| fuzzer.run(&[b'L', rounds]).map);
        assert_eq!(loops.len(), 1, "{source}");
    }
}

#[test]
fn sections_that_are_no_lists_of_words_do_no_harm() {
    let programs = Programs::new();
    let whole: &[u8] = b"\x50\x03one";
    let cases: [(&[u8], Option<&str>); 8] = [
        (b"\0\0\0", None),
        (b"\x50", None),
        (b"\x50\x00\x50\x00\x50", None),
        (b"\x50\x04two", None),
        (b"\x50\xfftwo", None),
        (b"\0\0\0\x50\x03two\0", Some("two")),
        (b"\x50\x03two\x50\xff", Some("two")),
        (b"\x50\x03two\x50\x21123", Some("two")),
    ];
    for (bytes, word) in cases {
        let program = programs.executable("actions.c", PIE, &[&section(bytes)]);
        for protocol in PROTOCOLS {
            let options = Options {
                words: word.map(|_| Words::Taken),
                ..Options::new(protocol)
            };
            let mut fuzzer = start(&program, &options);
            if let Some(word) = word {
                assert_eq!(words_of(&fuzzer), [word]);
            }
            assert_eq!(fuzzer.run(b"X").status, 42 << 8);
            assert_eq!(fuzzer.output(), "");
        }
    }
    let program = programs.executable("actions.c", PIE, &[&section(whole)]);
    assert_eq!(words_of(&start(&program, &taking(Protocol::New))), ["one"]);
}

#[test]
fn of_many_words_the_best_are_offered() {
    let programs = Programs::new();
    let names: Vec<String> = (0..3 * MOST_TOKENS).map(|n| format!("word{n}")).collect();
    let words: Vec<(u8, &[u8])> = names
        .iter()
        .enumerate()
        .map(|(n, word)| (if n % 2 == 0 { 40 } else { 90 }, word.as_bytes()))
        .collect();
    let program = programs.executable("actions.c", PIE, &[&entries(&words)]);
    for protocol in PROTOCOLS {
        let fuzzer = start(&program, &taking(protocol));
        let offered = words_of(&fuzzer);
        assert_eq!(offered.len(), MOST_TOKENS);
        let is_good = |word: &String| word[4..].parse::<usize>().unwrap() % 2 == 1;
        assert!(offered.iter().all(is_good));
    }
}

#[test]
fn libraries_that_are_there_before_the_fork_server_have_a_say() {
    let programs = Programs::new();
    let words = entries(&[(50, b"plugin")]);
    let arguments = ["-DNAME=p", &words];
    programs.shared("library.c", "p", Placement::Script, &arguments);
    for (unloaded, expected) in [(false, Some(Words::Taken)), (true, None)] {
        let more: &[&str] = if unloaded { &["-DUNLOADED"] } else { &[] };
        let program = programs.executable("loader.c", PIE, &[&["-DDEFERRED"], more].concat());
        for protocol in PROTOCOLS {
            let options = Options {
                deferred: true,
                words: expected,
                ..Options::new(protocol)
            };
            let mut fuzzer = start(&program, &options);
            if expected.is_some() {
                assert_eq!(words_of(&fuzzer), ["plugin"]);
            }
            assert_eq!(fuzzer.run(b"p\x05").status, 0);
        }
    }
}

#[test]
fn fuzzers_that_know_no_words_are_offered_none() {
    for runtime in [CLASSIC_OBJECT, ANGORA_OBJECT] {
        let programs = Programs::with(runtime);
        let program = programs.executable("actions.c", PIE, &[&entries(&[(50, b"word")])]);
        Command::new(&program).outcome().ok();
        if runtime == CLASSIC_OBJECT {
            let options = Options {
                map_size: 1 << 16,
                ..Options::new(Protocol::Ancient)
            };
            assert_eq!(start(&program, &options).hello, 0);
        }
    }
}
