//! What coverage says of a program in words: one notion of a line, files that have changed or not, what is fz's own, and units
//! of which nothing is known.

use std::{fs, path::Path, process::Command};

use fz_tests::{env, fz};
use serde_json::Value;
use tempfile::TempDir;

struct Place(TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        fs::create_dir(place.dir().join("in")).unwrap();
        place.write("in/1", "abcd");
        place
    }

    fn dir(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.dir().join(name), text).unwrap();
    }

    /// What a command says, on both its outputs.
    #[track_caller]
    fn run(&self, program: &Path, words: &str) -> String {
        let mut command = Command::new(program);
        env::bare(&mut command);
        let out = command
            .current_dir(self.dir())
            .args(words.split(' '))
            .output()
            .unwrap();
        let said = [out.stdout, out.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(out.status.success(), "{words}: {said}");
        said
    }

    #[track_caller]
    fn cc(&self, profile: &str, words: &str) {
        let words = format!("--fz-profile={profile} --fz-engine=afl -g -w {words}");
        self.run(&fz().join("bin/fz-cxx"), &words);
    }

    #[track_caller]
    fn fz(&self, words: &str) -> String {
        self.run(&fz().join("bin/fz"), words)
    }

    /// Text of JSON that a command prints; notes go to the other output.
    #[track_caller]
    fn json(&self, words: &str) -> Value {
        let said = self.fz(words);
        serde_json::from_str(said.trim()).unwrap_or_else(|e| panic!("{e}: {said}"))
    }
}

/// Comments in front of code, macros at a line's beginning, `NULL`: what stands there is not what is compiled.
const SOURCE: &str = include_str!("cov_told/source.cc");

#[test]
fn a_line_is_one_thing_everywhere() {
    let place = Place::new();
    place.write("a.cc", SOURCE);
    place.cc("coverage", "a.cc -o a");
    place.fz("cov collect ./a -i in -o s.fzcov");
    let summary = place.json("cov summary s.fzcov --json");
    let lines = &summary["reached"]["lines"];
    let (reached, all) = (
        lines["reached"].as_u64().unwrap(),
        lines["all"].as_u64().unwrap(),
    );
    assert!(reached < all && reached > 8, "{summary}");
    let compared = place.json("cov compare s.fzcov --kind line --json");
    let kinds = compared["programs"][0]["kinds"].as_array().unwrap();
    let of = |kind: &str| kinds.iter().find(|k| k["kind"] == kind).unwrap();
    assert_eq!(
        (&of("line")["reached"], &of("line")["known"]),
        (&lines["reached"], &lines["all"])
    );
    // What runs as one is another thing.
    assert!(of("region")["known"].as_u64().unwrap() > all);
    let text = place.fz("cov report s.fzcov --format text");
    assert!(
        text.contains(&format!("{reached} of {all}")) || text.contains(&format!("{reached}/{all}")),
        "{reached} {all}: {text}"
    );
    place.fz("cov export s.fzcov --format lcov -o s.info");
    let lcov = fs::read_to_string(place.dir().join("s.info")).unwrap();
    assert!(
        lcov.contains(&format!("LF:{all}\nLH:{reached}\n")),
        "{lcov}"
    );
    // Paths are below what they share, and a long switch is a line.
    let summary = place.fz("cov summary s.fzcov --files");
    let shared = place.dir().canonicalize().unwrap();
    let shared = format!("files are below {}", shared.display());
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
    let place = Place::new();
    place.write("a.cc", SOURCE);
    place.cc("coverage", "a.cc -o a");
    place.fz("cov collect ./a -i in -o s.fzcov");
    let report = || place.fz("cov report s.fzcov --format text");
    let said = report();
    assert!(!said.contains("changed"), "{said}");
    // The same lines, but for a word that nothing stands at.
    place.write("a.cc", &SOURCE.replace("two", "three"));
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
    let place = Place::new();
    place.write(
        "a.cc",
        "#include <unistd.h>
#define AGAIN while (__AFL_LOOP(1000))
__AFL_FUZZ_INIT();
int main() {
  unsigned char *text = __AFL_FUZZ_TESTCASE_BUF;
  AGAIN {
    int length = __AFL_FUZZ_TESTCASE_LEN;
    if (length > 2) text++;
  }
}
",
    );
    place.cc("coverage", "a.cc -o a");
    place.fz("cov collect ./a -i in -o s.fzcov");
    let summary = place.json("cov summary s.fzcov --json --limit 0");
    let frontier = summary["frontier"].as_array().unwrap();
    let texts: Vec<&str> = frontier
        .iter()
        .map(|c| c["condition"].as_str().unwrap())
        .collect();
    assert_eq!(texts, ["length > 2"]);
    assert_eq!(summary["reached"]["functions"]["all"], 1);
    let report = place.fz("cov report s.fzcov --format text");
    assert!(
        !report.contains("built-in") && !report.contains("fz_") && !report.contains("not found"),
        "{report}"
    );
}

