//! One variant of a program, after the tree that it was built in has gone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::entry::Entry;
use fz_harness::ask;
use xtask::{env, proc, repo};

/// A program that is started to show something takes no longer.
const SMOKE_SECONDS: &str = "60";

pub fn run(entry: &Entry, src: &Path) -> Result<()> {
    let emit = &entry.emit;
    let dir = src.with_file_name("moved");
    repo::clear(&dir)?;
    fs::create_dir(&dir)?;
    let take = |path: &String| -> Result<PathBuf> {
        let from = src.join(path);
        let to = dir.join(from.file_name().context("a path of a file")?);
        fs::copy(&from, &to)
            .with_context(|| format!("the build left no {}", repo::shown(&from)))?;
        Ok(to)
    };
    let program = take(&emit.program)?;
    let libraries = emit
        .libraries
        .iter()
        .map(take)
        .collect::<Result<Vec<_>>>()?;
    fs::remove_dir_all(src)?;

    for built in std::iter::once(&program).chain(&libraries) {
        let tokens = ask::written_tokens(built);
        ensure!(
            tokens.is_empty(),
            "{}: the dictionary has fz's own {tokens:?}",
            repo::shown(built)
        );
    }

    let builds = dir.join("builds");
    let mut command = repo::tool("fz");
    command
        .current_dir(&dir)
        .env("XDG_CACHE_HOME", dir.join("cache"))
        .args(["emit", "-o"])
        .arg(&builds)
        .arg(&program)
        .arg(&emit.variant);
    for library in &libraries {
        command.arg("--library").arg(library);
    }
    proc::run(&format!("packages {} emit", entry.name), &mut command)?;

    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let made = builds.join(format!("{name}.{}", emit.variant));
    let mut command = Command::new("timeout");
    command.args(["--kill-after=10", SMOKE_SECONDS, "sh", "-euc", &emit.smoke]);
    env::unsteered(&mut command);
    command
        .current_dir(&dir)
        .env("PROGRAM", &made)
        // Programs that end leave the rest to the system.
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .env("LC_ALL", "C.UTF-8");
    let done = proc::run(&format!("packages {} smoke", entry.name), &mut command)?;
    ensure!(
        done.output.contains(&emit.says),
        "{name}.{} ended well but never said {:?}",
        emit.variant,
        emit.says
    );
    Ok(())
}
