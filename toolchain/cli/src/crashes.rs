//! `fz crashes`: runs what crashed again under builds that tell errors, and makes a report of the bugs.

mod builds;
mod commands;
mod guards;
mod results;

use std::{
    collections::HashMap,
    ffi::OsString,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};
use fz_base::{file, tell, terminal, words::visible};
use fz_coverage::{
    corpus::crashed::{self, Crashed},
    shrink::Budget,
    triage::{
        again::{self, Content, Task},
        fault::Outcome,
        group::{self, Group, Outcomes},
        journal::{Journal, Key},
        smaller::{self, Smaller},
    },
};
use fz_report::crashes::{Bug, Report, Request, Smallest};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::{
    args::{
        self, Says,
        jobs::Jobs,
        json::{self, Json},
        memory::Memory,
        output::{self, Output},
        subject::Subject,
        timeout::Timeout,
    },
    exit::Exit,
    opened::Opened,
    place,
};
use builds::{Builds, Need};
use results::Folder;

pub const EXAMPLES: &str = "\
Examples:
  fz crashes
      of the last campaign here
  fz crashes ./program -i out -- @@
      out is what a fuzzer left; the program reads a file
  fz crashes ./program -i out1 out2 -o triage -- -v @@
      several campaigns; the report is triage/index.html
  fz crashes ./harness -i crash-1234 crash-5678
      files by themselves
  fz crashes ./program -i out --json --minimise 0 -- @@
  fz crashes ./program -i out --sarif crashes.sarif -- @@

The program was built with fz-cc, and carries its sources: builds with
AddressSanitizer, with UndefinedBehaviorSanitizer, and a plain one are made of
it. Of a campaign's folder only crashes and time-outs are run; of other folders
every file is. What took too long is run once, under the plain build. The same
command continues where it was interrupted, and runs nothing twice.
Exit status 1 means that something crashed.";

