//! `fz taint` over programs that were built for it.

use fz_tests::{Outcome, RunCommand, Sandbox};
use serde_json::{Value, json};

const PROGRAM: &str = include_str!("taint_replay/program.c");

fn build(dir: &Sandbox, words: &str) {
    dir.cc(&format!("-w -O2 -g {words}"));
}

fn taint(dir: &Sandbox, words: &str) -> Outcome {
    dir.fz(&format!("taint {words}"))
}

/// What is printed, where nothing is said besides.
fn said(dir: &Sandbox, words: &str) -> String {
    let out = taint(dir, words).ok();
    assert!(out.stderr.is_empty(), "{out:?}");
    out.out()
}

/// Kind, operands' bytes and outcome of what a run compared at each line, but for how much there was to read.
fn compared(lines: &str, input: &str) -> Vec<Value> {
    let lines = lines
        .lines()
        .map(|l| serde_json::from_str::<Value>(l).unwrap());
    let of_input = lines.filter(|l| {
        let mut operands = l["operands"].as_array().into_iter().flatten();
        l["input"] == input && l["execution"].is_u64() && operands.all(|o| o["length"] != true)
    });
    let short = |l: Value| {
        let operands = l["operands"].as_array().unwrap();
        let bytes: Vec<_> = operands.iter().map(|o| &o["bytes"]).collect();
        json!([l["site"]["line"], l["site"]["kind"], bytes, l["outcome"]])
    };
    of_input.map(short).collect()
}

