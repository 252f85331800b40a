//! Operations of integers that go wrong on the way to a bug, with their operands: what guards report.

use std::{ffi::OsString, path::PathBuf};

use anyhow::Result;
use fz_base::{tell, words::visible_lines};
use fz_binary::{Mapped, Place, Program, guards};
use fz_engines::launch::replay::{self, Request};
use fz_guards::Counts;
use fz_report::crashes::Bug;

use super::{CrashesArgs, results::Folder};
use crate::{carried::Carried, opened::Opened, variants};

const PROFILE: &str = "guards";

/// Adds to each bug what guards report for its smallest input. A program that carries nothing, or that has no guards, has
/// nothing to add.
pub fn add(
    (args, arguments): (&CrashesArgs, &[OsString]),
    program: &Program,
    folder: &Folder,
    bugs: &mut [Bug],
) -> Result<()> {
    if bugs.is_empty() {
        return Ok(());
    }
    let made = variants::in_folder(program, PROFILE, Vec::new(), &folder.builds());
    let build = match made {
        Ok(Some(build)) => build,
        Ok(None) => return Ok(()),
        Err(error) => {
            let why = format!("{error:#}");
            tell!("fz: no operands of guards: {}", visible_lines(&why));
            return Ok(());
        }
    };
    let build = Opened::at(&build)?;
    let mapped = Mapped::of(&build.program)?;
    if guards::count(mapped.images).is_empty() {
        return Ok(());
    }
    let sources = Carried::of(program);
    let line = |place: &Place| sources.line(&place.file, place.line);
    for bug in bugs {
        let inputs: [PathBuf; 1] = [folder.path().join(&bug.smallest.file)];
        let counts = Counts::of(&mapped, false);
        let request = Request {
            target: &build.target,
            arguments,
            inputs: &inputs,
            jobs: 1,
            timeout: args.timeout.or_usual(),
        };
        if replay::run(&request, &counts, |()| Ok(()))?.interrupted {
            return Ok(());
        }
        let failed = counts.guards(line).into_iter().filter(|g| g.failed > 0);
        bug.guards = failed
            .map(|guard| {
                let text = guard.first.and_then(|f| f.text).unwrap_or_default();
                format!("{} {}: {text}", guard.place, guard.name)
            })
            .collect();
    }
    Ok(())
}
