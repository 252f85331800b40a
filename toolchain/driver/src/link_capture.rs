//! What a link takes, so that it can be done again: its inputs in the linker's order, each with what it is made from, and
//! the contents that fz-cc has not compiled itself.

pub mod words;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use anyhow::Result;
use fz_abi::{capture as layout, sections};
use fz_binary::{
    archive,
    capture::{Archived, Carried, Collected, Hash, Input, InputKind, Kind, Link, Member, Record},
    elf,
};
use memchr::memmem;
use object::{BinaryFormat, Object as _, ObjectKind, ObjectSection as _};
use words::{How, Named};

/// Contents that are larger are not carried: their hashes tell whether they are still the same.
const MOST_BYTES: u64 = 512 << 20;
/// Nor is anything after so many bytes, packed: readers have a limit.
const MOST_PACKED: u64 = 1 << 30;

/// The letters of a hash.
const HEX: usize = 64;

/// Bitcode, bare and in a wrapper.
const BITCODE: [&[u8]; 2] = [b"BC\xC0\xDE", &[0xDE, 0xC0, 0x17, 0x0B]];

/// What goes into the object of the link's record.
#[derive(Debug)]
pub struct LinkCapture {
    pub record: Record,
    pub contents: Collected,
}

/// The capture of a link, as its inputs are read one after the other.
#[derive(Debug, Default)]
pub struct Taking {
    inputs: Vec<Input>,
    files: Vec<Carried>,
    contents: Collected,
    /// By their paths: libraries may be named several times.
    known: HashMap<PathBuf, InputKind>,
    /// Scripts and other files that are no code: they are linked as they are, and not carried.
    pub lacking: Vec<PathBuf>,
    /// What went wrong first.
    failure: Option<anyhow::Error>,
}

/// A member of an archive.
pub type OfArchive<'a> = archive::Member<'a>;

/// The members of an archive that can be read: the linker tells of others. `None`: it is none.
pub fn members<'a>(path: &'a Path, data: &'a [u8]) -> Option<Vec<OfArchive<'a>>> {
    let members = archive::members(path, data).ok()??;
    Some(members.filter_map(Result::ok).collect())
}

impl Taking {
    /// Notes what an argument names. `members`: what the file holds, if it is an archive.
    pub fn take(
        &mut self,
        named: &Named,
        is_the_systems: bool,
        data: &[u8],
        members: Option<&[OfArchive]>,
    ) {
        if let Err(why) = self.taken(named, is_the_systems, data, members) {
            let why = why.context(named.path.display().to_string());
            self.failure.get_or_insert(why);
        }
    }

    fn taken(
        &mut self,
        named: &Named,
        is_the_systems: bool,
        data: &[u8],
        members: Option<&[OfArchive]>,
    ) -> Result<()> {
        let path = absolute(&named.path);
        if named.how == How::File {
            return self.file(&named.argument, data);
        }
        let kind = match self.known.get(&path) {
            Some(kind) => kind.clone(),
            None => self.kind(&named.argument, is_the_systems, data, members)?,
        };
        self.known.insert(path.clone(), kind.clone());
        self.inputs.push(Input {
            argument: named.argument.clone(),
            path,
            kind,
        });
        Ok(())
    }

    /// A source that this command compiles.
    pub fn source(&mut self, named: &Named) {
        self.inputs.push(Input {
            argument: named.argument.clone(),
            path: absolute(&named.path),
            kind: InputKind::Source,
        });
    }

    /// Another file, if it is text.
    fn file(&mut self, argument: &str, data: &[u8]) -> Result<()> {
        let is_known = self.files.iter().any(|f| f.argument == argument);
        if is_known || is_code(data) || !self.has_room(data) {
            return Ok(());
        }
        self.files.push(Carried {
            argument: argument.to_owned(),
            content: self.contents.add(data)?,
        });
        Ok(())
    }

