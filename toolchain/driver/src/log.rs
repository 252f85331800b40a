//! What was done and why, for whom `FZ_LOG` asks.

use std::{
    fs::{File, OpenOptions},
    io::Write,
};

/// Where reasons go.
#[derive(Debug)]
pub enum Log {
    Off,
    Stderr,
    /// Open from the beginning: behind a wall no other files can be.
    File {
        path: String,
        file: File,
    },
}

impl Log {
    /// From the value of `FZ_LOG`: nothing or 0, a path (with a slash), or anything else for stderr. That a log cannot be
    /// written stops no build. `program`: who speaks.
    pub fn new(program: &str, value: Option<&str>) -> Log {
        let path = match value {
            None | Some("0" | "off") => return Log::Off,
            Some(path) if path.contains('/') => path.to_owned(),
            Some(_) => return Log::Stderr,
        };
        match OpenOptions::new().create(true).append(true).open(&path) {
            Ok(file) => Log::File { path, file },
            Err(error) => {
                eprintln!("{program}: note: FZ_LOG: {path}: {error}");
                Log::Off
            }
        }
    }

    pub fn say(&self, program: &str, lines: &[String]) {
        let text: String = lines.iter().map(|l| format!("{program}: {l}\n")).collect();
        match self {
            Log::Off => {}
            Log::Stderr => eprint!("{text}"),
            Log::File { path, file } => {
                // One write a process: compilers run side by side.
                let mut file = file;
                if let Err(error) = file.write_all(text.as_bytes()) {
                    eprintln!("{program}: note: FZ_LOG: {path}: {error}");
                }
            }
        }
    }
}
