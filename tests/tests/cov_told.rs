//! What coverage says of a program in words: one notion of a line, files that have changed or not, what is fz's own, and units
//! of which nothing is known.

use fz_tests::Sandbox;
use serde_json::Value;

#[track_caller]
fn place() -> Sandbox {
    Sandbox::with([("in/1", "abcd")])
}

#[track_caller]
fn cc(place: &Sandbox, profile: &str, words: &str) {
    let words = format!("--fz-profile={profile} --fz-engine=afl -g -w {words}");
    place.cxx(&words);
}

/// Text of JSON that a command prints; notes go to the other output.
#[track_caller]
fn json(place: &Sandbox, words: &str) -> Value {
    let said = place.says(words);
    serde_json::from_str(said.trim()).unwrap_or_else(|e| panic!("{e}: {said}"))
}

/// Comments in front of code, macros at a line's beginning, `NULL`: what stands there is not what is compiled.
const SOURCE: &str = include_str!("cov_told/source.cc");

#[test]
fn a_line_is_one_thing_everywhere() {
    let place = place();
    place.write("a.cc", SOURCE);
    cc(&place, "coverage", "a.cc -o a");
    place.says("cov collect ./a -i in -o s.fzcov");
    let summary = json(&place, "cov report s.fzcov --json");
    let lines = &summary["reached"]["lines"];
    let (reached, all) = (
        lines["reached"].as_u64().unwrap(),
        lines["all"].as_u64().unwrap(),
    );
    assert!(reached < all && reached > 8, "{summary}");
    let compared = json(
        &place,
        "cov report --view compare s.fzcov --kind line --json",
    );
    let kinds = compared["programs"][0]["kinds"].as_array().unwrap();
    let of = |kind: &str| kinds.iter().find(|k| k["kind"] == kind).unwrap();
    assert_eq!(
        (&of("line")["reached"], &of("line")["known"]),
        (&lines["reached"], &lines["all"])
    );
    // What runs as one is another thing.
    assert!(of("region")["known"].as_u64().unwrap() > all);
    let text = place.says("cov report s.fzcov --view page --format text");
    assert!(
        text.contains(&format!("{reached} of {all}")) || text.contains(&format!("{reached}/{all}")),
        "{reached} {all}: {text}"
    );
    place.says("cov report s.fzcov --format lcov -o s.info");
    let lcov = place.text("s.info");
    assert!(
        lcov.contains(&format!("LF:{all}\nLH:{reached}\n")),
        "{lcov}"
    );
    // Paths are below what they share, and a long switch is a line.
    let summary = place.says("cov report s.fzcov --all");
    let shared = place.dir().canonicalize().unwrap();
    let shared = format!("paths are relative to {}", shared.display());
    assert!(summary.lines().any(|l| l == shared), "{summary}");
    for line in [
        "  a.cc:11:11: c  never 8 of 9 cases: 16, 17, 18, 19, 20, 21, 22, 23  (1 input)",
        "  a.cc:17:38: text  never false  (1 input)",
    ] {
        assert!(summary.lines().any(|l| l.ends_with(line)), "{summary}");
    }
}

#[test]
fn a_file_has_changed_if_it_says_something_else() {
    let place = place();
    place.write("a.cc", SOURCE);
    cc(&place, "coverage", "a.cc -o a");
    place.says("cov collect ./a -i in -o s.fzcov");
    let report = || place.says("cov report s.fzcov --view page --format text");
    let said = report();
    assert!(!said.contains("changed"), "{said}");
    // The same lines, but for a word that nothing stands at.
    place.write("a.cc", SOURCE.replace("two", "three"));
    let said = report();
    assert!(
        said.contains("1 file changed since the build: a.cc"),
        "{said}"
    );
    place.write("a.cc", SOURCE);
    assert!(!report().contains("changed"));
}

#[test]
fn what_is_fzs_own_is_in_nobodys_frontier() {
    let place = place();
    place.write(
        "a.cc",
        include_str!("cov_told/what-is-fzs-own-is-in-nobodys-frontier.c"),
    );
    cc(&place, "coverage", "a.cc -o a");
    place.says("cov collect ./a -i in -o s.fzcov");
    let summary = json(&place, "cov report s.fzcov --json --limit 0");
    let frontier = summary["frontier"].as_array().unwrap();
    let texts: Vec<&str> = frontier
        .iter()
        .map(|c| c["condition"].as_str().unwrap())
        .collect();
    assert_eq!(texts, ["length > 2"]);
    assert_eq!(summary["reached"]["functions"]["all"], 1);
    let report = place.says("cov report s.fzcov --view page --format text");
    assert!(
        !report.contains("built-in") && !report.contains("fz_") && !report.contains("not found"),
        "{report}"
    );
}

