//! Builds what is linked into targets, for the installed tree's `lib/fz` and `share/fz/include`.
//!
//! Each protocol's runtime becomes one relocatable object that shows nothing but its ABI: a program may bring a Rust static
//! library of its own, with the same `core` inside.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use fz_abi::{afl::EXPORTS, angora, files, harness, header};

use crate::{harness_mains, proc, repo, stage, taint_runtime};

pub const MANIFEST: &str = "runtime/Cargo.toml";

/// The runtimes, the archive of each protocol, and what it shows besides [`EXPORTS`].
const OBJECTS: [(&str, &str, &[&str]); 3] = [
    (files::RUNTIME_OBJECT, "libfz_aflpp.a", &[]),
    (files::CLASSIC_OBJECT, "libfz_classic.a", &[]),
    (files::ANGORA_OBJECT, "libfz_angora.a", &angora::EXPORTS),
];

/// Where they go.
#[derive(clap::Args)]
pub struct Options {
    pub lib: PathBuf,
    pub include: PathBuf,
}

/// Builds the runtimes and the linker scripts and objects that go with them.
pub fn build(lib: &Path, include: &Path) -> Result<()> {
    compile()?;
    for (object, archive, more) in OBJECTS {
        let archive = target().join("release").join(archive);
        relocatable(&archive, &lib.join(object), more)?;
    }
    preloadable(
        &lib.join(files::RUNTIME_OBJECT),
        &lib.join(files::RUNTIME_LIBRARY),
    )?;
    link_files(lib)?;
    harness_mains::build(lib)?;
    taint_runtime::build(lib)?;
    write_header(include)?;
    for (name, text) in [
        (files::HARNESS_HEADER, harness_header()),
        (files::IJON_HEADER, harness::IJON_HEADER.to_string()),
    ] {
        write(&include.join(name), &text)?;
    }
    Ok(())
}

/// Has cargo build the archives of the runtimes.
pub fn compile() -> Result<()> {
    proc::run("build the runtimes", cargo("build").arg("--release"))?;
    Ok(())
}

/// The C header of the ABI, in a folder.
pub fn write_header(dir: &Path) -> Result<()> {
    write(&dir.join(header::FILE), &header::Header.to_string())
}

fn write(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// A cargo command for the runtimes, which are a workspace of their own.
pub fn cargo(subcommand: &str) -> Command {
    let mut cargo = repo::cargo(subcommand);
    cargo
        .args(["--manifest-path", MANIFEST, "--target-dir"])
        .arg(target());
    cargo
}

fn target() -> PathBuf {
    repo::cargo_target().join("runtime")
}

/// One object with what the ABI needs of the archive; everything else in it becomes local.
fn relocatable(archive: &Path, object: &Path, more: &[&str]) -> Result<()> {
    let exports = || EXPORTS.iter().chain(more);
    let whole = object.with_extension("whole.o");
    let mut link = Command::new(fz_llvm::LLD);
    link.arg("-r")
        .args(exports().flat_map(|symbol| ["-u", symbol]))
        .arg(archive)
        .arg("-o")
        .arg(&whole);
    proc::output(&mut link)?;
    let mut localise = Command::new(fz_llvm::OBJCOPY);
    localise.args([
        "--strip-debug",
        "--remove-section=.comment",
        "--remove-section=.eh_frame*",
    ]);
    localise
        .args(exports().map(|symbol| format!("--keep-global-symbol={symbol}")))
        .arg(&whole)
        .arg(object);
    proc::output(&mut localise)?;
    fs::remove_file(whole)?;
    Ok(())
}

/// The same as a library, to be preloaded into uninstrumented hosts, whose libc it uses.
fn preloadable(object: &Path, library: &Path) -> Result<()> {
    let mut link = Command::new(fz_llvm::CLANG);
    link.args([
        "-shared",
        "-nostdlib",
        "-fuse-ld=lld",
        "-Wl,-z,now,-z,noexecstack,-z,nodelete,-soname,libfz_afl.so",
    ]);
    proc::output(link.arg(object).arg("-o").arg(library))?;
    Ok(())
}

/// The scripts and objects that place counters at link time.
fn link_files(lib: &Path) -> Result<()> {
    let room = repo::root().join("runtime/link");
    stage::copy_tree(&room, "ld", lib)?;
    for entry in fs::read_dir(&room)? {
        let source = entry?.path();
        if source.extension().is_some_and(|x| x == "s") {
            let object = lib
                .join(source.file_name().expect("an entry has a name"))
                .with_extension("o");
            proc::output(
                Command::new(fz_llvm::CLANG)
                    .arg("-c")
                    .arg(&source)
                    .arg("-o")
                    .arg(object),
            )?;
        }
    }
    Ok(())
}

/// The macros of AFL++ harnesses, from their one declaration in `runtime/abi`.
fn harness_header() -> String {
    let mut header = harness::HEADER_HEAD.to_string();
    for (name, body) in harness::MACROS {
        writeln!(header, "#define {name} {body}").expect("writing to a string");
    }
    header + harness::HEADER_TAIL
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use fz_abi::{afl::EXPORTS, angora, files, header};

    use crate::proc;

    #[test]
    fn the_object_shows_nothing_but_its_abi() {
        let dir = tempfile::tempdir().unwrap();
        super::build(dir.path(), dir.path()).unwrap();
        let none: &[&str] = &[];
        for (file, options, more) in [
            (files::RUNTIME_OBJECT, ["-g", "--defined-only"], none),
            (files::CLASSIC_OBJECT, ["-g", "--defined-only"], none),
            (
                files::ANGORA_OBJECT,
                ["-g", "--defined-only"],
                &angora::EXPORTS,
            ),
            (files::RUNTIME_LIBRARY, ["-D", "--defined-only"], none),
        ] {
            let nm = proc::output(
                Command::new(fz_llvm::NM)
                    .args(options)
                    .arg(dir.path().join(file)),
            )
            .unwrap();
            let mut shown: Vec<&str> = nm
                .lines()
                .filter_map(|l| l.split_whitespace().last())
                .collect();
            shown.sort_unstable();
            let mut abi = [&EXPORTS[..], more].concat();
            abi.sort_unstable();
            assert_eq!(shown, abi, "{file}");
        }
        let links = [
            files::PAGES_SCRIPT,
            files::PAGES_SCRIPT_DSO,
            files::DATA_OBJECT,
        ];
        let gold = [
            files::GOLD_BEGIN,
            files::GOLD_END,
            files::GOLD_BEGIN_DSO,
            files::GOLD_END_DSO,
        ];
        for part in links.into_iter().chain(gold).chain([
            files::HARNESS_HEADER,
            files::IJON_HEADER,
            header::FILE,
        ]) {
            assert!(dir.path().join(part).exists(), "{part} was not made");
        }
    }
}
