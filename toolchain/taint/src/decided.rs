//! Which bytes of inputs flow into a condition of the source: a taint build is run over inputs that come to it. What flows in
//! through other conditions alone is not followed.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    ffi::{OsStr, OsString},
    fs,
    ops::Range,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use anyhow::{Context, Result};
use fz_abi::taint::env;
use fz_binary::{Image, Place};
use fz_engines::launch::{
    folder,
    replay::{self, Environment, Request, Watch},
    target::Target,
};
use fz_process::Fate;

use crate::{Bytes, Trace};

/// A condition: the line that it is on, and the columns from where it begins to where the next one does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub file: String,
    pub line: u32,
    pub columns: Range<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// These of an input, by its number.
    By { input: usize, bytes: Bytes },
    /// No byte of any of the inputs, nor how many there are.
    ByNone,
    /// The build records nothing at this place.
    Unknown,
}

/// Over what a taint build is run.
pub struct Runs<'a> {
    pub target: &'a Target,
    pub images: &'a [Image],
    /// The program's own, with `@@` where the input belongs.
    pub arguments: &'a [OsString],
    pub inputs: &'a [PathBuf],
    pub timeout: Duration,
}

impl Asked {
    /// The condition that begins at a column. `columns`: where conditions of its line begin.
    pub fn at(file: String, line: u32, column: u32, columns: &BTreeSet<u32>) -> Asked {
        // The first of a line has what stands before it as well.
        let begin = match columns.first() == Some(&column) {
            true => 0,
            false => column,
        };
        let next = columns.range(column + 1..).next();
        Asked {
            file,
            line,
            columns: begin..next.copied().unwrap_or(u32::MAX),
        }
    }

    fn is_at(&self, place: &Place) -> bool {
        let (one, other) = (Path::new(&self.file), Path::new(&place.file));
        self.line == place.line
            && self.columns.contains(&place.column)
            && (one.ends_with(other) || other.ends_with(one) || end(one) == end(other))
    }
}

/// The name of a file and of its folder: objects may have been made for another copy of the sources.
fn end(path: &Path) -> Option<(&OsStr, &OsStr)> {
    Some((path.parent()?.file_name()?, path.file_name()?))
}

/// Of each condition what decides it.
pub fn decided(runs: &Runs, asked: &[Asked]) -> Result<Vec<Decided>> {
    let follow = Follow::of(asked);
    let known = follow.recorded(runs);
    let mut found: HashMap<usize, (usize, Bytes)> = HashMap::new();
    follow.run(runs, |input, number, bytes| {
        found.entry(number).or_insert((input, bytes));
    })?;
    let of = |number: usize| match found.remove(&number) {
        Some((input, bytes)) => Decided::By { input, bytes },
        None if known.contains(&number) => Decided::ByNone,
        None => Decided::Unknown,
    };
    Ok((0..asked.len()).map(of).collect())
}

/// Of each condition and input, by their numbers, the bytes that flow into it; without those into which none do.
pub fn of_each_input(runs: &Runs, asked: &[Asked]) -> Result<HashMap<(usize, usize), Bytes>> {
    let mut found = HashMap::new();
    Follow::of(asked).run(runs, |input, number, bytes| {
        found.insert((number, input), bytes);
    })?;
    Ok(found)
}

fn by_line(asked: &[Asked]) -> HashMap<u32, Vec<usize>> {
    let mut lines: HashMap<u32, Vec<usize>> = HashMap::new();
    for (number, one) in asked.iter().enumerate() {
        lines.entry(one.line).or_default().push(number);
    }
    lines
}

struct Follow<'a> {
    asked: &'a [Asked],
    by_line: HashMap<u32, Vec<usize>>,
}

