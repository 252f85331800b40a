//! `fz guards`: what executed and what failed in how many runs, against what the inputs say.

use std::{fs, process::Stdio, time::Duration};

use fz_tests::{Outcome, RunCommand, Sandbox, rooms};
use serde_json::Value;

fn build(place: &Sandbox, compiler: &str, arguments: &str) {
    place.run(&format!("{compiler} -w -O2 {arguments}")).ok();
}

/// As long as it takes, unless the arguments say otherwise.
fn guards(place: &Sandbox, arguments: &str) -> Outcome {
    let patient = if arguments.contains("-t ") {
        ""
    } else {
        "-t 60000"
    };
    place.fz(&format!("guards {patient} {arguments}"))
}

fn said(place: &Sandbox, arguments: &str) -> String {
    guards(place, arguments).ok().out()
}

fn refused(place: &Sandbox, arguments: &str) -> String {
    guards(place, arguments).fails().err()
}

fn json(place: &Sandbox, arguments: &str) -> Value {
    guards(place, &format!("--json {arguments}")).ok().json()
}

/// What is said of the one guard in a line.
fn site(report: &Value, line: u64) -> &Value {
    let sites = report["sites"].as_array().unwrap();
    let mut found = sites.iter().filter(|s| s["line"] == line);
    let site = found
        .next()
        .unwrap_or_else(|| panic!("line {line}: {report:#}"));
    assert!(found.next().is_none(), "line {line}: {report:#}");
    site
}

fn counts(report: &Value, line: u64) -> [u64; 2] {
    let site = site(report, line);
    ["executed", "failed"].map(|count| site[count].as_u64().unwrap_or_else(|| panic!("{site}")))
}

/// Reads two numbers, and counts in a header's function, in a loop, behind a condition, in what is inlined twice.
const COUNTED: [(&str, &str); 2] = [
    ("a.cc", include_str!("guard_replay/counted/a.cc")),
    ("part.h", include_str!("guard_replay/counted/part.h")),
];

/// Pairs of numbers around the bounds of some types.
fn pairs() -> Vec<[i32; 2]> {
    let numbers = [
        0,
        1,
        -1,
        127,
        128,
        -129,
        1 << 30,
        -(1 << 30),
        i32::MAX,
        i32::MIN,
    ];
    let pairs = numbers.iter().flat_map(|a| numbers.map(|b| [*a, b]));
    pairs.collect()
}

fn expected(pairs: &[[i32; 2]]) -> Vec<(u64, [u64; 2])> {
    let count =
        |is: &dyn Fn(i32, i32) -> bool| pairs.iter().filter(|[a, b]| is(*a, *b)).count() as u64;
    let all = pairs.len() as u64;
    vec![
        (
            6,
            [
                all,
                count(&|a, b| a.checked_mul(2).is_none() || b.checked_mul(2).is_none()),
            ],
        ),
        (16, [all, count(&|a, b| a.checked_add(b).is_none())]),
        (
            18,
            [
                count(&|a, b| a > b),
                count(&|a, b| a > b && a.checked_sub(b).is_none()),
            ],
        ),
        (2, [all, count(&|a, _| i8::try_from(a).is_err())]),
    ]
}

#[test]
fn counts_are_those_of_the_inputs() {
    let place = Sandbox::with(COUNTED);
    let pairs = pairs();
    place.folder("in/deep/.state");
    for (number, [a, b]) in pairs.iter().enumerate() {
        let folder = if number % 2 == 0 { "in" } else { "in/deep" };
        fs::write(
            place.at(folder).join(format!("{number:03}")),
            format!("{a} {b}"),
        )
        .unwrap();
    }
    // None of these is an input.
    for name in ["in/README.txt", "in/deep/.state/x", "in/.cur_input"] {
        place.write(name, "no numbers");
    }
    let contexts = "summary = \"with contexts\"\nextends = \"guards\"\n[feedback.edges]\ncontext = \"callsite\"\n";
    place.write("contexts.toml", contexts);
    for (profile, options) in [
        ("guards", "-i in --jobs 2"),
        ("guards", "-i in --jobs 1 -- @@"),
        ("./contexts.toml", "-i in --jobs 5"),
    ] {
        build(
            &place,
            "fz-cxx",
            &format!("--fz-profile={profile} a.cc -o a"),
        );
        let report = json(&place, &format!("a --all {options}"));
        for (line, counted) in expected(&pairs) {
            assert_eq!(
                counts(&report, line),
                counted,
                "{profile} {options} line {line}"
            );
        }
        assert_eq!(
            (&report["runs"], &report["crashed"]),
            (&pairs.len().into(), &0.into())
        );
    }
}

