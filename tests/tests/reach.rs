//! `fz cov report --view reach`: what programs can reach. Whatever runs can be reached, and what a linker drops cannot.

use std::collections::BTreeSet;

use fz_tests::Sandbox;
use serde_json::Value;

/// In `program.c`, functions are reached without being called by name; each `no_` is named by nothing that runs.
fn place() -> Sandbox {
    Sandbox::of("reach")
        .env("FZ_PROFILE", "coverage")
        .env("FZ_ENGINE", "afl")
}

/// What is said of functions, with these inputs.
fn reach(place: &Sandbox, program: &str, inputs: &[&str]) -> Value {
    place.numbered("corpus", inputs);
    let _ = std::fs::remove_file(place.at("s.fzcov"));
    place.says(&format!(
        "cov collect ./{program} -i corpus -o s.fzcov -- @@"
    ));
    place.json("cov report --view reach s.fzcov --limit 0 --json")["programs"][0].take()
}

#[track_caller]
fn are(said: &Value, expected: &[(&str, &str)]) {
    for (function, expected) in expected {
        assert_eq!(how(said, function), *expected, "{function}: {said:#}");
    }
}

fn how(said: &Value, function: &str) -> String {
    let unreached = said["unreached"].as_array().unwrap();
    let is = |of: &&Value| of["function"].as_str().unwrap().split('(').next() == Some(function);
    if let Some(found) = unreached.iter().find(is) {
        return found["reach"].as_str().unwrap().to_owned();
    }
    let never = said["never"].as_array().unwrap();
    if never.iter().any(|of| is(&of)) {
        "never"
    } else {
        "ran"
    }
    .to_owned()
}

const INPUTS: [&str; 11] = ["qba", "t", "s", "f0", "f1", "o", "d", "i", "a", "lZ", "l"];

#[test]
fn what_leads_to_functions_is_found() {
    let place = place();
    place.cc("-g -O2 -pthread program.c library.c -o program");
    let said = reach(&place, "program", &["-"]);
    are(
        &said,
        &[
            ("main", "ran"),
            ("before", "ran"),
            ("at_exit", "ran"),
            ("sure", "sure"),
            ("deep", "sure"),
            ("in_library", "sure"),
            ("inner", "sure"),
            ("real_name", "sure"),
            // Of a type that is called by pointer.
            ("of_table", "likely"),
            ("later_of_table", "likely"),
            ("of_library", "likely"),
            ("of_other_type", "likely"),
            // A library gets it.
            ("compare", "perhaps"),
            ("threads", "perhaps"),
            ("handler", "perhaps"),
            ("no_table_entry", "never"),
            ("no_leaf", "never"),
            ("no_caller", "never"),
            ("no_harness_calls", "never"),
        ],
    );
    // With inputs for all of it, nothing runs that could not be reached before.
    let never = said["never"].clone();
    let after = reach(&place, "program", &INPUTS);
    assert_eq!(after["never"], never);
    assert_eq!(after["unreached"].as_array().unwrap().len(), 0, "{after:#}");

    let text = place.prints("cov report s.fzcov");
    let functions = text.lines().find(|l| l.starts_with("functions")).unwrap();
    assert!(functions.contains("100.0 %  of reachable"), "{text}");
    let tree = place.prints("cov report --view calls s.fzcov --limit 0");
    let at = |name: &str| tree.lines().position(|l| l.ends_with(name)).unwrap();
    assert!(
        at("main") < at("  sure") && at("  sure") < at("    deep"),
        "{tree}"
    );
    assert!(
        tree.lines()
            .any(|l| l.trim_start().starts_with("11 ") && l.ends_with("main")),
        "{tree}"
    );
    assert!(!tree.contains("no_"), "{tree}");
}

