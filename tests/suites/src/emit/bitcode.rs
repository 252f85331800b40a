//! Whole-program bitcode of what packages link: clang links it again, and it does what the program does.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use xtask::{env, proc, repo};

use super::{Built, is_library};

/// What is run, by `tests/emit/bitcode.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    package: String,
    program: PathBuf,
    run: String,
}

#[derive(Deserialize)]
struct Scripts {
    script: Vec<Script>,
}

#[derive(Default)]
pub struct Done {
    pub linked: usize,
    pub same: usize,
}

pub fn check(built: &Built, wrong: &mut Vec<String>) -> Result<Done> {
    let mut done = Done::default();
    let libraries = built.dir.join("libraries");
    fs::create_dir_all(&libraries)?;
    for library in built.libraries() {
        put(&built.captured().join(library), &libraries)?;
    }
    let scripts: Scripts = toml::from_str(include_str!("../../../emit/bitcode.toml"))?;
    let mut scripts = scripts.script;
    scripts.retain(|s| s.package == built.recipe.name);
    for Script { program, .. } in &scripts {
        ensure!(
            built.programs.contains(program),
            "{}: {} was not linked: the list of what is run names it",
            built.recipe.name,
            program.display()
        );
    }
    for program in &built.programs {
        let label = format!("{} {} from bitcode", built.recipe.name, program.display());
        let made = match linked(built, program, &label) {
            Ok(made) => made,
            Err(error) => {
                wrong.push(format!("{label}: {error:#}"));
                continue;
            }
        };
        done.linked += 1;
        for Script { run, .. } in scripts.iter().filter(|s| s.program == *program) {
            let original = built.captured().join(program);
            let said = [&original, &made].map(|it| ran(built, it, run, &libraries));
            match said {
                [Ok(original), Ok(again)] if original == again => done.same += 1,
                [Ok(original), Ok(again)] => wrong.push(format!(
                    "{label}: it does not do the same\n--- the program\n{original}--- the module\n{again}"
                )),
                [Err(error), _] | [_, Err(error)] => wrong.push(format!("{label}: {error:#}")),
            }
        }
    }
    Ok(done)
}

/// The program's module, linked.
fn linked(built: &Built, program: &Path, label: &str) -> Result<PathBuf> {
    let name = program.file_name().context("a program has a name")?;
    let folder = built.dir.join("bitcode").join(program);
    fs::create_dir_all(&folder)?;
    let (module, link) = (folder.join("module.bc"), folder.join("link"));
    let mut extract = built.fz("extract");
    extract.arg("--bitcode").arg(program);
    extract.arg("-o").arg(&module).arg("--link").arg(&link);
    for library in built.libraries().filter(|l| *l != program) {
        extract.arg("--library").arg(library);
    }
    let said = proc::run(label, &mut extract)?.output;
    let compiler = [fz_llvm::CLANGXX, fz_llvm::CLANG]
        .into_iter()
        .find(|c| said.contains(&format!("`{c} @")))
        .context("fz does not say how it is linked")?;
    let made = folder.join(name);
    let mut clang = Command::new(compiler);
    clang.arg(format!("@{}", link.display()));
    clang.arg("-o").arg(&made);
    proc::run(&format!("{label}, link"), &mut clang)?;
    Ok(made)
}

/// What a script prints, and how it ends.
fn ran(built: &Built, program: &Path, script: &str, libraries: &Path) -> Result<String> {
    let scratch = tempfile::tempdir()?;
    let own = scratch.path().join("libraries");
    fs::create_dir(&own)?;
    if is_library(program) {
        put(program, &own)?;
    }
    let folders = std::env::join_paths([&own, libraries])?;
    let mut shell = Command::new("timeout");
    env::unsteered(&mut shell);
    let output = shell
        .args(["300", "sh", "-euc", script])
        .env("PROGRAM", program)
        .env("CAPTURED", built.captured())
        .env("LD_LIBRARY_PATH", folders)
        .env("LC_ALL", "C.UTF-8")
        .current_dir(scratch.path())
        .output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(format!(
        "{}{}{}\n",
        text(&output.stdout),
        text(&output.stderr),
        output.status
    ))
}

/// Copies a library under the name by which programs ask for it.
fn put(library: &Path, folder: &Path) -> Result<()> {
    let data = fs::read(library).with_context(|| repo::shown(library))?;
    let file = object::File::parse(&*data)?;
    let name = fz_binary::soname(&file);
    let name = name.context("a library has a name")?;
    fs::copy(library, folder.join(name))?;
    Ok(())
}
