//! What becomes of the words that a program compares its input with, by real fuzzers.

use std::{fs, path::Path};

use fz_tests::{RunCommand, Sandbox, fz, peers::Aflpp};
use serde_json::Value;

use super::{HARNESS, compile, place};

/// Three numbers that no fuzzer guesses, each behind the one before.
const NESTED: &str = include_str!("nested.c");

fn fuzz(dir: &Sandbox, fuzzer: &Path, words: &str, out: &str) -> Value {
    dir.write("seeds/seed", [b'A'; 32]);
    let mut command = dir.command("fz");
    command
        .args(["fuzz", "--json", "-i", "seeds", "-s", "1", "--until-crash"])
        .args(["--engine-args", "-E 20000", "--tokens", words])
        .args(["-o", out, "--engine"])
        .arg(format!("afl={}", fuzzer.display()))
        .args(["--", "./p"]);
    command.outcome().ok().json()
}

fn log(dir: &Sandbox, out: &str) -> String {
    dir.text(format!("{out}/logs/default.log"))
}

#[test]
fn words_are_tried_where_a_run_comes_to_them() {
    let dir = &place();
    compile(dir, NESTED, "", "p");
    for (at, fuzzer) in Aflpp::programs("afl-fuzz").iter().enumerate() {
        for (words, is_solved) in [("od", true), ("none", false)] {
            let out = format!("{words}{at}");
            let report = fuzz(dir, fuzzer, words, &out);
            let crashes = report["outcome"]["crashes"].as_u64().unwrap();
            assert_eq!(crashes > 0, is_solved, "{fuzzer:?} {words}: {report}");
            let log = log(dir, &out);
            assert_eq!(log.contains("fz: optimised dictionary: "), is_solved);
            assert!(!log.contains("autodictionary entries"), "{log}");
        }
        let names = dir.names(format!("od{at}/default/crashes"));
        let told = "op:od_over,pos:20,word:6c7572656b6e6f7a";
        assert!(names.iter().any(|n| n.contains(told)), "{names:?}");
    }
}

#[test]
fn fuzzers_take_the_words_that_a_program_offers() {
    let dir = &place();
    compile(dir, NESTED, "", "p");
    for (at, fuzzer) in Aflpp::programs("afl-fuzz").iter().enumerate() {
        let out = format!("auto{at}");
        fuzz(dir, fuzzer, "auto", &out);
        let log = log(dir, &out);
        let (count, _) = log.split_once(" autodictionary entries").expect(&log);
        let count = count.rsplit(' ').next().unwrap();
        assert!(count.parse::<u32>().unwrap() >= 3, "{count}: {log}");
    }
}

/// What is wrong with the optimised dictionary is said, and no fuzzer ends of it.
#[test]
fn without_words_fuzzing_goes_on() {
    let dir = &place();
    compile(dir, NESTED, "", "p");
    let wrong = [("", "no.such.program"), ("-s", "./p")];
    for (strip, named) in wrong {
        if !strip.is_empty() {
            // A fuzzer's last process may still run it: nobody may write there, but another file may take its place.
            dir.run(&format!("{} -o stripped p", fz_llvm::STRIP)).ok();
            fs::rename(dir.at("stripped"), dir.at("p")).unwrap();
            dir.fz("fuzz --tokens od -- ./p").says("--tokens od: ");
        }
        for (at, fuzzer) in Aflpp::programs("afl-fuzz").iter().enumerate() {
            let out = format!("out{at}{strip}");
            dir.write("seeds/seed", [b'A'; 32]);
            let mut command = dir.command(fuzzer);
            command
                .env("AFL_NO_UI", "1")
                .env("FZ_OD_PROGRAM", named)
                .env(
                    "AFL_CUSTOM_MUTATOR_LIBRARY",
                    fz().join("lib/fz/libfz_od.so"),
                )
                .args(["-i", "seeds", "-o", &out, "-E", "300", "--", "./p"]);
            let ended = command.outcome().ok().says("fz: no optimised dictionary: ");
            ended.says(named.trim_start_matches("./"));
        }
    }
}

#[test]
fn other_engines_get_a_dictionary_of_the_program() {
    let dir = &place();
    let text = HARNESS.replace("if (size < 3)", "if (size == 0x12345678)");
    compile(dir, &text, "--fz-engine=libfuzzer", "p");
    let said = dir.prints("fuzz -V 1 --until-crash -- ./p");
    let note = "# out/words.dict is made: ";
    let made = said
        .lines()
        .find_map(|l| l.strip_prefix(note))
        .expect(&said);
    assert!(said.contains("-dict=out/words.dict"), "{said}");
    let handed = dir.text("out/words.dict");
    assert!(handed.contains("xV4\\x12"), "{handed}");
    let words: Vec<&str> = made.split(' ').skip(1).collect();
    let (out, arguments) = words.split_last().unwrap();
    assert_eq!(*out, "out/words.dict");
    dir.call("fz", &[arguments, &["again.dict"]].concat()).ok();
    assert_eq!(dir.text("again.dict"), handed);

    dir.write("own.dict", "own=\"word\"\n");
    for option in ["-x own.dict", "--tokens none"] {
        let said = dir.prints(&format!("fuzz {option} --dry-run -- ./p"));
        assert!(!said.contains("words.dict"), "{said}");
    }
}
