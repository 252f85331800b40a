//! Programs built with `fz-cc` do what they did, and say what they reached.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use fz_tests::{RunCommand, env, fz, in_parallel, rooms};

fn source(name: &str) -> PathBuf {
    rooms().join("tests/run").join(name)
}

fn tool(name: &str) -> Command {
    let mut command = Command::new(fz().join("bin").join(name));
    env::bare(&mut command);
    command
}

fn feed(command: &mut Command, dir: &Path, input: &str) -> Output {
    let file = dir.join("input");
    fs::write(&file, input).unwrap();
    command
        .stdin(fs::File::open(file).unwrap())
        .output()
        .unwrap()
}

/// The edges that a run reaches, by afl-showmap.
fn edges(exe: &Path, arguments: &[&Path], dir: &Path, input: &str) -> BTreeSet<u32> {
    let map = dir.join("map");
    let output = feed(
        Command::new("afl-showmap")
            .args(["-q", "-o"])
            .arg(&map)
            .arg("--")
            .arg(exe)
            .args(arguments),
        dir,
        input,
    );
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("fz:"), "{said}");
    let text = fs::read_to_string(&map).unwrap_or_else(|e| panic!("{e}: {said}"));
    text.lines()
        .map(|l| l.split(':').next().unwrap().parse().unwrap())
        .collect()
}

fn units(object: &Path) -> Vec<serde_json::Value> {
    let json = tool("fz")
        .args(["doctor", "--json"])
        .arg(object)
        .outcome()
        .ok()
        .out();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let all = json["units"].as_array().expect("units");
    // Start code and libraries have no profile.
    all.iter()
        .filter(|u| !u["profile"].is_null())
        .cloned()
        .collect()
}

#[test]
fn edges_of_all_images_are_in_the_map_and_disjoint() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let library = |name: &str| {
        let path = dir.join(format!("lib{name}.so"));
        tool("fz-cc")
            .args(["-O2", "-fPIC", "-shared"])
            .arg(format!("-DNAME={name}"))
            .arg(source("part.c"))
            .arg("-o")
            .arg(&path)
            .outcome()
            .ok();
        path
    };
    let (first, second, late) = (library("first"), library("second"), library("late"));
    let exe = dir.join("host");
    tool("fz-cc")
        .arg("-O2")
        .args([&source("host.c"), &first, &second])
        .arg(format!("-Wl,-rpath,{}", dir.display()))
        .arg("-o")
        .arg(&exe)
        .outcome()
        .ok();
    let reach = |input: &str| edges(&exe, &[&late], dir, input);
    let nobody = reach("x");
    let own = |input: &str| &reach(input) - &nobody;
    let (a, b, p) = (own("a"), own("b"), own("p"));
    for (name, set) in [("first", &a), ("second", &b), ("late", &p)] {
        // The branch in the host, the entry, and both ways of the loop and of the bit test.
        assert!(set.len() >= 5, "{name}: {set:?}");
    }
    assert!(a.is_disjoint(&b) && a.is_disjoint(&p) && b.is_disjoint(&p));
    // Unlike `p`, `q` has no bit 0 less: the same library in the same place, loaded anew.
    assert!(!reach("q").is_disjoint(&p));
    // As afl-cc's programs do, it prints and fails.
    let dump = Command::new(&exe).env("AFL_DUMP_MAP_SIZE", "1").outcome();
    let size: u32 = String::from_utf8_lossy(&dump.stdout)
        .trim()
        .parse()
        .unwrap();
    assert!(p.iter().all(|e| *e < size), "{p:?} in a map of {size}");
}

