//! `fz build`: a build whose compiles are fz-cc's, and what was not instrumented in it.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::ExitStatus,
    time::{Duration, SystemTime},
};

use anyhow::Result;
use fz_base::{
    env::{self, Environment},
    layout::{Layout, present},
    tell, terminal,
    words::{many, visible},
};
use fz_builds::{
    Tools, names,
    past::{self, Kind, Made, Past},
};
use fz_driver::machine::{find_clang, shelf};
use fz_process::Command;
use fz_settings::{Flags, Settings, afl_names::Wishes};
use serde::Serialize;

use crate::{
    args::{
        Says,
        json::{self, Json},
    },
    env::CCACHE,
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz build -- make
  fz build -- sh -c './configure && make -j8'
  FZ_PROFILE=split fz build -- ninja -C build
  fz build --json -- make > past.json

The command gets CC and CXX, and LD, AR, RANLIB and NM where they are not set
already: the linker that clang runs, and LLVM's own archivers, which read the
bitcode of -flto builds. For build systems that do not ask CC, a folder at the
front of PATH has cc, gcc, clang and the like (gcc-12, x86_64-linux-gnu-g++),
which all lead to fz-cc and fz-cxx. ccache and sccache learn what tells
profiles apart. CPP is left alone, because builds preprocess with CC, and so is
HOSTCC: programs that only help to build need no counters.

After the command, fz looks at the objects, archives and programs that were
written meanwhile, in the working directory and in folders that the command
line names. It lists those that another compiler made, and prints nothing where
there are none. The exit status is that of the command, or 2 if it cannot be
started.";

/// So many files are listed.
const SHOWN: usize = 20;
/// The clock of files may be late by so much.
const CLOCK: Duration = Duration::from_millis(10);

#[derive(clap::Args)]
#[command(
    mut_arg("json", |a| a.says(": what was not instrumented; what the command prints goes to the standard error"))
)]
pub struct BuildArgs {
    #[command(flatten)]
    json: Json,
    /// The command, and its arguments
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true)]
    command: Vec<OsString>,
}

pub fn run(args: &BuildArgs) -> Result<Exit> {
    let layout = Layout::of_this_process()?;
    let directory = std::env::current_dir()?;
    let environment = Environment::read();
    // A wrong setting is told now, and not by each of the compiles.
    let settings = Settings::resolve(&Flags::default(), &environment, &directory)?;
    let profile = shelf(&settings, &layout).resolve(&settings.profile.value)?;
    let clang = find_clang(&settings, &Wishes::read(&environment), false)?;
    let tools = Tools::find(&layout, Some(&clang));
    for (_, compiler) in tools.compilers() {
        present(compiler.to_owned())?;
    }
    let path = env::path();
    let folder = names::folder(&path, &layout, env::cache_folder().as_deref())?;
    let mut set = variables(&tools, &folder.path, path)?;
    if !env::is_set(env::SCCACHE_BUSTER.name) {
        let fingerprint = fingerprint(&directory, &tools)?;
        set.push((env::SCCACHE_BUSTER.name, fingerprint.into()));
    }
    let (program, arguments) = args.command.split_first().expect("clap wants a command");
    let command = Command {
        program: program.into(),
        arguments: arguments.to_vec(),
    };
    let began = SystemTime::now() - CLOCK;
    let status = command.status_in(&set, args.json.is_wanted)?;
    if !fz_process::is_interrupted() {
        let mut past = past::look(&folders(&directory, arguments), began);
        // Without a profile fz-cc leaves no records in what its clang makes.
        if profile.is_empty() {
            past.made.retain(|made| !made.is_by_our_clang());
        }
        report(&past, status, args.json.is_wanted)?;
    }
    drop(folder);
    fz_process::end_like(status)
}

/// What the command's environment has beside this one's.
fn variables(
    tools: &Tools,
    folder: &Path,
    path: Vec<PathBuf>,
) -> Result<Vec<(&'static str, OsString)>> {
    let others = tools.others().filter(|(name, _)| !env::is_set(name));
    let programs = tools.compilers().into_iter().chain(others);
    let mut set: Vec<_> = programs
        .map(|(name, path)| (name, path.as_os_str().to_owned()))
        .collect();
    set.extend(CCACHE.map(|(variable, value)| (variable.name, value.into())));
    // The folder of an `fz build` around this one has the same names.
    let first = [folder.to_owned()];
    let rest = path.into_iter().filter(|other| other != folder);
    let path = std::env::join_paths(first.into_iter().chain(rest))?;
    set.push((env::PATH, path));
    Ok(set)
}

