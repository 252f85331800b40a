//! `fz cov collect`: programs that do all that a program may, and corpora that do too.

use std::{
    collections::BTreeMap,
    fs,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use fz_tests::Sandbox;
use serde_json::Value;

/// The first byte of the input says what it does; each action is a function of that name.
const PROGRAM: &str = include_str!("cov_collect/program.c");

/// With the program `p`, and inputs by name and content.
fn with(inputs: &[(&str, &str)]) -> Sandbox {
    let place = Sandbox::with([("p.c", PROGRAM)]);
    link(&place, "p.c", "p", "");
    for (name, content) in inputs {
        place.write(format!("in/{name}"), content);
    }
    place
}

fn link(place: &Sandbox, source: &str, program: &str, more: &str) {
    link_under(place, "fuzz", source, program, more);
}

fn link_under(place: &Sandbox, profile: &str, source: &str, program: &str, more: &str) {
    let made = format!("--fz-profile={profile} --fz-engine=afl -g -O1 -w -fno-inline");
    place.cc(&format!("{made} {source} -o {program} {more}"));
}

fn collect(place: &Sandbox, arguments: &str) -> Value {
    place.json(&format!("cov collect --json {arguments}"))
}

/// By function: how many inputs reached it.
fn functions(place: &Sandbox, store: &str) -> BTreeMap<String, u64> {
    let found: Value = place.json(&format!("cov report {store} --format json"));
    let identities = found["identities"].as_array().unwrap().iter();
    let functions = identities.filter(|i| i["kind"] == "function");
    functions
        .map(|i| {
            (
                i["function"].as_str().unwrap().to_owned(),
                i["inputs"].as_u64().unwrap(),
            )
        })
        .collect()
}

/// Inputs that reached `main`, `seen` and `behind`.
fn reached(place: &Sandbox, store: &str) -> [u64; 3] {
    let functions = functions(place, store);
    ["main", "seen", "behind"].map(|f| functions[f])
}

#[test]
fn inputs_count_up_to_where_they_got() {
    let place = with(&[
        ("a", "x"),
        ("crash", "c"),
        ("group", "g"),
        ("hang", "h"),
        ("z", "x"),
    ]);
    let said = collect(&place, "./p -i in -o s.fzcov -t 1000 -- @@");
    let counts =
        ["ran", "crashed", "killed-server", "timed-out"].map(|n| said[n].as_u64().unwrap());
    assert_eq!(counts, [5, 1, 1, 1], "{said}");
    assert_eq!(reached(&place, "s.fzcov"), [5, 3, 0]);
    // By the standard input it is the same.
    collect(&place, "./p -i in -o t.fzcov -t 1000 -j 1");
    assert_eq!(functions(&place, "t.fzcov"), functions(&place, "s.fzcov"));
}

#[test]
fn processes_that_a_program_starts_belong_to_its_input() {
    let place = with(&[("0", "f"), ("1", "o"), ("2", "x"), ("3", "x")]);
    let said = collect(&place, "./p -i in -o s.fzcov -j 1 -- @@");
    assert_eq!(
        (&said["ran"], &said["left-processes"]),
        (&4.into(), &0.into()),
        "{said}"
    );
    assert_eq!(reached(&place, "s.fzcov"), [4, 2, 2]);

    // What stays for ever is killed, and counts for nobody else.
    let place = with(&[("0", "d"), ("1", "x"), ("2", "x"), ("3", "C"), ("4", "x")]);
    let said = collect(&place, "./p -i in -o s.fzcov -j 1 -t 300 -- @@");
    assert_eq!(
        (&said["ran"], &said["left-processes"]),
        (&5.into(), &1.into()),
        "{said}"
    );
    assert_eq!(reached(&place, "s.fzcov"), [5, 1, 2]);
    let left = Command::new("pgrep")
        .args(["-f", &format!("{}/input", std::env::temp_dir().display())])
        .output();
    if let Ok(left) = left {
        assert_eq!(
            String::from_utf8_lossy(&left.stdout),
            "",
            "processes are left"
        );
    }
}

#[test]
fn memory_and_output_are_no_trouble() {
    let place = with(&[("0", "w"), ("1", "e"), ("2", "x")]);
    let said = collect(&place, "./p -i in -o s.fzcov -m 400 -t 20000");
    assert_eq!(
        (&said["ran"], &said["timed-out"]),
        (&3.into(), &0.into()),
        "{said}"
    );
    assert_eq!(reached(&place, "s.fzcov"), [3, 0, 2]);
    let out = place.fz("cov collect ./p -i in -o t.fzcov -m 1");
    assert!(!out.status.success(), "{out:?}");
    assert!(out.err().contains("--memory may be too low"), "{out:?}");
}

#[test]
fn what_a_program_does_to_its_input_is_undone() {
    let place = with(&[("0", "s"), ("1", "x"), ("2", "s"), ("3", "c")]);
    collect(&place, "./p -i in -o s.fzcov -j 1 -- @@");
    assert_eq!(reached(&place, "s.fzcov"), [4, 1, 2]);
    assert_eq!(fs::read_to_string(place.at("in/0")).unwrap(), "s");
}

#[test]
fn inputs_that_cannot_be_run_are_named() {
    let place = with(&[("0", "x"), ("1", "x")]);
    std::os::unix::fs::symlink("nowhere", place.at("in/gone")).unwrap();
    std::os::unix::fs::symlink("..", place.at("in/folder")).unwrap();
    let out = place.fz("cov collect ./p -i in -o s.fzcov");
    assert_eq!(out.status.code(), Some(1), "{out:?}");
    let said = out.err();
    assert!(said.contains("in/gone: No such file"), "{said}");
    assert!(said.contains("in/folder: it is a folder"), "{said}");
    assert!(said.contains("2 could not be run"), "{said}");
    assert_eq!(reached(&place, "s.fzcov")[0], 2);
    let out = place.fz("cov collect ./p -i nowhere -o s.fzcov");
    assert!(out.err().contains("nowhere: no such file"), "{out:?}");
}

#[test]
fn the_same_command_goes_on_where_it_ended() {
    let hangs: Vec<String> = (0..6).map(|n| format!("h{n}")).collect();
    let mut inputs: Vec<(&str, &str)> = hangs.iter().map(|n| (n.as_str(), "h")).collect();
    inputs.extend([("a", "x"), ("b", "c")]);
    let place = with(&inputs);
    let arguments = "cov collect ./p -i in -o s.fzcov -j 1 -t 1500";
    let mut first = place
        .command("fz")
        .args(arguments.split(' '))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It is there once the program has been built.
    while !place.at("s.fzcov").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(2500));
    // SAFETY: our own child.
    unsafe { libc::kill(first.id() as i32, libc::SIGINT) };
    let told = Instant::now();
    let status = first.wait().unwrap();
    assert!(told.elapsed() < Duration::from_secs(5), "it goes on");
    assert_eq!(status.code(), Some(130));
    let before = functions(&place, "s.fzcov")["main"];
    assert!((2..8).contains(&before), "{before} inputs are there");
    let said = collect(&place, "./p -i in -o s.fzcov -t 300");
    assert_eq!(said["known"], before, "{said}");
    assert_eq!(said["ran"], 8 - before, "{said}");
    assert_eq!(reached(&place, "s.fzcov"), [8, 7, 0]);

    // Inputs that came since are added.
    place.write("in/new", "f");
    collect(&place, "./p -i in -o s.fzcov");
    assert_eq!(reached(&place, "s.fzcov"), [9, 8, 1]);
}

