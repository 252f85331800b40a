//! `fz fuzz`: a fuzzer for a program, started with arguments that fit both.

mod live;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::{ExitCode, ExitStatus},
};

use anyhow::Result;
use clap::ValueEnum;
use fz_abi::files;
use fz_base::{
    env::Environment,
    error::Error,
    layout::{self, Layout},
};
use fz_engines::{
    installed,
    launch::{
        self, LOGS, Launcher, Plan, Request, Words,
        companions::{self, Companion},
        dictionary::{self, Dictionary},
        folder::{self, Run},
        machine::Machine,
        target::{TAINT, Target},
        used,
    },
    loaded::Loaded,
};
use fz_process::Command;
use fz_process::{Job, Output, Watch};
use fz_settings::{Flags, Settings};
use serde_json::{Value, json};

use live::Live;

pub const EXAMPLES: &str = "\
Examples:
  fz fuzz -- ./program @@                          the engine that it was linked for, from one made seed
  fz fuzz -i seeds -o out -x png.dict -V 600 -- ./program @@
  fz fuzz -i seeds -j 4 -c ./program.cmplog -- ./program @@
  fz fuzz -i seeds --companions -- ./program @@    beside ./program.vanilla and ./program.split
  fz fuzz -i seeds -w ./program.asan -- ./harness
  fz fuzz --dry-run --engine-args '-p explore -D' -- ./program @@

@@ stands for a file with the input; without it the program reads the standard input. A harness takes neither.
Companions are builds of one program by several profiles that share a queue (afl):
  make && cp program program.fuzz; make clean; FZ_PROFILE=split make && cp program program.split; …
What was found is in OUT; the same command goes on from there.";

/// Where a made seed and a gathered dictionary go, in the run's own folder.
const SEEDS: &str = "seeds";
const DICTIONARY: &str = "words.dict";

/// Lines of a log that are shown when its process has failed.
const TAIL: usize = 15;

