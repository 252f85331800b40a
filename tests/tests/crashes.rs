//! `fz crashes`: planted bugs and what becomes of their inputs; what is hostile, what is interrupted, what is absent.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    process::Command,
};

use fz_tests::{Outcome, RunCommand, Sandbox, env};
use serde_json::Value;

/// The first byte of an input says which bug it finds.
const PLANTED: &str = include_str!("crashes/planted.c");
const BUGS: &str = "abcdefghijklmnopqrstuv";
const DUPLICATES: usize = 10;

/// With one that everybody sees, and one that only memory of its own decides about.
const SMALL: &str = include_str!("crashes/small.c");

fn build(place: &Sandbox, source: &str, arguments: &[&str]) {
    place.write("program.c", source);
    let all = [&["-w", "program.c", "-o", "program"], arguments].concat();
    place.command("fz-cc").args(&all).outcome().ok();
}

/// With its status.
fn crashes(place: &Sandbox, arguments: &[&str], status: i32) -> Outcome {
    let all = [&["crashes", "./program"], arguments].concat();
    place.command("fz").args(&all).outcome().ends(status)
}

fn json(place: &Sandbox, arguments: &[&str], status: i32) -> Value {
    crashes(place, &[&["--json"], arguments].concat(), status).json()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// The same on every machine: one is as good as another for what a program does not look at.
struct Bytes(u64);

impl Bytes {
    fn next(&mut self) -> u8 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as u8
    }
}

/// Of each bug as many inputs as there are duplicates, with other bytes behind the first.
fn plant(place: &Sandbox) {
    let mut bytes = Bytes(7);
    for bug in BUGS.chars() {
        for number in 0..DUPLICATES {
            let length = 3 + bytes.next() as usize % 40;
            let behind = (0..length).map(|_| bytes.next());
            let input: Vec<u8> = std::iter::once(bug as u8).chain(behind).collect();
            place.write(
                format!("out/default/crashes/id:{number:06},bug:{bug}"),
                input,
            );
        }
    }
    place.write("out/default/queue/id:000000,orig:seed", "fine");
    place.write("out/default/hangs/id:000000", "zz");
    place.write("out/default/crashes/id:999999,bug:none", "zzz");
}

/// By bug of a report: the planted bugs of its inputs.
fn found(report: &Value) -> Vec<(String, BTreeMap<char, usize>)> {
    let of = |bug: &Value| {
        let mut found = BTreeMap::new();
        for input in list(&bug["inputs"]) {
            let letter = text(&input["path"]).chars().last().unwrap();
            *found.entry(letter).or_insert(0) += 1;
        }
        (text(&bug["title"]).to_owned(), found)
    };
    list(&report["bugs"]).iter().map(of).collect()
}

