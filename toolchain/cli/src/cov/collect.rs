//! `fz cov collect`

mod watch;

use std::{
    cell::OnceCell,
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, FromArgMatches, ValueEnum};
use fz_base::{error::Error, tell, words::were};
use fz_binary::Image;
use fz_coverage::{
    collect::{self, Report, Request},
    corpus::{self, Corpus},
    crashes::written::Written,
    flow::Flow,
    identities::{Kind, Program},
    llvm_cov::LlvmCov,
    passes,
    server::{self, Passes, Server, Setup},
    sets::Set,
    store::{Build, Store},
    unrecorded::{self, Unrecorded},
};
use fz_engines::launch::{
    sanitizers,
    target::{TAINT, Target},
};
use serde_json::{Value, json};

/// With clang's own coverage.
const LLVM_COV: &str = "llvm-cov";
/// The same with evaluations of decisions.
const MCDC: &str = "coverage-mcdc";

use crate::{
    args::{
        self, Says,
        jobs::Jobs,
        json::{self, Json},
        label::Labels,
        memory::Memory,
        output::{self, Output},
        program::check,
        subject::{Known, Subject},
        timeout::Timeout,
    },
    exit::Exit,
    last,
    opened::{Opened, PROFILE},
};

pub const EXAMPLES: &str = "\
Examples:
  fz cov collect
      of the last campaign here
  fz cov collect ./program -i out -o run.fzcov -- @@
      out is what the fuzzer left; the program reads a file
  fz cov collect ./program -i corpus --label fuzzer=libfuzzer,run=2 -o 2.fzcov
  fz cov collect ./program -i out --report page.html --watch -- @@
      while it runs: a page that loads itself again
  fz cov collect ./program -i out --repeat 3 -t 500ms -o run.fzcov
      marks what only some runs reach
  fz cov collect ./program -i out --build coverage-mcdc -o run.fzcov -- @@
      with evaluations, for `fz cov report --view mcdc`
  fz cov collect ./program -i huge --shard 3/16 -o part3.fzcov
      one of 16 machines

The same command continues where it was interrupted, and adds inputs that came
since. Ctrl-C ends --watch with status 0, and the store is whole. `fz fuzz` and
`fz status` then show what was reached, from a file in OUT.
Exit status 1 means that inputs could not be run, or that the program does not
look at them.";

/// Which build counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// Functions, lines, conditions: the build by `coverage`
    Coverage,
    /// And the evaluations of each `&&` and `||`: the build by `coverage-mcdc`
    CoverageMcdc,
    /// And lines as llvm-cov counts them: each input is run once more, in a build of clang's own coverage
    LlvmCov,
    /// Edges of the program as it was built for fuzzing
    AsIs,
}

/// Which inputs share a process, if the program has a loop over inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Process {
    /// The next input, if the last one left nothing behind that can be seen
    Careful,
    /// None: each has a process of its own
    Own,
    /// All, whatever they leave behind: --repeat shows what depends on inputs before
    Shared,
}

