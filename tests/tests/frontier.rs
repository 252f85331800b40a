//! `fz frontier`: where inputs stop, and what lies behind these places.

use fz_coverage::identities::Program;
use fz_tests::{RunCommand, Sandbox, peers::Aflpp};
use serde_json::{Value, json};

/// What each input opens is told by its first bytes. `shared` is called from two places, `of_table` through a table,
/// `by_address` once somebody has registered it.
const PROGRAM: &str = include_str!("frontier/program.c");

fn place() -> Sandbox {
    Sandbox::of("frontier").env("FZ_CAPTURE", "embed")
}

fn build(place: &Sandbox, profile: &str) {
    for words in [
        "-fPIC -shared library.c -o libown.so",
        "program.c -L. -lown -Wl,-rpath,$ORIGIN -o program",
    ] {
        place.cc(&format!("--fz-profile={profile} -g -O2 {words}"));
    }
}

fn listed(mut said: Value, name: &str) -> Vec<Value> {
    let Value::Array(listed) = said[name].take() else {
        panic!("no {name}: {said:#}")
    };
    listed
}

/// The places, as the command says them in JSON.
fn stops(place: &Sandbox, inputs: &[&str]) -> Vec<Value> {
    place.numbered("corpus", inputs);
    listed(
        place.json("frontier ./program -i corpus --limit 0 --json -- @@"),
        "places",
    )
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
    let place = place();
    build(&place, "coverage");
    let places = stops(&place, &["zzz", "A..."]);
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
    let places = stops(&place, &["zzz", "A...", "AB\x07."]);
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
    let place = place();
    build(&place, "coverage");
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
    let expected = told(&stops(&place, &inputs), &of_frontier);
    assert!(
        expected.iter().any(|line| line.contains("in_library")),
        "{expected:#?}"
    );
    let summary = |store: &str, more: &str| {
        let words = format!("cov report {store} --limit 0 --json{more}");
        listed(place.json(&words), "frontier")
    };
    for command in [
        "cov collect ./program -i corpus -o whole.fzcov -- @@",
        "cov collect ./program --label run=one -i corpus/0 -i corpus/1 -o one.fzcov -- @@",
        "cov collect ./program --label run=other -i corpus/2 -i corpus/3 -o other.fzcov -- @@",
        "cov merge one.fzcov other.fzcov -o merged.fzcov",
    ] {
        place.says(command);
    }
    for store in ["whole.fzcov", "merged.fzcov"] {
        assert_eq!(told(&summary(store, ""), &of_summary), expected, "{store}");
    }
    // Some of the runs only: what the others opened is still closed.
    let one = summary("merged.fzcov:run=one", "");
    let part = find(&one, "text[1] == 'B'");
    assert_eq!(part["behind"]["functions"], json!(["middle", "deep"]));

    let page = |format: &str, more: &str| {
        place.prints(&format!(
            "cov report merged.fzcov --view page --limit 0 --format {format}{more}"
        ))
    };
    let first = &stops(&place, &inputs)[0];
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
    let left = listed(
        place.json("frontier ./program -i corpus --limit 0 --json --ignore fun:main --ignore library.c -- @@"),
        "places",
    );
    assert!(
        !left.is_empty()
            && left
                .iter()
                .all(|p| p["function"] != "main" && p["function"] != "in_library"),
        "{left:#?}"
    );
    assert!(!page("markdown", " --ignore fun:main").contains("text[3]"));
    let slip = place.fz("cov report whole.fzcov --ignore fun:mian");
    slip.fails().says("fun:mian: no function or file");
}

