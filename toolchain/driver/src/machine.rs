//! The facts of this machine: files, the installed fz, clang.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use fz_base::{
    env::{self, Environment},
    error::Error,
    layout::Layout,
};
use fz_commandline::invocation::Linker;
use fz_engines::{Engine, Parts};
use fz_profile::{Profile, Shelf};
use fz_settings::{Flags, Origin, Settings, afl_names::Wishes};

use crate::invoked::Facts;

/// This process's machine, as seen from a folder.
pub struct Machine {
    directory: PathBuf,
    layout: Layout,
}

impl Machine {
    pub fn new() -> Result<Machine, Error> {
        Ok(Machine {
            directory: std::env::current_dir().unwrap_or_default(),
            layout: Layout::of_this_process()?,
        })
    }
}

impl Facts for Machine {
    fn text(&self, path: &str) -> Option<String> {
        fz_base::file::read_text(Path::new(path), fz_base::file::TEXT).ok()
    }

    fn settings(&self, flags: &Flags, environment: &Environment) -> Result<Settings, Error> {
        Settings::resolve(flags, environment, &self.directory)
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn profile(&self, settings: &Settings) -> Result<Profile, Error> {
        shelf(settings, &self.layout).resolve(&settings.profile.value)
    }

    fn clang(&self, settings: &Settings, wishes: &Wishes, cxx: bool) -> Result<PathBuf, Error> {
        find_clang(settings, wishes, cxx)
    }

    fn parts(
        &self,
        engine: &Engine,
        settings: &Settings,
        clang: &Path,
    ) -> (Parts, Result<(), Error>) {
        Parts::find(engine, settings, &self.layout, clang)
    }

    fn linker(&self) -> Linker {
        default_linker()
    }

    fn identity(&self) -> String {
        fs::read_to_string(self.layout.identity()).unwrap_or_default()
    }
}

/// The profiles to choose from: the user's own before the built-in ones.
pub fn shelf(settings: &Settings, layout: &Layout) -> Shelf {
    let mut directories = settings.profile_path.clone();
    directories.push(layout.profiles());
    Shelf { directories }
}

/// The clang to run. One that has its release in its name is taken for what it says; others are asked.
pub fn find_clang(settings: &Settings, wishes: &Wishes, cxx: bool) -> Result<PathBuf, Error> {
    let wished = match cxx {
        true => wishes.clangxx.as_ref().or(wishes.clang.as_ref()),
        false => wishes.clang.as_ref(),
    };
    let chosen = settings.clang.origin != Origin::Default;
    let name = match wished {
        Some(name) if !chosen => name,
        _ => &settings.clang.value,
    };
    let mut found = which::which_all(name)
        .map_err(|_| Error::NoClang { name: name.clone() })?
        .peekable();
    let first = found
        .peek()
        .cloned()
        .ok_or_else(|| Error::NoClang { name: name.clone() })?;
    // Under `fz build` names of compilers lead here first.
    let path = found.find(|path| !is_ours(path)).unwrap_or(first);
    refuse_ourselves(&path)?;
    let file = path
        .file_name()
        .map(|f| f.to_string_lossy().into_owned())
        .unwrap_or_default();
    if file != fz_llvm::CLANG && file != fz_llvm::CLANGXX {
        check_version(&path)?;
    }
    Ok(path)
}

/// A clang that is fz-cc, or a script that calls it, would call itself for ever.
fn refuse_ourselves(clang: &Path) -> Result<(), Error> {
    if is_ours(clang) || env::read(&env::INSIDE).is_some() {
        return Err(Error::Circle {
            clang: clang.display().to_string(),
        });
    }
    Ok(())
}

/// Whether a program is one of fz's, by whatever name.
fn is_ours(program: &Path) -> bool {
    let file = program
        .canonicalize()
        .unwrap_or_else(|_| program.to_owned());
    std::env::current_exe()
        .and_then(|e| e.canonicalize())
        .is_ok_and(|exe| exe.parent() == file.parent())
}

/// The linker that clang finds when no flag names one.
fn default_linker() -> Linker {
    let name = which::which("ld")
        .map(|p| p.canonicalize().unwrap_or(p))
        .ok()
        .and_then(|p| Some(p.file_name()?.to_string_lossy().into_owned()))
        .unwrap_or_default();
    match () {
        () if name.contains("gold") => Linker::Gold,
        () if name.contains("lld") => Linker::Lld,
        () if name.contains("bfd") || name == "ld" || name.ends_with("-ld") => Linker::Bfd,
        () => Linker::Unknown,
    }
}

/// The version that clang prints, checked.
pub fn check_version(clang: &Path) -> Result<String, Error> {
    let output = fz_process::output(clang, &[OsStr::new("--version")])
        .map_err(|e| Error::spawn(clang, e))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = text
        .split("version ")
        .nth(1)
        .and_then(|v| v.split_whitespace().next());
    match version {
        Some(v) if text.contains("clang") && v.split('.').next() == Some(fz_llvm::RELEASE) => {
            Ok(v.to_owned())
        }
        _ => Err(Error::WrongLlvm {
            clang: clang.display().to_string(),
            found: match version {
                Some(v) if text.contains("clang") => format!("clang {v}"),
                _ => "not clang".to_owned(),
            },
        }),
    }
}

/// The libclang that belongs to a clang.
pub fn libclang(clang: &Path) -> PathBuf {
    let clang = clang.canonicalize().unwrap_or_else(|_| clang.to_owned());
    let root = clang.parent().and_then(Path::parent);
    let folder = root.unwrap_or(Path::new("/")).join("lib");
    let mut files = fz_llvm::LIBCLANG.iter().map(|name| folder.join(name));
    let first = folder.join(fz_llvm::LIBCLANG[0]);
    files.find(|file| file.exists()).unwrap_or(first)
}