#[test]
fn each_group_is_one_bug_and_each_bug_one_group() {
    let place = Sandbox::new();
    build(&place, PLANTED, &["-g", "-O1"]);
    plant(&place);
    let arguments = [
        "-i",
        "out",
        "-o",
        "report",
        "--sarif",
        "all.sarif",
        "--",
        "@@",
    ];
    let report = json(&place, &arguments, 1);
    let found = found(&report);
    let pure = found.iter().filter(|(_, bugs)| bugs.len() == 1).count();
    let mut groups: BTreeMap<char, usize> = BTreeMap::new();
    for bug in found.iter().flat_map(|(_, bugs)| bugs.keys()) {
        *groups.entry(*bug).or_default() += 1;
    }
    let split: Vec<_> = groups.iter().filter(|(_, groups)| **groups > 1).collect();
    let all: usize = found.iter().flat_map(|(_, bugs)| bugs.values()).sum();
    let planted = BUGS.len();
    println!(
        "{planted} bugs, {} groups, {pure} pure, split: {split:?}, {all} inputs",
        found.len()
    );
    assert!(pure >= planted - 1, "{found:#?}");
    assert!(split.iter().all(|(_, groups)| **groups <= 2), "{split:?}");
    assert_eq!(groups.keys().collect::<String>(), BUGS);
    // Of what crashes by chance an input may have been lucky each time.
    assert!(all >= planted * DUPLICATES - 2, "{all}");

    let bug = |letter: char| {
        let number = found
            .iter()
            .position(|(_, bugs)| bugs.contains_key(&letter))
            .unwrap();
        &report["bugs"][number]
    };
    for (letter, kind, build) in [
        ('a', "heap-buffer-overflow", "address"),
        ('b', "stack-buffer-overflow", "address"),
        ('d', "heap-use-after-free", "address"),
        ('e', "double-free", "address"),
        ('h', "signed integer overflow", "undefined"),
        ('k', "stack-overflow", "address"),
        ('l', "load of misaligned address", "undefined"),
        ('m', "bad-free", "address"),
        ('u', "SIGKILL", "address"),
    ] {
        let bug = bug(letter);
        assert!(
            text(&bug["fault"]["what"]).starts_with(kind),
            "{letter}: {bug}"
        );
        assert_eq!(bug["build"], build, "{letter}: {bug}");
    }
    // Each bug but these has its place, and its line.
    for bug in list(&report["bugs"])
        .iter()
        .filter(|b| b["fault"]["what"] != "SIGKILL")
    {
        let excerpt = &bug["excerpts"][0];
        assert!(text(&excerpt["file"]).ends_with("program.c"), "{bug}");
    }
    // By three ways, two of them with other innermost functions.
    assert!(list(&bug('q')["ways"]).len() >= 2);
    assert_eq!(bug('t')["is-flaky"], true);
    assert_eq!(bug('a')["is-flaky"], false);
    // The values are there: of sanitizers, and of guards.
    let said = bug('h')["fault"]["message"].to_string();
    assert!(said.contains("cannot be represented"), "{said}");
    assert!(
        bug('g')["guards"]
            .to_string()
            .contains("division by zero: 100 / 0")
    );
    assert_eq!(
        bug('f')["fault"]["address"].as_u64().map(|a| a < 4096),
        Some(true)
    );

    // One byte says which bug it is; for most of them nothing else counts.
    let smallest = |letter| bug(letter)["smallest"]["size"].as_u64().unwrap();
    assert!("aegjkmnrsu".chars().all(|letter| smallest(letter) == 1));
    for bug in list(&report["bugs"]) {
        let kept = place
            .dir()
            .join("report")
            .join(text(&bug["smallest"]["file"]));
        assert_eq!(
            fs::read(kept).unwrap().len() as u64,
            bug["smallest"]["size"]
        );
    }
    // Nothing but what crashed or took too long was run.
    assert_eq!(report["files"], BUGS.len() * DUPLICATES + 2);
    assert_eq!(report["left-out"]["queue input"], 1);
    assert!(report["well"].to_string().contains("bug:none"));

    sarif_is_sound(
        &serde_json::from_str(&place.text("all.sarif")).unwrap(),
        found.len(),
    );
    it_runs_again(&place, bug('d'));
    nothing_is_run_twice(&place, &arguments, &report);
}

/// What SARIF 2.1.0 demands of what is used of it.
fn sarif_is_sound(sarif: &Value, bugs: usize) {
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let rules = list(&run["tool"]["driver"]["rules"]);
    let ids: BTreeSet<&str> = rules.iter().map(|r| text(&r["id"])).collect();
    assert_eq!(ids.len(), rules.len());
    assert_eq!(list(&run["results"]).len(), bugs);
    let mut keys = BTreeSet::new();
    for result in list(&run["results"]) {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(keys.insert(text(&result["partialFingerprints"]["fzBug/v1"])));
        for location in result["locations"].as_array().into_iter().flatten() {
            let physical = &location["physicalLocation"];
            assert_eq!(physical["artifactLocation"]["uri"], "program.c");
            assert!(physical["region"]["startLine"].as_u64().unwrap() > 0);
        }
    }
}

/// The command line that is shown does what it says, in a shell.
fn it_runs_again(place: &Sandbox, bug: &Value) {
    let (build, line) = (&bug["again"][0][0], text(&bug["again"][0][1]));
    assert_eq!(build, "address");
    let shown = place.command("sh").args(["-c", line]).outcome();
    assert!(shown.err().contains("heap-use-after-free"), "{shown:?}");
}