/// The names that the compiler gives guards and those that the runtime reports are the same: nothing is found twice.
#[test]
fn every_kind_of_operation_is_counted_and_reported_as_one() {
    let place = Sandbox::new();
    let source = rooms().join("tests/guards/kinds.c");
    place.write("fine", "fine");
    place.write("wrong", "wrong");
    for level in ["-O0", "-O2"] {
        build(
            &place,
            "fz-cc",
            &format!("--fz-profile=guards {level} {} -o a", source.display()),
        );
        let fine = json(&place, "a -i fine");
        assert_eq!(fine["failed"], 0, "{fine:#}");
        let report = json(&place, "a --all -i fine wrong");
        assert_eq!(report["untold"], Value::Null, "{level}: {report:#}");
        let mut kinds: Vec<&str> = Vec::new();
        for site in report["sites"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|s| s["failed"] != 0)
        {
            kinds.push(site["name"].as_str().unwrap().split(' ').next().unwrap());
            let counted = [&site["executed"], &site["failed"]];
            assert_eq!(
                counted,
                [&Value::from(2), &Value::from(1)],
                "{level}: {site}"
            );
            assert!(
                site["example"].is_string() && site["input"] == "wrong",
                "{level}: {site}"
            );
        }
        kinds.sort_unstable();
        kinds.dedup();
        let all = "add builtin convert divide index length load mul negate shift sub";
        assert_eq!(kinds.join(" "), all, "{level}: {report:#}");
    }
}

const FATES: &str = include_str!("guard_replay/fates.c");

/// A harness takes the input as any program does; guards of a library that it loads are its own.
#[test]
fn harnesses_and_libraries_are_replayed() {
    let place = Sandbox::new();
    let library = "int triple(int a) {\n  return a * 3;\n}\n";
    let harness = "int triple(int);\n\
                   int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) {\n\
                   \x20 return size > 1 && triple(data[0] << 23) == data[1] - 1u;\n\
                   }\n";
    place.write("triple.c", library);
    place.write("harness.c", harness);
    build(
        &place,
        "fz-cc",
        "--fz-profile=guards -fPIC -shared triple.c -o libtriple.so",
    );
    build(
        &place,
        "fz-cc",
        "--fz-profile=guards harness.c -L. -ltriple -Wl,-rpath,$ORIGIN -o a",
    );
    for (name, bytes) in [
        ("none", &b"a"[..]),
        ("low", b"\x01\x01"),
        ("high", b"\x7f\x00"),
        ("top", b"\xff\x01"),
    ] {
        place.write(name, bytes);
    }
    let report = json(&place, "a --all -i none low high top");
    assert_eq!(counts(&report, 2), [3, 2], "{report:#}");
    let sites = report["sites"].as_array().unwrap();
    let in_harness: Vec<_> = sites.iter().filter(|s| s["file"] == "harness.c").collect();
    assert!(in_harness.iter().all(|s| s["executed"] == 3), "{report:#}");
    assert!(
        in_harness
            .iter()
            .any(|s| s["name"] == "sub uint32" && s["failed"] == 1),
        "{report:#}"
    );
}

