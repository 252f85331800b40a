//! `fz cov check` and `fz cov search`: gates for CI, and who comes by a line.

use std::{ffi::OsStr, fs, os::unix::ffi::OsStrExt, path::Path, process::Output};

use fz_tests::start::{self, stderr, tool};
use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = include_str!("cov_check/program.c");

struct Place(TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        place.build(PROGRAM);
        place.collect("old", &[("one", "1"), ("two", "2")]);
        place
    }

    fn dir(&self) -> &Path {
        self.0.path()
    }

    fn build(&self, source: &str) {
        fs::write(self.dir().join("program.c"), source).unwrap();
        let words = ["--fz-profile=coverage", "-g", "program.c", "-o", "program"];
        start::run(tool("fz-cc", self.dir()).args(words));
    }

    /// A store of a corpus.
    fn collect(&self, name: &str, inputs: &[(impl AsRef<OsStr>, &str)]) {
        let folder = self.dir().join(name);
        fs::create_dir(&folder).unwrap();
        for (name, text) in inputs {
            fs::write(folder.join(name.as_ref()), text).unwrap();
        }
        let words = format!("cov collect ./program -i {name} -o {name}.fzcov");
        start::run(tool("fz", self.dir()).args(words.split(' ')));
    }

    fn fz(&self, words: &str) -> Output {
        start::output(tool("fz", self.dir()).args(words.split(' ')))
    }

    /// What a check says, and its status.
    fn check(&self, words: &str) -> (Option<i32>, String) {
        let out = self.fz(&format!("cov check {words}"));
        let said = String::from_utf8_lossy(&out.stdout).into_owned() + &stderr(&out);
        (out.status.code(), said)
    }
}

#[test]
fn minima_are_held_against_what_can_be_reached() {
    let place = Place::new();
    let (code, said) =
        place.check("old.fzcov --min functions=100% --min lines=50% --min outcomes=3");
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("passed  functions: 3 of 3 that can be reached (4 in all), 100.0 %"),
        "{said}"
    );
    let (code, said) = place.check("old.fzcov --min functions=3 --min in-all-their-ways=99.5%");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("FAILED  in all their ways"), "{said}");
    for (words, why) in [
        ("old.fzcov", "say what to check"),
        ("old.fzcov --min line=3", "did you mean"),
        ("old.fzcov --min lines=101%", "between 0% and 100%"),
        ("old.fzcov --min changed=3", "changed"),
    ] {
        let (code, said) = place.check(words);
        assert_eq!(code, Some(2), "{words}: {said}");
        assert!(said.contains(why), "{words}: {said}");
    }
}

#[test]
fn a_loss_is_told_in_terms_of_the_source() {
    let place = Place::new();
    let (code, said) = place.check("old.fzcov --no-loss old.fzcov");
    assert_eq!(code, Some(0), "{said}");
    // Lines move, and one condition is another one: that is no loss. That nobody calls `two` any more is one.
    let moved = format!("/* moved */\n\n{}", PROGRAM.replace("x > 1000", "x > 2000"));
    place.build(&moved);
    place.collect("new", &[("one", "1")]);
    let (code, said) = place.check("new.fzcov --no-loss old.fzcov");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("1 function no longer reached"), "{said}");
    assert!(said.contains("program.c:9  two"), "{said}");
    assert!(said.contains("data[0] == '2': true"), "{said}");
    assert!(
        !said.contains("return x * 2"),
        "the function says it: {said}"
    );
    assert!(said.contains("no such code any more"), "{said}");
    let (code, said) = place.check("new.fzcov --no-loss old.fzcov --json");
    assert_eq!(code, Some(1));
    let json: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(json["passed"], false);
    assert_eq!(json["lost"]["functions"][0]["what"], "two", "{json:#}");

    place.build("int LLVMFuzzerTestOneInput(const char *a, unsigned long b) { return a[0] == b; }");
    place.collect("foreign", &[("x", "1")]);
    let (code, said) = place.check("foreign.fzcov --no-loss old.fzcov");
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("an earlier store of the same program"),
        "{said}"
    );
}