#[test]
fn units_without_a_record_are_named() {
    let place = Place::new();
    place.write("a.cc", SOURCE);
    place.write("old.cc", "int old(int c) { return c > 3; }\n");
    place.write("g.c", "int foreign(int c) { return c > 3; }\n");
    place.run(Path::new(fz_llvm::CLANG), "-c g.c -o g.o");
    place.cc("fuzz", "-c old.cc -o old.o");
    place.cc("coverage", "-c a.cc -o a.o");
    place.cc("coverage", "a.o old.o g.o -o mixed");
    place.cc("coverage", "a.o -o pure");
    let said = place.fz("cov collect ./mixed -i in -o s.fzcov");
    let note = |said: &str| {
        let note = "2 units of the program have no coverage record (";
        said.contains(note)
            && said.contains("profile fuzz: old.cc")
            && said.contains("another compiler: g.o")
    };
    assert!(note(&said), "{said}");
    // The store knows it, and so does what joins stores.
    for words in [
        "summary s.fzcov",
        "report s.fzcov --format text",
        "compare s.fzcov",
    ] {
        let said = place.fz(&format!("cov {words}"));
        assert!(note(&said), "{words}: {said}");
    }
    let summary = place.json("cov summary s.fzcov --json");
    assert_eq!(summary["unrecorded"].as_array().unwrap().len(), 2);
    // What is counted is about the rest, and so are files.
    assert!(!summary.to_string().contains("/old.cc"), "{summary}");
    let report = place.fz("cov report s.fzcov --format text");
    assert!(!report.contains("may have changed"), "{report}");
    let said = place.fz("cov collect ./pure -i in -o t.fzcov");
    assert!(!said.contains("no coverage record"), "{said}");
    let pure = place.json("cov summary t.fzcov --json");
    assert_eq!(summary["reached"], pure["reached"]);
    place.fz("cov merge s.fzcov t.fzcov -o u.fzcov --force");
    assert!(note(&place.fz("cov summary u.fzcov")));
}

#[test]
fn of_a_build_by_another_profile_edges_are_counted() {
    let place = Place::new();
    place.write("a.cc", SOURCE);
    place.cc("fuzz", "a.cc -o a");
    let said = place.fz("cov collect ./a -i in -o s.fzcov --as-built");
    assert!(
        said.contains("the program counts edges") && !said.contains("no coverage record"),
        "{said}"
    );
    let summary = place.json("cov summary s.fzcov --json");
    assert!(
        summary["reached"]["functions"]["all"].as_u64() > Some(0),
        "{summary}"
    );
}

/// Each input that came to a switch counts, whichever way it took.
#[test]
fn inputs_of_a_switch_are_those_of_all_its_ways() {
    let place = Place::new();
    place.write("in/1", "a");
    place.write("in/2", "b");
    place.write(
        "s.cc",
        "#include <cstdio>\nint main() {\n  switch (getchar()) { case 'a': return 1; case 'b': return 2; case 'c': return 3; }\n}\n",
    );
    place.cc("coverage", "s.cc -o s");
    place.fz("cov collect ./s -i in -o s.fzcov");
    let summary = place.json("cov summary s.fzcov --json");
    assert_eq!(summary["frontier"][0]["inputs"], 2, "{summary}");
    let said = place.fz("cov summary s.fzcov");
    assert!(said.contains("default  (2 inputs)"), "{said}");
    place.fz("cov report s.fzcov --format text --limit 1 -o report");
    let report = fs::read_to_string(place.dir().join("report")).unwrap();
    let frontier = report.lines().find(|l| l.contains("case 'c', default"));
    assert!(
        frontier.is_some_and(|l| l.contains("s.cc:3       2  ")),
        "{report}"
    );
}

/// What the compiler makes has no place: the total is what the files have together.
#[test]
fn functions_of_the_compiler_are_nobodys() {
    let place = Place::new();
    let source = "#include <vector>\nstruct A { A(); ~A(); int n; };\nA::A() : n(1) {}\nA::~A() { n = 0; }\nA one;\n\
        int main() { std::vector<int> v(3); return v[1] + one.n == 9; }\n";
    place.write("v.cc", source);
    place.cc("coverage", "v.cc -o v");
    place.fz("cov collect ./v -i in -o v.fzcov");
    let summary = place.json("cov summary v.fzcov --json");
    let files = summary["files"].as_array().unwrap().iter();
    let of_files: u64 = files.map(|f| f["functions"]["all"].as_u64().unwrap()).sum();
    assert_eq!(
        summary["reached"]["functions"]["all"], of_files,
        "{summary}"
    );
}

#[test]
fn maps_name_functions_as_people_do() {
    let place = Place::new();
    place.write("a.cc", SOURCE);
    place.cc("fuzz", "a.cc -o a");
    let edges: Vec<String> = (1..9).map(|edge| format!("{edge}:1\n")).collect();
    place.write("map", &edges.concat());
    let all = place.fz("inspect --map map ./a");
    assert!(all.contains("  ns::parse(int)\n"), "{all}");
    for rule in ["ns::parse", "fun:ns::parse(int)", "_ZN2ns5parseEi"] {
        let some = place.fz(&format!("inspect --map map --select {rule} ./a"));
        assert!(
            some.contains("  ns::parse(int)\n") && !some.contains("  main\n"),
            "{rule}: {some}"
        );
    }
    let edge = place.json("inspect --map map --json ./a")["edges"][0].clone();
    assert!(
        edge["name"].is_string() && edge["function"].is_string(),
        "{edge}"
    );
}
