//! `fz new`: a commented fz.toml for a project, and what to type next.

use std::{
    fs::{self, File},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use clap::{ValueEnum, builder::PossibleValue};
use fz_base::{
    env::Environment,
    layout::Layout,
    shell, terminal,
    words::{many, visible},
};
use fz_profile::{Shelf, is_path};
use fz_project::{Campaign, Chosen, Project, Step, System};
use fz_settings::FILE;
use serde_json::json;

use crate::{
    args::json::{self, Json},
    exit::Exit,
    place,
};

pub const EXAMPLES: &str = "\
Examples:
  fz new
      for the project in this folder
  fz new ../libpng
      for another
  fz new --engine libfuzzer
      with the profile that fits libFuzzer
  FZ_PROFILE=split fz new
      with this profile
  fz new --dry-run
      only shows what would be written, and the next commands
  fz new --force
      writes fz.toml anew, where there is one already";

/// How many of a kind are shown.
const SHOWN: usize = 5;

#[derive(clap::Args)]
pub struct NewArgs {
    /// The project's folder
    #[arg(value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
    /// The fuzzer to link for: `fz doctor --engines` lists them
    #[arg(long, value_name = "NAME", default_value = "afl")]
    engine: String,
    /// What builds the project [default: what is found]
    #[arg(long, value_name = "NAME")]
    build_system: Option<SystemName>,
    /// Write over a fz.toml that is there
    #[arg(long)]
    force: bool,
    /// Print the file to the standard output, and write nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    json: Json,
}

/// A build system, as clap reads it.
#[derive(Clone, Copy, Debug)]
struct SystemName(System);

impl ValueEnum for SystemName {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [SystemName; System::ALL.len()] = {
            let mut all = [SystemName(System::Make); System::ALL.len()];
            let mut at = 0;
            while at < all.len() {
                all[at] = SystemName(System::ALL[at]);
                at += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()))
    }
}

pub fn run(args: &NewArgs) -> Result<Exit> {
    let engine = fz_engines::find(&args.engine)?;
    let chosen = Environment::read().profile;
    let profile = chosen.as_deref().unwrap_or(engine.profile);
    check(profile, &args.folder)?;
    let project = fz_project::look(&args.folder)?;
    let system = args.build_system.map(|chosen| chosen.0);
    let system = system.or(project.builds.first().map(|b| b.system));
    let text = fz_project::text(
        &project,
        &Chosen {
            profile,
            is_default: chosen.is_none() && profile == fz_settings::PROFILE,
            engine: engine.name,
            clang: fz_llvm::CLANG,
        },
        &Campaign::of(&project, system),
    );
    let path = match args.folder.as_path() {
        here if here == Path::new(".") => PathBuf::from(FILE),
        folder => folder.join(FILE),
    };
    if !args.dry_run {
        write(&path, &text, args.force)?;
    }
    let steps = fz_project::steps(&project, system);
    if args.json.is_wanted {
        let value = json(args, &project, system, &path, &text, &steps);
        json::print(&value)?;
        return Ok(Exit::Done);
    }
    let mut said = found(&project);
    let shown = visible(&path.to_string_lossy());
    match args.dry_run {
        true if path.exists() && !args.force => {
            said +=
                &format!("{shown} is there already: without --force it would not be written.\n");
        }
        true => said += &format!("{shown} would be written.\n"),
        false => {
            said += &format!("{shown} is written. Read it: each setting is explained.\n");
        }
    }
    said += &next(&args.folder, &steps);
    match args.dry_run {
        // The file alone goes to the standard output.
        true => {
            let mut out = terminal::exact();
            out.write_all(text.as_bytes())?;
            out.flush()?;
            terminal::tell_lines(&said);
        }
        false => terminal::say_lines(&said)?,
    }
    Ok(Exit::Done)
}

/// Whether there is such a profile.
fn check(profile: &str, folder: &Path) -> Result<()> {
    let shelf = Shelf {
        directories: vec![Layout::of_this_process()?.profiles()],
    };
    let name = match is_path(profile) {
        true => folder.join(profile).to_string_lossy().into_owned(),
        false => profile.to_owned(),
    };
    shelf.resolve(&name)?;
    Ok(())
}

