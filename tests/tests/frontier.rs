//! `fz frontier`: where inputs stop, and what lies behind these places.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use fz_coverage::identities::Program;
use fz_tests::{env, fz, peers::Aflpp};
use serde_json::{Value, json};
use tempfile::TempDir;

/// What each input opens is told by its first bytes. `shared` is called from two places, `of_table` through a table,
/// `by_address` once somebody has registered it.
const PROGRAM: &str = include_str!("frontier/program.c");

const LIBRARY: &str = "#include \"library.h\"\nstatic int inner(int x) { return x ? x * 3 : 1; }\n\
                       int in_library(int x) { return x == 'Z' ? inner(x) : 0; }\n";

/// Branches that clang makes of what the source decides once: whether a loop goes on, which function is called, and where
/// control goes when a variable goes out of scope.
const WAYS: &str = include_str!("frontier/ways.c");

/// The same where objects are destroyed on each way.
const DESTROYED: &str = include_str!("frontier/destroyed.cc");

struct Place(TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        for (name, text) in [
            ("program.c", PROGRAM),
            ("library.c", LIBRARY),
            ("library.h", "int in_library(int);\n"),
        ] {
            fs::write(place.dir().join(name), text).unwrap();
        }
        place
    }

    fn dir(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, command: &str, profile: &str) -> Output {
        let mut words = command.split_whitespace();
        let name = words.next().unwrap();
        let mut command = Command::new(fz().join("bin").join(name));
        env::bare(&mut command)
            .current_dir(self.dir())
            .env("FZ_PROFILE", profile)
            .env("FZ_CAPTURE", "embed")
            .env("XDG_CACHE_HOME", self.dir().join("cache"))
            .args(words)
            .stdin(Stdio::null());
        command.output().unwrap()
    }

    fn build(&self, profile: &str) {
        for command in [
            "fz-cc -g -O2 -fPIC -shared library.c -o libown.so",
            "fz-cc -g -O2 program.c -L. -lown -Wl,-rpath,$ORIGIN -o program",
        ] {
            let out = self.run(command, profile);
            assert!(out.status.success(), "{command}: {out:?}");
        }
    }

    /// The places, as the command says them in JSON.
    fn places(&self, inputs: &[&str]) -> Vec<Value> {
        let folder = self.dir().join("corpus");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        for (number, input) in inputs.iter().enumerate() {
            fs::write(folder.join(number.to_string()), input).unwrap();
        }
        let out = self.run(
            "fz frontier ./program -i corpus --limit 0 --json -- @@",
            "fuzz",
        );
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "{said}");
        let value: Value = serde_json::from_slice(&out.stdout).unwrap();
        value["places"].as_array().unwrap().clone()
    }
}

/// The line of the program that has this text.
fn line_of(text: &str) -> u64 {
    let found = PROGRAM.lines().position(|line| line.contains(text));
    found.expect("a line of the program") as u64 + 1
}

fn find<'a>(places: &'a [Value], condition: &str) -> &'a Value {
    let found = places.iter().find(|p| p["condition"] == condition);
    found.unwrap_or_else(|| panic!("{condition} is no place of {places:#?}"))
}

