//! What becomes of the words that a program compares its input with, by real fuzzers.

use std::{fs, path::Path};

use fz_tests::{env, fz, peers::Aflpp};
use serde_json::Value;

use super::{HARNESS, compile, program};
use fz_tests::start::{output, printed, stderr};

/// Three numbers that no fuzzer guesses, each behind the one before.
const NESTED: &str = include_str!("nested.c");

fn fuzz(dir: &Path, fuzzer: &Path, words: &str, out: &str) -> Value {
    fs::create_dir_all(dir.join("seeds")).unwrap();
    fs::write(dir.join("seeds/seed"), [b'A'; 32]).unwrap();
    let mut command = program("fz", dir);
    command
        .args(["fuzz", "--json", "-i", "seeds", "-s", "1", "--until-crash"])
        .args(["--engine-args", "-E 20000", "--tokens", words])
        .args(["-o", out, "--fuzzer"])
        .arg(fuzzer)
        .args(["--", "./p"]);
    let text = printed(&mut command);
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn log(dir: &Path, out: &str) -> String {
    let log = fs::read(dir.join(out).join("logs/default.log")).unwrap();
    String::from_utf8_lossy(&log).into_owned()
}

#[test]
fn words_are_tried_where_a_run_comes_to_them() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
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
        let names = fs::read_dir(dir.join(format!("od{at}/default/crashes"))).unwrap();
        let name = |e: fs::DirEntry| e.file_name().to_string_lossy().into_owned();
        let names: Vec<_> = names.flatten().map(name).collect();
        let told = "op:od_over,pos:20,word:6c7572656b6e6f7a";
        assert!(names.iter().any(|n| n.contains(told)), "{names:?}");
    }
}

#[test]
fn fuzzers_take_the_words_that_a_program_offers() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
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
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    compile(dir, NESTED, "", "p");
    let wrong = [("", "no.such.program"), ("-s", "./p")];
    for (strip, named) in wrong {
        if !strip.is_empty() {
            // A fuzzer's last process may still run it: nobody may write there, but another file may take its place.
            let stripped = dir.join("stripped");
            let status = std::process::Command::new(fz_llvm::STRIP)
                .arg("-o")
                .args([&stripped, &dir.join("p")])
                .status();
            assert!(status.unwrap().success());
            fs::rename(&stripped, dir.join("p")).unwrap();
            let mut command = program("fz", dir);
            let refused = output(command.args(["fuzz", "--tokens", "od", "--", "./p"]));
            let said = stderr(&refused);
            assert!(said.contains("--tokens od: "), "{said}");
        }
        for (at, fuzzer) in Aflpp::programs("afl-fuzz").iter().enumerate() {
            let out = format!("out{at}{strip}");
            let mut command = std::process::Command::new(fuzzer);
            env::bare(&mut command).current_dir(dir);
            for name in ["AFL_NO_UI", "AFL_NO_AFFINITY", "AFL_SKIP_CPUFREQ"] {
                command.env(name, "1");
            }
            fs::create_dir_all(dir.join("seeds")).unwrap();
            fs::write(dir.join("seeds/seed"), [b'A'; 32]).unwrap();
            command
                .env("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1")
                .env("FZ_OD_PROGRAM", named)
                .env(
                    "AFL_CUSTOM_MUTATOR_LIBRARY",
                    fz().join("lib/fz/libfz_od.so"),
                )
                .args(["-i", "seeds", "-o", &out, "-E", "300", "--", "./p"]);
            let ended = output(command.stdin(std::process::Stdio::null()));
            assert!(ended.status.success(), "{fuzzer:?}: {ended:?}");
            let said = stderr(&ended);
            assert!(said.contains("fz: no optimised dictionary: "), "{said}");
            assert!(said.contains(named.trim_start_matches("./")), "{said}");
        }
    }
}

#[test]
fn other_engines_get_a_dictionary_of_the_program() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let text = HARNESS.replace("if (size < 3)", "if (size == 0x12345678)");
    compile(dir, &text, "--fz-engine=libfuzzer", "p");
    let mut command = program("fz", dir);
    let said = printed(command.args(["fuzz", "-V", "1", "--until-crash", "--", "./p"]));
    let note = "# out/words.dict is made: ";
    let made = said
        .lines()
        .find_map(|l| l.strip_prefix(note))
        .expect(&said);
    assert!(said.contains("-dict=out/words.dict"), "{said}");
    let handed = fs::read_to_string(dir.join("out/words.dict")).unwrap();
    assert!(handed.contains("xV4\\x12"), "{handed}");
    let words: Vec<&str> = made.split(' ').skip(1).collect();
    let mut again = program("fz", dir);
    let (out, arguments) = words.split_last().unwrap();
    assert_eq!(*out, "out/words.dict");
    printed(again.args(arguments).arg("again.dict"));
    assert_eq!(fs::read_to_string(dir.join("again.dict")).unwrap(), handed);

    fs::write(dir.join("own.dict"), "own=\"word\"\n").unwrap();
    for (option, value) in [("-x", "own.dict"), ("--tokens", "none")] {
        let mut command = program("fz", dir);
        let said = printed(command.args(["fuzz", option, value, "--dry-run", "--", "./p"]));
        assert!(!said.contains("words.dict"), "{said}");
    }
}
