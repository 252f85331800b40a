//! The libraries that a program loads at start, found roughly as the dynamic linker does.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::image::{Image, read};
use crate::env;

const DEFAULT: [&str; 8] = [
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/usr/local/lib/x86_64-linux-gnu",
    "/lib64",
    "/usr/lib64",
    "/usr/local/lib",
    "/lib",
    "/usr/lib",
];

/// The program and those of its libraries that have counters, itself first; and what was not found.
pub fn with_libraries(program: Image) -> Result<(Vec<Image>, Vec<String>)> {
    let mut images = vec![program];
    let (mut seen, mut missing) = (Vec::new(), Vec::new());
    let mut waiting = wanted(&images[0]);
    while let Some((name, dirs)) = waiting.pop() {
        if seen.contains(&name) {
            continue;
        }
        seen.push(name.clone());
        let Some(path) = find(&name, &dirs) else {
            missing.push(name);
            continue;
        };
        // A linker script in the place of a library (libc.so) is nothing that is loaded.
        for image in read(&path).unwrap_or_default() {
            waiting.extend(wanted(&image));
            if image.section > 0 {
                images.push(image);
            }
        }
    }
    images[1..].sort_by(|a, b| a.path.cmp(&b.path));
    missing.sort();
    Ok((images, missing))
}

fn wanted(image: &Image) -> Vec<(String, Vec<PathBuf>)> {
    let origin = image
        .path
        .parent()
        .unwrap_or(Path::new(""))
        .display()
        .to_string();
    let origin = if origin.is_empty() {
        ".".to_owned()
    } else {
        origin
    };
    let own = image.run_path.iter().map(|p| {
        let path = p.replace("$ORIGIN", &origin).replace("${ORIGIN}", &origin);
        PathBuf::from(path)
    });
    let mut dirs: Vec<PathBuf> = env::library_path();
    dirs.extend(own);
    dirs.extend(DEFAULT.map(PathBuf::from));
    let names = image.needed.iter().rev();
    names.map(|name| (name.clone(), dirs.clone())).collect()
}

fn find(name: &str, dirs: &[PathBuf]) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|p| p.is_file());
    }
    dirs.iter().map(|d| d.join(name)).find(|p| p.is_file())
}
