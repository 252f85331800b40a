//! `fz cov`: what has an identity in a build under the profile `coverage`, and which builds share it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

use fz_tests::{RunCommand, env, fz};
use serde_json::Value;

const MAIN: &str = include_str!("cov_identities/main.c");
const OTHER: &str = "static int helper(int a) {
    return a > 5 ? 3 : 4;
}
int other(int a, int b) {
    return helper(a - b);
}
";

fn tool(dir: &Path, name: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(fz().join("bin").join(name));
    env::bare(&mut command)
        .current_dir(dir)
        .envs([("FZ_PROFILE", "coverage"), ("FZ_ENGINE", "afl")])
        .args(arguments);
    command.outcome().ok().out()
}

/// Builds the sources in a folder, and runs the inputs.
fn collect(dir: &Path, sources: &[(&str, &str)], inputs: &[&str]) -> Vec<Value> {
    for (name, text) in sources {
        let path = dir.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let names: Vec<&str> = sources.iter().map(|(name, _)| *name).collect();
    tool(
        dir,
        "fz-cc",
        &[&["-g", "-w", "-o", "p"], &names[..]].concat(),
    );
    fs::create_dir_all(dir.join("in")).unwrap();
    for input in inputs {
        fs::write(dir.join("in").join(input), input).unwrap();
    }
    let _ = fs::remove_file(dir.join("s.fzcov"));
    tool(
        dir,
        "fz",
        &["cov", "collect", "./p", "-i", "in", "-o", "s.fzcov"],
    );
    let found = tool(dir, "fz", &["cov", "report", "s.fzcov", "--format", "json"]);
    let found: Value = serde_json::from_str(&found).unwrap();
    found["identities"].as_array().unwrap().clone()
}

/// How many inputs saw each outcome of each condition of a function, by text.
fn outcomes(identities: &[Value], function: &str) -> BTreeMap<String, BTreeMap<String, u64>> {
    let mut found: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    let mine = identities
        .iter()
        .filter(|i| i["kind"] == "outcome" && i["function"] == function);
    for identity in mine {
        let word = |name: &str| identity[name].as_str().unwrap().to_owned();
        let outcomes = found.entry(word("text")).or_default();
        outcomes.insert(word("outcome"), identity["inputs"].as_u64().unwrap());
    }
    found
}

#[test]
fn conditions_that_share_a_line_are_told_apart() {
    let scratch = tempfile::tempdir().unwrap();
    let inputs = ["12", "13", "32", "99"];
    let found = collect(
        scratch.path(),
        &[("main.c", MAIN), ("other.c", OTHER)],
        &inputs,
    );
    let sum = outcomes(&found, "sum");
    let expected = [
        ("a == 3", 1, 3),
        ("a < 4", 3, 1),
        ("b < 4", 3, 1),
        ("a == 1", 2, 2),
        ("b == 2", 2, 2),
    ];
    for (text, yes, no) in expected {
        let both = BTreeMap::from([("true".to_owned(), yes), ("false".to_owned(), no)]);
        assert_eq!(sum.get(text), Some(&both), "{text}: {sum:?}");
    }
    // What a macro hides, where it is used and where it is written.
    let hidden: Vec<&Value> = found
        .iter()
        .filter(|i| i["macro"] == "BOTH" && i["kind"] == "outcome")
        .collect();
    assert!(!hidden.is_empty());
    assert!(hidden.iter().all(|i| i["line"] == 13), "{hidden:?}");
}

#[test]
fn an_edit_changes_the_keys_of_its_function_alone() {
    let scratch = tempfile::tempdir().unwrap();
    let keys = |dir: &str, sources: &[(&str, &str)]| -> BTreeMap<String, BTreeSet<String>> {
        let dir = scratch.path().join(dir);
        let mut keys: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for identity in collect(&dir, sources, &["12"]) {
            let word = |name: &str| identity[name].as_str().unwrap().to_owned();
            keys.entry(word("function"))
                .or_default()
                .insert(word("key"));
        }
        keys
    };
    let before = keys("a", &[("main.c", MAIN), ("other.c", OTHER)]);
    let elsewhere = keys("b", &[("main.c", MAIN), ("other.c", OTHER)]);
    assert_eq!(elsewhere, before);
    // Lines move, one condition changes.
    let edited = MAIN
        .replace("int other(", "\n\n/* moved */\nint other(")
        .replace("a < 4", "a < 5");
    let after = keys("c", &[("main.c", &edited), ("other.c", OTHER)]);
    let changed: Vec<&String> = before.keys().filter(|f| before[*f] != after[*f]).collect();
    assert_eq!(changed, ["sum"]);
    let lost: Vec<_> = before["sum"].difference(&after["sum"]).collect();
    assert!((2..8).contains(&lost.len()), "{lost:?}");

    // Files of one name, in different folders, with functions of one name.
    let twice = [
        ("main.c", MAIN),
        ("x/part.c", OTHER),
        (
            "y/part.c",
            "static int helper(int a) {\n    return a > 6 ? 3 : 4;\n}\nint more(int a) {\n    return helper(a);\n}\n",
        ),
    ];
    let identities = collect(&scratch.path().join("d"), &twice, &["12"]);
    let helpers = identities
        .iter()
        .filter(|i| i["function"] == "helper" && i["kind"] == "function");
    assert_eq!(helpers.count(), 3);
}