fn behind(places: &[Value], condition: &str) -> Vec<String> {
    let functions = find(places, condition)["functions"].as_array().unwrap();
    let mut names: Vec<String> = functions
        .iter()
        .map(|f| f.as_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn what_lies_behind_a_place_is_what_only_it_leads_to() {
    let place = Place::new();
    place.build("coverage");
    let places = place.places(&["zzz", "A..."]);
    // A function and what it calls, two conditions further on.
    assert_eq!(behind(&places, "text[1] == 'B'"), ["deep", "middle"]);
    // In another image.
    assert_eq!(behind(&places, "text[1] == 'L'"), ["in_library", "inner"]);
    // Both cases call it: it lies behind the switch, and behind neither of its ways.
    let switch = find(&places, "text[3]");
    assert_eq!(behind(&places, "text[3]"), ["by_address", "shared"]);
    let ways = switch["ways"].as_array().unwrap();
    let of = |case: &str| {
        let way = ways.iter().find(|w| w["never"] == case).unwrap();
        way["functions"].as_array().unwrap().len()
    };
    assert_eq!((of("case 'x'"), of("case 'r'")), (0, 1));
    let all: Vec<_> = places
        .iter()
        .flat_map(|p| p["functions"].as_array().unwrap())
        .collect();
    // What a table has lies behind nothing; an address that is chosen, behind the choice.
    assert!(all.iter().all(|f| *f != "of_table"), "{places:#?}");
    assert_eq!(behind(&places, "text[5] == 'C'"), ["chosen"]);
    assert_eq!(behind(&places, "text[7] == 'W'"), ["asked_for"]);
    // No branch asks again what has been decided: it would be a place of its own, which no condition explains.
    let is_open = |p: &&Value| p["condition"].is_null() && p["call"] == false;
    assert_eq!(places.iter().find(is_open), None);
    assert_eq!(find(&places, "text[1] == 'B'")["inputs"], 1);
    assert_eq!(find(&places, "text[3]")["inputs"], 2);
    // The place that hides most is the first.
    let hides = |p: &Value| p["blocks"].as_u64().unwrap();
    assert!(places.windows(2).all(|p| hides(&p[0]) >= hides(&p[1])));

    // An input for a place opens it.
    let places = place.places(&["zzz", "A...", "AB\x07."]);
    assert!(places.iter().all(
        |p| p["condition"] != "text[1] == 'B'" || p["functions"].as_array().unwrap().is_empty()
    ));
    assert!(
        find(&places, "x > 3")["blocks"].as_u64().unwrap() > 0
            || find(&places, "x == 7")["blocks"].as_u64().unwrap() > 0
    );
}

/// A store keeps what it takes: its summary and its report say the same as the command, and a store of two parts too.
#[test]
fn a_store_says_the_same() {
    let place = Place::new();
    place.build("coverage");
    let inputs = ["zzz", "A...", "AB\x07.", "E..."];
    let told = |conditions: &[Value], behind: &dyn Fn(&Value) -> Value| {
        let mut told: Vec<String> = conditions
            .iter()
            .filter(|p| p["condition"].is_string())
            .map(|p| format!("{} {}", p["condition"], behind(p)))
            .collect();
        told.sort();
        told
    };
    let of_frontier = |p: &Value| json!([p["blocks"], p["decisions"], p["functions"]]);
    let of_summary = |p: &Value| {
        let behind = &p["behind"];
        json!([behind["blocks"], behind["decisions"], behind["functions"]])
    };
    let expected = told(&place.places(&inputs), &of_frontier);
    assert!(
        expected.iter().any(|line| line.contains("in_library")),
        "{expected:#?}"
    );
    let summary = |store: &str, more: &str| -> Vec<Value> {
        let out = place.run(
            &format!("fz cov summary {store} --limit 0 --json{more}"),
            "",
        );
        assert!(out.status.success(), "{out:?}");
        let value: Value = serde_json::from_slice(&out.stdout).unwrap();
        value["frontier"].as_array().unwrap().clone()
    };
    for command in [
        "fz cov collect ./program -i corpus -o whole.fzcov -- @@",
        "fz cov collect ./program -i corpus/0 -i corpus/1 --run one -o one.fzcov -- @@",
        "fz cov collect ./program -i corpus/2 -i corpus/3 --run other -o other.fzcov -- @@",
        "fz cov merge one.fzcov other.fzcov -o merged.fzcov",
    ] {
        let out = place.run(command, "");
        assert!(out.status.success(), "{command}: {out:?}");
    }
    for store in ["whole.fzcov", "merged.fzcov"] {
        assert_eq!(told(&summary(store, ""), &of_summary), expected, "{store}");
    }
    // Some of the runs only: what the others opened is still closed.
    let one = summary("merged.fzcov", " --run one");
    let part = find(&one, "text[1] == 'B'");
    assert_eq!(part["behind"]["functions"], json!(["middle", "deep"]));

    let page = |format: &str, more: &str| {
        let command = format!("fz cov report merged.fzcov --limit 0 --format {format}{more}");
        let out = place.run(&command, "");
        assert!(out.status.success(), "{out:?}");
        String::from_utf8(out.stdout).unwrap()
    };
    let first = &place.places(&inputs)[0];
    let text = page("text", "");
    let frontier: Vec<&str> = text
        .lines()
        .skip_while(|l| !l.contains("rontier:"))
        .collect();
    let place_of = format!("program.c:{}", first["line"]);
    assert!(frontier[2].contains(&place_of), "{first}\n{frontier:#?}");

    // What is left out by rule.
    let all = |p: &Value| p["function"] == "main";
    assert!(one.iter().any(all) && !summary("whole.fzcov", " --ignore fun:main").iter().any(all));
    let only = place.run("fz frontier ./program -i corpus --limit 0 --json --ignore fun:main --ignore library.c -- @@", "");
    let value: Value = serde_json::from_slice(&only.stdout).unwrap();
    let left = value["places"].as_array().unwrap();
    assert!(
        !left.is_empty()
            && left
                .iter()
                .all(|p| p["function"] != "main" && p["function"] != "in_library"),
        "{left:#?}"
    );
    assert!(!page("markdown", " --ignore fun:main").contains("text[3]"));
    let slip = place.run("fz cov summary whole.fzcov --ignore fun:mian", "");
    let said = String::from_utf8_lossy(&slip.stderr);
    assert!(
        !slip.status.success() && said.contains("fun:mian: no function or file"),
        "{said}"
    );
}

/// What has no identity would be thought to run whenever what leads to it does.
#[test]
fn all_that_the_control_flow_counts_has_an_identity() {
    let place = Place::new();
    place.build("coverage");
    let opened = fz_binary::Program::read(&place.dir().join("program")).unwrap();
    let (images, missing) = opened.with_libraries().unwrap();
    assert_eq!((images.len(), missing), (2, &[][..]));
    let program = Program::of(images);
    let mut counters = 0;
    for (number, image) in images.iter().enumerate() {
        for graph in &image.graphs {
            let Some(counted) = program.counted.get(&(number, graph.start)) else {
                assert!(graph.name.starts_with("__"), "{}", graph.name);
                continue;
            };
            let blocks = graph.blocks.iter().filter_map(|b| b.counter);
            let edges = graph.edges.iter().filter_map(|e| e.counter);
            for counter in blocks.chain(edges) {
                let known = counted.counters.contains_key(&counter);
                assert!(known, "{} counts by {counter}", graph.name);
                counters += 1;
            }
        }
    }
    assert!(counters > 30, "{counters}");
}

#[test]
fn what_is_decided_once_is_one_place() {
    let place = Place::new();
    fs::write(place.dir().join("program.c"), WAYS).unwrap();
    place.build("coverage");
    let places = place.places(&["zzz"]);
    assert_eq!(behind(&places, "text[1] == 'a'"), ["one"]);
    assert_eq!(behind(&places, "text[at] == 'c'"), ["in_loop"]);
    // Both operands lead to it.
    for condition in ["text[at] == 'e'", "text[at] == 'f'"] {
        assert_eq!(behind(&places, condition), [""; 0]);
    }
    assert_eq!(behind(&places, "inner[0] == 'g'"), ["returned"]);
    assert_eq!(behind(&places, "inner[0] == 'h'"), ["after_both"]);
    assert_eq!(behind(&places, "inner[0] == 'i'"), ["after_loop"]);
    let is_open = |p: &&Value| p["condition"].is_null() && p["call"] == false;
    assert_eq!(places.iter().find(is_open), None);

    let places = place.places(&["zac"]);
    assert_eq!(behind(&places, "text[2] == 'b'"), ["one"]);
    let places = place.places(&["zabcd", "zabf"]);
    assert_eq!(behind(&places, "text[at + 1] != 'd'"), ["in_loop"]);
    assert_eq!(places.iter().find(is_open), None);
}

#[test]
fn destructors_hide_no_way() {
    let place = Place::new();
    fs::write(place.dir().join("program.cc"), DESTROYED).unwrap();
    let out = place.run("fz-cxx -g -O2 program.cc -o program", "coverage");
    assert!(out.status.success(), "{out:?}");
    let places = place.places(&["zzz"]);
    let names = behind(&places, "text[0] == 'b'");
    assert_eq!(names, ["_ZL10after_loopi", "_ZL12after_stringi"]);
    assert_eq!(behind(&places, "text[0] == 'g'"), ["_ZL8returnedi"]);
    let names = behind(&places, "text[0] == 'z'");
    assert_eq!(names, ["_ZL5failsi", "_ZL6caughti"]);
}

#[test]
fn the_nearest_input_is_told() {
    let place = Place::new();
    place.build("fuzz");
    let places = place.places(&["A..", "AD.", "AE."]);
    let near = |condition: &str| find(&places, condition)["nearest"].clone();
    let told = near("text[1] == 'B'");
    assert_eq!(told["distance"], 2, "{told}");
    assert!(told["input"].as_str().unwrap().ends_with("/1"), "{told}");
    // E is seven from L.
    assert_eq!(near("text[1] == 'L'")["distance"], 7);
    // Two conditions of one line that this build asks at once: neither has a distance of its own.
    assert_eq!(near("!input"), Value::Null);

    let out = place.run("fz frontier ./program -i corpus -- @@", "fuzz");
    let said = String::from_utf8_lossy(&out.stdout);
    assert!(
        said.contains("text[1] == 'B'  never true  (3 inputs)  nearest: 2 by corpus/1"),
        "{said}"
    );
}

#[test]
fn a_call_that_never_returned_is_a_place() {
    let place = Place::new();
    place.build("coverage");
    let places = place.places(&["zzz", "E..."]);
    let call = places
        .iter()
        .find(|p| p["call"] == true && p["blocks"].as_u64() > Some(0));
    let call = call.unwrap_or_else(|| panic!("{places:#?}"));
    assert_eq!(
        (call["line"].as_u64(), &call["condition"]),
        (Some(line_of("stop(3);")), &Value::Null)
    );
}

#[test]
fn another_build_is_made_into_one_and_one_without_anything_is_refused() {
    let place = Place::new();
    place.build("fuzz");
    let places = place.places(&["A..."]);
    assert_eq!(behind(&places, "text[1] == 'B'"), ["deep", "middle"]);

    let out = place.run("fz frontier ./program --map map", "fuzz");
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(said.contains("--map is the map of such a build"), "{said}");

    let out = place.run(
        "fz-cc --fz-capture=off -O2 library.c program.c -o bare",
        "fuzz",
    );
    assert!(out.status.success(), "{out:?}");
    let out = place.run("fz frontier ./bare -i corpus -- @@", "fuzz");
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(
        said.contains("carries nothing to make it from") && said.contains("FZ_PROFILE=coverage"),
        "{said}"
    );
}

#[test]
fn a_map_tells_the_same_as_its_inputs() {
    let place = Place::new();
    place.build("coverage");
    let of_inputs = place.places(&["A..."]);
    for showmap in Aflpp::programs("afl-showmap") {
        let mut command = Command::new(showmap);
        let out = env::bare(&mut command)
            .current_dir(place.dir())
            .args(["-q", "-o", "map", "--", "./program", "corpus/0"])
            .output()
            .unwrap();
        assert!(place.dir().join("map").exists(), "{out:?}");
        let out = place.run("fz frontier ./program --map map --limit 0 --json", "fuzz");
        assert!(out.status.success(), "{out:?}");
        let value: Value = serde_json::from_slice(&out.stdout).unwrap();
        let told = |places: &[Value]| -> Vec<(String, String)> {
            let of = |p: &Value| (p["condition"].to_string(), p["functions"].to_string());
            places.iter().map(of).collect()
        };
        assert_eq!(told(value["places"].as_array().unwrap()), told(&of_inputs));
    }
}
