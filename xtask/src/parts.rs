//! Where the time of a long command went, part by part.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::{proc, table};

/// What a part waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The network.
    Network,
    /// This machine.
    Work,
    /// The same, while another part went on.
    Meanwhile,
}

#[derive(Debug)]
struct Part {
    name: &'static str,
    kind: Kind,
    took: Duration,
}

/// Parts of a command that has begun.
pub struct Parts {
    started: Instant,
    parts: Mutex<Vec<Part>>,
}

impl Parts {
    pub fn start() -> Parts {
        Parts {
            started: Instant::now(),
            parts: Mutex::new(Vec::new()),
        }
    }

    /// Does the work of a part. Threads may do so side by side.
    pub fn time<T>(&self, name: &'static str, kind: Kind, work: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let result = work();
        let took = started.elapsed();
        let mut parts = self.parts.lock().expect("no part panicked");
        parts.push(Part { name, kind, took });
        result
    }

    /// The table, in the order in which the parts ended.
    pub fn print(&self) {
        let all = self.started.elapsed();
        table::print(&HEAD, &self.rows(all));
    }

    fn rows(&self, all: Duration) -> Vec<Vec<String>> {
        let parts = self.parts.lock().expect("no part panicked");
        let row = |part: &Part| {
            let note = match part.kind {
                Kind::Network => "network",
                Kind::Work => "",
                Kind::Meanwhile => "meanwhile",
            };
            vec![
                part.name.to_owned(),
                proc::seconds(part.took),
                note.to_owned(),
            ]
        };
        let mut rows: Vec<_> = parts.iter().map(row).collect();
        let network = parts.iter().filter(|p| p.kind == Kind::Network);
        let network: Duration = network.map(|p| p.took).sum();
        let total = |name: &str, took| vec![name.to_owned(), proc::seconds(took), String::new()];
        rows.push(total("in all", all));
        rows.push(total("without the network", all.saturating_sub(network)));
        rows
    }
}

/// What the table begins with.
const HEAD: [&str; 3] = ["part", "took", ""];

/// The table in what a command has printed, up to the next empty line.
pub fn table_in(output: &str) -> Option<String> {
    let begins = |line: &&str| line.split_whitespace().eq(HEAD[..2].iter().copied());
    let lines = output.lines().skip_while(|line| !begins(line));
    let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_is_told_apart() {
        let parts = Parts::start();
        assert_eq!(parts.time("fetched", Kind::Network, || 7), 7);
        parts.time("compiled", Kind::Work, || ());
        parts.parts.lock().unwrap()[0].took = Duration::from_secs(20);
        let rows = parts.rows(Duration::from_secs(30));
        let names: Vec<&str> = rows.iter().map(|r| r[0].as_str()).collect();
        assert_eq!(
            names,
            ["fetched", "compiled", "in all", "without the network"]
        );
        assert_eq!(rows[0][1..], ["20.0 s", "network"]);
        assert_eq!(rows[3][1], "10.0 s");
    }

    #[test]
    fn the_table_is_found_in_an_output() {
        let parts = Parts::start();
        parts.time("compiled", Kind::Work, || ());
        let table = table::render(&HEAD, &parts.rows(Duration::from_secs(1)));
        let output = format!("fuzzed  libpng\n\n{table}\n\nmore\n");
        assert_eq!(table_in(&output), Some(table));
        assert_eq!(table_in("part of it took long\n"), None);
    }
}
