//! `fz cov mcdc`: evaluations of decisions, from the compiler to what is said of them. What real programs and generated
//! decisions give is held against llvm-cov and an evaluator in `cargo xtask test mcdc`.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use fz_tests::{env, fz};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Each function asks bytes of the input, which are 0 or 1.
const PROGRAM: &str = include_str!("mcdc/program.c");

const CPP: &str = include_str!("mcdc/cpp.cc");

struct Place(TempDir);

impl Place {
    fn new(inputs: &[&[u8]]) -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        fs::create_dir(place.dir().join("in")).unwrap();
        for (name, bytes) in inputs.iter().enumerate() {
            fs::write(place.dir().join("in").join(name.to_string()), bytes).unwrap();
        }
        place
    }

    fn dir(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, command: &str) -> Output {
        let mut words = command.split_whitespace();
        let name = words.next().unwrap();
        let mut command = Command::new(fz().join("bin").join(name));
        env::bare(&mut command)
            .current_dir(self.dir())
            .env("FZ_ENGINE", "afl")
            .args(words)
            .stdin(Stdio::null());
        command.output().unwrap()
    }

    fn done(&self, command: &str) -> String {
        let out = self.run(command);
        assert!(out.status.success(), "{command}: {out:?}");
        String::from_utf8(out.stdout).unwrap()
    }

    fn refused(&self, command: &str) -> String {
        let out = self.run(command);
        assert_eq!(out.status.code(), Some(2), "{command}: {out:?}");
        String::from_utf8(out.stderr).unwrap()
    }

    /// A program in a store.
    fn stored(&self, compiler: &str, file: &str, text: &str) {
        fs::write(self.dir().join(file), text).unwrap();
        self.done(&format!(
            "{compiler} --fz-profile=coverage-mcdc -g -w {file} -o program"
        ));
        self.done("fz cov collect ./program -i in -o s.fzcov --no-stacks --mcdc -- @@");
    }

    fn said(&self, store: &str) -> Value {
        let said = self.done(&format!("fz cov mcdc {store} --all --limit 0 --json"));
        serde_json::from_str(&said).unwrap()
    }
}

/// `a && b` of a function: its evaluations as `T-=false`, and which conditions were shown.
fn decision<'a>(said: &'a Value, function: &str, text: &str) -> (&'a Value, Vec<String>) {
    let listed = said["listed"].as_array().unwrap();
    let found = listed
        .iter()
        .find(|d| d["function"] == function && d["text"] == text);
    let found = found.unwrap_or_else(|| panic!("{function}: {text}: {said:#}"));
    let row = |e: &Value| {
        let answers = e["answers"].as_array().unwrap().iter();
        let answers: String = answers
            .map(|a| a.as_bool().map_or('-', |a| if a { 'T' } else { 'F' }))
            .collect();
        format!("{answers}={}", e["result"])
    };
    let rows = found["evaluations"].as_array().unwrap();
    (found, rows.iter().map(row).collect())
}

fn shown(decision: &Value) -> Vec<bool> {
    let conditions = decision["conditions"].as_array().unwrap();
    conditions.iter().map(|c| !c["pair"].is_null()).collect()
}

const INPUTS: [&[u8]; 6] = [
    &[0, 0, 0, 0, 0],
    &[1, 0, 0, 3, 0],
    &[1, 1, 0, 1, 7],
    &[0, 0, 1, 1, 5],
    &[1, 0, 1, 1, 9],
    // It crashes, and counts up to there.
    &[1, 1, 1, 1, 1, 9],
];

#[test]
fn evaluations_are_those_of_the_source() {
    let place = Place::new(&INPUTS);
    place.stored("fz-cc", "program.c", PROGRAM);
    let said = place.said("s.fzcov");
    let check = |function: &str, text: &str, rows: &[&str], wanted: &[bool]| {
        let (decision, found) = decision(&said, function, text);
        assert_eq!(found, rows, "{function}");
        assert_eq!(shown(decision), wanted, "{function}");
        assert_eq!(decision["recorded"], true);
    };
    check(
        "both",
        "in[0] && !in[1]",
        &["TT=true", "TF=false", "F-=false"],
        &[true, true],
    );
    check(
        "nested",
        "!(in[0] || in[1]) && in[2]",
        &["T--=false", "FFT=true", "FFF=false"],
        &[true, false, true],
    );
    // clang's own coverage gives up on both of these.
    check(
        "inside",
        "in[0] && both() + (in[1] || in[2]) > 1",
        &["TT=true", "TF=false", "F-=false"],
        &[true, true],
    );
    check(
        "inside",
        "in[1] || in[2]",
        &["T-=true", "FT=true", "FF=false"],
        &[true, true],
    );
    check(
        "settled",
        "(in[0] && 1) || (in[1] && 0)",
        &["T---=true", "F-F-=false"],
        &[true, false, false, false],
    );
    check(
        "range",
        "((in[3]) >= (2) && (in[3]) <= (4)) || ((in[4]) >= (6) && (in[4]) <= (8))",
        &["TT--=true", "F-TT=true", "F-TF=false", "F-F-=false"],
        &[true, false, true, true],
    );
    check(
        "loop",
        "n < 3 && in[n]",
        &["TT=true", "TF=false"],
        &[false, true],
    );
    // What `longjmp` leaves is no evaluation.
    check(
        "half",
        "in[0] && leave(in[1])",
        &["TF=false", "F-=false"],
        &[false, false],
    );
    check(
        "comma",
        "in[0] && (n++ , 1) && in[1]",
        &["T-T=true", "T-F=false", "F--=false"],
        &[true, false, true],
    );
    let (known, _) = decision(&said, "comma", "in[0] && (n++ , 1) && in[1]");
    assert_eq!(known["conditions"][1]["always"], true);
    let (left, rows) = decision(&said, "left", "in[0] && leave(in[1])");
    assert_eq!((&left["recorded"], rows.len()), (&json!(false), 0));
    // `main` calls it, too.
    assert_eq!(said["unrecorded"], 2);
    let (nested, _) = decision(&said, "nested", "!(in[0] || in[1]) && in[2]");
    let missing = &nested["conditions"][1]["missing"];
    assert_eq!(missing["answers"], json!([false, true, null]));
    let (range, _) = decision(
        &said,
        "range",
        "((in[3]) >= (2) && (in[3]) <= (4)) || ((in[4]) >= (6) && (in[4]) <= (8))",
    );
    assert_eq!(
        (&range["line"], &range["macro"]),
        (&json!(12), &Value::Null)
    );
    let first = range["evaluations"][0]["input"].as_str().unwrap();
    assert_eq!(first, "1");
}

