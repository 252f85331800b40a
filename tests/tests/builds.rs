//! Build systems that call fz-cc unchanged, with the real tools; `fz build`, `fz env cmake` and `fz env meson`.

mod caches;
mod cargo;
mod files;
mod run;
mod systems;

use std::{path::Path, process::Command};

use fz_tests::{Sandbox, env, fz, not_run::cannot_run};

/// A small project: a program, and what it needs of libraries, in C, C++ and assembly.
fn sources() -> Sandbox {
    Sandbox::of("builds/sources")
}

/// What the program prints.
const PRINTS: &str = "212\n";

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

/// A program that finds the compilers where build systems look for them.
fn build(program: &str, dir: &Sandbox) -> Command {
    let mut command = dir.command(program);
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
