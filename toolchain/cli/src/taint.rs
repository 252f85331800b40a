//! `fz taint`: runs a taint build over inputs, and says which of their bytes flow into what it compares.
//!
//! A run is a process of its own, which leaves a trace behind ([`fz_taint`]). Inputs come out in the order in which they were
//! named.

mod lines;
mod map;
mod notes;

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, BufWriter, Seek, Write},
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::Stdio,
    sync::Mutex,
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use fz_abi::taint::env;
use fz_base::{error::Error, file, shell, tell, terminal};
use fz_engines::launch::{
    folder,
    replay::{Environment, Watch},
    target::Target,
};
use fz_process::Fate;
use fz_taint::{
    Chosen, Tally, Trace,
    angora::{self, Reader},
};

use tempfile::SpooledTempFile;

use super::place::spare;

use crate::{
    args::{self, Says, json::Json, output::Output, replay::Replay, timeout::Timeout},
    exit::Exit,
    opened::Opened,
};

const EXAMPLES: &str = "\
Examples:
  fz taint ./program -i seeds
      what it compares, as JSON lines
  fz taint ./program -i seeds/a --map -- @@
      byte by byte: what it decides
  fz taint ./program -i seeds --site parse.c:120 -- -v @@
  fz taint ./program -i seeds --format angora -o tracks -- @@
  FZ_PROFILE=taint CC=fz-cc CXX=fz-cxx make
      the build for it; fz makes that itself of a program with its sources

@@ stands for a file with a copy of the input. Each line is an execution of a
site that has bytes of the input in an operand: the site, its operands with the
bytes [begin, end) that flow into each, and the outcome. The last line of an
input is its summary. \"length\": true means that an operand depends on how many
bytes the input has (a map has a row of its own for that). The first executions
of a site have a line each (--hits). One more line, \"later\", has the bytes that
flowed into any later execution, without values; a later execution with
scattered bytes in an operand still has its own line.

Angora and Valkyrie start a track build themselves, in an environment without
PATH, and look for a certain string in it. A script beside the program can be
one (for Valkyrie with --format valkyrie):
  #!/bin/sh
  # __dfsw___angora_trace_cmp_tt
  fz=FZ
  exec \"$fz\" taint \"${0%/*}/program\" -i \"$1\" \\
    --format angora -o \"$ANGORA_TRACK_OUTPUT\" -- @@";

/// With the path of an fz in the script.
pub fn examples(fz: &str) -> String {
    EXAMPLES.replace("fz=FZ", &format!("fz={}", shell::quoted(fz)))
}

/// What its program is built by.
const PROFILE: &str = "taint";

/// What is printed of an input, beyond this, is a file until its turn comes.
const IN_MEMORY: usize = 1 << 20;

/// A run has so long, unless the user says otherwise.
const USUAL: Duration = Duration::from_secs(60);

#[derive(clap::Args)]
#[command(
    mut_arg("format", |a| a.conflicts_with("map").says(" [default: jsonl]")),
    mut_arg("json", |a| a.conflicts_with("format").says(": the map, or the format jsonl; a line for each input or execution")),
    mut_arg("output", |a| a.value_name("FILE|DIR").says(
        ": a file; for track files (angora, valkyrie) of several inputs a folder [default: the standard output]"
    )),
    mut_arg("timeout", |a| a.says(" [default: 1m]"))
)]
pub struct TaintArgs {
    #[command(flatten)]
    replay: Replay,
    /// Only sites in this file, or on this line of it; the end of a path is enough. May be repeated
    #[arg(long, value_name = "FILE[:LINE]")]
    site: Vec<String>,
    #[command(flatten)]
    format: args::format::Format<Format>,
    /// Print what each byte of an input decides
    #[arg(long)]
    map: bool,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    timeout: Timeout,
    /// How many executions of a site are recorded in full; for later ones, only which bytes flow into them
    #[arg(long, value_name = "N", default_value_t = env::HITS_USUAL)]
    hits: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line of JSON for each execution of a site
    Jsonl,
    /// The file that Angora's track build writes, one for each input
    Angora,
    /// The same for Valkyrie, without divisors, indices and sizes
    Valkyrie,
}

impl TaintArgs {
    fn timeout(&self) -> Duration {
        self.timeout.or(USUAL)
    }

    /// Of the map.
    fn shape(&self) -> map::Shape {
        let is_seen = self.output.file().is_none();
        match self.json.is_wanted {
            true => map::Shape::Json,
            false => map::Shape::Text {
                has_colors: is_seen && terminal::has_colors(),
                width: terminal::width().filter(|_| is_seen),
            },
        }
    }

