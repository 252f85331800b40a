//! `fz extract`: what a program carries: a list of it, files, or the program without it.

mod carried;
mod fox_tables;
mod sources;
mod units;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use fz_base::{layout::Layout, tell};
use fz_binary::{
    Program,
    capture::{Captured, Unit},
};
use fz_commandline::{
    invocation::{self, Invocation},
    parse::{self, Kind},
};
use fz_emit::{Cache, Linking};
use serde_json::{Value, json};

use crate::{
    args::{
        Says,
        jobs::Jobs,
        json::{self, Json},
        output::{self, Output},
        trust,
    },
    emit::{Bar, say_notes},
    exit::Exit,
    place,
};

pub const EXAMPLES: &str = "\
Examples:
  fz extract ./program
      lists its sources, its links, and what else it needs
  fz extract ./program --source -o tree
      tree/home/me/project/src/a.c …
  fz extract ./program --commands -o compile_commands.json
  fz extract ./program --bitcode -o program.bc
      all of it as one module, compiled by plain clang
  fz extract ./program --bitcode -o program.bc --link program.link
  clang @program.link -o again
  fz extract ./program --fox-tables -o tables
  cd tables
  afl-fuzz -k -p wd_scheduler -i ../seeds -o ../out -- ../program @@
      FOX's own afl-fuzz reads them in the folder where it is started
  fz extract ./program --remove
      no sources in what you hand out; -o FILE leaves the program alone

The program was built with fz-cc, and carries its sources: the source tree need
not be there any more. The module has the program's own units, and not those of
shared libraries: it is linked against the libraries as they are built. Extract
their modules one by one. FOX's tables are of a program that was built by the
profile `fox` for the engine `fox`: write them again after each build.";

#[derive(clap::Args)]
#[command(
    mut_arg("output", |a| a.says(": a folder for `--source` and `--fox-tables`, else a file")),
    mut_arg("jobs", |a| a.says(" [default: the processors]")),
    group = clap::ArgGroup::new("what")
)]
pub struct ExtractArgs {
    /// Executables, shared libraries, objects or archives; `--bitcode` wants what was linked
    #[arg(required = true, value_name = "PROGRAM")]
    programs: Vec<PathBuf>,
    /// Write the sources and all that they include, below a folder, under the paths that they had
    #[arg(long, group = "what")]
    source: bool,
    /// Write a compile_commands.json
    #[arg(long, group = "what")]
    commands: bool,
    /// Compile each unit by plain clang, with its own flags, and write one module of all
    #[arg(long, group = "what")]
    bitcode: bool,
    /// Write the tables that FOX's afl-fuzz reads
    #[arg(long, group = "what")]
    fox_tables: bool,
    /// Take the sources and the command lines out of the PROGRAMs; nothing else of them changes
    #[arg(long, group = "what")]
    remove: bool,
    #[command(flatten)]
    output: Output,
    /// Write the arguments with which clang links the module as the program was; a note says the command. Objects that have
    /// no bitcode go to the folder FILE.objects
    #[arg(long, value_name = "FILE", requires = "bitcode", value_parser = output::more())]
    link: Option<PathBuf>,
    /// A library of the program's build that the loader would not find. May be repeated
    #[arg(long = "library", value_name = "FILE", requires = "bitcode")]
    libraries: Vec<PathBuf>,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &ExtractArgs) -> Result<Exit> {
    let lists = !(args.source || args.commands || args.bitcode || args.fox_tables || args.remove);
    ensure!(
        lists || !args.json.is_wanted,
        "--json: it is of the list of what programs carry; leave out what else is to be done"
    );
    if lists {
        return units::list(args);
    }
    if args.remove {
        return units::remove(args);
    }
    let [path] = &args.programs[..] else {
        bail!("name one program: what is extracted is of one");
    };
    if args.fox_tables {
        return fox_tables::write(path, needed(args, "the tables")?);
    }
    if args.bitcode {
        return bitcode(args, path, needed(args, "the module")?);
    }
    let program = Program::open(path)?;
    let captured = carried::captured(&program)?;
    match args.source {
        true => sources::write(captured, needed(args, "the sources")?)?,
        false => {
            let commands = commands(captured);
            place::write(args.output.file(), |to| json::write(&commands, to))?;
        }
    }
    Ok(Exit::Done)
}

