//! `cargo xtask dist`: a Debian package and a tarball in `target/dist`; and whether they work in a clean Debian.

mod tried;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::{apt, build, install, proc, repo, stage};

/// The package.
const NAME: &str = "fz";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What makes packages.
const TOOLS: &[&str] = &["dpkg-dev"];

/// What people who unpack the tarball read first.
const DOCUMENTS: &[&str] = &["README.md", "LICENSE-APACHE", "LICENSE-MIT"];

#[derive(Args)]
pub struct Options {
    /// Then install each in a clean Debian 12, and build and fuzz a small program there (as root; some minutes)
    #[arg(long = "try")]
    is_tried: bool,
}

/// What was made.
pub struct Made {
    pub package: PathBuf,
    pub tarball: PathBuf,
}

pub fn main(options: &Options) -> Result<()> {
    ensure!(
        fz_llvm::RELEASE == fz_llvm::PINNED,
        "packages are made for LLVM {} alone",
        fz_llvm::PINNED
    );
    build::ready_to_use()?;
    apt::ensure_installed(TOOLS)?;
    let made = make()?;
    for file in [&made.package, &made.tarball] {
        let size = fs::metadata(file)?.len();
        println!("{}  {:.1} MB", repo::shown(file), size as f64 / 1e6);
    }
    if options.is_tried {
        tried::try_out(&made)?;
    }
    Ok(())
}

fn make() -> Result<Made> {
    let dist = repo::made().join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist)
            .with_context(|| format!("cannot clear {}", repo::shown(&dist)))?;
    }
    fs::create_dir_all(&dist)?;
    let work = tempfile::Builder::new()
        .prefix("fz-dist")
        .tempdir_in(repo::made())?;
    Ok(Made {
        package: package(work.path(), &dist)?,
        tarball: tarball(work.path(), &dist)?,
    })
}

fn tarball(work: &Path, dist: &Path) -> Result<PathBuf> {
    let name = format!("{NAME}-{VERSION}");
    let tree = work.join(&name);
    install::copy(&repo::stage(), &tree)?;
    documents(&tree)?;
    let file = dist.join(format!("{name}-x86_64-linux.tar.gz"));
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--create", "--gzip", "--directory"]).arg(work);
    tar.arg("--file").arg(&file).arg(&name);
    proc::run("make the tarball", &mut tar)?;
    Ok(file)
}

fn package(work: &Path, dist: &Path) -> Result<PathBuf> {
    let root = work.join("package");
    install::copy(&repo::stage(), &root.join("usr"))?;
    documents(&root.join("usr/share/doc").join(NAME))?;
    let control = root.join("DEBIAN");
    fs::create_dir_all(&control)?;
    // It stands for any of the machine's folders.
    fs::set_permissions(&root, fs::Permissions::from_mode(0o755))?;
    let text = control_text(&libraries(work, &root)?, installed_size(&root)?);
    fs::write(control.join("control"), text)?;
    let file = dist.join(format!("{NAME}_{VERSION}_amd64.deb"));
    let mut deb = Command::new("dpkg-deb");
    deb.args(["--root-owner-group", "--build"]);
    proc::run("make the package", deb.arg(&root).arg(&file))?;
    Ok(file)
}

fn documents(to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for name in DOCUMENTS {
        stage::replace(&repo::root().join(name), &to.join(name))?;
    }
    Ok(())
}

/// The packages, with versions, of the libraries that the programs are linked with.
fn libraries(work: &Path, root: &Path) -> Result<String> {
    // It wants to be called where a source package is.
    fs::create_dir_all(work.join("debian"))?;
    fs::write(
        work.join("debian/control"),
        format!("Source: {NAME}\n\nPackage: {NAME}\nArchitecture: amd64\n"),
    )?;
    let mut shlibdeps = Command::new("dpkg-shlibdeps");
    shlibdeps.current_dir(work).arg("-O");
    for program in stage::PROGRAMS {
        shlibdeps.arg(root.join("usr/bin").join(program));
    }
    for entry in fs::read_dir(root.join("usr/lib/fz"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|x| x == "so") {
            shlibdeps.arg(path);
        }
    }
    let said = proc::output(&mut shlibdeps)?;
    let depends = said
        .lines()
        .find_map(|line| line.strip_prefix("shlibs:Depends="));
    Ok(depends
        .context("dpkg-shlibdeps names no libraries")?
        .to_owned())
}

/// In KiB, as Debian counts.
fn installed_size(root: &Path) -> Result<u64> {
    let mut size = 0;
    for entry in walkdir::WalkDir::new(root) {
        size += entry?.metadata()?.len().div_ceil(1024);
    }
    Ok(size)
}

fn control_text(libraries: &str, kibibytes: u64) -> String {
    let clang = fz_llvm::CLANG;
    let runtimes = fz_llvm::RUNTIMES_PACKAGE;
    format!(
        "\
Package: {NAME}
Version: {VERSION}
Architecture: amd64
Section: devel
Priority: optional
Maintainer: the developers of {NAME} <{NAME}@localhost>
Installed-Size: {kibibytes}
Depends: {clang}, {runtimes}, {libraries}
Recommends: afl++
Description: compilers that build programs for fuzzing
 fz-cc and fz-cxx stand in for cc and c++. A profile says which optimisations
 run and which feedback is added; what a fuzzer needs comes in when a program
 is linked. The command fz starts fuzzers, explains what was built, and shows
 what inputs reach.
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_control_file_is_one() {
        let text = control_text("libc6 (>= 2.34)", 40_000);
        assert!(text.ends_with('\n') && !text.contains("\n\n"));
        for line in text.lines() {
            assert!(line.starts_with(' ') || line.contains(": "), "{line}");
        }
        let depends = format!(
            "Depends: {}, {}, libc6 (>= 2.34)\n",
            fz_llvm::CLANG,
            fz_llvm::RUNTIMES_PACKAGE
        );
        assert!(text.contains(&depends), "{text}");
    }

    #[test]
    fn sizes_are_counted_file_by_file() {
        let dir = tempfile::tempdir().unwrap();
        let empty = installed_size(dir.path()).unwrap();
        fs::write(dir.path().join("a"), [0; 1025]).unwrap();
        assert!(installed_size(dir.path()).unwrap() >= empty + 2);
    }
}
