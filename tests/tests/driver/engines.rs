//! Links for each engine that needs nothing but fz and clang: a harness and a program with its own `main`, through every
//! linker; what they do with inputs; and links that are refused. (`xtask test engines` runs the fuzzers themselves.)

use std::{
    fs,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::Command,
};

use fz_tests::{Outcome, RunCommand, Sandbox, in_parallel, rooms};

const ENGINES: [&str; 5] = ["afl", "afl-classic", "angora", "libfuzzer", "standalone"];
const SIGABRT: i32 = 6;

fn source(name: &str) -> PathBuf {
    rooms().join("tests/engines").join(name)
}

/// A compiler for `engine`, in `dir`; one whose name ends in `+` is for C++.
fn compiler(dir: &Sandbox, engine: &str, cxx: bool) -> Command {
    let mut command = dir.command(if cxx { "fz-cxx" } else { "fz-cc" });
    command.arg(format!("--fz-engine={engine}"));
    command
}

fn link(dir: &Sandbox, engine: &str, words: &str) -> Outcome {
    compiler(dir, engine, false)
        .args(words.split(' '))
        .outcome()
}

fn object(dir: &Sandbox, name: &str, flags: &[&str], to: &str) {
    let mut command = compiler(dir, "none", name.ends_with(".cc"));
    command
        .args(["-O1", "-fPIC", "-c", "-o", to])
        .args(flags)
        .arg(source(name))
        .outcome()
        .ok();
}

/// Runs a linked program, with a time limit for those that go astray.
fn start(dir: &Sandbox, name: &str) -> Command {
    let mut command = dir.command("timeout");
    command.args(["-k", "1", "60"]).arg(dir.at(name));
    command
}

fn with_input(mut command: Command, input: &Path) -> Outcome {
    command.stdin(fs::File::open(input).unwrap()).outcome()
}

