//! `fz cov report --view mcdc`: evaluations of decisions, from the compiler to what is said of them. What real programs and generated
//! decisions give is held against llvm-cov and an evaluator in `cargo xtask test mcdc`.

use fz_tests::Sandbox;
use serde_json::{Value, json};

/// Each function of `program.c` asks bytes of the input, which are 0 or 1.
fn place(inputs: &[&[u8]]) -> Sandbox {
    let place = Sandbox::of("mcdc").env("FZ_ENGINE", "afl");
    place.numbered("in", inputs);
    place
}

/// A program in a store.
fn stored(place: &Sandbox, compile: &str) {
    place
        .run(&format!(
            "{compile} --fz-profile=coverage-mcdc -g -w -o program"
        ))
        .ok();
    place.says("cov collect ./program -i in -o s.fzcov --no-stacks --build coverage-mcdc -- @@");
}

fn evaluations(place: &Sandbox, store: &str) -> Value {
    place.json(&format!(
        "cov report --view mcdc {store} --all --limit 0 --json"
    ))
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
    let place = place(&INPUTS);
    stored(&place, "fz-cc program.c");
    let said = evaluations(&place, "s.fzcov");
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
        "BETWEEN(in[3], 2, 4) || BETWEEN(in[4], 6, 8)",
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
        "BETWEEN(in[3], 2, 4) || BETWEEN(in[4], 6, 8)",
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
    let place = place(&INPUTS[..5]);
    stored(&place, "fz-cxx program.cc");
    let said = evaluations(&place, "s.fzcov");
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
    let place = place(&INPUTS[..5]);
    stored(&place, "fz-cc program.c");
    let whole = evaluations(&place, "s.fzcov");
    for part in ["1/2", "2/2"] {
        let store = part.replace('/', "-");
        place.says(&format!(
            "cov collect ./program --label run=in -i in -o {store}.fzcov --no-stacks --shard {part} -- @@"
        ));
    }
    place.says("cov merge 1-2.fzcov 2-2.fzcov -o merged.fzcov");
    assert_eq!(
        evaluations(&place, "merged.fzcov")["listed"],
        whole["listed"]
    );
    let [shown, all] = ["shown", "all"].map(|k| whole["conditions"][k].as_u64().unwrap());
    let lcov = place.prints("cov report s.fzcov --format lcov");
    let taken = |wanted: &str| {
        let rows = lcov.lines().filter(|l| l.starts_with("MCDC:"));
        rows.filter(|l| l.split(',').nth(3) == Some(wanted)).count() as u64
    };
    assert_eq!(taken("1"), 2 * shown);
    assert_eq!(taken("1") + taken("0"), 2 * all);
    let export = place.json("cov report s.fzcov --format json");
    let listed = whole["listed"].as_array().unwrap();
    assert_eq!(export["decisions"].as_array().unwrap().len(), listed.len());
    let text = place.prints("cov report --view mcdc s.fzcov --select fun:nested");
    assert!(
        text.contains("program.c:9:27: !(in[0] || in[1]) && in[2]  (3 evaluations)"),
        "{text}"
    );
    assert!(
        text.contains("in[1]  only ever false; missing: F T - = false"),
        "{text}"
    );
    assert!(!text.contains("in[3]"), "{text}");
    place.says("cov report s.fzcov -o page.html");
    let page = place.text("page.html");
    let card = format!("{shown} of {all} conditions of");
    assert!(page.contains(&card), "{card}");
}

#[test]
fn what_has_no_evaluations_is_refused_with_what_to_do() {
    let place = place(&INPUTS[..2]);
    place.cc("--fz-profile=coverage --fz-capture=off -w program.c -o program");
    place.says("cov collect ./program -i in -o s.fzcov -- @@");
    let said = place.refuses("cov report --view mcdc s.fzcov");
    assert!(
        said.contains("collect with `fz cov collect --build coverage-mcdc` into a new store"),
        "{said}"
    );
    let said = place.refuses("cov collect ./program -i in -o m.fzcov --build coverage-mcdc -- @@");
    assert!(
        said.contains("build it with FZ_PROFILE=coverage-mcdc"),
        "{said}"
    );
    // Of what carries its sources the build is made.
    place.cc("--fz-profile=coverage -w program.c -o program");
    place.says("cov collect ./program -i in -o m.fzcov --build coverage-mcdc -- @@");
    assert!(
        evaluations(&place, "m.fzcov")["decisions"]["all"]
            .as_u64()
            .unwrap()
            > 5
    );
    let said = place.refuses("cov collect ./program -i in -o s.fzcov --build coverage-mcdc -- @@");
    assert!(said.contains("another program or build of it"), "{said}");
}
