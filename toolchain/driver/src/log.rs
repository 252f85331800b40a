//! What was done and why, for whom `FZ_LOG` asks.

use std::{fs::OpenOptions, io::Write};

/// Where reasons go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Log {
    Off,
    Stderr,
    File(String),
}

impl Log {
    /// From the value of `FZ_LOG`: nothing or 0, a path (with a slash), or anything else for stderr.
    pub fn new(value: Option<&str>) -> Log {
        match value {
            None | Some("0" | "off") => Log::Off,
            Some(path) if path.contains('/') => Log::File(path.to_owned()),
            Some(_) => Log::Stderr,
        }
    }

    pub fn say(&self, program: &str, lines: &[String]) {
        let text: String = lines.iter().map(|l| format!("{program}: {l}\n")).collect();
        match self {
            Log::Off => {}
            Log::Stderr => eprint!("{text}"),
            Log::File(path) => {
                // One write a process: compilers run side by side. That a log cannot be written stops no build.
                let file = OpenOptions::new().create(true).append(true).open(path);
                if let Err(error) = file.and_then(|mut f| f.write_all(text.as_bytes())) {
                    eprintln!("{program}: note: FZ_LOG: {path}: {error}");
                }
            }
        }
    }
}