/// afl-fuzz shortens inputs of its queue; people write others over theirs. What the old one reached stays, and what the new
/// one reaches is known only when it was run.
#[test]
fn what_has_other_contents_is_another_input() {
    let place = with(&[("a", "xx"), ("b", "x")]);
    collect(&place, "./p -i in -o s.fzcov --shard 1/2");
    collect(&place, "./p -i in -o s.fzcov --shard 2/2");
    place.write("in/a", "f");
    // As long as before.
    place.write("in/b", "C");
    let out = place.fz("cov collect ./p -i in -o s.fzcov");
    assert_eq!(out.status.code(), Some(0), "{out:?}");
    assert!(
        out.err()
            .contains("2 have changed since they were collected"),
        "{out:?}"
    );
    let all = functions(&place, "s.fzcov");
    assert_eq!(
        ["main", "forks", "closes"].map(|f| all[f]),
        [4, 1, 1],
        "{all:?}"
    );
    // Once; and a crash that was something else has a stack of its own.
    place.write("in/a", "c");
    let said = collect(&place, "./p -i in -o s.fzcov");
    let counts = ["ran", "known", "changed", "stacks"].map(|name| said[name].as_u64());
    assert_eq!(counts, [1, 1, 1, 1].map(Some), "{said}");
    let said = collect(&place, "./p -i in -o s.fzcov");
    let counts = ["ran", "known", "changed", "stacks"].map(|name| said[name].as_u64());
    assert_eq!(counts, [0, 2, 0, 0].map(Some), "{said}");
    // As it was collected first.
    place.write("in/a", "xx");
    assert_eq!(collect(&place, "./p -i in -o s.fzcov")["ran"], 0);

    // What is left can be made smaller, since all of it was run.
    place.fz("min corpus s.fzcov -i in -o small").ok();
    place.fz("cov merge s.fzcov s.fzcov -o m.fzcov").ok();
    assert_eq!(functions(&place, "m.fzcov")["main"], 5);
}