impl<'a> Follow<'a> {
    fn of(asked: &'a [Asked]) -> Follow<'a> {
        Follow {
            asked,
            by_line: by_line(asked),
        }
    }

    /// Those of which the build has a site.
    fn recorded(&self, runs: &Runs) -> HashSet<usize> {
        let sites = runs.images.iter().flat_map(|i| &i.sites);
        let places = sites.flat_map(|f| &f.sites).map(|s| &s.place);
        places.flat_map(|place| self.at(place)).collect()
    }

    /// Runs the inputs: tells of each by its number what flows into which condition.
    fn run(&self, runs: &Runs, mut tell: impl FnMut(usize, usize, Bytes)) -> Result<()> {
        let request = Request {
            target: runs.target,
            arguments: runs.arguments,
            inputs: runs.inputs,
            jobs: fz_process::processors(),
            timeout: runs.timeout,
        };
        let mut input = 0;
        replay::run(&request, self, |seen| {
            for (number, bytes) in seen {
                tell(input, number, bytes);
            }
            input += 1;
            Ok(())
        })?;
        Ok(())
    }

    /// The conditions at a place.
    fn at<'s>(&'s self, place: &'s Place) -> impl Iterator<Item = usize> + 's {
        let of_line = self.by_line.get(&place.line).into_iter().flatten().copied();
        of_line.filter(move |number| self.asked[*number].is_at(place))
    }

    /// What flows into each in a run.
    fn of_trace(&self, trace: &mut Trace) -> Result<Vec<(usize, Bytes)>> {
        let mut all: HashMap<usize, Bytes> = HashMap::new();
        let mut add = |number: usize, bytes: &Bytes| {
            let known = all.entry(number).or_default();
            let ranges = known.ranges.iter().chain(&bytes.ranges).copied();
            *known = Bytes {
                any: known.any || bytes.any,
                length: known.length || bytes.length,
                ..Bytes::of(ranges.collect())
            };
        };
        for number in 0..trace.events.len() {
            let Some(event) = trace.events.get(number)? else {
                continue;
            };
            for condition in self.at(&event.site.place) {
                for label in event.labels {
                    add(condition, &*trace.labels.bytes(label)?);
                }
            }
        }
        for number in 0..trace.rows.len() {
            let Some((_, site, bytes)) = trace.later(number)? else {
                continue;
            };
            self.at(&site.place).for_each(|n| add(n, &bytes));
        }
        all.retain(|_, bytes| !bytes.is_empty());
        Ok(all.into_iter().collect())
    }
}

impl Watch for Follow<'_> {
    type Place = PathBuf;
    type Seen = Vec<(usize, Bytes)>;

    fn place(&self, scratch: &Path, input: &Path) -> Result<(PathBuf, Environment)> {
        let trace = scratch.join("trace");
        let variable = |name: &str, path: &Path| {
            let value = path.to_str().with_context(|| {
                let shown = path.display();
                format!("{shown}: this path is not UTF-8: name another folder with TMPDIR")
            });
            Ok::<_, anyhow::Error>((name.to_owned(), value?.to_owned()))
        };
        let environment = vec![variable(env::INPUT, input)?, variable(env::OUT, &trace)?];
        Ok((trace, environment))
    }

    fn before(&self, trace: &mut PathBuf) -> Result<Stdio> {
        if trace.exists() {
            fs::remove_file(&*trace).map_err(|e| folder::failed(trace, &e))?;
        }
        Ok(Stdio::null())
    }

    fn after(&self, trace: &mut PathBuf, _: usize, _: Fate) -> Result<Self::Seen> {
        // One that could not begin says nothing.
        match trace.exists() {
            true => self.of_trace(&mut Trace::read(trace)?),
            false => Ok(Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_where_its_columns_are_however_its_file_is_named() {
        let asked = Asked {
            file: "/s/src/a.c".to_owned(),
            line: 7,
            columns: 9..20,
        };
        let at = |file: &str, line, column| asked.is_at(&Place::new(file, line, column));
        assert!(at("/s/src/a.c", 7, 9) && at("src/a.c", 7, 19) && at("a.c", 7, 12));
        assert!(at("/copy/src/a.c", 7, 9));
        assert!(!at("a.c", 8, 12) && !at("a.c", 7, 20) && !at("b/a.c", 7, 12));
        assert!(!at("/s/other/a.c", 7, 12));
        assert!(!at("ba.c", 7, 12));
    }
}
