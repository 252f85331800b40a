//! What a program carries so that it can be built again: for each unit its sources and its command line, for each link its
//! inputs. Written when it is compiled and linked, read by `fz extract` and `fz emit`.
//!
//! Whoever has written a program may have written anything into it: what is read here has limits, and is checked.

mod collected;
mod contents;
mod file;
mod hash;
mod manifest;
mod remove;

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use fz_abi::{capture as layout, sections};
use object::{Object, ObjectSection, ReadRef};
use serde::{Deserialize, Serialize};

use super::{elf, records};
pub use collected::Collected;
pub use contents::{Contents, MOST_WRITTEN, packed};
pub use file::{Captured, Part, of_data};
pub use hash::Hash;
pub use manifest::{
    Archived, Carried, File, Form, Group, Input, InputKind, Link, Member, Module, Search, Unit,
    VERSION,
};
pub use remove::remove;

/// A record of [`sections::CAPTURES`]: where a unit or a link says what it was made of.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Record {
    pub kind: Kind,
    /// The manifest, among the contents.
    pub manifest: Hash,
    /// The unit's source as it was named, or the link's output.
    pub source: String,
    /// The folder of contents that are not in the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Unit,
    Link,
}

impl Record {
    /// As it stands in a section.
    pub fn bytes(&self) -> Result<Vec<u8>> {
        let mut text = serde_json::to_vec(self)?;
        let align = fz_abi::unit_record::ALIGN;
        text.resize(text.len().next_multiple_of(align), 0);
        let length = u32::try_from(text.len() + fz_abi::unit_record::HEADER)?;
        let mut bytes = layout::MAGIC.to_le_bytes().to_vec();
        bytes.extend(length.to_le_bytes());
        bytes.extend(text);
        Ok(bytes)
    }
}

/// The records of captures in a file, in its order, each once.
pub fn records<'a>(file: &object::File<'a, impl ReadRef<'a>>) -> Result<Vec<Record>> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for data in of_sections(file, sections::CAPTURES)? {
        let all: Vec<(_, Record)> = records::texts(&data, layout::MAGIC)
            .with_context(|| format!("section {}", sections::CAPTURES))?;
        for (_, record) in all {
            if seen.insert((record.kind == Kind::Link, record.manifest)) {
                found.push(record);
            }
        }
    }
    Ok(found)
}

/// What a program or library was made of.
#[derive(Debug)]
pub struct Capture {
    pub units: Vec<(Hash, Unit)>,
    /// The link that made the file, if fz-cc did it, and partial links before that.
    pub links: Vec<(Hash, Link)>,
    pub contents: Contents,
    /// What its sections take in the file.
    pub bytes: u64,
}

impl Capture {
    /// The link that made the file: no other takes what it has made.
    pub fn made_by(&self) -> Option<&(Hash, Link)> {
        let taken: HashSet<&Hash> = self.links.iter().flat_map(|(_, l)| l.links()).collect();
        self.links.iter().find(|(hash, _)| !taken.contains(hash))
    }
}

/// Reads what a file carries. `None`: it carries nothing.
pub fn read<'a>(file: &object::File<'a, impl ReadRef<'a>>) -> Result<Option<Capture>> {
    let records = records(file)?;
    if records.is_empty() {
        return Ok(None);
    }
    let mut contents = Contents::default();
    for data in of_sections(file, sections::SOURCES)? {
        contents.add_section(data.into_owned())?;
    }
    for store in records.iter().filter_map(|r| r.store.as_deref()) {
        contents.add_store(store);
    }
    let (mut units, mut links) = (Vec::new(), Vec::new());
    for record in records {
        let text = contents
            .manifest(&record.manifest)
            .with_context(|| format!("the manifest of {}", record.source))?;
        let wrong = || format!("the manifest of {} is not readable", record.source);
        match record.kind {
            Kind::Unit => units.push((record.manifest, Unit::parse(&text).with_context(wrong)?)),
            Kind::Link => links.push((record.manifest, Link::parse(&text).with_context(wrong)?)),
        }
    }
    check_nesting(&links)?;
    Ok(Some(Capture {
        units,
        links,
        contents,
        bytes: size_in(file),
    }))
}

/// Partial links of partial links: people nest a few.
const DEEPEST: usize = 32;

/// Readers follow them one into the other.
fn check_nesting(links: &[(Hash, Link)]) -> Result<()> {
    // Those that take none of these come first, then those that take only such.
    let mut open: HashMap<&Hash, &Link> = links.iter().map(|(hash, link)| (hash, link)).collect();
    for _ in 0..DEEPEST {
        let is_open =
            |(_, link): &(&&Hash, &&Link)| link.links().any(|taken| open.contains_key(taken));
        open = open
            .iter()
            .filter(is_open)
            .map(|(hash, link)| (*hash, *link))
            .collect();
    }
    ensure!(
        open.is_empty(),
        "its partial links are nested more than {DEEPEST} deep"
    );
    Ok(())
}

/// How many bytes of a file are there so that it can be made again.
pub fn bytes(path: &Path) -> Result<u64> {
    let data = fz_base::file::read(path, fz_base::file::PROGRAM)?;
    Ok(size_in(&elf::parse(&*data)?))
}

/// Whether a section is a part of captures, by its name.
pub fn is_section(name: &str) -> bool {
    let is = |wanted| sections::is(name, wanted);
    is(sections::CAPTURES) || is(sections::SOURCES)
}

fn size_in<'a>(file: &object::File<'a, impl ReadRef<'a>>) -> u64 {
    let all = file.sections();
    all.filter(|s| s.name().is_ok_and(is_section))
        .filter_map(|s| s.file_range())
        .map(|(_, size)| size)
        .sum()
}

fn of_sections<'a>(
    file: &object::File<'a, impl ReadRef<'a>>,
    wanted: &'static str,
) -> Result<Vec<std::borrow::Cow<'a, [u8]>>> {
    let mut found = Vec::new();
    for section in file.sections() {
        if section.name().is_ok_and(|name| sections::is(name, wanted)) {
            found.push(section.uncompressed_data()?);
        }
    }
    Ok(found)
}