#[test]
fn shards_are_the_whole_and_builds_in_other_folders_are_the_same() {
    let names: Vec<String> = (0..40).map(|n| format!("{n}")).collect();
    let inputs: Vec<(&str, &str)> = names
        .iter()
        .zip(["x", "f", "s", "c"].iter().cycle())
        .map(|(n, c)| (n.as_str(), *c))
        .collect();
    let place = with(&inputs);
    collect(&place, "./p -i in -o whole.fzcov");
    let source = place.write("elsewhere/p.c", PROGRAM);
    link(&place, source.to_str().unwrap(), "q", "");
    collect(&place, "./p -i in -o 1.fzcov --shard 1/3");
    collect(&place, "./q -i in -o 2.fzcov --shard 2/3");
    collect(&place, "./p -i in -o 3.fzcov --shard 3/3");
    let out = place.fz("cov merge 1.fzcov 2.fzcov 3.fzcov 1.fzcov -o all.fzcov");
    assert!(out.status.success(), "{out:?}");
    let said = out.err();
    assert!(said.contains("40 inputs of 1 run"), "{said}");
    assert!(!said.contains("identities are only in"), "{said}");
    assert_eq!(
        functions(&place, "all.fzcov"),
        functions(&place, "whole.fzcov")
    );
    let summary = place.prints("cov report all.fzcov --all");
    assert!(
        summary.contains("40 inputs of 1 run, 10 crashed"),
        "{summary}"
    );
    for format in ["lcov", "cobertura", "llvm"] {
        let text = place.prints(&format!("cov report all.fzcov:run=in --format {format}"));
        assert!(text.contains("p.c") && text.contains("crash"), "{text}");
    }
    let out = place.fz("cov report all.fzcov:run=other --format lcov");
    assert!(
        out.err().contains("unknown run `other`; there are in"),
        "{out:?}"
    );
}

/// Whichever ends first: results are kept in the order of the inputs.
#[test]
fn stores_are_the_same_however_many_run_at_a_time() {
    let place = with(&[]);
    for number in 0..200 {
        let letters = ["a", "c", "f", "x", "z"].into_iter().cycle();
        let content: String = letters.skip(number).take(number % 7).collect();
        place.write(format!("in/{number:03}"), content);
    }
    let store = |jobs: u32| {
        let name = format!("{jobs}.fzcov");
        let said = collect(&place, &format!("./p -i in -o {name} -j {jobs}"));
        assert_eq!(said["ran"], 200);
        place.read(name)
    };
    let alone = store(1);
    for jobs in [2, 5] {
        assert!(store(jobs) == alone, "{jobs} at a time");
    }
}

#[test]
fn what_differs_from_run_to_run_is_unstable() {
    let place = with(&[("0", "r"), ("1", "x")]);
    let said = collect(&place, "./p -i in -o s.fzcov --repeat 12 -j 1");
    assert!(said["unstable"].as_u64().unwrap() >= 2, "{said}");
    assert_eq!(reached(&place, "s.fzcov"), [2, 1, 1]);
    let stable = collect(&place, "./p -i in/1 -o t.fzcov --repeat 12");
    assert_eq!(stable["unstable"], 0);
}

#[test]
fn programs_that_cannot_be_run_are_refused_in_words() {
    let place = with(&[("0", "x")]);
    place.write("q.c", "int main(void) { return 0; }");
    let refused = |words: &str| place.fz(&format!("cov {words}")).fails().err();
    place.run(&format!("{} q.c -o plain", fz_llvm::CLANG)).ok();
    let said = refused("collect ./plain -i in -o s.fzcov");
    assert!(
        said.contains("no coverage records and no fork server")
            && said.contains("FZ_PROFILE=coverage"),
        "{said}"
    );
    place.write("q.c", "#include <stdlib.h>\n__attribute__((constructor(1))) static void c(void) { exit(4); }\nint main(void) { return 0; }");
    link(&place, "q.c", "dies", "");
    let said = refused("collect ./dies -i in -o s.fzcov");
    assert!(
        said.contains("ended before it could be given an input") && said.contains("exit status: 4"),
        "{said}"
    );
    collect(&place, "./p -i in -o t.fzcov");
    place.write(
        "q.c",
        "int main(int count, char **words) { return count > 3; }",
    );
    link(&place, "q.c", "other", "");
    let said = refused("collect ./other -i in -o t.fzcov");
    assert!(said.contains("collected with another program"), "{said}");
    let said = refused("report p.c");
    assert!(
        said.contains("p.c: it was not written by `fz cov collect`"),
        "{said}"
    );
}

