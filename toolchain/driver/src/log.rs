//! What was done and why, for whom `FZ_LOG` asks.

use std::{
    fmt::Write as _,
    fs::{File, OpenOptions},
    io::Write,
};

use fz_base::{line, tell, terminal};

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
                tell!("{program}: note: FZ_LOG: {path}: {error}");
                Log::Off
            }
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
            Log::File { path, file } => {
                // One write a process: compilers run side by side.
                let mut file = file;
                if let Err(error) = file.write_all(text.as_bytes()) {
                    tell!("{program}: note: FZ_LOG: {path}: {error}");
                }
            }
        }
    }
}
