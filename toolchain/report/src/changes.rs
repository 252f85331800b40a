//! What a patch changes: a unified diff, as `diff -u` and `git diff` write it, and what of a program that touches.

mod names;
mod patch;

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    path::{Path, PathBuf},
};

use fz_base::{error::Error, words::visible};
use fz_coverage::{
    identities::{Catalogue, Identity, Kind, Place, is_file},
    lines as code,
};

use names::Files;
use patch::File;

/// Files that a note names.
const NAMED: usize = 5;

/// The lines that a patch adds, by file.
#[derive(Clone, Debug)]
pub struct Changes {
    pub path: PathBuf,
    /// Those that get lines.
    files: Vec<File>,
}

/// What a patch touches of a program, by file of its catalogue.
#[derive(Debug, Default)]
pub struct Touched<'a> {
    files: BTreeMap<&'a str, Lines>,
}

/// Of one file.
#[derive(Debug, Default)]
struct Lines {
    /// That the patch adds, each with the statement that it is a part of if nothing begins on it.
    added: BTreeMap<u32, Option<Span>>,
    statements: BTreeSet<Span>,
}

/// A statement of several lines: line and column where it begins, and behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    first: (u32, u32),
    behind: (u32, u32),
}

impl Span {
    /// Of a region that does not end on the line where it begins.
    pub fn of(identity: &Identity) -> Option<Span> {
        let place = identity.place.as_ref()?;
        let behind = identity.end.filter(|(line, _)| *line > place.line)?;
        Some(Span {
            first: (place.line, place.column),
            behind,
        })
    }

    fn has_line(&self, line: u32) -> bool {
        (self.first.0..=self.behind.0).contains(&line)
    }

    fn has(&self, place: &Place) -> bool {
        (self.first..self.behind).contains(&(place.line, place.column))
    }
}

impl Changes {
    pub fn read(path: &Path) -> Result<Changes, Error> {
        let text = read(path)?;
        let files = patch::added(&text)
            .map_err(|what| file(path, &format!("it is not a unified diff: {what}")))?;
        // Nothing may have changed, or names and binaries only.
        match files.is_empty() && !patch::is_empty(&text) {
            true => Err(file(
                path,
                "it is not a unified diff (`diff -u`, `git diff`)",
            )),
            false => Ok(Changes {
                path: path.to_owned(),
                files: files.into_iter().filter(|f| !f.lines.is_empty()).collect(),
            }),
        }
    }

    /// Of each file, what these programs call it.
    fn known<'a>(&self, catalogue: &'a Catalogue) -> Vec<Vec<&'a str>> {
        let places = catalogue.identities.iter();
        let places = places.flat_map(|i| [&i.place, &i.spelled]).flatten();
        let names: BTreeSet<&str> = places.map(|p| &*p.file).filter(|f| is_file(f)).collect();
        let files = Files::of(&catalogue.root, names.into_iter());
        let each = |find: &dyn Fn(&[String]) -> Vec<&'a str>| -> Vec<Vec<&'a str>> {
            self.files.iter().map(|f| find(&f.names)).collect()
        };
        let known = each(&|names| files.ending_in(names));
        match known.iter().all(Vec::is_empty) {
            true => each(&|names| files.within(names)),
            false => known,
        }
    }

    /// What to say of files that none of these programs has code of: a note that names them. An error if that is all: of
    /// such a patch nothing is known.
    pub fn unknown<'a>(
        &self,
        programs: impl Iterator<Item = &'a Catalogue>,
    ) -> Result<Option<String>, Error> {
        let mut is_known = vec![false; self.files.len()];
        for catalogue in programs {
            for (is_known, files) in is_known.iter_mut().zip(self.known(catalogue)) {
                *is_known |= !files.is_empty();
            }
        }
        let all = self.files.iter().zip(&is_known);
        let unknown = all.filter(|(_, is_known)| !**is_known);
        let unknown: Vec<String> = unknown.map(|(f, _)| visible(&f.names[0])).collect();
        if unknown.is_empty() {
            return Ok(None);
        }
        let more = match unknown.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let listed = format!("{}{more}", unknown[..unknown.len().min(NAMED)].join(", "));
        match is_known.contains(&true) {
            true => Ok(Some(format!(
                "{}: the program has no code of {listed}; the lines that it adds there do not count",
                self.path.display()
            ))),
            false => Err(file(
                &self.path,
                &format!(
                    "the program has no code of any file that gets lines: {listed}; `fz cov report --all` lists those \
                     that it has"
                ),
            )),
        }
    }

    /// What it touches of a program.
    pub fn touched<'a>(&self, catalogue: &'a Catalogue) -> Touched<'a> {
        let mut touched = Touched::default();
        for (changed, files) in self.files.iter().zip(self.known(catalogue)) {
            for file in files {
                let lines = touched.files.entry(file).or_default();
                lines
                    .added
                    .extend(changed.lines.iter().map(|line| (*line, None)));
            }
        }
        for identity in &catalogue.identities {
            let file = identity.place.as_ref().map_or("", |p| &p.file);
            if let Some(lines) = touched.files.get_mut(file) {
                lines.statements.extend(Span::of(identity));
            }
        }
        let own = code::Lines::of(catalogue).places;
        let own: HashSet<(&str, u32)> = own.iter().map(|(file, line)| (&**file, *line)).collect();
        for (file, lines) in &mut touched.files {
            let statements = std::mem::take(&mut lines.statements);
            for (line, statement) in &mut lines.added {
                if !own.contains(&(*file, *line)) {
                    // The innermost begins last.
                    let mut around = statements.range(..);
                    *statement = around.rfind(|s| s.has_line(*line)).copied();
                }
            }
            lines.statements = lines.added.values().flatten().copied().collect();
        }
        touched
    }
}

impl Touched<'_> {
    /// The lines that are added, by file, each with the statement that it is a part of if nothing begins on it.
    pub fn lines(&self) -> impl Iterator<Item = (&str, &BTreeMap<u32, Option<Span>>)> {
        self.files.iter().map(|(file, lines)| (*file, &lines.added))
    }

    /// Whether something that stands there is touched.
    pub fn has(&self, kind: Kind, place: &Place) -> bool {
        self.files.get(&*place.file).is_some_and(|lines| {
            lines.added.contains_key(&place.line)
                || lines.statements.iter().any(|s| match kind {
                    Kind::Line => s.first.0 == place.line,
                    _ => s.has(place),
                })
        })
    }
}

pub(crate) fn file(path: &Path, message: &str) -> Error {
    Error::file(path, message)
}

pub(crate) fn read(path: &Path) -> Result<String, Error> {
    let bytes = fz_base::file::read_typed(path, fz_base::file::TEXT)
        .map_err(|e| file(path, &e.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
