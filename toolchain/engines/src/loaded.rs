//! What a program loads when it starts, told: which of its libraries have counters, and which could have had.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use anyhow::Result;
use fz_binary::{Image, Kind, Libraries, Program, Record, libraries, libtool};
use serde::Serialize;

use crate::mixed;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Library {
    pub path: PathBuf,
    pub counters: u64,
    /// It stands where the loader looks for any program.
    pub is_system: bool,
    /// One of the same name with counters, beside the program, that the loader does not come to.
    pub passed_over: Option<PathBuf>,
    /// What became of its units.
    #[serde(skip)]
    pub records: Vec<Record>,
    /// It was linked for another engine than the program, whose counters lie otherwise.
    #[serde(skip)]
    misfit: Option<String>,
}

/// A library that the loader does not find.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Missing {
    pub name: String,
    pub passed_over: Option<PathBuf>,
}

/// What is loaded with a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    pub libraries: Vec<Library>,
    pub missing: Vec<Missing>,
    /// libtool's script around the program, where that was named and not the script.
    script: Option<PathBuf>,
    /// Whether libraries find fz's runtime in the program, without which nobody sees their counters.
    are_counted: bool,
}

impl Loaded {
    /// `None`: it is no program.
    pub fn of(program: &Program) -> Result<Option<Loaded>> {
        Ok(match program.images()? {
            [image] if image.kind == Kind::Executable => {
                Some(Loaded::with(image, program.libraries()?))
            }
            _ => None,
        })
    }

    fn with(program: &Image, all: &Libraries) -> Loaded {
        let script = match program.library_path.is_empty() {
            true => libtool::around(&program.path),
            false => None,
        };
        let beside = beside(program, script.as_deref());
        let engine = program.links.last().map(|link| link.engine.clone());
        let shown = program.path.display().to_string();
        let misfit = |image: &Image| {
            let path = image.path.display().to_string();
            let (own, engine) = (image.filled_for()?, engine.as_deref()?);
            mixed::complaint(&path, own, &shown, engine)
        };
        let are_counted = program.exports_runtime || !program.has_runtime;
        let real = |p: &Path| p.canonicalize().unwrap_or_else(|_| p.to_owned());
        let system: BTreeSet<PathBuf> = libraries::system_directories()
            .iter()
            .map(|d| real(d))
            .collect();
        let of = |image: &Image| Library {
            is_system: real(&image.path)
                .parent()
                .is_some_and(|p| system.contains(p)),
            passed_over: match image.counters {
                0 => passed_over(name_of(image), image, &beside),
                _ => None,
            },
            counters: image.counters,
            records: image.records.clone(),
            misfit: misfit(image),
            path: image.path.clone(),
        };
        let lost = |name: &String| Missing {
            passed_over: passed_over(Path::new(name), program, &beside),
            name: name.clone(),
        };
        Loaded {
            libraries: all.all().skip(1).map(of).collect(),
            missing: all.missing.iter().map(lost).collect(),
            script,
            are_counted,
        }
    }

    /// For people.
    pub fn lines(&self) -> Vec<String> {
        let (counted, others): (Vec<&Library>, Vec<_>) =
            self.libraries.iter().partition(|l| l.counters > 0);
        let (system, own): (Vec<&Library>, Vec<_>) = others.into_iter().partition(|l| l.is_system);
        let path = |l: &&Library| l.path.display().to_string();
        let with = |l: &&Library| format!("{} ({})", path(l), l.counters);
        let file = |l: &&Library| {
            let name = l.path.file_name().unwrap_or_default();
            name.to_string_lossy().into_owned()
        };
        let counted_by = match self.are_counted {
            true => "",
            false => " that no fuzzer sees, because the program hides fz's runtime from them",
        };
        let lists = [
            (
                format!("libraries with counters{counted_by}"),
                counted.iter().map(with).collect(),
            ),
            (
                "libraries without counters".to_owned(),
                own.iter().map(path).collect::<Vec<_>>(),
            ),
            (
                "libraries of the system, without counters".to_owned(),
                system.iter().map(file).collect(),
            ),
            (
                "libraries that are not found".to_owned(),
                self.missing.iter().map(|m| m.name.clone()).collect(),
            ),
        ];
        let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
        lists
            .map(|(what, names)| format!("{what}: {}", names.join(", ")))
            .collect()
    }

    /// What is not as it was most likely meant, and what to do.
    pub fn complaints(&self) -> Vec<String> {
        let instead = |other: &Path| {
            let folder = other.parent().unwrap_or(Path::new("."));
            let set = format!("LD_LIBRARY_PATH={}", folder.display());
            match &self.script {
                Some(script) => format!("name libtool's script {}, or set {set}", script.display()),
                None => format!("set {set}"),
            }
        };
        let taken = self.libraries.iter().filter_map(|library| {
            let other = library.passed_over.as_ref()?;
            let (path, shown) = (library.path.display(), other.display());
            let instead = instead(other);
            Some(format!(
                "{path}, which has no counters, is loaded, and not {shown}, which has: {instead}"
            ))
        });
        let lost = self.missing.iter().filter_map(|missing| {
            let other = missing.passed_over.as_ref()?;
            let (name, shown, instead) = (&missing.name, other.display(), instead(other));
            Some(format!(
                "{name} is not found, and {shown} has counters: {instead}"
            ))
        });
        let misfits = self.libraries.iter().filter_map(|l| l.misfit.clone());
        taken.chain(lost).chain(misfits).collect()
    }
}

/// Where libraries of the same build may be.
fn beside(program: &Image, script: Option<&Path>) -> Vec<PathBuf> {
    let folder = program.path.parent().unwrap_or(Path::new("")).to_owned();
    let wrapped = script.and_then(|s| libtool::behind(s).ok()?);
    let named = wrapped.map(|w| w.library_path).unwrap_or_default();
    let inner = folder.join(".libs");
    named.into_iter().chain([folder, inner]).collect()
}

fn name_of(library: &Image) -> &Path {
    let own = library.path.file_name().map(Path::new);
    let name = library.soname.as_deref().map(Path::new);
    name.or(own).unwrap_or(Path::new(""))
}

/// The library of that name in one of these folders, if it has counters.
fn passed_over(name: &Path, like: &Image, folders: &[PathBuf]) -> Option<PathBuf> {
    let paths = folders.iter().map(|f| f.join(name));
    let counts = |p: &PathBuf| libraries::library(p, like).is_some_and(|i| i.counters > 0);
    paths.into_iter().find(counts)
}
