//! Runs commands so that a person sees what happens: a spinner with the last line on a terminal, plain lines
//! elsewhere, everything in a log, and the log's end when a command fails.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::repo;

/// How many lines of a failed command's log are shown.
const TAIL: usize = 25;

/// Where progress is drawn, for what goes on side by side.
pub fn bars() -> &'static MultiProgress {
    static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);
    &BARS
}

/// What a quiet command left behind.
pub struct Done {
    pub status: ExitStatus,
    pub took: Duration,
    pub output: String,
}

/// Runs `command` quietly under `label`; a failure is an error that shows the end of the log.
pub fn run(label: &str, command: &mut Command) -> Result<Done> {
    let log = log_for(label);
    let done = run_to_log(label, command, &log)?;
    if !done.status.success() {
        bail!(failure(label, command, &done, &log));
    }
    Ok(done)
}

/// Runs `command` quietly with its output in `log`; the caller judges the status.
pub fn run_to_log(label: &str, command: &mut Command, log: &Path) -> Result<Done> {
    fs::create_dir_all(log.parent().expect("a log has a folder"))?;
    let mut file = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
    writeln!(file, "$ {}", rendered(command))?;
    let progress = Progress::start(label);
    let started = Instant::now();
    let (reader, writer) = std::io::pipe()?;
    command
        .stdin(std::process::Stdio::null())
        .stdout(writer.try_clone()?)
        .stderr(writer);
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start {}", rendered(command)))?;
    // The command keeps the pipe's writing ends; with them the end of the output would never come.
    command
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null());
    let mut output = String::new();
    let mut lines = BufReader::new(reader);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        file.write_all(&line)?;
        let text = String::from_utf8_lossy(&line);
        progress.say(&text);
        output.push_str(&text);
        line.clear();
    }
    let status = child.wait()?;
    let took = started.elapsed();
    progress.end(status.success(), took);
    Ok(Done {
        status,
        took,
        output,
    })
}

/// The text of a failed command: what ran, how it ended, the log's end and where the rest is.
pub fn failure(label: &str, command: &Command, done: &Done, log: &Path) -> String {
    let lines: Vec<&str> = done.output.lines().collect();
    let tail = lines[lines.len().saturating_sub(TAIL)..].join("\n  ");
    format!(
        "{label} failed ({}): {}\n  {tail}\nthe whole log: {}",
        done.status,
        rendered(command),
        repo::shown(log)
    )
}

/// The log of a quiet command.
pub fn log_for(label: &str) -> std::path::PathBuf {
    let name: String = label
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || c == '.' {
                c
            } else {
                '-'
            }
        })
        .collect();
    repo::logs().join(format!("{name}.log"))
}

/// Standard output of a short command, trimmed.
pub fn output(command: &mut Command) -> Result<String> {
    let out = command
        .output()
        .with_context(|| format!("cannot start {}", rendered(command)))?;
    if !out.status.success() {
        let stderr = String::from_utf8_lossy(&out.stderr);
        bail!(
            "{} failed ({}): {}",
            rendered(command),
            out.status,
            stderr.trim()
        );
    }
    Ok(String::from_utf8_lossy(&out.stdout).trim().to_string())
}

/// The command as a person would type it.
pub fn rendered(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words
        .map(|w| quoted(&w.to_string_lossy()))
        .collect::<Vec<_>>()
        .join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=+:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Processor time of the processes that this one has started and waited for, and of theirs: on a machine that others use it
/// says more than the clock.
pub fn cpu_of_children() -> Duration {
    // SAFETY: a struct of numbers, which the call fills.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage
    };
    let of = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64)
    };
    of(usage.ru_utime) + of(usage.ru_stime)
}

/// Seconds, as the tables show them.
pub fn seconds(took: Duration) -> String {
    format!("{:.1} s", took.as_secs_f64())
}

/// A spinner on a terminal; elsewhere a line at the start and one at the end.
struct Progress {
    label: String,
    bar: Option<ProgressBar>,
}

impl Progress {
    fn start(label: &str) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style =
                ProgressStyle::with_template("{spinner} {prefix} {elapsed} {wide_msg:.dim}")
                    .expect("a valid template");
            let bar = bars()
                .add(ProgressBar::new_spinner())
                .with_style(style)
                .with_prefix(label.to_string());
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        });
        if bar.is_none() {
            eprintln!("   .. {label}");
        }
        Progress {
            label: label.to_string(),
            bar,
        }
    }

    fn say(&self, line: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(
                line.trim_end()
                    .chars()
                    .filter(|c| !c.is_control())
                    .take(200)
                    .collect::<String>(),
            );
        }
    }

    fn end(&self, ok: bool, took: Duration) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let ended = if ok { "ok" } else { "FAILED" };
        let line = format!("   {ended} {} ({})", self.label, seconds(took));
        // Not into the middle of another's bar.
        bars().suspend(|| eprintln!("{line}"));
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{cpu_of_children, output};

    #[test]
    fn processor_time_of_a_child_is_counted() {
        let before = cpu_of_children();
        let count = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
        output(Command::new("sh").args(["-c", count])).unwrap();
        assert!(cpu_of_children() > before);
    }
}
