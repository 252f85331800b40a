//! `fz cov reach`: what programs can reach. Whatever runs can be reached, and what a linker drops cannot.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use fz_tests::{env, fz};
use serde_json::Value;
use tempfile::TempDir;

/// How functions are reached without being called by name; each `no_` is named by nothing that runs.
const PROGRAM: &str = include_str!("reach/program.c");

const LIBRARY: &str = r#"#include "library.h"
static int inner(int x) { return x ? x * 3 : 1; }
static int of_library(int x) { return x + 4; }
int (*library_table[])(int) = { of_library };
int in_library(int x) { return x == 'Z' ? inner(x) : 0; }
int no_harness_calls(int x) { return x / 2; }
"#;

const CPP: &str = include_str!("reach/cpp.cc");

struct Place(TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        let header = "int in_library(int);\nextern int (*library_table[])(int);\n";
        for (name, text) in [
            ("program.c", PROGRAM),
            ("library.c", LIBRARY),
            ("library.h", header),
            ("shapes.cc", CPP),
        ] {
            fs::write(place.dir().join(name), text).unwrap();
        }
        place
    }

    fn dir(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, command: &str) -> Output {
        let mut words = command.split_whitespace();
        let name = words.next().unwrap();
        let mut command = Command::new(fz().join("bin").join(name));
        env::bare(&mut command)
            .current_dir(self.dir())
            .env("FZ_PROFILE", "coverage")
            .env("FZ_ENGINE", "afl")
            .args(words)
            .stdin(Stdio::null());
        command.output().unwrap()
    }

    fn done(&self, command: &str) -> String {
        let out = self.run(command);
        assert!(out.status.success(), "{command}: {out:?}");
        String::from_utf8(out.stdout).unwrap()
    }

    /// What is said of functions, with these inputs.
    fn reach(&self, program: &str, inputs: &[&str]) -> Value {
        let folder = self.dir().join("corpus");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        for (number, input) in inputs.iter().enumerate() {
            fs::write(folder.join(number.to_string()), input).unwrap();
        }
        let _ = fs::remove_file(self.dir().join("s.fzcov"));
        self.done(&format!(
            "fz cov collect ./{program} -i corpus -o s.fzcov -- @@"
        ));
        let said = self.done("fz cov reach s.fzcov --limit 0 --json");
        let value: Value = serde_json::from_str(&said).unwrap();
        value["programs"][0].clone()
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
    let place = Place::new();
    place.done("fz-cc -g -O2 -pthread program.c library.c -o program");
    let said = place.reach("program", &["-"]);
    for (function, expected) in [
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
    ] {
        assert_eq!(how(&said, function), expected, "{function}: {said:#}");
    }
    // With inputs for all of it, nothing runs that could not be reached before.
    let never = said["never"].clone();
    let after = place.reach("program", &INPUTS);
    assert_eq!(after["never"], never);
    assert_eq!(after["unreached"].as_array().unwrap().len(), 0, "{after:#}");

    let text = place.done("fz cov summary s.fzcov");
    let functions = text.lines().find(|l| l.starts_with("functions")).unwrap();
    assert!(
        functions.contains("100.0 %  of what can be reached"),
        "{text}"
    );
    let tree = place.done("fz cov reach s.fzcov --tree --limit 0");
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
    let place = Place::new();
    place.done("fz-cxx -g -O1 shapes.cc -o shapes");
    let said = place.reach("shapes", &["-"]);
    assert_eq!(how(&said, "Square::area"), "likely");
    assert_eq!(how(&said, "Circle::area"), "likely");
    assert_eq!(how(&said, "NoShape::area"), "never", "{said:#}");
    assert_eq!(how(&said, "no_use"), "never");
    assert_eq!(how(&said, "Global::~Global"), "ran");
    let after = place.reach("shapes", &["s2", "c", "f", "t"]);
    assert_eq!(after["never"], said["never"]);
}

