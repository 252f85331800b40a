//! What a person types first: `fz doctor`, `fz new`, and the commands that it prints.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use fz_tests::{env, fz};
use serde_json::Value;

const LIBRARY: &str = "int parse(const unsigned char *data, unsigned long size) {
    return size > 2 && data[0] == 'f' && data[1] == 'z';
}
";

const HARNESS: &str = "int parse(const unsigned char *data, unsigned long size);
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) {
    return parse(data, size) && data[2] == '!' ? 0 : 0;
}
";

const MAKEFILE: &str =
    "library.a: library.o\n\t$(AR) rcs $@ $^\nclean:\n\trm -f library.a library.o\n";

/// A project with a makefile and a harness.
fn project() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("fuzz/seeds")).unwrap();
    for (path, text) in [
        ("Makefile", MAKEFILE),
        ("library.c", LIBRARY),
        ("fuzz/parse.c", HARNESS),
        ("fuzz/seeds/one", "seed"),
    ] {
        fs::write(dir.path().join(path), text).unwrap();
    }
    dir
}

fn run(dir: &Path, script: &str) -> Output {
    let mut shell = Command::new("sh");
    env::bare(&mut shell);
    let script = format!("PATH={}:$PATH\n{script}", fz().join("bin").display());
    // What fz remembers of these campaigns is nobody else's.
    shell.env("XDG_STATE_HOME", dir.join(".state"));
    shell.current_dir(dir);
    shell.args(["-euc", &script]).output().unwrap()
}

fn ok(dir: &Path, script: &str) -> String {
    let out = run(dir, script);
    assert!(out.status.success(), "{script}: {out:?}");
    String::from_utf8(out.stdout).unwrap()
}

#[test]
fn what_new_prints_can_be_typed() {
    let project = project();
    let dir = project.path();
    let said: Value = serde_json::from_str(&ok(dir, "fz new --json")).unwrap();
    assert_eq!(said["build-system"], "make");
    assert_eq!(said["harnesses"], serde_json::json!(["fuzz/parse.c"]));
    assert_eq!(said["seeds"], serde_json::json!(["fuzz/seeds"]));
    assert_eq!(said["written"], true);
    let written = fs::read_to_string(dir.join("fz.toml")).unwrap();
    assert_eq!(said["text"], written);

    let commands = said["next"].as_array().unwrap().iter();
    let commands = commands.flat_map(|step| step["commands"].as_array().unwrap());
    for command in commands {
        // What only the person knows, and how long.
        let command = command.as_str().unwrap();
        let command = command.replace("LIBRARY.a", "library.a");
        let command = command.replace("fz fuzz", "fz fuzz -V 1");
        ok(
            dir,
            &format!(
                "export AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1\n{command}"
            ),
        );
    }
    let page = fs::read_to_string(dir.join("report.html")).unwrap();
    assert!(page.contains("parse.c"), "the page shows no source");
}

#[test]
fn new_overwrites_nothing() {
    let project = project();
    let dir = project.path();
    let shown = run(dir, "fz new --dry-run --engine libfuzzer");
    assert!(shown.status.success(), "{shown:?}");
    assert!(!dir.join("fz.toml").exists());
    let text = String::from_utf8(shown.stdout).unwrap();
    assert!(text.contains("engine = \"libfuzzer\"\n") && text.contains("profile = \"compares\"\n"));
    assert!(String::from_utf8_lossy(&shown.stderr).contains("make CC=fz-cc CXX=fz-cxx"));

    fs::write(dir.join("fz.toml"), "# mine\n").unwrap();
    let refused = run(dir, "fz new");
    assert!(!refused.status.success());
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(why.contains("fz.toml is there already: --force"), "{why}");
    assert_eq!(fs::read_to_string(dir.join("fz.toml")).unwrap(), "# mine\n");
    let shown = run(dir, "fz new --dry-run");
    let said = String::from_utf8_lossy(&shown.stderr).into_owned();
    assert!(said.contains("is there already: without --force"), "{said}");
    assert!(String::from_utf8_lossy(&shown.stdout).contains("\n# profile = \"fuzz\"\n"));
    ok(dir, "fz new --force --engine libfuzzer");
    assert_eq!(fs::read_to_string(dir.join("fz.toml")).unwrap(), text);

    for (variable, words, part) in [
        ("", "--engine libfuzer", "`libfuzzer`"),
        ("FZ_PROFILE=fuz", "", "`fuzz`"),
        ("", "nowhere", "is not a folder"),
        ("", "--build-system bazel", "autotools"),
    ] {
        let refused = run(dir, &format!("{variable} fz new --force {words}"));
        let why = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            !refused.status.success() && why.contains(part),
            "{variable} {words}: {why}"
        );
    }
    assert_eq!(fs::read_to_string(dir.join("fz.toml")).unwrap(), text);
}

#[test]
fn doctor_looks_at_the_machine() {
    let dir = tempfile::tempdir().unwrap();
    let out = run(dir.path(), "fz doctor --json");
    let checks: Vec<Value> = serde_json::from_slice(&out.stdout).unwrap();
    let check = |name: &str| {
        let found = checks.iter().find(|c| c["check"] == name);
        found.unwrap_or_else(|| panic!("nobody looked at {name}"))
    };
    for name in [
        "clang", "plugin", "plugins", "libclang", "runtime", "memory",
    ] {
        assert_eq!(check(name)["state"], "ok", "{}", check(name));
    }
    for name in ["afl-fuzz", "cores", "speed", "tracing"] {
        assert!(check(name)["text"].as_str().is_some_and(|t| !t.is_empty()));
    }
    let is_wrong = |c: &&Value| c["ok"] == false;
    assert_eq!(out.status.success(), !checks.iter().any(|c| is_wrong(&c)));
    for wrong in checks.iter().filter(is_wrong) {
        assert_eq!(wrong["state"], "wrong");
    }

    // The compiler is not there: what depends on it is told once, and the rest is looked at.
    let out = run(dir.path(), "FZ_CLANG=no-such-clang fz doctor");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(!out.status.success(), "{said}");
    assert!(
        said.contains("WRONG  clang") && said.contains("no-such-clang"),
        "{said}"
    );
    assert!(
        said.starts_with("This machine is not ready: ") && !said.contains("ok     "),
        "{said}"
    );
    let out = run(dir.path(), "FZ_CLANG=no-such-clang fz doctor -v");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(
        said.contains("ok     memory ") && said.contains("tracing"),
        "{said}"
    );
}