#[test]
fn templates_constructors_lambdas_and_temporaries() {
    let place = Place::new(&INPUTS[..5]);
    place.stored("fz-cxx", "program.cc", CPP);
    let said = place.said("s.fzcov");
    let listed = said["listed"].as_array().unwrap();
    let of = |text: &str| -> Vec<&Value> { listed.iter().filter(|d| d["text"] == text).collect() };
    for (text, instances) in [
        ("x && !y", 2),
        ("this->x != y && (this->x & 1 || y & 1)", 2),
        ("in[at] || in[at + 1]", 1),
    ] {
        let found = of(text);
        assert!(found.len() >= instances, "{text}: {said:#}");
        let is_seen = |d: &&&Value| !d["evaluations"].as_array().unwrap().is_empty();
        assert!(found.iter().filter(is_seen).count() >= instances, "{text}");
    }
    let temporaries = listed
        .iter()
        .find(|d| d["function"] == "main" && d["text"].as_str().unwrap().contains("guard"));
    let temporaries = temporaries.unwrap_or_else(|| panic!("{said:#}"));
    assert_eq!(shown(temporaries), [true, true], "{temporaries:#}");
}

#[test]
fn it_is_merged_selected_exported_and_shown() {
    let place = Place::new(&INPUTS[..5]);
    place.stored("fz-cc", "program.c", PROGRAM);
    let whole = place.said("s.fzcov");
    for part in ["1/2", "2/2"] {
        let store = part.replace('/', "-");
        place.done(&format!(
            "fz cov collect ./program -i in -o {store}.fzcov --run in --no-stacks --shard {part} -- @@"
        ));
    }
    place.done("fz cov merge 1-2.fzcov 2-2.fzcov -o merged.fzcov");
    assert_eq!(place.said("merged.fzcov")["listed"], whole["listed"]);
    let [shown, all] = ["shown", "all"].map(|k| whole["conditions"][k].as_u64().unwrap());
    let lcov = place.done("fz cov export s.fzcov --format lcov");
    let taken = |wanted: &str| {
        let rows = lcov.lines().filter(|l| l.starts_with("MCDC:"));
        rows.filter(|l| l.split(',').nth(3) == Some(wanted)).count() as u64
    };
    assert_eq!(taken("1"), 2 * shown);
    assert_eq!(taken("1") + taken("0"), 2 * all);
    let export: Value =
        serde_json::from_str(&place.done("fz cov export s.fzcov --format json")).unwrap();
    let listed = whole["listed"].as_array().unwrap();
    assert_eq!(export["decisions"].as_array().unwrap().len(), listed.len());
    let text = place.done("fz cov mcdc s.fzcov --select fun:nested");
    assert!(
        text.contains("program.c:9:27: !(in[0] || in[1]) && in[2]  (3 evaluations)"),
        "{text}"
    );
    assert!(
        text.contains("in[1]  only ever false; missing: F T - = false"),
        "{text}"
    );
    assert!(!text.contains("in[3]"), "{text}");
    place.done("fz cov report s.fzcov -o page.html");
    let page = fs::read_to_string(place.dir().join("page.html")).unwrap();
    let card = format!("{shown} of {all} conditions of");
    assert!(page.contains(&card), "{card}");
}

#[test]
fn what_has_no_evaluations_is_refused_with_what_to_do() {
    let place = Place::new(&INPUTS[..2]);
    fs::write(place.dir().join("program.c"), PROGRAM).unwrap();
    place.done("fz-cc --fz-profile=coverage --fz-capture=off -w program.c -o program");
    place.done("fz cov collect ./program -i in -o s.fzcov -- @@");
    let said = place.refused("fz cov mcdc s.fzcov");
    assert!(
        said.contains("collect with `fz cov collect --mcdc` into a new store"),
        "{said}"
    );
    let said = place.refused("fz cov collect ./program -i in -o m.fzcov --mcdc -- @@");
    assert!(
        said.contains("build it with FZ_PROFILE=coverage-mcdc"),
        "{said}"
    );
    // Of what carries its sources the build is made.
    place.done("fz-cc --fz-profile=coverage -w program.c -o program");
    place.done("fz cov collect ./program -i in -o m.fzcov --mcdc -- @@");
    assert!(place.said("m.fzcov")["decisions"]["all"].as_u64().unwrap() > 5);
    let said = place.refused("fz cov collect ./program -i in -o s.fzcov --mcdc -- @@");
    assert!(said.contains("another program or build of it"), "{said}");
}
