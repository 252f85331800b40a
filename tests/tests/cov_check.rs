//! `fz check` and `fz cov report --at`: gates for CI, and which inputs reach a line.

use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

use fz_tests::Sandbox;

const PROGRAM: &str = include_str!("cov_check/program.c");

fn place() -> Sandbox {
    let place = Sandbox::new();
    build(&place, PROGRAM);
    collect(&place, "old", &[("one", "1"), ("two", "2")]);
    place
}

fn build(place: &Sandbox, source: &str) {
    place.write("program.c", source);
    place.cc("--fz-profile=coverage -g program.c -o program");
}

/// A store of a corpus.
fn collect(place: &Sandbox, name: &str, inputs: &[(impl AsRef<OsStr>, &str)]) {
    place.inputs(
        name,
        inputs.iter().map(|(name, text)| (name.as_ref(), text)),
    );
    place.says(&format!("cov collect ./program -i {name} -o {name}.fzcov"));
}

/// What a check says that ends so.
#[track_caller]
fn check(place: &Sandbox, words: &str, code: i32) -> String {
    place.fz(&format!("check {words}")).ends(code).said()
}

#[test]
fn minima_are_held_against_what_can_be_reached() {
    let place = place();
    let said = check(
        &place,
        "old.fzcov --min functions=100% --min lines=50% --min outcomes=3",
        0,
    );
    assert!(
        said.contains("passed  functions: 3 of 3 that can be reached (4 in all), 100.0 %"),
        "{said}"
    );
    let said = check(
        &place,
        "old.fzcov --min functions=3 --min both-outcomes=99.5%",
        1,
    );
    assert!(said.contains("FAILED  both outcomes"), "{said}");
    for (words, why) in [
        ("old.fzcov", "say what to check"),
        ("old.fzcov --min line=3", "did you mean"),
        ("old.fzcov --min lines=101%", "between 0% and 100%"),
        ("old.fzcov --min changed=3", "changed"),
    ] {
        let said = check(&place, words, 2);
        assert!(said.contains(why), "{words}: {said}");
    }
}

#[test]
fn a_loss_is_told_in_terms_of_the_source() {
    let place = place();
    check(&place, "old.fzcov --no-loss old.fzcov", 0);
    // Lines move, and one condition is another one: that is no loss. That nobody calls `two` any more is one.
    let moved = format!("/* moved */\n\n{}", PROGRAM.replace("x > 1000", "x > 2000"));
    build(&place, &moved);
    collect(&place, "new", &[("one", "1")]);
    let said = check(&place, "new.fzcov --no-loss old.fzcov", 1);
    assert!(said.contains("1 function no longer reached"), "{said}");
    assert!(said.contains("program.c:9  two"), "{said}");
    assert!(said.contains("data[0] == '2': true"), "{said}");
    assert!(
        !said.contains("return x * 2"),
        "the function says it: {said}"
    );
    assert!(said.contains("no such code any more"), "{said}");
    let said = check(&place, "new.fzcov --no-loss old.fzcov --json", 1);
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(json["passed"], false);
    assert_eq!(json["lost"]["functions"][0]["what"], "two", "{json:#}");

    build(
        &place,
        "int LLVMFuzzerTestOneInput(const char *a, unsigned long b) { return a[0] == b; }",
    );
    collect(&place, "foreign", &[("x", "1")]);
    let said = check(&place, "foreign.fzcov --no-loss old.fzcov", 2);
    assert!(
        said.contains("an earlier store of the same program"),
        "{said}"
    );
}

#[test]
fn the_lines_of_a_change_are_listed() {
    let place = place();
    let patch = "--- a/program.c\n+++ b/program.c\n@@ -7,4 +7,7 @@\n static int two(int x) {\n+  if (x > 1000)\n+    return 7;\n   \
                 return x * 2;\n }\n+int nobody(int x) {\n+  return x;\n }\n";
    place.write(
        "c.patch",
        patch.replace("@@ -7,4 +7,7 @@", "@@ -7,4 +7,8 @@"),
    );
    let said = check(&place, "old.fzcov --patch c.patch", 0);
    assert!(
        said.contains("program.c:9  no input reaches this"),
        "{said}"
    );
    assert!(said.contains("nothing in the program calls this"), "{said}");
    assert!(said.contains("program.c:8  x > 1000: never true"), "{said}");
    let said = check(
        &place,
        "old.fzcov --patch c.patch --min changed=90% --markdown c.md",
        1,
    );
    assert!(said.contains("FAILED  changed: 1 of 2"), "{said}");
    let comment = place.text("c.md");
    assert!(
        comment.starts_with("## Coverage of program: failed\n"),
        "{comment}"
    );
    assert!(comment.contains("❌ changed: 1 of 2"), "{comment}");
    place.write("c.patch", "no patch");
    check(&place, "old.fzcov --patch c.patch", 2);
}

/// A source whose name and text would act in a terminal and in a comment.
#[test]
fn hostile_names_stay_inert() {
    let place = place();
    let name = "<img src=x>|`\u{1b}[31m.c";
    let source = PROGRAM.replace("data[0] == '1'", "data[0] == \"<b>|`\u{1b}[1m\"[0]");
    place.write(name, source);
    let words = ["--fz-profile=coverage", "-g", "-w", name, "-o", "program"];
    place.call("fz-cc", &words).ok();
    let input = OsStr::from_bytes(b"\x1b[32m\xff\n<script>");
    collect(&place, "full", &[(input, "<"), (OsStr::new("b"), "2")]);
    collect(&place, "empty", &[("b", "x")]);
    let said = check(
        &place,
        "empty.fzcov --no-loss full.fzcov --markdown c.md",
        1,
    );
    assert!(!said.contains('\u{1b}'), "{said:?}");
    let comment = place.text("c.md");
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
    place.refuses("cov report full.fzcov --at .c:17");
    let at = format!("{name}:16");
    let said = place
        .call("fz", &["cov", "report", "full.fzcov", "--at", &at])
        .ok()
        .out();
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
    let place = place();
    let said = place.prints("cov report old.fzcov --at program.c:10");
    assert!(
        said.contains("program.c:10: 1 input of 1 run reaches it"),
        "{said}"
    );
    assert!(said.contains("old  two"), "{said}");
    let json = place.json("cov report old.fzcov --at program.c:18 --json");
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
    let _ = place.fz("cov report old.fzcov --at program.c:9").ends(1);
    for (words, why) in [
        ("program.c:2", "the nearest line with code is"),
        ("nothing.c:2", "no such file"),
        ("program.c", "FILE:LINE"),
    ] {
        let said = place.refuses(&format!("cov report old.fzcov --at {words}"));
        assert!(said.contains(why), "{words}: {said}");
    }
}