/// What a linker drops under `--gc-sections` is never said to be reachable.
#[test]
fn what_a_linker_drops_cannot_be_reached() {
    let place = Place::new();
    for (compiler, source, inputs) in [
        ("fz-cc", "program.c library.c -pthread", &INPUTS[..1]),
        ("fz-cxx", "shapes.cc", &["-"][..]),
    ] {
        let build = format!("{compiler} -g -O2 -ffunction-sections -fdata-sections {source}");
        place.done(&format!("{build} -o whole"));
        place.done(&format!("{build} -Wl,--gc-sections -o kept"));
        let (whole, kept) = (place.reach("whole", inputs), place.reach("kept", inputs));
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
    let place = Place::new();
    fs::write(
        place.dir().join("one.c"),
        "#include \"library.h\"\nint LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return n && \
         in_library(d[0]) > 99 ? 0 : 0; }\n",
    )
    .unwrap();
    fs::write(
        place.dir().join("two.c"),
        "#include \"library.h\"\nint LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return n ? \
         library_table[0](d[0]) * 0 : 0; }\n",
    )
    .unwrap();
    fs::create_dir(place.dir().join("seeds")).unwrap();
    fs::write(place.dir().join("seeds/1"), "Z").unwrap();
    for name in ["one", "two"] {
        place.done(&format!("fz-cc -g -O2 {name}.c library.c -o {name}"));
        place.done(&format!("fz cov collect ./{name} -i seeds -o {name}.fzcov"));
    }
    let said = place.done("fz cov reach one.fzcov two.fzcov");
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
    let said = place.done("fz cov reach new=one.fzcov old=two.fzcov:run=seeds");
    assert!(
        said.contains("\n  new ") && said.contains("\n  old "),
        "{said}"
    );
    let refused = |command: &str| {
        let out = place.run(command);
        assert_eq!(out.status.code(), Some(2), "{command}: {out:?}");
        String::from_utf8(out.stderr).unwrap()
    };
    assert!(
        refused("fz cov reach a=one.fzcov a=two.fzcov").contains("a: two stores have this name")
    );
    // All that cannot be used are named at once, by their files.
    fs::write(place.dir().join("text.fzcov"), "no store".repeat(200)).unwrap();
    let said = refused("fz cov reach a=none.fzcov one.fzcov b=text.fzcov two.fzcov:run=other");
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
    fs::write(
        place.dir().join("bad.c"),
        "#include <stdlib.h>\nint main(void) { abort(); }\n",
    )
    .unwrap();
    place.done("fz-cc -g bad.c -o bad");
    place.done("fz cov collect ./bad -i seeds -o bad.fzcov");
    let out = place.run("fz cov reach bad.fzcov");
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(
        !out.status.success() && said.contains("bad.fzcov: of 1 input 1 crashed"),
        "{said}"
    );
    assert!(
        !place
            .done("fz cov summary bad.fzcov")
            .contains("can be reached")
    );
}

/// Code that nobody knows calls functions by name, and has data; programs walk through sections that they name.
#[test]
fn what_nobody_knows_may_call_what_it_can_name() {
    let place = Place::new();
    for (name, text) in [
        (
            "plain.c",
            "int api(int); extern int (*shared[])(int); int plain(int x) { return x == 'p' ? api(x) : shared[0](x); }\n",
        ),
        (
            "mixed.c",
            "#include <stdio.h>\nint plain(int);\nstatic int hidden(int x) { return x + 1; }\nint api(int x) { return x * 2; }\n\
             static int of_shared(int x) { return x - 1; }\nint (*shared[])(int) = { of_shared };\n\
             int main(int n, char **w) { FILE *f = fopen(w[n - 1], \"r\"); int c = f ? fgetc(f) : 0; return c == '-' ? 0 : \
             plain(c) & 1; }\nint (*keep)(int);\nvoid never_called(void) { keep = hidden; }\n",
        ),
        (
            "walked.c",
            "#include <stdio.h>\ntypedef int (*command)(int);\nstatic int one(int x) { return x + 1; }\n\
             static int two(int x) { return x + 2; }\n\
             static command c1 __attribute__((section(\"commands\"), used)) = one;\n\
             static command c2 __attribute__((section(\"commands\"), used)) = two;\n\
             extern command __start_commands[], __stop_commands[];\n\
             int main(int n, char **w) { FILE *f = fopen(w[n - 1], \"r\"); int c = f ? fgetc(f) : 0; if (c != '-') \
             for (command *p = __start_commands; p < __stop_commands; p++) c += (*p)(c); return c & 1; }\n",
        ),
    ] {
        fs::write(place.dir().join(name), text).unwrap();
    }
    let mut compiler = Command::new("cc");
    let out = compiler
        .current_dir(place.dir())
        .args(["-c", "plain.c"])
        .output();
    assert!(out.unwrap().status.success());
    place.done("fz-cc -g -O1 mixed.c plain.o -o mixed");
    let said = place.reach("mixed", &["-"]);
    for (function, expected) in [
        ("api", "perhaps"),
        ("of_shared", "perhaps"),
        ("never_called", "perhaps"),
    ] {
        assert_eq!(how(&said, function), expected, "{function}: {said:#}");
    }
    let after = place.reach("mixed", &["p", "s"]);
    assert_eq!(
        (how(&after, "api"), how(&after, "of_shared")),
        ("ran".to_owned(), "ran".to_owned())
    );

    place.done("fz-cc -g -O1 walked.c -o walked");
    let said = place.reach("walked", &["-"]);
    assert_eq!(
        (how(&said, "one"), how(&said, "two")),
        ("likely".to_owned(), "likely".to_owned()),
        "{said:#}"
    );
}

/// A host that loads plugins: it gives them a table of callbacks, they register theirs, call the host by name, and look up
/// what it exports.
const HOST: &str = include_str!("reach/host.c");

const API: &str = "typedef int (*hook)(int);\n\
                   struct api { int (*service)(int); void (*emit)(const char *); int (*reject)(int); };\n\
                   struct operations { int (*run)(int); };\nvoid host_register(hook);\n";

/// One calls what it was given, and the host by name; the other looks for names.
const PLUGINS: [(&str, &str); 2] = [
    ("plugin-a.c", include_str!("reach/plugins/plugin-a.c")),
    ("plugin-b.c", include_str!("reach/plugins/plugin-b.c")),
];

/// Whoever made the plugins: what they lead to in the host may run, and what they cannot name may not.
#[test]
fn what_plugins_lead_to_in_their_host_can_be_reached() {
    let place = Place::new();
    fs::write(place.dir().join("host.c"), HOST).unwrap();
    fs::write(place.dir().join("api.h"), API).unwrap();
    for (name, text) in PLUGINS {
        fs::write(place.dir().join(name), text).unwrap();
    }
    place.done("fz-cc -g -O1 -rdynamic host.c -o host");
    for is_ours in [true, false] {
        for (name, _) in PLUGINS {
            let library = name.replace(".c", ".so");
            let words = ["-g", "-O1", "-fPIC", "-shared", name, "-o", &library];
            match is_ours {
                true => drop(place.done(&format!("fz-cc {}", words.join(" ")))),
                false => {
                    let mut plain = Command::new("cc");
                    plain.current_dir(place.dir()).args(words);
                    assert!(plain.status().unwrap().success());
                }
            }
        }
        let poor = place.reach("host", &["-"]);
        for (function, expected) in [
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
        ] {
            assert_eq!(how(&poor, function), expected, "{function}: {poor:#}");
        }
        let rich = place.reach("host", &["a", "b"]);
        assert_eq!(rich["never"], poor["never"], "{is_ours}");
        assert_eq!(rich["unreached"].as_array().unwrap().len(), 0, "{rich:#}");
    }
}
