//! Each figure of coverage that stands in two places is one: whatever writes it, of one store it says the same, number by number.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use flate2::read::GzDecoder;
use fz_tests::Sandbox;
use serde_json::Value;

/// Reached, of what can be reached, in all.
type Count = [u64; 3];
type Counts = BTreeMap<String, Count>;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn numbers<const N: usize>(value: &Value, names: [&str; N]) -> [u64; N] {
    names.map(|name| {
        value[name]
            .as_u64()
            .unwrap_or_else(|| panic!("{name}: {value}"))
    })
}

fn count(value: &Value) -> Count {
    numbers(value, ["reached", "reachable", "all"])
}

/// The page's data, as its scripts unpack them.
fn unpacked(page: &str, id: &str) -> Value {
    let (_, rest) = page.split_once(&format!("id=\"{id}\">")).unwrap();
    let (packed, _) = rest.split_once('<').unwrap();
    let mut text = String::new();
    let bytes = BASE64_STANDARD.decode(packed).unwrap();
    GzDecoder::new(&bytes[..])
        .read_to_string(&mut text)
        .unwrap();
    json(&text)
}

fn share([reached, reachable, _]: Count) -> String {
    format!("{:.1} %", reached as f64 * 100.0 / reachable.max(1) as f64)
}

/// A store of a build that records evaluations, and what its summary says as JSON.
///
/// Conditions of the program have one outcome, both and none, `&&` of which one side decides, a `switch`, a template, and
/// code that nothing leads to: in two files.
fn collected() -> (Sandbox, Counts) {
    let dir = Sandbox::of("figures").env("FZ_ENGINE", "afl");
    dir.cxx("--fz-profile=coverage-mcdc -g -w a.cpp -o program");
    dir.numbered("in", ["", "ab", "xbc", "zzzz"]);
    dir.says("cov collect ./program --build coverage-mcdc -i in -o s.fzcov");
    let summary = dir.json("cov report s.fzcov --json");
    let counts = summary["reached"].as_object().unwrap().iter();
    let counts: Counts = counts
        .map(|(name, value)| (name.clone(), count(value)))
        .collect();
    let names: Vec<&str> = counts.keys().map(String::as_str).collect();
    let expected = [
        "conditions",
        "edges",
        "functions",
        "both-outcomes",
        "lines",
        "mc/dc",
        "outcomes",
        "regions",
    ];
    for name in expected {
        assert!(names.contains(&name), "{name}: {names:?}");
        let [reached, reachable, all] = counts[name];
        assert!(
            0 < reached && reached < reachable && reachable < all,
            "{name}: {counts:?}"
        );
    }
    (dir, counts)
}

/// Sums over files.
fn sums(files: &[Value], names: [&str; 3]) -> [Count; 3] {
    let mut sums = [[0; 3]; 3];
    for file in files {
        for (sum, name) in sums.iter_mut().zip(names) {
            let of = count(&file[name]);
            (0..3).for_each(|at| sum[at] += of[at]);
        }
    }
    sums
}

