//! Profiles: what a build is made of, as data. A profile is a TOML file; `extends` names the one it changes.

mod file;
pub mod pipeline;

use std::{
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
};

use serde::Serialize;

use crate::error::Error;
use file::File;

/// Where a pipeline runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(try_from = "toml::Value")]
pub enum Design {
    /// Inside clang's own pipeline at the user's -O level, at its extension points.
    A,
    /// Instead of clang's pipeline, right before code generation.
    B,
}

impl TryFrom<toml::Value> for Design {
    type Error = String;

    fn try_from(value: toml::Value) -> Result<Design, String> {
        match value.as_str() {
            Some("A") => Ok(Design::A),
            Some("B") => Ok(Design::B),
            _ => Err(format!("`design = {value}`: `design` is \"A\" or \"B\"")),
        }
    }
}

/// Where in a pipeline a pass stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", try_from = "toml::Value")]
pub enum Point {
    /// Before everything else.
    Start,
    /// After simplification and inlining, before sanitizers (design A). In design B: at the end.
    OptimizerEarly,
    /// At the end.
    OptimizerLast,
    /// Wherever the edges are counted, right before that; at the end where none are.
    BeforeEdges,
    /// For counters alone: on what clang made of the source, in either design.
    Source,
}

impl Point {
    /// As profiles write them.
    const NAMES: [(&str, Point); 5] = [
        ("start", Point::Start),
        ("optimizer-early", Point::OptimizerEarly),
        ("optimizer-last", Point::OptimizerLast),
        ("before-edges", Point::BeforeEdges),
        ("source", Point::Source),
    ];

    /// One of some points, by its name.
    fn parse(value: &toml::Value, allowed: impl Fn(Point) -> bool) -> Result<Point, String> {
        let mut names = Self::NAMES.iter().filter(|(_, point)| allowed(*point));
        match names.find(|(name, _)| value.as_str() == Some(name)) {
            Some((_, point)) => Ok(*point),
            None => Err(format!(
                "`at = {value}`: `at` is one of {}",
                Self::list(allowed)
            )),
        }
    }

    /// The names of some points, for people.
    fn list(allowed: impl Fn(Point) -> bool) -> String {
        let allowed = Self::NAMES.iter().filter(|(_, point)| allowed(*point));
        let names: Vec<_> = allowed.map(|(name, _)| format!("\"{name}\"")).collect();
        names.join(", ")
    }
}

impl TryFrom<toml::Value> for Point {
    type Error = String;

    fn try_from(value: toml::Value) -> Result<Point, String> {
        Point::parse(&value, |_| true)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(_, point)| point == self);
        f.write_str(name.expect("all points have names").0)
    }
}

/// One pass with its options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pass {
    pub name: String,
    pub at: Point,
    pub options: BTreeMap<String, String>,
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
    /// Its first choice; A where B cannot apply.
    pub design: Design,
    /// Arguments for clang, before the user's.
    pub frontend_add: Vec<String>,
    /// Arguments of the user's that are left out; a `*` at the end stands for anything.
    pub frontend_drop: Vec<String>,
    /// The pipeline, without fz's own passes: in design B in the place of clang's. In design A in front of it, where
    /// edges are counted at its start and the user optimises.
    pub pipeline: String,
    /// What is compiled with -O0, or without a level, stays as clang makes it: design A.
    pub keep_o0: bool,
    /// LLVM options for code generation.
    pub codegen: Vec<String>,
    pub passes: Vec<Pass>,
    pub plugins: Vec<Plugin>,
    /// Edge counters, unless the profile wants none.
    pub edges: Option<Edges>,
    /// Compare feedback, if the profile wants it.
    pub compares: Option<Compares>,
    /// Whether functions that may call themselves note how deep the stack is.
    pub stack_depth: bool,
    /// The words that the program compares its input with, if the profile wants them.
    pub dictionary: Option<Dictionary>,
    /// Which counters are outcomes of which conditions, if the profile wants to know.
    pub conditions: Option<Conditions>,
    /// Whether sources are refactored before they are compiled.
    pub refactor: bool,
    /// Labels that say what is computed from which bytes of the input, if the profile wants them.
    pub taint: Option<Taint>,
}