    /// Whose track files are written, if any.
    fn reader(&self) -> Option<Reader> {
        self.format.or(Format::Jsonl).reader()
    }
}

impl Format {
    /// Whose track files these are, if they are any.
    fn reader(self) -> Option<Reader> {
        match self {
            Format::Jsonl => None,
            Format::Angora => Some(Reader::Angora),
            Format::Valkyrie => Some(Reader::Valkyrie),
        }
    }
}

pub fn run(args: &TaintArgs) -> Result<Exit> {
    let known = args.replay.known()?;
    let mut opened = Opened::at(&known.program)?;
    if !opened.target.has_taint
        && let Some(build) = opened.by_profile(PROFILE, None)?
    {
        opened = build;
    }
    let target = &opened.target;
    let path = target.named.display();
    ensure!(
        target.has_taint,
        "{path} is not a taint build: compile and link it with FZ_PROFILE=taint CC=fz-cc CXX=fz-cxx"
    );
    if args.reader().is_some() {
        check_numbers(target)?;
    }
    let chosen = Chosen::read(&args.site)?;
    if !args.site.is_empty() {
        let libraries = opened.program.libraries()?;
        // None if some are missing.
        let images = libraries.all().take_while(|_| libraries.missing.is_empty());
        chosen.check(images)?;
    }
    let inputs = known.files()?;
    let tracks = tracks(args, &inputs)?;
    spare(
        args.output
            .file()
            .into_iter()
            .chain(tracks.iter().map(PathBuf::as_path)),
        &inputs,
        &target.path,
    )?;
    let collect = Collect {
        args,
        target,
        chosen,
        tracks,
        inputs: &inputs,
        tally: Mutex::default(),
    };
    let timeout = args.timeout();
    let mut out = output(args)?;
    let print = |mut page: SpooledTempFile| {
        page.rewind()?;
        io::copy(&mut page, &mut out)?;
        Ok(out.flush()?)
    };
    let runs = args
        .replay
        .run((&known, target), &inputs, timeout, &collect, print)?;
    let tally = collect.tally.into_inner().expect("all threads ended");
    for line in notes::notes(&tally, &runs, args, inputs.len()) {
        tell!("fz: {line}");
    }
    Ok(Exit::interrupted().when(runs.interrupted))
}

/// An engine looks a condition up in its own build by the number that it has here. Where clang's pipeline ran, it ran
/// before sites were numbered here, and after that there.
fn check_numbers(target: &Target) -> Result<()> {
    let Some(first) = target.through_clang.first() else {
        return Ok(());
    };
    let more = match target.through_clang.len() {
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    bail!(
        "{}: conditions of {first}{more} have other numbers than in the engine's build: clang's own pipeline had to be run \
         over them; build both without -flto, --coverage and -fprofile-…",
        target.named.display()
    );
}

/// Where text goes.
fn output(args: &TaintArgs) -> Result<Box<dyn Write + Send>> {
    Ok(match args.output.file() {
        Some(path) if args.reader().is_none() => {
            let file = File::create(path).map_err(|e| folder::failed(path, &e))?;
            Box::new(BufWriter::new(file))
        }
        // A map's lines were made visible before they got colours.
        _ if args.map && !args.json.is_wanted => Box::new(BufWriter::new(terminal::styled())),
        _ => Box::new(BufWriter::new(terminal::exact())),
    })
}

/// Where the file of each input goes, if each has one.
fn tracks(args: &TaintArgs, inputs: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let Some(reader) = args.reader() else {
        return Ok(Vec::new());
    };
    let Some(out) = args.output.place("a track file")? else {
        bail!(Error::option(
            format!("--format {}", format!("{reader:?}").to_lowercase()),
            "say with -o which file to write, or for several inputs which folder"
        ));
    };
    if let ([_], false) = (inputs, out.is_dir()) {
        return Ok(vec![out.to_owned()]);
    }
    folder::make(out)?;
    let names: Vec<OsString> = inputs
        .iter()
        .map(|i| i.file_name().unwrap_or_default().to_owned())
        .collect();
    let of = |(number, name): (usize, &OsString)| {
        let is_alone = names.iter().filter(|n| *n == name).count() == 1;
        match is_alone {
            true => out.join(name),
            // Of several folders, say.
            false => {
                let mut named = OsString::from(format!("{number}-"));
                named.push(name);
                out.join(named)
            }
        }
    };
    Ok(names.iter().enumerate().map(of).collect())
}

/// Takes what runs leave behind.
struct Collect<'a> {
    args: &'a TaintArgs,
    target: &'a Target,
    chosen: Chosen,
    inputs: &'a [PathBuf],
    /// By input.
    tracks: Vec<PathBuf>,
    tally: Mutex<Tally>,
}