#[test]
fn one_process_runs_many_inputs_if_it_may() {
    let place = with(&[("0", "x"), ("1", "y"), ("2", "c"), ("3", "h"), ("4", "y")]);
    let harness = include_str!("cov_collect/again.c");
    place.write("q.c", harness);
    link(&place, "q.c", "q", "-fsanitize=fuzzer");
    let reached = |store: &str| {
        let functions = functions(&place, store);
        ["LLVMFuzzerTestOneInput", "seen", "again"].map(|f| functions[f])
    };
    collect(&place, "./q -i in -o exact.fzcov -j 1 -t 500");
    assert_eq!(reached("exact.fzcov"), [5, 2, 0]);
    let said = collect(
        &place,
        "./q -i in -o fast.fzcov -j 1 -t 500 --process shared",
    );
    assert_eq!(
        (&said["crashed"], &said["timed-out"]),
        (&1.into(), &1.into()),
        "{said}"
    );
    assert_eq!(reached("fast.fzcov"), [5, 2, 2]);
    let out = place.fz("cov collect ./p -i in -o s.fzcov --process shared");
    assert!(out.err().contains("has no loop over inputs"), "{out:?}");
}

/// A harness that writes down in which process it runs; what it does besides leaves something behind, or does not.
const HARNESS: &str = include_str!("cov_collect/harness.c");

/// What a harness leaves behind, and whether that stands in the way of the next input.
const LEFT: &[(&str, &str, bool)] = &[
    ("nothing", "static void leave(char *t) { if (*t == 'x') usleep(1); }", false),
    (
        "memory",
        "static void leave(char *t) { if (*t == 'x') strdup(t); }",
        false,
    ),
    (
        "data",
        "static int is_ready; static void begin(void) { is_ready = 1; } static void leave(char *t) { if (!is_ready && *t == 'x') begin(); }",
        true,
    ),
    (
        "zeros",
        "static char zeros[1 << 18]; static void leave(char *t) { if (zeros[200000]) zeros[0] = 1; if (*t == 'x') zeros[200000]++; }",
        true,
    ),
    (
        "memory-from-the-start",
        "static int *runs; int LLVMFuzzerInitialize(int *c, char ***v) { runs = calloc(4, 1); return 0; }
         static void more(void) { usleep(1); } static void leave(char *t) { if ((*runs)++) more(); }",
        true,
    ),
    (
        "large-memory-from-the-start",
        "static int *runs; int LLVMFuzzerInitialize(int *c, char ***v) { runs = calloc(1 << 20, 1); return 0; }
         static void more(void) { usleep(1); } static void leave(char *t) { if ((*runs)++) more(); }",
        true,
    ),
    (
        "a-descriptor",
        "static void leave(char *t) { if (*t == 'x' && open(\"/dev/null\", O_RDONLY) > 6) usleep(1); }",
        true,
    ),
    (
        "the-library's-state",
        "static void leave(char *t) { if (rand() % 2) usleep(1); }",
        true,
    ),
    (
        "a-process",
        "static void late(void) { usleep(30000); _exit(0); } static void leave(char *t) { if (*t == 'x' && !fork()) late(); }",
        false,
    ),
];

