//! Links for each engine that needs nothing but fz and clang: a harness and a program with its own `main`, through every
//! linker; what they do with inputs; and links that are refused. (`xtask test engines` runs the fuzzers themselves.)

use std::{
    fs,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use fz_tests::{in_parallel, rooms};

use fz_tests::start::{output, run, stderr, tool};

const ENGINES: [&str; 5] = ["afl", "afl-classic", "angora", "libfuzzer", "standalone"];
const SIGABRT: i32 = 6;

fn source(name: &str) -> PathBuf {
    rooms().join("tests/engines").join(name)
}

/// A compiler for `engine`, in `dir`; one whose name ends in `+` is for C++.
fn compiler(dir: &Path, engine: &str, cxx: bool) -> Command {
    let mut command = tool(if cxx { "fz-cxx" } else { "fz-cc" }, dir);
    command.arg(format!("--fz-engine={engine}"));
    command
}

fn object(dir: &Path, name: &str, flags: &[&str], to: &str) {
    let mut command = compiler(dir, "none", name.ends_with(".cc"));
    run(command
        .args(["-O1", "-fPIC", "-c", "-o", to])
        .args(flags)
        .arg(source(name)));
}

/// Runs a linked program, with a time limit for those that go astray.
fn start(dir: &Path, name: &str) -> Command {
    let mut command = Command::new("timeout");
    fz_tests::env::bare(&mut command)
        .current_dir(dir)
        .args(["-k", "1", "60"])
        .arg(dir.join(name));
    command
}

fn with_input(mut command: Command, input: &Path) -> Output {
    output(command.stdin(fs::File::open(input).unwrap()))
}

#[test]
fn harnesses_and_programs_run_under_every_engine_and_linker() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    object(dir, "findings.c", &[], "c.o");
    object(dir, "findings.c", &["-DWITH_MAIN"], "c-main.o");
    object(dir, "parts.cc", &[], "cc.o");
    object(dir, "parts.cc", &["-DWITH_MAIN"], "cc-main.o");
    object(dir, "part.c", &[], "part.o");
    fs::write(dir.join("good"), "good").unwrap();
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
        let linked = output(&mut link);
        if !linked.status.success() || !linked.stderr.is_empty() {
            return Some(format!("{name}: {}", stderr(&linked)));
        }
        let mut command = start(dir, &name);
        let is_program = object.ends_with("main");
        if !is_program {
            command.arg("good");
        }
        let ran = with_input(command, &dir.join("good"));
        let printed = String::from_utf8_lossy(&ran.stdout);
        let right = ran.status.success() && (printed == "done\n") == is_program;
        (!right).then(|| format!("{name}: {}: {printed}{}", ran.status, stderr(&ran)))
    });
    let failures: Vec<_> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A link without either fails by the harness's name, and one that names its harness finds it in an archive.
#[test]
fn what_is_no_harness_is_named_and_one_in_an_archive_is_found() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    object(dir, "part.c", &[], "part.o");
    object(dir, "findings.c", &[], "harness.o");
    fs::write(dir.join("good"), "good").unwrap();
    run(Command::new("ar")
        .current_dir(dir)
        .args(["rcs", "libharness.a", "harness.o"]));
    for engine in ENGINES {
        let refused = output(compiler(dir, engine, false).args(["part.o", "-o", "p"]));
        assert!(!refused.status.success());
        assert!(
            stderr(&refused).contains("LLVMFuzzerTestOneInput"),
            "{engine}: {}",
            stderr(&refused)
        );
        for linker in ["bfd", "gold", "lld"] {
            for named in ["-fsanitize=fuzzer", "-lFuzzingEngine"] {
                let linker = format!("-fuse-ld={linker}");
                run(compiler(dir, engine, true).args([&linker, named, "libharness.a", "-o", "p"]));
                run(start(dir, "p").arg("good"));
            }
        }
    }
}