/// What has no identity would be thought to run whenever what leads to it does.
#[test]
fn all_that_the_control_flow_counts_has_an_identity() {
    let place = place();
    build(&place, "coverage");
    let opened = fz_binary::Program::read(&place.at("program")).unwrap();
    let (images, missing) = opened.with_libraries().unwrap();
    assert_eq!((images.len(), missing), (2, &[][..]));
    let program = Program::of(images);
    let mut counters = 0;
    for (number, image) in images.iter().enumerate() {
        for graph in &image.graphs {
            let Some(counted) = program.counted.get(&(number, graph.start.at())) else {
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

/// Branches that clang makes of what the source decides once: whether a loop goes on, which function is called, and where
/// control goes when a variable goes out of scope.
#[test]
fn what_is_decided_once_is_one_place() {
    let place = place();
    place.write("program.c", place.read("ways.c"));
    build(&place, "coverage");
    let places = stops(&place, &["zzz"]);
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

    let places = stops(&place, &["zac"]);
    assert_eq!(behind(&places, "text[2] == 'b'"), ["one"]);
    let places = stops(&place, &["zabcd", "zabf"]);
    assert_eq!(behind(&places, "text[at + 1] != 'd'"), ["in_loop"]);
    assert_eq!(places.iter().find(is_open), None);
}

/// The same where objects are destroyed on each way.
#[test]
fn destructors_hide_no_way() {
    let place = place();
    place.cxx("--fz-profile=coverage -g -O2 destroyed.cc -o program");
    let places = stops(&place, &["zzz"]);
    let names = behind(&places, "text[0] == 'b'");
    assert_eq!(names, ["_ZL10after_loopi", "_ZL12after_stringi"]);
    assert_eq!(behind(&places, "text[0] == 'g'"), ["_ZL8returnedi"]);
    let names = behind(&places, "text[0] == 'z'");
    assert_eq!(names, ["_ZL5failsi", "_ZL6caughti"]);
}

/// The same where temporaries are destroyed between the condition and what it decides.
#[test]
fn temporaries_hide_no_condition() {
    let place = place();
    place.cxx("--fz-profile=coverage -g -O2 temporaries.cc -o program");
    let places = stops(&place, &["a---", "m----"]);
    for (condition, function) in [
        ("is(Text(\"b\"), text[1])", "_ZL4bothi"),
        ("is(Text(\"c\"), text[2])", "_ZL5threei"),
        ("is(Text(\"g\"), text[4])", "_ZL7in_loopi"),
        ("is(Text(\"h\"), text[5])", "_ZL6choseni"),
        ("is(Text(\"n\"), text[1])", "_ZL8returnedi"),
    ] {
        assert_eq!(behind(&places, condition), [function], "{condition}");
    }
    // Both operands lead to it.
    for condition in ["is(Text(\"e\"), text[0])", "is(Text(\"f\"), text[1])"] {
        assert_eq!(behind(&places, condition), [""; 0], "{condition}");
    }
    // What no condition decides is where exceptions would go: nothing but clean-ups.
    let is_open = |p: &&Value| p["condition"].is_null() && p["call"] == false;
    for open in places.iter().filter(is_open) {
        assert_eq!(open["functions"], json!([]), "{open}");
    }
    let places = stops(&place, &["a-c-", "mn--"]);
    let names = behind(&places, "is(Text(\"d\"), text[3])");
    assert_eq!(names, ["_ZL5threei"]);
    assert_eq!(behind(&places, "text[2] == 'o'"), ["_ZL8returnedi"]);
}

/// How far an address is from none, or from another object's, is another one in each run.
#[test]
fn addresses_are_not_near() {
    let place = place();
    place.write(
        "program.c",
        "#include <stdio.h>\n#include <stdlib.h>\n\
         __attribute__((noinline)) static int use(char *text, char *other) {\n\
         if (!text) return 1;\n\
         if (text == other) return 2;\n\
         if (text + *text == other + 3 || !other) return 3;\n\
         if (*text == 'A') return puts(text);\n\
         return 4;\n}\n\
         int main(void) {\n\
         char *text = malloc(9), other[9];\n\
         return fgets(text, 9, stdin) && use(text, other) == 5;\n}\n",
    );
    place.cc("--fz-profile=fuzz -g -O2 program.c -o program");
    place.numbered("corpus", ["C"]);
    let places = listed(
        place.json("frontier ./program -i corpus --limit 0 --json"),
        "places",
    );
    let told: Vec<&Value> = places.iter().filter(|p| !p["nearest"].is_null()).collect();
    assert_eq!(told.len(), 1, "{told:#?}");
    assert_eq!(find(&places, "*text == 'A'")["nearest"]["distance"], 2);
}

#[test]
fn the_nearest_input_is_told() {
    let place = place();
    build(&place, "fuzz");
    let places = stops(&place, &["A..", "AD.", "AE."]);
    let near = |condition: &str| find(&places, condition)["nearest"].clone();
    let told = near("text[1] == 'B'");
    assert_eq!(told["distance"], 2, "{told}");
    assert!(told["input"].as_str().unwrap().ends_with("/1"), "{told}");
    // E is seven from L.
    assert_eq!(near("text[1] == 'L'")["distance"], 7);
    // Two conditions of one line that this build asks at once: neither has a distance of its own.
    assert_eq!(near("!input"), Value::Null);

    let said = place.prints("frontier ./program -i corpus -- @@");
    assert!(
        said.contains("text[1] == 'B'  never true  (3 inputs)  nearest: 2 by corpus/1"),
        "{said}"
    );
}

#[test]
fn a_call_that_never_returned_is_a_place() {
    let place = place();
    build(&place, "coverage");
    let places = stops(&place, &["zzz", "E..."]);
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
    let place = place();
    build(&place, "fuzz");
    let places = stops(&place, &["A..."]);
    assert_eq!(behind(&places, "text[1] == 'B'"), ["deep", "middle"]);

    let out = place.fz("frontier ./program --map map");
    assert!(
        out.err().contains("--map is the map of such a build"),
        "{out:?}"
    );

    place.cc("--fz-profile=fuzz --fz-capture=off -O2 library.c program.c -o bare");
    let said = place.fz("frontier ./bare -i corpus -- @@").err();
    assert!(
        said.contains("carries no sources to make one of")
            && said.contains("compile and link it with fz-cc"),
        "{said}"
    );
}

#[test]
fn a_map_tells_the_same_as_its_inputs() {
    let place = place();
    build(&place, "coverage");
    let of_inputs = stops(&place, &["A..."]);
    for showmap in Aflpp::programs("afl-showmap") {
        let words = ["-q", "-o", "map", "--", "./program", "corpus/0"];
        let out = place.command(showmap).args(words).outcome();
        assert!(place.at("map").exists(), "{out:?}");
        let of_map = listed(
            place.json("frontier ./program --map map --limit 0 --json"),
            "places",
        );
        let told = |places: &[Value]| -> Vec<(String, String)> {
            let of = |p: &Value| (p["condition"].to_string(), p["functions"].to_string());
            places.iter().map(of).collect()
        };
        assert_eq!(told(&of_map), told(&of_inputs));
    }
}

/// Uses of one macro are one place; what no byte flows into comes last.
#[test]
fn bytes_that_decide_are_named_and_a_macro_stands_once() {
    let place = place();
    place.write("decided.c", include_str!("frontier/decided.c"));
    place.cc("-g -O1 -w decided.c -o decided").ok();
    place.numbered("corpus", ["Mabcdef", "zz"]);
    let said = place.prints("frontier ./decided -i corpus");
    let line = |part: &str| -> (usize, String) {
        let mut lines = said.lines().enumerate();
        let found = lines.find(|(_, l)| l.contains(part));
        let (at, line) = found.unwrap_or_else(|| panic!("{part}: {said}"));
        (at, line.to_owned())
    };
    assert!(
        line("b[1] == 'x'").1.contains("  decided by byte 1"),
        "{said}"
    );
    assert!(
        line("b[0] == 77").1.contains("  decided by byte 0"),
        "{said}"
    );
    assert!(
        line("n == 40").1.contains("  decided by the length"),
        "{said}"
    );
    assert!(
        line("(one) == ").1.contains("  in 2 uses of CHECK"),
        "{said}"
    );
    assert!(!said.contains("(two)"), "{said}");
    let last = line("no byte of these inputs is seen to decide these").0;
    assert!(line(": verbose").0 > last && line("b[1] == 'x'").0 < last);
}
