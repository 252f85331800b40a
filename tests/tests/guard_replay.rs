//! `fz guards`: what executed and what failed in how many runs, against what the inputs say.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
    time::Duration,
};

use fz_tests::{RunCommand, env, fz, rooms};
use serde_json::Value;

fn command(name: &str, dir: &Path) -> Command {
    let mut command = Command::new(fz().join("bin").join(name));
    env::bare(&mut command).current_dir(dir);
    command
}

fn build(compiler: &str, arguments: &str, dir: &Path) {
    command(compiler, dir)
        .args(["-w", "-O2"])
        .args(arguments.split(' '))
        .outcome()
        .ok();
}

/// As long as it takes, unless the arguments say otherwise.
fn guards(arguments: &str, dir: &Path) -> Output {
    let patient: &[&str] = match arguments.contains("-t ") {
        true => &[],
        false => &["-t", "60000"],
    };
    command("fz", dir)
        .arg("guards")
        .args(patient)
        .args(arguments.split(' '))
        .output()
        .unwrap()
}

fn said(arguments: &str, dir: &Path) -> String {
    let out = guards(arguments, dir);
    assert!(out.status.success(), "{arguments}: {out:?}");
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn refused(arguments: &str, dir: &Path) -> String {
    let out = guards(arguments, dir);
    assert!(!out.status.success(), "{arguments}: {out:?}");
    String::from_utf8_lossy(&out.stderr).into_owned()
}

fn json(arguments: &str, dir: &Path) -> Value {
    serde_json::from_str(&said(&format!("--json {arguments}"), dir)).unwrap()
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
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    for (name, text) in COUNTED {
        fs::write(dir.join(name), text).unwrap();
    }
    let pairs = pairs();
    fs::create_dir_all(dir.join("in/deep/.state")).unwrap();
    for (number, [a, b]) in pairs.iter().enumerate() {
        let folder = if number % 2 == 0 { "in" } else { "in/deep" };
        fs::write(
            dir.join(folder).join(format!("{number:03}")),
            format!("{a} {b}"),
        )
        .unwrap();
    }
    // None of these is an input.
    for name in ["in/README.txt", "in/deep/.state/x", "in/.cur_input"] {
        fs::write(dir.join(name), "no numbers").unwrap();
    }
    let contexts = "summary = \"with contexts\"\nextends = \"guards\"\n[feedback.edges]\ncontext = \"callsite\"\n";
    fs::write(dir.join("contexts.toml"), contexts).unwrap();
    for (profile, options) in [
        ("guards", "-i in --jobs 2"),
        ("guards", "-i in --jobs 1 -- @@"),
        ("./contexts.toml", "-i in --jobs 5"),
    ] {
        build("fz-cxx", &format!("--fz-profile={profile} a.cc -o a"), dir);
        let report = json(&format!("a --all {options}"), dir);
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
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let source = rooms().join("tests/guards/kinds.c");
    fs::write(dir.join("fine"), "fine").unwrap();
    fs::write(dir.join("wrong"), "wrong").unwrap();
    for level in ["-O0", "-O2"] {
        build(
            "fz-cc",
            &format!("--fz-profile=guards {level} {} -o a", source.display()),
            dir,
        );
        let fine = json("a -i fine", dir);
        assert_eq!(fine["failed"], 0, "{fine:#}");
        let report = json("a --all -i fine wrong", dir);
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
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let library = "int triple(int a) {\n  return a * 3;\n}\n";
    let harness = "int triple(int);\n\
                   int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) {\n\
                   \x20 return size > 1 && triple(data[0] << 23) == data[1] - 1u;\n\
                   }\n";
    fs::write(dir.join("triple.c"), library).unwrap();
    fs::write(dir.join("harness.c"), harness).unwrap();
    build(
        "fz-cc",
        "--fz-profile=guards -fPIC -shared triple.c -o libtriple.so",
        dir,
    );
    build(
        "fz-cc",
        "--fz-profile=guards harness.c -L. -ltriple -Wl,-rpath,$ORIGIN -o a",
        dir,
    );
    for (name, bytes) in [
        ("none", &b"a"[..]),
        ("low", b"\x01\x01"),
        ("high", b"\x7f\x00"),
        ("top", b"\xff\x01"),
    ] {
        fs::write(dir.join(name), bytes).unwrap();
    }
    let report = json("a --all -i none low high top", dir);
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
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("a.c"), FATES).unwrap();
    build("fz-cc", "--fz-profile=guards a.c -o a", dir);
    for name in ["crash", "fine"] {
        fs::write(dir.join(name), name).unwrap();
    }
    let table = said("./a -i fine crash crash", dir);
    assert_eq!(
        table,
        "  failed executed  guard\n       \
         2        3  a.c:11:10 add int32: int32 overflow: 2147483647 + 1 (crash)\n\
         1 guards: 1 executed, 1 failed; 3 runs, 2 of them crashed\n"
    );
    fs::write(dir.join("hang"), "hang").unwrap();
    // Whatever the machine does: this one never ends.
    let table = said("./a -t 300 -i hang", dir);
    assert_eq!(
        table,
        "1 guards: 0 executed, 0 failed; 1 runs, 1 of them timed out\n"
    );
}

/// Whoever is told to end shows what is known by then.
#[test]
fn what_was_found_is_shown_when_it_is_interrupted() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("a.c"), FATES).unwrap();
    build("fz-cc", "--fz-profile=guards a.c -o a", dir);
    for name in ["crash", "hang"] {
        fs::write(dir.join(name), name).unwrap();
    }
    let mut fz = command("fz", dir);
    fz.args([
        "guards", "-j", "1", "-t", "10000000", "./a", "-i", "crash", "hang", "crash",
    ])
    .stdout(Stdio::piped());
    let mut running = fz.spawn().unwrap();
    while !dir.join("hangs").exists() {
        assert_eq!(running.try_wait().unwrap(), None);
        std::thread::sleep(Duration::from_millis(10));
    }
    // SAFETY: our own child, which was not waited for.
    unsafe { libc::kill(running.id() as i32, libc::SIGINT) };
    let out = running.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout);
    assert!(
        !out.status.success() && said.contains("       1        1  a.c:11:10 add int32"),
        "{said}"
    );
    let sums = "1 guards: 1 executed, 1 failed; 1 runs, 1 of them crashed, of 3: interrupted\n";
    assert!(said.ends_with(sums), "{said}");
}

