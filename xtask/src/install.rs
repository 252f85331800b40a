//! `cargo xtask install --prefix DIR`: a copy of the staged tree that can be moved anywhere.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use walkdir::WalkDir;

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
    let programs = stage::PROGRAMS
        .iter()
        .map(|name| Path::new("bin").join(name));
    for ours in programs.chain(for_shells(stage)?) {
        let to = prefix.join(&ours);
        let folder = to.parent().expect("it is in a folder");
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        stage::replace(&stage.join(&ours), &to)?;
    }
    Ok(())
}

/// Man pages and completions: they are in folders that other programs have theirs in.
fn for_shells(stage: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in WalkDir::new(stage.join("share")) {
        let entry = entry?;
        let path = entry.path().strip_prefix(stage)?;
        if entry.file_type().is_file() && !path.starts_with("share/fz") {
            found.push(path.to_owned());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::copy;
    use crate::{proc, repo};

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
        let sections = proc::output(Command::new("readelf").arg("-SW").arg(&program)).unwrap();
        assert!(
            sections.contains("__sancov_cntrs"),
            "a moved fz-cc no longer instruments:\n{sections}"
        );
    }
}
