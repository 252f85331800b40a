//! `fz fuzz`: a fuzzer for a program, started with arguments that fit both.

mod builds;
mod live;
mod notes;

use std::{
    ffi::OsString,
    io::Write,
    iter,
    path::{Path, PathBuf},
    process::ExitStatus,
    time::Duration,
};

use anyhow::Result;
use clap::ValueEnum;
use fz_abi::files;
use fz_base::{
    env::Environment,
    error::Error,
    layout::{self, Layout},
    line, say, tell, terminal,
};
use fz_binary::{Image, Mapped, Program};
use fz_coverage::corpus;
use fz_engines::{
    installed,
    launch::{
        self, ByHand, Drawn, LOGS, Launcher, Plan, Request, Wish, Words,
        companions::{self, Companion},
        dictionary::{self, Dictionary},
        folder::{self, Run},
        looks,
        machine::Machine,
        target::{self, TAINT, Target},
        used,
    },
    loaded::Loaded,
};
use fz_process::Command;
use fz_process::{Job, Output as Printed, Watch};
use fz_settings::{Flags, Settings};
use serde_json::{Value, json};

use live::{Live, Sight};

use crate::{
    args::{
        self, Says,
        input::Seeds,
        jobs::Jobs,
        json::{self, Json},
        memory::Memory,
        output::Output,
        program::unheard,
        timeout::Timeout,
    },
    exit::Exit,
    last::{self, Campaign},
    opened::Opened,
};

pub const EXAMPLES: &str = "\
Examples:
  fz fuzz
      what fz.toml names, or the last campaign here once more
  fz fuzz -- ./program @@
      with the engine that it was linked for, from one small seed
  fz fuzz -i seeds -o out -x png.dict -V 10m -- ./program @@
  fz fuzz -i seeds -j 4 -c ./program.cmplog -- ./program @@
  fz fuzz -i seeds --companion auto -- ./program @@
      beside ./program.vanilla and ./program.split
  fz fuzz ./program --companion split -c -w address
      the other builds are made of what the program carries
  fz fuzz --dry-run --engine-args '-p explore -D' -- ./program @@

@@ stands for a file with the input, and @@.wav for one whose name ends so;
without it the program reads the standard input. A harness needs neither.
Companions are builds of one program with several profiles that share a queue
(afl). Those that are not there are made of what the program carries, in the
folder OUT.builds. Of a program that carries nothing you make them:
  make && cp program program.fuzz
  make clean; FZ_PROFILE=split make && cp program program.split
Whatever was found is in the output folder; the same command continues from
there. Ctrl-C ends a run, with status 0. If the kernel pipes core dumps to a
program and you cannot change that,
set AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1.";

/// The folder of a run, unless the user names one.
const OUT: &str = last::OUT;

/// Where a made seed goes, in the run's own folder.
const SEEDS: &str = "seeds";

/// Lines of a log that are shown when its process has failed.
const TAIL: usize = 15;

