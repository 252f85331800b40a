//! `fz cov collect` and crashes: programs that end in all the ways that there are, and what their stacks say.

use std::{collections::BTreeMap, fs};

use fz_tests::{Sandbox, fz};
use serde_json::{Value, json};

/// The first byte of the input says which.
const PROGRAM: &str = include_str!("cov_crashes/program.c");

fn place() -> Sandbox {
    // A fuzzer that is already here may have taken the last core.
    Sandbox::new()
        .env("AFL_NO_AFFINITY", "1")
        .env("FZ_ENGINE", "afl")
        .env("FZ_PROFILE", "coverage")
}

fn compile(place: &Sandbox, compiler: &str, arguments: &str) {
    place.run(&format!("{compiler} -g -O1 -w {arguments}")).ok();
}

fn exported(place: &Sandbox, store: &str) -> Value {
    place.json(&format!("cov report {store} --format json"))
}

/// By input: what, where, and the bug.
fn crashes(place: &Sandbox, store: &str) -> BTreeMap<String, [String; 3]> {
    let all = exported(place, store);
    let all = all["stacks"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    all.map(|c| {
        let known = ["what", "location", "bug"].map(|name| text(&c[name]));
        (text(&c["input"]), known)
    })
    .collect()
}

/// Of a store with one crash: the functions of the program's own frames, from the innermost on.
fn own_functions(exported: &Value, input: &str) -> Vec<String> {
    let all = exported["stacks"].as_array().unwrap();
    let crash = all.iter().find(|c| c["input"] == input).unwrap();
    let frames = crash["frames"].as_array().unwrap().iter();
    let own = frames.filter(|f| f["machinery"] == false);
    own.map(|f| f["function"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn crashes_are_found_where_they_happen() {
    let place = place();
    place.write("p.c", PROGRAM);
    compile(&place, "fz-cc", "p.c -o p -pthread");
    for input in "s a A d i t T c n H f o h k x".split(' ') {
        place.write(format!("in/{input}"), input);
    }
    place.write("in/s2", "s again");
    let said = place.json("cov collect ./p -i in -o s.fzcov -t 2000 --json -- @@");
    let counts = ["crashed", "stacks", "without-stack", "tracing-forbidden"].map(|n| &said[n]);
    assert_eq!(
        counts,
        [&json!(15), &json!(12), &json!(3), &json!(false)],
        "{said}"
    );

    let line = |text: &str| 1 + PROGRAM.lines().position(|l| l.contains(text)).unwrap();
    let found = crashes(&place, "s.fzcov");
    for (input, what, function, text) in [
        ("s", "SIGSEGV", "segv", "/* segv */"),
        ("s2", "SIGSEGV", "segv", "/* segv */"),
        ("a", "SIGABRT", "aborts", "void aborts"),
        ("A", "SIGABRT", "asserts", "void asserts"),
        ("d", "stack-overflow", "deep", "int deep"),
        ("i", "SIGSEGV", "small", "void small"),
        ("t", "SIGABRT", "tail", "void tail("),
        ("T", "SIGSEGV", "thread", "void *thread"),
        ("c", "SIGSEGV", "segv", "/* segv */"),
        ("n", "SIGSEGV", "calls", "void calls"),
        ("H", "SIGABRT", "handler", "void handler"),
        ("f", "SIGABRT", "spawns", "void spawns"),
    ] {
        let [was, location, _] = &found[input];
        let expected = format!("p.c:{} in {function}", line(text));
        assert_eq!((&was[..], location), (what, &expected), "{input}");
    }
    for (input, what) in [("o", "SIGABRT"), ("h", "SIGABRT"), ("k", "SIGKILL")] {
        assert_eq!(found[input][..2], [what, ""], "{input}");
    }
    let bug = |input: &str| &found[input][2];
    assert_eq!(bug("s"), bug("s2"));
    assert_ne!(bug("s"), bug("c"), "through another caller");

    let exported = exported(&place, "s.fzcov");
    assert_eq!(own_functions(&exported, "i"), ["small", "inlines", "main"]);
    assert_eq!(own_functions(&exported, "t"), ["tail", "tails", "main"]);
    let handled = own_functions(&exported, "H");
    assert_eq!(handled, ["handler", "segv", "handles", "main"]);
    let all = exported["stacks"].as_array().unwrap();
    let deep = all.iter().find(|c| c["input"] == "d").unwrap();
    assert_eq!(deep["frames"].as_array().unwrap().len(), 64);
    assert!(
        deep["left-out"].as_u64().unwrap() > 1000,
        "{}",
        deep["left-out"]
    );

    let summary = place.prints("cov report s.fzcov");
    let expected = format!(
        "       2 inputs of 1 run  SIGSEGV at p.c:{} in segv",
        line("/* segv */")
    );
    assert!(summary.lines().any(|l| l == expected), "{summary}");

    // Once is enough, and what was left out is made up for.
    let again = place.json("cov collect ./p -i in -o s.fzcov --json -- @@");
    assert_eq!((&again["ran"], &again["stacks"]), (&0.into(), &0.into()));
    place.json("cov collect ./p -i in -o t.fzcov -t 2000 --no-stacks --json -- @@");
    assert!(crashes(&place, "t.fzcov").is_empty());
    let later = place.json("cov collect ./p -i in -o t.fzcov -t 2000 --json -- @@");
    assert_eq!((&later["ran"], &later["stacks"]), (&0.into(), &12.into()));
    assert_eq!(crashes(&place, "t.fzcov"), found);

    // The same by the standard input, and the same once stores are joined.
    place.json("cov collect ./p -i in -o u.fzcov -t 2000 -j 1 --json");
    assert_eq!(crashes(&place, "u.fzcov"), found);
    place
        .fz("cov merge s.fzcov t.fzcov u.fzcov -o all.fzcov")
        .ok();
    assert_eq!(crashes(&place, "all.fzcov"), found);
}

#[test]
fn a_bug_stays_the_same_when_something_else_is_edited() {
    let place = place();
    place.write("in/s", "s");
    let locations = [
        "",
        "/* one */\n/* more */\nint unused(int x) { return x > 3; }\n",
    ]
    .map(|more| {
        place.write("p.c", format!("{more}{PROGRAM}"));
        compile(&place, "fz-cc", "p.c -o p -pthread");
        place.json("cov collect ./p -i in -o s.fzcov --json -- @@");
        let found = crashes(&place, "s.fzcov").remove("s").unwrap();
        fs::remove_file(place.at("s.fzcov")).unwrap();
        found
    });
    let [[_, one, bug], [_, other, same]] = &locations;
    assert_ne!(one, other);
    assert_eq!(bug, same);
}

#[test]
fn libraries_and_exceptions_have_stacks_too() {
    let place = place();
    let library = "int *nowhere;\nvoid inside(void (*back)(void)) {\n    if (back) back();\n    *nowhere = 1;\n}\n";
    place.write("lib.c", library);
    compile(&place, "fz-cc", "-shared -fPIC lib.c -o libx.so");
    let program = include_str!("cov_crashes/libraries-and-exceptions-have-stacks-too.cc");
    place.write("p.cc", program);
    compile(&place, "fz-cxx", "p.cc -o p -L. -lx -Wl,-rpath,.");
    for input in ["t", "b", "l"] {
        place.write(format!("in/{input}"), input);
    }
    place.json("cov collect ./p -i in -o s.fzcov --json");
    let found = crashes(&place, "s.fzcov");
    assert_eq!(found["l"][..2], ["SIGSEGV", "lib.c:4 in inside"]);
    for input in ["t", "b"] {
        let [what, location, _] = &found[input];
        assert_eq!(what, "SIGABRT");
        assert!(
            location.starts_with("p.cc:4 in ") && location.contains("deep::throws"),
            "{location}"
        );
    }
    assert_ne!(found["t"][2], found["b"][2]);
    let functions = own_functions(&exported(&place, "s.fzcov"), "b");
    let expected: [&[&str]; 4] = [&["deep::throws"], &["back"], &["inside"], &["main"]];
    assert_eq!(functions.len(), 4, "{functions:?}");
    for (function, parts) in functions.iter().zip(expected) {
        assert!(parts.iter().all(|p| function.contains(p)), "{functions:?}");
    }
}

#[test]
fn sanitizers_say_what_it_was() {
    let place = place();
    let program = include_str!("cov_crashes/sanitizers-say-what-it-was.c");
    place.write("p.c", program);
    compile(&place, "fz-cc", "-fsanitize=address p.c -o p");
    for input in ["o", "f", "d", "x"] {
        place.write(format!("in/{input}"), input);
    }
    place.json("cov collect ./p -i in -o s.fzcov --json");
    let found = crashes(&place, "s.fzcov");
    let kinds: Vec<_> = found
        .iter()
        .map(|(input, c)| (&input[..], &c[0][..], &c[1][..]))
        .collect();
    assert_eq!(
        kinds,
        [
            ("d", "double-free", "p.c:12 in main"),
            ("f", "heap-use-after-free", "p.c:5 in reads"),
            ("o", "heap-buffer-overflow", "p.c:5 in reads"),
        ]
    );
}

/// These end the program, or go on, by functions of their own that are linked into it.
#[test]
fn other_sanitizers_name_the_place_in_the_program() {
    let place = place();
    let program = include_str!("cov_crashes/other-sanitizers-name-the-place-in-the-program.c");
    place.write("p.c", program);
    for input in ["d0", "e0", "s0", "r0", "x0"] {
        place.write(format!("in/{}", &input[..1]), input);
    }
    for (sanitizer, expected) in [
        (
            "undefined",
            &[
                ("d", "division by zero", "p.c:10 in divides"),
                ("e", "division by zero", "p.c:13 in divides_too"),
                (
                    "s",
                    "shift exponent N is too large for N type",
                    "p.c:16 in shifts",
                ),
            ][..],
        ),
        (
            "thread",
            &[
                ("d", "SIGFPE", "p.c:10 in divides"),
                ("e", "SIGFPE", "p.c:13 in divides_too"),
                ("r", "data race", "p.c:6 in counts"),
            ],
        ),
    ] {
        let flags = format!("-pthread -fsanitize={sanitizer} -fno-sanitize-recover=all p.c -o p");
        compile(&place, "fz-cc", &flags);
        let store = format!("{sanitizer}.fzcov");
        place.json(&format!("cov collect ./p -i in -o {store} --json"));
        let found = crashes(&place, &store);
        let kinds: Vec<_> = found
            .iter()
            .map(|(input, c)| (&input[..], &c[0][..], &c[1][..]))
            .collect();
        assert_eq!(kinds, expected, "{sanitizer}");
    }
}

/// Then an input that crashes is known by that alone, and the same command adds its stack elsewhere.
#[test]
fn stacks_are_added_where_tracing_is_permitted() {
    let place = place();
    place.write("p.c", PROGRAM);
    compile(&place, "fz-cc", "p.c -o p -pthread");
    let forbids = include_str!("cov_crashes/forbids.c");
    place.write("forbids.c", forbids);
    compile(&place, "fz-cc", "forbids.c -o forbids");
    place.write("in/s", "s");
    place.write("in/x", "x");
    let collect = "cov collect ./p -i in -o s.fzcov --json -- @@";
    let fz = fz().join("bin/fz");
    let under = format!("{} {collect}", fz.display());
    let said = place.run(&format!("./forbids {under}")).ok().json();
    let counts = ["ran", "crashed", "stacks", "tracing-forbidden"].map(|n| &said[n]);
    assert_eq!(
        counts,
        [&json!(2), &json!(1), &json!(0), &json!(true)],
        "{said}"
    );
    assert!(crashes(&place, "s.fzcov").is_empty());
    let said = place.json(collect);
    let counts = ["known", "stacks", "tracing-forbidden"].map(|n| &said[n]);
    assert_eq!(counts, [&json!(2), &json!(1), &json!(false)], "{said}");
    assert_eq!(crashes(&place, "s.fzcov")["s"][0], "SIGSEGV");
}

#[test]
fn runs_say_what_they_have_used() {
    let place = place().env("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1");
    place.write("p.c", PROGRAM);
    compile(&place, "fz-cc", "p.c -o p -pthread");
    place.write("seeds/x", "x");
    place.fz("fuzz -i seeds -o out -V 2 --json -- ./p @@").ok();
    place.json("cov collect ./p -i out -o s.fzcov --json -- @@");
    let exported = exported(&place, "s.fzcov");
    let used = &exported["runs"][0]["used"];
    let number = |name: &str| used[name].as_u64().unwrap();
    assert!((1500..60_000).contains(&number("wall")), "{used}");
    assert!((200..60_000).contains(&number("cpu")), "{used}");
    assert!(number("executions") > 10, "{used}");
    assert!(number("memory") > 1 << 20, "{used}");
}