#[derive(clap::Args)]
#[command(
    mut_arg("input", |a| a.value_name("CORPUS").help(
        "Inputs to run: files, folders of files, and what fuzzers have left [default: what the last campaign here has found]"
    )),
    mut_arg("program", |a| a.help(
        "The program. Where it is not a build by `coverage`, that is made of the sources that it carries [default: that of the \
         last campaign here]"
    )),
    // What has been changed stands last: the order is that of the line.
    mut_arg("arguments", |a| a),
    mut_arg("output", |a| a.value_name("FILE.fzcov").says(
        ": the store; one that exists gets the inputs that it lacks [default: OUT.fzcov, beside the campaign]"
    )),
    mut_arg("jobs", |a| a.says(" [default: one for each processor]")),
    mut_arg("timeout", |a| a.says(" [default: 5s]")),
    mut_arg("memory", |a| a.says(" of addresses, of which sanitizers reserve far more than any limit [default: no limit]"))
)]
pub struct CollectArgs {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    output: Output,
    /// Collect again and again while fuzzers run, after this time each, as 30s or 5m; a plain number is in seconds
    #[arg(long, value_name = "TIME", value_parser = args::seconds, num_args = 0..=1, default_missing_value = watch::USUAL)]
    watch: Option<Duration>,
    /// Write a report, too, whenever there is something new: a page (.html), or the summary (.txt, .json). May be repeated
    #[arg(long = "report", value_name = "FILE", value_parser = output::more())]
    reports: Vec<PathBuf>,
    #[command(flatten)]
    labels: Labels,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    memory: Memory,
    /// Run each input N times: it reaches what any run reaches, and what only some runs reach is marked unstable. Some inputs
    /// are run twice in any case
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Which inputs share a process, if the program has a loop over inputs
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Process::Careful)]
    process: Process,
    /// Only part I of N of the inputs, by the hashes of their names
    #[arg(long, value_name = "I/N", value_parser = collect::shard)]
    shard: Option<(u32, u32)>,
    /// Which build of the program counts
    #[arg(long = "build", value_enum, value_name = "BUILD", default_value_t = By::Coverage)]
    by: By,
    /// Do not run crashes again to get their stacks, by which they are sorted into bugs
    #[arg(long)]
    no_stacks: bool,
    #[command(flatten)]
    json: Json,
}

impl CollectArgs {
    fn counts_llvms(&self) -> bool {
        self.by == By::LlvmCov
    }
}

pub fn run(args: &CollectArgs) -> Result<Exit> {
    let task = Task::of(args, args.subject.known()?)?;
    watch::check(&task)?;
    match args.watch {
        Some(every) => watch::run(&task, every),
        None => once(&task),
    }
}

/// Adds to its store what a campaign has reached.
pub fn into_store(campaign: &last::Campaign) -> Result<()> {
    let command = CollectArgs::augment_args(clap::Command::new("collect"));
    let args = CollectArgs::from_arg_matches(&command.try_get_matches_from(["collect"])?)?;
    let task = Task::of(&args, Known::of(campaign.clone()))?;
    once(&task).map(|_| ())
}

fn once(task: &Task) -> Result<Exit> {
    let args = task.args;
    let collector = Collector::of(task)?;
    let corpus = task.corpus()?;
    let (report, mut store) = collector.collect(task, &corpus)?;
    if args.counts_llvms() && !report.interrupted {
        let counted = collector.llvm_cov(task, &corpus)?;
        store.set_llvm_cov(counted)?;
    }
    for (path, why) in &report.troubles {
        tell!("fz: {}: {why}", path.display());
    }
    let told = match args.reports.is_empty() || report.interrupted {
        true => None,
        false => Some(watch::write(task, &store)?),
    };
    match args.json.is_wanted {
        true => {
            let mut value = json_of(&report, &store, collector.unrecorded());
            told.iter().for_each(|told| told.add_to(&mut value));
            json::print(&value)?;
        }
        false => notes(&report, &store, collector.unrecorded(), args.repeat)
            .iter()
            .for_each(|n| tell!("fz: {n}")),
    }
    let unheard = collector.unheard();
    if let Some(unheard) = unheard {
        tell!("fz: {unheard}");
    }
    let is_well = report.troubles.is_empty() && unheard.is_none();
    Ok(match (report.interrupted, is_well) {
        (true, _) => Exit::interrupted(),
        (_, false) => Exit::Found,
        (_, true) => Exit::Done,
    })
}

/// What is collected, from where to where.
struct Task<'a> {
    args: &'a CollectArgs,
    known: Known,
    store: PathBuf,
    /// The user has not named the store: it stands beside its campaign.
    is_ours: bool,
}

impl Task<'_> {
    fn of(args: &CollectArgs, known: Known) -> Result<Task<'_>> {
        let named = args.output.place("a store")?;
        let store = match (named, &known.inputs[..]) {
            (Some(path), _) => path.to_owned(),
            (None, [out]) if out.is_dir() => last::store_of(out),
            (None, _) => bail!("-o is missing: name the store, FILE.fzcov"),
        };
        Ok(Task {
            args,
            known,
            store,
            is_ours: named.is_none(),
        })
    }

    /// What is named now, of which fuzzers may add to.
    fn corpus(&self) -> Result<Corpus, Error> {
        corpus::list(&self.known.inputs, &self.args.labels.dimensions())
    }
}

