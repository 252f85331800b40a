//! Runs one script as OSS-Fuzz's base-builder does.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use super::recipe::Recipe;
use xtask::{env, proc, repo};

/// A build that takes longer hangs.
const SECONDS: &str = "1800";

/// The environment first, then the script, in the project's folder.
const RUN: &str = r#"
    exports=$("$FZ" env oss-fuzz "FUZZING_ENGINE=$1" "SANITIZER=$2" "SRC=$3/src" "OUT=$3/out" "WORK=$3/work")
    eval "$exports"
    export SRC OUT WORK
    exec bash -eux "$4"
"#;

/// Builds from the pristine source; the folder where what was in `$OUT` has been moved.
pub fn run(recipe: &Recipe, engine: &str, sanitizer: &str, label: &str) -> Result<PathBuf> {
    let dir = repo::made()
        .join("oss-fuzz")
        .join(&recipe.name)
        .join(format!("{engine}-{sanitizer}"));
    repo::clear(&dir)?;
    let src = dir.join("src");
    let project = src.join(&recipe.folder);
    recipe.source.unpack(&project)?;
    for (at, script) in recipe.prepare.iter().enumerate() {
        let mut command = Command::new("sh");
        command
            .args(["-euc", script])
            .current_dir(&project)
            .env("SRC", &src);
        proc::run(&format!("{label} prepare {}", at + 1), &mut command)?;
    }
    let mut command = Command::new("timeout");
    command.args(["--kill-after=10", SECONDS, "bash", "-euc", RUN, "bash"]);
    command
        .args([engine, sanitizer])
        .arg(&dir)
        .arg(&recipe.script);
    env::unsteered(&mut command);
    command
        .current_dir(&project)
        .env("FZ", repo::stage().join("bin/fz"))
        .env("FZ_ENGINE_PATH", repo::engines())
        .envs(&recipe.environment)
        .env("LC_ALL", "C.UTF-8");
    proc::run(&format!("{label} build"), &mut command)?;
    // As OSS-Fuzz does with them: to another machine, where the sources are not.
    let moved = dir.join("moved");
    fs::rename(dir.join("out"), &moved).context("the script left nothing in $OUT")?;
    fs::remove_dir_all(&src)?;
    Ok(moved)
}
