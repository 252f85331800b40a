//! `fz guards`: runs a program over inputs, and says which of its operations of integers went wrong in how many runs.

mod print;

use anyhow::{Result, ensure};
use fz_abi::guards::kind;
use fz_base::terminal;
use fz_binary::{Image, Mapped, Place, guards};
use fz_guards::{Counts, Guard};
use fz_report::compare::wanted::Wanted;

use crate::{
    args::{
        Says,
        json::Json,
        replay::Replay,
        select::{Ignore, Select},
        timeout::Timeout,
    },
    carried::Carried,
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
  fz guards ./program -i out --kind mul,add --ignore 'src:*/hash.c' -- @@
  fz guards ./program -i seeds --all --json -t 10s -- @@

@@ stands for a file with a copy of the input. Operations that the compiler
proved right have no guard, and are not counted. This needs a
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
    /// Only operations of these kinds (add, mul, convert, index …)
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kind::NAMES)]
    kind: Vec<String>,
    #[command(flatten)]
    select: Select,
    #[command(flatten)]
    ignore: Ignore,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &GuardsArgs) -> Result<Exit> {
    let wanted = Wanted::of(&args.select.rules, None)?.without(&args.ignore.rules)?;
    let known = args.replay.known()?;
    let mut opened = Opened::at(&known.program)?;
    let sources = Carried::of(&opened.program);
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
            Some(lost) => format!("{path}: its records are missing: {lost}"),
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

    let line = |place: &Place| sources.line(&place.file, place.line);
    let mut guards = counts.guards(line);
    if !args.kind.is_empty() {
        guards.retain(|g| args.kind.iter().any(|kind| kind == g.kind()));
    }
    let kept = kept(args, &wanted, &guards)?;
    let mut kept = kept.into_iter();
    guards.retain(|_| kept.next().expect("one for each"));
    let result = print::Result {
        program: program.path,
        why_uncounted,
        inputs: &inputs,
        runs: &runs,
        guards: &guards,
        all: args.all,
    };
    match args.json.is_wanted {
        true => result.print_json(&mut terminal::out())?,
        false => terminal::print(&result.lines(terminal::width()))?,
    }
    Ok(Exit::interrupted().when(runs.interrupted))
}

/// Of each guard whether the rules take it: in any of the functions that have a copy of it.
fn kept(args: &GuardsArgs, wanted: &Wanted, guards: &[Guard]) -> Result<Vec<bool>> {
    if args.select.rules.is_empty() && args.ignore.rules.is_empty() {
        return Ok(vec![true; guards.len()]);
    }
    let mut known = Vec::new();
    let mut owners = Vec::new();
    for (number, guard) in guards.iter().enumerate() {
        let file = guard.place.file.as_str();
        let functions = guard.functions.iter().map(String::as_str);
        // One that is known by its reports alone is in a file.
        let nowhere = guard.functions.is_empty().then_some("");
        for function in functions.chain(nowhere) {
            known.push((function, file));
            owners.push(number);
        }
    }
    let takes = wanted.functions(&known, "fz guards --all --json")?;
    let mut kept = vec![false; guards.len()];
    for (owner, takes) in owners.into_iter().zip(takes) {
        kept[owner] |= takes;
    }
    Ok(kept)
}
