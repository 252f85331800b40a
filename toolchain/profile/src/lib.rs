//! Profiles: what a build is made of, as data. A profile is a TOML file; `extends` names the one it changes.

mod feedback;
mod file;
mod lto;
mod pipeline;
mod values;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use fz_base::error::Error;
use fz_schema::PassText;
pub use fz_schema::{Design, Point};
use serde::{Serialize, Serializer};

use file::File;

/// One pass with its options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pass {
    pub name: String,
    #[serde(serialize_with = "by_name")]
    pub at: Point,
    pub options: BTreeMap<String, String>,
}

impl Pass {
    /// As LLVM reads it.
    pub fn text(&self) -> String {
        let text = PassText::new(self.name.as_str());
        text.with_all(&self.options).to_string()
    }
}

fn design_by_name<S: Serializer>(design: &Design, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(design.name())
}

fn by_name<S: Serializer>(point: &Point, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(point.name())
}

/// A pass of somebody else's plugin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Plugin {
    pub library: PathBuf,
    pub pass: String,
}

/// A profile with everything it inherits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Profile {
    pub name: String,
    pub summary: String,
    /// Its first choice. Where its own pipeline cannot apply, clang's extension points take its place.
    #[serde(serialize_with = "design_by_name")]
    pub design: Design,
    /// Arguments for clang, before the user's.
    pub frontend_add: Vec<String>,
    /// Arguments of the user's that are left out; a `*` at the end stands for anything.
    pub frontend_drop: Vec<String>,
    /// Arguments for clang where it links a program or a shared library.
    pub frontend_link: Vec<String>,
    /// Sanitizers that are asked for report what they find, where they would otherwise trap.
    pub reports: bool,
    /// The profile's pipeline, without fz's own passes. It runs instead of clang's; in a build at clang's extension points
    /// it runs before clang's, if edges are counted at the start and the user optimises.
    pub pipeline: String,
    /// Code compiled with -O0, or without a level, goes through clang's own pipeline and stays unoptimised.
    pub keep_o0: bool,
    /// LLVM options for code generation.
    pub codegen: Vec<String>,
    pub passes: Vec<Pass>,
    pub plugins: Vec<Plugin>,
    /// Edge counters, unless the profile wants none.
    pub edges: Option<Edges>,
    /// Compare feedback, if the profile wants it.
    pub compares: Option<Compares>,
    /// Branch distances, if the profile wants them.
    pub distance: Option<Options>,
    /// Whether functions that may call themselves note how deep the stack is.
    pub stack_depth: bool,
    /// The words that the program compares its input with, if the profile wants them.
    pub dictionary: Option<Options>,
    /// Which counters are outcomes of which conditions, if the profile wants to know.
    pub conditions: Option<Options>,
    /// Whether sources are refactored before they are compiled.
    pub refactor: bool,
    /// Labels that say what is computed from which bytes of the input, if the profile wants them.
    pub taint: Option<Taint>,
}

/// The edge counters of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Edges {
    /// Where in clang's pipeline; the profile's own has the counters at its end, unless this is [`Point::Source`].
    #[serde(serialize_with = "by_name")]
    pub at: Point,
    /// Options of the `edges` pass.
    pub options: BTreeMap<String, String>,
}

impl Default for Edges {
    fn default() -> Edges {
        Edges {
            at: Point::OptimizerLast,
            options: BTreeMap::new(),
        }
    }
}

/// The compare feedback of a profile.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Compares {
    /// Options of the `compares` pass; `form` is one.
    pub lowering: BTreeMap<String, String>,
    /// Options of the `sites` pass.
    pub sites: BTreeMap<String, String>,
}

/// Feedback of one pass.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Options {
    /// The pass's.
    pub options: BTreeMap<String, String>,
}

/// The labels of a profile.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Taint {
    /// Options of the `taint` pass.
    pub labels: BTreeMap<String, String>,
    /// Options of the `sites` pass.
    pub sites: BTreeMap<String, String>,
}

/// What has the link optimise.
const LTO: &str = "-flto";

/// Whether a pattern of `drop` stands for an argument.
fn fits(pattern: &str, argument: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(stem) => argument.starts_with(stem),
        None => argument == pattern,
    }
}

impl Profile {
    /// Whether it leaves an argument of the user's out.
    pub fn drops(&self, argument: &str) -> bool {
        let is_dropped = |argument: &str| self.frontend_drop.iter().any(|p| fits(p, argument));
        is_dropped(argument) || is_dropped(LTO) && lto::is_one(argument)
    }

    /// What it leaves of an argument of the user's with its values.
    pub fn left(&self, words: &[String]) -> Vec<String> {
        match words.first() {
            Some(first) if self.drops(first) => Vec::new(),
            _ if self.drops(LTO) => lto::without(words),
            _ => words.to_vec(),
        }
    }

    /// Whether it compiles at a level of its own, whichever the user says.
    pub fn has_own_level(&self) -> bool {
        self.drops("-O2")
    }

    pub fn has_pass(&self, name: &str) -> bool {
        self.passes.iter().any(|p| p.name == name)
    }

