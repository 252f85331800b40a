//! `fz dict`: the words of real builds, what the runs of inputs reach, what it says where there are none; and that fuzzers
//! read what it prints.

mod fuzzers;
mod inlined;
mod refusals;
mod section;
mod visits;

use std::{fs, process::Command};

use fz_tests::{Outcome, RunCommand, Sandbox};
use serde_json::Value;

fn compile(place: &Sandbox, arguments: &str) {
    compile_for(place, "fuzz", "afl", arguments);
}

fn compile_for(place: &Sandbox, profile: &str, engine: &str, arguments: &str) {
    let by = format!("--fz-profile={profile} --fz-engine={engine}");
    place.cc(&format!("{by} -g -O2 -w {arguments}"));
}

fn dict(place: &Sandbox, arguments: &str) -> Outcome {
    place.fz(&format!("dict {arguments}"))
}

/// What `fz dict` prints where it has to work.
fn listed(place: &Sandbox, arguments: &str) -> String {
    dict(place, arguments).ok().out()
}

/// What stands between the quotes of a dictionary's lines.
fn words(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    lines
        .map(|l| l.split_once("=\"").unwrap().1.strip_suffix('"').unwrap())
        .collect()
}

/// Those in capitals, by the alphabet: what tests put there, not what else a program compares with.
fn names(text: &str) -> Vec<&str> {
    let is_name = |word: &&str| word.bytes().all(|b| b.is_ascii_uppercase());
    let mut names: Vec<&str> = words(text).into_iter().filter(is_name).collect();
    names.sort_unstable();
    names
}

/// A program that knows a number.
const SMALL: &str =
    "int main(int count, char **names) { return *(int *)names[0] == 0x4e49414d; }\n";

/// A function that knows a number.
fn number(of: &str, value: &str) -> String {
    format!("int {of}(const unsigned char *p) {{ return *(const unsigned *)p == {value}; }}\n")
}

const MAIN: &str = include_str!("dict/main.c");

/// A program with all that a program consists of.
fn whole() -> Sandbox {
    let place = Sandbox::with([
        ("main.c", MAIN),
        ("shared.c", &number("shared", "0x52414853")),
        ("archived.c", &number("archived", "0x48435241")),
        ("unused.c", &number("unused", "0x45534e55")),
        ("plugin.c", &number("plugin", "0x47554c50")),
    ]);
    compile(&place, "-c main.c archived.c unused.c");
    let mut archive = Command::new("ar");
    archive.current_dir(place.dir());
    archive
        .args(["rc", "libarchived.a", "archived.o", "unused.o"])
        .outcome()
        .ok();
    for library in ["shared", "plugin"] {
        compile(
            &place,
            &format!("-shared -fPIC {library}.c -o lib{library}.so"),
        );
    }
    compile(
        &place,
        "main.o libarchived.a -L. -lshared -Wl,-rpath,$ORIGIN -ldl -o p",
    );
    place
}

#[test]
fn words_come_from_all_that_a_program_consists_of() {
    let place = whole();
    let text = listed(&place, "./p");
    assert_eq!(names(&text), ["ARCH", "MAIN", "SHAR"], "{text}");
    assert_eq!(text, listed(&place, "p"), "the same again");
    let with_plugin = listed(&place, "./p libplugin.so");
    assert_eq!(names(&with_plugin), ["ARCH", "MAIN", "PLUG", "SHAR"]);
    // By themselves: a member that nobody uses too.
    for (part, expected) in [
        ("libarchived.a", &["ARCH", "UNSE"][..]),
        ("main.o", &["MAIN"]),
        ("libshared.so", &["SHAR"]),
    ] {
        assert_eq!(names(&listed(&place, part)), expected);
    }
}

