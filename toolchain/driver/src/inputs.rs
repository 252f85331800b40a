//! What a link takes that fz has not compiled, and the object that says so in the program.

use std::{collections::HashSet, fs, path::Path};

use anyhow::Result;
use fz_abi::{capture, sections};
use fz_base::{
    error::{Error, unwritten},
    file,
};
use fz_binary::{Input, LinkRecord, capture::Hash, elf};
use fz_commandline::invocation::{Invocation, Language, Outcome};
use fz_process::SCRATCH_FOLDER;
use object::{
    Architecture, BinaryFormat, ComdatKind, Endianness, FileFlags, Object as _, SectionKind,
    SymbolFlags, SymbolKind, SymbolScope,
    elf::{ELFOSABI_GNU, SHF_ALLOC, SHF_GNU_RETAIN, SHF_GROUP, SHT_NOTE, SHT_PROGBITS},
    write::{Comdat, Object, SectionFlags, Symbol, SymbolSection},
};

use crate::link_capture::{
    self, LinkCapture, OfArchive, Taking,
    words::{How, Named},
};

/// The record's file, in a folder of this run's. It is not called an object: libtool would take one that it sees on a link's
/// command line for a part of the compiler, and name it in links to come.
pub const FILE: &str = fz_binary::LINK_RECORD;

/// The user's inputs of a link that fz has not compiled: sources, then what arguments name, then libraries. What is read
/// for that goes into the capture, too, if there is to be one.
pub fn survey(
    invocation: &Invocation,
    named: &[Named],
    mut taking: Option<&mut Taking>,
) -> Vec<Input> {
    let mut found: Vec<(How, Input)> = invocation
        .inputs
        .iter()
        .filter_map(|input| {
            let reason = match (input.language?, invocation.outcome) {
                (Language::Assembly, _) => "assembly",
                (_, Outcome::PassThrough(why)) => why.slug(),
                _ => return None,
            };
            let input = Input::source(&input.path.to_string_lossy(), reason);
            Some((How::Source, input))
        })
        .collect();
    let mut seen = HashSet::new();
    for named in named {
        if named.how == How::Source {
            if let Some(taking) = &mut taking {
                taking.source(named);
            }
            continue;
        }
        let path = &named.path;
        let is_systems = is_the_systems(path);
        let is_code = !matches!(named.how, How::File | How::SystemLibrary);
        let is_surveyed = is_code && !is_systems && seen.insert(path.clone());
        // What is no file is read by the linker alone.
        if !is_surveyed && taking.is_none() || !path.is_file() {
            continue;
        }
        let Ok(data) = file::read(path, file::PROGRAM) else {
            continue;
        };
        let members = link_capture::members(path, &data);
        if is_surveyed {
            let objects = objects(path, &data, members.as_deref());
            found.extend(objects.into_iter().map(|input| (named.how, input)));
        }
        if let Some(taking) = &mut taking {
            taking.take(named, is_systems, &data, members.as_deref());
        }
    }
    found.sort_by_key(|(how, _)| match how {
        How::Source => 0,
        How::Input => 1,
        How::Word | How::File => 2,
        How::Library | How::SystemLibrary => 3,
    });
    found.into_iter().map(|(_, input)| input).collect()
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
fn objects(path: &Path, data: &[u8], members: Option<&[OfArchive]>) -> Vec<Input> {
    // What `fz emit` keeps lies in a folder of its content's.
    let kept = path
        .parent()
        .filter(|p| p.ends_with(Hash::of(data).place()));
    let shown = match (kept, path.file_name()) {
        (Some(_), Some(name)) => Path::new(name).display(),
        _ => path.display(),
    };
    let Some(members) = members else {
        return object(shown.to_string(), data).into_iter().collect();
    };
    let shown = |member: &OfArchive| format!("{shown}({})", member.name);
    let members = members.iter();
    members.filter_map(|m| object(shown(m), &m.data)).collect()
}

fn object(shown: String, data: &[u8]) -> Option<Input> {
    let file = elf::parse(data).ok()?;
    let is_ours = file.format() == BinaryFormat::Elf
        && file.architecture() == Architecture::X86_64
        && file.kind() == object::ObjectKind::Relocatable;
    is_ours.then(|| Input::object(shown, &file)).flatten()
}

/// Writes the object that brings a record into a program, and what the link was made of.
pub fn write(path: &Path, record: &LinkRecord, capture: Option<&LinkCapture>) -> Result<(), Error> {
    let wrong = |message| Error::file(path, message);
    let bytes = bytes(record, capture).map_err(|error| wrong(format!("{error:#}")))?;
    fs::write(path, bytes).map_err(|error| wrong(unwritten(&error, SCRATCH_FOLDER)))
}

fn bytes(record: &LinkRecord, capture: Option<&LinkCapture>) -> Result<Vec<u8>> {
    let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let add = |object: &mut Object, name: &str, kind, data: &[u8], align| {
        let section = object.add_section(Vec::new(), name.into(), kind);
        object.append_section_data(section, data, align);
        section
    };
    let debug = SectionKind::Debug;
    add(&mut object, sections::LINKS, debug, &record.bytes()?, 4);
    if let Some(capture) = capture {
        let record = capture.record.bytes()?;
        add(&mut object, sections::CAPTURES, debug, &record, 4);
    }
    let contents = capture.filter(|c| c.record.store.is_none());
    for (hash, packed) in contents.iter().flat_map(|c| &c.contents.contents) {
        let section = add(&mut object, sections::SOURCES, debug, packed, 4);
        object.section_mut(section).flags = SectionFlags::Elf {
            sh_type: SHT_PROGBITS,
            sh_flags: SHF_GROUP,
        };
        let symbol = object.add_symbol(Symbol {
            name: format!("{}{hash}", capture::GROUP).into_bytes(),
            value: 0,
            size: 0,
            kind: SymbolKind::Data,
            scope: SymbolScope::Compilation,
            weak: false,
            section: SymbolSection::Section(section),
            flags: SymbolFlags::None,
        });
        object.add_comdat(Comdat {
            kind: ComdatKind::Any,
            symbol,
            sections: vec![section],
        });
    }
    // When bfd collects sections, it keeps what debugs a file of which it keeps anything that is loaded, be it empty.
    object.flags = FileFlags::Elf {
        os_abi: ELFOSABI_GNU,
        abi_version: 0,
        e_flags: object::elf::FileFlags(0),
    };
    let kept = add(&mut object, KEPT, SectionKind::ReadOnlyData, &[], 1);
    object.section_mut(kept).flags = SectionFlags::Elf {
        sh_type: SHT_PROGBITS,
        sh_flags: SHF_ALLOC | SHF_GNU_RETAIN,
    };
    // It asks for no stack that can be executed …
    add(&mut object, ".note.GNU-stack", SectionKind::Other, &[], 1);
    // … and is in the way of no protection that all other objects have.
    let note = add(
        &mut object,
        ".note.gnu.property",
        SectionKind::Note,
        &CET,
        8,
    );
    object.section_mut(note).flags = SectionFlags::Elf {
        sh_type: SHT_NOTE,
        sh_flags: SHF_ALLOC,
    };
    Ok(object.write()?)
}

const KEPT: &str = ".rodata.fz";

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
        write(&path, &record, None).unwrap();
        let images = fz_binary::Program::open(&path).unwrap();
        let images = images.into_images().unwrap();
        assert_eq!(images[0].links, [record]);
        // What it is itself is nobody's input.
        assert!(images[0].files.is_empty() && images[0].records.is_empty());
    }
}
