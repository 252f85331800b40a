//! Which bytes of the smallest inputs decide the conditions of a page: of the last campaign, whose program is known, a build
//! by `taint` is run over them.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Result;
use fz_report::pages::model::{Open, Program};
use fz_taint::decided::{self, Asked, Runs};

use crate::{last::Campaign, opened::Opened};

/// The profile of the build that tells.
const TAINT: &str = "taint";
/// So many conditions are asked, those that hide most.
const MOST: usize = 100;
/// Of one input. Such a build is slow, but a page is not to wait for what hangs.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Where conditions of a file begin: by line, their columns.
type Lines = BTreeMap<u32, BTreeSet<u32>>;

/// Marks bytes of inputs that were found. A program that carries no sources, or many, has no build that tells.
pub fn mark(program: &mut Program, campaign: &Campaign) -> Result<()> {
    let mut inputs: Vec<PathBuf> = Vec::new();
    let mut asked = Vec::new();
    let mut places = Vec::new();
    let mut lines: HashMap<usize, Lines> = HashMap::new();
    for (number, open) in program.frontier.iter().take(MOST).enumerate() {
        let Some(path) = smallest(program, open) else {
            continue;
        };
        let lines = lines.entry(open.file);
        let lines = lines.or_insert_with(|| begins(program, open.file));
        asked.push(at(program, open, lines));
        let known = inputs.iter().position(|input| input == path);
        places.push((number, known.unwrap_or(inputs.len())));
        if known.is_none() {
            inputs.push(path.to_owned());
        }
    }
    if asked.is_empty() {
        return Ok(());
    }
    let Some(build) = Opened::at(&campaign.program)?.soon_by_profile(TAINT)? else {
        return Ok(());
    };
    let arguments: Vec<OsString> = campaign.arguments.iter().map(Into::into).collect();
    let mut flows = decided::of_each_input(
        &Runs {
            target: &build.target,
            images: build.images()?,
            arguments: &arguments,
            inputs: &inputs,
            timeout: TIMEOUT,
        },
        &asked,
    )?;
    for (one, (open, input)) in places.into_iter().enumerate() {
        if let Some(bytes) = flows.remove(&(one, input)) {
            program.frontier[open].nearest[0].deciding = bytes.ranges;
        }
    }
    Ok(())
}

/// The file of the smallest input that comes to a condition, where it was found.
fn smallest<'p>(program: &'p Program, open: &Open) -> Option<&'p Path> {
    let bytes = open.nearest.first()?.bytes?;
    Some(&program.inputs[bytes].path)
}

fn begins(program: &Program, file: usize) -> Lines {
    let mut lines = Lines::new();
    for condition in &program.files[file].conditions {
        let columns = lines.entry(condition.line).or_default();
        columns.insert(condition.column);
    }
    lines
}

fn at(program: &Program, open: &Open, lines: &Lines) -> Asked {
    let file = &program.files[open.file];
    let condition = &file.conditions[open.condition];
    let path = file.path.strip_prefix(&program.prefix);
    Asked::at(
        path.unwrap_or(&file.path).to_owned(),
        condition.line,
        condition.column,
        &lines[&condition.line],
    )
}