#[derive(Clone, clap::Args)]
#[command(
    mut_arg("input", |a| a.says("; here the folder of seeds [default: OUT/seeds, made with one small seed]")),
    mut_arg("output", |a| a.value_name("OUT").says(": the folder for everything that is found [default: out]")),
    mut_arg("jobs", |a| a.says(", besides those of -c, -w and --companion; for honggfuzz, how many threads [default: 1]")),
    mut_arg("timeout", |a| a.says(" [default: the engine's]")),
    mut_arg("memory", |a| a.says(" [default: the engine's]"))
)]
pub struct FuzzArgs {
    #[command(flatten)]
    seeds: Seeds,
    #[command(flatten)]
    output: Output,
    /// A dictionary, or a folder of dictionaries or of tokens. May be repeated
    #[arg(short = 'x', long = "dict", value_name = "DICT")]
    dictionaries: Vec<PathBuf>,
    /// What the fuzzer gets of the tokens that the program compares its input with
    #[arg(long, value_enum, default_value_t = Tokens::Auto)]
    tokens: Tokens,
    #[command(flatten)]
    jobs: Jobs,
    /// A second build, by `cmplog` or `compares`, run as an instance of its own (afl-fuzz -c): a program, a profile that one
    /// is made by, or `0` if PROGRAM itself is such a build
    #[arg(short = 'c', long, value_name = "PROGRAM", num_args = 0..=1, default_missing_value = builds::CMPLOG)]
    cmplog: Option<PathBuf>,
    /// Run each new input in a build with a sanitizer, too (afl-fuzz -w, from 4.31c on): that build, or the sanitizer that
    /// one is made with. May be repeated
    #[arg(short = 'w', long, value_name = "PROGRAM")]
    sanitized: Vec<PathBuf>,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    memory: Memory,
    /// How long to fuzz, as 600s, 10m or 24h; a plain number is in seconds. The engine is asked to end then, and may
    /// first finish what it is at, which can take seconds [default: until Ctrl-C]
    #[arg(short = 'V', long, value_name = "TIME", value_parser = args::seconds)]
    duration: Option<Duration>,
    /// The seed of the random numbers
    #[arg(short = 's', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=u32::MAX as u64))]
    seed: Option<u64>,
    /// End at the first crash
    #[arg(long)]
    until_crash: bool,
    /// A build to run beside the program: a program, the profile that one is made by, or `auto` for `vanilla` and `split`. May
    /// be repeated
    #[arg(long, value_name = "PROGRAM")]
    companion: Vec<PathBuf>,
    /// Which engine to use: its NAME, the PATH of its executable (with a slash), or NAME=PATH
    #[arg(long, value_name = "NAME|PATH", value_parser = Chosen::parse)]
    engine: Option<Chosen>,
    /// More arguments for the engine, quoted as for a shell. May be repeated
    #[arg(long, value_name = "WORDS", allow_hyphen_values = true)]
    engine_args: Vec<String>,
    /// What is shown while it runs [default: `fz` on a terminal and `lines` elsewhere; the engine's own output, if the engine
    /// does not report how far it is]
    #[arg(long, value_enum, value_name = "WHAT")]
    screen: Option<Sight>,
    /// Print what would be started, and start no fuzzer
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    json: Json,
    /// The program. It may stand after `--`, too
    #[arg(value_name = "PROGRAM")]
    program: Option<PathBuf>,
    /// The program, unless it is named before, and its arguments
    #[arg(last = true, value_name = "PROGRAM [ARGS…|@@]")]
    command: Vec<OsString>,
}

impl FuzzArgs {
    /// With what `fz.toml` or the last campaign have, where no program is named.
    fn filled(&self) -> Result<FuzzArgs> {
        let mut args = self.clone();
        if self.program.is_some() || !self.command.is_empty() {
            return Ok(args);
        }
        let project = last::project()?;
        if let Some(program) = project.program {
            args.command = iter::once(program.into_os_string())
                .chain(project.arguments.into_iter().map(OsString::from))
                .collect();
            args.seeds.folder = args.seeds.folder.or(project.seeds);
            if args.dictionaries.is_empty() {
                args.dictionaries = project.dictionaries;
            }
            if let (false, Some(out)) = (args.output.is_given(), project.output) {
                args.output = Output::at(out);
            }
            return Ok(args);
        }
        let campaign = last::campaign()?;
        args.command = iter::once(campaign.program.into_os_string())
            .chain(campaign.arguments.into_iter().map(OsString::from))
            .collect();
        if !args.output.is_given() {
            args.output = Output::at(campaign.out);
        }
        let seeds = campaign.seeds.filter(|seeds| seeds.is_dir());
        args.seeds.folder = args.seeds.folder.or(seeds);
        Ok(args)
    }

    /// The program, and its arguments.
    fn parts(&self) -> (&Path, &[OsString]) {
        match &self.program {
            Some(program) => (program, &self.command),
            None => {
                let (program, arguments) = self.command.split_first().expect("it is filled in");
                (Path::new(program), arguments)
            }
        }
    }

