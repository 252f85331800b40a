//! Build systems that call fz-cc unchanged, with the real tools; `fz run`, `fz cmake-toolchain` and `fz meson-native`.

mod caches;
mod cargo;
mod files;
mod run;
mod systems;

use std::{fs, path::Path, process::Command};

use fz_tests::{env, fz, not_run::cannot_run};

/// Sources of a small project: a program, and what it needs of libraries, in C, C++ and assembly.
const SOURCES: &[(&str, &str)] = &[
    ("main.c", include_str!("builds/sources/main.c")),
    ("part.c", include_str!("builds/sources/part.c")),
    ("other.cc", include_str!("builds/sources/other.cc")),
    ("five.S", include_str!("builds/sources/five.S")),
];

/// What the program prints.
const PRINTS: &str = "212\n";

/// Writes files, below folders that are made.
fn write(dir: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = dir.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// Whether all of these programs are installed. If not, the test says so.
fn has(tools: &[&str]) -> bool {
    match tools.iter().find(|tool| !env::has(tool)) {
        Some(tool) => {
            cannot_run(&format!(
                "there is no {tool}; `cargo xtask setup` installs it"
            ));
            false
        }
        None => true,
    }
}

/// A program, by its name or path, in a folder. Nothing outside steers it.
fn command(program: impl AsRef<std::ffi::OsStr>, dir: &Path) -> Command {
    let mut command = Command::new(program);
    env::bare(&mut command)
        .env("XDG_CACHE_HOME", dir.join("caches"))
        .current_dir(dir);
    command
}

/// The same with the compilers where build systems look for them.
fn build(program: &str, dir: &Path) -> Command {
    let mut command = command(program, dir);
    let bin = fz().join("bin");
    command
        .env("CC", bin.join("fz-cc"))
        .env("CXX", bin.join("fz-cxx"));
    command
}

/// The names of the sources of the units that a file has records of, without their folders, sorted.
fn units(path: &Path) -> Vec<String> {
    let images = fz_binary::Program::read(path).and_then(fz_binary::Program::into_images);
    let images = images.unwrap_or_else(|e| panic!("{}: {e:#}", path.display()));
    let records = images.iter().flat_map(|image| &image.records);
    let name = |source: &str| source.rsplit('/').next().unwrap().to_owned();
    let mut sources: Vec<String> = records.map(|r| name(&r.source)).collect();
    sources.sort();
    sources
}