#[test]
fn one_process_runs_the_next_input_where_nothing_is_left_of_the_last() {
    let place = with(&[]);
    for (n, text) in [
        "x", "y", "z", "xy", "c", "yy", "h", "zz", "e", "n", "yz", "xx",
    ]
    .iter()
    .enumerate()
    {
        for again in 0..2 {
            place.write(format!("in/{again}{n:02}"), text);
        }
    }
    for (name, left, is_in_the_way) in LEFT {
        place.write("q.c", HARNESS.replace("LEFT", left));
        link_under(&place, "coverage", "q.c", "q", "-fsanitize=fuzzer");
        let reached = |more: &str| {
            let _ = fs::remove_file(place.at("processes"));
            let name = name.replace('\'', "");
            let store = format!("{name}{}.fzcov", more.replace(' ', ""));
            // Processes are counted: only those of servers.
            let said = collect(
                &place,
                &format!("./q -i in -o {store} -j 1 -t 600 --no-stacks{more}"),
            );
            assert_eq!(
                (&said["crashed"], &said["timed-out"]),
                (&2.into(), &2.into()),
                "{name}: {said}"
            );
            let exported = place.prints(&format!("cov report {store} --format json"));
            let exported: Value = serde_json::from_str(&exported).unwrap();
            let processes = fs::read_to_string(place.at("processes")).unwrap();
            let processes: std::collections::BTreeSet<&str> = processes.lines().collect();
            (exported["identities"].clone(), processes.len())
        };
        let ((alone, all), (together, some)) = (reached(" --process own"), reached(""));
        assert_eq!(alone, together, "{name}");
        // Of the first sixteen, those that end well are run again.
        assert_eq!(all, 24 + 14, "{name}");
        let ends = 2 * ["c", "h", "e", "n"].len() + ["e", "n"].len();
        match is_in_the_way {
            true => assert!(some > ends + 2, "{name}: {some} processes"),
            false => assert!(some <= ends + 1, "{name}: {some} processes"),
        }
    }
}

/// What each process does before it is offered an input: a constructor, and what stands before a call.
const EARLY: &str = include_str!("cov_collect/early.c");

#[test]
fn what_runs_before_the_first_input_counts_for_each() {
    let place = with(&[("0", "x"), ("1", "y"), ("2", "x")]);
    place.write("q.c", EARLY);
    for (name, more) in [
        ("deferred", "-DPLAIN"),
        ("harness", "-DHARNESS -fsanitize=fuzzer"),
    ] {
        link_under(&place, "coverage", "q.c", name, more);
        for way in ["", " --process own"] {
            let store = format!("{name}{}.fzcov", way.replace(' ', ""));
            collect(&place, &format!("./{name} -i in -o {store} -j 1{way}"));
            let functions = functions(&place, &store);
            assert_eq!(
                ["first", "prepares", "looks"].map(|f| functions[f]),
                [3, 3, 3],
                "{name}{way}: {functions:?}"
            );
        }
    }
}

/// Lines of regions without code, of functions that nobody calls, and of a library; what crashed counts nothing.
#[test]
fn lines_are_counted_as_llvm_cov_does() {
    let place = Sandbox::of("cov_collect/llvm");
    let inputs = ["a", "C", "x"];
    place.numbered("in", inputs);
    for words in [
        "-fPIC -shared part.c -o libpart.so",
        "program.c -L. -lpart -Wl,-rpath,$ORIGIN -o program",
    ] {
        place.cc(&format!(
            "--fz-profile=fuzz --fz-capture=embed -g -O2 -w {words}"
        ));
    }
    place.says("cov collect ./program -i in -o s.fzcov");
    let none = place.refuses("cov report s.fzcov --lines llvm");
    assert!(none.contains("--build llvm-cov` adds them"), "{none}");
    place.says("cov collect ./program -i in -o s.fzcov --build llvm-cov");
    let ours = place.json("cov report s.fzcov --json")["reached"]["lines"].take();
    let lines = place.json("cov report s.fzcov --lines llvm --json")["reached"]["lines"].take();
    assert_ne!(ours, lines);

    let flags = "-w -fprofile-instr-generate -fcoverage-mapping part.c program.c -o clangs";
    place.run(&format!("{} {flags}", fz_llvm::CLANG)).ok();
    let mut merge = format!("{} merge -o data", fz_llvm::PROFDATA);
    for (number, input) in inputs.iter().enumerate() {
        let run = format!("printf {input} | LLVM_PROFILE_FILE={number}.raw ./clangs");
        place.run(&format!("sh -c '{run}; true'")).ok();
        if *input != "C" {
            merge += &format!(" {number}.raw");
        }
    }
    place.run(&merge).ok();
    let export = format!(
        "{} export -summary-only -instr-profile data clangs",
        fz_llvm::COV
    );
    let said: Value = serde_json::from_str(&place.run(&export).ok().out()).unwrap();
    let clangs = &said["data"][0]["totals"]["lines"];
    assert_eq!(lines["reached"], clangs["covered"], "{clangs}");
    assert_eq!(lines["all"], clangs["count"], "{clangs}");
    let summary = place.prints("cov report s.fzcov --lines llvm");
    assert!(
        summary.contains("lines are llvm-cov's, of 3 inputs from all runs"),
        "{summary}"
    );
}
