//! `fz min input`: fewer bytes, of which the program does the same.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use fz_base::{
    file, tell,
    words::{many, visible, were},
};
use fz_coverage::{
    blocks::Fate,
    crashes::written::Written,
    fold::Fold,
    identities::{Kind, Program},
    progress::Progress,
    server::{self, Server, Setup},
    sets::Set,
    shrink::{Budget, Shrunk, shrink},
    triage::{
        again::{Build, Ending, Runner},
        fault::Fault,
    },
};
use fz_engines::launch::{folder, target::Target};
use serde_json::json;

use super::decided;
use crate::{
    args::{
        self, Says,
        json::{self, Json},
        output::RequiredOutput,
        program::Arguments,
        timeout::Timeout,
    },
    exit::Exit,
    opened::Opened,
    place,
};

pub const EXAMPLES: &str = "\
Examples:
  fz min input ./program seed.png -o small.png -- @@
      reaches the same functions, conditions, lines …
  fz min input ./program out/default/crashes/id:000000* -o small
      finds the same bug
  fz min input ./program big --taint -o small
      first removes what decides nothing

An input that crashes PROGRAM keeps its crash: what ended it, and the innermost
functions of the stack. Any other input keeps how it ends, and what it reaches
in the build by `coverage`, which is made of what PROGRAM carries. What only
some runs of the input reach is not kept. The result is run again before it is
written.";

/// So long is searched, unless the user says otherwise.
const TIME: Duration = Duration::from_secs(60);
/// Runs of an input before anything is promised, and of the result.
const RUNS: u32 = 3;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Keep {
    /// What it reaches, and how it ends
    Outcomes,
    /// The crash
    Crash,
}

#[derive(clap::Args)]
#[command(
    override_usage = "fz min input -o FILE [OPTIONS] PROGRAM INPUT [-- ARGS…|@@]",
    mut_arg("output", |a| a.says(" the smaller input")),
    mut_arg("timeout", |a| a.says(" [default: 5s]"))
)]
pub struct InputArgs {
    /// The program, as it is fuzzed
    program: PathBuf,
    /// The input
    input: PathBuf,
    #[command(flatten)]
    output: RequiredOutput,
    /// What has to stay [default: the crash if it crashes PROGRAM, else what it reaches]
    #[arg(long, value_enum, value_name = "WHAT")]
    keep: Option<Keep>,
    /// First remove bytes that decide nothing, as `fz taint --map` has them. The build by `taint` is made from what PROGRAM
    /// carries
    #[arg(long)]
    taint: bool,
    /// Search no longer than this, as 10s or 5m; a plain number is in seconds [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = args::seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    arguments: Arguments,
}

pub fn run(args: &InputArgs) -> Result<Exit> {
    let inputs = [args.input.clone()];
    ensure!(
        args.output.file().is_some() || !args.json.is_wanted,
        "-o -: the standard output is for --json; name a file"
    );
    place::spare(args.output.file().into_iter(), &inputs, &args.program)?;
    let input =
        file::read_typed(&args.input, file::INPUT).map_err(|e| folder::failed(&args.input, &e))?;
    let opened = Opened::at(&args.program)?;
    let arguments = args.arguments.heard(
        &args.program,
        &opened.target,
        &inputs,
        &inputs,
        args.timeout.or_usual(),
    )?;
    let task = Task {
        args,
        opened: &opened,
        arguments: &arguments,
        input: &input,
    };
    if args.keep != Some(Keep::Outcomes) {
        let build = Build {
            name: String::new(),
            setup: task.setup(&opened.target)?,
            is_plain: true,
            written: Written::of(opened.images()?),
        };
        let mut runner = Runner::new(&build)?;
        let Some(first) = runner.run(&input)? else {
            return Ok(Exit::interrupted());
        };
        match (first, args.keep) {
            (Ending::Crashed(fault), _) => {
                return task.of_crash(&mut runner, &fault);
            }
            (_, Some(Keep::Crash)) => bail!(
                "{}: {} does not crash over it",
                args.input.display(),
                args.program.display()
            ),
            _ => {}
        }
    }
    task.of_outcomes()
}