/// A program that was looked at once, and may run inputs any number of times.
struct Collector {
    target: Target,
    program: Program,
    passes: Passes,
    written: Written,
    build: Build,
    flow: Flow,
    /// What the program is run with, once it has looked at an input.
    arguments: OnceCell<Vec<OsString>>,
    /// What to say where it did not look at it. What it reaches is stored all the same: it is what such runs reach.
    unheard: OnceCell<String>,
}

impl Collector {
    /// Builds the program by [`PROFILE`] if that has to be. An error if it cannot say what inputs reach.
    fn of(task: &Task) -> Result<Collector> {
        let Task { args, known, .. } = task;
        let mut opened = Opened::at(&known.program)?;
        let is_mcdc = args.by == By::CoverageMcdc;
        let (profile, has_all) = match is_mcdc {
            true => (MCDC, opened.has_decisions()?),
            false => (PROFILE, opened.has_conditions()?),
        };
        if args.by != By::AsIs
            && !has_all
            && let Some(build) = opened.by_profile(profile, Some("afl"))?
        {
            opened = build;
        }
        let target = &opened.target;
        ensure!(
            !is_mcdc || opened.has_decisions()?,
            "--build {MCDC}: {} records no evaluations: build it with FZ_PROFILE={MCDC} FZ_ENGINE=afl",
            target.named.display()
        );
        let shown = target.named.display();
        ensure!(
            !target.is_taint(),
            "{shown} {TAINT}: build it with FZ_PROFILE={PROFILE} FZ_ENGINE=afl"
        );
        let has_server = target.engines.contains(&"afl");
        ensure!(
            has_server || target.is_by(PROFILE),
            "{shown} has no coverage records and no fork server: compile it with fz-cc and FZ_PROFILE={PROFILE}, and link \
             it with FZ_ENGINE=afl"
        );
        ensure!(has_server, "{shown} {}", target.why_no_server());
        if let (Some(_), Some(sanitizer)) = (
            args.memory.mebibytes,
            sanitizers::needs_address_space(target),
        ) {
            bail!(
                "--memory: {shown} has the {sanitizer} sanitizer, which needs far more addresses than any limit leaves"
            );
        }
        ensure!(
            target.is_looping || args.process != Process::Shared,
            "--process shared: {shown} has no loop over inputs (__AFL_LOOP, or LLVMFuzzerTestOneInput)"
        );
        let images = opened.images()?;
        let program = Program::of(images);
        let limit = program.catalogue.identities.len();
        if let (0, Some(lost)) = (limit, images.iter().find_map(Image::lost_records)) {
            bail!("{shown}: its records are missing: {lost}");
        }
        ensure!(
            limit > 0,
            "{shown}: no record explains its counters: compile it with fz-cc (`fz doctor {shown}` names what \
             was left out)"
        );
        Ok(Collector {
            passes: match args.process {
                Process::Shared => Passes::Many,
                Process::Own => Passes::One,
                Process::Careful => passes::of(target, images, args.memory.mebibytes),
            },
            written: Written::of(images),
            build: Build {
                fingerprint: opened.fingerprint()?,
                program: name_of(&known.program),
                members: Set::of(limit, 0..limit),
                unrecorded: unrecorded::of(images),
            },
            flow: Flow::of(&program, images),
            program,
            target: opened.target,
            arguments: OnceCell::new(),
            unheard: OnceCell::new(),
        })
    }