#[derive(clap::Args)]
pub struct FuzzArgs {
    /// The folder with seeds [default: OUT/seeds, which is made with one small seed]
    #[arg(short = 'i', value_name = "SEEDS")]
    seeds: Option<PathBuf>,
    /// The folder for all that is found
    #[arg(short = 'o', value_name = "OUT", default_value = "out")]
    out: PathBuf,
    /// A dictionary, or a folder of dictionaries or of words; may be given again
    #[arg(short = 'x', value_name = "DICT")]
    dictionaries: Vec<PathBuf>,
    /// What becomes of the words that the program compares its input with
    #[arg(long, value_enum, default_value_t = OwnWords::Auto)]
    dictionary: OwnWords,
    /// Processes (honggfuzz: threads) at a time
    #[arg(short = 'j', value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=fz_process::MOST as i64))]
    jobs: u32,
    /// A build with the profile `cmplog` or `compares`, for afl-fuzz -c, with an instance of its own; 0: the program itself
    /// is one
    #[arg(short = 'c', value_name = "PROGRAM")]
    cmplog: Option<PathBuf>,
    /// A build with a sanitizer that looks at what the others find (afl-fuzz -w); may be given again
    #[arg(short = 'w', value_name = "PROGRAM")]
    sanitized: Vec<PathBuf>,
    /// What one input may take, in milliseconds
    #[arg(short = 't', value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,
    /// What the program may use of memory, in megabytes
    #[arg(short = 'm', value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
    /// How long to fuzz; else until Ctrl-C
    #[arg(short = 'V', value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,
    /// The seed of random numbers
    #[arg(short = 's', value_name = "SEED", value_parser = clap::value_parser!(u64).range(1..=u32::MAX as u64))]
    seed: Option<u64>,
    /// End at the first crash
    #[arg(long)]
    until_crash: bool,
    /// Run builds by other profiles beside it: PROGRAM.vanilla and PROGRAM.split, or those of --companion
    #[arg(long)]
    companions: bool,
    /// A build to run beside it; may be given again
    #[arg(long, value_name = "PROGRAM")]
    companion: Vec<PathBuf>,
    /// The engine, where the program can be run by several
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
    /// The fuzzer's program, where it is not the one on the PATH
    #[arg(long, value_name = "PROGRAM")]
    fuzzer: Option<PathBuf>,
    /// More arguments for the engine, quoted as for a shell; may be given again
    #[arg(long, value_name = "WORDS", allow_hyphen_values = true)]
    engine_args: Vec<String>,
    /// Fuzz though crashes go to another program first
    #[arg(long)]
    ignore_core_pattern: bool,
    /// Print what would be started, and start nothing
    #[arg(long)]
    dry_run: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM [ARGS…|@@]")]
    command: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OwnWords {
    /// The program offers them to afl-fuzz; for other engines a dictionary is made of them, if -x names none
    Auto,
    /// afl-fuzz tries of them, at each entry of the queue, those that its run comes to
    Od,
    /// The fuzzer gets none of them
    None,
}

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

pub fn run(args: &FuzzArgs) -> Result<ExitCode> {
    let (program, arguments) = args.command.split_first().expect("clap asks for one");
    let target = Target::read(Path::new(program))?;
    let launcher = launch::choose(&target, args.engine.as_deref())?;
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
    let images = fz_binary::read(&target.named)?;
    let loaded = Loaded::of(&images).unwrap_or_default();
    let (request, made) = request(args, target, arguments, launcher, &identity)?;
    let mut plan = launch::plan(launcher, &request)?;
    if made.seeds {
        let note = format!("{} is made, with one small seed", request.seeds.display());
        plan.notes.insert(0, note);
    }
    let of_dictionary = made.dictionary.iter().map(|d| &d.note);
    let notes = of_dictionary.chain(&made.notes).cloned();
    plan.notes.splice(0..0, notes);
    let of_libraries = loaded.lines().into_iter().chain(loaded.complaints());
    plan.notes.extend(of_libraries);
    if !args.json {
        print(&plan);
    }
    if args.dry_run {
        if args.json {
            println!(
                "{}",
                serde_json::to_string_pretty(&json(launcher, &plan, &loaded))?
            );
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(obstacle) = plan.obstacles.first() {
        anyhow::bail!("{obstacle}");
    }

    // Locked until the run has ended.
    let _mark = folder::take(&request.out, &identity)?;
    prepare(&request, &plan, &made)?;
    let jobs: Vec<Job> = jobs(args, launcher, &request, &plan);
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
    let mut live = Live::of(launcher, &request, &plan, args.json);
    let ended = fz_process::run_beside(
        &jobs,
        &mut Watch {
            failed: &|_, status| args.until_crash || !well(status),
            running: &mut |ended| live.iter_mut().for_each(|l| l.look(ended)),
        },
    )?;
    drop(live);
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
    if args.json {
        let mut report = json(launcher, &plan, &loaded);
        report["outcome"] = serde_json::to_value(&outcome)?;
        report["failures"] = failures
            .iter()
            .map(|(l, _, s)| json!({"role": l.role, "ended": s.to_string()}))
            .collect();
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        println!("{}", outcome.line());
    }
    for (launch, job, status) in &failures {
        eprintln!("fz: error: {}", failure(launch, job, *status));
    }
    Ok(match failures.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// The exit code by which engines say that they end because of a finding.
const FOUND: i32 = 77;

/// Reads what the arguments name.
fn request(
    args: &FuzzArgs,
    target: Target,
    arguments: &[OsString],
    launcher: &Launcher,
    identity: &Run,
) -> Result<(Request, Made), Error> {
    let mut beside = Vec::new();
    let mut companions = Vec::new();
    if args.companions || !args.companion.is_empty() {
        for (companion, build) in companions::find(&target, &args.companion)? {
            companions.push(companion);
            beside.push(build);
        }
    }
    let cmplog = args
        .cmplog
        .as_deref()
        .map(|path| match path.as_os_str() == ITSELF {
            true => cmplog_build(&target.named),
            false => cmplog_build(path),
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
    let resumes = folder::resumes(&args.out, identity)?;
    let (seeds, has_seeds) = match &args.seeds {
        Some(seeds) => {
            folder::check_seeds(seeds)?;
            (seeds.clone(), true)
        }
        None => {
            let seeds = args.out.join(SEEDS);
            let has_seeds = folder::has_own_seeds(&seeds)?;
            (seeds, has_seeds)
        }
    };
    let mut made = Made {
        seeds: !has_seeds,
        dictionary: None,
        notes: Vec::new(),
    };
    let made_file = args.out.join(DICTIONARY);
    let dictionary = match dictionary::gather(&args.dictionaries)? {
        Some(Dictionary::File(path)) => Some(path),
        Some(Dictionary::Made(text)) => {
            let note = format!("{} is made of all dictionaries", made_file.display());
            made.dictionary = Some(MadeDictionary { text, note });
            Some(made_file)
        }
        None if args.dictionary == OwnWords::Auto => {
            made.add_words_of(&target, launcher, &made_file);
            made.dictionary.is_some().then_some(made_file)
        }
        None => None,
    };
    let mut extra = Vec::new();
    for words in &args.engine_args {
        let words = shlex::split(words).ok_or_else(|| Error::Option {
            option: "--engine-args".to_owned(),
            message: format!("{words}: a quote is not closed"),
        })?;
        extra.extend(words.into_iter().map(OsString::from));
    }
    let fuzzer = match launcher.starts_beside(&target) {
        Some(name) => Some(fuzzer(args, launcher, name)?),
        None => None,
    };
    let words = words(args, &target)?;
    let request = Request {
        target,
        arguments: arguments.to_vec(),
        seeds,
        out: args.out.clone(),
        resumes,
        dictionary,
        words,
        jobs: args.jobs,
        cmplog,
        sanitized,
        companions,
        beside,
        timeout: args.timeout,
        memory: args.memory,
        seconds: args.seconds,
        seed: args.seed,
        until_crash: args.until_crash,
        ignore_core_pattern: args.ignore_core_pattern,
        extra,
        machine: Machine::read(fuzzer),
    };
    Ok((request, made))
}

impl Made {
    /// The dictionary of a program's own words, for an engine that the program does not offer them to.
    fn add_words_of(&mut self, target: &Target, launcher: &Launcher, to: &Path) {
        let Some(format) = launcher.dictionary else {
            return;
        };
        match dictionary::of_program(&target.named, format, to) {
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
fn words(args: &FuzzArgs, target: &Target) -> Result<Words, Error> {
    match args.dictionary {
        OwnWords::Auto => Ok(Words::Offered),
        OwnWords::None => Ok(Words::None),
        OwnWords::Od => {
            // Else the mutator would say so on a screen that afl-fuzz paints over.
            let words = fz_dictionary::Dictionary::of_program(&target.named);
            words.map_err(|e| Error::Option {
                option: "--dictionary od".to_owned(),
                message: format!("{e:#}"),
            })?;
            let mutator = Layout::of_this_process()?.lib(files::OD_LIBRARY);
            Ok(Words::Optimised(layout::present(mutator)?))
        }
    }
}

/// The fuzzer's program.
fn fuzzer(args: &FuzzArgs, launcher: &Launcher, name: &str) -> Result<PathBuf, Error> {
    match &args.fuzzer {
        Some(path) => which::which(path).map_err(|_| Error::Option {
            option: "--fuzzer".to_owned(),
            message: format!("{} is no program", path.display()),
        }),
        None => {
            let directory = std::env::current_dir().unwrap_or_default();
            let settings = Settings::resolve(&Flags::default(), &Environment::read(), &directory)?;
            let folders = fz_engines::folders(&settings, &Layout::of_this_process()?);
            installed::fuzzer(launcher.engine, name, &folders).ok_or_else(|| Error::File {
                path: name.into(),
                message: launcher.how_to_get.to_owned(),
            })
        }
    }
}

/// As afl-fuzz takes it for `-c`.
const ITSELF: &str = "0";

/// What builds are called beside the program.
const COMPARES: &str = "compares";
const SANITIZED: &str = "sanitized";

fn cmplog_build(path: &Path) -> Result<Companion, Error> {
    let build = Target::read(path)?;
    let wrong = |message: &str| Error::Option {
        option: "-c".to_owned(),
        message: format!("{} {message}", path.display()),
    };
    if !build.engines.contains(&"afl") {
        return Err(wrong(
            "was not linked for afl: build it with FZ_PROFILE=cmplog FZ_ENGINE=afl",
        ));
    }
    match build.lacks_compares() {
        true => Err(wrong("shows no compares: build it with FZ_PROFILE=cmplog")),
        false => Ok(Companion::of(COMPARES, &build)),
    }
}

fn sanitized_build(path: &Path) -> Result<Target, Error> {
    let build = Target::read(path)?;
    let wrong = |message: &str| Error::Option {
        option: "-w".to_owned(),
        message: format!("{} {message}", path.display()),
    };
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
        let path = request.inside(DICTIONARY);
        std::fs::write(&path, &dictionary.text).map_err(|e| folder::failed(&path, &e))?;
    }
    for path in &plan.folders {
        folder::make(path)?;
    }
    folder::make(&request.inside(LOGS))
}

fn jobs(args: &FuzzArgs, launcher: &Launcher, request: &Request, plan: &Plan) -> Vec<Job> {
    let alone = plan.launches.len() == 1 && !args.json;
    plan.launches
        .iter()
        .map(|launch| Job {
            command: Command {
                program: launch.program.clone(),
                arguments: launch.arguments.clone(),
            },
            environment: launch.environment.clone(),
            output: match (alone, launcher.prints_figures) {
                (true, false) => Output::Terminal,
                _ => Output::Log {
                    path: request.log(&launch.role),
                    shown: alone,
                },
            },
        })
        .collect()
}

fn log_of(job: &Job) -> Option<String> {
    match &job.output {
        Output::Log { path, .. } => {
            let text = std::fs::read(path).ok()?;
            Some(String::from_utf8_lossy(&text).into_owned())
        }
        Output::Terminal => None,
    }
}

/// What to say of a process that failed, with the end of what it printed unless that was seen.
fn failure(launch: &launch::Launch, job: &Job, status: ExitStatus) -> String {
    let mut text = format!(
        "{} ({}) ended with {status}",
        launch.program.display(),
        launch.role
    );
    if let Output::Log { path, shown: false } = &job.output {
        let log = log_of(job).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        text.push_str(&format!("; {} ends with", path.display()));
        for line in &lines[lines.len().saturating_sub(TAIL)..] {
            text.push_str(&format!("\n  {line}"));
        }
    }
    text
}

fn print(plan: &Plan) {
    for note in plan.notes.iter().chain(&plan.obstacles) {
        println!("# {note}");
    }
    for launch in &plan.launches {
        println!("{}", launch.line());
    }
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
