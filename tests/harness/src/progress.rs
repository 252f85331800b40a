//! How far something is: a bar on a terminal, lines elsewhere.

use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use xtask::proc;

/// How often work of minutes and hours says how far it is where there is no terminal.
const SAY_EVERY: Duration = Duration::from_secs(60);

/// How often a bar of time moves.
const TICK: Duration = Duration::from_millis(200);

/// A bar with `length` steps on a terminal; elsewhere a line.
pub fn bar(label: &str, length: usize) -> ProgressBar {
    drawn(label, length as u64, "")
}

fn drawn(label: &str, length: u64, unit: &str) -> ProgressBar {
    let template = format!("{{prefix}} [{{bar:30}}] {{pos}}/{{len}}{unit} {{elapsed}}  {{msg}}");
    let style = ProgressStyle::with_template(&template)
        .expect("a valid template")
        .progress_chars("=> ");
    let bar = ProgressBar::new(length)
        .with_style(style)
        .with_prefix(label.to_string());
    if bar.is_hidden() {
        eprintln!("   .. {label}");
    }
    bar
}

/// A bar for work of minutes and hours, done by several threads; elsewhere a line now and then.
pub struct Progress {
    label: String,
    bar: ProgressBar,
    /// For work that ends with its time.
    time: Option<Duration>,
    said: Mutex<Instant>,
}

impl Progress {
    /// Of so many `steps`, or of a `time`.
    pub fn start(label: &str, steps: Option<usize>, time: Option<Duration>) -> Progress {
        let bar = match time {
            Some(time) => drawn(label, time.as_secs(), " s"),
            None => bar(label, steps.unwrap_or(0)),
        };
        Progress {
            label: label.to_string(),
            bar,
            time,
            said: Mutex::new(Instant::now()),
        }
    }

    /// Shows how much of its `time` has gone by while `work` is done.
    pub fn during<T>(label: &str, time: Duration, work: impl FnOnce() -> T) -> T {
        let progress = Progress::start(label, None, Some(time));
        let (ends, ended) = mpsc::channel::<()>();
        let result = thread::scope(|scope| {
            scope.spawn(|| {
                let ended = ended;
                while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    progress.step("");
                }
            });
            let result = work();
            drop(ends);
            result
        });
        progress.end();
        result
    }

    /// A line for people, above the bar.
    pub fn say(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }

    /// One more step is done; `found` says what has come of all of them.
    pub fn step(&self, found: &str) {
        match self.time {
            Some(time) => self
                .bar
                .set_position(self.bar.elapsed().min(time).as_secs()),
            None => self.bar.inc(1),
        }
        self.bar.set_message(found.to_string());
        let mut said = self.said.lock().expect("no worker panicked");
        if self.bar.is_hidden() && said.elapsed() > SAY_EVERY {
            *said = Instant::now();
            let (at, of) = (self.bar.position(), self.bar.length().unwrap_or(0));
            eprintln!("   .. {}: {at} of {of}, {found}", self.label);
        }
    }

    /// How many steps were done.
    pub fn end(&self) -> usize {
        self.bar.finish_and_clear();
        eprintln!(
            "   done: {} ({})",
            self.label,
            proc::seconds(self.bar.elapsed())
        );
        self.bar.position() as usize
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Progress;

    #[test]
    fn the_bar_ends_with_the_work() {
        let started = Instant::now();
        let result = Progress::during("work", Duration::from_secs(600), || 7);
        assert_eq!(result, 7);
        assert!(started.elapsed() < Duration::from_secs(60));
    }
}