#[test]
fn what_is_not_in_the_map_is_said() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("a.c"), FATES).unwrap();
    fs::write(dir.join("crash"), "crash").unwrap();
    build(
        "fz-cc",
        "--fz-profile=guards --fz-engine=none a.c -o none",
        dir,
    );
    let table = said("./none -i crash", dir);
    let without = [
        "       1        ?  a.c:11:10 add int32: int32 overflow: 2147483647 + 1 (crash)\n",
        "1 guards: 1 failed; 1 runs, 1 of them crashed\n",
        "executions are not counted: ./none has no map: link it for afl",
    ];
    for line in without {
        assert!(table.contains(line), "{line}\n{table}");
    }
    assert_eq!(json("none -i crash", dir)["executed"], Value::Null);
    build(
        "fz-cc",
        "--fz-profile=guards -flto -fuse-ld=lld a.c -o lto",
        dir,
    );
    let table = said("./lto -i crash", dir);
    assert!(
        table.contains("1 failed; 1 runs") && table.contains("under link-time optimisation"),
        "{table}"
    );
    let path = "summary = \"paths\"\nextends = \"guards\"\n[feedback.edges]\nprune = \"path\"\n";
    fs::write(dir.join("path.toml"), path).unwrap();
    build("fz-cc", "--fz-profile=./path.toml a.c -o path", dir);
    let table = said("./path --all -i crash", dir);
    assert!(
        table.contains("       1        ?  a.c:11:10 add int32"),
        "{table}"
    );
    assert!(
        table.contains("executions of 1 guards (`?`) are not in the map"),
        "{table}"
    );
}

#[test]
fn what_cannot_be_replayed_is_refused_with_the_next_step() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("a.c"), FATES).unwrap();
    fs::write(dir.join("crash"), "crash").unwrap();
    fs::create_dir(dir.join("empty")).unwrap();
    build("fz-cc", "--fz-profile=guards a.c -o a", dir);
    build("fz-cc", "--fz-capture=off a.c -o plain", dir);
    let stripped = Command::new(fz_llvm::STRIP)
        .current_dir(dir)
        .args(["a", "-o", "bare"])
        .status();
    assert!(stripped.unwrap().success());
    for (arguments, why) in [
        (
            "plain -i crash",
            "./plain has no guards: compile it with --fz-profile=guards",
        ),
        (
            "bare -i crash",
            "./bare: its records are gone: `llvm-strip` or the like removed",
        ),
        ("a -i empty", "-i: no input is in it: name files"),
        ("a -i gone", "gone: no such file"),
        ("gone -i crash", "gone: no such program"),
    ] {
        let error = refused(arguments, dir);
        assert!(error.contains(why), "{arguments}: {error}");
    }
}

#[test]
fn where_nothing_can_go_wrong_that_is_the_result() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("seed"), "seed").unwrap();
    fs::write(dir.join("safe.c"), "int main(void) { return 0; }\n").unwrap();
    build("fz-cc", "--fz-profile=guards -w safe.c -o safe", dir);
    let guards = |arguments: &[&str]| {
        let all = [&["guards"], arguments].concat();
        command("fz", dir).args(all).outcome().ok().out()
    };
    let text = guards(&["safe", "-i", "seed"]);
    assert!(
        text.starts_with("0 guards: 0 failed; 1 runs\n")
            && text.contains("./safe needs no guards: none of its operations of integers can go"),
        "{text}"
    );
    let report: Value = serde_json::from_str(&guards(&["--json", "safe", "-i", "seed"])).unwrap();
    assert_eq!(report["guards"], 0);
}

#[test]
fn inspect_counts_guards_by_kind() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("a.c"), FATES).unwrap();
    build("fz-cc", "--fz-profile=guards a.c -o a", dir);
    let inspect = |arguments: &[&str]| {
        let out = command("fz", dir)
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