#[test]
fn a_persistent_harness_runs_alone_and_under_the_fuzzer() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let exe = dir.join("harness");
    tool("fz-cc")
        .args(["-O2", "-Wall", "-Werror"])
        .arg(source("harness.c"))
        .arg("-o")
        .arg(&exe)
        .outcome()
        .ok();
    let alone = feed(&mut Command::new(&exe), dir, "fuz?");
    assert_eq!(String::from_utf8_lossy(&alone.stdout), "3\n");
    assert!(alone.stderr.is_empty());
    let crash = feed(&mut Command::new(&exe), dir, "fuz!");
    assert_eq!(crash.status.signal(), Some(libc::SIGABRT));
    let steps: Vec<_> = ["____", "f___", "fu__", "fuz_"]
        .iter()
        .map(|i| edges(&exe, &[], dir, i))
        .collect();
    for pair in steps.windows(2) {
        assert!(
            !pair[1].is_subset(&pair[0]),
            "one more right byte, no new edge"
        );
    }
}

/// Builds of one program at every level and profile print what clang's prints.
fn same_everywhere(name: &str, cxx: bool, flags: &[&str]) {
    let scratch = tempfile::tempdir().unwrap();
    let plain = scratch.path().join("plain");
    let clang = if cxx {
        fz_llvm::CLANGXX
    } else {
        fz_llvm::CLANG
    };
    Command::new(clang)
        .args(flags)
        .arg(source(name))
        .arg("-o")
        .arg(&plain)
        .outcome()
        .ok();
    let expected = Command::new(&plain).outcome().ok().out();
    let mut cases = Vec::new();
    for profile in ["fuzz", "vanilla", "context", "none"] {
        for level in ["-O0", "-O1", "-O2", "-O3", "-Os", "-Oz"] {
            for extra in [
                &[][..],
                &["-g"],
                &["-fsanitize=address"],
                &["-flto", "-fuse-ld=lld"],
            ] {
                cases.push((profile, level, extra));
            }
        }
    }
    let results = in_parallel(&cases, |(profile, level, extra)| {
        let exe = scratch.path().join(format!(
            "{profile}{level}{}",
            extra.concat().replace('/', "_")
        ));
        let built = tool(if cxx { "fz-cxx" } else { "fz-cc" })
            .args([&format!("--fz-profile={profile}"), *level])
            .args(*extra)
            .args(flags)
            .arg(source(name))
            .arg("-o")
            .arg(&exe)
            .outcome();
        if !built.status.success() {
            return Some(String::from_utf8_lossy(&built.stderr).into_owned());
        }
        let run = Command::new(&exe).outcome();
        let printed = String::from_utf8_lossy(&run.stdout).into_owned();
        let _ = fs::remove_file(&exe);
        let same = printed == expected && run.status.success() && run.stderr.is_empty();
        (!same).then(|| format!("{printed}{}", String::from_utf8_lossy(&run.stderr)))
    });
    let failures: Vec<_> = cases
        .iter()
        .zip(results)
        .filter_map(|(c, r)| Some(format!("{c:?}: {}", r?)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn modern_cxx_means_what_it_meant() {
    same_everywhere(
        "modern.cc",
        true,
        &["-std=c++20", "-pthread", "-Wall", "-Werror"],
    );
}

#[test]
fn odd_c_means_what_it_meant() {
    same_everywhere("odd.c", false, &["-w"]);
}

/// However a source reaches the object, its functions are counted, and once.
#[test]
fn every_way_to_an_object_counts_once() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let part = source("part.c").display().to_string();
    let direct = dir.join("direct.o");
    let run = |arguments: &[&str]| {
        tool("fz-cc")
            .current_dir(dir)
            .arg("-DNAME=part")
            .args(arguments)
            .outcome()
            .ok();
    };
    run(&["-O2", "-c", &part, "-o", "direct.o"]);
    let expected = units(&direct)[0]["counters"].as_u64().unwrap();
    assert!(expected >= 5);
    run(&["-O2", "-S", &part, "-o", "s.s"]);
    run(&["-c", "s.s", "-o", "s.o"]);
    run(&["-O2", "-S", "-emit-llvm", &part, "-o", "ir.ll"]);
    run(&["-O2", "-c", "ir.ll", "-o", "ir.o"]);
    run(&["-O2", "-c", "-emit-llvm", &part, "-o", "bc.bc"]);
    run(&["-O2", "-c", "bc.bc", "-o", "bc.o"]);
    run(&["-O2", "-save-temps", "-c", &part, "-o", "temps.o"]);
    run(&["-E", &part, "-o", "e.i"]);
    run(&["-O2", "-c", "e.i", "-o", "e.o"]);
    run(&["-O2", "-xc", "-c", &part, "-o", "x.o"]);
    fs::write(dir.join("list"), format!("-O2 -c '{part}' -o rsp.o")).unwrap();
    run(&["@list"]);
    run(&["-O2", "-c", "-fcf-protection=full", &part, "-o", "cf.o"]);
    run(&[
        "-O2",
        "-c",
        "-pipe",
        "-fno-integrated-as",
        &part,
        "-o",
        "gas.o",
    ]);
    for object in [
        "s.o", "temps.o", "e.o", "x.o", "rsp.o", "cf.o", "gas.o", "ir.o", "bc.o",
    ] {
        // Also at clang's extension points, where ours run before clang's passes.
        let units = units(&dir.join(object));
        assert_eq!(units.len(), 1, "{object}: {units:?}");
        assert_eq!(units[0]["counters"].as_u64(), Some(expected), "{object}");
    }
    let stdin = tool("fz-cc")
        .current_dir(dir)
        .args(["-DNAME=part", "-O2", "-x", "c", "-c", "-", "-o", "stdin.o"])
        .stdin(fs::File::open(&part).unwrap())
        .status()
        .unwrap();
    assert!(stdin.success());
    assert_eq!(
        units(&dir.join("stdin.o"))[0]["counters"].as_u64(),
        Some(expected)
    );
}

#[test]
fn link_options_that_break_other_wrappers() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let part = source("part.c").display().to_string();
    for (name, flags) in [
        (
            "defs",
            &["-shared", "-fPIC", "-Wl,-z,defs,--no-undefined"][..],
        ),
        (
            "xlinker",
            &["-shared", "-fPIC", "-Xlinker", "-z", "-Xlinker", "defs"],
        ),
        ("nostdlib", &["-shared", "-fPIC", "-nostdlib"]),
        (
            "freestanding",
            &[
                "-ffreestanding",
                "-nostdlib",
                "-nostartfiles",
                "-Wl,-e,part",
            ],
        ),
        ("relocatable", &["-r", "-nostdlib"]),
        ("joined", &["-xc", "-shared", "-fPIC"]),
        ("dashes", &["-shared", "-fPIC", "--"]),
    ] {
        let object = dir.join(name);
        tool("fz-cc")
            .args(["-O2", "-Werror", "-DNAME=part", "-o"])
            .arg(&object)
            .args(flags)
            .arg(&part)
            .outcome()
            .ok();
        let units = units(&object);
        assert!(
            units[0]["counters"].as_u64().unwrap() >= 5,
            "{name}: {units:?}"
        );
    }
}

/// `plugins = ["other.so:pass"]` of a profile: the pass runs inside the controlled pipeline.
#[test]
fn passes_of_others_run_in_both_designs() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let flags = Command::new(fz_llvm::CONFIG)
        .arg("--cxxflags")
        .outcome()
        .ok()
        .out();
    Command::new(fz_llvm::CLANGXX)
        .args(["-shared", "-fPIC", "-O0", "-fno-rtti"])
        .args(flags.split_whitespace())
        .arg(source("third_party.cpp"))
        .arg("-o")
        .arg(dir.join("mark.so"))
        .outcome()
        .ok();
    for parent in ["fuzz", "vanilla", "context"] {
        let profile = dir.join(format!("my-{parent}.toml"));
        let text = format!("summary = 'x'\nextends = '{parent}'\nplugins = ['mark.so:mark']\n");
        fs::write(&profile, text).unwrap();
        let object = dir.join("part.o");
        tool("fz-cc")
            .arg(format!("--fz-profile={}", profile.display()))
            .args(["-O2", "-DNAME=part", "-c"])
            .arg(source("part.c"))
            .arg("-o")
            .arg(&object)
            .outcome()
            .ok();
        let symbols = Command::new("nm").arg(&object).outcome().ok().out();
        assert!(
            symbols.contains("third_party_was_here"),
            "{parent}: {symbols}"
        );
        assert!(
            units(&object)[0]["counters"].as_u64().unwrap() >= 1,
            "{parent}"
        );
    }
}

