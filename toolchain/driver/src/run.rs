//! `fz-cc` and `fz-cxx` from the first argument to the last.

mod recorded;
mod replayed;
pub mod steps;
mod units;

use std::{
    ffi::OsString,
    fs,
    iter::once,
    path::{Path, PathBuf},
    process::ExitCode,
};

use fz_base::{
    env::Environment,
    error::{Error, unwritten},
    layout, say,
    scratch::Scratch,
    tell, terminal,
};
use fz_builds::tools;
use fz_commandline::{invocation::Outcome, own};
use fz_process::{Command, SCRATCH_FOLDER};
use fz_settings::{
    Flags, Origin, Settings,
    afl_names::{self, Wishes},
};

use crate::{
    compile::{self, CommandLine, SCRATCH},
    dry_run, fingerprint, guards, inputs,
    invoked::Invoked,
    linked,
    log::Log,
    machine::{Machine, find_clang, libclang, shelf},
    plan,
    replay::{self, Replay, Room},
};
use units::Bench;

/// The compiler's main function, and that of the tools that stand beside it under names of their own. `cxx`: by its own name; other names are read off `arguments[0]`.
pub fn main(cxx: bool) -> ExitCode {
    terminal::tell_of_panics();
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let name = arguments
        .first()
        .and_then(|a| Path::new(a).file_name())
        .map_or("fz-cc".to_owned(), |n| n.to_string_lossy().into_owned());
    arguments.drain(..arguments.len().min(1));
    if let Some(tool) = tools::stands_for(&name, clang) {
        let run = |program| Command { program, arguments }.exec();
        terminal::fail(&name, once(&tool.map_or_else(|error| error, run) as _));
        return ExitCode::FAILURE;
    }
    // Only a name that says so: a symlink `cc` to fz-cxx stays what it points to.
    let cxx = cxx || afl_names::is_cxx(&name);
    match run(&name, CommandLine { cxx, arguments }) {
        Ok(code) => code,
        Err(error) => {
            terminal::fail(&name, once(&error as _));
            ExitCode::FAILURE
        }
    }
}

/// The clang that is run here.
fn clang() -> Option<PathBuf> {
    let environment = Environment::read();
    let directory = std::env::current_dir().ok()?;
    let settings = Settings::resolve(&Flags::default(), &environment, &directory).ok()?;
    find_clang(&settings, &Wishes::read(&environment), false).ok()
}

fn run(name: &str, line: CommandLine) -> Result<ExitCode, Error> {
    match replay::named(&line.arguments) {
        Some(path) => {
            let replay = Replay::read(path)?;
            replayed::run(name, line, &replay)
        }
        None => compiled(name, line, None),
    }
}

/// `replay`: what a captured build did, and where it is done again.
fn compiled(
    name: &str,
    line: CommandLine,
    replay: Option<(&Replay, &Room)>,
) -> Result<ExitCode, Error> {
    let machine = Machine::new()?;
    let environment = Environment::read();
    let Some(invoked) = compile::understand(line, &environment, &machine)? else {
        terminal::say_lines(&own::help())?;
        return Ok(ExitCode::SUCCESS);
    };
    if invoked.said.fingerprint {
        say!("{:016x}", fingerprint::of(&invoked))?;
        return Ok(ExitCode::SUCCESS);
    }
    if invoked.said.maker {
        say!("{}", invoked.maker)?;
        return Ok(ExitCode::SUCCESS);
    }
    let log = Log::new(name, environment.log.as_deref());
    let invoked = match replay {
        Some((replay, room)) => {
            replay.close(room, &invoked)?;
            invoked.replaying(replay)
        }
        None => invoked,
    };
    let needs_scratch = invoked.needs_scratch() || replay.is_some();
    let scratch = match needs_scratch && !invoked.said.dry_run {
        true => Some(fz_process::scratch()?),
        false => None,
    };
    let folder = scratch.as_ref().map_or(Path::new(SCRATCH), Scratch::path);
    let record = invoked.recorded_link().map(|_| folder.join(inputs::FILE));
    let plan = invoked.plan(folder, record.as_deref());
    if invoked.said.dry_run {
        terminal::say_lines(&dry_run::text(&plan))?;
        return Ok(ExitCode::SUCCESS);
    }
    check(name, &invoked, &environment)?;
    let plan = match replay {
        Some((replay, _)) => replay.plan(plan, folder, &invoked)?,
        None => plan,
    };
    log.say(name, &plan.reasons);
    if let Some(path) = &record {
        recorded::link(name, path, &invoked, environment.state.as_deref())?;
    }
    for plan::File { path, text } in &plan.files {
        fs::write(path, text).map_err(|e| Error::file(path, unwritten(&e, SCRATCH_FOLDER)))?;
    }
    let libclang = libclang(&invoked.clang);
    let is_limited = invoked.runtime_link().is_some() && invoked.engine.map_limit.is_some();
    let then = || after_the_link(name, &invoked, environment.state.as_deref());
    Err(match scratch {
        Some(folder) => steps::run_on(Bench::new(folder, libclang, log, name), &plan, then),
        None if is_limited => steps::run_then(&plan, then),
        None => steps::run(&plan),
    })
}

/// What there is to say before anything runs: parts that are missing, sanitizers that the engine does not take.
fn check(name: &str, invoked: &Invoked, environment: &Environment) -> Result<(), Error> {
    let Invoked {
        profile, layout, ..
    } = invoked;
    if matches!(invoked.invocation.outcome, Outcome::Instrument { .. }) {
        layout::present(layout.plugin())?;
        for (plugin, is_needed) in [
            (layout.capture_plugin(), invoked.captures()),
            (layout.casts_plugin(), profile.has_pass(guards::PASS)),
            (layout.conditions_plugin(), profile.conditions.is_some()),
            (layout.expand_plugin(), profile.refactor),
        ] {
            if is_needed {
                layout::present(plugin)?;
            }
        }
        for note in invoked.wishes.notes.iter().chain(&environment.mistyped) {
            tell!("{name}: note: {note}");
        }
    }
    if let Some(link) = invoked.runtime_link() {
        invoked.engine.takes(&link.sanitizers)?;
        if profile.taint.is_some() {
            fz_engines::links::refuses_taint(link, &profile.name)?;
        }
        invoked.installed.clone()?;
    }
    Ok(())
}

/// What there is to say of the program that was linked.
fn after_the_link(name: &str, invoked: &Invoked, state: Option<&Path>) -> Result<(), Error> {
    let Invoked {
        engine, settings, ..
    } = invoked;
    if let Some(link) = invoked.recorded_link() {
        linked::say_what_is_mixed(name, engine, link, &invoked.invocation);
        linked::say_what_is_carried(name, link, state);
    }
    if let Some(link) = invoked.runtime_link() {
        if settings.profile.origin == Origin::Default {
            let shelf = shelf(settings, &invoked.layout);
            linked::say_what_is_missing(name, engine, link, &shelf);
        }
        if engine.map_limit.is_some() {
            linked::fits(engine, &link.path)?;
        }
    }
    match invoked.recorded_link() {
        Some(link) if link.is_final() => linked::seal(name, link),
        _ => Ok(()),
    }
}
