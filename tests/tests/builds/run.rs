//! `fz run`: builds that do not ask CC call fz-cc as well, and what went past is told.

use std::{fs, os::unix::process::ExitStatusExt, path::Path, process::Command};

use fz_tests::{
    fz,
    start::{output, printed, run, stderr},
};
use serde_json::Value;

use super::{command, units, write};

const C: &str = "int f(int a) { return a > 3 ? a * 2 : 9; }\n";

fn fz_run(dir: &Path, words: &[&str]) -> Command {
    let mut command = command(fz().join("bin/fz"), dir);
    command.arg("run").args(words);
    command
}

/// Names of compilers, each in a rule of its own.
const MAKEFILE: &str = "\
all: cc.o gcc.o clang.o c++.o triple.o versioned.o asked.o
cc.o gcc.o clang.o: a.c
	$(basename $@) -O2 -c a.c -o $@
c++.o: a.c
	c++ -x c++ -O2 -c a.c -o $@
triple.o: a.c
	x86_64-linux-gnu-gcc -O2 -c a.c -o $@
versioned.o: a.c
	VERSIONED -O2 -c a.c -o $@
asked.o: a.c
	$(CC) -O2 -c a.c -o $@
";

#[test]
fn compilers_by_name_are_fz_cc() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let makefile = MAKEFILE.replace("VERSIONED", fz_llvm::CLANG);
    write(dir, &[("a.c", C), ("Makefile", &makefile)]);
    let built = run(&mut fz_run(dir, &["--", "make", "-s"]));
    assert_eq!(stderr(&built), "");
    for object in ["cc", "gcc", "clang", "c++", "triple", "versioned", "asked"] {
        let object = dir.join(object).with_extension("o");
        let object = match object.exists() {
            true => object,
            // `c++` has no extension to replace.
            false => dir.join("c++.o"),
        };
        assert_eq!(units(&object), ["a.c"], "{}", object.display());
    }
    // One in another: the same folder of names is in front, once.
    let path = printed(&mut fz_run(dir, &["sh", "-c", "echo $PATH"]));
    let inner = fz().join("bin/fz").display().to_string();
    let nested = printed(&mut fz_run(
        dir,
        &[&inner, "run", "--", "sh", "-c", "echo $PATH"],
    ));
    assert_eq!(nested, path);
}

