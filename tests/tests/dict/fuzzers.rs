//! Real fuzzers read what is printed: a harness keeps all that it is given, and each word has to be in it.

use std::{fs, path::Path, process::Command};

use fz_tests::{
    RunCommand, Sandbox,
    peers::{self, Aflpp},
};

use super::{compile, compile_for, listed, section};

const HARNESS: &str = include_str!("harness.c");

/// What is hard to write down.
const HOSTILE: [&[u8]; 12] = [
    b"a\"quote\"",
    b"\"",
    b"back\\slash\\",
    b"\\x41\\",
    b"\0nul\0",
    b"line\nbreak\r\n",
    b"\xff\xfe\x80\x7f",
    b"#comment=\"x\"",
    b" blanks\t ",
    b"name@1=[2]",
    b"%s%n%1024c",
    // As long as libFuzzer takes them.
    &[b'q'; 64],
];

/// As long as there are any.
const LONG: [&[u8]; 2] = [&[b'z'; 128], &[0xc3; 127]];

/// With a dictionary of the format, and the harness linked for the engine.
fn place(format: &str, engine: &str, flags: &str) -> Sandbox {
    let all: Vec<(u32, &[u8])> = HOSTILE.iter().chain(&LONG).map(|w| (50, *w)).collect();
    let place = Sandbox::with([("words.s", &*section::of(&all)), ("h.c", HARNESS)]);
    place.write("seeds/seed", "0123456789");
    compile(&place, "-c words.s");
    listed(&place, &format!("words.o --format {format} -o words.dict"));
    // Without compares in it, no fuzzer knows the words from anywhere else.
    compile_for(&place, "vanilla", engine, &format!("h.c {flags}-o h"));
    place
}

/// Runs the fuzzer. What it said.
fn fuzz(place: &Sandbox, fuzzer: &Path, arguments: &str) -> String {
    let mut command = Command::new(fuzzer);
    fz_tests::env::bare(&mut command)
        .current_dir(place.dir())
        .stdin(std::process::Stdio::null())
        .env("SEEN", place.at("seen"));
    for variable in [
        "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES",
        "AFL_NO_AFFINITY",
        "AFL_NO_UI",
        "AFL_SKIP_CPUFREQ",
    ] {
        command.env(variable, "1");
    }
    let out = command.args(arguments.split(' ')).outcome().ok();
    out.out() + &out.err()
}

fn all_were_seen(place: &Sandbox, words: &[&[u8]]) {
    let seen = place.read("seen");
    for word in words {
        let word = *word;
        let is_there = seen.windows(word.len()).any(|w| w == word);
        assert!(is_there, "{}", word.escape_ascii());
    }
}

#[test]
fn afl_fuzz_old_and_new() {
    let place = place("afl", "afl", "");
    for fuzzer in &Aflpp::programs("afl-fuzz") {
        let _ = fs::remove_file(place.at("seen"));
        let _ = fs::remove_dir_all(place.at("out"));
        let said = fuzz(
            &place,
            fuzzer,
            "-D -s 1 -E 30000 -x words.dict -i seeds -o out -- ./h",
        );
        let count = HOSTILE.len() + LONG.len();
        assert!(
            said.contains(&format!("Loaded {count} extra tokens")),
            "{said}"
        );
        let complaints = ["Malformed", "Invalid escaping", "Non-printable", "too big"];
        assert!(!complaints.iter().any(|c| said.contains(c)), "{said}");
        all_were_seen(&place, &[&HOSTILE[..], &LONG].concat());
    }
}

#[test]
fn libfuzzer() {
    let place = place("libfuzzer", "libfuzzer", "-fsanitize=fuzzer ");
    let said = fuzz(
        &place,
        &place.at("h"),
        "-dict=words.dict -runs=60000 -seed=1 -max_len=512 -len_control=0 seeds",
    );
    let count = HOSTILE.len();
    assert!(
        said.contains(&format!("Dictionary: {count} entries")),
        "{said}"
    );
    all_were_seen(&place, &HOSTILE);
}

#[test]
fn honggfuzz() {
    let Some((folder, fuzzer)) = peers::honggfuzz() else {
        return;
    };
    let place = place("honggfuzz", "none", "-c ");
    let mut link = place.command("fz-cc");
    link.env("FZ_ENGINE", "honggfuzz")
        .env("FZ_ENGINE_PATH", &folder);
    fs::rename(place.at("h"), place.at("h.o")).unwrap();
    link.args(["h.o", "-o", "h"]).outcome().ok();
    place.folder("out");
    let said = fuzz(
        &place,
        &fuzzer,
        "--input seeds --output out --workspace out --crashdir out --threads 1 --verbose --dict words.dict -N 60000 -- ./h",
    );
    let count = HOSTILE.len() + LONG.len();
    assert!(said.contains(&format!("Loaded {count} words")), "{said}");
    assert!(!said.contains("Malformed"), "{said}");
    all_were_seen(&place, &[&HOSTILE[..], &LONG].concat());
}