fn nothing_is_run_twice(place: &Sandbox, arguments: &[&str], before: &Value) {
    let seen = place.text("report/seen.jsonl");
    let again = json(place, arguments, 1);
    assert_eq!(place.text("report/seen.jsonl"), seen);
    assert_eq!(&again, before);
    // A line that was cut off is seen again, and what was seen before it is not.
    let cut = seen.trim_end().rfind('\n').unwrap() + 20;
    fs::write(place.at("report/seen.jsonl"), &seen[..cut]).unwrap();
    json(place, arguments, 1);
    let renewed = place.text("report/seen.jsonl");
    assert_eq!(renewed.lines().count(), seen.lines().count());
    assert!(renewed.starts_with(&seen[..seen[..cut].rfind('\n').unwrap()]));
}

#[test]
fn without_debug_information_bugs_have_their_lines() {
    let place = Sandbox::new();
    build(&place, SMALL, &["-O1"]);
    place.write("in/null", "n!");
    place.write("in/abort", "a");
    place.write("in/the same", "a");
    let report = json(&place, &["-i", "in", "--minimise", "0", "--runs", "1"], 1);
    let titles: Vec<&str> = list(&report["bugs"])
        .iter()
        .map(|b| text(&b["title"]))
        .collect();
    assert_eq!(
        titles,
        [
            "SIGABRT at program.c:13 in main",
            "SIGSEGV at program.c:6 in first"
        ]
    );
    let abort = &report["bugs"][0];
    assert_eq!(list(&abort["inputs"]).len(), 2);
    assert_eq!(
        (&report["files"], &report["inputs"]),
        (&3.into(), &2.into())
    );
    assert!(abort["smallest"]["tries"].is_null());
    // The sources have gone, and the program carries them.
    fs::remove_file(place.at("program.c")).unwrap();
    let report = json(&place, &["-i", "in", "--minimise", "0", "--runs", "1"], 1);
    let line = list(&report["bugs"][1]["excerpts"][0]["lines"]);
    let line = line.iter().find(|l| l[0] == 6).unwrap();
    assert!(text(&line[1]).contains("/* here */"));
}

/// Bugs that an optimiser merges, or takes away.
const OPTIMISED: &str = include_str!("crashes/optimised.c");

#[test]
fn bugs_that_an_optimiser_hides_are_told_apart() {
    let place = Sandbox::new();
    build(&place, OPTIMISED, &["-O2"]);
    for (name, input) in [("in/a", "a!"), ("in/b", "b!"), ("in/w", "w9")] {
        place.write(name, input);
    }
    let report = json(&place, &["-i", "in", "--minimise", "0", "--runs", "1"], 1);
    let mut titles: Vec<&str> = list(&report["bugs"])
        .iter()
        .map(|b| text(&b["title"]))
        .collect();
    titles.sort_unstable();
    assert_eq!(
        titles,
        [
            "SIGABRT at program.c:6 in main",
            "SIGABRT at program.c:7 in main",
            "heap-buffer-overflow at program.c:8 in main"
        ]
    );
}

/// A harness whose bugs show in headers of the standard library.
const HARNESS: &str = include_str!("crashes/harness.cc");

#[test]
fn a_harness_for_another_engine_has_its_bugs_in_its_own_lines() {
    let place = Sandbox::new();
    place.write("program.cc", HARNESS);
    let compiled = ["-g", "-O2", "-w", "program.cc", "-o", "program"];
    let mut compile = place.command("fz-cxx");
    let built = compile
        .args(compiled)
        .envs([("FZ_ENGINE", "libfuzzer"), ("FZ_PROFILE", "compares")]);
    built.outcome().ok();
    for hash in ["a", "b"] {
        place.write(
            format!("out/crash-{}", hash.repeat(40)),
            ["vxx", "sxx"][usize::from(hash == "b")],
        );
    }
    place.write(format!("out/{}", "c".repeat(40)), "vxx");
    let report = json(&place, &["-i", "out", "--minimise", "0"], 1);
    let mut titles: Vec<&str> = list(&report["bugs"])
        .iter()
        .map(|b| text(&b["title"]))
        .collect();
    titles.sort_unstable();
    let expected = [
        "SIGABRT at program.cc:7 in LLVMFuzzerTestOneInput",
        "heap-buffer-overflow at program.cc:8 in LLVMFuzzerTestOneInput",
    ];
    assert_eq!(titles, expected);
    // The driver's frames, and the memory that it has put the input into, tell no bugs apart.
    let overflow = list(&report["bugs"])
        .iter()
        .find(|b| b["fault"]["what"] != "SIGABRT");
    assert!(
        overflow.unwrap()["fault"]["about"].is_null(),
        "{overflow:?}"
    );
    assert_eq!(report["left-out"]["corpus input"], 1);
}