#[test]
fn what_goes_past_is_listed() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    write(
        dir,
        &[("a.c", C), ("main.c", "int main(void) { return 0; }\n")],
    );
    let script = "
        gcc -O2 -c a.c -o ours.o
        mkdir -p out lib
        /usr/bin/gcc -O2 -c a.c -o out/theirs.o
        ar rc lib/libtheirs.a out/theirs.o
        /usr/bin/gcc main.c out/theirs.o -o program
        /usr/bin/gcc -c a.c -o gone.o && ar rc lib/libgone.a gone.o && rm gone.o
        echo said
        exit 5
    ";
    write(dir, &[("before.c", C)]);
    run(command("/usr/bin/gcc", dir).args(["-c", "before.c"]));
    // As the clock of files ticks.
    std::thread::sleep(std::time::Duration::from_millis(50));
    let built = output(&mut fz_run(dir, &["sh", "-euc", script]));
    assert_eq!(built.status.code(), Some(5));
    assert_eq!(built.stdout, b"said\n");
    let said = stderr(&built);
    let gcc = "GCC: (";
    for part in [
        "fz: 1 object, 1 archive and 1 program past fz-cc, made by another compiler:\n",
        &format!("  out/theirs.o: {gcc}"),
        &format!("  lib/libgone.a (1 member): {gcc}"),
        "  program: ",
        "starts that compiler by its path",
    ] {
        assert!(said.contains(part), "no `{part}` in: {said}");
    }
    for part in ["ours.o", "before.o", "libtheirs.a"] {
        assert!(!said.contains(part), "`{part}` in: {said}");
    }

    // As JSON, with what the command prints out of the way.
    let built = output(&mut fz_run(dir, &["--json", "--", "sh", "-euc", script]));
    assert_eq!(built.status.code(), Some(5));
    assert!(stderr(&built).contains("said\n"));
    let report: Value = serde_json::from_slice(&built.stdout).unwrap();
    assert_eq!(report["exit-status"], 5);
    assert_eq!(report["complete"], true);
    let past = report["past"].as_array().unwrap();
    let kinds: Vec<_> = past.iter().map(|p| p["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["object", "archive", "program"], "{report}");
    assert_eq!(past[0]["path"], "./out/theirs.o");
    assert_eq!(past[1]["members"], 1);

    // clang itself, of the release that fz-cc runs: by its path, or passed through.
    let clang = which_clang();
    let built = run(&mut fz_run(dir, &[&clang, "-c", "a.c", "-o", "clang.o"]));
    let said = stderr(&built);
    assert!(said.contains("without fz's passes:\n  clang.o: "), "{said}");
    // Without a profile that is as it has to be.
    let mut plain = fz_run(dir, &[&clang, "-c", "a.c", "-o", "clang.o"]);
    assert_eq!(stderr(&run(plain.env("FZ_PROFILE", "none"))), "");
}

/// Its path.
fn which_clang() -> String {
    let path = printed(Command::new("sh").args(["-c", &format!("command -v {}", fz_llvm::CLANG)]));
    path.trim().to_owned()
}

#[test]
fn what_was_set_stays_unless_it_is_a_compiler() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let mut sets = fz_run(dir, &["env"]);
    sets.env("CC", "tcc").env("AR", "own-ar").env("FZ_LOG", "");
    let said = printed(&mut sets);
    let value = |name: &str| {
        let line = said
            .lines()
            .find_map(|l| l.strip_prefix(&format!("{name}=")));
        line.map(str::to_owned)
    };
    let bin = |name: &str| fz().join("bin").join(name).display().to_string();
    assert_eq!(value("CC"), Some(bin("fz-cc")));
    assert_eq!(value("CXX"), Some(bin("fz-cxx")));
    assert_eq!(value("AR").as_deref(), Some("own-ar"));
    for (name, tool) in [
        ("LD", "/ld"),
        ("RANLIB", &fz_llvm::AR.replace("-ar-", "-ranlib-")),
        ("NM", fz_llvm::NM),
    ] {
        assert!(
            value(name).is_some_and(|v| v.ends_with(tool)),
            "{name}: {said}"
        );
    }
    assert_eq!((value("CPP"), value("HOSTCC")), (None, None));
    assert!(value("CCACHE_COMPILERCHECK").is_some_and(|v| v.contains("--fz-fingerprint")));
    // Two profiles are two keys of sccache's.
    let key = |profile: &str| {
        let words = ["sh", "-c", "echo $SCCACHE_C_CUSTOM_CACHE_BUSTER"];
        printed(fz_run(dir, &words).env("FZ_PROFILE", profile))
    };
    assert!(key("fuzz").len() > 1 && key("fuzz") != key("split"));
}

#[test]
fn it_ends_as_the_command_does() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let end = |words: &[&str]| output(&mut fz_run(dir, words));
    assert_eq!(end(&["true"]).status.code(), Some(0));
    assert_eq!(end(&["--", "sh", "-c", "exit 77"]).status.code(), Some(77));
    let killed = end(&["sh", "-c", "kill -TERM $$"]);
    assert_eq!(killed.status.signal(), Some(libc::SIGTERM));
    let missing = end(&["no-such-command", "all"]);
    assert_eq!(missing.status.code(), Some(2));
    let said = stderr(&missing);
    assert!(said.contains("no-such-command cannot be run"), "{said}");
    let mut wrong = fz_run(dir, &["touch", "started"]);
    let wrong = output(wrong.env("FZ_PROFILE", "fuz"));
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("did you mean `fuzz`?"));
    assert!(!dir.join("started").exists());
    assert!(
        fs::read_dir(dir)
            .unwrap()
            .all(|e| e.unwrap().file_name() == "caches")
    );
}

/// A signal reaches the command, which may end in its own way.
#[test]
fn signals_pass_through() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let script =
        "trap 'echo trapped; exit 9' TERM; echo ready > ready; while :; do sleep 0.05; done";
    let mut started = fz_run(dir, &["sh", "-c", script]);
    let child = started
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    while !dir.join("ready").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    // SAFETY: a system call, on a child that was not waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGTERM) };
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.stdout, b"trapped\n");
    assert_eq!(ended.status.code(), Some(9));
}