/// What is made smaller, and how the program is run over it.
struct Task<'a> {
    args: &'a InputArgs,
    opened: &'a Opened,
    arguments: &'a [OsString],
    input: &'a [u8],
}

impl Task<'_> {
    fn setup(&self, target: &Target) -> Result<Setup> {
        Ok(Setup {
            timeout: self.args.timeout.or_usual(),
            ..Setup::of(target, self.arguments)?
        })
    }

    /// Keeps the crash.
    fn of_crash(&self, runner: &mut Runner, fault: &Fault) -> Result<Exit> {
        let (args, input) = (self.args, self.input);
        let is_kept = |ending: &Option<Ending>| match ending {
            Some(Ending::Crashed(found)) => found.is_like(fault),
            _ => false,
        };
        let smaller = self.smaller(&mut |bytes| Ok(is_kept(&runner.run(bytes)?)))?;
        let mut times = 0;
        for _ in 0..RUNS {
            times += u32::from(is_kept(&runner.run(&smaller.input)?));
        }
        if fz_process::is_interrupted() {
            return so_far(args, input, &smaller, &fault.title());
        }
        ensure!(
            times > 0,
            "the crash is flaky: what was left did not crash again in {RUNS} runs, and nothing is written"
        );
        let notes = match times == RUNS {
            true => Vec::new(),
            false => vec![format!(
                "the crash is flaky: it came in {times} of {RUNS} runs"
            )],
        };
        write(args, input, &smaller, &fault.title(), &notes)
    }

    /// Keeps what is reached.
    fn of_outcomes(&self) -> Result<Exit> {
        let (args, input, opened) = (self.args, self.input, self.opened);
        let mut made = None;
        if !opened.has_conditions()? {
            made = Some(opened.for_coverage()?);
        }
        let build = made.as_ref().unwrap_or(opened);
        let target = &build.target;
        let shown = target.named.display();
        ensure!(
            target.engines.contains(&"afl"),
            "{shown} {}",
            target.why_no_server()
        );
        let program = Program::of(build.images()?);
        let setup = Setup {
            map_size: program.map.size as usize,
            largest: input.len(),
            ..self.setup(target)?
        };
        server::ignore_broken_pipes();
        let mut watched = Watched::new(Server::start(&setup)?, &program);
        let Some((fate, reached)) = watched.run(input)? else {
            return Ok(Exit::interrupted());
        };
        let mut is_flaky = false;
        for _ in 1..RUNS {
            let Some((other, set)) = watched.run(input)? else {
                return Ok(Exit::interrupted());
            };
            is_flaky |= other != fate;
            watched.forget_differences(&reached, &set);
        }
        ensure!(
            !is_flaky,
            "{}: it does not end in the same way each time, so nothing can be kept",
            args.input.display()
        );
        let wanted = watched.stable(&reached);
        let mut is_kept = |bytes: &[u8]| -> Result<bool> {
            let ran = watched.run(bytes)?;
            Ok(ran.is_some_and(|(f, set)| f == fate && watched.stable(&set) == wanted))
        };
        let kept = format!("reaches the same {}", many(wanted.len(), "thing"));
        let smaller = self.smaller(&mut is_kept)?;
        for _ in 0..RUNS {
            let is_same = is_kept(&smaller.input)?;
            if fz_process::is_interrupted() {
                return so_far(args, input, &smaller, &kept);
            }
            ensure!(
                is_same,
                "the program is unstable: what was left reached other things when it was run again, and nothing is written"
            );
        }
        let notes = match watched.unstable.len() {
            0 => Vec::new(),
            n => vec![format!(
                "{} not kept: only some runs of the input reach it",
                were(n, "thing")
            )],
        };
        write(args, input, &smaller, &kept, &notes)
    }

    /// Takes bytes out while `keep` says so.
    fn smaller(&self, keep: &mut dyn FnMut(&[u8]) -> Result<bool>) -> Result<Shrunk> {
        let (args, input) = (self.args, self.input);
        let mut tries = 0;
        let mut begun = input.to_vec();
        if args.taint {
            let idle = decided::idle(self.opened, self.arguments, &args.input, input)?;
            (begun, tries) = decided::without(input, &idle, keep)?;
        }
        let budget = Budget {
            tries: u64::MAX,
            time: args.time.unwrap_or(TIME),
        };
        let mut progress = Progress::new(input.len() as u64, "bytes removed");
        let mut left = begun.len();
        let mut told = |bytes: &[u8]| {
            let is_kept = keep(bytes)?;
            if is_kept {
                left = bytes.len();
            }
            progress.set(input.len() - left);
            Ok(is_kept)
        };
        let shrunk = shrink(begun, &mut told, &budget);
        progress.end();
        let mut shrunk = shrunk?;
        shrunk.tries += tries;
        Ok(shrunk)
    }
}