#[test]
fn only_a_harness_looks_persistent() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    for (flags, persistent) in [(&[][..], true), (&["-DWITH_MAIN"], false)] {
        object(dir, "findings.c", flags, "a.o");
        for engine in ["afl", "afl-classic"] {
            run(compiler(dir, engine, false).args(["a.o", "-o", "p"]));
            let bytes = fs::read(dir.join("p")).unwrap();
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
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    object(dir, "findings.c", &[], "a.o");
    run(compiler(dir, "afl", false).args(["a.o", "-o", "p"]));
    fs::create_dir(dir.join("inputs")).unwrap();
    for input in ["good", "cbug", "e", "lbug"] {
        fs::write(dir.join("inputs").join(input), input).unwrap();
    }
    let said = output(start(dir, "p").arg("inputs"));
    assert_eq!(said.status.code(), Some(1), "{}", stderr(&said));
    assert!(stderr(&said).contains("inputs/cbug: crashed: Aborted"));
    let map = |input: &str| {
        run(Command::new("afl-showmap")
            .current_dir(dir)
            .args(["-q", "-o", "map", "--", "./p"])
            .stdin(fs::File::open(dir.join("inputs").join(input)).unwrap()));
        fs::read_to_string(dir.join("map")).unwrap().lines().count()
    };
    assert!(map("lbug") > map("e"), "{} {}", map("lbug"), map("e"));
}

#[test]
fn standalone_says_which_input_does_what() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let sanitize = "-fsanitize=address";
    object(dir, "findings.c", &[sanitize], "a.o");
    run(compiler(dir, "standalone", false).args([sanitize, "a.o", "-o", "p"]));
    fs::create_dir_all(dir.join("in/deeper")).unwrap();
    for name in [
        "abug",
        "cbug",
        "deeper/ebug",
        "good",
        "lbug",
        "other",
        "xbug",
    ] {
        let text = name.rsplit('/').next().unwrap();
        fs::write(dir.join("in").join(name), text).unwrap();
    }
    let said = output(start(dir, "p").args(["in", "in/good", "in/none"]));
    assert_eq!(said.status.code(), Some(1));
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
        assert!(
            stderr(&said).contains(part),
            "no `{part}` in {}",
            stderr(&said)
        );
    }
    for quiet in ["in/good", "in/other"] {
        assert!(!stderr(&said).contains(quiet), "{}", stderr(&said));
    }
    // One input: the process itself ends as the harness makes it end.
    let crashed = output(Command::new(dir.join("p")).current_dir(dir).arg("in/cbug"));
    assert_eq!(crashed.status.signal(), Some(SIGABRT));
    assert!(stderr(&crashed).contains("fz: running in/cbug"));
    // That is a finding, too, where it looks like success.
    for inputs in [
        &["in/good", "in/xbug"][..],
        &["in/xbug"],
        &["--", "in/xbug"],
    ] {
        let ended = output(start(dir, "p").args(inputs));
        assert_eq!(ended.status.code(), Some(1), "{inputs:?}");
        assert!(stderr(&ended).contains("fz: in/xbug: ended the program"));
    }
    let fine = with_input(start(dir, "p"), &dir.join("in/good"));
    assert!(fine.status.success());
    assert!(stderr(&fine).contains("fz: 1 input, 0 findings"));
    let option = output(start(dir, "p").arg("-runs=3"));
    assert_eq!(option.status.code(), Some(2));
    assert!(stderr(&option).contains("unknown option `-runs=3`"));
    let help = run(start(dir, "p").arg("--help"));
    assert!(String::from_utf8_lossy(&help.stdout).contains("usage: "));
}

/// Each byte is one bit away from what `part.c` compares it with. A step of libFuzzer changes about that much, so it has to
/// keep what solves one compare to solve the next: it finds the way in after some hundred runs with counters, without
/// them never. (From an empty corpus it takes any number of runs up to some hundred thousands.)
const NEARLY: &str = "P6\"";
const SMALL_STEPS: &str = "-seed=1 -runs=20000 -mutate_depth=1 -max_len=3";

/// In a library, so that its counters have to be found there; as a harness, and as a program whose children count.
#[test]
fn libfuzzer_finds_nested_compares() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    object(dir, "parts.cc", &[], "harness.o");
    object(dir, "parts.cc", &["-DWITH_MAIN"], "main.o");
    for (library, flags) in [
        ("libcounted.so", &[][..]),
        ("libblind.so", &["--fz-profile=none"]),
    ] {
        object(dir, "part.c", flags, "part.o");
        run(compiler(dir, "libfuzzer", false).args(["-shared", "part.o", "-o", library]));
    }
    let mut cases = vec![("harness", "lld", "blind")];
    for object in ["harness", "main"] {
        cases.extend(["bfd", "gold", "lld"].map(|linker| (object, linker, "counted")));
    }
    let failures = in_parallel(&cases, |&(object, linker, library)| {
        let name = format!("{object}-{linker}-{library}");
        run(compiler(dir, "libfuzzer", true)
            .arg(format!("-fuse-ld={linker}"))
            .args([
                &format!("{object}.o"),
                &format!("lib{library}.so"),
                "-Wl,-rpath,$ORIGIN",
                "-o",
                &name,
            ]));
        let inputs = dir.join(format!("{name}-inputs"));
        fs::create_dir(&inputs).unwrap();
        fs::write(inputs.join("nearly"), NEARLY).unwrap();
        let arguments = format!("{SMALL_STEPS} -artifact_prefix={name}- {name}-inputs");
        let mut command = start(dir, &name);
        match object {
            "main" => command.env("FZ_FUZZ", arguments),
            _ => command.args(arguments.split(' ')),
        };
        let said = output(&mut command);
        let is_found = fs::read_dir(dir).unwrap().any(|entry| {
            let file = entry.unwrap().file_name();
            let file = file.to_string_lossy();
            file.starts_with(&format!("{name}-crash-"))
        });
        let is_right = is_found == (library == "counted");
        (!is_right).then(|| format!("{name}: {}: {}", said.status, stderr(&said)))
    });
    let failures: Vec<_> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// An input, by file or by stdin, and how a program's end becomes the engine's.
