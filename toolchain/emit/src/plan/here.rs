//! What this machine and the installed fz have, and say.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use fz_base::{env, layout::Layout};
use fz_driver::made_here;
use fz_process::wall;

use super::environment;
use crate::{Program, Request, Variant};

/// What there is to say where another clang than this one has compiled the program.
pub fn other_compiler(program: &Program, layout: &Layout) -> Result<Option<String>> {
    let fz_cc = compiler(layout, false);
    let asked = [OsStr::new("--version")];
    let output = fz_process::output_in(Path::new("."), &fz_cc, &asked, &[]);
    let output = output.with_context(|| format!("{} cannot be run", fz_cc.display()))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let present = said.lines().next().unwrap_or_default();
    let captures = program.images.iter().map(|image| &image.capture);
    let units = captures.flat_map(|capture| &capture.units);
    let mut others = units
        .map(|(_, unit)| unit.clang.as_str())
        .filter(|clang| !clang.is_empty() && *clang != present);
    Ok(others.next().map(|other| {
        let name = &program.images[0].name;
        let other: String = other.chars().filter(|c| !c.is_control()).collect();
        format!("{name} was compiled by {other}, and this is {present}: a build may differ from a direct one")
    }))
}

/// What there is to say where this kernel cannot shut compilers in. There only what was built here is built again unasked.
pub fn not_shut_in(program: &Program, request: &Request) -> Result<Option<String>> {
    let Some(lacks) = wall::lacks().filter(|_| request.is_walled) else {
        return Ok(None);
    };
    let state = env::state_folder();
    for image in &program.images {
        let (manifest, _) = &image.capture.links[image.link];
        ensure!(
            made_here::knows(state.as_deref(), manifest),
            "{}: it was not linked on this machine, whose kernel lacks {lacks}: what compilers do for it could not be shut \
             in. Say --trust-options if you trust whoever built the program",
            image.path.display()
        );
    }
    Ok(Some(format!(
        "compilers are not shut in: this kernel lacks {lacks}"
    )))
}

pub fn compiler(layout: &Layout, cxx: bool) -> PathBuf {
    layout.bin(if cxx { "fz-cxx" } else { "fz-cc" })
}

/// What fz-cc says of all that shapes its objects.
pub fn fingerprint(layout: &Layout, variant: &Variant, cxx: bool) -> Result<String> {
    asked(layout, variant, cxx, "--fz-fingerprint")
}

/// What a compiler answers to a question about a variant.
pub fn asked(layout: &Layout, variant: &Variant, cxx: bool, question: &str) -> Result<String> {
    let profile = format!("--fz-profile={}", variant.profile);
    let mut words = vec![question.to_owned(), profile];
    words.extend(variant.engine.iter().map(|e| format!("--fz-engine={e}")));
    let words: Vec<&OsStr> = words.iter().map(OsStr::new).collect();
    let environment = environment(variant);
    let environment: Vec<(&str, &OsStr)> = environment
        .iter()
        .map(|(n, v)| (n.as_str(), OsStr::new(v)))
        .collect();
    let program = compiler(layout, cxx);
    let output = fz_process::output_in(Path::new("."), &program, &words, &environment)
        .with_context(|| format!("{} cannot be run", program.display()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said
            .trim()
            .trim_start_matches(if cxx { "fz-cxx: " } else { "fz-cc: " });
        bail!("{}", said.trim_start_matches("error: "));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The runtimes that are linked in, as they are now.
pub fn parts(layout: &Layout) -> Vec<(String, u64, Option<std::time::SystemTime>)> {
    let folder = layout.lib("");
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut parts: Vec<_> = files
        .filter_map(|file| {
            let data = file.metadata().ok()?;
            let name = file.file_name().to_string_lossy().into_owned();
            Some((name, data.len(), data.modified().ok()))
        })
        .collect();
    parts.sort();
    parts
}

/// One that knows bitcode, if there is one.
pub fn archiver() -> Result<PathBuf> {
    which::which(fz_llvm::AR).or_else(|_| found("ar", "binutils or LLVM's tools"))
}

pub fn found(program: &str, package: &str) -> Result<PathBuf> {
    which::which(program).with_context(|| format!("{program} is not found: install {package}"))
}
