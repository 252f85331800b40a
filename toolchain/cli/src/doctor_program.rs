//! `fz doctor PROGRAM…`: every unit has counters, or a reason.

use std::{collections::BTreeMap, path::PathBuf};

use anyhow::Result;
use fz_base::terminal;
use fz_binary::{Image, LinkRecord, Mixture, Owner, Program, State, Unit};
use fz_engines::{launch::target::recognise, loaded::Loaded};
use serde_json::json;

use super::doctor_answer::{self, BY_NONE, Complaint, Said, is_clang};
use crate::{args::json, exit::Exit};

pub fn run(programs: &[PathBuf], as_json: bool, is_verbose: bool) -> Result<Exit> {
    let (mut units, mut complaints, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    let mut is_whole = true;
    for path in programs {
        let program = Program::read(path)?;
        let images = program.images()?;
        let found: Vec<Unit> = images.iter().flat_map(fz_binary::of_image).collect();
        let counters: u64 = images.iter().map(|i| i.counters).sum();
        let records = images.iter().any(|i| !i.records.is_empty());
        let bitcode = images.iter().any(|i| i.kind == fz_binary::Kind::Bitcode);
        let shown = path.display();
        let lost = images.iter().find_map(Image::lost_records);
        if let Some(lost) = lost.filter(|_| !records) {
            complaints.push(Complaint::Program(format!(
                "{shown}: its records are missing: {lost}"
            )));
        } else if !records && !bitcode && !is_explained(&found) {
            complaints.push(Complaint::Program(format!(
                "{shown} has no records of fz's: it is assembly or for another target, or was compiled by another \
                 compiler or with a profile that does nothing"
            )));
        }
        let is_silent =
            |i: &fz_binary::Image| i.kind == fz_binary::Kind::Executable && !i.has_runtime;
        if counters > 0 && images.iter().any(is_silent) && !has_engine(&program) {
            notes.push(format!(
                "{shown} has no runtime of fz's, so that no fuzzer sees its counters: {}",
                why_no_runtime(images)
            ));
        }
        let is_linked = |i: &Image| {
            matches!(
                i.kind,
                fz_binary::Kind::Executable | fz_binary::Kind::Library
            )
        };
        let unnoted = images.iter().any(|i| is_linked(i) && i.links.is_empty());
        is_whole &= !unnoted && lost.is_none();
        if records && unnoted {
            complaints.push(Complaint::Program(format!(
                "{shown} has no record of its link (another compiler linked it, or it is for another machine): nothing tells \
                 which units are yours, and assembly without a name is not listed"
            )));
        }
        let unfollowed: Vec<&str> = images.iter().flat_map(Image::unfollowed).collect();
        if !unfollowed.is_empty() {
            notes.push(format!(
                "{shown}: labels end in functions of libc that pass on what they read, and that this build does not follow: {}; \
                 `fz taint` shows which of them get bytes of an input",
                unfollowed.join(", ")
            ));
        }
        let loaded = Loaded::of(&program)?;
        // A build's libraries are part of it.
        let libraries = loaded.iter().flat_map(|l| &l.libraries);
        let all = images.iter().flat_map(|i| &i.records);
        if let Some(mixture) = Mixture::of(all.chain(libraries.flat_map(|l| &l.records))) {
            let said = format!(
                "{shown} mixes objects of several profiles, {}",
                mixture.text()
            );
            match mixture.is_wrong {
                true => complaints.push(Complaint::Program(format!(
                    "{said}: what it records is of a part of the program alone; build it again from clean"
                ))),
                false => notes.push(said),
            }
        }
        let plain = found.iter().filter(|u| u.state == State::Plain);
        complaints.extend(plain.map(|u| {
            let why = match &u.made_by {
                Some(compiler) if is_clang(compiler) => {
                    format!(": without fz's records, compiled by {compiler}, or {BY_NONE}")
                }
                Some(compiler) => format!(": {compiler} compiled it, not fz-cc"),
                None => ", for no recorded reason".to_owned(),
            };
            // An object by itself is its own unit.
            let within = match shown.to_string() == u.source {
                true => String::new(),
                false => format!("{shown}: "),
            };
            Complaint::Unit(format!("{within}{} has no counters{why}", u.source))
        }));
        units.extend(found);
        if let Some(loaded) = loaded {
            notes.extend(loaded.lines().iter().map(|l| format!("{shown}: {l}")));
            let wrong = loaded.complaints();
            complaints.extend(
                wrong
                    .iter()
                    .map(|c| Complaint::Program(format!("{shown}: {c}"))),
            );
        }
    }
    let mut rules: BTreeMap<&str, u64> = BTreeMap::new();
    for (rule, matches) in units.iter().flat_map(|u| &u.selection) {
        *rules.entry(rule).or_default() += matches;
    }
    if as_json {
        let complaints: Vec<&str> = complaints.iter().map(Complaint::text).collect();
        let report =
            json!({"units": units, "rules": rules, "complaints": complaints, "notes": notes});
        json::print(&report)?;
    } else {
        let said = Said {
            units: &units,
            is_whole,
            rules: &rules,
            notes: &notes,
            complaints: &complaints,
        };
        terminal::print(&doctor_answer::lines(&said, is_verbose, terminal::width()))?;
    }
    Ok(Exit::Found.when(!complaints.is_empty()))
}

/// Whether all that could have counters is there and says why it has none.
fn is_explained(units: &[Unit]) -> bool {
    let mut own = units.iter().filter(|u| u.owner != Owner::System).peekable();
    own.peek().is_some() && own.all(|u| u.owner == Owner::User && u.state == State::Explained)
}

/// What the log of the link says, if fz-cc linked it.
fn why_no_runtime(images: &[Image]) -> String {
    let links: Vec<&LinkRecord> = images.iter().flat_map(|i| &i.links).collect();
    let reason = links.iter().find_map(|link| link.no_runtime());
    match (links.last(), reason) {
        (None, _) => {
            "it was linked by another compiler, for another target, or stripped".to_owned()
        }
        (Some(link), None) => format!("it was linked for the engine {}", link.engine),
        (Some(_), Some(reason)) => format!("fz-cc linked it ({reason})"),
    }
}

/// Whether another engine than fz's own runtime has the counters, or a main of fz's runs the harness.
fn has_engine(program: &Program) -> bool {
    let target = recognise(program.data(), program.file().ok().as_ref());
    target.is_driven || !target.engines.is_empty()
}