    /// Whether it leaves the program to clang.
    pub fn is_empty(&self) -> bool {
        self.edges.is_none()
            && self.compares.is_none()
            && self.distance.is_none()
            && !self.stack_depth
            && self.dictionary.is_none()
            && self.conditions.is_none()
            && !self.refactor
            && self.taint.is_none()
            && self.passes.is_empty()
            && self.plugins.is_empty()
            && self.pipeline.is_empty()
            && self.codegen.is_empty()
            && self.frontend_add.is_empty()
    }
}

/// Where profiles are looked for, in this order.
#[derive(Debug, Clone)]
pub struct Shelf {
    pub directories: Vec<PathBuf>,
}

impl Shelf {
    /// The names of all profiles, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .directories
            .iter()
            .filter_map(|d| fs::read_dir(d).ok())
            .flatten()
            .filter_map(|e| e.ok()?.file_name().into_string().ok())
            .filter_map(|n| n.strip_suffix(".toml").map(str::to_owned))
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// Resolves a profile by name, or by the path of its file (see [`is_path`]).
    pub fn resolve(&self, name: &str) -> Result<Profile, Error> {
        self.chain(name, &mut Vec::new())
    }

    /// `seen`: the files of those that extend it.
    fn chain(&self, name: &str, seen: &mut Vec<PathBuf>) -> Result<Profile, Error> {
        let path = self.find(name, seen)?;
        let is_circle = is_among(seen, &path);
        seen.push(path.clone());
        if is_circle {
            let names: Vec<_> = seen.iter().map(|p| stem(p)).collect();
            return Err(Error::profile(
                &names[0],
                format!("`extends` goes round in a circle: {}", names.join(" -> ")),
            ));
        }
        if seen.len() > DEEPEST {
            return Err(Error::profile(
                stem(&seen[0]),
                format!("`extends` leads through more than {DEEPEST} profiles"),
            ));
        }
        let file = File::read(&path)?;
        let base = match &file.extends {
            Some(parent) => {
                let name = match is_path(parent) {
                    true => beside(&path, Path::new(parent))
                        .to_string_lossy()
                        .into_owned(),
                    false => parent.clone(),
                };
                self.find(&name, seen)
                    .map_err(|e| Error::file(&path, format!("`extends = \"{parent}\"`: {e}")))?;
                self.chain(&name, seen)?
            }
            None => Profile {
                name: String::new(),
                summary: String::new(),
                design: Design::ExtensionPoints,
                frontend_add: Vec::new(),
                frontend_drop: Vec::new(),
                frontend_link: Vec::new(),
                reports: false,
                pipeline: String::new(),
                keep_o0: false,
                codegen: Vec::new(),
                passes: Vec::new(),
                plugins: Vec::new(),
                edges: None,
                compares: None,
                distance: None,
                stack_depth: false,
                dictionary: None,
                conditions: None,
                refactor: false,
                taint: None,
            },
        };
        let profile = file.applied_to(base, stem(&path), &path)?;
        pipeline::check(&profile)?;
        Ok(profile)
    }

    /// A profile may extend another of its own name, from a directory behind its own.
    fn find(&self, name: &str, seen: &[PathBuf]) -> Result<PathBuf, Error> {
        if is_path(name) {
            return file_at(name);
        }
        let paths = self.directories.iter();
        let found: Vec<_> = paths
            .map(|d| d.join(format!("{name}.toml")))
            .filter(|p| p.exists())
            .collect();
        let new = found.iter().find(|p| !is_among(seen, p));
        new.or(found.first()).cloned().ok_or_else(|| {
            match self.directories.iter().find(|d| !d.is_dir()) {
                Some(missing) => Error::profile(
                    name,
                    format!(
                        "is not among {}; and {}, which `profile-path` names, is not a directory",
                        self.names().join(", "),
                        missing.display()
                    ),
                ),
                None => Error::Unknown {
                    what: "profile",
                    name: name.to_owned(),
                    known: self.names(),
                },
            }
        })
    }
}

/// So many profiles may extend each other.
const DEEPEST: usize = 64;

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn is_among(files: &[PathBuf], path: &Path) -> bool {
    let real = |p: &Path| p.canonicalize().unwrap_or_else(|_| p.to_owned());
    files.iter().any(|f| real(f) == real(path))
}

/// Whether a profile is given by its file: with a slash, or with the ending or the first dot that names do not have.
pub fn is_path(name: &str) -> bool {
    name.contains('/') || name.ends_with(".toml") || name.starts_with('.')
}

fn file_at(name: &str) -> Result<PathBuf, Error> {
    let path = PathBuf::from(name);
    let problem = match path.metadata() {
        Ok(metadata) if metadata.is_dir() => "is a directory".to_owned(),
        Ok(_) => return Ok(path),
        Err(error) => format!("cannot be read: {error}"),
    };
    // Build systems change directories.
    let place = match std::env::current_dir() {
        Ok(directory) if path.is_relative() => {
            format!(
                " (a path from {}; an absolute one holds everywhere)",
                directory.display()
            )
        }
        _ => String::new(),
    };
    Err(Error::file(
        path,
        format!(
            "{problem}{place}; a profile is the path of a TOML file, or a name that `fz profiles` lists"
        ),
    ))
}

/// A path in a profile is relative to the profile's file.
fn beside(profile: &Path, path: &Path) -> PathBuf {
    profile.parent().unwrap_or(Path::new("")).join(path)
}

#[cfg(test)]
mod tests;