#[test]
fn the_lines_of_a_change_are_listed() {
    let place = Place::new();
    let patch = "--- a/program.c\n+++ b/program.c\n@@ -7,4 +7,7 @@\n static int two(int x) {\n+  if (x > 1000)\n+    return 7;\n   \
                 return x * 2;\n }\n+int nobody(int x) {\n+  return x;\n }\n";
    fs::write(
        place.dir().join("c.patch"),
        patch.replace("@@ -7,4 +7,7 @@", "@@ -7,4 +7,8 @@"),
    )
    .unwrap();
    let (code, said) = place.check("old.fzcov --diff c.patch");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("program.c:9  no input comes here"), "{said}");
    assert!(said.contains("nothing in the program leads here"), "{said}");
    assert!(said.contains("program.c:8  x > 1000: never true"), "{said}");
    let (code, said) = place.check("old.fzcov --diff c.patch --min changed=90% --markdown c.md");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("FAILED  changed: 1 of 2"), "{said}");
    let comment = fs::read_to_string(place.dir().join("c.md")).unwrap();
    assert!(
        comment.starts_with("## Coverage of program: failed\n"),
        "{comment}"
    );
    assert!(comment.contains("❌ changed: 1 of 2"), "{comment}");
    fs::write(
        place.dir().join("c.patch"),
        patch
            .replace("program.c", "other.c")
            .replace("+7,7 @@", "+7,8 @@"),
    )
    .unwrap();
    let (code, said) = place.check("old.fzcov --diff c.patch --min changed=90%");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("adds no line of the program"), "{said}");
    fs::write(place.dir().join("c.patch"), "no patch").unwrap();
    assert_eq!(place.check("old.fzcov --diff c.patch").0, Some(2));
}

/// A source whose name and text would act in a terminal and in a comment.
#[test]
fn hostile_names_stay_inert() {
    let place = Place::new();
    let name = "<img src=x>|`\u{1b}[31m.c";
    let source = PROGRAM.replace("data[0] == '1'", "data[0] == \"<b>|`\u{1b}[1m\"[0]");
    fs::write(place.dir().join(name), source).unwrap();
    start::run(
        tool("fz-cc", place.dir())
            .args(["--fz-profile=coverage", "-g", "-w"])
            .arg(name)
            .args(["-o", "program"]),
    );
    let input = OsStr::from_bytes(b"\x1b[32m\xff\n<script>");
    place.collect("full", &[(input, "<"), (OsStr::new("b"), "2")]);
    place.collect("empty", &[("b", "x")]);
    let (code, said) = place.check("empty.fzcov --no-loss full.fzcov --markdown c.md");
    assert_eq!(code, Some(1), "{said}");
    assert!(!said.contains('\u{1b}'), "{said:?}");
    let comment = fs::read_to_string(place.dir().join("c.md")).unwrap();
    assert!(!comment.contains('\u{1b}'), "{comment:?}");
    assert!(
        !comment.contains("<img") && !comment.contains("<b>"),
        "{comment}"
    );
    let rows = comment.lines().filter(|l| l.starts_with('|'));
    assert!(
        rows.clone().count() > 3 && rows.into_iter().all(|l| l.matches('|').count() == 3),
        "{comment}"
    );
    let out = place.fz("cov search full.fzcov .c:17");
    assert_eq!(out.status.code(), Some(2), "{}", stderr(&out));
    let out = start::output(tool("fz", place.dir()).args([
        "cov",
        "search",
        "full.fzcov",
        &format!("{name}:16"),
    ]));
    let said = String::from_utf8(out.stdout.clone()).unwrap();
    assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
    assert!(
        !said.contains('\u{1b}') && said.contains("<script>"),
        "{said:?}"
    );
    assert_eq!(
        said.lines().filter(|l| l.contains("script")).count(),
        1,
        "{said:?}"
    );
}

#[test]
fn who_comes_by_a_line_is_told() {
    let place = Place::new();
    let out = place.fz("cov search old.fzcov program.c:10");
    let said = String::from_utf8(out.stdout).unwrap();
    assert_eq!(out.status.code(), Some(0), "{said}");
    assert!(
        said.contains("program.c:10: 1 input of 1 run come by"),
        "{said}"
    );
    assert!(said.contains("old  two"), "{said}");
    let out = place.fz("cov search old.fzcov program.c:18 --json");
    let json: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(json["inputs"].as_array().unwrap().len(), 2, "{json:#}");
    let there = json["there"].as_array().unwrap();
    let outcome = |text: &str, outcome: &str| {
        let mut all = there.iter();
        let found = all.find(|t| t["text"] == text && t["outcome"] == outcome);
        found.unwrap_or_else(|| panic!("{json:#}"))["inputs"].clone()
    };
    assert_eq!(outcome("data[0] == '2'", "true"), 1);
    assert_eq!(outcome("data[0] == '2'", "false"), 1);
    assert_eq!(outcome("size > 0", "false"), 0);
    // Nobody.
    let out = place.fz("cov search old.fzcov program.c:9");
    assert_eq!(out.status.code(), Some(1), "{}", stderr(&out));
    for (words, why) in [
        ("program.c:2", "the nearest line with code is"),
        ("nothing.c:2", "no such file"),
        ("program.c", "FILE:LINE"),
    ] {
        let out = place.fz(&format!("cov search old.fzcov {words}"));
        assert_eq!(out.status.code(), Some(2));
        assert!(stderr(&out).contains(why), "{words}: {}", stderr(&out));
    }
}
