//! Plans of several commands: this program runs itself, once per case, and looks at how it ends.

use std::{
    os::unix::process::ExitStatusExt,
    path::PathBuf,
    process::{Command, ExitStatus},
    time::{Duration, Instant},
};

use fz_toolchain::driver::{
    exec,
    plan::{self, Plan},
};

fn main() {
    let scripts: Vec<String> = std::env::args().skip(1).collect();
    match scripts.split_first() {
        Some((first, scripts)) if first == "run" => run(scripts),
        _ => check(),
    }
}

/// Runs shell scripts as the commands of one plan; returns only if that is impossible.
fn run(scripts: &[String]) {
    let command = |script: &String| plan::Command {
        program: PathBuf::from("/bin/sh"),
        arguments: vec!["-c".into(), script.into()],
    };
    let error = exec::run(&Plan {
        commands: scripts.iter().map(command).collect(),
        reasons: Vec::new(),
    });
    panic!("{error}");
}

fn start(scripts: &[&str]) -> Command {
    let mut command = this_program();
    command.arg("run").args(scripts);
    command
}

#[expect(clippy::disallowed_methods, reason = "a test of the spawner")]
fn this_program() -> Command {
    Command::new(std::env::current_exe().expect("a running program has a file"))
}

fn end_of(scripts: &[&str]) -> ExitStatus {
    start(scripts).status().expect("it starts")
}

fn check() {
    let dir = tempfile::tempdir().expect("a directory");
    let mark = dir.path().join("mark");
    let touch = format!("touch '{}'", mark.display());

    assert_eq!(
        end_of(&["true", "exit 7"]).code(),
        Some(7),
        "the last command's exit code"
    );
    assert_eq!(
        end_of(&["exit 5", &touch]).code(),
        Some(5),
        "the first failure ends the plan"
    );
    assert!(!mark.exists(), "nothing runs behind a failure");
    assert_eq!(
        end_of(&["exit 3"]).code(),
        Some(3),
        "a single command replaces the process"
    );
    for scripts in [&["true", "kill -SEGV $$"][..], &["kill -SEGV $$"]] {
        assert_eq!(
            end_of(scripts).signal(),
            Some(libc::SIGSEGV),
            "death by signal is passed on"
        );
    }

    // make's jobserver: descriptors without close-on-exec reach every command.
    let mut ends = [0; 2];
    // SAFETY: room for two descriptors.
    assert_eq!(unsafe { libc::pipe(ends.as_mut_ptr()) }, 0);
    let look = format!("test -e /proc/self/fd/{}", ends[0]);
    assert!(
        end_of(&[&look, &look]).success(),
        "descriptors are inherited"
    );

    // A signal to the driver reaches the command that runs, and the driver ends by it.
    let began = Instant::now();
    let ready = format!("{touch}; exec sleep 20");
    let mut child = start(&[&ready, "true"]).spawn().expect("it starts");
    while !mark.exists() && began.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(10));
    }
    // SAFETY: our own child, not yet waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGTERM) };
    let status = child.wait().expect("it ends");
    assert_eq!(
        status.signal(),
        Some(libc::SIGTERM),
        "signals are forwarded"
    );
    assert!(began.elapsed() < Duration::from_secs(15), "at once");
}
