//! How long a suite may take.

use std::time::{Duration, Instant};

use clap::Args;

/// The option of suites that can be cut by time.
#[derive(Args, Clone, Copy, Default)]
pub struct Budget {
    /// Begin nothing new after this time, such as 90s, 10m or 2h
    #[arg(id = "budget", long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub time: Option<Duration>,
}

impl Budget {
    /// Counts from now on.
    pub fn start(self) -> Deadline {
        Deadline(self.time.map(|time| Instant::now() + time))
    }
}

/// When nothing new is begun any more.
#[derive(Clone, Copy, Default)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// Never.
    pub const NONE: Deadline = Deadline(None);

    pub fn is_set(self) -> bool {
        self.0.is_some()
    }

    pub fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }

    /// Those of `items` that are taken before it.
    pub fn cuts<T>(self, items: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        items.into_iter().take_while(move |_| !self.is_over())
    }

    /// Says what was left, if anything was.
    pub fn tell(self, done: usize, of: usize, what: &str) {
        if done < of {
            println!("the budget is used up: {done} of {of} {what} had their turn");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Budget, Deadline};

    #[test]
    fn what_is_over_takes_nothing_more() {
        let over = Budget {
            time: Some(Duration::ZERO),
        };
        assert_eq!(over.start().cuts(0..9).count(), 0);
        assert_eq!(Deadline::NONE.cuts(0..9).count(), 9);
    }
}