#[test]
fn each_word_says_where_it_comes_from() {
    let place = whole();
    let table = listed(&place, "./p --format table");
    let line = table.lines().find(|l| l.contains("\"SHAR\"")).unwrap();
    let cells: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(cells[1..4], ["equal", "yes", "\"SHAR\""], "{table}");
    assert!(
        line.contains("shared.c:1:") && line.ends_with("  shared"),
        "{table}"
    );

    let told = place.json("dict ./p --json");
    let all = told["words"].as_array().unwrap();
    let scores: Vec<u64> = all.iter().map(|w| w["score"].as_u64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{told}");
    let main = all.iter().find(|w| w["text"] == "MAIN").unwrap();
    assert_eq!(main["hex"], "4d41494e");
    let used = &main["uses"][0];
    assert_eq!(
        (&used["function"], &used["line"]),
        (&"main".into(), &9.into())
    );
    let map = told["map"].as_u64().unwrap();
    let counters = used["counters"].as_array().unwrap();
    assert!(!counters.is_empty(), "{used}");
    assert!(counters.iter().all(|c| c.as_u64().unwrap() < map), "{used}");
    let same: Value = serde_json::from_str(&listed(&place, "./p --json")).unwrap();
    assert_eq!(same, told);
}

#[test]
fn the_best_are_asked_for_by_number_or_score() {
    let place = Sandbox::with([(
        "words.s",
        &section::of(&[(90, b"best"), (50, b"good"), (9, b"low")]),
    )]);
    compile(&place, "-c words.s");
    let text = listed(&place, "words.o");
    assert_eq!(words(&text), ["best", "good"]);
    assert!(
        dict(&place, "words.o")
            .err()
            .contains("1 token with scores below 10")
    );
    assert_eq!(
        words(&listed(&place, "words.o --min-score 0")),
        ["best", "good", "low"]
    );
    assert_eq!(words(&listed(&place, "words.o --min-score 51")), ["best"]);
    assert_eq!(
        words(&listed(&place, "words.o --min-score 0 --limit 1")),
        ["best"]
    );
    assert_eq!(
        listed(&place, "words.o --min-score 100"),
        "# 0 words, the best first\n"
    );
    let refused = dict(&place, "words.o --min-score 101").err();
    assert!(refused.contains("--min-score"), "{refused}");
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let place = Sandbox::with([("a.c", SMALL), ("there", "as it was")]);
    compile(&place, "a.c -o p");
    assert_eq!(listed(&place, "./p -o there"), "");
    let read = |name: &str| fs::read_to_string(place.at(name)).unwrap();
    assert_eq!(names(&read("there")), ["MAIN"]);
    place.write("there", "as it was");
    std::os::unix::fs::symlink("there", place.at("link")).unwrap();
    listed(&place, "./p -o link");
    assert_eq!(names(&read("there")), ["MAIN"]);
    assert!(place.at("link").is_symlink());
    assert_eq!(listed(&place, "./p -o /dev/stdout"), listed(&place, "./p"));

    place.write("there", "as it was");
    let program = place.read("p");
    for (arguments, says) in [
        ("./p -o p", "it is the program"),
        ("./p -o nowhere/file", "nowhere/file"),
        ("./q -o there", "./q"),
    ] {
        let out = dict(&place, arguments);
        assert!(
            !out.status.success() && out.err().contains(says),
            "{arguments}: {out:?}"
        );
    }
    assert_eq!(read("there"), "as it was");
    assert!(place.read("p") == program);
}

/// Sections that nothing refers to go, and the words of their functions with them. (gold keeps what has counters.)
#[test]
fn what_the_linker_drops_has_no_words() {
    let place = Sandbox::with([
        ("a.c", SMALL),
        ("unused.c", &number("unused", "0x45534e55")),
    ]);
    compile(&place, "-ffunction-sections -c a.c unused.c");
    for linker in ["bfd", "lld"] {
        compile(
            &place,
            &format!("-fuse-ld={linker} -Wl,--gc-sections a.o unused.o -o p"),
        );
        assert_eq!(names(&listed(&place, "./p")), ["MAIN"], "{linker}");
    }
    compile(&place, "a.o unused.o -o p");
    assert_eq!(names(&listed(&place, "./p")), ["MAIN", "UNSE"]);
}

/// By `[dictionary]` in fz.toml; wherever below it the compiler is called.
#[test]
fn texts_of_functions_that_are_named_are_no_words() {
    let source = include_str!("dict/texts-of-functions-that-are-named-are-no-words.c");
    let place = Sandbox::with([("a.c", source)]);
    compile(&place, "-c a.c");
    assert_eq!(names(&listed(&place, "a.o")), ["NOTED", "SAID", "TOLD"]);
    let settings = place.write("fz.toml", "[dictionary]\nignore = ['tell_*', 'my_note']\n");
    compile(&place, "-c a.c");
    assert_eq!(names(&listed(&place, "a.o")), ["SAID"]);
    let mut doctor = place.command("fz");
    let out = doctor.args(["doctor", "-v"]).output().unwrap();
    let said = String::from_utf8(out.stdout).unwrap();
    let line = format!("no tokens from tell_*, my_note ({})", settings.display());
    assert!(said.contains(&line), "{said}");
}