#[test]
fn a_program_under_libfuzzer_ends_as_its_child_does() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let sanitize = "-fsanitize=address";
    object(dir, "findings.c", &["-DWITH_MAIN", sanitize], "a.o");
    run(compiler(dir, "libfuzzer", false).args([sanitize, "a.o", "-o", "p"]));
    for (input, by) in [
        ("good", None),
        ("ebug", None),
        ("abug", Some("overflow")),
        ("cbug", Some("deadly")),
    ] {
        fs::write(dir.join(input), input).unwrap();
        for argument in [None, Some("@@")] {
            let mut command = start(dir, "p");
            command
                .env("FZ_FUZZ", format!("-runs=1 {input}"))
                .args(argument);
            let said = output(&mut command);
            assert_eq!(
                said.status.success(),
                by.is_none(),
                "{input}: {}",
                stderr(&said)
            );
            assert!(
                stderr(&said).contains(by.unwrap_or("Executed")),
                "{input}: {}",
                stderr(&said)
            );
        }
    }
}

/// Each sanitizer's finding ends a run of every engine, and nothing else does.
#[test]
fn findings_of_sanitizers_end_runs() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("good"), "good").unwrap();
    let mut cases = Vec::new();
    for sanitizer in [
        "address",
        "undefined",
        "memory",
        "thread",
        "leak",
        "integer",
    ] {
        fs::write(dir.join(sanitizer), format!("{}bug", &sanitizer[..1])).unwrap();
        for engine in ["afl", "libfuzzer", "standalone"] {
            cases.extend([(sanitizer, engine, false), (sanitizer, engine, true)]);
        }
    }
    let failures = in_parallel(&cases, |&(sanitizer, engine, is_program)| {
        let name = format!("{sanitizer}-{engine}-{is_program}");
        run(compiler(dir, engine, false)
            .env("FZ_SANITIZE", sanitizer)
            .args(["-O1", "-o", &name])
            .args(is_program.then_some("-DWITH_MAIN"))
            .arg(source("findings.c")));
        let ends = |input: &str| {
            let mut command = start(dir, &name);
            command.arg(input);
            with_input(command, &dir.join(input))
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
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    object(dir, "findings.c", &[], "a.o");
    for (file, count) in [("many.s", 70_000), ("more.s", 1_050_000)] {
        let counters = format!("\t.section __sancov_cntrs, \"aw\", @progbits\n\t.zero {count}\n");
        fs::write(dir.join(file), counters).unwrap();
    }
    for (args, says) in [
        (
            &["--fz-engine=honggfuzz", "a.o"][..],
            &[
                "honggfuzz",
                "not installed",
                "/nowhere",
                "setup --engines",
                "FZ_ENGINE_PATH",
            ][..],
        ),
        (&["--fz-engine=libafl", "a.o"], &["libafl", "not installed"]),
        (
            &["--fz-engine=libafl", "-fsanitize=memory", "a.o"],
            &[
                "libafl",
                "the sanitizer memory",
                "not compiled with it",
                "libfuzzer",
            ],
        ),
        (
            &["--fz-engine=honggfuzz", "-fsanitize=leak", "a.o"],
            &["honggfuzz", "the sanitizer leak", "link without it"],
        ),
        (
            &["--fz-engine=afl-classic", "a.o", "many.s"],
            &["afl-classic", "p needs a map of 70", "65536", "removed"],
        ),
        (
            &["--fz-engine=angora", "a.o", "more.s"],
            &["angora", "p needs a map of 105", "1048576", "valkyrie"],
        ),
    ] {
        let mut command = tool("fz-cc", dir);
        let refused = output(
            command
                .env("FZ_ENGINE_PATH", "/nowhere")
                .args(args)
                .args(["-o", "p"]),
        );
        assert_eq!(
            refused.status.code(),
            Some(1),
            "{args:?}: {}",
            stderr(&refused)
        );
        for part in says {
            assert!(
                stderr(&refused).contains(part),
                "{args:?}: no `{part}` in {}",
                stderr(&refused)
            );
        }
        assert!(!dir.join("p").exists(), "{args:?}: a program was left");
    }
    // What needs no engine is linked.
    let mut shared = compiler(dir, "honggfuzz", false);
    run(shared
        .env("FZ_ENGINE_PATH", "/nowhere")
        .args(["-shared", "a.o", "-o", "a.so"]));
    run(compiler(dir, "afl-classic", false).args(["a.o", "-o", "p"]));
    run(compiler(dir, "valkyrie", false).args(["a.o", "more.s", "-o", "p"]));
    let doctor = |engine: &str| {
        output(
            tool("fz", dir)
                .env("FZ_ENGINE", engine)
                .args(["doctor", "--json"]),
        )
    };
    let (missing, there) = (doctor("honggfuzz"), doctor("libfuzzer"));
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        !missing.status.success() && text(&missing).contains("not installed"),
        "{missing:?}"
    );
    assert!(there.status.success(), "{there:?}");
}
