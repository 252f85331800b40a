//! `fz refactor`: what the profile `coverage` makes of one source, as text.

use std::{
    ffi::OsString,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use fz_base::{
    env::Environment,
    error::Error,
    layout::{Layout, present},
    terminal,
};
use fz_commandline::invocation::Linker;
use fz_driver::{
    compile::{self, CommandLine},
    invoked::Facts,
    machine::{Machine, libclang},
    plan::{Step, Unit},
};
use fz_engines::{Engine, Parts};
use fz_profile::Profile;
use fz_settings::{Capture, Flags, Settings, afl_names::Wishes};

use crate::{
    args::{Says, json, output::Output},
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz refactor parse.c -- -O2 -Iinclude -DNDEBUG
  fz refactor parse.c --own
      without system headers
  fz refactor parse.cc -o parse.fz.ii --map parse.json -- -std=c++20
  clang++ -c parse.fz.ii";

/// The profile that refactors.
const PROFILE: &str = "coverage";
/// Its sources are C++ where no flag says otherwise.
const CXX: [&str; 8] = ["cc", "cp", "cpp", "cxx", "c++", "C", "CPP", "CXX"];

#[derive(clap::Args)]
#[command(
    mut_arg("output", |a| a.says(": a file for the text [default: the standard output]"))
)]
pub struct RefactorArgs {
    /// A C or C++ source file
    file: PathBuf,
    #[command(flatten)]
    output: Output,
    /// Write a map to FILE.json: for each line of the text, where it was written, and in which macros. `-` prints the map, and
    /// not the text
    #[arg(long, value_name = "FILE.json")]
    map: Option<PathBuf>,
    /// Leave out system headers and line markers
    #[arg(long)]
    own: bool,
    /// The flags that the source is compiled with
    #[arg(last = true, value_name = "FLAGS")]
    flags: Vec<OsString>,
}

pub fn run(args: &RefactorArgs) -> Result<Exit> {
    let file = args.file.display();
    fz_base::file::open(&args.file).with_context(|| format!("{file} cannot be read"))?;
    let source = args.file.canonicalize()?;
    for out in args.output.file().into_iter().chain(args.map.as_deref()) {
        let is_source = out.canonicalize().is_ok_and(|out| out == source);
        ensure!(
            !is_source,
            "{}: it is the source, which would be lost",
            out.display()
        );
    }
    let scratch = fz_process::scratch()?;
    let extension = args.file.extension().unwrap_or_default();
    let cxx = CXX.iter().any(|x| extension == *x);
    let (unit, clang) = unit(args, cxx, scratch.path())?;
    let libclang = libclang(&clang);
    fs::create_dir_all(&unit.folder)?;

    let status = unit.expand.status()?;
    if !status.success() {
        bail!("clang does not preprocess {file}: {status}");
    }
    let name = args.output.file().map(Path::to_string_lossy);
    let asked = fz_refactor::Unit {
        name: &unit.source,
        text: &unit.expanded,
        tokens: &unit.tokens,
        layout_name: name.as_deref().unwrap_or(&unit.layout_name),
        arguments: &unit.parsing,
    };
    let refactored = match fz_refactor::refactor(&libclang, &asked) {
        Ok(refactored) => refactored,
        Err(refusal @ fz_refactor::Refusal::Parse { .. }) => {
            // Clang has better words for what is wrong with the source.
            let status = unit.check.status()?;
            ensure!(status.success(), "clang does not compile {file}: {status}");
            bail!(refusal);
        }
        Err(refusal) => bail!(refusal),
    };
    let text = match args.own {
        true => own_lines(&refactored.text, asked.layout_name),
        false => refactored.text.clone(),
    };
    let map = || fz_refactor::map::of(&refactored.text, &refactored.origin);
    let prints_map = args.map.as_deref() == Some(Path::new("-"));
    if let Some(path) = args.map.as_ref().filter(|_| !prints_map) {
        write(path, &serde_json::to_vec_pretty(&map()?)?)?;
    }
    if let Some(path) = args.output.file() {
        write(path, &text)?;
    }
    match prints_map {
        true => json::print(&map()?)?,
        false if args.output.file().is_none() => terminal::exact().write_all(&text)?,
        false => {}
    }
    Ok(Exit::Done)
}

fn write(path: &Path, text: &[u8]) -> Result<()> {
    fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}

/// The facts of this machine, for one source: it is compiled as for coverage, and nothing is linked.
struct Alone {
    machine: Machine,
    environment: Environment,
}

impl Facts for Alone {
    fn text(&self, path: &str) -> Option<String> {
        self.machine.text(path)
    }

    fn settings(&self, flags: &Flags, _: &Environment) -> Result<Settings, Error> {
        let mut settings = self.machine.settings(flags, &self.environment)?;
        settings.profile.value = PROFILE.to_owned();
        settings.engine.value = "none".to_owned();
        settings.sanitizers.value.clear();
        settings.capture.value = Capture::Off;
        Ok(settings)
    }

    fn layout(&self) -> &Layout {
        self.machine.layout()
    }

    fn profile(&self, settings: &Settings) -> Result<Profile, Error> {
        self.machine.profile(settings)
    }

    fn clang(&self, settings: &Settings, wishes: &Wishes, cxx: bool) -> Result<PathBuf, Error> {
        self.machine.clang(settings, wishes, cxx)
    }

    fn parts(&self, _: &Engine, _: &Settings, _: &Path) -> (Parts, Result<(), Error>) {
        let nowhere = Path::new("");
        (Parts::at(self.layout(), nowhere, nowhere), Ok(()))
    }

    fn linker(&self) -> Linker {
        Linker::Unknown
    }
}

/// What a compile of the source would do, and the clang that would do it.
fn unit(args: &RefactorArgs, cxx: bool, scratch: &Path) -> Result<(Unit, PathBuf)> {
    let facts = Alone {
        machine: Machine::new()?,
        environment: Environment::read(),
    };
    present(facts.layout().expand_plugin())?;
    let mut arguments = args.flags.clone();
    arguments.extend(["-c".into(), args.file.clone().into_os_string()]);
    let line = CommandLine { cxx, arguments };
    let invoked = compile::understand(line, &Environment::default(), &facts)?;
    let invoked =
        invoked.context("--fz-help is a flag of fz-cc: `fz refactor --help` is the one here")?;
    let plan = invoked.plan(scratch, None);
    let reasons = plan.reasons.join("; ");
    let unit = plan.steps.into_iter().find_map(|step| match step {
        Step::Unit(unit) => Some(*unit),
        Step::Run(_) => None,
    });
    let unit =
        unit.with_context(|| format!("{} is not refactored: {reasons}", args.file.display()))?;
    Ok((unit, invoked.clang))
}

/// The lines between this name's markers and those of others.
fn own_lines(text: &[u8], name: &str) -> Vec<u8> {
    let mut own = Vec::new();
    let mut is_own = false;
    let end = format!(" \"{}\"\n", name.replace('\\', "\\\\").replace('"', "\\\""));
    for line in text.split_inclusive(|b| *b == b'\n') {
        let is_marker = line.starts_with(b"# ") && line.get(2).is_some_and(u8::is_ascii_digit);
        if is_marker {
            is_own = line.ends_with(end.as_bytes());
        } else if is_own {
            own.extend_from_slice(line);
        }
    }
    own
}
