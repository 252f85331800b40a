//! What fuzzing starts from: small programs, built with fz-cc in many ways.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use fz_harness::parallel;
use xtask::{proc, repo};

/// `a.c`, and a program that carries units, a header, an archive, a partial link and a script.
const SOURCES: &str = "tests/readers/samples";
const OBJECTS: [&str; 3] = ["main", "part", "more"];

/// Profiles with records of their own.
const PROFILES: [&str; 15] = [
    "angora",
    "climb",
    "cmplog",
    "compares",
    "context",
    "coverage",
    "coverage-mcdc",
    "distance",
    "exploit",
    "fox",
    "fuzz",
    "guards",
    "split",
    "taint",
    "valkyrie",
];

/// Makes them anew.
pub fn build(folder: &Path) -> Result<()> {
    let sources = folder.join("sources");
    repo::clear(folder)?;
    copy(&repo::root().join(SOURCES), &sources, "")?;
    parallel::each(PROFILES, |_, profile| {
        let [object, library] =
            ["o", "so"].map(|ending| folder.join(format!("{profile}.{ending}")));
        let mut compile = fz_cc(&sources, profile);
        compile
            .args(["-O1", "-g", "-fPIC", "-c", "a.c", "-o"])
            .arg(&object);
        proc::output(compile.env("FZ_CAPTURE", "off"))?;
        let mut link = fz_cc(&sources, profile);
        link.args(["-g", "-shared", "-nostdlib", "-o"])
            .arg(&library)
            .arg(&object);
        proc::output(link.env("FZ_CAPTURE", "off"))?;
        Ok(())
    })?;
    let mut archive = Command::new(fz_llvm::AR);
    archive
        .current_dir(folder)
        .args(["rc", "all.a", "fuzz.o", "coverage.o"]);
    proc::output(&mut archive)?;
    captured(&sources, &folder.join("program.captured"))?;
    let profiles = repo::root().join("profiles");
    copy(&profiles, &folder.join("profiles"), ".toml")?;
    // Plans ask the compilers what shapes their objects: here nothing does.
    let programs = folder.join("layout/bin");
    fs::create_dir_all(&programs)?;
    for compiler in ["fz-cc", "fz-cxx"] {
        symlink("/bin/true", programs.join(compiler))?;
    }
    Ok(())
}

/// Copies the files with names that end so.
fn copy(from: &Path, to: &Path, ending: &str) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().ends_with(ending) {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

fn captured(sources: &Path, program: &Path) -> Result<()> {
    let fz_cc = || fz_cc(sources, "fuzz");
    for object in OBJECTS {
        proc::output(fz_cc().args(["-O2", "-c", &format!("{object}.c")]))?;
    }
    proc::output(fz_cc().args(["-r", "-nostdlib", "more.o", "-o", "joined.o"]))?;
    let mut archive = Command::new(fz_llvm::AR);
    proc::output(
        archive
            .current_dir(sources)
            .args(["rc", "libpart.a", "part.o"]),
    )?;
    let mut link = fz_cc();
    link.args(["-static", "-nostdlib", "-Wl,--version-script=version.map"]);
    proc::output(
        link.args(["main.o", "joined.o", "libpart.a", "-o"])
            .arg(program),
    )?;
    Ok(())
}

fn fz_cc(folder: &Path, profile: &str) -> Command {
    let mut command = Command::new(repo::stage().join("bin/fz-cc"));
    command
        .current_dir(folder)
        .arg(format!("--fz-profile={profile}"));
    command
}
