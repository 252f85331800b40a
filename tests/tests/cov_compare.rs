//! `fz cov report --view compare` of a program that was built and run: what each input reaches is plain from the source.

use fz_tests::Sandbox;
use serde_json::{Value, json};

/// By configuration, the inputs of its runs.
const RUNS: [(&str, [&[&str]; 2]); 2] = [
    ("one", [&["a"], &["a", "b"]]),
    ("two", [&["x"], &["x", "c"]]),
];

fn compare(place: &Sandbox, words: &str) -> Value {
    place.json(&format!("cov report --view compare --json {words}"))
}

/// All runs in `all.fzcov`, and each in a file of its own.
fn collected() -> Sandbox {
    let place = Sandbox::of("cov_compare").env("FZ_ENGINE", "afl");
    place.cc("--fz-profile=coverage -g p.c -o p");
    for (side, runs) in RUNS {
        for (inputs, number) in runs.iter().zip(1..) {
            let run = format!("{side}{number}");
            place.inputs(&run, inputs.iter().map(|input| (input, input)));
            place.says(&format!(
                "cov collect ./p --label configuration={side} -i {run} -o {run}.fzcov"
            ));
        }
    }
    place.says("cov merge one1.fzcov one2.fzcov two1.fzcov two2.fzcov -o all.fzcov");
    place
}

/// One kind of a comparison, and its sides.
fn of_kind<'a>(value: &'a Value, kind: &str) -> &'a Value {
    let kinds = value["programs"][0]["kinds"].as_array().unwrap();
    kinds.iter().find(|k| k["kind"] == kind).unwrap()
}

fn numbers<const N: usize>(side: &Value, names: [&str; N]) -> [f64; N] {
    names.map(|name| side[name].as_f64().unwrap())
}

#[test]
fn sides_are_told_apart_by_what_their_inputs_reach() {
    let place = collected();
    let value = compare(&place, "all.fzcov");
    let outcomes = of_kind(&value, "outcome");
    // "one" sees `c == 'a'` both ways and `c == 'b'` true; "two" the first false, the second false, the third both ways.
    assert_eq!(
        numbers(outcomes, ["known", "reached", "common"]),
        [6.0, 6.0, 1.0]
    );
    let [one, two] = &outcomes["sides"].as_array().unwrap()[..] else {
        panic!("{outcomes}")
    };
    let names = ["total", "only", "gained", "missed", "median"];
    assert_eq!(numbers(one, names), [3.0, 2.0, 0.0, 0.0, 2.0]);
    assert_eq!(numbers(two, names), [4.0, 3.0, 3.0, 2.0, 3.5]);
    assert_eq!(two["gained-percent"], 100.0);
    assert_eq!(
        (&one["ccs"]["median"], &one["ccs"]["mad"]),
        (&50.0.into(), &0.0.into())
    );
    assert_eq!(two["consistency"], json!([1, 3]));
    let lines = of_kind(&value, "line");
    let names = ["gained", "missed"];
    // Lines 7 is both's; 9, 10, 11 are only reached by "two", 6 and 8 only by "one".
    assert_eq!(numbers(&lines["sides"][1], names), [3.0, 2.0]);
    let bugs = &value["programs"][0]["crashes"]["bugs"];
    assert_eq!(bugs[0]["title"], "SIGABRT at p.c:10 in main");
    assert_eq!(
        (&bugs[0]["sides"][0]["runs"], &bugs[0]["sides"][1]["runs"]),
        (&0.into(), &2.into())
    );
    let notes = value["notes"].as_array().unwrap();
    let said = "2 runs of two and 2 of one cannot differ with p < 0.05";
    assert!(
        notes.iter().any(|n| n.as_str().unwrap().contains(said)),
        "{notes:?}"
    );

    // The same from several files, the other way round.
    let swapped = compare(
        &place,
        "b=two1.fzcov b=two2.fzcov a=one1.fzcov a=one2.fzcov",
    );
    let side = &of_kind(&swapped, "outcome")["sides"][1];
    assert_eq!(numbers(side, ["gained", "missed"]), [2.0, 3.0]);

    // A change that adds the second condition.
    let patch = "--- a/p.c\n+++ b/p.c\n@@ -6,0 +7,2 @@\n+  if (c == 'b')\n+    return 2;\n";
    place.write("change.patch", patch);
    let changed = compare(
        &place,
        "all.fzcov --patch change.patch --by configuration=two",
    );
    let outcomes = of_kind(&changed, "outcome");
    assert_eq!(
        numbers(outcomes, ["known", "reached", "common"]),
        [2.0, 2.0, 0.0]
    );
    assert_eq!(
        numbers(&outcomes["sides"][0], ["gained", "missed"]),
        [1.0, 1.0]
    );

    // A patch of other things is no mistake.
    place.write("change.patch", "");
    let nothing = place.prints("cov report --view compare all.fzcov --patch change.patch");
    let said = "note: change.patch adds no line of p that can be reached";
    assert!(nothing.contains(said), "{nothing}");
}

#[test]
fn people_get_words_and_pictures() {
    let place = collected();
    let text = place.prints("cov report --view compare all.fzcov -o out");
    for line in [
        "  one: 2 runs, 3 inputs (baseline)",
        "  two: 2 runs, 3 inputs, 2 crashed",
        "  No clear winner between two and one: two reaches 3 outcomes that one does not, and misses 2 (2 and 2 runs are too few to tell)",
        "  SIGABRT at p.c:10 in main: runs of one 0 of 2, two 2 of 2",
        "     2 of 2 runs  p.c:9:7: c == 'x': true",
    ] {
        assert!(text.lines().any(|l| l == line), "{line}\n{text}");
    }
    let made = place.names("out");
    for name in ["sides", "over-time", "consistency", "difficulty"] {
        for ending in ["csv", "json"] {
            assert!(
                made.contains(&format!("{name}.{ending}")),
                "{name}.{ending}: {made:?}"
            );
        }
    }
    assert!(place.text("out/sides.svg").starts_with("<svg"));
    for (words, said) in [
        (
            "all.fzcov --by configuration=tow",
            "unknown side `tow` (did you mean `two`?)",
        ),
        (
            "all.fzcov:configuration=three",
            "unknown configuration `three`",
        ),
        (
            "all.fzcov --select fun:parse*",
            "fun:parse*: no function or file of the program",
        ),
        ("all.fzcov --kind branch", "unknown kind `branch`"),
        (
            "all.fzcov --kind guard",
            "--kind guard: the program has none; there are function, line",
        ),
        (
            "all.fzcov --by configuration=\u{1b}[31m",
            "unknown side `⟪U+001B⟫[31m`",
        ),
        ("p", "p: it was not written by `fz cov collect`"),
        ("all.fzcov -o p", "-o p"),
    ] {
        place
            .fz(&format!("cov report --view compare {words}"))
            .fails()
            .says(said);
    }
}