fn needed<'a>(args: &'a ExtractArgs, what: &str) -> Result<&'a Path> {
    let path = args.output.place(what)?;
    path.with_context(|| format!("say with -o where to write {what}"))
}

/// A compilation database.
fn commands(captured: &Captured) -> Vec<Value> {
    let units = captured.parts.iter().flat_map(|p| &p.capture.units);
    units.map(|(_, unit)| command(unit)).collect()
}

fn command(unit: &Unit) -> Value {
    let compiler = match unit.cxx {
        true => fz_llvm::CLANGXX,
        false => fz_llvm::CLANG,
    };
    let mut arguments = vec![compiler.to_owned()];
    let parsed = parse::parse(&unit.arguments, &|_| None);
    let Invocation { inputs, .. } = invocation::understand(&parsed, unit.cxx);
    for argument in &parsed {
        // A command may compile several; each has an entry of its own.
        let is_other = |text: &str| {
            let mut inputs = inputs.iter().filter(|i| i.language.is_some());
            text != unit.source && inputs.any(|i| i.path == Path::new(text))
        };
        if argument.kind == Kind::Input && is_other(&argument.text) {
            continue;
        }
        arguments.push(argument.text.clone());
        arguments.extend(argument.rest.iter().cloned());
    }
    let mut command = json!({
        "directory": unit.directory,
        "file": unit.source,
        "arguments": arguments,
    });
    if let Some(output) = &unit.output {
        command["output"] = json!(output);
    }
    command
}

fn bitcode(args: &ExtractArgs, path: &Path, to: &Path) -> Result<Exit> {
    let program = Program::open(path)?;
    let program = fz_emit::Program::read(&program, &args.libraries)?;
    let layout = Layout::of_this_process()?;
    let cache = Cache::open()?;
    let link = args.link.as_deref().map(absolute).transpose()?;
    let (module, objects) = (absolute(to)?, link.as_deref().map(objects_of));
    let linking = objects.as_deref().map(|objects| Linking {
        module: &module,
        objects,
    });
    let planned = fz_emit::bitcode(
        &program,
        trust::is_given(),
        &layout,
        &cache,
        linking.as_ref(),
    )?;
    say_notes(&planned.graph);
    let bar = Bar::new(&planned.graph);
    fz_emit::run(&planned.graph, args.jobs.or_processors(), &bar)?;
    bar.end();
    if fz_process::is_interrupted() {
        return Ok(Exit::interrupted());
    }
    place::in_its_place(to, |beside| {
        fs::copy(&planned.path, beside)
            .with_context(|| format!("{}: cannot be written", to.display()))?;
        Ok(())
    })?;
    if let Some(text) = planned.link {
        place::write(link.as_deref(), |out| Ok(out.write_all(text.as_bytes())?))?;
    }
    if let Some(file) = &args.link {
        let (compiler, file) = (planned.compiler, file.display());
        tell!("fz: note: `{compiler} @{file} -o PROGRAM` links it");
    } else if !planned.without.is_empty() {
        tell!(
            "fz: note: {} has no bitcode of {}, which fz-cc has not compiled from C or C++: `--link FILE` shows how it is linked \
             with that",
            to.display(),
            planned.without.join(", ")
        );
    }
    Ok(Exit::Done)
}

fn absolute(path: &Path) -> Result<PathBuf> {
    let failed = || path.display().to_string();
    let path = std::path::absolute(path).with_context(failed)?;
    // Folders that the user has named may be links.
    Ok(
        match (path.parent().map(Path::canonicalize), path.file_name()) {
            (Some(Ok(folder)), Some(name)) => folder.join(name),
            _ => path,
        },
    )
}

/// The folder of a link's objects, beside its file of arguments.
fn objects_of(link: &Path) -> PathBuf {
    let mut name = link.as_os_str().to_owned();
    name.push(".objects");
    name.into()
}
