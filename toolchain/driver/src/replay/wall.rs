//! What is inside the wall around a replay.

use std::{
    fs::File,
    path::{Path, PathBuf},
};

use fz_base::error::Error;
use fz_commandline::{carried::linkers, flags::Meaning, parse::Arg};
use fz_process::Wall;
use object::{Object, ObjectSection, ReadCache};
use serde::{Deserialize, Serialize};

use super::Room;
use crate::invoked::Invoked;

/// What a replay is allowed beside what all are.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Inside {
    /// Folders and files that are read: what was carried, and libraries that were not.
    pub reads: Vec<PathBuf>,
}

/// Where systems have headers, libraries and compilers, and what says which system it is: clang asks.
const SYSTEM: [&str; 21] = [
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/bin",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/debian_version",
    "/etc/gentoo-release",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/lsb-release",
    "/etc/os-release",
    "/etc/redhat-release",
    "/etc/SuSE-release",
    "/dev/null",
    "/proc/cpuinfo",
];

/// Whether a file is where systems have theirs, wherever its name leads.
pub fn is_of_system(path: &Path) -> bool {
    let real = path.canonicalize();
    real.is_ok_and(|real| SYSTEM.iter().any(|place| real.starts_with(place)))
}

impl Inside {
    pub fn close(
        &self,
        room: &Room,
        programs: Vec<PathBuf>,
        reads: Vec<PathBuf>,
    ) -> Result<(), Error> {
        let system = SYSTEM.iter().map(PathBuf::from);
        let wall = Wall {
            writes: vec![room.path().to_owned(), "/dev/null".into()],
            reads: system
                .chain(self.reads.iter().cloned())
                .chain(reads)
                .collect(),
            programs,
        };
        wall.close()
            .map_err(|e| Error::spawn("a compiler behind a wall", e))
    }
}

/// What fz itself has a compiler or linker read: its own parts, the engine's, the profile's.
pub fn reads(invoked: &Invoked) -> Vec<PathBuf> {
    let mut reads = vec![invoked.layout.root().to_owned()];
    reads.extend(invoked.parts.folders().map(Path::to_owned));
    reads.extend(invoked.profile.plugins.iter().map(|p| p.library.clone()));
    reads.extend(invoked.settings.profile_path.iter().cloned());
    // Clang's own headers and libraries.
    let clang = invoked.clang.canonicalize().unwrap_or_default();
    let root = clang.parent().and_then(Path::parent);
    reads.extend(
        root.filter(|root| root.parent().is_some())
            .map(Path::to_owned),
    );
    reads
}

/// Clang, and linkers by any of their names.
pub fn programs(invoked: &Invoked) -> Vec<PathBuf> {
    let mut programs = vec![invoked.clang.clone()];
    let beside = invoked.clang.canonicalize().unwrap_or_default();
    let beside = beside.parent().unwrap_or(Path::new("/"));
    let of_targets = |argument: &&Arg| argument.meaning() == Some(Meaning::Target);
    let targets = invoked.parsed.iter().filter(of_targets);
    let targets: Vec<&str> = targets.map(Arg::value).collect();
    for name in linkers::PROGRAMS {
        programs.push(beside.join(name));
        programs.extend(which::which(name));
        let of_target = targets.iter().map(|target| format!("{target}-{name}"));
        programs.extend(of_target.filter_map(|name| which::which(name).ok()));
    }
    programs.extend(invoked.parsed.iter().flat_map(of_system));
    programs.retain(|program| program.is_file());
    with_loaders(programs)
}

/// The linkers of the system's that an argument names, or names the folder of, by where they are.
fn of_system(argument: &Arg) -> Vec<PathBuf> {
    let named = match linkers::folder_of(&argument.text, &argument.rest) {
        Some(folder) => linkers::PROGRAMS
            .map(|name| Path::new(folder).join(name))
            .to_vec(),
        None => argument
            .text
            .split_once('=')
            .map(|(_, linker)| PathBuf::from(linker))
            .filter(|linker| linkers::is_linker(linker))
            .into_iter()
            .collect(),
    };
    let real = named.iter().filter_map(|linker| linker.canonicalize().ok());
    real.filter(|linker| is_of_system(linker)).collect()
}

/// Programs, and what the kernel loads them with.
pub fn with_loaders(mut programs: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut loaders: Vec<PathBuf> = programs.iter().filter_map(|p| loader(p)).collect();
    loaders.sort();
    loaders.dedup();
    programs.extend(loaders);
    programs
}

fn loader(program: &Path) -> Option<PathBuf> {
    let data = ReadCache::new(File::open(program).ok()?);
    let file = object::File::parse(&data).ok()?;
    let section = file.section_by_name(".interp")?;
    let name = section.data().ok()?.split(|byte| *byte == 0).next()?;
    Some(std::str::from_utf8(name).ok()?.into())
}

pub fn is_mold(program: &Path) -> bool {
    let real = program.canonicalize().unwrap_or_default();
    real.file_name().is_some_and(|name| name == "mold")
}