/// The edge counters of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Edges {
    /// Where in design A; design B counts at the end, but for [`Point::Source`].
    pub at: Point,
    /// Options of the `edges` pass.
    pub options: BTreeMap<String, String>,
}

/// The compare feedback of a profile.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Compares {
    /// Options of the `compares` pass; `form` is one.
    pub lowering: BTreeMap<String, String>,
    /// Options of the `sites` pass.
    pub sites: BTreeMap<String, String>,
}

/// What a profile wants of the dictionary.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Dictionary {
    /// Options of the `dictionary` pass.
    pub options: BTreeMap<String, String>,
}

/// What a profile wants to know of conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Conditions {
    /// Options of the `conditions` pass.
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

impl Profile {
    /// Whether it leaves an argument of the user's out.
    pub fn drops(&self, argument: &str) -> bool {
        let fits = |pattern: &String| match pattern.strip_suffix('*') {
            Some(stem) => argument.starts_with(stem),
            None => argument == pattern,
        };
        self.frontend_drop.iter().any(fits)
    }

    pub fn has_pass(&self, name: &str) -> bool {
        self.passes.iter().any(|p| p.name == name)
    }

    /// Whether it leaves the program to clang.
    pub fn is_empty(&self) -> bool {
        self.edges.is_none()
            && self.compares.is_none()
            && !self.stack_depth
            && self.dictionary.is_none()
            && self.conditions.is_none()
            && !self.refactor
            && self.taint.is_none()
            && self.passes.is_empty()
            && self.plugins.is_empty()
            && self.pipeline.is_empty()
            && self.codegen.is_empty()
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
            return Err(Error::Profile {
                profile: names[0].clone(),
                message: format!("`extends` goes round in a circle: {}", names.join(" -> ")),
            });
        }
        let file = File::read(&path)?;
        let base = match &file.extends {
            Some(parent) if is_path(parent) => {
                let parent = beside(&path, Path::new(parent));
                self.chain(&parent.to_string_lossy(), seen)?
            }
            Some(parent) => self.chain(parent, seen)?,
            None => Profile {
                name: String::new(),
                summary: String::new(),
                design: Design::A,
                frontend_add: Vec::new(),
                frontend_drop: Vec::new(),
                pipeline: String::new(),
                keep_o0: false,
                codegen: Vec::new(),
                passes: Vec::new(),
                plugins: Vec::new(),
                edges: None,
                compares: None,
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
                Some(missing) => Error::Profile {
                    profile: name.to_owned(),
                    message: format!(
                        "is not among {}; and {}, which `profile-path` names, is no directory",
                        self.names().join(", "),
                        missing.display()
                    ),
                },
                None => Error::Unknown {
                    what: "profile",
                    name: name.to_owned(),
                    known: self.names(),
                },
            }
        })
    }
}

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
    Err(Error::File {
        path,
        message: format!(
            "{problem}{place}; a profile is the path of a TOML file, or a name that `fz profiles` lists"
        ),
    })
}