    /// Adds what the store lacks of a corpus.
    fn collect(&self, task: &Task, corpus: &Corpus) -> Result<(Report, Store)> {
        let Task {
            args,
            known: subject,
            store: path,
            ..
        } = task;
        let known = match Store::is_new(path)? {
            true => None,
            false => self.open(task)?,
        };
        server::ignore_broken_pipes();
        let largest = corpus.inputs.iter().map(|i| i.size).max().unwrap_or(0);
        let setup = |arguments: &[OsString]| -> Result<Setup> {
            Ok(Setup {
                memory: args.memory.mebibytes.map(|m| m << 20),
                passes: self.passes,
                timeout: args.timeout.or_usual(),
                map_size: self.program.map.size as usize,
                largest: largest as usize,
                ..Setup::of(&self.target, arguments)?
            })
        };
        let setup = match self.arguments.get() {
            Some(arguments) => setup(arguments)?,
            None => {
                let arguments = subject.arguments()?;
                let setup = setup(&arguments)?;
                let paths: Vec<PathBuf> = corpus.inputs.iter().map(|i| i.path.clone()).collect();
                let programs = (&*subject.program, &self.target);
                let named = (&*subject.inputs, &*paths);
                if let Err(unheard) = check(programs, &arguments, named, setup.timeout) {
                    // Why it cannot be run at all says more.
                    Server::start(&setup)?;
                    self.unheard.get_or_init(|| unheard.to_string());
                }
                self.arguments.get_or_init(|| arguments);
                setup
            }
        };
        let mut store = match known {
            Some(store) => store,
            None => self.create(path)?,
        };
        let report = collect::collect(
            &Request {
                program: &self.program,
                corpus,
                setup: &setup,
                jobs: args.jobs.or_processors(),
                repeat: args.repeat,
                shard: args.shard.unwrap_or((1, 1)),
                stacks: (!args.no_stacks).then_some(&self.written),
            },
            &mut store,
        )?;
        Ok((report, store))
    }

    /// What llvm-cov counts of a corpus.
    fn llvm_cov(&self, task: &Task, corpus: &Corpus) -> Result<LlvmCov> {
        let Task { args, known, .. } = task;
        let shown = known.shown();
        let build = Opened::at(&known.program)?.by_profile(LLVM_COV, Some("afl"))?;
        let build = build.with_context(|| {
            format!(
                "--build llvm-cov: {shown} does not carry its sources, so no build with clang's coverage can be made: build it \
                 with FZ_CAPTURE=embed"
            )
        })?;
        let arguments = self.arguments.get().map_or(&[][..], Vec::as_slice);
        let setup = Setup {
            memory: args.memory.mebibytes.map(|m| m << 20),
            timeout: args.timeout.or_usual(),
            ..Setup::of(&build.target, arguments)?
        };
        let images = build.program.libraries()?.all();
        let objects: Vec<PathBuf> = images.map(|image| image.path.clone()).collect();
        let inputs: Vec<PathBuf> = corpus.inputs.iter().map(|i| i.path.clone()).collect();
        LlvmCov::of(&objects, &inputs, &setup)
    }

    /// What to say of a program that does not look at its input.
    fn unheard(&self) -> Option<&str> {
        self.unheard.get().map(String::as_str)
    }

    fn create(&self, path: &Path) -> Result<Store> {
        let (catalogue, builds) = (self.program.catalogue.clone(), vec![self.build.clone()]);
        Store::create(path, catalogue, builds, &self.flow)
    }

    /// A store that was made with the same identities. One of an earlier build that the user has not named is moved aside: all inputs
    /// of its campaign are run again, so that the new one has what it had.
    fn open(&self, task: &Task) -> Result<Option<Store>> {
        let path = &task.store;
        let store = Store::open_for_writing(path)?;
        if store.catalogue.is_same(&self.program.catalogue) {
            return Ok(Some(store));
        }
        ensure!(
            task.is_ours,
            "{}: it was collected with another program or build of it: collect into another file, and join both with `fz cov \
             merge`",
            path.display()
        );
        drop(store);
        let mut numbers = 1..;
        let aside = numbers.find_map(|number: u32| {
            let aside = path.with_extension(format!("{number}.fzcov"));
            (!aside.exists()).then_some(aside)
        });
        let aside = aside.expect("there is a number that is free");
        std::fs::rename(path, &aside)
            .with_context(|| format!("{}: it cannot be moved aside", path.display()))?;
        tell!(
            "fz: {}: it is of another build, and is now {}; what the campaign has found is collected anew",
            path.display(),
            aside.display()
        );
        Ok(None)
    }

