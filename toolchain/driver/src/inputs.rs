//! What a link takes that fz has not compiled, and the object that says so in the program.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use fz_abi::sections;
use fz_base::error::Error;
use fz_binary::{Input, LinkRecord};
use fz_commandline::{
    invocation::{Invocation, Language, Outcome},
    parse::{self, Arg, Kind},
};
use object::{
    Architecture, BinaryFormat, Endianness, Object as _, SectionKind,
    elf::SHT_NOTE,
    read::archive::ArchiveFile,
    write::{Object, SectionFlags},
};

/// The record's file, in a folder of this run's. It is not called an object: libtool would take one that it sees on a link's
/// command line for a part of the compiler, and name it in links to come.
pub const FILE: &str = "link-record";

/// The user's inputs of a link that fz has not compiled, in their order.
pub fn survey(invocation: &Invocation, parsed: &[Arg]) -> Vec<Input> {
    let mut found: Vec<Input> = invocation
        .inputs
        .iter()
        .filter_map(|input| {
            let reason = match (input.language?, invocation.outcome) {
                (Language::Assembly, _) => "assembly",
                (_, Outcome::PassThrough(why)) => why.slug(),
                _ => return None,
            };
            Some(Input::source(&input.path.to_string_lossy(), reason))
        })
        .collect();
    let mut seen = HashSet::new();
    for path in linked(invocation, parsed) {
        if seen.insert(path.clone()) && !is_the_systems(&path) {
            found.extend(objects(&path));
        }
    }
    found
}

/// Paths of objects and archives.
fn linked(invocation: &Invocation, parsed: &[Arg]) -> Vec<PathBuf> {
    let inputs = invocation.inputs.iter();
    let mut paths: Vec<PathBuf> = inputs
        .filter(|i| i.language.is_none())
        .map(|i| i.path.clone())
        .collect();
    let options = parse::linker_args(&parsed.iter().collect::<Vec<_>>());
    paths.extend(
        options
            .iter()
            .filter(|o| !o.starts_with('-'))
            .map(PathBuf::from),
    );
    // What stands behind a `-l` is the user's where a `-L` of the user's leads to it.
    let named = |spelling: &'static str| {
        parsed.iter().filter_map(move |a| match &a.kind {
            Kind::Flag { row, .. } if row.spelling == spelling => Some(a.value()),
            _ => None,
        })
    };
    let folders: Vec<&Path> = named("-L").map(Path::new).collect();
    for library in named("-l") {
        let names = match library.strip_prefix(':') {
            Some(name) => vec![name.to_owned()],
            None if invocation.link.as_ref().is_some_and(|l| l.is_static) => {
                vec![format!("lib{library}.a")]
            }
            None => vec![format!("lib{library}.so"), format!("lib{library}.a")],
        };
        let mut all = folders
            .iter()
            .flat_map(|f| names.iter().map(|n| f.join(n)).collect::<Vec<_>>());
        paths.extend(all.find(|p| p.exists()));
    }
    paths
}

/// Folders of what a system brings, clang's and Rust's own runtimes among it.
const SYSTEM: [&str; 4] = ["/usr/lib", "/lib", "/lib64", "/usr/lib64"];
const RUST: &str = "lib/rustlib";

fn is_the_systems(path: &Path) -> bool {
    let Ok(path) = path.canonicalize() else {
        return true;
    };
    SYSTEM.iter().any(|folder| path.starts_with(folder)) || path.to_string_lossy().contains(RUST)
}

/// The objects of a file without records of fz's. Anything else than code for this machine is the linker's affair.
fn objects(path: &Path) -> Vec<Input> {
    let Ok(data) = fs::read(path) else {
        return Vec::new();
    };
    let shown = path.display();
    let Ok(archive) = ArchiveFile::parse(&*data) else {
        return object(shown.to_string(), &data).into_iter().collect();
    };
    let mut found = Vec::new();
    for member in archive.members().filter_map(Result::ok) {
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let shown = format!("{shown}({name})");
        match archive.is_thin() {
            true => {
                let content = fs::read(path.with_file_name(&name)).unwrap_or_default();
                found.extend(object(shown, &content));
            }
            false => found.extend(member.data(&*data).ok().and_then(|d| object(shown, d))),
        }
    }
    found
}

fn object(shown: String, data: &[u8]) -> Option<Input> {
    let file = object::File::parse(data).ok()?;
    let is_ours = file.format() == BinaryFormat::Elf
        && file.architecture() == Architecture::X86_64
        && file.kind() == object::ObjectKind::Relocatable;
    is_ours.then(|| Input::object(shown, &file)).flatten()
}

/// Writes the object that brings a record into a program.
pub fn write(path: &Path, record: &LinkRecord) -> Result<(), Error> {
    let wrong = |message: String| Error::File {
        path: path.to_owned(),
        message,
    };
    let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let mut add = |name: &str, kind, data: &[u8], align| {
        let section = object.add_section(Vec::new(), name.into(), kind);
        object.append_section_data(section, data, align);
        section
    };
    let content = record.bytes().map_err(|e| wrong(e.to_string()))?;
    add(sections::LINKS, SectionKind::Debug, &content, 4);
    // It asks for no stack that can be executed …
    add(".note.GNU-stack", SectionKind::Other, &[], 1);
    // … and is in the way of no protection that all other objects have.
    let note = add(".note.gnu.property", SectionKind::Note, &CET, 8);
    object.section_mut(note).flags = SectionFlags::Elf {
        sh_type: SHT_NOTE,
        sh_flags: object::elf::SHF_ALLOC,
    };
    let bytes = object.write().map_err(|e| wrong(e.to_string()))?;
    fs::write(path, bytes).map_err(|e| wrong(e.to_string()))
}

/// A property note: branch tracking and shadow stacks are fine.
#[rustfmt::skip]
const CET: [u8; 32] = [
    4, 0, 0, 0,  16, 0, 0, 0,  5, 0, 0, 0,  b'G', b'N', b'U', 0,
    2, 0, 0, 0xc0,  4, 0, 0, 0,  3, 0, 0, 0,  0, 0, 0, 0,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_an_object_of_its_own() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join(FILE);
        let record = LinkRecord {
            engine: "afl".to_owned(),
            reasons: vec!["why".to_owned()],
            inputs: vec![Input::source("a.s", "assembly")],
            counters: None,
        };
        write(&path, &record).unwrap();
        let images = fz_binary::read(&path).unwrap();
        assert_eq!(images[0].links, [record]);
        // What it is itself is nobody's input.
        assert!(images[0].files.is_empty() && images[0].records.is_empty());
    }
}