/// What fz-cc says that shapes objects here. sccache, too, sees neither environment nor plugins, and it runs nothing to learn
/// of them.
fn fingerprint(directory: &Path, tools: &Tools) -> Result<String> {
    let words = ["--fz-fingerprint"].map(OsStr::new);
    let output = fz_process::output_in(directory, &tools.cc, &words, &[])?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Where the command may have compiled: here, and wherever its arguments lead.
fn folders(directory: &Path, arguments: &[OsString]) -> Vec<PathBuf> {
    let here = PathBuf::from(".");
    let named = arguments.iter().map(PathBuf::from);
    let elsewhere = named.filter(|path| {
        path.is_dir()
            && path
                .canonicalize()
                // Not the whole machine.
                .is_ok_and(|path| !path.starts_with(directory) && path.components().count() > 2)
    });
    std::iter::once(here).chain(elsewhere).collect()
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Report<'a> {
    /// Of the command, unless a signal ended it.
    exit_status: Option<i32>,
    past: &'a [Made],
    /// Whether all files were looked at.
    complete: bool,
}

fn report(past: &Past, status: ExitStatus, as_json: bool) -> Result<()> {
    if as_json {
        return json::print(&Report {
            exit_status: status.code(),
            past: &past.made,
            complete: !past.has_more,
        });
    }
    let (clang, others): (Vec<&Made>, Vec<&Made>) =
        past.made.iter().partition(|m| m.is_by_our_clang());
    if !others.is_empty() {
        tell!(
            "fz: {} not instrumented, made by another compiler:",
            counted(&others)
        );
        terminal::tell_lines(&listed(&others));
        tell!(
            "fz: they have no counters; the build starts that compiler by its path: look for one in its files, and for \
             what an earlier configure has written down"
        );
    }
    if !clang.is_empty() {
        tell!(
            "fz: {} made by clang {} without fz's passes:",
            counted(&clang),
            fz_llvm::RELEASE
        );
        terminal::tell_lines(&listed(&clang));
        tell!(
            "fz: fz-cc passed them through (FZ_LOG=1 shows why), or the build starts clang by its path"
        );
    }
    if past.has_more {
        tell!(
            "fz: this folder has more files than were looked at: run it in the project's own folder"
        );
    }
    Ok(())
}

/// `2 objects and 1 program`
fn counted(made: &[&Made]) -> String {
    let kinds = [
        (Kind::Object, "object"),
        (Kind::Archive, "archive"),
        (Kind::Program, "program"),
    ];
    let count = |kind: Kind| made.iter().filter(|m| m.kind == kind).count();
    let mut parts: Vec<String> = kinds
        .iter()
        .filter(|(kind, _)| count(*kind) > 0)
        .map(|(kind, what)| many(count(*kind), what))
        .collect();
    match count(Kind::Library) {
        0 => {}
        1 => parts.push("1 library".to_owned()),
        n => parts.push(format!("{n} libraries")),
    }
    match parts.pop() {
        Some(last) if !parts.is_empty() => format!("{} and {last}", parts.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// A line for each, as far as a person reads on.
fn listed(made: &[&Made]) -> String {
    let mut text = String::new();
    for one in made.iter().take(SHOWN) {
        let path = one.path.strip_prefix("./").unwrap_or(&one.path);
        let members = one.members.map(|n| format!(" ({})", many(n, "member")));
        let names: Vec<&str> = one.made_by.iter().map(String::as_str).collect();
        let line = format!(
            "{}{}: {}",
            path.display(),
            members.unwrap_or_default(),
            names.join(", ")
        );
        text += &format!("  {}\n", visible(&line));
    }
    if made.len() > SHOWN {
        text += &format!("  and {} more; --json lists them\n", made.len() - SHOWN);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(kind: Kind, path: &str) -> Made {
        Made {
            kind,
            path: path.into(),
            made_by: ["GCC: (Debian 12.2.0-14) 12.2.0".to_owned()].into(),
            members: (kind == Kind::Archive).then_some(2),
        }
    }

    #[test]
    fn what_went_past_is_counted_and_cut() {
        let made = [
            made(Kind::Object, "./a.o"),
            made(Kind::Object, "./b\u{1b}.o"),
            made(Kind::Archive, "./c.a"),
            made(Kind::Library, "d.so"),
        ];
        let all: Vec<&Made> = made.iter().collect();
        assert_eq!(counted(&all), "2 objects, 1 archive and 1 library");
        assert_eq!(counted(&all[..1]), "1 object");
        assert_eq!(
            listed(&all[1..3]),
            "  b⟪U+001B⟫.o: GCC: (Debian 12.2.0-14) 12.2.0\n  c.a (2 members): GCC: (Debian 12.2.0-14) 12.2.0\n"
        );
        let many = vec![all[0]; SHOWN + 1];
        assert!(listed(&many).ends_with("and 1 more; --json lists them\n"));
    }
}