#[test]
fn virtual_functions_are_reached_through_classes_that_are_made() {
    let place = place();
    place.cxx("-g -O1 shapes.cc -o shapes");
    let said = reach(&place, "shapes", &["-"]);
    assert_eq!(how(&said, "Square::area"), "likely");
    assert_eq!(how(&said, "Circle::area"), "likely");
    assert_eq!(how(&said, "NoShape::area"), "never", "{said:#}");
    assert_eq!(how(&said, "no_use"), "never");
    assert_eq!(how(&said, "Global::~Global"), "ran");
    let after = reach(&place, "shapes", &["s2", "c", "f", "t"]);
    assert_eq!(after["never"], said["never"]);
}

/// What a linker drops under `--gc-sections` is never said to be reachable.
#[test]
fn what_a_linker_drops_cannot_be_reached() {
    let place = place();
    for (compiler, source, inputs) in [
        ("fz-cc", "program.c library.c -pthread", &INPUTS[..1]),
        ("fz-cxx", "shapes.cc", &["-"][..]),
    ] {
        let build = format!("{compiler} -g -O2 -ffunction-sections -fdata-sections {source}");
        place.run(&format!("{build} -o whole")).ok();
        place
            .run(&format!("{build} -Wl,--gc-sections -o kept"))
            .ok();
        let (whole, kept) = (
            reach(&place, "whole", inputs),
            reach(&place, "kept", inputs),
        );
        let names = |said: &Value, list: &str| -> BTreeSet<String> {
            let functions = said[list].as_array().unwrap().iter();
            let name = |f: &Value| f["function"].as_str().unwrap().to_owned();
            functions.map(name).collect()
        };
        let reachable = names(&whole, "unreached");
        let dropped: Vec<&String> = {
            let kept: BTreeSet<String> = ["unreached", "never"]
                .iter()
                .flat_map(|list| names(&kept, list))
                .collect();
            reachable.iter().filter(|f| !kept.contains(*f)).collect()
        };
        assert!(dropped.is_empty(), "{source}: {dropped:?}");
        assert!(names(&whole, "never").len() >= 2, "{whole:#}");
    }
}

#[test]
fn several_harnesses_are_compared() {
    let place = place();
    place.write("seeds/1", "Z");
    for name in ["one", "two"] {
        place.cc(&format!("-g -O2 {name}.c library.c -o {name}"));
        place.says(&format!("cov collect ./{name} -i seeds -o {name}.fzcov"));
    }
    let said = place.prints("cov report --view reach one.fzcov two.fzcov");
    let rows: Vec<Vec<&str>> = said
        .lines()
        .map(|l| l.split_whitespace().collect())
        .collect();
    // Each has its harness, and its part of the library: the harness's name is the same function.
    assert!(rows.contains(&vec!["one", "3", "3", "2"]), "{said}");
    assert!(rows.contains(&vec!["two", "2", "2", "1"]), "{said}");
    assert!(rows.contains(&vec!["all", "together", "4", "4"]), "{said}");
    assert!(
        said.contains(
            "1 function none of them can reach:\n       1 block  never   no_harness_calls"
        ),
        "{said}"
    );

    // Under names, of which each stands for one.
    let said = place.prints("cov report --view reach new=one.fzcov old=two.fzcov:run=seeds");
    assert!(
        said.contains("\n  new ") && said.contains("\n  old "),
        "{said}"
    );
    assert!(
        place
            .refuses("cov report --view reach a=one.fzcov a=two.fzcov")
            .contains("a: two stores have this name")
    );
    // All that cannot be used are named at once, by their files.
    place.write("text.fzcov", "no store".repeat(200));
    let said = place
        .refuses("cov report --view reach a=none.fzcov one.fzcov b=text.fzcov two.fzcov:run=other");
    for (file, why) in [
        ("none.fzcov", "No such file"),
        ("text.fzcov", "it was not written by `fz cov collect`"),
        ("two.fzcov", "unknown run `other`"),
    ] {
        let line = said.lines().find(|l| l.contains(&format!("{file}: ")));
        assert!(line.is_some_and(|l| l.contains(why)), "{file}: {said}");
    }
    assert!(said.contains("3 stores cannot be used"), "{said}");

    // Inputs that all crash say nothing.
    place.cc("-g bad.c -o bad");
    place.says("cov collect ./bad -i seeds -o bad.fzcov");
    place
        .fz("cov report --view reach bad.fzcov")
        .fails()
        .says("bad.fzcov: of 1 input 1 crashed");
    assert!(
        !place
            .prints("cov report bad.fzcov")
            .contains("can be reached")
    );
}