/// A path in a profile is relative to the profile's file.
fn beside(profile: &Path, path: &Path) -> PathBuf {
    profile.parent().unwrap_or(Path::new("")).join(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_dropped_by_their_beginning() {
        let (_dir, shelf) = shelf(&[("p", "summary = 's'\n[frontend]\ndrop = ['-g', '-march=*']")]);
        let profile = shelf.resolve("p").unwrap();
        let dropped = ["-g", "-g3", "-march=native", "-march"].map(|a| profile.drops(a));
        assert_eq!(dropped, [true, false, true, false]);
    }

    fn shelf(files: &[(&str, &str)]) -> (tempfile::TempDir, Shelf) {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(dir.path().join(format!("{name}.toml")), text).unwrap();
        }
        let directories = vec![dir.path().to_owned()];
        (dir, Shelf { directories })
    }

    const BASE: &str =
        "summary = 'base'\ndesign = 'B'\npipeline = 'instsimplify'\ncodegen = ['-a']";

    #[test]
    fn a_child_changes_what_it_names() {
        let child = "extends = 'base'\nsummary = 'child'\ncodegen = ['-b']\n\
                     [feedback.edges]\ncount = 'wrap'\nat = 'optimizer-early'";
        let (_dir, shelf) = shelf(&[("base", BASE), ("child", child)]);
        let p = shelf.resolve("child").unwrap();
        assert_eq!((p.design, p.pipeline.as_str()), (Design::B, "instsimplify"));
        assert_eq!(p.codegen, ["-a", "-b"]);
        let edges = p.edges.unwrap();
        assert_eq!(edges.at, Point::OptimizerEarly);
        assert_eq!(edges.options["count"], "wrap");
    }

    #[test]
    fn compare_feedback_is_changed_key_by_key() {
        let parent = "extends = 'base'\nsummary = 'p'\n\
                      [feedback.compares]\nform = 'trace'\nloops = false\nfloats = true";
        let child = "extends = 'parent'\nsummary = 'c'\n\
                     [feedback.compares]\nform = 'cmplog'\ngate = 'closed'\nfloats = false";
        let without = "extends = 'parent'\nsummary = 'w'\n[feedback.compares]\noff = true";
        let (_dir, shelf) = shelf(&[
            ("base", BASE),
            ("parent", parent),
            ("child", child),
            ("without", without),
        ]);
        assert_eq!(shelf.resolve("base").unwrap().compares, None);
        assert_eq!(shelf.resolve("without").unwrap().compares, None);
        let compares = shelf.resolve("child").unwrap().compares.unwrap();
        let text = |options: &BTreeMap<String, String>| {
            let pairs = options.iter().map(|(k, v)| format!("{k}={v}"));
            pairs.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text(&compares.lowering), "form=cmplog gate=closed");
        assert_eq!(text(&compares.sites), "floats=off loops=off");
    }

    #[test]
    fn a_pass_of_the_parent_is_changed_where_it_stands() {
        let pass = |name: &str, at: &str, options: &str| {
            format!("[[pass]]\nname = '{name}'\nat = '{at}'\noptions = {{ {options} }}\n")
        };
        let parent = ["a", "b"].map(|n| pass(n, "before-edges", "x = 1"));
        let parent = format!("extends = 'base'\nsummary = 'p'\n{}", parent.concat());
        let child = [
            pass("c", "before-edges", ""),
            pass("a", "before-edges", "y = 2"),
            pass("b", "start", ""),
        ];
        let child = format!("extends = 'parent'\nsummary = 'c'\n{}", child.concat());
        let (_dir, shelf) = shelf(&[("base", BASE), ("parent", &parent), ("child", &child)]);
        let passes = shelf.resolve("child").unwrap().passes;
        let texts: Vec<_> = passes.iter().map(Pass::text).collect();
        assert_eq!(texts, ["a<y=2>", "b<x=1>", "c", "b"]);
    }

    #[test]
    fn a_pass_of_the_parent_can_be_left_out() {
        let parent = "extends = 'base'\nsummary = 'p'\n\
                      [[pass]]\nname = 'a'\nat = 'start'\n[[pass]]\nname = 'b'\nat = 'start'";
        let child = |name: &str| {
            format!(
                "extends = 'parent'\nsummary = 'c'\n[[pass]]\nname = '{name}'\nat = 'start'\noff = true"
            )
        };
        let (_dir, shelf) = shelf(&[
            ("base", BASE),
            ("parent", parent),
            ("child", &child("a")),
            ("wrong", &child("c")),
        ]);
        let passes = shelf.resolve("child").unwrap().passes;
        assert_eq!(passes.len(), 1);
        assert_eq!(passes[0].name, "b");
        let error = error(&shelf, "wrong");
        assert!(error.contains("`c`: `off = true`"), "{error}");
    }

    fn error(shelf: &Shelf, name: &str) -> String {
        shelf.resolve(name).unwrap_err().to_string()
    }

    /// TOML that is right, with values of the wrong kind: serde's own messages speak of Rust.
    #[test]
    fn values_of_the_wrong_kind_are_answered_with_the_right_one() {
        for (text, says) in [
            ("extends = 'base'", "needs a line `summary = "),
            (
                "summary = 's'\n[feedback.edges]\noff = 'yes'",
                "[feedback.edges]: `off = \"yes\"`: `off` is true",
            ),
            (
                "summary = 's'\n[feedback.edges]\nat = ['x']",
                "`at = [\"x\"]`: `at` is one of \"start\"",
            ),
            (
                "summary = 's'\n[feedback.edges]\nat = 'end'",
                "`at = \"end\"`: `at` is one of \"start\"",
            ),
            (
                "summary = 's'\n[[pass]]\nname = 'p'\nat = 3",
                "`at = 3`: `at` is one of \"start\"",
            ),
            (
                "summary = 's'\n[[pass]]\nname = 'p'",
                "`p` needs `at`: one of \"start\"",
            ),
            ("summary = ' '", "needs a line `summary = "),
            (
                "summary = 's'\ndesign = 'C'",
                "`design = \"C\"`: `design` is \"A\" or \"B\"",
            ),
            (
                "summary = 's'\n[feedback.edges]\noff = true\ncount = 'wrap'",
                "no use for options",
            ),
            (
                "summary = 's'\n[feedback.compares]\nfloats = true",
                "[feedback.compares]: needs `form`: \"trace\"",
            ),
            (
                "summary = 's'\n[feedback.compares]\noff = true\nform = 'trace'",
                "leaves the compare feedback out, so it has no use",
            ),
            (
                "summary = 's'\n[feedback.compares]\nrecords = true",
                "`records` is none of its options",
            ),
            (
                "summary = 's'\n[[pass]]\nname = 'sites'\nat = 'start'",
                "write `[feedback.compares]`",
            ),
            (
                "summary = 's'\n[[pass]]\nname = 'p'\nat = 'source'",
                "`p` needs `at`: one of \"start\"",
            ),
            (
                "summary = 's'\n[refactor]\nofff = true",
                "unknown field `offf`",
            ),
            (
                "summary = 's'\n[feedback.conditions]",
                "so it needs `[feedback.edges]`",
            ),
            (
                "summary = 's'\n[feedback.edges]\n[feedback.conditions]\ntable = 'x'",
                "`table` is none of its options",
            ),
            (
                "summary = 's'\n[feedback.edges]\nstage = 'early'",
                "`stage` is none of its options",
            ),
            (
                "summary = 's'\n[frontend]\ndrop = ['-f*-sections']",
                "\"-f*-sections\" is none",
            ),
            ("summary = 's'\n[frontend]\ndrop = ['*']", "\"*\" is none"),
            (
                "summary = 's'\n[[feedback.edges]]",
                "write `[feedback.edges]`",
            ),
            ("summary = 's'\nfeedback = 'x'", "write `[feedback.edges]`"),
            (
                "summary = 's'\n[feedback.edges]\nat = 'before-edges'",
                "`at` is one of \"start\", \"optimizer-early\", \"optimizer-last\"",
            ),
            (
                "summary = 's'\n[[pass]]\nname = 'a'\nat = 'start'\noff = true\noptions = { x = 1 }",
                "no use for options",
            ),
            (
                "summary = 's'\n[[pass]]\nname = 'edges'\nat = 'start'",
                "`edges` is none for `[[pass]]`: write `[feedback.edges]`",
            ),
            (
                "summary = 's'\n[[pass]]\nname = 'a'\nat = 'start'\n[[pass]]\nname = 'a'\nat = 'start'",
                "is there twice at \"start\"",
            ),
        ] {
            let (_dir, shelf) = shelf(&[("base", BASE), ("wrong", text)]);
            let error = error(&shelf, "wrong");
            assert!(error.contains(says), "{text}: {error}");
            assert!(error.contains("wrong.toml: "), "{text}: {error}");
            assert!(!error.contains("invalid type"), "{text}: {error}");
        }
    }

    #[test]
    fn every_point_is_read_as_it_is_shown() {
        for (name, point) in Point::NAMES {
            let written = toml::Value::try_from(point).unwrap();
            assert_eq!(written.as_str(), Some(name));
            assert_eq!(Point::try_from(written), Ok(point));
            assert_eq!(point.to_string(), name);
        }
    }

    #[test]
    fn off_takes_the_parents_counters_away() {
        let edges = "extends = 'base'\nsummary = 'e'\n[feedback.edges]\ncount = 'wrap'";
        let without = "extends = 'edges'\nsummary = 'w'\n[feedback.edges]\noff = true";
        let with = "extends = 'edges'\nsummary = 'w'\n[feedback.edges]\noff = false";
        let (_dir, shelf) = shelf(&[
            ("base", BASE),
            ("edges", edges),
            ("without", without),
            ("with", with),
        ]);
        assert_eq!(shelf.resolve("without").unwrap().edges, None);
        let edges = shelf.resolve("with").unwrap().edges.unwrap();
        assert_eq!(edges.options["count"], "wrap");
        assert!(!edges.options.contains_key("off"));
    }

    #[test]
    fn a_child_may_leave_sources_as_they_are() {
        let parent = "summary = 'p'\n[refactor]\n[feedback.edges]\n[feedback.conditions]";
        let child = "extends = 'parent'\nsummary = 'c'\n[refactor]\noff = true\n\
                     [feedback.conditions]\noff = true";
        let (_dir, shelf) = shelf(&[("parent", parent), ("child", child)]);
        let said = |name: &str| {
            let profile = shelf.resolve(name).unwrap();
            (profile.refactor, profile.conditions.is_some())
        };
        assert_eq!(said("parent"), (true, true));
        assert_eq!(said("child"), (false, false));
    }

    #[test]
    fn a_profile_can_change_the_one_of_its_name() {
        let (_theirs, theirs) = shelf(&[("base", BASE), ("mine", "summary = 'm'")]);
        let own = "extends = 'base'\nsummary = 'own'\ncodegen = ['-own']";
        let (dir, own) = shelf(&[("base", own), ("mine", "extends = 'mine'\nsummary = 'o'")]);
        let directories = [own.directories, theirs.directories].concat();
        let shelf = Shelf { directories };
        let path = dir.path().join("base.toml").display().to_string();
        for name in ["base", path.as_str()] {
            let profile = shelf.resolve(name).unwrap();
            assert_eq!(
                (profile.summary.as_str(), profile.name.as_str()),
                ("own", "base")
            );
            assert_eq!(profile.codegen, ["-a", "-own"]);
        }
        assert_eq!(shelf.resolve("mine").unwrap().summary, "o");
    }

    #[test]
    fn a_value_with_a_slash_is_a_file() {
        let (dir, shelf) = shelf(&[("base", BASE)]);
        let path = |name: &str| dir.path().join(name).display().to_string();
        fs::write(path("mine"), "extends = 'base'\nsummary = 'm'").unwrap();
        assert_eq!(shelf.resolve(&path("mine")).unwrap().name, "mine");
        for (name, says) in [
            (path("."), "is a directory"),
            (".".to_owned(), "is a directory"),
            (path("base"), "No such file"),
        ] {
            let error = error(&shelf, &name);
            assert!(error.starts_with(&format!("{name}: ")), "{error}");
            assert!(error.contains(says), "{error}");
            assert!(error.contains("`fz profiles` lists"), "{error}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        let (_dir, shelf) = shelf(&[
            ("base", BASE),
            ("a", "summary = 'a'\nextends = 'b'"),
            ("b", "summary = 'b'\nextends = 'a'"),
            ("typo", "summary = 't'\npipelin = 'x'"),
            ("orphan", "summary = 'o'\nextends = 'bas'"),
            ("kind", "summary = 'k'\n[feedback.edgs]\n"),
            (
                "open",
                "summary = 'o'\ndesign = 'B'\npipeline = 'function(sroa'",
            ),
        ]);
        let error = |name: &str| error(&shelf, name);
        assert!(error("a").contains("a -> b -> a"), "{}", error("a"));
        assert!(
            error("typo").contains("did you mean `pipeline`"),
            "{}",
            error("typo")
        );
        assert!(
            error("orphan").contains("did you mean `base`"),
            "{}",
            error("orphan")
        );
        assert!(error("fuz").contains("unknown profile `fuz`"));
        assert!(
            error("kind").contains("did you mean `edges`"),
            "{}",
            error("kind")
        );
        assert!(error("open").contains("parenthes"), "{}", error("open"));
    }
}
