//! What versions of afl-fuzz do that `fz fuzz` has to know: of those that there are on this machine.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use fz_tests::{RunCommand, Sandbox, rooms};

use super::{HARNESS, PROGRAM, compile, place, seeds};

/// afl-fuzz by version. One from a root of another system is started by that root's loader.
fn fuzzers(dir: &Sandbox) -> Vec<(&'static str, PathBuf)> {
    let peers = rooms().join("target/peers");
    let root = peers.join("afl++-5.02c").canonicalize().unwrap_or_default();
    let libraries = root.join("usr/lib/x86_64-linux-gnu");
    let newest = dir.at("afl-fuzz-5.02c");
    if root.join("usr/bin/afl-fuzz").exists() {
        let text = format!(
            "#!/bin/sh\nexec {0}/ld-linux-x86-64.so.2 --library-path {0} {1}/usr/bin/afl-fuzz \"$@\"\n",
            libraries.display(),
            root.display()
        );
        dir.write(&newest, text);
        fs::set_permissions(&newest, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let all = [
        ("4.04c", PathBuf::from("/usr/bin/afl-fuzz")),
        ("4.40c", peers.join("afl++-4.40c/bin/afl-fuzz")),
        ("5.02c", newest),
    ];
    let there = |(version, path): &(&str, PathBuf)| {
        let is_there = path.exists();
        if !is_there {
            eprintln!(
                "not run with afl-fuzz {version}, which is not set up (cargo xtask setup --peers)"
            );
        }
        is_there
    };
    all.into_iter().filter(there).collect()
}

/// The programs that children of a process are, by their files' names.
fn children(of: u32) -> Vec<String> {
    let mut found = Vec::new();
    for task in fs::read_dir(format!("/proc/{of}/task"))
        .into_iter()
        .flatten()
        .flatten()
    {
        let list = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        for child in list.split_whitespace() {
            let exe = fs::read_link(format!("/proc/{child}/exe")).unwrap_or_default();
            found.push(
                exe.file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned(),
            );
        }
    }
    found
}

/// The process that works on a role, by its command line.
fn instance(of: &Child, role: &str) -> Option<u32> {
    let list = format!("/proc/{0}/task/{0}/children", of.id());
    let list = fs::read_to_string(list).unwrap_or_default();
    let mut all = list.split_whitespace().filter_map(|c| c.parse().ok());
    all.find(|child: &u32| {
        let line = fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
        line.split(|b| *b == 0).any(|word| word == role.as_bytes())
    })
}

/// In each version the main instance fuzzes the program, and the other one the build that -c names.
#[test]
fn the_program_is_fuzzed_and_not_what_c_names() {
    let dir = &place();
    let harmless = PROGRAM.replace("abort()", "return 2");
    compile(dir, &harmless, "", "p");
    compile(dir, &harmless, "--fz-profile=cmplog", "log");
    seeds(dir);
    for (version, fuzzer) in fuzzers(dir) {
        let mut command = dir.command("fz");
        command.args(["fuzz", "--json", "-i", "seeds", "-V", "60", "-c", "./log"]);
        command
            .args(["-o", version])
            .arg("--engine")
            .arg(format!("afl={}", fuzzer.display()));
        let mut child = command
            .args(["--", "./p", "@@"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let began = Instant::now();
        // A fork server and its child have the same file; `sh` is what starts some of the fuzzers.
        let (mut main, mut solver) = (Vec::new(), Vec::new());
        let programs = |role: &str| instance(&child, role).map(children).unwrap_or_default();
        while !(main.contains(&"p".to_owned()) && solver.contains(&"log".to_owned())) {
            let time = began.elapsed();
            assert!(
                time < Duration::from_secs(45),
                "{version}: {main:?} {solver:?}"
            );
            std::thread::sleep(Duration::from_millis(100));
            (main, solver) = (programs("main"), programs("cmplog"));
        }
        // What live lines are made of.
        let table = dir.text(format!("{version}/main/plot_data"));
        for column in [
            "total_execs",
            "execs_per_sec",
            "edges_found",
            "map_size",
            "corpus_count",
        ] {
            assert!(table.contains(column), "{version}: {table}");
        }
        assert!(!main.contains(&"log".to_owned()), "{version}: {main:?}");
        assert!(!solver.contains(&"p".to_owned()), "{version}: {solver:?}");
        // SAFETY: our own child, not yet waited for.
        unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
        assert!(child.wait().unwrap().success(), "{version}");
    }
}

#[test]
fn a_sanitizer_s_build_is_left_out_where_the_fuzzer_would_crash_of_it() {
    let dir = &place();
    let harmless = HARNESS.replace("abort()", "return 0");
    compile(dir, &harmless, "-fsanitize=fuzzer", "h");
    compile(dir, &harmless, "-fsanitize=fuzzer,address", "h.asan");
    seeds(dir);
    for (version, fuzzer) in fuzzers(dir) {
        if version == "4.04c" {
            // It knows no -w.
            continue;
        }
        let mut command = dir.command("fz");
        command.args(["fuzz", "-i", "seeds", "-V", "3", "-w", "./h.asan"]);
        command
            .args(["-o", version])
            .arg("--engine")
            .arg(format!("afl={}", fuzzer.display()));
        let said = command.args(["--", "./h"]).outcome().ok().out();
        assert_eq!(
            said.contains("-w is left out"),
            version == "5.02c",
            "{said}"
        );
        assert_eq!(said.contains(" -w ./h.asan "), version != "5.02c", "{said}");
    }
}