/// Told to end: what was found until then was seen to keep it, once.
fn so_far(args: &InputArgs, input: &[u8], smaller: &Shrunk, kept: &str) -> Result<Exit> {
    if smaller.input.len() < input.len() {
        let once = "interrupted: what is written was run once, and not again".to_owned();
        write(args, input, smaller, kept, &[once])?;
    }
    Ok(Exit::interrupted())
}

fn write(
    args: &InputArgs,
    input: &[u8],
    smaller: &Shrunk,
    kept: &str,
    notes: &[String],
) -> Result<Exit> {
    place::write(args.output.file(), |to| Ok(to.write_all(&smaller.input)?))?;
    if args.json.is_wanted {
        json::print(&json!({
            "bytes": smaller.input.len(),
            "all-bytes": input.len(),
            "runs": smaller.tries,
            "is-smallest": smaller.is_smallest,
            "kept": kept,
            "notes": notes,
        }))?;
        return Ok(Exit::Done);
    }
    let end = match smaller.is_smallest {
        true => "removing any single byte loses it",
        false if fz_process::is_interrupted() => "more may be possible",
        false => "the time ended (--time gives it longer)",
    };
    tell!(
        "fz: {}: {} of {} bytes after {}: {}; {end}",
        args.output
            .file()
            .map_or("the standard output".into(), |path| path.to_string_lossy()),
        smaller.input.len(),
        input.len(),
        many(smaller.tries as usize, "run"),
        visible(kept)
    );
    for note in notes {
        tell!("fz: note: {note}");
    }
    Ok(Exit::Done)
}

/// A program, and what its runs reach.
struct Watched {
    server: Server,
    fold: Fold,
    /// What is counted.
    counted: Set,
    /// What only some runs of the input reach.
    unstable: Set,
}

impl Watched {
    fn new(server: Server, program: &Program) -> Watched {
        let identities = program.catalogue.identities.iter().enumerate();
        let counted = identities.filter(|(_, i)| i.kind != Kind::Passed);
        let limit = program.catalogue.identities.len();
        Watched {
            server,
            fold: Fold::new(program),
            counted: Set::of(limit, counted.map(|(number, _)| number)),
            unstable: Set::new(limit),
        }
    }

    /// `None`: this process was told to end.
    fn run(&mut self, input: &[u8]) -> Result<Option<(Fate, Set)>> {
        let Some(ran) = self.server.run(input)? else {
            return Ok(None);
        };
        let mut set = Set::new(self.fold.limit());
        self.fold.add(self.server.map(), &mut set);
        Ok(Some((ran.fate, set)))
    }

    fn forget_differences(&mut self, one: &Set, other: &Set) {
        let mut differences = one.clone();
        differences.differ(other);
        let counted = differences.iter().filter(|n| self.counted.contains(*n));
        self.unstable.unite(&Set::of(one.limit(), counted));
    }

    /// What has to be reached of a set.
    fn stable(&self, set: &Set) -> Set {
        let is_stable = |n: &usize| self.counted.contains(*n) && !self.unstable.contains(*n);
        Set::of(set.limit(), set.iter().filter(is_stable))
    }
}