/// Code that nobody knows calls functions by name, and has data; programs walk through sections that they name.
#[test]
fn what_nobody_knows_may_call_what_it_can_name() {
    let place = place();
    place.run("cc -c plain.c").ok();
    place.cc("-g -O1 mixed.c plain.o -o mixed");
    let said = reach(&place, "mixed", &["-"]);
    are(
        &said,
        &[
            ("api", "perhaps"),
            ("of_shared", "perhaps"),
            // Nothing names it, not even the other compiler's unit.
            ("never_called", "never"),
        ],
    );
    let after = reach(&place, "mixed", &["p", "s"]);
    assert_eq!(
        (how(&after, "api"), how(&after, "of_shared")),
        ("ran".to_owned(), "ran".to_owned())
    );

    // Assembly says whom it calls; and nothing can be built for it.
    place.write(
        "plain.s",
        ".globl plain\nplain: jmp api\n.section .note.GNU-stack,\"\",@progbits\n",
    );
    place.cc("-c plain.s -o assembled.o");
    place.cc("-g -O1 mixed.c assembled.o -o mixed");
    let said = reach(&place, "mixed", &["-"]);
    are(&said, &[("api", "perhaps"), ("never_called", "never")]);
    let summary = place.prints("cov report s.fzcov");
    assert!(
        summary.contains("(assembly: assembled.o)") && !summary.contains("from scratch"),
        "{summary}"
    );

    // Of a build out of what a program carries, it has the name that its user gave it.
    place.cc("--fz-profile=fuzz --fz-capture=embed -g -O1 mixed.c assembled.o -o mixed");
    place.says("cov collect ./mixed -i corpus -o emitted.fzcov -- @@");
    let summary = place.prints("cov report emitted.fzcov");
    assert!(summary.contains("(assembly: assembled.o)"), "{summary}");

    place.cc("-g -O1 walked.c -o walked");
    let said = reach(&place, "walked", &["-"]);
    assert_eq!(
        (how(&said, "one"), how(&said, "two")),
        ("likely".to_owned(), "likely".to_owned()),
        "{said:#}"
    );
}

/// A host that loads plugins: it gives them a table of callbacks, they register theirs, call the host by name, and look up
/// what it exports. One plugin calls what it was given, and the host by name; the other looks for names. Whoever made them: what they lead to in the host may run, and what they cannot name may not.
#[test]
fn what_plugins_lead_to_in_their_host_can_be_reached() {
    let place = place();
    place.cc("-g -O1 -rdynamic host.c -o host");
    for compiler in ["fz-cc", "cc"] {
        for name in ["plugin-a", "plugin-b"] {
            let words = format!("{compiler} -g -O1 -fPIC -shared {name}.c -o {name}.so");
            place.run(&words).ok();
        }
        let poor = reach(&place, "host", &["-"]);
        are(
            &poor,
            &[
                ("host_register", "perhaps"),
                ("behind_register", "perhaps"),
                ("host_lookup", "perhaps"),
                ("behind_lookup", "perhaps"),
                ("behind_data", "perhaps"),
                ("service", "likely"),
                ("registered_by_name", "likely"),
                ("emit", "perhaps"),
                ("reject", "likely"),
                ("no_plugin_finds", "never"),
                ("no_export", "never"),
            ],
        );
        let rich = reach(&place, "host", &["a", "b"]);
        assert_eq!(rich["never"], poor["never"], "{compiler}");
        assert_eq!(rich["unreached"].as_array().unwrap().len(), 0, "{rich:#}");
    }
}