/// Rules of `fz.toml` and of AFL++'s lists: what they leave out has no counters, and doctor says what each matched.
#[test]
fn selection_holds_and_is_counted() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let doctor = |object: &str| -> serde_json::Value {
        let json = tool("fz")
            .current_dir(dir)
            .args(["doctor", "--json", object])
            .outcome()
            .ok()
            .out();
        serde_json::from_str(&json).unwrap()
    };
    fs::write(dir.join("fz.toml"), "deny = ['interp*', 'no_such']\n").unwrap();
    tool("fz-cc")
        .current_dir(dir)
        .args(["-O2", "-w", "-c", "-o", "denied.o"])
        .arg(source("odd.c"))
        .outcome()
        .ok();
    let report = doctor("denied.o");
    assert_eq!(report["rules"]["interp*"], 1);
    assert_eq!(report["rules"]["no_such"], 0);
    let counted = |report: &serde_json::Value| report["units"][0]["functions"].as_u64().unwrap();
    let denied = counted(&report);
    fs::remove_file(dir.join("fz.toml")).unwrap();

    fs::write(dir.join("list"), "# two\nfun: many\nfun: sum\n").unwrap();
    tool("fz-cc")
        .current_dir(dir)
        .env("AFL_LLVM_ALLOWLIST", dir.join("list"))
        .args(["-O2", "-w", "-c", "-o", "allowed.o"])
        .arg(source("odd.c"))
        .outcome()
        .ok();
    let report = doctor("allowed.o");
    // Neither was inlined into what is not counted.
    assert_eq!(counted(&report), 2);
    assert!(denied >= 3, "{denied}");
    let rules = report["rules"].as_object().unwrap();
    assert!(rules.keys().all(|r| r.contains("list:")), "{rules:?}");
}

