//! Which bytes of an input decide nothing, as its taint says.

use std::{
    ffi::OsString,
    fs::{self, File},
    ops::Range,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use fz_abi::taint::env;
use fz_engines::launch::{
    folder,
    replay::{self, Environment, Request, Watch},
};
use fz_process::Fate;
use fz_taint::{Chosen, Trace, map::Map};

use crate::opened::Opened;

/// What its program is built by.
const PROFILE: &str = "taint";
/// Of its run.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Bytes that flow into nothing that the program compares, in order.
pub fn idle(
    opened: &Opened,
    arguments: &[OsString],
    path: &PathBuf,
    input: &[u8],
) -> Result<Vec<Range<usize>>> {
    let mut made = None;
    if !opened.target.has_taint {
        made = opened.by_profile(PROFILE, None)?;
        if made.is_none() {
            bail!(
                "--taint: {} carries nothing to make a build by {PROFILE} from: leave --taint out",
                opened.program.typed.display()
            );
        }
    }
    let request = Request {
        target: &made.as_ref().unwrap_or(opened).target,
        arguments,
        inputs: std::slice::from_ref(path),
        jobs: 1,
        timeout: TIMEOUT,
    };
    let mut rows = Vec::new();
    replay::run(&request, &Rows, |of_run| {
        rows = of_run;
        Ok(())
    })?;
    let mut idle = Vec::new();
    let mut at = 0;
    for row in rows {
        let (from, to) = (row.start as usize, row.end as usize);
        if from > at {
            idle.push(at..from);
        }
        at = at.max(to);
    }
    if at < input.len() {
        idle.push(at..input.len());
    }
    Ok(idle)
}

/// An input without such bytes: without all of them, or else without as many as can go piece by piece. And how often `keep` was
/// asked.
pub fn without(
    input: &[u8],
    idle: &[Range<usize>],
    keep: &mut dyn FnMut(&[u8]) -> Result<bool>,
) -> Result<(Vec<u8>, u64)> {
    let cut = |pieces: &[Range<usize>]| -> Vec<u8> {
        let bytes = input.iter().enumerate();
        let kept = bytes.filter(|(at, _)| !pieces.iter().any(|piece| piece.contains(at)));
        kept.map(|(_, byte)| *byte).collect()
    };
    if idle.is_empty() {
        return Ok((input.to_vec(), 0));
    }
    let all = cut(idle);
    if keep(&all)? {
        return Ok((all, 1));
    }
    let mut gone: Vec<Range<usize>> = Vec::new();
    let mut tries = 1;
    // From the end: offsets of what comes before stay.
    for piece in idle.iter().rev() {
        if fz_process::is_interrupted() {
            break;
        }
        gone.push(piece.clone());
        tries += 1;
        if !keep(&cut(&gone))? {
            gone.pop();
        }
    }
    Ok((cut(&gone), tries))
}

/// Takes the rows of the map of one run.
struct Rows;

impl Watch for Rows {
    type Place = PathBuf;
    type Seen = Vec<Range<u32>>;

    fn place(&self, scratch: &Path, input: &Path) -> Result<(PathBuf, Environment)> {
        let trace = scratch.join("trace");
        let text = |path: &Path| {
            let text = path.to_str().map(str::to_owned);
            text.with_context(|| {
                format!(
                    "{}: this path is not UTF-8: name another folder with TMPDIR",
                    path.display()
                )
            })
        };
        let environment = vec![
            (env::INPUT.to_owned(), text(input)?),
            (env::OUT.to_owned(), text(&trace)?),
            (env::HITS.to_owned(), env::HITS_USUAL.to_string()),
        ];
        Ok((trace, environment))
    }

    fn before(&self, trace: &mut PathBuf) -> Result<Stdio> {
        let errors = trace.with_file_name("errors");
        let file = File::create(&errors).map_err(|e| folder::failed(&errors, &e))?;
        Ok(file.into())
    }

    fn after(&self, trace: &mut PathBuf, _: usize, _: Fate) -> Result<Vec<Range<u32>>> {
        if !trace.exists() {
            let errors = fs::read(trace.with_file_name("errors")).unwrap_or_default();
            let said = String::from_utf8_lossy(&errors);
            let first = said.lines().next().unwrap_or("it said nothing");
            bail!("--taint: the build by {PROFILE} left no trace: {first}");
        }
        let mut trace = Trace::read(trace)?;
        let map = Map::of(&mut trace, &Chosen::read(&[])?, 1)?;
        Ok(map.rows.into_iter().map(|row| row.bytes).collect())
    }
}