#[test]
fn a_figure_is_the_same_wherever_it_stands() {
    let (dir, counts) = collected();
    let whole = ["functions", "lines", "outcomes"].map(|name| counts[name]);

    // The summary for people, its files, and gates.
    let text = dir.prints("cov report s.fzcov");
    for (name, [reached, reachable, all]) in &counts {
        let title = name.replace('-', " ");
        let row = text.lines().find(|l| l.starts_with(&format!("{title} ")));
        let row = row.unwrap_or_else(|| panic!("{title}: {text}"));
        let words: Vec<&str> = row[title.len()..].split_whitespace().collect();
        let expected = [*reached, *reachable].map(|n| n.to_string());
        assert_eq!([words[0], words[2]], expected, "{row}");
        let of = [*reached, *reachable, *all];
        assert!(row.contains(&share(of)), "{row}");
        assert_eq!(
            reachable < all,
            row.ends_with(&format!("; {all} in all")),
            "{row}"
        );
        for (least, passed) in [(*reached, true), (reached + 1, false)] {
            let gate = format!("check s.fzcov --json --min {name}={least}");
            let checked = dir.fz(&gate).json();
            assert_eq!(checked["passed"], passed, "{gate}: {checked}");
            let said = checked["gates"][0]["said"].as_str().unwrap();
            assert!(
                said.starts_with(&format!("{title}: {reached} of {reachable}")),
                "{said}"
            );
        }
    }
    let summary = dir.json("cov report s.fzcov --json");
    let files = summary["files"].as_array().unwrap();
    assert_eq!(sums(files, ["functions", "lines", "outcomes"]), whole);

    // The page: its data, its table, its cards, and Markdown.
    dir.prints("cov report s.fzcov -o page");
    let page = dir.text("page/index.html");
    let index = unpacked(&page, "index");
    let rows = index["files"].as_array().unwrap();
    assert_eq!(sums(rows, ["functions", "lines", "outcomes"]), whole);
    let totals = json(&dir.text("page/data/totals.json"));
    let totals = totals.as_array().unwrap().iter();
    let kinds: Counts = totals
        .map(|row| {
            let name = row["kind"].as_str().unwrap().replace(' ', "-");
            (name, numbers(row, ["reached", "can-be-reached", "in-all"]))
        })
        .collect();
    assert_eq!(kinds, counts);
    let markdown = dir.prints("cov report s.fzcov --format markdown");
    for (name, of) in &counts {
        let [reached, reachable, all] = of;
        let title = name.replace('-', " ");
        let row = format!(
            "| {title} | {reached} | {reachable} | {} | {all} |",
            share(*of)
        );
        assert!(markdown.contains(&row), "{row}\n{markdown}");
    }
    for (name, things) in [
        ("functions", "functions"),
        ("lines", "lines"),
        ("outcomes", "outcomes"),
        ("mc/dc", "conditions of &amp;&amp; and ||"),
    ] {
        let [reached, reachable, all] = counts[name];
        let card = format!("{reached} of {reachable} reachable {things}; {all} in all");
        assert!(page.contains(&card), "{card}");
    }
    let [reached, reachable, all] = counts["outcomes"];
    let share = share(counts["outcomes"]);
    let verdict =
        format!("{reached} of {reachable} outcomes that can be reached ({share}; {all} in all)");
    assert!(markdown.contains(&verdict), "{verdict}\n{markdown}");

    // What the scripts of the page add up of a file's lines and conditions.
    let (mut lines, mut outcomes) = ([0; 3], [0; 3]);
    for at in 0..rows.len() {
        let file = unpacked(&page, &format!("file-{at}"));
        let add = |sum: &mut Count, thing: &Value, how: &Value| {
            let is_reached = thing["inputs"] != 0;
            sum[0] += u64::from(is_reached);
            sum[1] += u64::from(is_reached || how != "never");
            sum[2] += 1;
        };
        for line in file["counts"].as_array().unwrap() {
            add(&mut lines, line, &line["how"]);
        }
        for condition in file["conditions"].as_array().unwrap() {
            for outcome in condition["outcomes"].as_array().unwrap() {
                add(&mut outcomes, outcome, &condition["how"]);
            }
        }
    }
    assert_eq!([lines, outcomes], [counts["lines"], counts["outcomes"]]);
}

