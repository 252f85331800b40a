//! Processor time of processes, measured so that noise hits every build alike.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::progress::bar;
use crate::subject::Subject;
use crate::variant::Built;

/// User and system time of one run, and its exit status: programs say by it what they think of their inputs.
fn processor_time(command: &mut Command) -> Result<(Duration, i32)> {
    let child = command
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", command.get_program().display()))?;
    let used = wait(child.id(), 0)?.context("it is waited for until it ends")?;
    let program = command.get_program().display();
    let status = used.status.code();
    let status = status.with_context(|| format!("{program} was ended: {}", used.status))?;
    Ok((used.processor, status))
}

/// What a process has used, and all that it has waited for.
pub struct Used {
    pub status: ExitStatus,
    pub processor: Duration,
    /// At most, in bytes.
    pub memory: u64,
}

/// Waits for a child that nobody else waits for. `None`: by these options, not until it ends.
pub fn wait(child: u32, options: libc::c_int) -> io::Result<Option<Used>> {
    let mut status = 0;
    // SAFETY: all-zero is a valid rusage, and wait4 fills it.
    let (ended, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        let child = child.cast_signed();
        let ended = libc::wait4(child, &mut status, options, &mut usage);
        (ended, usage)
    };
    let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
    match ended {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(None),
        _ => Ok(Some(Used {
            status: ExitStatus::from_raw(status),
            processor: time(usage.ru_utime) + time(usage.ru_stime),
            memory: usage.ru_maxrss as u64 * 1024,
        })),
    }
}

/// The shortest of `runs` runs of each command, which take turns.
pub fn fastest(
    label: &str,
    runs: usize,
    count: usize,
    command: impl Fn(usize) -> Command,
) -> Result<Vec<Duration>> {
    let mut best = vec![Duration::MAX; count];
    let mut expected = None;
    let bar = bar(label, runs * count);
    for _ in 0..runs {
        for (at, best) in best.iter_mut().enumerate() {
            let mut command = command(at);
            let (took, status) = processor_time(&mut command)?;
            let expected = *expected.get_or_insert(status);
            ensure!(
                status == expected,
                "{} ended with status {status}, others with {expected}",
                command.get_program().display()
            );
            *best = took.min(*best);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(best)
}

/// How often a build has to repeat its work to take about `target`.
pub fn rounds(target: Duration, run: impl Fn(u64) -> Command) -> Result<u64> {
    let mut rounds = 1;
    loop {
        let mut command = run(rounds);
        let took = processor_time(&mut command)?.0;
        if took >= target / 5 {
            let scaled = rounds as f64 * target.as_secs_f64() / took.as_secs_f64();
            return Ok((scaled.round() as u64).max(1));
        }
        ensure!(
            rounds < 1 << 32,
            "{} does nothing that takes time",
            command.get_program().display()
        );
        rounds *= 2;
    }
}

/// How long the first build of a subject goes through its inputs.
const TARGET: Duration = Duration::from_secs(1);
/// Larger inputs would drown the small ones.
const INPUT_BYTES: u64 = 16 << 10;

/// The shortest of `runs` runs of each build over the subject's inputs, in seconds. They are repeated so that the first build
/// takes a second.
pub fn loops(
    subject: &Subject,
    built: &[Built],
    runs: usize,
    environment: &[(&str, &str)],
) -> Result<Vec<f64>> {
    let inputs = subject.seeds(INPUT_BYTES)?;
    let rounds = rounds(TARGET, |n| looping(&built[0].program, n, &inputs))?;
    let label = format!("{}: {} inputs x {rounds}", subject.name, inputs.len());
    let times = fastest(&label, runs, built.len(), |at| {
        let mut command = looping(&built[at].program, rounds, &inputs);
        command.envs(environment.iter().copied());
        command
    })?;
    Ok(times.iter().map(Duration::as_secs_f64).collect())
}

/// `program loop ROUNDS INPUT…`
fn looping(program: &Path, rounds: u64, inputs: &[PathBuf]) -> Command {
    let mut command = Command::new(program);
    command.arg("loop").arg(rounds.to_string()).args(inputs);
    command
}
