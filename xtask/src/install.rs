//! `cargo xtask install --prefix DIR`: a copy of the staged tree that can be moved anywhere.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use crate::{build, repo, stage};

#[derive(Args)]
pub struct Options {
    /// Where `bin`, `lib` and `share` go
    #[arg(long, value_name = "DIR")]
    prefix: PathBuf,
}

pub fn main(options: &Options) -> Result<()> {
    build::ready_to_use()?;
    copy(&repo::stage(), &options.prefix)?;
    eprintln!(
        "fz: installed; put {} on the PATH",
        options.prefix.join("bin").display()
    );
    Ok(())
}

/// Copies the tree at `stage` below `prefix`, which may hold other programs too.
pub fn copy(stage: &Path, prefix: &Path) -> Result<()> {
    for ours in ["lib/fz", "share/fz"] {
        stage::sync(&stage.join(ours), &prefix.join(ours))?;
    }
    // Man pages and completions, among those of other programs.
    for entry in fs::read_dir(stage.join("share"))? {
        let shared = entry?.path();
        if shared.is_dir() && !shared.ends_with("fz") {
            let name = shared.file_name().expect("an entry has a name");
            stage::add(&shared, &prefix.join("share").join(name))?;
        }
    }
    let (from, to) = (stage.join("bin"), prefix.join("bin"));
    fs::create_dir_all(&to).with_context(|| format!("cannot make {}", to.display()))?;
    let programs = stage::PROGRAMS.iter().map(|&program| program.to_owned());
    for program in programs.chain(stage::beside()) {
        stage::replace(&from.join(&program), &to.join(&program))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::copy;
    use crate::{proc, repo};

    #[test]
    fn a_prefix_may_hold_other_programs() {
        let dir = tempfile::tempdir().unwrap();
        let (stage, prefix) = (dir.path().join("stage"), dir.path().join("usr"));
        for path in [
            "stage/bin/fz",
            "stage/bin/fz-cc",
            "stage/bin/fz-cxx",
            "stage/bin/fz-llvm-ar",
            "stage/bin/fz-llvm-nm",
            "stage/bin/fz-llvm-ranlib",
            "stage/bin/fz-llvm-strip",
            "stage/lib/fz/plugin",
            "stage/share/fz/profiles/fuzz.toml",
            "stage/share/man/man1/fz.1",
            "usr/bin/other",
            "usr/lib/fz/old",
            "usr/share/man/man1/other.1",
        ] {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        copy(&stage, &prefix).unwrap();
        for path in [
            "bin/other",
            "bin/fz-cxx",
            "lib/fz/plugin",
            "share/man/man1/fz.1",
            "share/man/man1/other.1",
        ] {
            assert!(prefix.join(path).exists(), "{path}");
        }
        assert!(!prefix.join("lib/fz/old").exists());
    }

    #[test]
    fn an_installed_tree_can_be_moved() {
        let dir = tempfile::tempdir().unwrap();
        let (first, second) = (dir.path().join("a/b"), dir.path().join("c"));
        assert!(
            repo::stage().join("bin/fz-cc").exists(),
            "no staged tree; run `cargo xtask build` first"
        );
        copy(&repo::stage(), &first).unwrap();
        fs::rename(&first, &second).unwrap();
        let source = dir.path().join("hello.c");
        fs::write(
            &source,
            "#include <stdio.h>\nint main(void) { return puts(\"hello\") < 0; }\n",
        )
        .unwrap();
        let program = dir.path().join("hello");
        let mut cc = Command::new(second.join("bin/fz-cc"));
        proc::output(
            cc.arg(&source)
                .arg("-o")
                .arg(&program)
                .current_dir(dir.path()),
        )
        .unwrap();
        assert_eq!(proc::output(&mut Command::new(&program)).unwrap(), "hello");
        let archiver = second.join("bin/fz-llvm-ar");
        let said = proc::output(Command::new(archiver).arg("--version")).unwrap();
        assert!(said.contains("LLVM"), "{said}");
        let sections = proc::output(Command::new("readelf").arg("-SW").arg(&program)).unwrap();
        assert!(
            sections.contains("__sancov_cntrs"),
            "a moved fz-cc no longer instruments:\n{sections}"
        );
    }
}
