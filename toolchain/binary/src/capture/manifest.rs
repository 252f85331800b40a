//! What a unit and a link say of themselves.

use std::path::{Component, Path, PathBuf};

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::Hash;

/// Of the form of manifests. Another one is not read.
pub const VERSION: u32 = 1;

/// A compiled source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Unit {
    pub version: u32,
    /// fz's own.
    pub fz: String,
    /// A hash of what shaped it beside what is said here: fz, the profile, sanitizers that settings asked for. Empty: it is
    /// not known.
    #[serde(default)]
    pub maker: String,
    /// As clang prints it.
    pub clang: String,
    /// Called as the C++ compiler.
    pub cxx: bool,
    /// The user's arguments, without fz's own; what files of arguments say stands in their places.
    pub arguments: Vec<String>,
    /// Where it was compiled.
    pub directory: PathBuf,
    /// The source as it is named among the arguments. It is `-` for the standard input.
    pub source: String,
    /// The object as it was named, if a command line named it.
    pub output: Option<String>,
    /// The profile of that build.
    pub profile: String,
    /// What the environment had of what clang reads: `SOURCE_DATE_EPOCH` and the like.
    #[serde(default)]
    pub environment: Vec<(String, String)>,
    /// Rules of `fz.toml`.
    #[serde(default)]
    pub allow: Vec<String>,
    #[serde(default)]
    pub deny: Vec<String>,
    #[serde(default)]
    pub ignored: Vec<String>,
    /// `AFL_*` variables that change what is compiled.
    #[serde(default)]
    pub afl: Vec<(String, String)>,
    /// Clang's own headers, which are not carried: they belong to the compiler.
    pub resource: PathBuf,
    /// Where headers are looked for, in order.
    #[serde(default)]
    pub search: Vec<Search>,
    /// What clang has read, the source first. Paths are absolute, and have neither `.` nor `..`.
    pub files: Vec<File>,
    /// Compiled modules that it imports, each after those that it imports itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modules: Vec<Module>,
    /// The one of them that it is made of, if its source had been compiled as far as that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interface: Option<usize>,
}

/// A C++ module, as its text was read. What code is made of it by whom is the importing unit's business.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Module {
    pub name: String,
    pub form: Form,
    /// Absolute, as in [`File`].
    pub source: PathBuf,
    /// Macros, and what is included first.
    #[serde(default)]
    pub words: Vec<String>,
    #[serde(default)]
    pub search: Vec<Search>,
    /// Numbers of the unit's files.
    pub files: Vec<usize>,
    /// Numbers of modules before this one.
    #[serde(default)]
    pub imports: Vec<usize>,
}

/// What a module's source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    Interface,
    UserHeader,
    SystemHeader,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Search {
    pub group: Group,
    pub path: PathBuf,
}

/// As clang's `frontend::IncludeDirGroup` has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    Quoted,
    Angled,
    System,
    ExternCSystem,
    CSystem,
    CxxSystem,
    ObjcSystem,
    ObjcxxSystem,
    After,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct File {
    pub path: PathBuf,
    pub content: Hash,
    /// The number of an earlier file that is the same one under another name, which `#pragma once` and `#import` ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same: Option<usize>,
}

