//! Builds that a subcommand needs and that nobody has made yet: a program that carries its sources is made into them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use fz_base::{env, layout::Layout, tell};
use fz_binary::Program;
use fz_emit::{Cache, Request, Variant};

use crate::{
    args::trust,
    emit::{Bar, say_notes},
};

/// Makes variants of a program in a folder, and says so. `None`: it carries nothing to make them from.
pub fn make(program: &Program, variants: Vec<Variant>, out: &Path) -> Result<Option<Vec<PathBuf>>> {
    match fz_emit::Program::find(program, &[])? {
        Some(source) => of_source(program, &source, variants, (out, usize::MAX)),
        None => Ok(None),
    }
}

fn of_source(
    program: &Program,
    source: &fz_emit::Program,
    variants: Vec<Variant>,
    (out, most): (&Path, usize),
) -> Result<Option<Vec<PathBuf>>> {
    let cache = Cache::open()?;
    std::fs::create_dir_all(out).with_context(|| format!("{}: cannot be made", out.display()))?;
    let request = Request {
        variants,
        out: out.canonicalize()?,
        trusts_options: trust::is_given(),
        is_walled: !trust::is_given(),
        launcher: env::read(&env::LAUNCHER),
    };
    let layout = Layout::of_this_process()?;
    let shown = program.typed.display();
    let failed = || format!("a build of {shown} from the sources that it carries");
    let (graph, emitted) = fz_emit::plan(source, &request, &layout, &cache).with_context(failed)?;
    if graph.to_do().compiles > most {
        return Ok(None);
    }
    say_notes(&graph);
    let names: Vec<String> = request.variants.iter().map(Variant::name).collect();
    let names = names.join(", ");
    match graph.to_do().is_placing() {
        true => tell!("fz: {shown} as {names}: built before, from the sources that it carries"),
        false => tell!("fz: {shown} is built as {names}, from the sources that it carries"),
    }
    let bar = Bar::new(&graph);
    fz_emit::run(&graph, fz_process::processors(), &bar).with_context(failed)?;
    bar.end();
    Ok(Some(emitted.into_iter().map(|e| e.path).collect()))
}

/// A build of a program in a folder, linked for afl. `None`: it carries nothing to make it from.
pub fn in_folder(
    program: &Program,
    profile: &str,
    sanitizers: Vec<String>,
    out: &Path,
) -> Result<Option<PathBuf>> {
    let Some(source) = fz_emit::Program::find(program, &[])? else {
        return Ok(None);
    };
    let variant = Variant {
        profile: profile.to_owned(),
        engine: other_engine(&source, Some("afl")),
        sanitizers,
    };
    let made = of_source(program, &source, vec![variant], (out, usize::MAX))?;
    Ok(made.into_iter().flatten().next())
}

/// The engine that a build has to be linked for, where it is not the captured one.
fn other_engine(source: &fz_emit::Program, engine: Option<&str>) -> Option<String> {
    let own = source.images[0].last_link().engine.as_str();
    engine.filter(|e| *e != own).map(str::to_owned)
}

/// The build by a profile of a program that is none, for a subcommand that looks into one: beside what `fz emit` keeps.
/// `engine`: what it has to be linked for. None is made if that takes more than so many compiles.
pub fn by_profile(
    program: &Program,
    profile: &str,
    engine: Option<&str>,
    most: usize,
) -> Result<Option<PathBuf>> {
    let Some(folder) = env::cache_folder() else {
        return Ok(None);
    };
    let Some(source) = fz_emit::Program::find(program, &[])? else {
        return Ok(None);
    };
    let named = &program.named;
    let real = named
        .canonicalize()
        .with_context(|| named.display().to_string())?;
    // Programs of one name, each in its own.
    let number = xxhash_rust::xxh3::xxh3_64(real.as_os_str().as_encoded_bytes());
    let folder = folder.join("builds");
    let folder = fz_emit::private(&folder)
        .with_context(|| format!("{}: cannot be made", folder.display()))?
        .join(format!("{number:016x}"));
    let variant = Variant {
        profile: profile.to_owned(),
        engine: other_engine(&source, engine),
        sanitizers: Vec::new(),
    };
    let made = of_source(program, &source, vec![variant], (&folder, most))?;
    Ok(made.into_iter().flatten().next())
}
