//! `cargo xtask test llvm N`: another release of LLVM than the pinned one, from a root of Debian sid.
//!
//! Everything stands below `target/llvm-N`: the root, `bin` with links to its tools, what cargo builds, and the installed
//! tree. The tools and what is built for them start by the root's loader; the programs that they compile are this
//! machine's. Nothing enters the root.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use walkdir::WalkDir;

use xtask::setup::debian_root;
use xtask::{env, proc, repo};

use crate::report::{Report, run, tests};

/// The first bytes of a program or a library.
const ELF: &[u8] = b"\x7fELF";

/// Libraries of LLVM's in the root that look for others beside themselves alone.
const LIBRARIES: &[&str] = &["libLLVM", "libclang"];

/// Functions that runtimes of sid's clang take from a newer libc than this machine's, and the older ones for them.
/// (They differ in what `0b` is in front of a number.)
const NEWER_LIBC: &[(&str, &str)] = &[
    ("__isoc23_sscanf", "sscanf"),
    ("__isoc23_strtol", "strtol"),
    ("__isoc23_strtoll", "strtoll"),
    ("__isoc23_strtoul", "strtoul"),
    ("__isoc23_strtoull", "strtoull"),
];

#[derive(Args)]
pub struct Options {
    /// The release, such as 23
    release: u8,
}

/// What shows that fz works with another release of LLVM: unit tests of what knows the release, the file tests, and
/// programs that behave as clang's own builds of them.
pub fn main(options: &Options) -> Result<()> {
    let mut report = Report::default();
    let release = Release::ready(options.release)?;
    report.step("build", |_| {
        proc::run(
            "build the compiler and its passes",
            &mut release.xtask(&["build"])?,
        )?;
        Ok(())
    })?;
    report.check("unit tests", |ran| {
        let packages = UNITS.iter().flat_map(|p| ["--package", p]);
        let mut cargo = release.cargo("test")?;
        tests(cargo.arg("--lib").args(packages), &[], ran)
    });
    report.check("file tests", |ran| {
        let mut cargo = release.cargo("test")?;
        let cargo = cargo.args([
            "--package",
            "fz-tests",
            "--test",
            "passes",
            "--test",
            "refactor",
        ]);
        tests(cargo, &[], ran)
    });
    report.check("plans", |ran| {
        let mut cargo = release.cargo("test")?;
        let cargo = cargo.args(["--package", "fz-tests", "--test", "all"]);
        tests(cargo, &["driver::".to_owned()], ran)
    });
    report.check("differential", |_| {
        run(&mut release.xtask(&["test", "differential", "--budget", TIME])?)
    });
    report.finish()
}

/// Crates that know the release of LLVM, or are built on those that do.
const UNITS: &[&str] = &["fz-llvm", "fz-ir", "fz-passes", "fz-refactor"];

/// How long programs are compared.
const TIME: &str = "3m";

/// A release with what it takes to build for it.
pub struct Release {
    number: u8,
    root: PathBuf,
}

impl Release {
    /// The release with its root, made unless it is there.
    pub fn ready(number: u8) -> Result<Release> {
        ensure!(
            number.to_string() != fz_llvm::PINNED,
            "LLVM {number} is the release that fz is built for: run `cargo xtask test`"
        );
        let release = Release {
            number,
            root: folder(number).join("root"),
        };
        release
            .make()
            .with_context(|| format!("there is no root of Debian with LLVM {number}"))?;
        Ok(release)
    }

    fn make(&self) -> Result<()> {
        let named = |name: &&str| fz_llvm::of_release(name, self.number);
        let done = self.root.join("adapted");
        if !done.exists() {
            if !self.root.exists() {
                let packages: Vec<String> = fz_llvm::PACKAGES.iter().map(named).collect();
                let label = format!("make a Debian sid with LLVM {}", self.number);
                debian_root::make(&self.root, &label, &packages)?;
            }
            self.adapt()?;
            fs::write(done, "")?;
        }
        let bin = folder(self.number).join("bin");
        fs::create_dir_all(&bin)?;
        for tool in fz_llvm::TOOLS.iter().map(named) {
            let link = bin.join(&tool);
            if !link.is_symlink() {
                symlink(Path::new("../root/usr/bin").join(&tool), link)?;
            }
            ensure!(
                bin.join(&tool).exists(),
                "{tool} is not in the root; remove {} and run this again",
                repo::shown(&self.root)
            );
        }
        Ok(())
    }