/// A link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Link {
    pub version: u32,
    pub fz: String,
    /// As in [`Unit::maker`].
    #[serde(default)]
    pub maker: String,
    pub clang: String,
    pub cxx: bool,
    /// As in [`Unit::arguments`].
    pub arguments: Vec<String>,
    pub directory: PathBuf,
    /// As it was named.
    pub output: String,
    pub profile: String,
    pub engine: String,
    #[serde(default)]
    pub environment: Vec<(String, String)>,
    /// What the linker is given, in its order.
    pub inputs: Vec<Input>,
    /// Other files that arguments name: linker scripts, version scripts, lists of symbols.
    #[serde(default)]
    pub files: Vec<Carried>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Input {
    /// As the argument names it: a path, or `-lNAME`.
    pub argument: String,
    /// Where it was found, absolute.
    pub path: PathBuf,
    #[serde(flatten)]
    pub kind: InputKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum InputKind {
    /// An object.
    Object {
        #[serde(flatten)]
        object: Member,
    },
    /// An archive, thin or not.
    Archive { members: Vec<Archived> },
    /// A shared library.
    Shared {
        soname: Option<String>,
        content: Hash,
        /// It carries what makes it again.
        captured: bool,
    },
    /// A source that this command compiles and links: the unit whose [`Unit::source`] it is.
    Source,
    /// Whatever else the linker takes: a script, a library of the system.
    Foreign { content: Hash },
}

/// What an object is made from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Member {
    /// Manifests of its units; several for what `ld -r` has put together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Hash>,
    /// The manifest of the partial link that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Hash>,
    /// The object as it is, among the contents, where fz-cc has not compiled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Hash>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Archived {
    pub name: String,
    #[serde(flatten)]
    pub object: Member,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Carried {
    /// As the argument names it.
    pub argument: String,
    pub content: Hash,
}

impl Unit {
    /// A module, and those that it imports, each once and in their order.
    pub fn with_imports(&self, module: usize) -> Vec<usize> {
        let mut wanted = vec![false; module + 1];
        wanted[module] = true;
        for at in (0..=module).rev().filter(|at| *at < self.modules.len()) {
            if wanted[at] {
                self.modules[at]
                    .imports
                    .iter()
                    .for_each(|i| wanted[*i] = true);
            }
        }
        (0..=module).filter(|at| wanted[*at]).collect()
    }

    pub fn parse(text: &[u8]) -> Result<Unit> {
        check_version(text)?;
        let unit: Unit = serde_json::from_slice(text)?;
        ensure!(!unit.files.is_empty(), "it names no source");
        is_absolute(&unit.directory)?;
        is_absolute(&unit.resource)?;
        for (at, file) in unit.files.iter().enumerate() {
            is_absolute(&file.path)?;
            ensure!(
                file.same.is_none_or(|same| same < at),
                "a file is the same as a later one"
            );
        }
        for (at, module) in unit.modules.iter().enumerate() {
            is_absolute(&module.source)?;
            ensure!(
                module.files.iter().all(|file| *file < unit.files.len())
                    && module.imports.iter().all(|import| *import < at),
                "a module is made of what is not there"
            );
        }
        ensure!(
            unit.interface.is_none_or(|at| at < unit.modules.len()),
            "it is a module that is not there"
        );
        Ok(unit)
    }
}

impl Link {
    pub fn parse(text: &[u8]) -> Result<Link> {
        check_version(text)?;
        let link: Link = serde_json::from_slice(text)?;
        is_absolute(&link.directory)?;
        for input in &link.inputs {
            // Linkers find libraries by way of `..`.
            ensure!(
                input.path.is_absolute(),
                "{}: this input of a link is not an absolute path",
                input.path.display()
            );
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        ensure!(
            link.engine.chars().all(is_plain),
            "{}: this is not an engine's name",
            link.engine.escape_debug()
        );
        Ok(link)
    }

    /// What its objects and members of archives are made from.
    pub fn objects(&self) -> impl Iterator<Item = &Member> {
        self.inputs.iter().flat_map(|input| {
            let (object, members) = match &input.kind {
                InputKind::Object { object } => (Some(object), &[][..]),
                InputKind::Archive { members } => (None, &members[..]),
                _ => (None, &[][..]),
            };
            object.into_iter().chain(members.iter().map(|m| &m.object))
        })
    }

    /// Partial links whose outputs it takes.
    pub fn links(&self) -> impl Iterator<Item = &Hash> {
        self.objects().filter_map(|object| object.link.as_ref())
    }
}

fn check_version(text: &[u8]) -> Result<()> {
    #[derive(Deserialize)]
    struct Version {
        version: u32,
    }
    let Version { version } = serde_json::from_slice(text)?;
    ensure!(
        version == VERSION,
        "it has version {version}, and this fz reads version {VERSION}: use the fz that compiled it"
    );
    Ok(())
}

fn is_absolute(path: &Path) -> Result<()> {
    let is_plain = |c: Component| matches!(c, Component::RootDir | Component::Normal(_));
    let has_nul = path.as_os_str().as_encoded_bytes().contains(&0);
    ensure!(
        path.is_absolute() && path.components().all(is_plain) && !has_nul,
        "{} is not an absolute path without `..`",
        path.display()
    );
    Ok(())
}
