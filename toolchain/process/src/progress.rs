//! How far it is, for who waits longer than a moment at a terminal.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const PATIENCE: Duration = Duration::from_secs(2);

pub struct Progress {
    bar: ProgressBar,
    began: Instant,
}

impl Progress {
    /// `what`: all of it there is.
    pub fn new(all: u64, what: &str) -> Progress {
        let style =
            format!("fz: {{wide_bar}} {{pos}} of {{len}} {what}, {{per_sec}}, {{eta}} left");
        let style = ProgressStyle::with_template(&style).expect("a template of ours");
        Progress {
            bar: ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::hidden())
                .with_style(style),
            began: Instant::now(),
        }
    }

    pub fn set(&mut self, done: usize) {
        if self.bar.is_hidden() && self.began.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position(done as u64);
    }

    pub fn step(&mut self) {
        self.set(self.bar.position() as usize + 1);
    }

    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