    /// Makes the release's programs and libraries usable from outside.
    fn adapt(&self) -> Result<()> {
        let programs = self.root.join(format!("usr/lib/llvm-{}/bin", self.number));
        for file in elf_files(&programs)? {
            debian_root::adapt(&self.root, &file, true)?;
        }
        let is_llvm = |file: &PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            LIBRARIES.iter().any(|l| name.starts_with(l))
        };
        let libraries = elf_files(&debian_root::libraries(&self.root)?)?;
        for file in libraries.iter().filter(|f| is_llvm(f)) {
            debian_root::adapt(&self.root, file, false)?;
        }
        self.adapt_runtimes()
    }

    /// Makes the release's runtimes link with this machine's libc.
    fn adapt_runtimes(&self) -> Result<()> {
        let number = self.number;
        let own = self.root.join(format!("usr/lib/llvm-{number}"));
        let renamed = NEWER_LIBC.iter().map(|(new, old)| format!("{new}={old}"));
        let renamed: Vec<String> = renamed.collect();
        for entry in fs::read_dir(own.join(format!("lib/clang/{number}/lib/linux")))? {
            let runtime = entry?.path();
            if runtime.extension().is_some_and(|x| x == "a") {
                let mut objcopy = Command::new(own.join("bin/llvm-objcopy"));
                let options = renamed.iter().flat_map(|r| ["--redefine-sym", r.as_str()]);
                proc::output(objcopy.args(options).arg(runtime))?;
            }
        }
        Ok(())
    }

    /// A cargo command that builds for this release, in a target folder of its own.
    pub fn cargo(&self, subcommand: &str) -> Result<Command> {
        let own = folder(self.number);
        let libraries = debian_root::libraries(&self.root)?;
        let mut cargo = repo::cargo(subcommand);
        cargo
            .env(fz_llvm::VARIABLE, self.number.to_string())
            .env("CARGO_TARGET_DIR", own.join("cargo"))
            .env("PATH", first_on_the_path(&own.join("bin"))?)
            // They load the root's libclang, so they need the root's libc.
            .env(
                "RUSTFLAGS",
                format!(
                    "-C link-arg=-Wl,--dynamic-linker={},-rpath={},--disable-new-dtags",
                    debian_root::loader(&self.root)?.display(),
                    libraries.display()
                ),
            );
        Ok(cargo)
    }

    /// `cargo xtask` as it is when it is built for this release.
    pub fn xtask(&self, arguments: &[&str]) -> Result<Command> {
        let mut xtask = self.cargo("run")?;
        xtask
            .args(["--quiet", "--package", "xtask", "--"])
            .args(arguments);
        Ok(xtask)
    }
}

/// What belongs to a release.
fn folder(number: u8) -> PathBuf {
    repo::made().join(format!("llvm-{number}"))
}

fn first_on_the_path(folder: &Path) -> Result<OsString> {
    let path = env::path().unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
    Ok(std::env::join_paths(folders)?)
}

/// The programs and libraries directly in `folder`, without those that are links.
fn elf_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in WalkDir::new(folder).max_depth(1).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() && starts_with(entry.path(), ELF)? {
            found.push(entry.into_path());
        }
    }
    Ok(found)
}

fn starts_with(file: &Path, bytes: &[u8]) -> Result<bool> {
    use std::io::Read;
    let mut start = Vec::new();
    let file =
        fs::File::open(file).with_context(|| format!("cannot read {}", repo::shown(file)))?;
    file.take(bytes.len() as u64).read_to_end(&mut start)?;
    Ok(start == bytes)
}

#[cfg(test)]
mod tests {
    use super::Release;

    #[test]
    fn the_pinned_release_needs_no_root() {
        let pinned = fz_llvm::PINNED.parse().unwrap();
        let refused = Release::ready(pinned).err().unwrap().to_string();
        assert!(refused.contains("run `cargo xtask test`"), "{refused}");
    }
}