fn write(path: &Path, text: &str, force: bool) -> Result<()> {
    if force {
        return place::write(Some(path), |to| Ok(to.write_all(text.as_bytes())?));
    }
    let shown = path.display();
    let mut file = match File::create_new(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!(
            "{shown} is there already: --force writes it anew, --dry-run shows what would be written"
        ),
        Err(error) => return Err(error).with_context(|| format!("{shown}: cannot be written")),
    };
    file.write_all(text.as_bytes())
        .inspect_err(|_| drop(fs::remove_file(path)))
        .with_context(|| format!("{shown}: cannot be written"))
}

/// What the project has, a line each.
fn found(project: &Project) -> String {
    let builds = project.builds.iter();
    let builds = builds.map(|b| format!("{} ({})", b.system.title(), b.sign));
    let harnesses = project
        .harnesses
        .iter()
        .map(|h| h.path.display().to_string());
    let paths = |paths: &[PathBuf]| list(paths.iter().map(|p| p.display().to_string()));
    let mut said = String::new();
    for (name, value) in [
        ("build system", list(builds)),
        ("harnesses", list(harnesses)),
        ("seeds", paths(&project.seeds)),
        ("dictionaries", paths(&project.dictionaries)),
        ("sources", many(project.sources, "file") + " of C and C++"),
    ] {
        said += &format!("{name:13} {}\n", visible(&value));
    }
    if project.has_more {
        said += "The folder has more files than were looked at: name the project's own folder to see all of it.\n";
    }
    said + "\n"
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match &items[..] {
        [] => "none found".to_owned(),
        all if all.len() <= SHOWN => all.join(", "),
        all => format!("{} and {} more", all[..SHOWN].join(", "), all.len() - SHOWN),
    }
}

fn next(folder: &Path, steps: &[Step]) -> String {
    let mut said = String::from("\nNext:\n");
    if folder != Path::new(".") {
        said += &format!("  cd {}\n", shell::quoted(folder));
    }
    for step in steps {
        said += &format!("\n  # {}\n", step.what);
        for command in &step.commands {
            said += &format!("  {command}\n");
        }
    }
    said
}

fn json(
    args: &NewArgs,
    project: &Project,
    system: Option<System>,
    path: &Path,
    text: &str,
    steps: &[Step],
) -> serde_json::Value {
    let paths = |paths: &[PathBuf]| -> Vec<String> {
        paths
            .iter()
            .map(|p| p.to_string_lossy().into_owned())
            .collect()
    };
    let harnesses: Vec<PathBuf> = project.harnesses.iter().map(|h| h.path.clone()).collect();
    let builds: Vec<_> = project
        .builds
        .iter()
        .map(|b| json!({"system": b.system.name(), "file": b.sign}))
        .collect();
    let next: Vec<_> = steps
        .iter()
        .map(|s| json!({"what": s.what, "commands": s.commands}))
        .collect();
    json!({
        "path": path.to_string_lossy(),
        "written": !args.dry_run,
        "text": text,
        "build-systems": builds,
        "build-system": system.map(System::name),
        "harnesses": paths(&harnesses),
        "seeds": paths(&project.seeds),
        "dictionaries": paths(&project.dictionaries),
        "sources": project.sources,
        "complete": !project.has_more,
        "next": next,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let items = |n: usize| (0..n).map(|i| i.to_string());
        assert_eq!(list(items(0)), "none found");
        assert_eq!(list(items(5)), "0, 1, 2, 3, 4");
        assert_eq!(list(items(7)), "0, 1, 2, 3, 4 and 2 more");
    }

    #[test]
    fn a_file_that_is_there_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        write(&path, "one", false).unwrap();
        let refused = write(&path, "two", false).unwrap_err().to_string();
        assert!(refused.contains("--force"), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        write(&path, "two", true).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    }
}