#[test]
fn crashes_and_hangs_are_counted_and_end_nothing() {
    let place = Sandbox::new();
    place.write("a.c", FATES);
    build(&place, "fz-cc", "--fz-profile=guards a.c -o a");
    for name in ["crash", "fine"] {
        place.write(name, name);
    }
    let table = said(&place, "./a -i fine crash crash");
    assert_eq!(
        table,
        "failed  executed  guard\n     \
         2         3  a.c:11:10 add int32: int32 overflow: 2147483647 + 1 (crash)\n\
         1 guard: 1 executed, 1 failed; 3 runs, 2 of them crashed\n"
    );
    place.write("hang", "hang");
    // Whatever the machine does: this one never ends.
    let table = said(&place, "./a -t 300 -i hang");
    assert_eq!(
        table,
        "1 guard: 0 executed, 0 failed; 1 run, 1 of them timed out\n"
    );
}

/// Whoever is told to end shows what is known by then.
#[test]
fn what_was_found_is_shown_when_it_is_interrupted() {
    let place = Sandbox::new();
    place.write("a.c", FATES);
    build(&place, "fz-cc", "--fz-profile=guards a.c -o a");
    for name in ["crash", "hang"] {
        place.write(name, name);
    }
    let mut fz = place.command("fz");
    fz.args([
        "guards", "-j", "1", "-t", "10000000", "./a", "-i", "crash", "hang", "crash",
    ])
    .stdout(Stdio::piped());
    let mut running = fz.spawn().unwrap();
    while !place.at("hangs").exists() {
        assert_eq!(running.try_wait().unwrap(), None);
        std::thread::sleep(Duration::from_millis(10));
    }
    // SAFETY: our own child, which was not waited for.
    unsafe { libc::kill(running.id() as i32, libc::SIGINT) };
    let out = running.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout);
    assert!(
        !out.status.success() && said.contains("     1         1  a.c:11:10 add int32"),
        "{said}"
    );
    let sums = "1 guard: 1 executed, 1 failed; 1 run, 1 of them crashed, of 3: interrupted\n";
    assert!(said.ends_with(sums), "{said}");
}

#[test]
fn what_is_not_in_the_map_is_said() {
    let place = Sandbox::new();
    place.write("a.c", FATES);
    place.write("crash", "crash");
    build(
        &place,
        "fz-cc",
        "--fz-profile=guards --fz-engine=none a.c -o none",
    );
    let table = said(&place, "./none -i crash");
    let without = [
        "     1         ?  a.c:11:10 add int32: int32 overflow: 2147483647 + 1 (crash)\n",
        "1 guard: 1 failed; 1 run, 1 of them crashed\n",
        "executions are not counted: ./none has no map: link it for afl",
    ];
    for line in without {
        assert!(table.contains(line), "{line}\n{table}");
    }
    assert_eq!(json(&place, "none -i crash")["executed"], Value::Null);
    build(
        &place,
        "fz-cc",
        "--fz-profile=guards -flto -fuse-ld=lld a.c -o lto",
    );
    let table = said(&place, "./lto -i crash");
    assert!(
        table.contains("1 failed; 1 run") && table.contains("under link-time optimisation"),
        "{table}"
    );
    let path = "summary = \"paths\"\nextends = \"guards\"\n[feedback.edges]\nprune = \"path\"\n";
    place.write("path.toml", path);
    build(&place, "fz-cc", "--fz-profile=./path.toml a.c -o path");
    let table = said(&place, "./path --all -i crash");
    assert!(
        table.contains("     1         ?  a.c:11:10 add int32"),
        "{table}"
    );
    assert!(
        table.contains("`?`: this build does not count how often 1 guard ran"),
        "{table}"
    );
}

#[test]
fn what_cannot_be_replayed_is_refused_with_the_next_step() {
    let place = Sandbox::new();
    place.write("a.c", FATES);
    place.write("crash", "crash");
    place.folder("empty");
    build(&place, "fz-cc", "--fz-profile=guards a.c -o a");
    build(&place, "fz-cc", "--fz-capture=off a.c -o plain");
    place.run(&format!("{} a -o bare", fz_llvm::STRIP)).ok();
    for (arguments, why) in [
        (
            "plain -i crash",
            "./plain has no guards: compile it with --fz-profile=guards",
        ),
        (
            "bare -i crash",
            "./bare: its records are missing: `llvm-strip` or the like removed",
        ),
        ("a -i empty", "-i: no input is in it: name files"),
        ("a -i gone", "gone: no such file"),
        ("gone -i crash", "gone: no such program"),
    ] {
        let error = refused(&place, arguments);
        assert!(error.contains(why), "{arguments}: {error}");
    }
}

