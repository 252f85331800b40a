//! The runtime of taint builds by itself: programs of `tests/taint` play instrumented code, and look at labels.

use std::{
    fs::{self, File},
    io::Write,
    os::unix::process::{CommandExt, ExitStatusExt},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use fz_abi::{
    files,
    taint::{env as names, trace},
};
use fz_tests::{RunCommand, env, fz, limits, rooms};

const TEXT: &str = "0123456789 -42 3.5 0x1F hello,world;end";

/// Unoptimised: calls are made as they are written.
fn built(name: &str, dir: &Path) -> PathBuf {
    let program = dir.join(name);
    let lib = fz().join("lib/fz");
    let source = rooms().join("tests/taint").join(name);
    let (compiler, source, object) = match source.with_extension("cc") {
        cxx if cxx.exists() => (fz_llvm::CLANGXX, cxx, files::TAINT_CXX_OBJECT),
        _ => (
            fz_llvm::CLANG,
            source.with_extension("c"),
            files::TAINT_OBJECT,
        ),
    };
    let mut clang = Command::new(compiler);
    clang
        .args(["-Wall", "-Wextra", "-Werror"])
        .args(["-fno-builtin", "-fPIE", "-pie", "-pthread"])
        .arg(source)
        .arg(lib.join(object))
        .arg(format!(
            "-Wl,--dynamic-list={}",
            lib.join(files::TAINT_LIST).display()
        ))
        .arg("-o")
        .arg(&program);
    clang.outcome().ok();
    program
}

/// A run with its own trace.
struct Run {
    scratch: tempfile::TempDir,
    program: PathBuf,
}

impl Run {
    fn of(name: &str) -> Run {
        let scratch = tempfile::tempdir().unwrap();
        let program = built(name, scratch.path());
        fs::write(scratch.path().join("input"), TEXT).unwrap();
        Run { scratch, program }
    }

    fn input(&self) -> PathBuf {
        self.scratch.path().join("input")
    }

    fn trace(&self) -> PathBuf {
        self.scratch.path().join("trace")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        _ = fs::remove_file(self.trace());
        let mut command = Command::new(&self.program);
        env::bare(&mut command)
            .args(arguments)
            .env(names::INPUT, self.input())
            .env(names::OUT, self.trace());
        command
    }

    /// A word of the trace's header.
    fn word(&self, number: usize) -> u64 {
        let header = &fs::read(self.trace()).unwrap()[..trace::HEADER];
        u64::from_le_bytes(header[8 * number..][..8].try_into().unwrap())
    }

    fn in_shell(&self, limit: &str, arguments: &[&str]) -> Output {
        _ = fs::remove_file(self.trace());
        let mut shell = Command::new("sh");
        env::bare(&mut shell)
            .arg("-c")
            .arg(format!("{limit} && exec \"$0\" \"$@\""))
            .arg(&self.program)
            .args(arguments)
            .env(names::INPUT, self.input())
            .env(names::OUT, self.trace())
            .output()
            .unwrap()
    }
}

#[track_caller]
fn succeeds(out: &Output) {
    assert!(out.status.success() && out.stderr.is_empty(), "{out:?}");
}

#[test]
fn functions_of_libc_move_labels_and_do_what_they_did() {
    let run = Run::of("externals");
    let input = run.input();
    let arguments = [input.to_str().unwrap()];
    succeeds(&run.command(&arguments).output().unwrap());
    assert_eq!(run.word(8), TEXT.len() as u64);
    assert_eq!(run.word(1), trace::INPUT_SEEN | trace::EXITED);
    // The standard input is the same file.
    let mut command = run.command(&arguments);
    command.env(names::INPUT, "-");
    succeeds(&command.stdin(File::open(&input).unwrap()).output().unwrap());
}

#[test]
fn streams_of_libstdcxx_give_labels_to_what_they_read() {
    let run = Run::of("iostream");
    // More than a buffer of it.
    let text = format!("12 3.5 word x\nline\n{}\n77 end\n", "y".repeat(20000));
    fs::write(run.input(), text).unwrap();
    let input = run.input();
    succeeds(&run.command(&[input.to_str().unwrap()]).output().unwrap());
    let mut command = run.command(&[]);
    succeeds(&command.stdin(File::open(&input).unwrap()).output().unwrap());
}

#[test]
fn labels_are_the_sets_that_they_were_made_of() {
    let run = Run::of("graph");
    succeeds(&run.command(&[]).output().unwrap());
}

#[test]
fn without_room_for_nodes_a_label_is_any_byte() {
    let run = Run::of("graph");
    succeeds(
        &run.command(&["100"])
            .env(names::NODES, "100")
            .output()
            .unwrap(),
    );
}

#[test]
fn sites_tell_what_is_new() {
    let run = Run::of("events");
    succeeds(&run.command(&[]).output().unwrap());
}

#[test]
fn without_room_for_events_their_number_is_told() {
    let run = Run::of("process");
    let input = run.input();
    let mut command = run.command(&["threads", input.to_str().unwrap()]);
    let out = command.env(names::EVENTS, "4").output().unwrap();
    // The program misses events.
    assert_eq!(out.status.code(), Some(1), "{out:?}");
    assert_eq!(run.word(3), 4);
    assert!(run.word(9) > 0);
    assert_ne!(run.word(1) & trace::EVENTS_FULL, 0);
}

#[test]
fn children_and_other_programs_record_nothing() {
    let run = Run::of("process");
    let input = run.input();
    for what in ["fork", "start", "threads"] {
        let out = run
            .command(&[what, input.to_str().unwrap()])
            .output()
            .unwrap();
        succeeds(&out);
    }
}

#[test]
fn a_crash_leaves_a_whole_trace() {
    let run = Run::of("process");
    let input = run.input();
    let out = run
        .command(&["crash", input.to_str().unwrap()])
        .output()
        .unwrap();
    assert_eq!(out.status.signal(), Some(libc::SIGSEGV), "{out:?}");
    assert_eq!(run.word(0), trace::MAGIC);
    assert_eq!(run.word(1), trace::INPUT_SEEN);
    assert_eq!(run.word(3), 1);
}

#[test]
fn a_pipe_is_an_input() {
    let run = Run::of("process");
    let mut command = run.command(&["stdin"]);
    let mut child = command
        .env(names::INPUT, "-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    to.write_all(b"0123456789abc\n").unwrap();
    drop(to);
    succeeds(&child.wait_with_output().unwrap());
    fs::write(run.input(), "0123456789abc\n").unwrap();
    let mut command = run.command(&["stdin"]);
    succeeds(
        &command
            .stdin(File::open(run.input()).unwrap())
            .output()
            .unwrap(),
    );
}

#[test]
fn without_an_input_nothing_happens() {
    let run = Run::of("process");
    let mut command = Command::new(&run.program);
    succeeds(&env::bare(&mut command).arg("nothing").output().unwrap());
    let mut command = Command::new(&run.program);
    env::bare(&mut command).args(["quiet"]).arg(run.input());
    succeeds(&command.output().unwrap());
    assert!(!run.trace().exists());
}

#[test]
fn a_trace_that_cannot_be_made_is_said() {
    let run = Run::of("process");
    let input = run.input();
    let mut command = run.command(&["quiet", input.to_str().unwrap()]);
    let missing = run.scratch.path().join("missing/trace");
    let out = command.env(names::OUT, &missing).output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr);
    let told = format!(
        "fz taint: nothing is recorded: the file cannot be made: {}\n",
        missing.display()
    );
    assert!(out.status.success() && said == told, "{out:?}");
    let out = run.in_shell("ulimit -f 1000", &["quiet", input.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(
        out.status.success() && said.contains("`ulimit -f`"),
        "{out:?}"
    );
}

#[test]
fn an_unlimited_stack_is_no_obstacle() {
    let run = Run::of("process");
    let input = run.input();
    // Some of these layouts begin where labels are.
    for _ in 0..50 {
        succeeds(&run.in_shell("ulimit -s unlimited", &["limit", input.to_str().unwrap()]));
    }
}

#[test]
fn limited_addresses_are_refused() {
    let run = Run::of("process");
    let out = run.in_shell("ulimit -v 4000000", &["nothing"]);
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(said.starts_with("fz taint: the shadow memory"), "{said}");
    assert!(said.contains("`ulimit -v`"), "{said}");
    assert_eq!(said.lines().count(), 1);
    assert_eq!(out.status.code(), Some(71));
}

#[test]
fn a_filter_of_system_calls_is_said() {
    let run = Run::of("process");
    let mut command = Command::new(&run.program);
    env::bare(&mut command).arg("nothing");
    // SAFETY: between fork and exec only system calls are made.
    unsafe { command.pre_exec(limits::forbid_large_mappings) };
    let out = command.output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(said.contains("seccomp"), "{out:?}");
    assert_eq!(out.status.code(), Some(71));
}

#[test]
fn every_layout_of_addresses_does() {
    let run = Run::of("process");
    for _start in 0..200 {
        let mut command = Command::new(&run.program);
        env::bare(&mut command).arg("nothing").outcome().ok();
    }
}