#[derive(clap::Args)]
#[command(
    mut_arg("program", |a| a.help("The program, built with fz-cc [default: that of the last campaign here]")),
    // What has been changed stands last: the order is that of the line.
    mut_arg("arguments", |a| a),
    mut_arg("output", |a| a.value_name("DIR").says(
        ": the folder for the report, the builds and an input of each bug [default: PROGRAM.crashes]"
    )),
    mut_arg("jobs", |a| a.says(" [default: one for each processor]")),
    mut_arg("timeout", |a| a.says(" [default: 5s]")),
    mut_arg("memory", |a| a.says(
        ". For the plain build and UndefinedBehaviorSanitizer alone: AddressSanitizer reserves too much [default: no limit]"
    ))
)]
pub struct CrashesArgs {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    output: Output,
    /// Run each input N times under each build: what crashes only in some runs is flaky
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    runs: u32,
    /// Time to make the smallest input of each bug smaller, as 500ms, 10s or 1m; a plain number is in seconds,
    /// and 0 leaves them as they are
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = args::seconds_or_none)]
    minimise: Duration,
    /// Write the bugs as SARIF, too
    #[arg(long, value_name = "FILE", value_parser = output::more())]
    sarif: Option<PathBuf>,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &CrashesArgs) -> Result<Exit> {
    let known = args.subject.known()?;
    let opened = Opened::at(&known.program)?;
    let target = &opened.target;
    let listed = crashed::list(&known.inputs)?;
    let contents = contents(&listed)?;
    let is_of_crashes = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|n| n.as_bytes().starts_with(b"crash"))
    };
    ensure!(
        !contents.is_empty()
            || !listed.left_out.is_empty()
            || known.inputs.iter().any(is_of_crashes),
        "there is no file to run in {}: name the folder of a campaign, or files, with -i",
        known
            .inputs
            .iter()
            .map(|p| visible(&p.display().to_string()))
            .collect::<Vec<_>>()
            .join(", ")
    );
    let folder = Folder::open(args.output.place("a folder")?, &target.named)?;
    let mut journal = Journal::open(folder.path())?;
    let timeout = args.timeout.or_usual();
    let paths: Vec<PathBuf> = contents.iter().map(|c| c.paths[0].clone()).collect();
    let arguments = known.heard(target, &paths, timeout)?;
    let need = match contents.iter().all(|c| c.is_hang) {
        true if contents.is_empty() => Need::None,
        true => Need::Plain,
        false => Need::All,
    };
    let builds = Builds::make((args, &arguments), &opened, &folder, need)?;
    if fz_process::is_interrupted() {
        return Ok(interrupted());
    }
    let outcomes = outcomes(args, &builds, &contents, &mut journal)?;
    let Some(outcomes) = outcomes else {
        return Ok(interrupted());
    };
    let groups = group::groups(&builds.builds, &contents, &outcomes);
    let smaller = smallest(args, &builds, &contents, &outcomes, &groups, &mut journal)?;
    let Some(smaller) = smaller else {
        return Ok(interrupted());
    };
    let request = Request {
        builds: &builds.builds,
        contents: &contents,
        outcomes: &outcomes,
        groups: &groups,
        sources: &builds.sources,
    };
    let root = request.root();
    let mut bugs = request.bugs(&root);
    for ((bug, group), smaller) in bugs.iter_mut().zip(&groups).zip(smaller) {
        bug.smallest = kept(bug, &contents[group.first], smaller, &arguments)?;
    }
    // Where nothing crashed there is nothing to say of earlier bugs.
    let stays = contents.is_empty() && folder.has_bugs();
    if !stays {
        folder.keep(&bugs)?;
    }
    guards::add((args, &arguments), &opened.program, &folder, &mut bugs)?;
    if fz_process::is_interrupted() {
        return Ok(interrupted());
    }
    for bug in &mut bugs {
        bug.again = commands::of(&builds, bug, &arguments, &folder);
    }
    let report = Report {
        program: target.named.to_string_lossy().into_owned(),
        builds: builds.built,
        runs: args.runs,
        files: listed.inputs.len(),
        inputs: contents.len(),
        hangs: request.hangs(&root),
        well: request.well(),
        bugs,
        root,
        left_out: listed.left_out,
        troubles: listed
            .troubles
            .iter()
            .map(|(path, why)| (path.to_string_lossy().into_owned(), why.clone()))
            .collect(),
    };
    if !stays {
        folder.write(&report)?;
    }
    if let Some(path) = &args.sarif {
        let sarif = fz_report::crashes::sarif::of(&report, env!("CARGO_PKG_VERSION"));
        place::write(Some(path), |out| json::write(&sarif, out))?;
    }
    match args.json.is_wanted {
        true => json::print(&report)?,
        false => {
            terminal::say_lines(&report.text())?;
            report.notes().iter().for_each(|n| tell!("fz: {n}"));
            let page = folder.page().display().to_string();
            match stays {
                true => tell!(
                    "fz: {} is of earlier bugs, and stays as it is",
                    visible(&page)
                ),
                false => tell!("fz: the report is {}", visible(&page)),
            }
        }
    }
    Ok(Exit::Found.when(!report.bugs.is_empty()))
}

fn interrupted() -> Exit {
    tell!("fz: interrupted; the same command continues from here");
    Exit::interrupted()
}

/// Files that hold the same bytes are one input, by the first of them.
fn contents(listed: &Crashed) -> Result<Vec<Content>> {
    let mut contents: Vec<Content> = Vec::new();
    let mut known: HashMap<u128, usize> = HashMap::new();
    for input in &listed.inputs {
        let bytes = file::read(&input.path, file::INPUT);
        let bytes = bytes.with_context(|| input.path.display().to_string())?;
        let hash = xxh3_128(&bytes);
        let number = *known.entry(hash).or_insert(contents.len());
        match contents.get_mut(number) {
            Some(content) => {
                content.is_hang &= input.is_hang;
                content.paths.push(input.path.clone());
            }
            None => contents.push(Content {
                hash,
                size: bytes.len() as u64,
                paths: vec![input.path.clone()],
                is_hang: input.is_hang,
            }),
        }
    }
    Ok(contents)
}