#[test]
fn where_nothing_can_go_wrong_that_is_the_result() {
    let place = Sandbox::new();
    place.write("seed", "seed");
    place.write(
        "safe.c",
        "#include <unistd.h>\nint main(void) { char c; read(0, &c, 1); return 0; }\n",
    );
    build(&place, "fz-cc", "--fz-profile=guards -w safe.c -o safe");
    let guards = |arguments: &[&str]| {
        let all = [&["guards"], arguments].concat();
        place.command("fz").args(all).outcome().ok().out()
    };
    let text = guards(&["safe", "-i", "seed"]);
    assert!(
        text.starts_with("0 guards: 0 failed; 1 run\n")
            && text.contains("./safe needs no guards: none of its operations of integers can go"),
        "{text}"
    );
    let report: Value = serde_json::from_str(&guards(&["--json", "safe", "-i", "seed"])).unwrap();
    assert_eq!(report["guards"], 0);
}

#[test]
fn inspect_counts_guards_by_kind() {
    let place = Sandbox::new();
    place.write("a.c", FATES);
    build(&place, "fz-cc", "--fz-profile=guards a.c -o a");
    let inspect = |arguments: &[&str]| {
        let out = place
            .command("fz")
            .arg("inspect")
            .args(arguments)
            .outcome()
            .ok();
        String::from_utf8_lossy(&out.stdout).into_owned()
    };
    let text = inspect(&["a"]);
    assert!(
        text.contains("\nguards: 1 (add 1)\n") && text.contains("\n  guards: "),
        "{text}"
    );
    let report: Value = serde_json::from_str(&inspect(&["--json", "a"])).unwrap();
    assert_eq!(
        report["programs"][0]["images"][0]["guards"],
        serde_json::json!({"add": 1})
    );
    let edges: String = (1..8)
        .map(|edge| inspect(&["--edge", &edge.to_string(), "a"]))
        .collect();
    for words in [
        " -> a.c:11:10 (guard, add int32)",
        " -> a.c:11:10 (guard held, add int32)",
    ] {
        assert!(edges.contains(words), "{edges}");
    }
}

#[test]
fn what_is_probably_meant_comes_last_and_kinds_and_functions_are_chosen() {
    let place = Sandbox::with([("likely.c", include_str!("guard_replay/likely.c"))]);
    build(&place, "fz-cc", "--fz-profile=guards -g likely.c -o likely");
    place.write("input", "zzzzzzzzz");
    let listed = |options: &str| -> Vec<String> {
        let said = said(&place, &format!("likely {options} -i input"));
        let rows = said.lines().filter(|l| l.contains("likely.c:"));
        rows.map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    };
    let all = listed("");
    let starts = [
        "1 1 likely.c:16:18 mul int32: ",
        "1 1 conversion of -1 likely.c:24:19 convert int32 to uint32: ",
        "1 1 hash mixing likely.c:7:15 mul uint32: ",
    ];
    assert_eq!(all.len(), starts.len(), "{all:#?}");
    for (row, start) in all.iter().zip(starts) {
        assert!(row.starts_with(start), "{row}");
    }
    assert_eq!(listed("--kind convert"), [all[1].clone()]);
    assert_eq!(listed("--kind convert,mul --ignore fun:area"), all[1..]);
    assert_eq!(listed("--select fun:area"), all[..1]);
    assert!(listed("--ignore src:likely.c").is_empty());
    let refused = refused(&place, "likely --select fun:aera -i input");
    assert!(
        refused.contains("fun:aera: no function or file") && refused.contains("--all --json"),
        "{refused}"
    );
    let report = json(&place, "likely -i input");
    assert_eq!(site(&report, 7)["probably"], "hash mixing");
    assert_eq!(site(&report, 16)["probably"], Value::Null);
}