#[test]
fn other_tools_are_told_the_same() {
    let (dir, counts) = collected();
    let of = |name: &str| [counts[name][0], counts[name][1]];

    let lcov = dir.prints("cov report s.fzcov --format lcov");
    let sum = |name: &str| -> u64 {
        let values = lcov
            .lines()
            .filter_map(|l| l.strip_prefix(&format!("{name}:")));
        values.map(|v| v.parse::<u64>().unwrap()).sum()
    };
    assert_eq!([sum("FNH"), sum("FNF")], of("functions"));
    assert_eq!([sum("LH"), sum("LF")], of("lines"));
    assert_eq!([sum("BRH"), sum("BRF")], of("outcomes"));
    assert_eq!([sum("MCH") / 2, sum("MCF") / 2], of("mc/dc"));
    // Its records are what it counts.
    let records = |begin: &str, not: &[&str]| {
        let all = lcov.lines().filter(|l| l.starts_with(begin));
        let missed = all
            .clone()
            .filter(|l| not.iter().any(|end| l.ends_with(end)));
        let all = all.count() as u64;
        [all - missed.count() as u64, all]
    };
    assert_eq!(records("DA:", &[",0"]), of("lines"));
    assert_eq!(records("BRDA:", &[",0", ",-"]), of("outcomes"));

    let llvm = dir.json("cov report s.fzcov --format llvm");
    let totals = &llvm["data"][0]["totals"];
    for name in ["functions", "lines"] {
        assert_eq!(numbers(&totals[name], ["covered", "count"]), of(name));
    }
    assert_eq!(numbers(&totals["mcdc"], ["covered", "count"]), of("mc/dc"));

    let cobertura = dir.prints("cov report s.fzcov --format cobertura");
    let [reached, reachable] = of("lines");
    let lines = format!("lines-covered=\"{reached}\" lines-valid=\"{reachable}\"");
    let [reached, reachable] = of("outcomes");
    let branches = format!("branches-covered=\"{reached}\" branches-valid=\"{reachable}\"");
    assert!(
        cobertura.contains(&format!("{lines} {branches}")),
        "{lines} {branches}\n{cobertura}"
    );

    let exported = dir.json("cov report s.fzcov --format json");
    for (kind, name) in [
        ("function", "functions"),
        ("region", "regions"),
        ("outcome", "outcomes"),
        ("edge", "edges"),
    ] {
        let identities = exported["identities"].as_array().unwrap().iter();
        let mut found = [0; 3];
        for identity in identities.filter(|i| i["kind"] == kind) {
            found[0] += u64::from(identity["inputs"] != 0);
            found[1] += u64::from(identity["reachable"] == true);
            found[2] += 1;
        }
        assert_eq!(found, counts[name], "{name}");
    }

    let reach = dir.json("cov report --view reach s.fzcov --json");
    let program = &reach["programs"][0];
    let ran = program["functions"]["ran"].as_u64().unwrap();
    assert_eq!(
        [ran, program["reachable"].as_u64().unwrap()],
        of("functions")
    );
    let mcdc = dir.json("cov report --view mcdc s.fzcov --json");
    let conditions = numbers(&mcdc["conditions"], ["shown", "reachable", "all"]);
    assert_eq!(conditions, counts["mc/dc"]);
    let compared = dir.json("cov report --view compare s.fzcov --json");
    for kind in compared["programs"][0]["kinds"].as_array().unwrap() {
        let name = format!("{}s", kind["kind"].as_str().unwrap());
        let found = numbers(kind, ["reached", "reachable", "known"]);
        assert_eq!(found, counts[&name], "{name}");
    }
    let watched = dir
        .json("cov collect ./program --build coverage-mcdc -i in -o s.fzcov --report w.txt --json");
    for count in watched["counts"].as_array().unwrap() {
        let name = count["name"].as_str().unwrap();
        let name = name
            .strip_prefix("conditions ")
            .unwrap_or(name)
            .replace(' ', "-");
        assert_eq!(numbers(count, ["reached", "all"]), of(&name), "{name}");
    }
}

/// Where values stand in a value, each once: `files[].path`. Of lists without names only that they are there.
fn paths(value: &Value, at: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            let put =
                |(name, value): (&String, &Value)| paths(value, &format!("{at}.{name}"), found);
            fields.iter().for_each(put);
        }
        Value::Array(all) if all.iter().any(Value::is_object) => {
            all.iter()
                .for_each(|value| paths(value, &format!("{at}[]"), found));
        }
        _ => drop(found.insert(at.to_owned())),
    }
}

/// The names that the page's data have and that its scripts read.
const SCHEMA: &str = include_str!("figures/schema.txt");

#[test]
fn the_page_has_what_its_scripts_read() {
    let (dir, _) = collected();
    dir.prints("cov report s.fzcov -o page");
    let page = dir.text("page/index.html");
    let mut found = BTreeSet::new();
    for (id, name) in [
        ("index", "index"),
        ("calls", "calls"),
        ("file-0", "file"),
        ("file-1", "file"),
    ] {
        paths(&unpacked(&page, id), name, &mut found);
    }
    // A list that is empty here has something there.
    let full: Vec<String> = found.iter().cloned().collect();
    found.retain(|path| !full.iter().any(|p| p.starts_with(&format!("{path}[]"))));
    let lines = SCHEMA.lines().flat_map(|line| {
        let (of, names) = line.split_once(' ').unwrap_or_default();
        names
            .split_whitespace()
            .map(move |name| format!("{of}.{name}"))
    });
    let expected: BTreeSet<String> = lines.collect();
    assert_eq!(found, expected);
    let scripts = page.rsplit_once("'use strict';").unwrap().1;
    for path in &expected {
        let name = path.rsplit('.').next().unwrap().trim_end_matches("[]");
        assert!(scripts.contains(name), "{path}: no script reads it");
    }
}