/// Where runs leave it.
struct Place {
    trace: PathBuf,
    errors: PathBuf,
}

impl Watch for Collect<'_> {
    type Place = Place;
    type Seen = SpooledTempFile;

    fn place(&self, scratch: &Path, input: &Path) -> Result<(Place, Environment)> {
        let place = Place {
            trace: scratch.join("trace"),
            errors: scratch.join("errors"),
        };
        let variable = |name: &str, value: &Path| {
            let value = value.to_str().with_context(|| {
                format!(
                    "{}: this path is not UTF-8: name another folder with TMPDIR",
                    value.display()
                )
            });
            Ok::<_, anyhow::Error>((name.to_owned(), value?.to_owned()))
        };
        let environment = vec![
            variable(env::INPUT, input)?,
            variable(env::OUT, &place.trace)?,
            (env::HITS.to_owned(), self.args.hits.to_string()),
        ];
        Ok((place, environment))
    }

    fn before(&self, place: &mut Place) -> Result<Stdio> {
        if place.trace.exists() {
            fs::remove_file(&place.trace).map_err(|e| folder::failed(&place.trace, &e))?;
        }
        let errors = File::create(&place.errors).map_err(|e| folder::failed(&place.errors, &e))?;
        Ok(errors.into())
    }

    fn after(&self, place: &mut Place, input: usize, fate: Fate) -> Result<SpooledTempFile> {
        let path = &self.inputs[input];
        if !place.trace.exists() {
            bail!(self.why_no_trace(place, path, fate));
        }
        let shown = path.display();
        let mut trace = Trace::read(&place.trace)
            .with_context(|| format!("{} over {shown}", self.target.path.display()))?;
        let mut page = SpooledTempFile::new(IN_MEMORY);
        let run = lines::Run {
            input: &shown.to_string(),
            ended: ended(fate),
            chosen: &self.chosen,
        };
        let track = self.tracks.get(input).zip(self.args.reader());
        let events = match (track, self.args.map) {
            (Some((track, reader)), _) => self.write_track(&mut trace, path, track, reader)?,
            (None, true) => {
                let bytes = file::read(path, file::INPUT).map_err(|e| folder::failed(path, &e))?;
                map::print(&mut trace, &run, &bytes, self.args.shape(), &mut page)?
            }
            (None, false) => lines::print(&mut trace, &run, &mut page)?,
        };
        self.tally.lock().expect("no panic").add(&trace, events);
        Ok(page)
    }
}

impl Collect<'_> {
    fn write_track(
        &self,
        trace: &mut Trace,
        input: &Path,
        track: &Path,
        reader: Reader,
    ) -> Result<usize> {
        let failed = |e| folder::failed(track, &e);
        let bytes = file::read(input, file::INPUT).map_err(|e| folder::failed(input, &e))?;
        let is_chosen = |site: &_| self.chosen.has(site);
        let mut out = BufWriter::new(File::create(track).map_err(failed)?);
        let count = angora::write(trace, &bytes, reader, is_chosen, &mut out)?;
        out.flush().map_err(failed)?;
        Ok(count)
    }

    /// A taint build that could not begin says so.
    fn why_no_trace(&self, place: &Place, input: &Path, fate: Fate) -> String {
        let errors = fs::read(&place.errors).unwrap_or_default();
        let errors = String::from_utf8_lossy(&errors[..errors.len().min(1 << 16)]).into_owned();
        let mut told = errors.lines().filter(|l| l.starts_with("fz taint:"));
        let said = told.next().or(errors.lines().next());
        format!(
            "{} left no trace of {} (it ended by {}): {}",
            self.target.path.display(),
            input.display(),
            ended(fate),
            said.unwrap_or("run it by itself to see whether it gets to its main")
        )
    }
}

/// How a run ended.
fn ended(fate: Fate) -> String {
    match fate {
        Fate::Ended(status) => match (status.code(), status.signal()) {
            (Some(code), _) => format!("exit {code}"),
            (None, signal) => format!("signal {}", signal.unwrap_or(0)),
        },
        Fate::TimedOut => "time-out".to_owned(),
        Fate::Interrupted => "interrupt".to_owned(),
    }
}