    fn out(&self) -> &Path {
        self.output.file().unwrap_or(Path::new(OUT))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Tokens {
    /// The program offers them to afl-fuzz; other engines get a dictionary of them, unless -x names one
    Auto,
    /// For each entry of the queue, afl-fuzz tries only tokens that are compared while that entry runs (optimised dictionary)
    Od,
    /// None
    None,
}

/// An engine, as it is typed.
#[derive(Clone, Debug, Default)]
struct Chosen {
    name: Option<String>,
    /// Its executable.
    fuzzer: Option<PathBuf>,
}

impl Chosen {
    fn parse(text: &str) -> Result<Chosen, String> {
        let is_path = |text: &str| text.contains('/');
        Ok(match text.split_once('=') {
            Some((name, path)) if !is_path(name) => Chosen {
                name: Some(name.to_owned()),
                fuzzer: Some(path.into()),
            },
            _ if is_path(text) => Chosen {
                name: None,
                fuzzer: Some(text.into()),
            },
            _ => Chosen {
                name: Some(text.to_owned()),
                fuzzer: None,
            },
        })
    }
}

/// A program has so long to look at a seed.
const LOOK: Duration = Duration::from_secs(5);

/// What has to be made before the plan is run.
struct Made {
    seeds: bool,
    dictionary: Option<MadeDictionary>,
    /// What to say besides.
    notes: Vec<String>,
}

struct MadeDictionary {
    text: String,
    /// Of what.
    note: String,
}

pub fn run(args: &FuzzArgs) -> Result<Exit> {
    args.output.place("a folder")?;
    let args = &args.filled()?;
    let (program, arguments) = args.parts();
    let Opened {
        program: opened,
        target,
    } = Opened::at(program)?;
    let launcher = launch::choose(
        &target,
        args.engine.as_ref().and_then(|e| e.name.as_deref()),
        &by_hand(args),
    )?;
    let machine = Machine::read(match launcher.starts_beside(&target) {
        Some(name) => Some(fuzzer(args, launcher, name)?),
        None => None,
    });
    launch::check(launcher, &wishes(args), &machine)?;
    let made = builds::make(args, &opened, &target)?;
    let args = made.as_ref().unwrap_or(args);
    let identity = Run {
        engine: launcher.engine.to_owned(),
        program: target
            .path
            .canonicalize()
            .map_err(|e| folder::failed(&target.path, &e))?,
        arguments: arguments
            .iter()
            .map(|a| a.to_string_lossy().into_owned())
            .collect(),
    };
    let loaded = Loaded::of(&opened)?.unwrap_or_default();
    if let Some(said) = without_counters(&opened, &target)? {
        tell!("fz: {said}");
    }
    let of_objects = opened.images()?.first().and_then(notes::objects);
    let opened = (opened, target);
    let (request, made) = request((args, machine), opened, arguments, launcher, &identity)?;
    let mut plan = launch::plan(launcher, &request)?;
    if made.seeds {
        let note = format!("{} is made, with one small seed", request.seeds.display());
        plan.notes.insert(0, note);
    }
    let of_dictionary = made.dictionary.iter().map(|d| &d.note);
    let notes = of_dictionary.chain(&made.notes).cloned();
    plan.notes.splice(0..0, notes);
    let sight = live::sight(args.screen, launcher, &plan, args.json.is_wanted)?;
    let drawn = launcher
        .drawn
        .filter(|drawn| sight != Some(Sight::Engine) && !request.machine.has_set(drawn.against));
    if let Some(drawn) = drawn {
        for launch in &mut plan.launches {
            launch
                .environment
                .push((drawn.variable.to_owned(), "1".to_owned()));
        }
    }
    plan.notes.extend(of_objects);
    let of_libraries = loaded.lines().into_iter().chain(loaded.complaints());
    plan.notes.extend(of_libraries);
    if !args.json.is_wanted {
        print(&plan)?;
    }
    if args.dry_run {
        if args.json.is_wanted {
            json::print(&json(launcher, &plan, &loaded))?;
        }
        return Ok(Exit::Done);
    }
    if let Some(obstacle) = plan.obstacles.first() {
        anyhow::bail!("{obstacle}");
    }

    // Locked until the run has ended.
    let _mark = folder::take(&request.out, &identity)?;
    Campaign::of(&identity, &request.out, args.seeds.folder.as_deref()).note();
    prepare(&request, &plan, &made)?;
    if let Some(said) = deaf(args, &request)? {
        tell!("fz: {said}");
    }
    let jobs: Vec<Job> = jobs(sight, launcher, &request, &plan);
    let before = (launcher.outcome)(&request, "");
    let findings = || {
        let now = (launcher.outcome)(&request, "");
        now.crashes + now.hangs > before.crashes + before.hangs
    };
    let well = |status: ExitStatus| {
        status.success()
            || (launcher.dies_of_findings && (status.code() == Some(FOUND) || findings()))
    };
    let meter = fz_process::Meter::start();
    let mut live = Live::of(launcher, &request, &plan, sight);
    let ended = fz_process::run_beside(
        &jobs,
        &mut Watch {
            failed: &|_, status| args.until_crash || !well(status),
            running: &mut |ended| {
                live.iter_mut().for_each(|l| l.look(ended));
                of_logs(&jobs, drawn.map(|d| d.cut));
            },
        },
    )?;
    drop(live);
    of_logs(&jobs, drawn.map(|d| d.end));
    let usage = meter.end();

    let printed: String = jobs
        .iter()
        .map(|job| log_of(job).unwrap_or_default())
        .collect();
    let outcome = (launcher.outcome)(&request, &printed);
    used::add(&request.out, &usage, &outcome, !launcher.prints_figures)?;
    let mut failures = Vec::new();
    for ((launch, job), ended) in plan.launches.iter().zip(&jobs).zip(&ended) {
        if ended.by_itself && !well(ended.status) {
            failures.push((launch, job, ended.status));
        }
    }
    if args.json.is_wanted {
        let mut report = json(launcher, &plan, &loaded);
        report["outcome"] = serde_json::to_value(&outcome)?;
        report["failures"] = failures
            .iter()
            .map(|(l, _, s)| json!({"role": l.role, "ended": s.to_string()}))
            .collect();
        json::print(&report)?;
    } else {
        say!("{}", outcome.line())?;
    }
    for (launch, job, status) in &failures {
        terminal::fail(
            "fz",
            iter::once(&failure((launch, job), *status, drawn) as _),
        );
    }
    Ok(Exit::Error.when(!failures.is_empty()))
}

/// What to say of a program that does not look at a seed. Where the engine was told more, nobody knows where inputs are.
fn deaf(args: &FuzzArgs, request: &Request) -> Result<Option<String>> {
    let seeds = corpus::paths(std::slice::from_ref(&request.seeds)).unwrap_or_default();
    let has_bytes = |seed: &&PathBuf| seed.metadata().is_ok_and(|about| about.len() > 0);
    let Some(seed) = seeds
        .iter()
        .find(has_bytes)
        .filter(|_| args.engine_args.is_empty())
    else {
        return Ok(None);
    };
    let (target, arguments) = (&request.target, &request.arguments);
    Ok(match looks::at(target, arguments, seed, LOOK)? {
        true => None,
        false => Some(unheard(&target.named, arguments, &[], &seeds)),
    })
}

/// What to say of a program that fz-cc has linked, and whose engine would see nothing of its runs. Of one without symbols
/// nobody knows, nor of one that loads libraries later.
fn without_counters(program: &Program, target: &Target) -> Result<Option<String>> {
    let program = Mapped::of(program)?;
    let is_known = |i: &Image| i.has_symbols && !i.imports_dlopen && !i.links.is_empty();
    let is_without = !target.has_records
        && program.counters() == 0
        && program.missing.is_empty()
        && program.images.first().is_some_and(is_known);
    let shown = target.named.display();
    Ok(is_without.then(|| {
        format!(
            "{shown} has no counters, so that its fuzzer does not learn what an input reaches: compile it with fz-cc (`fz doctor \
             {shown}` says of each unit why it has none)"
        )
    }))
}

/// The exit code by which engines say that they end because of a finding.
const FOUND: i32 = 77;

/// What is asked for that not every engine can do.
fn wishes(args: &FuzzArgs) -> Vec<Wish> {
    let all = [
        (Wish::Cmplog, args.cmplog.is_some()),
        (Wish::Companions, !args.companion.is_empty()),
        (Wish::Memory, args.memory.mebibytes.is_some()),
        (Wish::OptimisedDictionary, args.tokens == Tokens::Od),
        (Wish::Sanitized, !args.sanitized.is_empty()),
        (Wish::Seed, args.seed.is_some()),
        (Wish::UntilCrash, args.until_crash),
    ];
    let asked = all.into_iter().filter(|(_, is_asked)| *is_asked);
    asked.map(|(wish, _)| wish).collect()
}

/// As a person would type it for another fuzzer.
fn by_hand(args: &FuzzArgs) -> ByHand {
    let (program, arguments) = args.parts();
    let quoted = |text: &str| shlex::try_quote(text).map_or(text.to_owned(), |t| t.into_owned());
    let path = |path: &Path| {
        let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        quoted(&full.to_string_lossy())
    };
    let arguments = arguments.iter().map(|word| quoted(&word.to_string_lossy()));
    ByHand {
        program: path(program),
        arguments: arguments.collect::<Vec<_>>().join(" "),
        seeds: path(args.seeds.folder.as_deref().unwrap_or(Path::new(SEEDS))),
        out: path(args.out()),
    }
}

/// Reads what the arguments name.
fn request(
    (args, machine): (&FuzzArgs, Machine),
    (program, target): (Program, Target),
    arguments: &[OsString],
    launcher: &Launcher,
    identity: &Run,
) -> Result<(Request, Made), Error> {
    let mut beside = Vec::new();
    let mut companions = Vec::new();
    if !args.companion.is_empty() {
        let (siblings, named): (Vec<PathBuf>, Vec<PathBuf>) = args
            .companion
            .iter()
            .cloned()
            .partition(|path| builds::is_auto(path));
        for (companion, build) in companions::find(&target, &named, !siblings.is_empty())? {
            companions.push(companion);
            beside.push(build);
        }
    }
    let cmplog = args
        .cmplog
        .as_deref()
        .map(|path| match path.as_os_str() == ITSELF {
            true => cmplog_build(&target.named, &target),
            false => cmplog_build(path, &Target::of(&target::open(path)?)?),
        });
    let mut cmplog = cmplog.transpose()?;
    if let Some(build) = &mut cmplog {
        // One that is fuzzed in any case, under that name.
        let fuzzed = companions.iter().map(|c| &c.program);
        let mut fuzzed = fuzzed.chain([&target.path]);
        let is_it = |p: &&PathBuf| p.canonicalize().ok() == build.program.canonicalize().ok();
        if let Some(program) = fuzzed.find(is_it) {
            build.program.clone_from(program);
        }
    }
    let mut sanitized = Vec::new();
    for path in &args.sanitized {
        let build = sanitized_build(path)?;
        sanitized.push(Companion::of(SANITIZED, &build));
        beside.push(build);
    }
    let resumes = folder::resumes(args.out(), identity)?;
    let named = args.seeds.folder.as_deref().filter(|_| resumes);
    let new_seeds = named.and_then(|seeds| notes::seeds(seeds, args.out()));
    let (seeds, has_seeds) = match &args.seeds.folder {
        Some(seeds) => {
            folder::check_seeds(seeds)?;
            (seeds.clone(), true)
        }
        None => {
            let seeds = args.out().join(SEEDS);
            let has_seeds = folder::has_own_seeds(&seeds)?;
            (seeds, has_seeds)
        }
    };
    let mut made = Made {
        seeds: !has_seeds,
        dictionary: None,
        notes: Vec::new(),
    };
    made.notes = folder::beside(&target.named, |ending| match ending {
        ".dict" => !args.dictionaries.is_empty(),
        ".options" => !args.engine_args.is_empty(),
        _ => args.seeds.folder.is_some(),
    });
    made.notes.extend(new_seeds);
    let made_file = args.out().join(folder::DICTIONARY);
    let dictionary = match dictionary::gather(&args.dictionaries)? {
        Some(Dictionary::File(path)) => Some(path),
        Some(Dictionary::Made(text)) => {
            let note = format!("{} is made of all dictionaries", made_file.display());
            made.dictionary = Some(MadeDictionary { text, note });
            Some(made_file)
        }
        None if args.tokens == Tokens::Auto => {
            made.add_words_of(&program, launcher, &made_file);
            made.dictionary.is_some().then_some(made_file)
        }
        None => None,
    };
    let mut extra = Vec::new();
    for words in &args.engine_args {
        let words = shlex::split(words).ok_or_else(|| {
            Error::option("--engine-args", format!("{words}: a quote is not closed"))
        })?;
        extra.extend(words.into_iter().map(OsString::from));
    }
    let words = words(args, &program)?;
    if let Words::Optimised(_) = words {
        let others = companions.iter().chain(&cmplog);
        let others = others.filter(|build| build.program != target.path);
        made.notes.extend(others.filter_map(without_tokens));
    }
    let request = Request {
        target,
        arguments: arguments.to_vec(),
        seeds,
        out: args.out().to_owned(),
        resumes,
        dictionary,
        words,
        jobs: args.jobs.given.unwrap_or(1),
        cmplog,
        sanitized,
        companions,
        beside,
        timeout: args.timeout.given().map(|t| t.as_millis() as u64),
        memory: args.memory.mebibytes,
        seconds: args.duration.map(|d| d.as_millis().div_ceil(1000) as u64),
        seed: args.seed,
        until_crash: args.until_crash,
        extra,
        machine,
    };
    Ok((request, made))
}

impl Made {
    /// The dictionary of a program's own words, for an engine that the program does not offer them to.
    fn add_words_of(&mut self, program: &Program, launcher: &Launcher, to: &Path) {
        let Some(format) = launcher.dictionary else {
            return;
        };
        match dictionary::of_program(program, format, to) {
            Ok((Some(text), command)) => {
                let note = format!("{} is made: {command}", to.display());
                self.dictionary = Some(MadeDictionary { text, note });
            }
            Ok((None, _)) => {}
            Err(error) => self.notes.push(format!("there is no dictionary: {error}")),
        }
    }
}

/// What afl-fuzz gets of the program's words.
fn words(args: &FuzzArgs, program: &Program) -> Result<Words, Error> {
    match args.tokens {
        Tokens::Auto => Ok(Words::Offered),
        Tokens::None => Ok(Words::None),
        Tokens::Od => {
            // Else the mutator would say so on a screen that afl-fuzz paints over.
            let words = fz_dictionary::Dictionary::of_program(program);
            words.map_err(|e| Error::option("--tokens od", format!("{e:#}")))?;
            let mutator = Layout::of_this_process()?.lib(files::OD_LIBRARY);
            Ok(Words::Optimised(layout::present(mutator)?))
        }
    }
}

/// What to say of a build beside the program for which there is no optimised dictionary.
fn without_tokens(build: &Companion) -> Option<String> {
    let path = build.script.as_ref().unwrap_or(&build.program);
    let found = Program::read(path).and_then(|p| fz_dictionary::Dictionary::of_program(&p));
    let error = found.err()?;
    Some(format!(
        "the instance {} has no optimised dictionary: {error:#}",
        build.name
    ))
}

/// The fuzzer's program.
fn fuzzer(args: &FuzzArgs, launcher: &Launcher, name: &str) -> Result<PathBuf, Error> {
    match args.engine.as_ref().and_then(|e| e.fuzzer.as_ref()) {
        Some(path) => which::which(path)
            .map_err(|_| Error::option("--engine", format!("{} is not a program", path.display()))),
        None => {
            let directory = std::env::current_dir().unwrap_or_default();
            let settings = Settings::resolve(&Flags::default(), &Environment::read(), &directory)?;
            let folders = fz_engines::folders(&settings, &Layout::of_this_process()?);
            installed::fuzzer(launcher.engine, name, &folders)
                .ok_or_else(|| Error::file(name, launcher.how_to_get))
        }
    }
}

/// As afl-fuzz takes it for `-c`.
const ITSELF: &str = "0";

/// What builds are called beside the program.
const COMPARES: &str = "compares";
const SANITIZED: &str = "sanitized";

fn cmplog_build(path: &Path, build: &Target) -> Result<Companion, Error> {
    let wrong = |message: &str| Error::option("-c", format!("{} {message}", path.display()));
    if !build.engines.contains(&"afl") {
        return Err(wrong(
            "was not linked for afl: build it with FZ_PROFILE=cmplog FZ_ENGINE=afl",
        ));
    }
    match build.lacks_compares() {
        true => Err(wrong("shows no compares: build it with FZ_PROFILE=cmplog")),
        false => Ok(Companion::of(COMPARES, build)),
    }
}

fn sanitized_build(path: &Path) -> Result<Target, Error> {
    let build = Target::of(&target::open(path)?)?;
    let wrong = |message: &str| Error::option("-w", format!("{} {message}", path.display()));
    if !build.engines.contains(&"afl") {
        return Err(wrong(&match (build.is_taint(), build.has_counters) {
            (true, _) => format!("{TAINT}: build it with FZ_PROFILE=fuzz FZ_SANITIZE=address"),
            (_, true) => "was not linked for afl: link it again with FZ_ENGINE=afl".to_owned(),
            (_, false) => "is not instrumented: compile and link it with fz-cc, FZ_ENGINE=afl and FZ_SANITIZE=address, \
                           or another sanitizer"
                .to_owned(),
        }));
    }
    match build.sanitizers.is_empty() {
        true => Err(wrong(
            "has no sanitizer: build it with FZ_SANITIZE=address, or another",
        )),
        false => Ok(build),
    }
}

/// Makes the files and folders that the plan counts on.
fn prepare(request: &Request, plan: &Plan, made: &Made) -> Result<(), Error> {
    if made.seeds {
        folder::make_seeds(&request.seeds)?;
    }
    if let Some(dictionary) = &made.dictionary {
        let path = request.inside(folder::DICTIONARY);
        std::fs::write(&path, &dictionary.text).map_err(|e| folder::failed(&path, &e))?;
    }
    for path in &plan.folders {
        folder::make(path)?;
    }
    folder::make(&request.inside(LOGS))
}

fn jobs(sight: Option<Sight>, launcher: &Launcher, request: &Request, plan: &Plan) -> Vec<Job> {
    let is_seen = sight == Some(Sight::Engine);
    plan.launches
        .iter()
        .map(|launch| Job {
            command: Command {
                program: launch.program.clone(),
                arguments: launch.arguments.clone(),
            },
            environment: launch.environment.clone(),
            output: match (is_seen, launcher.prints_figures) {
                (true, false) => Printed::Terminal,
                _ => Printed::Log {
                    path: request.log(&launch.role),
                    shown: is_seen,
                },
            },
        })
        .collect()
}

fn of_logs(jobs: &[Job], work: Option<fn(&Path)>) {
    let Some(work) = work else {
        return;
    };
    for job in jobs {
        if let Printed::Log { path, .. } = &job.output {
            work(path);
        }
    }
}

fn log_of(job: &Job) -> Option<String> {
    match &job.output {
        Printed::Log { path, .. } => {
            let text = std::fs::read(path).ok()?;
            Some(String::from_utf8_lossy(&text).into_owned())
        }
        Printed::Terminal => None,
    }
}

/// What to say of a process that failed, with the end of what it printed unless that was seen.
fn failure(
    (launch, job): (&launch::Launch, &Job),
    status: ExitStatus,
    drawn: Option<Drawn>,
) -> Error {
    let mut said = String::new();
    let mut what = format!(
        "{} ({}) ended with {status}",
        launch.program.display(),
        launch.role
    );
    if let Printed::Log { path, shown: false } = &job.output {
        let log = log_of(job).unwrap_or_default();
        let log = drawn.map_or(log.clone(), |drawn| (drawn.without)(&log));
        let lines: Vec<&str> = log.lines().collect();
        what.push_str(&format!("; {} ends with", path.display()));
        let end = lines[lines.len().saturating_sub(TAIL)..].join("\n");
        said = console::strip_ansi_codes(&end).into_owned();
    }
    Error::Quoting { what, said }
}

fn print(plan: &Plan) -> Result<()> {
    let mut out = terminal::out();
    for note in plan.notes.iter().chain(&plan.obstacles) {
        line!(out, "# {note}")?;
    }
    for launch in &plan.launches {
        line!(out, "{}", launch.line())?;
    }
    Ok(())
}

fn json(launcher: &Launcher, plan: &Plan, loaded: &Loaded) -> Value {
    let launches: Vec<Value> = plan.launches.iter().map(launch::Launch::json).collect();
    json!({
        "engine": launcher.engine,
        "launches": launches,
        "libraries": loaded.libraries,
        "notes": plan.notes,
        "obstacles": plan.obstacles,
    })
}
