//! Plans of several commands, and commands side by side: this program runs itself, once per case, and looks at how it
//! ends.

use std::{
    os::unix::process::ExitStatusExt,
    path::PathBuf,
    process::{self, ExitStatus},
    time::{Duration, Instant},
};

use fz_driver::{
    plan::{Plan, Step},
    run::steps,
};
use fz_process::{Command, Job, Output, Watch};

fn main() {
    let scripts: Vec<String> = std::env::args().skip(1).collect();
    match scripts.split_first() {
        Some((first, scripts)) if first == "run" => run(scripts),
        Some((first, scripts)) if first == "beside" => beside(scripts),
        _ => {
            check();
            check_beside();
        }
    }
}

/// Runs shell scripts as the commands of one plan; returns only if that is impossible.
fn run(scripts: &[String]) {
    let error = steps::run(&Plan {
        steps: scripts.iter().map(|s| Step::Run(shell(s))).collect(),
        ..Plan::default()
    });
    panic!("{error}");
}

fn shell(script: &String) -> Command {
    Command {
        program: PathBuf::from("/bin/sh"),
        arguments: vec!["-c".into(), script.into()],
    }
}

/// Runs shell scripts side by side, with their output shown, and says how each ended.
fn beside(scripts: &[String]) {
    let dir = tempfile::tempdir().expect("a directory");
    let job = |(at, script): (usize, &String)| Job {
        command: shell(script),
        environment: vec![("FZ_PLACE".to_owned(), at.to_string())],
        output: Output::Log {
            path: dir.path().join(at.to_string()),
            shown: true,
        },
    };
    let jobs: Vec<Job> = scripts.iter().enumerate().map(job).collect();
    let mut watch = Watch {
        failed: &|_, status| !status.success(),
        running: &mut |ended| assert_eq!(ended.len(), scripts.len()),
    };
    let ended = fz_process::run_beside(&jobs, &mut watch).expect("all start");
    for (at, end) in ended.iter().enumerate() {
        let log = std::fs::read_to_string(dir.path().join(at.to_string())).expect("a log");
        let by = if end.by_itself { "itself" } else { "us" };
        println!("{at}: {} by {by}, {log:?}", end.status);
    }
}

fn start(scripts: &[&str]) -> process::Command {
    let mut command = this_program();
    command.arg("run").args(scripts);
    command
}

#[expect(clippy::disallowed_methods, reason = "a test of the spawner")]
fn this_program() -> process::Command {
    process::Command::new(std::env::current_exe().expect("a running program has a file"))
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

fn check_beside() {
    let output = |scripts: &[&str]| {
        let output = this_program().arg("beside").args(scripts).output();
        let output = output.expect("it starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr))
    };
    let (said, shown) = output(&["echo $FZ_PLACE", "sleep 0.2; echo $FZ_PLACE"]);
    assert_eq!(
        said,
        "0: exit status: 0 by itself, \"0\\n\"\n1: exit status: 0 by itself, \"1\\n\"\n"
    );
    assert_eq!(shown, "0\n1\n", "logs are shown as they come");

    let began = Instant::now();
    let (said, _) = output(&["exec sleep 20", "exit 3"]);
    assert!(
        said.contains("0: signal: 15 (SIGTERM) by us"),
        "one that fails ends the others: {said}"
    );
    assert!(said.contains("1: exit status: 3 by itself"), "{said}");
    assert!(began.elapsed() < Duration::from_secs(15), "at once");

    let dir = tempfile::tempdir().expect("a directory");
    let mark = |name: &str| dir.path().join(name);
    let script = |name: &str| format!("touch '{}'; exec sleep 20", mark(name).display());
    let mut command = this_program();
    command.arg("beside").args([script("a"), script("b")]);
    let child = command.stdout(std::process::Stdio::piped()).spawn();
    let child = child.expect("it starts");
    while !(mark("a").exists() && mark("b").exists()) && began.elapsed() < Duration::from_secs(15) {
        std::thread::sleep(Duration::from_millis(10));
    }
    // SAFETY: our own child, not yet waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    let both = said.matches("signal: 2 (SIGINT) by us").count();
    assert_eq!(both, 2, "a signal reaches all: {said}");
}