#[test]
fn units_without_a_record_are_named() {
    let place = place();
    place.write("a.cc", SOURCE);
    place.write("old.cc", "int old(int c) { return c > 3; }\n");
    place.write("g.c", "int foreign(int c) { return c > 3; }\n");
    place.run(&format!("{} -c g.c -o g.o", fz_llvm::CLANG)).ok();
    cc(&place, "fuzz", "-c old.cc -o old.o");
    cc(&place, "coverage", "-c a.cc -o a.o");
    cc(&place, "coverage", "a.o old.o g.o -o mixed");
    cc(&place, "coverage", "a.o -o pure");
    let said = place.says("cov collect ./mixed -i in -o s.fzcov");
    let note = |said: &str| {
        let note = "2 units of the program have no coverage record (";
        said.contains(note)
            && said.contains("profile fuzz: old.cc")
            && said.contains("another compiler: g.o")
    };
    assert!(note(&said), "{said}");
    // The store knows it, and so does what joins stores.
    for words in [
        "report s.fzcov",
        "report s.fzcov --view page --format text",
        "report s.fzcov --view compare",
    ] {
        let said = place.says(&format!("cov {words}"));
        assert!(note(&said), "{words}: {said}");
    }
    let summary = json(&place, "cov report s.fzcov --json");
    assert_eq!(summary["unrecorded"].as_array().unwrap().len(), 2);
    // What is counted is about the rest, and so are files.
    assert!(!summary.to_string().contains("/old.cc"), "{summary}");
    let report = place.says("cov report s.fzcov --view page --format text");
    assert!(!report.contains("may have changed"), "{report}");
    let said = place.says("cov collect ./pure -i in -o t.fzcov");
    assert!(!said.contains("no coverage record"), "{said}");
    let pure = json(&place, "cov report t.fzcov --json");
    assert_eq!(summary["reached"], pure["reached"]);
    place.says("cov merge s.fzcov t.fzcov -o u.fzcov --force");
    assert!(note(&place.says("cov report u.fzcov")));
}

#[test]
fn of_a_build_by_another_profile_edges_are_counted() {
    let place = place();
    place.write("a.cc", SOURCE);
    cc(&place, "fuzz", "a.cc -o a");
    let said = place.says("cov collect ./a -i in -o s.fzcov --build as-is");
    assert!(
        said.contains("the program counts edges") && !said.contains("no coverage record"),
        "{said}"
    );
    let summary = json(&place, "cov report s.fzcov --json");
    assert!(
        summary["reached"]["functions"]["all"].as_u64() > Some(0),
        "{summary}"
    );
}

/// Each input that came to a switch counts, whichever way it took.
#[test]
fn inputs_of_a_switch_are_those_of_all_its_ways() {
    let place = place();
    place.write("in/1", "a");
    place.write("in/2", "b");
    place.write(
        "s.cc",
        "#include <cstdio>\nint main() {\n  switch (getchar()) { case 'a': return 1; case 'b': return 2; case 'c': return 3; }\n}\n",
    );
    cc(&place, "coverage", "s.cc -o s");
    place.says("cov collect ./s -i in -o s.fzcov");
    let summary = json(&place, "cov report s.fzcov --json");
    assert_eq!(summary["frontier"][0]["inputs"], 2, "{summary}");
    let said = place.says("cov report s.fzcov");
    assert!(said.contains("default  (2 inputs)"), "{said}");
    place.says("cov report s.fzcov --view page --format text --limit 1 -o report");
    let report = place.text("report");
    let frontier = report.lines().find(|l| l.contains("case 'c', default"));
    assert!(
        frontier.is_some_and(|l| l.contains("s.cc:3       2  ")),
        "{report}"
    );
}

/// What the compiler makes has no place: the total is what the files have together.
#[test]
fn functions_of_the_compiler_are_nobodys() {
    let place = place();
    let source = "#include <vector>\nstruct A { A(); ~A(); int n; };\nA::A() : n(1) {}\nA::~A() { n = 0; }\nA one;\n\
        extern \"C\" int getchar();\nint main() { std::vector<int> v(3); return v[1] + one.n == getchar(); }\n";
    place.write("v.cc", source);
    cc(&place, "coverage", "v.cc -o v");
    place.says("cov collect ./v -i in -o v.fzcov");
    let summary = json(&place, "cov report v.fzcov --json");
    let files = summary["files"].as_array().unwrap().iter();
    let of_files: u64 = files.map(|f| f["functions"]["all"].as_u64().unwrap()).sum();
    assert_eq!(
        summary["reached"]["functions"]["all"], of_files,
        "{summary}"
    );
}

#[test]
fn maps_name_functions_as_people_do() {
    let place = place();
    place.write("a.cc", SOURCE);
    cc(&place, "fuzz", "a.cc -o a");
    let edges: Vec<String> = (1..9).map(|edge| format!("{edge}:1\n")).collect();
    place.write("map", edges.concat());
    let all = place.says("inspect --map map ./a");
    assert!(all.contains("  ns::parse(int)\n"), "{all}");
    for rule in ["ns::parse", "fun:ns::parse(int)", "_ZN2ns5parseEi"] {
        let some = place.says(&format!("inspect --map map --select {rule} ./a"));
        assert!(
            some.contains("  ns::parse(int)\n") && !some.contains("  main\n"),
            "{rule}: {some}"
        );
    }
    let edge = json(&place, "inspect --map map --json ./a")["edges"][0].clone();
    assert!(
        edge["name"].is_string() && edge["function"].is_string(),
        "{edge}"
    );
}