#[test]
fn inputs_come_by_file_and_by_stdin() {
    let dir = &Sandbox::new();
    dir.write("p.c", PROGRAM);
    build(dir, "--fz-profile=taint p.c -o p");
    for (name, input) in [
        ("in/crash", &b"FZT1\x04\x03\x02\x01\xf0\xffbX"[..]),
        ("in/fine", b"FZT1\x04\x03\x02\x02\xf0\x00c-more"),
        ("in/short", b"FZT"),
        ("in/wrong", b"FZZZ56789012"),
    ] {
        dir.write(name, input);
    }
    let lines = said(dir, "p -i in");
    assert_eq!(lines, said(dir, "p -j 1 -i in -- -v @@"));
    let crash = [
        json!([12, "call", [[[0, 4]], []], "equal"]),
        json!([12, "integer", [[[0, 4]], []], true]),
        json!([13, "integer", [[[4, 8]], []], true]),
        json!([14, "integer", [[[8, 10]], []], true]),
        json!([15, "switch", [[[10, 11]]], 98]),
        json!([21, "integer", [[[11, 12]], []], true]),
    ];
    assert_eq!(compared(&lines, "in/crash"), crash);
    let fine = compared(&lines, "in/fine");
    let outcomes: Vec<_> = fine.iter().map(|l| &l[3]).collect();
    assert_eq!(
        outcomes,
        [
            &json!("equal"),
            &json!(true),
            &json!(false),
            &json!(false),
            &json!("default"),
            &json!(false)
        ]
    );
    assert_eq!(compared(&lines, "in/short"), [json!(null); 0]);
    // Nothing behind the byte that decides was looked at.
    let wrong = [
        json!([12, "call", [[[0, 3]], []], "greater"]),
        json!([12, "integer", [[[0, 3]], []], false]),
    ];
    assert_eq!(compared(&lines, "in/wrong"), wrong);
    let ends: Vec<Value> = lines
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    let ends = ends.iter().filter(|l| l["summary"].is_object());
    let ends: Vec<_> = ends
        .map(|l| {
            (
                l["input"].as_str().unwrap(),
                l["summary"]["ended"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("in/crash", "signal 6"),
        ("in/fine", "exit 0"),
        ("in/short", "exit 1"),
        ("in/wrong", "exit 2"),
    ];
    assert_eq!(ends, expected);

    dir.run("strip p -o bare").ok();
    for program in ["p", "bare"] {
        let found = said(dir, &format!("{program} -i in/fine --map"));
        insta::assert_snapshot!("map", found);
    }
}

/// Whatever a loop does, the first executions are there, and the bytes of all others.
#[test]
fn loops_are_told_as_bytes() {
    let dir = &Sandbox::new();
    let program = include_str!("taint_replay/loops-are-told-as-bytes.c");
    dir.write("p.c", program);
    build(dir, "--fz-profile=taint p.c -o p");
    dir.write("a", [b'x'; 1000]);
    dir.write("short", [b'x'; 10]);
    // The first executions, the later ones with lines of their own, and the bytes of all others.
    let of_line = |options: &str, line: u32| {
        let text = said(dir, &format!("p -i {options} --site p.c:{line}"));
        let lines = text
            .lines()
            .map(|l| serde_json::from_str::<Value>(l).unwrap());
        // A call is a site, and what is made of its result another.
        let lines: Vec<Value> = lines
            .filter(|l| line != 16 || l["site"]["kind"] == "call")
            .collect();
        let later = lines.iter().find(|l| l["later"].is_object());
        let later = later.map_or(Value::Null, |l| l["later"]["bytes"].clone());
        let known = lines.iter().filter_map(|l| l["execution"].as_u64());
        (known.collect::<Vec<_>>(), later)
    };
    let first = |count| (1..=count).collect::<Vec<u64>>();
    let each = |from: u64, to: u64, step: usize, size| {
        let ranges = (from..to).step_by(step).map(|at| [at, at + size]);
        json!(ranges.collect::<Vec<_>>())
    };
    assert_eq!(of_line("a", 7), (first(16), json!([[16, 1000]])));
    assert_eq!(of_line("a", 11), (first(16), each(228, 900, 8, 4)));
    let pairs = json!([[16, 40], [960, 984]]);
    assert_eq!(of_line("a", 14), (first(16), pairs), "both of each pair");
    assert_eq!(of_line("a", 16), (first(16), each(320, 800, 20, 2)));
    assert_eq!(of_line("short", 7), (first(10), json!(null)));
    assert_eq!(of_line("a --hits 0", 7), (first(0), json!([[0, 1000]])));
    assert_eq!(
        of_line("a --hits 999", 7),
        (first(999), json!([[999, 1000]]))
    );
    assert_eq!(
        of_line("a --hits 99999999999", 7),
        (first(1000), json!(null))
    );
    let map = said(dir, "p -i a --map --site p.c:7");
    let found: Vec<_> = map
        .lines()
        .skip(1)
        .filter_map(|l| Some(l.split_once("p.c")?.1))
        .collect();
    assert_eq!(
        found,
        [":7:18 integer == 58 ':': false", ":7:18 integer, later"],
        "{map}"
    );
}

#[test]
fn nothing_that_is_read_is_written_over() {
    let dir = &Sandbox::new();
    dir.write("p.c", "int main(void) { return 0; }");
    build(dir, "--fz-profile=taint p.c -o p");
    dir.write("a", "seed");
    for (options, what) in [
        ("p -i a -o a", "an input"),
        ("p -i a -o p", "the program"),
        ("p -i a --format angora -o a", "an input"),
    ] {
        taint(dir, options).fails().says(what);
    }
    assert_eq!(dir.text("a"), "seed");
}

/// Registers of 32 bytes are stored where they are.
#[test]
fn slots_are_aligned_for_any_vector() {
    let dir = &Sandbox::new();
    let program = include_str!("taint_replay/slots-are-aligned-for-any-vector.c");
    dir.write("p.c", program);
    dir.write("a", "seed");
    for flags in ["-mavx2", "-mavx512f"] {
        let object = format!("--fz-profile=taint -O2 {flags} -S p.c -o p.s");
        build(dir, &object);
        let text = dir.text("p.s");
        let is_aligned = |line: &&str| line.contains("vmovdqa") && line.contains("%fs:");
        assert_eq!(text.lines().find(is_aligned), None, "{flags}");
    }
}

/// Results of calls that may throw meet behind them.
#[test]
fn what_may_throw_is_followed() {
    let dir = &Sandbox::new();
    let program = include_str!("taint_replay/what-may-throw-is-followed.cc");
    dir.write("p.cc", program);
    let mut compiler = dir.command("fz-cxx");
    compiler
        .env("FZ_VERIFY", "1")
        .args("--fz-profile=taint -O2 -g p.cc -o p".split(' '));
    compiler.outcome().ok();
    for (input, line) in [
        ("nw..", json!([9, "integer", [[[1, 2]], []], true])),
        ("a.y.", json!([9, "integer", [[[2, 3]], []], true])),
        ("a.!.", json!([3, "integer", [[[2, 3]], []], true])),
    ] {
        dir.write("a", input);
        let found = compared(&said(dir, "p -i a"), "a");
        assert_eq!(found.last(), Some(&line), "{input}: {found:?}");
    }
}

/// A harness is given the input by fz's main, whichever engine it was linked for.
#[test]
fn harnesses_are_followed() {
    let dir = &Sandbox::new();
    let harness = include_str!("taint_replay/harness.c");
    dir.write("h.c", harness);
    dir.write("a", "harnz.");
    for engine in ["afl", "none", "standalone"] {
        build(
            dir,
            &format!("--fz-profile=taint --fz-engine={engine} h.c -o h"),
        );
        for options in ["h -i a", "h -i a -- @@"] {
            let found = compared(&said(dir, options), "a");
            // A compare of three bytes, as the compiler likes.
            let bytes = |l: &Value| l[2][0].clone();
            let last = found.last().unwrap();
            assert_eq!(
                *last,
                json!([4, "integer", [[[4, 5]], []], true]),
                "{engine}: {found:?}"
            );
            let before = &found[..found.len() - 1];
            assert!(
                !before.is_empty() && before.iter().all(|l| l[0] == 3),
                "{engine}: {found:?}"
            );
            assert_eq!(bytes(&before[0]), json!([[1, 4]]), "{engine}: {found:?}");
        }
    }
}

#[test]
fn libraries_are_followed_and_children_are_not() {
    let dir = &Sandbox::new();
    let library = "int check(const unsigned char *data) {\n  return data[0] * 3 == 'c';\n}\n";
    let program = include_str!("taint_replay/libraries-are-followed-and-children-are-not.c");
    dir.write("library.c", library);
    dir.write("p.c", program);
    dir.write("a", "abcdef");
    build(
        dir,
        "--fz-profile=taint -fPIC -shared library.c -o liblibrary.so",
    );
    build(
        dir,
        "--fz-profile=taint p.c -L. -llibrary -Wl,-rpath,$ORIGIN -o p",
    );
    let out = taint(dir, "p -i a --site library.c:2 --site p.c:9");
    assert_eq!(
        out.err(),
        "fz: the program forked 1 times: what its children did is not here\n"
    );
    let found = compared(&out.out(), "a");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (&found[0][0], &found[0][2][0]),
        (&json!(2), &json!([[0, 1]]))
    );

    taint(dir, "p -i a --site library.c:3")
        .says("--site library.c:3: no site is there; the nearest lines with sites are 2");
    taint(dir, "p -i a --site libary.c").says("there are sites in library.c, p.c");
    // Without labels it is as any other.
    build(dir, "--fz-profile=fuzz --fz-capture=off p.c library.c -o p");
    taint(dir, "p -i a").says("./p is not a taint build");
}

/// Before C++20 the library compares strings; since then the unit does, with what the library has inside.
#[test]
fn strings_of_the_library_are_compared() {
    let dir = &Sandbox::new();
    let program = include_str!("taint_replay/strings-of-the-library-are-compared.cc");
    dir.write("p.cc", program);
    dir.write("a", "GOT\n");
    for standard in ["-std=c++11", "-std=c++17", "-std=c++20"] {
        dir.cxx(&format!("--fz-profile=taint -O2 -g {standard} p.cc -o p"));
        let out = taint(dir, "p -i a -- @@");
        let found = compared(&out.out(), "a");
        let is_compared = |f: &Value| f[1] == "call" && f[2][0][0][0] == 0 && f[2][1] == json!([]);
        assert!(found.iter().any(is_compared), "{standard}: {found:?}");
    }
}

/// An engine's own `main` would read inputs in ways of its own.
#[test]
fn harnesses_of_any_engine_read_files() {
    let dir = &Sandbox::new();
    let program = "#include <stddef.h>\n\
                   int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {\n\
                   \x20 if (size > 2 && data[0] == 'F') return data[2] == 'Z';\n\
                   \x20 return 0;\n\
                   }\n";
    dir.write("p.c", program);
    dir.write("a", "FUZZ");
    for engine in ["afl", "libfuzzer", "none"] {
        let arguments = format!("--fz-profile=taint --fz-engine={engine} p.c -o p");
        build(dir, &arguments);
        let found = compared(&said(dir, "p -i a -- @@"), "a");
        let first = json!([3, "integer", [[[0, 1]], []], true]);
        assert!(found.contains(&first), "{engine}: {found:?}");
    }
}