/// Functions that inlining leaves without a use are gone, also where their counters were there first: what such a
/// function calls may be nowhere, on purpose.
#[test]
fn what_is_inlined_away_stays_away() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let code = include_str!("run/what-is-inlined-away-stays-away.c");
    fs::write(dir.join("a.c"), code).unwrap();
    for profile in ["fuzz", "split", "context"] {
        for flag in [
            "-fsanitize=address",
            "-fsanitize=thread",
            "-flto",
            "--coverage",
        ] {
            let mut cc = tool("fz-cc");
            cc.arg(format!("--fz-profile={profile}"));
            cc.args(["-O2", flag, "a.c", "-o", "a"])
                .current_dir(dir)
                .outcome()
                .ok();
            Command::new(dir.join("a")).current_dir(dir).outcome().ok();
        }
    }
}

/// The same of calls that are kept from the optimiser until inlining has shown what they compare.
#[test]
fn calls_that_come_to_constants_leave_nothing() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let code = include_str!("run/calls-that-come-to-constants-leave-nothing.c");
    fs::write(dir.join("a.c"), code).unwrap();
    for profile in ["fuzz", "split", "split-light"] {
        for flags in [
            &["-O1"][..],
            &["-O2"],
            &["-O2", "-fsanitize=address"],
            &["-O2", "-flto"],
        ] {
            let mut cc = tool("fz-cc");
            cc.arg(format!("--fz-profile={profile}"));
            cc.args(flags)
                .args(["a.c", "-o", "a"])
                .current_dir(dir)
                .outcome()
                .ok();
            Command::new(dir.join("a")).current_dir(dir).outcome().ok();
        }
    }
}
