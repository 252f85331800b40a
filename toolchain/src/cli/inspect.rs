//! `fz inspect`: counters and the map that a fuzzer will be told of.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Result;
use fz_abi::map::{DLOPEN_ROOM, HEAD, PAGE};
use serde_json::{Value, json};

use crate::program::{self, Image, Kind};

pub const EXAMPLES: &str =
    "Examples:\n  fz inspect ./program\n  fz inspect --json ./program ./libpart.so";

#[derive(clap::Args)]
pub struct InspectArgs {
    /// Executables (with the libraries that they load), shared libraries, objects or archives
    #[arg(required = true)]
    programs: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &InspectArgs) -> Result<ExitCode> {
    let mut reports = Vec::new();
    for path in &args.programs {
        let images = program::read(path)?;
        let (images, missing) = match <[Image; 1]>::try_from(images) {
            Ok([image]) if image.kind == Kind::Executable => program::with_libraries(image)?,
            Ok([image]) => (vec![image], Vec::new()),
            Err(members) => (members, Vec::new()),
        };
        reports.push(Report::new(path.clone(), images, missing));
    }
    if args.json {
        let all: Vec<Value> = reports.iter().map(Report::json).collect();
        println!(
            "{}",
            serde_json::to_string_pretty(&json!({"programs": all}))?
        );
    } else {
        for report in &reports {
            report.print();
        }
    }
    Ok(ExitCode::SUCCESS)
}

struct Report {
    path: PathBuf,
    images: Vec<Image>,
    /// Libraries that were not found: their counters are not in the sums.
    missing: Vec<String>,
    map: Option<Map>,
}

/// What the runtime announces.
#[derive(Debug, PartialEq, Eq)]
struct Map {
    size: u64,
    /// Of that, for libraries that are loaded later.
    room: u64,
}

impl Map {
    /// As the runtime lays it out: the executable's counters behind the head, then every library from a page of its own.
    fn of(images: &[Image]) -> Map {
        let page_up = |n: u64| n.next_multiple_of(PAGE as u64);
        let mut end = HEAD as u64;
        for (at, image) in images.iter().enumerate() {
            end = match (at, image.owns_its_pages) {
                (0, _) => end + image.counters,
                (_, true) => page_up(end) + image.section,
                (_, false) => end + image.section,
            };
        }
        match images.iter().any(|i| i.imports_dlopen) {
            false => Map { size: end, room: 0 },
            true => {
                let room = page_up(DLOPEN_ROOM as u64);
                let size = page_up(end) + room;
                Map { size, room }
            }
        }
    }
}

impl Report {
    fn new(path: PathBuf, images: Vec<Image>, missing: Vec<String>) -> Report {
        let runs = images.first().is_some_and(|i| i.kind == Kind::Executable);
        let map = runs.then(|| Map::of(&images));
        Report {
            path,
            images,
            missing,
            map,
        }
    }

    fn counters(&self) -> u64 {
        self.images.iter().map(|i| i.counters).sum()
    }

    fn json(&self) -> Value {
        let images = self.images.iter().map(|i| {
            json!({
                "path": i.path,
                "counters": i.counters,
                "functions": i.functions,
                "units": i.records.len(),
            })
        });
        json!({
            "path": self.path,
            "counters": self.counters(),
            "map": self.map.as_ref().map(|m| m.size),
            "dlopen-room": self.map.as_ref().map(|m| m.room),
            "images": images.collect::<Vec<_>>(),
            "missing": self.missing,
        })
    }

    fn print(&self) {
        println!("{:>9} {:>9} {:>6}  image", "counters", "functions", "units");
        for i in &self.images {
            println!(
                "{:>9} {:>9} {:>6}  {}",
                i.counters,
                i.functions,
                i.records.len(),
                i.path.display()
            );
        }
        for name in &self.missing {
            println!("{:>9} {:>9} {:>6}  {name}: not found", "?", "?", "?");
        }
        if let Some(map) = &self.map {
            let room = match map.room {
                0 => String::new(),
                room => format!(", {room} of it for libraries that are loaded later"),
            };
            println!(
                "map of {}: {} bytes for {} counters{room}",
                self.path.display(),
                map.size,
                self.counters()
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(kind: Kind, counters: u64, imports_dlopen: bool) -> Image {
        Image {
            path: "x".into(),
            kind,
            counters,
            functions: 0,
            section: counters.next_multiple_of(PAGE as u64),
            owns_its_pages: true,
            records: Vec::new(),
            files: Vec::new(),
            imports_dlopen,
            needed: Vec::new(),
            run_path: Vec::new(),
        }
    }

    #[test]
    fn the_map_is_head_and_counters_with_a_page_per_library() {
        let exe = image(Kind::Executable, 10, false);
        let library = image(Kind::Library, 5000, false);
        assert_eq!(
            Map::of(std::slice::from_ref(&exe)),
            Map { size: 11, room: 0 }
        );
        let both = Map::of(&[exe, library]);
        assert_eq!(
            both,
            Map {
                size: 4096 + 8192,
                room: 0
            }
        );
        let opens = Map::of(&[image(Kind::Executable, 10, true)]);
        assert_eq!(
            opens,
            Map {
                size: 4096 + DLOPEN_ROOM as u64,
                room: DLOPEN_ROOM as u64
            }
        );
    }
}
