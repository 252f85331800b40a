//! `--for`: the words of the blocks that runs come by.

use fz_tests::Sandbox;

use super::{compile, compile_for, dict, listed, names};

/// The first byte says which way it goes; each has a word of its own, and those behind an end have none.
const BRANCHES: &str = include_str!("branches.c");

fn place() -> Sandbox {
    let place = Sandbox::with([("p.c", BRANCHES)]);
    for way in ["l", "r", "c", "h", "x"] {
        place.write(format!("in/{way}"), format!("{way}---????"));
    }
    compile(&place, "p.c -o p");
    place
}

#[test]
fn words_of_the_way_taken_and_of_no_other() {
    let place = place();
    let found = |inputs: &str, arguments: &str| {
        let text = listed(&place, &format!("./p -i {inputs} -t 500{arguments}"));
        let found = names(&text).into_iter().map(str::to_owned);
        found.collect::<Vec<_>>()
    };
    for (input, expected) in [("l", "LEFT"), ("r", "RGHT"), ("c", "CRSH"), ("h", "HANG")] {
        assert_eq!(found(&format!("in/{input}"), " -- @@"), [expected]);
        assert_eq!(found(&format!("in/{input}"), ""), [expected], "stdin");
    }
    assert!(found("in/x", " -- @@").is_empty());
    assert_eq!(found("in/l in/r", " -- -v @@"), ["LEFT", "RGHT"]);
    // A folder stands for what is in it; the same for each run of it.
    let all = ["CRSH", "HANG", "LEFT", "RGHT"];
    assert_eq!(found("in", " -- @@"), all);
    let out = dict(&place, "./p -i in -t 500 -- @@");
    let said = out.err();
    for what in ["5 inputs were run", "1 crashed", "1 took too long"] {
        assert!(said.contains(what), "{said}");
    }
}

#[test]
fn what_is_loaded_later_is_always_in() {
    let place = place();
    place.write("more.c", "int more(int *p) { return *p == 0x45524f4d; }");
    compile(&place, "-shared -fPIC more.c -o more.so");
    let text = listed(&place, "./p more.so -i in/x -- @@");
    assert_eq!(names(&text), ["MORE"]);
}

/// The same in each row of its counters, and behind a sanitizer's own blocks. Under link-time optimisation no record can name
/// counters: nobody knows what ran.
#[test]
fn whatever_the_build() {
    let place = place();
    for (profile, flags, alone) in [
        ("context", "", true),
        ("split", "", true),
        ("compares", "-O0 ", true),
        ("fuzz", "-fsanitize=address ", true),
        ("fuzz", "-flto ", false),
        ("fuzz", "-flto=thin ", false),
    ] {
        compile_for(&place, profile, "afl", &format!("{flags}p.c -o q"));
        let text = listed(&place, "./q -i in/l -- @@");
        let expected: &[&str] = match alone {
            true => &["LEFT"],
            false => &["CRSH", "HANG", "LEFT", "RGHT"],
        };
        assert_eq!(names(&text), expected, "{profile} {flags}");
    }
}

/// Harnesses are programs, too.
#[test]
fn a_harness_is_run_as_it_is() {
    let harness = include_str!("visits/harness.c");
    let place = Sandbox::with([("h.c", harness)]);
    place.write("l", "l---????");
    place.write("r", "r---????");
    compile(&place, "-fsanitize=fuzzer h.c -o h");
    assert_eq!(names(&listed(&place, "./h -i l")), ["LEFT"]);
    assert_eq!(names(&listed(&place, "./h -i r")), ["RGHT"]);
    assert_eq!(names(&listed(&place, "./h -i l r")).len(), 2);
}
