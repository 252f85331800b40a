//! Each command opens the program that it is given once, as seen from outside: by the system calls of fz and its threads,
//! but not of the processes that it starts.

use std::{
    collections::HashSet,
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    os::unix::process::CommandExt,
    path::Path,
    process::{Command, Stdio},
};

use fz_tests::Sandbox;

const PROGRAM: &str = r#"#include <stdint.h>
#include <string.h>
volatile int sum;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 3 && memcmp(data, "word", 4) == 0) sum += size;
  return 0;
}
"#;

/// Runs a command, whose working directory is `dir`, and counts how often it opens the file `program` there.
fn opens(command: &mut Command, dir: &Path) -> usize {
    let said = dir.join("said");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(&said).unwrap());
    // SAFETY: a system call, which is async-signal-safe.
    unsafe {
        command.pre_exec(|| match libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        });
    }
    let wanted = dir.join("program").canonicalize().unwrap();
    let main = command.spawn().unwrap().id() as i32;
    let (mut within, mut count) = (HashSet::new(), 0);
    loop {
        let mut status = 0;
        // Other tests, on other threads, wait for what they have started.
        let which = libc::__WALL | libc::__WNOTHREAD;
        // SAFETY: this thread started it, and waits for nothing else.
        let thread = unsafe { libc::waitpid(-1, &mut status, which) };
        assert!(thread > 0, "{}", io::Error::last_os_error());
        if !libc::WIFSTOPPED(status) {
            if thread == main {
                let said = fs::read_to_string(&said).unwrap();
                assert!(libc::WIFEXITED(status), "{command:?}: {said}");
                assert!(libc::WEXITSTATUS(status) < 2, "{command:?}: {said}");
                return count;
            }
            continue;
        }
        let mut signal = libc::WSTOPSIG(status);
        match signal {
            // Its first, after `exec`.
            libc::SIGTRAP if status >> 16 == 0 => {
                let options = libc::PTRACE_O_TRACESYSGOOD | libc::PTRACE_O_TRACECLONE;
                // SAFETY: it is stopped.
                unsafe { libc::ptrace(libc::PTRACE_SETOPTIONS, thread, 0, options) };
                signal = 0;
            }
            // A thread was started, or begins.
            libc::SIGTRAP | libc::SIGSTOP => signal = 0,
            call if call == libc::SIGTRAP | 0x80 => {
                signal = 0;
                if !within.remove(&thread) {
                    within.insert(thread);
                    count += usize::from(opened(thread, dir).is_some_and(|p| p == wanted));
                }
            }
            _ => {}
        }
        // SAFETY: it is stopped.
        unsafe { libc::ptrace(libc::PTRACE_SYSCALL, thread, 0, signal) };
    }
}

/// The file that a stopped thread is about to open, if that is what it asks for.
fn opened(thread: i32, dir: &Path) -> Option<std::path::PathBuf> {
    // SAFETY: numbers, which the kernel fills in.
    let mut registers: libc::user_regs_struct = unsafe { std::mem::zeroed() };
    // SAFETY: it is stopped.
    unsafe { libc::ptrace(libc::PTRACE_GETREGS, thread, 0, &mut registers) };
    let name = match registers.orig_rax as i64 {
        libc::SYS_open => registers.rdi,
        libc::SYS_openat | libc::SYS_openat2 => registers.rsi,
        _ => return None,
    };
    let mut memory = File::open(format!("/proc/{thread}/mem")).ok()?;
    memory.seek(SeekFrom::Start(name)).ok()?;
    let mut text = Vec::new();
    let mut byte = [0];
    while memory.read_exact(&mut byte).is_ok() && byte != [0] && text.len() < 4096 {
        text.push(byte[0]);
    }
    let path = dir.join(String::from_utf8(text).ok()?);
    path.canonicalize().ok()
}

#[test]
fn each_command_opens_its_program_once() {
    let dir = Sandbox::with([
        ("program.c", PROGRAM),
        ("seeds/input", "seed"),
        ("out/input", "word"),
    ]);
    let build = |profile: &str| {
        dir.cc(&format!(
            "--fz-profile={profile} -g -O1 program.c -o program"
        ));
    };
    let mut wrong = Vec::new();
    let mut check = |words: &str| match opens(dir.command("fz").args(words.split(' ')), dir.dir()) {
        1 => {}
        count => wrong.push(format!("fz {words}: {count}")),
    };
    build("fuzz");
    for words in [
        "inspect ./program",
        "inspect --json ./program",
        "doctor ./program",
        "dict ./program",
        "dict ./program -i seeds",
        "extract ./program",
        "extract ./program --commands",
        "emit ./program vanilla -o builds",
        "fuzz -i seeds -o campaign --dry-run -- ./program",
        "fuzz -i seeds -o campaign --dry-run --companion split -- ./program",
        "cov collect ./program -i seeds -o made.fzcov",
        "cov collect ./program -i seeds -o watched.fzcov",
        "frontier ./program -i seeds",
        "guards ./program -i seeds",
        "taint ./program -i seeds -o taint",
        "min input ./program seeds/input -o small --taint",
        "crashes ./program -i out",
        "extract --remove ./program -o without",
    ] {
        check(words);
    }
    for (profile, all) in [
        (
            "coverage",
            &[
                "cov collect ./program -i seeds -o own.fzcov",
                "frontier ./program -i seeds",
            ][..],
        ),
        ("guards", &["guards ./program -i seeds"]),
        ("taint", &["taint ./program -i seeds -o own"]),
    ] {
        build(profile);
        all.iter().for_each(|words| check(words));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