#[test]
fn harnesses_and_programs_run_under_every_engine_and_linker() {
    let dir = &Sandbox::new();
    object(dir, "findings.c", &[], "c.o");
    object(dir, "findings.c", &["-DWITH_MAIN"], "c-main.o");
    object(dir, "parts.cc", &[], "cc.o");
    object(dir, "parts.cc", &["-DWITH_MAIN"], "cc-main.o");
    object(dir, "part.c", &[], "part.o");
    dir.write("good", "good");
    let mut cases = Vec::new();
    for engine in ENGINES {
        for linker in ["bfd", "gold", "lld"] {
            for place in ["-pie", "-no-pie", "-static", "-static-pie"] {
                // gold makes none that glibc's start code accepts.
                if (linker, place) != ("gold", "-static-pie") {
                    cases.extend(
                        ["c", "c-main", "cc", "cc-main"].map(|o| (engine, linker, place, o)),
                    );
                }
            }
        }
    }
    let failures = in_parallel(&cases, |&(engine, linker, place, object)| {
        let name = format!("{engine}-{linker}{place}-{object}");
        let mut link = compiler(dir, engine, object.starts_with("cc"));
        // The profile is named, so that nothing is said of one that tells of no compares.
        link.arg(format!("-fuse-ld={linker}")).args([
            "--fz-profile=fuzz",
            place,
            &format!("{object}.o"),
            "part.o",
            "-o",
            &name,
        ]);
        let linked = link.outcome();
        if !linked.status.success() || !linked.stderr.is_empty() {
            return Some(format!("{name}: {}", linked.err()));
        }
        let mut command = start(dir, &name);
        let is_program = object.ends_with("main");
        if !is_program {
            command.arg("good");
        }
        let ran = with_input(command, &dir.at("good"));
        let printed = ran.out();
        let right = ran.status.success() && (printed == "done\n") == is_program;
        (!right).then(|| format!("{name}: {}: {printed}{}", ran.status, ran.err()))
    });
    let failures: Vec<_> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A link without either fails by the harness's name, and one that names its harness finds it in an archive.
#[test]
fn what_is_no_harness_is_named_and_one_in_an_archive_is_found() {
    let dir = &Sandbox::new();
    object(dir, "part.c", &[], "part.o");
    object(dir, "findings.c", &[], "harness.o");
    dir.write("good", "good");
    dir.run("ar rcs libharness.a harness.o").ok();
    for engine in ENGINES {
        link(dir, engine, "part.o -o p")
            .fails()
            .says("LLVMFuzzerTestOneInput");
        for linker in ["bfd", "gold", "lld"] {
            for named in ["-fsanitize=fuzzer", "-lFuzzingEngine"] {
                let linker = format!("-fuse-ld={linker}");
                compiler(dir, engine, true)
                    .args([&linker, named, "libharness.a", "-o", "p"])
                    .outcome()
                    .ok();
                start(dir, "p").arg("good").outcome().ok();
            }
        }
    }
}

#[test]
fn only_a_harness_looks_persistent() {
    let dir = &Sandbox::new();
    for (flags, persistent) in [(&[][..], true), (&["-DWITH_MAIN"], false)] {
        object(dir, "findings.c", flags, "a.o");
        for engine in ["afl", "afl-classic"] {
            link(dir, engine, "a.o -o p").ok();
            let bytes = dir.read("p");
            for signature in ["##SIG_AFL_PERSISTENT##", "##SIG_AFL_DEFER_FORKSRV##"] {
                let found = bytes
                    .windows(signature.len())
                    .any(|w| w == signature.as_bytes());
                assert_eq!(found, persistent, "{engine} {flags:?} {signature}");
            }
        }
    }
}

/// A harness counts for AFL from stdin too, and names the crashing file of several.
#[test]
fn an_afl_harness_runs_files() {
    let dir = &Sandbox::new();
    object(dir, "findings.c", &[], "a.o");
    link(dir, "afl", "a.o -o p").ok();
    dir.inputs(
        "inputs",
        ["good", "cbug", "e", "lbug"].map(|input| (input, input)),
    );
    let said = start(dir, "p").arg("inputs").outcome();
    said.ends(1).says("inputs/cbug: crashed: Aborted");
    let map = |input: &str| {
        dir.command("afl-showmap")
            .args(["-q", "-o", "map", "--", "./p"])
            .stdin(fs::File::open(dir.at(format!("inputs/{input}"))).unwrap())
            .outcome()
            .ok();
        dir.text("map").lines().count()
    };
    assert!(map("lbug") > map("e"), "{} {}", map("lbug"), map("e"));
}

#[test]
fn standalone_says_which_input_does_what() {
    let dir = &Sandbox::new();
    object(dir, "findings.c", &["-fsanitize=address"], "a.o");
    link(dir, "standalone", "-fsanitize=address a.o -o p").ok();
    for name in [
        "abug",
        "cbug",
        "deeper/ebug",
        "good",
        "lbug",
        "other",
        "xbug",
    ] {
        dir.write(format!("in/{name}"), name.rsplit('/').next().unwrap());
    }
    let mut said = start(dir, "p")
        .args(["in", "in/good", "in/none"])
        .outcome()
        .ends(1);
    for part in [
        "AddressSanitizer: heap-buffer-overflow",
        "fz: in/abug: ended the program, with status 1",
        "fz: in/cbug: crashed: Aborted (signal 6)",
        "fz: in/deeper/ebug: ended the program, with status 1",
        "fz: in/lbug: leaks memory",
        "fz: in/none: cannot be read",
        "fz: in/xbug: ended the program, with status 0",
        "fz: 9 inputs, 5 findings, 1 not read",
    ] {
        said = said.says(part);
    }
    for quiet in ["in/good", "in/other"] {
        assert!(!said.err().contains(quiet), "{}", said.err());
    }
    // One input: the process itself ends as the harness makes it end.
    let crashed = dir.run("./p in/cbug");
    assert_eq!(crashed.status.signal(), Some(SIGABRT));
    assert!(crashed.err().contains("fz: running in/cbug"));
    // That is a finding, too, where it looks like success.
    for inputs in [
        &["in/good", "in/xbug"][..],
        &["in/xbug"],
        &["--", "in/xbug"],
    ] {
        let ended = start(dir, "p").args(inputs).outcome();
        ended.ends(1).says("fz: in/xbug: ended the program");
    }
    let fine = with_input(start(dir, "p"), &dir.at("in/good"));
    fine.ok().says("fz: 1 input, 0 findings");
    let option = start(dir, "p").arg("-runs=3").outcome();
    option.ends(2).says("unknown option `-runs=3`");
    start(dir, "p").arg("--help").outcome().ok().says("usage: ");
}

/// Each byte is one bit away from what `part.c` compares it with. A step of libFuzzer changes about that much, so it has to
/// keep what solves one compare to solve the next: it finds the way in after some hundred runs with counters, without
/// them never. (From an empty corpus it takes any number of runs up to some hundred thousands.)
const NEARLY: &str = "P6\"";
const SMALL_STEPS: &str = "-seed=1 -runs=20000 -mutate_depth=1 -max_len=3";

/// In a library, so that its counters have to be found there; as a harness, and as a program whose children count.
#[test]
fn libfuzzer_finds_nested_compares() {
    let dir = &Sandbox::new();
    object(dir, "parts.cc", &[], "harness.o");
    object(dir, "parts.cc", &["-DWITH_MAIN"], "main.o");
    for (library, flags) in [
        ("libcounted.so", &[][..]),
        ("libblind.so", &["--fz-profile=none"]),
    ] {
        object(dir, "part.c", flags, "part.o");
        compiler(dir, "libfuzzer", false)
            .args(["-shared", "part.o", "-o", library])
            .outcome()
            .ok();
    }
    let mut cases = vec![("harness", "lld", "blind")];
    for object in ["harness", "main"] {
        cases.extend(["bfd", "gold", "lld"].map(|linker| (object, linker, "counted")));
    }
    let failures = in_parallel(&cases, |&(object, linker, library)| {
        let name = format!("{object}-{linker}-{library}");
        compiler(dir, "libfuzzer", true)
            .arg(format!("-fuse-ld={linker}"))
            .args([
                &format!("{object}.o"),
                &format!("lib{library}.so"),
                "-Wl,-rpath,$ORIGIN",
                "-o",
                &name,
            ])
            .outcome()
            .ok();
        dir.write(format!("{name}-inputs/nearly"), NEARLY);
        let arguments = format!("{SMALL_STEPS} -artifact_prefix={name}- {name}-inputs");
        let mut command = start(dir, &name);
        match object {
            "main" => command.env("FZ_FUZZ", arguments),
            _ => command.args(arguments.split(' ')),
        };
        let said = command.outcome();
        let crash = format!("{name}-crash-");
        let is_found = dir.names("").iter().any(|file| file.starts_with(&crash));
        let is_right = is_found == (library == "counted");
        (!is_right).then(|| format!("{name}: {}: {}", said.status, said.err()))
    });
    let failures: Vec<_> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// An input, by file or by stdin, and how a program's end becomes the engine's.
#[test]
fn a_program_under_libfuzzer_ends_as_its_child_does() {
    let dir = &Sandbox::new();
    object(
        dir,
        "findings.c",
        &["-DWITH_MAIN", "-fsanitize=address"],
        "a.o",
    );
    link(dir, "libfuzzer", "-fsanitize=address a.o -o p").ok();
    for (input, by) in [
        ("good", None),
        ("ebug", None),
        ("abug", Some("overflow")),
        ("cbug", Some("deadly")),
    ] {
        dir.write(input, input);
        for argument in [None, Some("@@")] {
            let mut command = start(dir, "p");
            command
                .env("FZ_FUZZ", format!("-runs=1 {input}"))
                .args(argument);
            let said = command.outcome().says(by.unwrap_or("Executed"));
            assert_eq!(said.status.success(), by.is_none(), "{input}: {said:?}");
        }
    }
}

/// Each sanitizer's finding ends a run of every engine, and nothing else does.
#[test]
fn findings_of_sanitizers_end_runs() {
    let dir = &Sandbox::new();
    dir.write("good", "good");
    let mut cases = Vec::new();
    for sanitizer in [
        "address",
        "undefined",
        "memory",
        "thread",
        "leak",
        "integer",
    ] {
        dir.write(sanitizer, format!("{}bug", &sanitizer[..1]));
        for engine in ["afl", "libfuzzer", "standalone"] {
            cases.extend([(sanitizer, engine, false), (sanitizer, engine, true)]);
        }
    }
    let failures = in_parallel(&cases, |&(sanitizer, engine, is_program)| {
        let name = format!("{sanitizer}-{engine}-{is_program}");
        compiler(dir, engine, false)
            .env("FZ_SANITIZE", sanitizer)
            .args(["-O1", "-o", &name])
            .args(is_program.then_some("-DWITH_MAIN"))
            .arg(source("findings.c"))
            .outcome()
            .ok();
        let ends = |input: &str| {
            let mut command = start(dir, &name);
            command.arg(input);
            with_input(command, &dir.at(input))
        };
        let (good, bad) = (ends("good"), ends(sanitizer));
        // `timeout` ends with 124.
        let right =
            good.status.success() && !bad.status.success() && bad.status.code() != Some(124);
        (!right).then(|| format!("{name}: {good:?} {bad:?}"))
    });
    let failures: Vec<_> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn links_that_cannot_work_are_refused() {
    let dir = &Sandbox::new();
    object(dir, "findings.c", &[], "a.o");
    for (file, count) in [("many.s", 70_000), ("more.s", 1_050_000)] {
        let counters = format!("\t.section __sancov_cntrs, \"aw\", @progbits\n\t.zero {count}\n");
        dir.write(file, counters);
    }
    for (args, says) in [
        (
            "--fz-engine=honggfuzz a.o",
            &[
                "honggfuzz",
                "not installed",
                "/nowhere",
                "setup --engines",
                "FZ_ENGINE_PATH",
            ][..],
        ),
        ("--fz-engine=libafl a.o", &["libafl", "not installed"]),
        (
            "--fz-engine=libafl -fsanitize=memory a.o",
            &[
                "libafl",
                "the sanitizer memory",
                "not compiled with it",
                "libfuzzer",
            ],
        ),
        (
            "--fz-engine=honggfuzz -fsanitize=leak a.o",
            &["honggfuzz", "the sanitizer leak", "link without it"],
        ),
        (
            "--fz-engine=afl-classic a.o many.s",
            &["afl-classic", "p needs a map of 70", "65536", "removed"],
        ),
        (
            "--fz-engine=angora a.o more.s",
            &["angora", "p needs a map of 105", "1048576", "valkyrie"],
        ),
    ] {
        let mut command = dir.command("fz-cc");
        command
            .env("FZ_ENGINE_PATH", "/nowhere")
            .args(args.split(' '))
            .args(["-o", "p"]);
        let mut refused = command.outcome().ends(1);
        for part in says {
            refused = refused.says(part);
        }
        assert!(!dir.at("p").exists(), "{args:?}: a program was left");
    }
    // What needs no engine is linked.
    let mut shared = compiler(dir, "honggfuzz", false);
    shared
        .env("FZ_ENGINE_PATH", "/nowhere")
        .args(["-shared", "a.o", "-o", "a.so"])
        .outcome()
        .ok();
    link(dir, "afl-classic", "a.o -o p").ok();
    link(dir, "valkyrie", "a.o more.s -o p").ok();
    let doctor = |engine: &str| {
        dir.command("fz")
            .env("FZ_ENGINE", engine)
            .args(["doctor", "--json"])
            .outcome()
    };
    let missing = doctor("honggfuzz").fails();
    assert!(missing.out().contains("not installed"), "{missing:?}");
    doctor("libfuzzer").ok();
}