    fn kind(
        &mut self,
        argument: &str,
        is_the_systems: bool,
        data: &[u8],
        members: Option<&[OfArchive]>,
    ) -> Result<InputKind> {
        let foreign = || InputKind::Foreign {
            content: Hash::of(data),
        };
        if let Some(members) = members {
            return match is_the_systems {
                true => Ok(foreign()),
                false => Ok(self.archive(members)?.unwrap_or_else(foreign)),
            };
        }
        if is_bitcode(data) {
            return Ok(InputKind::Object {
                object: of_bitcode(data),
            });
        }
        match elf::parse(data) {
            Ok(file) if file.format() != BinaryFormat::Elf => Ok(foreign()),
            Ok(file) if file.kind() == ObjectKind::Dynamic => Ok(InputKind::Shared {
                soname: fz_binary::soname(&file),
                content: Hash::of(data),
                captured: is_captured(&file),
            }),
            Ok(file) if file.kind() == ObjectKind::Relocatable && !is_the_systems => {
                let object = self.member(data, &file)?;
                Ok(object.map_or_else(foreign, |object| InputKind::Object { object }))
            }
            Ok(_) => Ok(foreign()),
            Err(_) => {
                if !is_the_systems {
                    self.lacking.push(PathBuf::from(argument));
                    self.file(argument, data)?;
                }
                Ok(foreign())
            }
        }
    }

    /// `None`: it is too large to be carried.
    fn archive(&mut self, members: &[OfArchive]) -> Result<Option<InputKind>> {
        let mut archived = Vec::with_capacity(members.len());
        for OfArchive { name, data } in members {
            let object = match elf::parse(&**data) {
                _ if is_bitcode(data) => of_bitcode(data),
                Ok(file) => match self.member(data, &file)? {
                    Some(object) => object,
                    None => return Ok(None),
                },
                // Linkers take nothing else out of archives.
                Err(_) => continue,
            };
            archived.push(Archived {
                name: name.clone(),
                object,
            });
        }
        Ok(Some(InputKind::Archive { members: archived }))
    }

    /// What an object is made from. `None`: it is too large to be carried.
    fn member(&mut self, data: &[u8], file: &object::File) -> Result<Option<Member>> {
        let mut object = Member::default();
        // The record of the last partial link stands first, as its object does.
        for record in fz_binary::capture::records(file)? {
            match record.kind {
                Kind::Unit => object.units.push(record.manifest),
                Kind::Link => _ = object.link.get_or_insert(record.manifest),
            }
        }
        if object.units.is_empty() && object.link.is_none() && !is_ours(file) {
            if !self.has_room(data) {
                return Ok(None);
            }
            object.carried = Some(self.contents.add(data)?);
        }
        Ok(Some(object))
    }

    fn has_room(&self, data: &[u8]) -> bool {
        data.len() as u64 <= MOST_BYTES && self.contents.bytes() <= MOST_PACKED
    }

    /// The whole capture, once all inputs are read. `store`: contents go there, and not into the object.
    pub fn finish(mut self, link: Link, store: Option<PathBuf>) -> Result<LinkCapture> {
        if let Some(why) = self.failure {
            return Err(why);
        }
        let link = Link {
            inputs: self.inputs,
            files: self.files,
            ..link
        };
        let record = Record {
            kind: Kind::Link,
            manifest: self.contents.add(&serde_json::to_vec(&link)?)?,
            source: link.output,
            store,
        };
        if let Some(store) = &record.store {
            self.contents.store(store)?;
        }
        Ok(LinkCapture {
            record,
            contents: self.contents,
        })
    }
}

fn is_bitcode(data: &[u8]) -> bool {
    BITCODE.iter().any(|magic| data.starts_with(magic))
}

/// The units of bitcode, by its strings.
fn of_bitcode(data: &[u8]) -> Member {
    let mut units: Vec<Hash> = Vec::new();
    for at in memmem::find_iter(data, layout::UNIT.as_bytes()) {
        let name = data[at + layout::UNIT.len()..]
            .get(..HEX)
            .unwrap_or_default();
        let unit = str::from_utf8(name).ok().and_then(|name| name.parse().ok());
        units.extend(unit.filter(|unit| !units.contains(unit)));
    }
    Member {
        units,
        ..Member::default()
    }
}

/// Whether it is nothing that a person writes.
fn is_code(data: &[u8]) -> bool {
    is_bitcode(data) || object::FileKind::parse(data).is_ok()
}

fn is_captured(file: &object::File) -> bool {
    has_section(file, sections::CAPTURES)
}

/// Whether fz-cc has made it, without a capture: as it is it would be of this profile for ever.
fn is_ours(file: &object::File) -> bool {
    has_section(file, sections::UNITS) || has_section(file, sections::LINKS)
}

fn has_section(file: &object::File, wanted: &'static str) -> bool {
    let mut all = file.sections();
    all.any(|s| s.name().is_ok_and(|name| sections::is(name, wanted)))
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
