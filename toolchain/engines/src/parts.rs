//! Where the parts of engines are that a link takes: fz's own, those of engines that are set up beside it, and clang's.

use std::path::{Path, PathBuf};

use fz_abi::files;
use fz_base::{
    error::Error,
    layout::{self, Layout},
};
use fz_settings::Settings;

use super::Engine;

/// A file that a link takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Below `lib/fz`.
    Own(&'static str),
    /// Below a folder of engines.
    Engine(&'static str),
    /// A library of clang's runtimes.
    Clang(&'static str),
}

/// The places of one link's parts.
#[derive(Debug, Clone)]
pub struct Parts {
    layout: Layout,
    /// The folder of engines that has the engine's.
    engines: PathBuf,
    runtimes: Runtimes,
}

/// Clang's runtime libraries lie in a folder for the system, or for the target: then their names lack the processor's.
#[derive(Debug, Clone)]
struct Runtimes {
    folder: PathBuf,
    suffix: &'static str,
}

const RUNTIMES: [(&str, &str); 3] = [
    ("lib/linux", "-x86_64"),
    ("lib/x86_64-pc-linux-gnu", ""),
    ("lib/x86_64-unknown-linux-gnu", ""),
];

impl Parts {
    /// Parts at their first places, there or not.
    pub fn at(layout: &Layout, engines: &Path, resources: &Path) -> Parts {
        Parts {
            layout: layout.clone(),
            engines: engines.to_owned(),
            runtimes: Runtimes {
                folder: resources.join(RUNTIMES[0].0),
                suffix: RUNTIMES[0].1,
            },
        }
    }

    /// Where the engine's parts are; an error names the first that is nowhere.
    pub fn find(
        engine: &Engine,
        settings: &Settings,
        layout: &Layout,
        clang: &Path,
    ) -> (Parts, Result<(), Error>) {
        let folders = folders(settings, layout);
        let has = |folder: &&PathBuf| {
            engine.needs.iter().all(|need| match need {
                Need::Engine(file) => folder.join(file).exists(),
                Need::Own(_) | Need::Clang(_) => true,
            })
        };
        let found = folders.iter().find(has);
        let chosen = found.unwrap_or(&folders[0]);
        let asks_clang = engine.needs.iter().any(|n| matches!(n, Need::Clang(_)));
        let resources = match asks_clang {
            true => resources(clang),
            false => PathBuf::new(),
        };
        let mut parts = Parts::at(layout, chosen, &resources);
        let runtimes = RUNTIMES.map(|(folder, suffix)| Runtimes {
            folder: resources.join(folder),
            suffix,
        });
        if let Some(runtimes) = runtimes.into_iter().find(|r| r.folder.is_dir()) {
            parts.runtimes = runtimes;
        }
        let state = engine
            .needs
            .iter()
            .try_for_each(|need| parts.present(engine, *need, &folders));
        (parts, state)
    }

    fn present(&self, engine: &Engine, need: Need, folders: &[PathBuf]) -> Result<(), Error> {
        let path = self.path(need);
        if path.exists() {
            return Ok(());
        }
        match need {
            Need::Own(_) => layout::present(path).map(|_| ()),
            Need::Engine(file) => {
                let looked: Vec<_> = folders.iter().map(|f| f.display().to_string()).collect();
                Err(engine.error(format!(
                    "it is not installed: {file} is not in {}; build it (`cargo xtask setup --engines`), or name the \
                     folder that it is in with FZ_ENGINE_PATH or `engine-path = […]` in fz.toml",
                    looked.join(", ")
                )))
            }
            Need::Clang(_) => Err(engine.error(format!(
                "clang's {} is missing; install {} (`cargo xtask setup` does)",
                path.display(),
                fz_llvm::RUNTIMES_PACKAGE
            ))),
        }
    }

    /// The folders in which they are.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        [self.engines.as_path(), &self.runtimes.folder].into_iter()
    }

    fn path(&self, need: Need) -> PathBuf {
        match need {
            Need::Own(file) => self.own(file),
            Need::Engine(file) => self.engine(file),
            Need::Clang(library) => self.clang(library),
        }
    }

    pub fn own(&self, file: &str) -> PathBuf {
        self.layout.lib(file)
    }

    pub fn engine(&self, file: &str) -> PathBuf {
        self.engines.join(file)
    }

    pub fn clang(&self, library: &str) -> PathBuf {
        let Runtimes { folder, suffix } = &self.runtimes;
        folder.join(format!("libclang_rt.{library}{suffix}.a"))
    }
}

/// Folders of engines: what settings name, then what is installed with fz.
pub fn folders(settings: &Settings, layout: &Layout) -> Vec<PathBuf> {
    let mut folders = settings.engine_path.value.clone();
    folders.push(layout.lib(files::ENGINES_DIR));
    folders
}

/// Clang's own folder: beside the program that the name leads to, or where it says.
fn resources(clang: &Path) -> PathBuf {
    let program = clang.canonicalize().unwrap_or_else(|_| clang.to_owned());
    let beside = program
        .parent()
        .and_then(Path::parent)
        .map(|root| root.join(fz_llvm::RESOURCES))
        .filter(|folder| folder.is_dir());
    let asked = || {
        let output = fz_process::output(clang, &["-print-resource-dir".as_ref()]).ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        Some(PathBuf::from(text.trim()))
    };
    beside.or_else(asked).unwrap_or_default()
}
