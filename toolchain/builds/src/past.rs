//! What was made since a moment, and not by fz-cc: objects, archives, libraries and programs. fz-cc leaves a record in each
//! of its own, and compilers leave their names.

use std::{
    collections::{BTreeSet, HashSet},
    io::Read,
    path::{Path, PathBuf},
    time::SystemTime,
};

use fz_abi::sections;
use fz_base::file;
use fz_binary::{Input, elf};
use object::{Object, ObjectKind, ObjectSection, read::archive::ArchiveFile};
use serde::Serialize;
use walkdir::WalkDir;

/// So many files are looked at. What has more is no build of one program.
const MOST_FILES: usize = 500_000;
/// Larger files are no objects.
const MOST_BYTES: u64 = 4 << 30;
/// Folders that no build compiles into.
const NOT_BUILT_IN: [&str; 3] = [".git", ".hg", ".svn"];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Object,
    Archive,
    Library,
    Program,
}

/// A file that another compiler has made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Made {
    pub kind: Kind,
    pub path: PathBuf,
    /// Compilers, as the file names them.
    pub made_by: BTreeSet<String>,
    /// Of an archive: how many of its objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members: Option<usize>,
}

impl Made {
    /// Whether all of it was made by a clang of the release that fz-cc runs. fz-cc passes some commands through to it as
    /// they are.
    pub fn is_by_our_clang(&self) -> bool {
        let ours = format!("clang version {}.", fz_llvm::RELEASE);
        let is_ours = |name: &String| name.contains(&ours);
        // Programs also have what the files of the C library name.
        match self.kind {
            Kind::Object | Kind::Archive => self.made_by.iter().all(is_ours),
            Kind::Library | Kind::Program => self.made_by.iter().any(is_ours),
        }
    }
}

/// What [`look`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    pub made: Vec<Made>,
    /// There were more files than are looked at.
    pub has_more: bool,
}

/// What is in these folders, was written since, and is not fz's. Links are not followed.
pub fn look(folders: &[PathBuf], since: SystemTime) -> Past {
    let mut past = Past::default();
    let mut seen = HashSet::new();
    let mut left = MOST_FILES;
    for folder in folders {
        let is_wanted = |entry: &walkdir::DirEntry| {
            let name = entry.file_name().to_string_lossy();
            entry.depth() == 0 || !NOT_BUILT_IN.contains(&&*name)
        };
        let files = WalkDir::new(folder)
            .same_file_system(true)
            .into_iter()
            .filter_entry(is_wanted)
            .filter_map(Result::ok)
            .filter(|entry| entry.file_type().is_file());
        for entry in files {
            if left == 0 {
                past.has_more = true;
                break;
            }
            left -= 1;
            let is_new = entry.metadata().is_ok_and(|m| {
                m.len() <= MOST_BYTES && m.modified().is_ok_and(|changed| changed >= since)
            });
            let path = entry.into_path();
            if is_new && seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
                past.made.extend(made(path));
            }
        }
    }
    past.made.sort();
    past.made.dedup();
    leave_out_told(&mut past.made);
    past
}

/// Archives of objects that are there themselves say nothing new.
fn leave_out_told(made: &mut Vec<Made>) {
    let name = |path: &Path| path.file_name().map(|n| n.to_string_lossy().into_owned());
    let objects: HashSet<String> = made
        .iter()
        .filter(|m| m.kind == Kind::Object)
        .filter_map(|m| name(&m.path))
        .collect();
    made.retain(|m| {
        m.kind != Kind::Archive || {
            let members = foreign_members(&file::read(&m.path, MOST_BYTES).unwrap_or_default());
            !members.iter().all(|(member, _)| objects.contains(member))
        }
    });
}

const ARCHIVE: &[u8] = b"!<arch>\n";

fn made(path: PathBuf) -> Option<Made> {
    let mut head = [0; 8];
    file::open(&path).ok()?.read_exact(&mut head).ok()?;
    let is_archive = head == ARCHIVE;
    if !is_archive && !head.starts_with(b"\x7fELF") {
        return None;
    }
    let data = file::read(&path, MOST_BYTES).ok()?;
    if is_archive {
        let members = foreign_members(&data);
        let made_by = members.iter().filter_map(|(_, i)| i.made_by.clone());
        return (!members.is_empty()).then(|| Made {
            kind: Kind::Archive,
            path,
            made_by: made_by.collect(),
            members: Some(members.len()),
        });
    }
    let file = elf::parse(&*data).ok()?;
    let (kind, made_by) = match file.kind() {
        ObjectKind::Relocatable => {
            let input = foreign(&path.to_string_lossy(), &file)?;
            (Kind::Object, input.made_by.into_iter().collect())
        }
        ObjectKind::Executable => (Kind::Program, linked_by(&file)?),
        ObjectKind::Dynamic => {
            // Position-independent programs have an entry; libraries that have one are rare, and it is the same to say.
            let kind = match file.entry() {
                0 => Kind::Library,
                _ => Kind::Program,
            };
            (kind, linked_by(&file)?)
        }
        _ => return None,
    };
    Some(Made {
        kind,
        path,
        made_by,
        members: None,
    })
}

/// An object that a compiler of C or C++ made, and not fz-cc. Those of other languages have a reason.
fn foreign(name: &str, file: &object::File) -> Option<Input> {
    if is_fz_s(file) {
        return None;
    }
    Input::object(name.to_owned(), file).filter(|input| input.reason.is_none())
}

/// Those of an archive, by name.
fn foreign_members(data: &[u8]) -> Vec<(String, Input)> {
    let Ok(archive) = ArchiveFile::parse(data) else {
        return Vec::new();
    };
    let mut members = Vec::new();
    for member in archive.members().filter_map(Result::ok) {
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let file = member.data(data).ok().map(elf::parse);
        if let Some(Ok(file)) = file
            && file.kind() == ObjectKind::Relocatable
        {
            members.extend(foreign(&name, &file).map(|input| (name.clone(), input)));
        }
    }
    members
}

/// Compilers that a linked file names, if nothing of fz's is in it. Other languages' programs have no name of one, or also
/// their own.
fn linked_by(file: &object::File) -> Option<BTreeSet<String>> {
    if is_fz_s(file) {
        return None;
    }
    let section = file.section_by_name(".comment")?;
    let data = section.uncompressed_data().ok()?;
    let texts = data.split(|b| *b == 0).filter(|text| !text.is_empty());
    let names: BTreeSet<String> = texts
        .map(|text| String::from_utf8_lossy(text).into_owned())
        .filter(|name| !name.starts_with("Linker: "))
        .collect();
    let is_other = names.iter().any(|name| name.starts_with("rustc "));
    (!names.is_empty() && !is_other).then_some(names)
}

/// Whether fz-cc has left anything in a file.
fn is_fz_s(file: &object::File) -> bool {
    [sections::UNITS, sections::LINKS, sections::CAPTURES]
        .iter()
        .flat_map(|name| sections::names(name))
        .any(|name| file.section_by_name(name).is_some())
}