#[test]
fn names_and_inputs_do_nothing() {
    let place = Sandbox::new();
    build(&place, SMALL, &["-g", "-O1"]);
    let hostile = "in/<img src=x onerror=alert(1)>\u{1b}[31m\n$(touch pwned)'\u{202e}";
    place.write(hostile, "n!<script>alert(1)</script>\u{1b}[31m");
    let arguments = [
        "-i",
        "in",
        "-o",
        "<b>$(touch pwned)\u{1b}[1m",
        "--sarif",
        "s",
        "--",
        "@@",
    ];
    let out = crashes(&place, &arguments, 1);
    let page = place.text("<b>$(touch pwned)\u{1b}[1m/index.html");
    for acting in ["<img", "<script", "<b>$", "\u{1b}", "\u{202e}"] {
        assert!(!page.contains(acting), "{acting}");
    }
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;⟪U+001B⟫"));
    for said in [&out.stdout, &out.stderr, place.text("s").as_bytes()] {
        let said = String::from_utf8_lossy(said);
        assert!(
            !said.contains('\u{1b}') && !said.contains('\u{202e}'),
            "{said}"
        );
    }
    let report: Value =
        serde_json::from_str(&place.text("<b>$(touch pwned)\u{1b}[1m/crashes.json")).unwrap();
    for command in list(&report["bugs"][0]["again"]) {
        let mut shell = Command::new("sh");
        let shell = env::bare(&mut shell).current_dir(place.dir());
        let out = shell.args(["-c", text(&command[1])]).output().unwrap();
        // By a signal, which the shell tells so.
        assert!(
            out.status.code().is_none_or(|code| code > 127 || code == 1),
            "{command}: {out:?}"
        );
    }
    assert!(!place.at("pwned").exists());
}

#[test]
fn nothing_to_find_is_status_0_and_what_is_wrong_is_said() {
    let place = Sandbox::new();
    build(&place, SMALL, &["-g", "-O1"]);
    place.write("fine/a", "x");
    let out = crashes(&place, &["-i", "fine"], 0);
    assert!(out.stdout.is_empty());
    let said = out.err();
    assert!(said.contains("0 bugs of 1 input"), "{said}");
    assert!(said.contains("fine/a did not crash again"), "{said}");

    // A folder that was mistyped is no campaign without a crash; and one without is.
    place.folder("nothing");
    let out = crashes(&place, &["-i", "nothing", "-o", "none"], 2);
    let said = out.err();
    assert!(
        said.contains("there is no file to run in nothing"),
        "{said}"
    );
    assert!(!place.at("none").exists());
    place.folder("crashes");
    crashes(&place, &["-i", "crashes", "-o", "none"], 0);

    place.write("mine/notes.txt", "keep me");
    let out = crashes(&place, &["-i", "fine", "-o", "mine"], 2);
    let said = out.err();
    assert!(said.contains("name another folder with -o"), "{said}");
    assert_eq!(place.text("mine/notes.txt"), "keep me");

    // One build cannot be made, and the others are.
    build(&place, SMALL, &["-g", "-O1", "-fsanitize=thread"]);
    place.write("in/null", "n!");
    let report = json(&place, &["-i", "in", "-o", "thread", "--minimise", "0"], 1);
    assert!(
        text(&report["builds"][0]["why-not"]).contains("not allowed with"),
        "{report}"
    );
    assert_eq!(report["bugs"][0]["build"], "undefined");

    // What carries nothing is run as it is.
    build(&place, SMALL, &["-g", "-O1"]);
    place.prints("extract --remove ./program");
    let report = json(&place, &["-i", "in", "-o", "bare"], 1);
    assert_eq!(report["bugs"][0]["build"], "as built");
    assert!(text(&report["builds"][0]["why-not"]).contains("carries no sources"));
}

