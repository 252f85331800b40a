//! What was done and why, for whom `FZ_LOG` asks.

use std::{fmt::Write as _, fs::OpenOptions, io::Write};

use fz_base::{line, tell, terminal};

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
        let mut text = String::new();
        for said in lines {
            line!(text, "{program}: {said}").expect("a string takes all");
        }
        match self {
            Log::Off => {}
            Log::Stderr => terminal::tell_lines(&text),
            Log::File(path) => {
                // One write a process: compilers run side by side. That a log cannot be written stops no build.
                let file = OpenOptions::new().create(true).append(true).open(path);
                if let Err(error) = file.and_then(|mut f| f.write_all(text.as_bytes())) {
                    tell!("{program}: note: FZ_LOG: {path}: {error}");
                }
            }
        }
    }
}
