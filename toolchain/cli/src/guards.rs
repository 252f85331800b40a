//! `fz guards`: runs a program over inputs, and says which of its operations of integers went wrong in how many runs.
//!
//! That an operation executed is in the map: the edges of its guard say so. That it failed is there too, and in the
//! runtime's log with its operands. A run is a process of its own, with a map of its own, as under afl-showmap.

mod print;
mod segment;
mod tally;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Stdio,
    sync::Mutex,
    time::Duration,
};

use anyhow::{Result, ensure};
use fz_abi::{afl, guards::env};
use fz_binary::guards;
use fz_engines::launch::{folder, target::Target};
use fz_process::Fate;

use super::{
    inspect::report::{Report, is_stripped},
    replay::{self, Environment, Watch},
};
use segment::Segment;
use tally::Tally;

use crate::{
    args::{Says, json::Json, timeout::Timeout},
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz guards ./program -i seeds                           the input is the standard input
  fz guards ./program -i out/default/queue out/default/crashes -- -v @@
  fz guards --all --json ./program -i seeds -t 10s -- @@

@@ stands for a file with a copy of the input. An operation counts as executed if its guard was: not on paths where the
compiler knew the answer. This needs a program that was linked for afl; others only tell which operations went wrong.
A harness that was linked for libFuzzer or LibAFL needs @@: without a file it fuzzes.";

/// A run has so long, unless the user says otherwise.
const USUAL: Duration = Duration::from_secs(5);

#[derive(clap::Args)]
#[command(mut_arg("timeout", |a| a.says(" [default: 5s]")))]
pub struct GuardsArgs {
    /// A program that was compiled with the profile `guards`
    program: PathBuf,
    #[command(flatten)]
    replay: replay::Args,
    /// List all guards, not only those that failed
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &GuardsArgs) -> Result<Exit> {
    let target = Target::read(&args.program)?;
    let report = Report::of(&target.named)?;
    let path = report.path.display();
    let has_records = !guards::count(&report.images).is_empty();
    let is_stripped = report.images.iter().any(is_stripped);
    let has_none = !has_records && !report.images.iter().any(guards::are_in);
    let needs_none = has_none && !is_stripped && report.images.iter().any(guards::were_sought);
    ensure!(
        has_records || needs_none || report.images.iter().any(guards::are_in),
        match is_stripped {
            true => format!(
                "{path}: its records are gone, `strip` removes them: name the program as it was before"
            ),
            false => format!("{path} has no guards: compile it with --fz-profile=guards"),
        }
    );
    // The map alone says nothing.
    let map = report.map.as_ref().filter(|_| has_records);
    let why_uncounted = match (&report.map, has_records) {
        _ if needs_none => Some(format!(
            "{path} needs no guards: none of its operations of integers can go wrong, in what was compiled with them (`fz \
             inspect {path}` counts them)"
        )),
        (Some(_), true) => None,
        (Some(_), false) if report.images.iter().any(|i| !i.edges.is_empty()) => Some(format!(
            "in {path} no guard has an edge: the compiler knew what each of them comes to"
        )),
        (Some(_), false) => Some(format!(
            "{path} has no records of edges: under link-time optimisation there are none"
        )),
        (None, _) => Some(format!(
            "{path} has no map: link it for afl (FZ_ENGINE=afl), its objects can stay"
        )),
    };
    let inputs = replay::gather("-i", &args.replay.inputs.inputs)?;
    let watch = Counts {
        map: map.map(|m| m.size as usize),
        tally: Mutex::new(Tally::of(&report)),
    };
    let timeout = args.timeout.or(USUAL);
    let runs = replay::run(&target, &args.replay, &inputs, timeout, &watch)?;

    let mut tally = watch.tally.into_inner().expect("all threads ended");
    tally.sort();
    let result = print::Result {
        program: &report.path,
        why_uncounted,
        inputs: &inputs,
        runs: &runs,
        guards: &tally.guards,
        all: args.all,
    };
    let mut out = std::io::stdout().lock();
    match args.json.is_wanted {
        true => result.print_json(&mut out)?,
        false => result.print(&mut out)?,
    }
    out.flush()?;
    Ok(match runs.interrupted {
        true => Exit::interrupted(),
        false => Exit::Done,
    })
}

/// Adds up what guards say.
struct Counts {
    /// The size of the map, if there is one.
    map: Option<usize>,
    tally: Mutex<Tally>,
}

/// Where runs leave it.
struct Place {
    map: Option<Segment>,
    log: PathBuf,
}

impl Watch for Counts {
    type Place = Place;

    fn place(&self, scratch: &Path, _: &Path) -> Result<(Place, Environment)> {
        let place = Place {
            map: self.map.map(Segment::new).transpose()?,
            log: scratch.join("reports"),
        };
        let variable = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut environment = vec![
            variable(env::MODE, "report"),
            variable(env::MAP, "on"),
            variable(env::LOG, &place.log.to_string_lossy()),
        ];
        if let Some(map) = &place.map {
            let name = afl::env::SHM_ID.to_string_lossy();
            environment.push(variable(&name, &map.name()));
        }
        Ok((place, environment))
    }

    fn before(&self, place: &mut Place) -> Result<Stdio> {
        fs::write(&place.log, "").map_err(|e| folder::failed(&place.log, &e))?;
        if let Some(map) = &mut place.map {
            map.bytes().fill(0);
        }
        Ok(Stdio::null())
    }

    fn after(&self, place: &mut Place, input: usize, _: Fate) -> Result<()> {
        let lines = fs::read(&place.log).map_err(|e| folder::failed(&place.log, &e))?;
        let mut tally = self.tally.lock().expect("no panic");
        let counts = place.map.as_mut().map_or(&[][..], |map| map.bytes());
        tally.add(input, counts, tally::reports(&lines));
        Ok(())
    }
}