/// A bug for each letter, two in each function. What ends them is of C++'s library, the compiler or a sanitizer.
#[test]
fn frames_of_libraries_and_compilers_are_no_bugs_place() {
    const LETTERS: &str = "abcdefghij";
    for flags in ["", "-static-libstdc++ -static-libgcc", "-fno-inline"] {
        let place = Sandbox::of("crashes");
        place
            .call(
                "fz-cxx",
                &[
                    &["-g", "-w", "cxx.cc", "-o", "program"],
                    &flags.split_whitespace().collect::<Vec<_>>()[..],
                ]
                .concat(),
            )
            .ok();
        place.inputs(
            "in",
            LETTERS.chars().map(|c| (c.to_string(), c.to_string())),
        );
        let report = json(&place, &["-i", "in", "--minimise", "0"], 1);
        let titles: BTreeMap<String, &str> = list(&report["bugs"])
            .iter()
            .map(|bug| {
                let inputs = list(&bug["inputs"]).iter().map(|i| text(&i["path"]));
                let names: Vec<&str> = inputs.map(|p| p.rsplit('/').next().unwrap()).collect();
                (names.join(" "), text(&bug["title"]))
            })
            .collect();
        let functions = ["wrong_delete", "too_much", "promised", "checked", "called"];
        for (letter, number) in LETTERS.chars().zip(0..) {
            let title = titles.get(&letter.to_string());
            let title = title
                .unwrap_or_else(|| panic!("{flags}: {letter} is no bug of its own: {titles:#?}"));
            let function = functions[number / 2];
            assert!(
                title.contains("cxx.cc:") && title.contains(function),
                "{flags}: {letter}: {title}"
            );
        }
    }
}

#[test]
fn time_outs_stand_apart_with_the_place_where_the_program_was() {
    let place = Sandbox::new();
    let source = "#include <stdlib.h>\n#include <unistd.h>\nvolatile int on = 1;\n\
        __attribute__((noinline)) void spin(void) { while (on) ; }\n\
        int main(void) { char c = 0; if (read(0, &c, 1) == 1 && c == 'h') spin(); return c == 'c' ? (abort(), 1) : 0; }\n";
    build(&place, source, &["-g", "-O1"]);
    place.write("out/default/hangs/id:000000", "hang");
    place.write("out/default/hangs/id:000001", "h");
    place.write("out/default/hangs/id:000002", "fine");
    let options = ["-i", "out", "-t", "500", "-o", "report"];
    let report = json(&place, &options, 0);
    assert_eq!(list(&report["bugs"]).len(), 0, "{report}");
    let [hang] = list(&report["hangs"]) else {
        panic!("{report}");
    };
    assert!(
        text(&hang["title"]).starts_with("time-out at program.c:4 in spin"),
        "{hang}"
    );
    assert_eq!(list(&hang["inputs"]).len(), 2);
    // No other build finds more in what takes too long.
    let builds = list(&report["builds"]).iter().map(|b| text(&b["name"]));
    assert_eq!(builds.collect::<Vec<_>>(), ["plain"]);
    place.write("out/default/crashes/id:000000,sig:06", "c");
    let out = crashes(&place, &options, 1);
    let said = out.out();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(
        lines[0].contains("1 input  SIGABRT at program.c:5 in main"),
        "{said}"
    );
    assert!(
        lines[1].starts_with("  2 inputs  time-out at program.c:4 in spin"),
        "{said}"
    );
    assert!(
        out.err()
            .contains("1 bug of 4 inputs, and 1 time-out beside them")
    );
}

#[test]
fn nothing_is_built_where_nothing_is_to_be_run() {
    let place = Sandbox::new();
    build(&place, SMALL, &["-g", "-O1"]);
    place.write("out/default/queue/id:000000,orig:seed", "fine");
    place.folder("out/default/crashes");
    let out = crashes(&place, &["-i", "out", "-o", "report"], 0);
    assert_eq!(out.out(), "");
    assert!(
        out.err()
            .contains("no crash and no time-out: there is nothing to run"),
        "{}",
        out.err()
    );
    assert!(!place.at("report/builds").exists());
    assert!(place.at("report/index.html").exists());
}