/// Of each input under each build: what is known, and what it takes to know the rest. `None`: interrupted.
fn outcomes(
    args: &CrashesArgs,
    builds: &Builds,
    contents: &[Content],
    journal: &mut Journal,
) -> Result<Option<Vec<Outcomes>>> {
    let key = |task: Task| Key {
        input: contents[task.content].hash,
        setting: builds.settings[task.build] ^ u128::from(contents[task.content].is_hang),
    };
    let for_hangs = builds.for_hangs();
    let task = |content: usize, build: usize| match contents[content].is_hang {
        // Each run takes all the time that there is.
        true => (for_hangs == Some(build)).then_some(Task {
            content,
            build,
            runs: 1,
        }),
        false => Some(Task {
            content,
            build,
            runs: args.runs,
        }),
    };
    let by_build = |build| (0..contents.len()).filter_map(move |content| task(content, build));
    let all: Vec<Task> = (0..builds.builds.len()).flat_map(by_build).collect();
    let todo = all.iter().filter(|t| journal.outcome(key(**t)).is_none());
    let todo: Vec<Task> = todo.copied().collect();
    again::run(
        &builds.builds,
        contents,
        &todo,
        args.jobs.or_processors(),
        &mut |task, outcome| journal.add_outcome(key(task), outcome),
    )?;
    let of = |content| {
        let builds = 0..builds.builds.len();
        let outcomes = builds.map(|build| journal.outcome(key(task(content, build)?)).cloned());
        outcomes.collect::<Outcomes>()
    };
    let outcomes: Vec<Outcomes> = (0..contents.len()).map(of).collect();
    let is_whole = all.iter().all(|t| journal.outcome(key(*t)).is_some());
    match is_whole {
        true => Ok(Some(outcomes)),
        false if fz_process::is_interrupted() => Ok(None),
        false => bail!("runs have ended without a result: this is a bug in fz"),
    }
}

/// Of each bug: its input made smaller. `None`: interrupted.
fn smallest(
    args: &CrashesArgs,
    builds: &Builds,
    contents: &[Content],
    outcomes: &[Outcomes],
    groups: &[Group],
    journal: &mut Journal,
) -> Result<Option<Vec<Option<Smaller>>>> {
    if args.minimise.is_zero() {
        return Ok(Some(vec![None; groups.len()]));
    }
    let key = |group: &Group| {
        let mut setting = Xxh3::new();
        setting.update(&builds.settings[group.build].to_ne_bytes());
        setting.update(&args.minimise.as_millis().to_ne_bytes());
        Key {
            input: contents[group.first].hash,
            setting: setting.digest128(),
        }
    };
    let task = |group: &Group| -> Option<smaller::Task> {
        let outcome: &Outcome = outcomes[group.first][group.build].as_ref()?;
        Some(smaller::Task {
            content: &contents[group.first],
            build: group.build,
            fault: outcome.fault()?,
            outcome,
            is_flaky: group.is_flaky,
        })
    };
    let open = groups.iter().filter(|g| journal.smaller(key(g)).is_none());
    let open: Vec<(&Group, smaller::Task)> = open.filter_map(|g| Some((g, task(g)?))).collect();
    let (open, todo): (Vec<&Group>, Vec<smaller::Task>) = open.into_iter().unzip();
    let budget = Budget {
        tries: u64::MAX,
        time: args.minimise,
    };
    smaller::all(
        &builds.builds,
        &todo,
        &budget,
        args.jobs.or_processors(),
        &mut |number, smaller| journal.add_smaller(key(open[number]), smaller),
    )?;
    if fz_process::is_interrupted() {
        return Ok(None);
    }
    let all = groups.iter().map(|g| journal.smaller(key(g)).cloned());
    Ok(Some(all.collect()))
}

/// The input that stays in the folder.
fn kept(
    bug: &Bug,
    content: &Content,
    smaller: Option<Smaller>,
    arguments: &[OsString],
) -> Result<Smallest> {
    let tries = smaller.as_ref().map(|s| s.tries);
    let is_smallest = smaller.as_ref().is_some_and(|s| s.is_smallest);
    let bytes = match smaller {
        Some(smaller) => smaller.input,
        None => content.read()?,
    };
    Ok(Smallest {
        file: results::input_name(bug, arguments),
        size: bytes.len(),
        bytes,
        size_before: content.size,
        tries,
        is_smallest,
    })
}

/// The name of the program's file, for names beside it.
fn file_name(program: &Path) -> String {
    let name = program.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