    /// Units of which nothing is known.
    fn unrecorded(&self) -> &[Unrecorded] {
        &self.build.unrecorded
    }
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// For scripts.
fn json_of(report: &Report, store: &Store, unrecorded: &[Unrecorded]) -> Value {
    let troubles = report.troubles.iter();
    let troubles: Vec<_> = troubles
        .map(|(path, why)| json!({"input": path.to_string_lossy(), "why": why}))
        .collect();
    json!({
        "store": store.path().to_string_lossy(),
        "ran": report.ran,
        "known": report.known,
        "changed": report.changed,
        "other-shards": report.elsewhere,
        "crashed": report.crashed,
        "timed-out": report.timed_out,
        "killed-server": report.killed_server,
        "left-processes": report.left_others,
        "unknown-libraries": report.unknown_libraries,
        "unstable": report.unstable,
        "unrecorded": unrecorded,
        "stacks": report.stacks,
        "without-stack": report.without_stack,
        "not-looked-at": report.not_looked_at,
        "tracing-forbidden": report.is_tracing_forbidden,
        "interrupted": report.interrupted,
        "seconds": report.seconds,
        "troubles": troubles,
    })
}

fn notes(report: &Report, store: &Store, unrecorded: &[Unrecorded], repeat: u32) -> Vec<String> {
    let per_second = report.ran as f64 / report.seconds.max(1e-9);
    let mut first = format!(
        "{}: {} run",
        store.path().display(),
        were(report.ran, "input")
    );
    if report.ran > 0 {
        first += &format!(" in {:.1} s ({per_second:.0} a second)", report.seconds);
    }
    let mut lines = vec![first];
    let counted: [(usize, &str); 11] = [
        (report.known, "were there already"),
        (
            report.changed,
            "have changed since they were collected, and count as new inputs; the old ones stay",
        ),
        (report.elsewhere, "are of other shards"),
        (report.crashed, "crashed: what they reached before counts"),
        (
            report.timed_out,
            "took too long: what they reached before counts",
        ),
        (
            report.killed_server,
            "killed the process that they were forked from; they count up to where they got",
        ),
        (
            report.left_others,
            "left processes running, which were killed after the time limit (-t)",
        ),
        (
            report.unknown_libraries,
            "counted in libraries that the program loads while it runs; nothing of these is stored",
        ),
        (
            report.without_stack,
            "crashes have no stack: they did not crash when they were run by themselves, or were killed from outside",
        ),
        (
            report.not_looked_at,
            "crashes were not looked at for their stacks: a run has enough of them",
        ),
        (report.troubles.len(), "could not be run"),
    ];
    let counted = counted.iter().filter(|(n, _)| *n > 0);
    lines.extend(counted.map(|(n, what)| format!("{n} {what}")));
    if report.unstable > 0 {
        lines.push(format!(
            "{} outcomes, lines or edges are unstable: the same input reaches them in some runs only{}",
            report.unstable,
            if repeat == 1 {
                "; --repeat 3 finds more of them"
            } else {
                ""
            }
        ));
    }
    let kinds = || store.catalogue.identities.iter().map(|i| i.kind);
    if !kinds().any(|kind| kind == Kind::Outcome) && kinds().any(|kind| kind == Kind::Edge) {
        lines.push(
            "the program counts edges; conditions and their outcomes are counted in a build of profile coverage"
                .to_owned(),
        );
    }
    lines.extend(unrecorded::note(unrecorded));
    if report.is_tracing_forbidden {
        lines.push(
            "crashes have no stacks: tracing is not permitted here (in a container: --cap-add=SYS_PTRACE); the same command \
             adds them elsewhere"
                .to_owned(),
        );
    }
    if report.interrupted {
        lines.push("interrupted; the same command continues from here".to_owned());
    }
    lines
}
