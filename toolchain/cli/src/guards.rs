//! `fz guards`: runs a program over inputs, and says which of its operations of integers went wrong in how many runs.

mod print;

use std::io::Write;

use anyhow::{Result, ensure};
use fz_base::terminal;
use fz_binary::{Image, Mapped, guards};
use fz_guards::Counts;

use crate::{
    args::{Says, json::Json, replay::Replay, timeout::Timeout},
    exit::Exit,
    opened::Opened,
};

pub const EXAMPLES: &str = "\
Examples:
  fz guards
      over what the last campaign here has found
  fz guards ./program -i seeds
      the input is the standard input
  fz guards ./program -i out/default/queue out/default/crashes -- -v @@
  fz guards ./program -i seeds --all --json -t 10s -- @@

@@ stands for a file with a copy of the input. An operation counts as executed
if its guard was: not on paths where the compiler knew the answer. This needs a
program that was linked for afl; others only tell which operations went wrong.
A harness that was linked for libFuzzer or LibAFL needs @@: without a file it
fuzzes.";

/// What its program is built by.
const PROFILE: &str = "guards";

#[derive(clap::Args)]
#[command(mut_arg("timeout", |a| a.says(" [default: 5s]")))]
pub struct GuardsArgs {
    #[command(flatten)]
    replay: Replay,
    /// List all guards, not only those that failed
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &GuardsArgs) -> Result<Exit> {
    let known = args.replay.known()?;
    let mut opened = Opened::at(&known.program)?;
    let is_by_guards = |program: &Mapped| {
        let mut images = program.images.iter();
        images.any(|i| guards::are_in(i) || guards::were_sought(i))
            || !guards::count(program.images).is_empty()
    };
    if !is_by_guards(&Mapped::of(&opened.program)?)
        && let Some(build) = opened.by_profile(PROFILE, Some("afl"))?
    {
        opened = build;
    }
    let program = Mapped::of(&opened.program)?;
    let path = program.path.display();
    let has_records = !guards::count(program.images).is_empty();
    let lost = program.images.iter().find_map(Image::lost_records);
    let has_none = !has_records && !program.images.iter().any(guards::are_in);
    let needs_none = has_none && lost.is_none() && program.images.iter().any(guards::were_sought);
    ensure!(
        has_records || needs_none || program.images.iter().any(guards::are_in),
        match lost {
            Some(lost) => format!("{path}: its records are gone: {lost}"),
            None => format!("{path} has no guards: compile it with --fz-profile=guards"),
        }
    );
    let why_uncounted = match (&program.map, has_records) {
        _ if needs_none => Some(format!(
            "{path} needs no guards: none of its operations of integers can go wrong, in what was compiled with them (`fz \
             inspect {path}` counts them)"
        )),
        (Some(_), true) => None,
        (Some(_), false) if program.images.iter().any(|i| !i.edges.is_empty()) => Some(format!(
            "in {path} no guard has an edge: the compiler knew what each of them comes to"
        )),
        (Some(_), false) => Some(format!(
            "{path} has no records of edges: under link-time optimisation there are none"
        )),
        (None, _) => Some(format!(
            "{path} has no map: link it for afl (FZ_ENGINE=afl), its objects can stay"
        )),
    };
    let inputs = known.files()?;
    // Without records of edges the map says nothing of guards.
    let counts = Counts::of(&program, has_records);
    let timeout = args.timeout.or_usual();
    let runs = args
        .replay
        .run((&known, &opened.target), &inputs, timeout, &counts, |()| {
            Ok(())
        })?;

    let result = print::Result {
        program: program.path,
        why_uncounted,
        inputs: &inputs,
        runs: &runs,
        guards: &counts.guards(),
        all: args.all,
    };
    let mut out = terminal::out();
    match args.json.is_wanted {
        true => result.print_json(&mut out)?,
        false => result.print(&mut out)?,
    }
    out.flush()?;
    Ok(Exit::interrupted().when(runs.interrupted))
}
