//! What holds for every subcommand of `fz`: how it ends, how its JSON looks.

use std::{
    fs::File,
    process::{Command, Output, Stdio},
};

use fz_tests::{env, fz};
use serde_json::Value;

fn command(arguments: &str) -> Command {
    let mut command = Command::new(fz().join("bin/fz"));
    env::bare(&mut command)
        .args(arguments.split_whitespace())
        .stdin(Stdio::null());
    command
}

fn run(arguments: &str) -> (Option<i32>, String, String) {
    let out = command(arguments).output().unwrap();
    let Output {
        status,
        stdout,
        stderr,
    } = out;
    let [stdout, stderr] = [stdout, stderr].map(|s| String::from_utf8_lossy(&s).into_owned());
    (status.code(), stdout, stderr)
}

#[test]
fn exit_statuses_are_those_of_the_help() {
    let help = std::fs::read_to_string(fz().join("share/man/man1/fz.1")).unwrap();
    for line in [
        "  0    done",
        "  1    ",
        "  2    ",
        "  70   a bug",
        "  130  ",
    ] {
        assert!(help.lines().any(|l| l.starts_with(line)), "{line}: {help}");
    }
    for (arguments, expected, says) in [
        ("profiles", 0, "fuzz"),
        ("doctor /bin/sh", 1, "WRONG"),
        ("frobnicate", 2, "unrecognized subcommand"),
        ("cov report nowhere.fzcov", 2, "nowhere.fzcov"),
        ("inspect nowhere", 2, "nowhere"),
        ("fuzz -t 3d -- ./p", 2, "500ms"),
        ("cov collect p -i in -o s -m 1T", 2, "512M"),
    ] {
        let (status, out, error) = run(arguments);
        assert_eq!(status, Some(expected), "{arguments}: {out} {error}");
        assert!((out + &error).contains(says), "{arguments}: {error}");
    }
}

/// As in most commands, `-` is the standard output, and never a file of that name.
#[test]
fn a_dash_is_the_standard_output_or_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let here = |arguments: &str| command(arguments).current_dir(dir).output().unwrap();
    let harness = "int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return n && d[0] == 'x' ? 0 : 0; }\n";
    std::fs::write(dir.join("a.c"), harness).unwrap();
    std::fs::create_dir(dir.join("in")).unwrap();
    std::fs::write(dir.join("in/x"), "xy").unwrap();
    for (profile, program) in [("coverage", "a"), ("fuzz", "f")] {
        let mut compiler = Command::new(fz().join("bin/fz-cc"));
        env::bare(&mut compiler)
            .current_dir(dir)
            .env("FZ_PROFILE", profile)
            .args(["-g", "a.c", "-o", program]);
        assert!(compiler.status().unwrap().success());
    }
    let out = here("cov collect ./a -i in -o s.fzcov");
    assert!(out.status.success(), "{out:?}");
    for (arguments, begin) in [
        ("cov report s.fzcov --format lcov", "TN:"),
        ("cov report s.fzcov", "<!"),
        ("cov report s.fzcov --format markdown", ""),
        ("dict ./f", ""),
        ("extract ./a --commands", "["),
        ("refactor a.c", ""),
        ("env cmake", ""),
        ("min input ./a in/x", "x"),
    ] {
        let out = here(&format!("{arguments} -o -"));
        assert!(out.status.success(), "{arguments}: {out:?}");
        let said = String::from_utf8_lossy(&out.stdout);
        assert!(said.starts_with(begin), "{arguments}: {said}");
        assert!(begin.is_empty() || !said.is_empty(), "{arguments}");
    }
    for (arguments, says) in [
        (
            "cov report --view compare s.fzcov -o -",
            "a folder cannot go to",
        ),
        ("cov collect ./a -i in -o -", "a store cannot go to"),
        ("cov collect ./a -i in -o s.fzcov --report -", "name a file"),
        ("cov merge s.fzcov -o -", "a store cannot go to"),
        ("check s.fzcov --min lines=1 --markdown -", "name a file"),
        ("crashes ./a -i in -o -", "a folder cannot go to"),
        ("crashes ./a -i in --sarif -", "name a file"),
        ("min corpus s.fzcov -i in -o -", "a folder cannot go to"),
        ("emit ./a split -o -", "a folder cannot go to"),
        ("fuzz -i in -o - -- ./a", "a folder cannot go to"),
        ("extract --remove ./a -o -", "a program cannot go to"),
        ("extract ./a --source -o -", "cannot go to"),
    ] {
        let out = here(arguments);
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{arguments}: {said}");
        assert!(said.contains(says), "{arguments}: {said}");
    }
    assert!(!dir.join("-").exists());
}

#[test]
fn what_cannot_be_printed_is_an_error_and_no_bug() {
    for arguments in [
        "profiles",
        "profiles --options",
        "doctor --engines --json",
        "env variables",
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let out = command(arguments).stdout(full).output().unwrap();
        let error = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.contains("No space left"), "{error}");
    }
}

/// Names in JSON are in kebab-case.
fn names(value: &Value, wrong: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            let is_kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            let odd = members.keys().filter(|name| !name.chars().all(is_kebab));
            wrong.extend(odd.cloned());
            members.values().for_each(|v| names(v, wrong));
        }
        Value::Array(values) => values.iter().for_each(|v| names(v, wrong)),
        _ => {}
    }
}

#[test]
fn json_is_one_value_with_names_in_one_style() {
    for arguments in [
        "doctor --engines --json",
        "env variables --json",
        "inspect --json /bin/sh",
        "profiles --json",
        "profiles --options --json",
        "doctor --json",
        "doctor --json /bin/sh",
    ] {
        let (_, out, error) = run(arguments);
        let value: Value = serde_json::from_str(&out)
            .unwrap_or_else(|e| panic!("{arguments}: {e}: {out} {error}"));
        let mut wrong = Vec::new();
        names(&value, &mut wrong);
        assert!(wrong.is_empty(), "{arguments}: {wrong:?}");
    }
}
