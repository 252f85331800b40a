//! `fz build`: builds that do not ask CC call fz-cc as well, and what went past is told.

use std::{os::unix::process::ExitStatusExt, process::Command};

use fz_tests::{RunCommand, Sandbox, fz};

use super::units;

const C: &str = "int f(int a) { return a > 3 ? a * 2 : 9; }\n";

fn fz_run(dir: &Sandbox, words: &[&str]) -> Command {
    let mut command = dir.command("fz");
    command.arg("build").args(words);
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
    let makefile = MAKEFILE.replace("VERSIONED", fz_llvm::CLANG);
    let dir = &Sandbox::with([("a.c", C), ("Makefile", &makefile)]);
    let built = fz_run(dir, &["--", "make", "-s"]).outcome().ok();
    assert_eq!(built.err(), "");
    for name in ["cc", "gcc", "clang", "c++", "triple", "versioned", "asked"] {
        assert_eq!(units(&dir.at(format!("{name}.o"))), ["a.c"], "{name}");
    }
    // One in another: the same folder of names is in front, once.
    let path = fz_run(dir, &["sh", "-c", "echo $PATH"])
        .outcome()
        .ok()
        .out();
    let inner = fz().join("bin/fz").display().to_string();
    let nested = fz_run(dir, &[&inner, "build", "--", "sh", "-c", "echo $PATH"])
        .outcome()
        .ok()
        .out();
    assert_eq!(nested, path);
}

#[test]
fn what_goes_past_is_listed() {
    let main = "int main(void) { return 0; }\n";
    let dir = &Sandbox::with([("a.c", C), ("main.c", main), ("before.c", C)]);
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
    dir.run("/usr/bin/gcc -c before.c").ok();
    // As the clock of files ticks.
    std::thread::sleep(std::time::Duration::from_millis(50));
    let built = fz_run(dir, &["sh", "-euc", script]).outcome();
    assert_eq!(built.status.code(), Some(5));
    assert_eq!(built.stdout, b"said\n");
    let said = built.err();
    let gcc = "GCC: (";
    for part in [
        "fz: 1 object, 1 archive and 1 program not instrumented, made by another compiler:\n",
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
    let built = fz_run(dir, &["--json", "--", "sh", "-euc", script]).outcome();
    assert_eq!(built.status.code(), Some(5));
    assert!(built.err().contains("said\n"));
    let report = built.json();
    assert_eq!(report["exit-status"], 5);
    assert_eq!(report["complete"], true);
    let past = report["past"].as_array().unwrap();
    let kinds: Vec<_> = past.iter().map(|p| p["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["object", "archive", "program"], "{report}");
    assert_eq!(past[0]["path"], "./out/theirs.o");
    assert_eq!(past[1]["members"], 1);

    // clang itself, of the release that fz-cc runs: by its path, or passed through.
    let clang = which_clang();
    let built = fz_run(dir, &[&clang, "-c", "a.c", "-o", "clang.o"])
        .outcome()
        .ok();
    let said = built.err();
    assert!(said.contains("without fz's passes:\n  clang.o: "), "{said}");
    // Without a profile that is as it has to be.
    let mut plain = fz_run(dir, &[&clang, "-c", "a.c", "-o", "clang.o"]);
    assert_eq!(plain.env("FZ_PROFILE", "none").outcome().ok().err(), "");
}

/// Its path.
fn which_clang() -> String {
    let path = Command::new("sh")
        .args(["-c", &format!("command -v {}", fz_llvm::CLANG)])
        .outcome()
        .ok()
        .out();
    path.trim().to_owned()
}

#[test]
fn what_was_set_stays_unless_it_is_a_compiler() {
    let dir = &Sandbox::new();
    let mut sets = fz_run(dir, &["env"]);
    sets.env("CC", "tcc").env("AR", "own-ar").env("FZ_LOG", "");
    let said = sets.outcome().ok().out();
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
        fz_run(dir, &words)
            .env("FZ_PROFILE", profile)
            .outcome()
            .ok()
            .out()
    };
    assert!(key("fuzz").len() > 1 && key("fuzz") != key("split"));
}

#[test]
fn it_ends_as_the_command_does() {
    let dir = &Sandbox::new();
    let end = |words: &[&str]| fz_run(dir, words).outcome();
    assert_eq!(end(&["true"]).status.code(), Some(0));
    assert_eq!(end(&["--", "sh", "-c", "exit 77"]).status.code(), Some(77));
    let killed = end(&["sh", "-c", "kill -TERM $$"]);
    assert_eq!(killed.status.signal(), Some(libc::SIGTERM));
    let missing = end(&["no-such-command", "all"]);
    missing.ends(2).says("no-such-command cannot be run");
    let mut wrong = fz_run(dir, &["touch", "started"]);
    let wrong = wrong.env("FZ_PROFILE", "fuz").outcome();
    wrong.ends(2).says("did you mean `fuzz`?");
    assert!(!dir.at("started").exists());
    assert!(dir.names("").is_empty());
}

/// A signal reaches the command, which may end in its own way.
#[test]
fn signals_pass_through() {
    let dir = &Sandbox::new();
    let script =
        "trap 'echo trapped; exit 9' TERM; echo ready > ready; while :; do sleep 0.05; done";
    let mut started = fz_run(dir, &["sh", "-c", script]);
    let child = started
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    while !dir.at("ready").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    // SAFETY: a system call, on a child that was not waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGTERM) };
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.stdout, b"trapped\n");
    assert_eq!(ended.status.code(), Some(9));
}
