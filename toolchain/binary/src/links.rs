//! What fz-cc noted of a link: why it looks as it does, and which of the user's inputs have no record of fz's. The
//! linked program could not tell: an assembler may leave no name behind, and what the compiler links in by itself looks
//! like what the user wrote.

use std::{collections::HashSet, ops::Range};

use anyhow::{Result, ensure};
use fz_abi::{link_record, sections, unit_record};
use object::{Object, ObjectSection, ObjectSymbol, SectionKind, SymbolKind};
use serde::{Deserialize, Serialize};

use super::records;

/// A record of [`sections::LINKS`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct LinkRecord {
    pub engine: String,
    /// What the log says of the link.
    pub reasons: Vec<String>,
    pub inputs: Vec<Input>,
    /// Of the program, where only symbols tell how many it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counters: Option<u64>,
}

/// Room in a record for the number of counters.
const ROOM: usize = r#","counters":18446744073709551615"#.len();

/// Something that was linked, or could be, and has no record of fz's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct Input {
    /// As on the command line; an archive's member is `ARCHIVE(MEMBER)`.
    pub path: String,
    /// Why it has no counters, if that is plain to see.
    pub reason: Option<String>,
    /// The compiler, as the object names it.
    pub made_by: Option<String>,
    /// The sources that the object names.
    pub files: Vec<String>,
    /// Some of what it defines: by this one sees whether a member of an archive was linked.
    pub symbols: Vec<String>,
    /// What it names of others; nothing if that is not known, or too much to keep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<String>>,
}

/// So many symbols say whether an input is there.
const MOST_SYMBOLS: usize = 64;
/// So many names of others are kept.
const MOST_NAMES: usize = 256;

/// Reasons of objects that no compiler of C or C++ made.
pub const ASSEMBLY: &str = "assembly";
const NO_FUNCTIONS: &str = "no-functions";

/// How compilers of other languages name themselves, and the reason.
const LANGUAGES: &[(&str, &str)] = &[("rustc ", "rust")];

impl Input {
    /// A source that fz-cc passes through.
    pub fn source(path: &str, reason: &str) -> Input {
        Input {
            path: path.to_owned(),
            reason: Some(reason.to_owned()),
            ..Input::default()
        }
    }

    /// An object, unless fz made it, or it holds nothing.
    pub fn object(path: String, file: &object::File) -> Option<Input> {
        let is_known = |name| {
            let names = sections::names(name);
            names
                .iter()
                .any(|name| file.section_by_name(name).is_some())
        };
        if is_known(sections::UNITS) || is_known(sections::LINKS) {
            return None;
        }
        let files: Vec<String> = file
            .symbols()
            .filter(|s| s.kind() == SymbolKind::File)
            .filter_map(|s| s.name().ok())
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        let all = |is_undefined: bool, most: usize| -> Vec<String> {
            let symbols = file.symbols();
            let symbols = symbols.filter(|s| s.is_global() && s.is_undefined() == is_undefined);
            let names = symbols.filter_map(|s| s.name().ok()).take(most);
            names.map(str::to_owned).collect()
        };
        let symbols = all(false, MOST_SYMBOLS);
        let names = all(true, MOST_NAMES + 1);
        let made_by = maker(file);
        let has_code = file
            .sections()
            .any(|s| s.kind() == SectionKind::Text && s.size() > 0);
        if !has_code && symbols.is_empty() {
            return None;
        }
        let language = LANGUAGES
            .iter()
            .find(|(name, _)| made_by.iter().any(|m| m.starts_with(name)));
        let reason = match language {
            _ if !has_code => Some(NO_FUNCTIONS),
            Some((_, reason)) => Some(*reason),
            // Compilers say who they are; assemblers do not.
            None => (made_by.is_none() && files.iter().all(|f| is_assembly(f))).then_some(ASSEMBLY),
        };
        Some(Input {
            path,
            reason: reason.map(str::to_owned),
            symbols,
            made_by,
            files,
            names: (names.len() <= MOST_NAMES).then_some(names),
        })
    }

    fn is_in(&self, there: &There) -> bool {
        let any = |own: &[String], there: &HashSet<&str>| own.iter().any(|n| there.contains(&**n));
        self.symbols.is_empty()
            || any(&self.files, &there.files)
            || any(&self.symbols, &there.symbols)
    }
}

/// What symbols tell of an image.
struct There<'a> {
    files: HashSet<&'a str>,
    symbols: HashSet<&'a str>,
}

impl LinkRecord {
    /// Why no engine's runtime was linked in, as the log has it.
    pub fn no_runtime(&self) -> Option<&String> {
        self.reasons.iter().find(|r| r.contains("no runtime"))
    }

    /// The record as it stands in a section, with room for what is known after the link.
    pub fn bytes(&self) -> Result<Vec<u8>> {
        let length = unit_record::HEADER + serde_json::to_vec(self)?.len() + ROOM;
        self.bytes_in(length.next_multiple_of(unit_record::ALIGN))
    }

    /// The same in so many bytes.
    fn bytes_in(&self, length: usize) -> Result<Vec<u8>> {
        let header = [link_record::MAGIC, length as u32].map(u32::to_le_bytes);
        let mut bytes = [header.as_flattened(), &serde_json::to_vec(self)?].concat();
        ensure!(bytes.len() <= length, "a record has outgrown its place");
        bytes.resize(length, 0);
        Ok(bytes)
    }
}

/// Leaves out what the links did not take, as far as symbols tell. `files`: those that they name, if there are any symbols.
pub fn keep_what_is_there<'r>(
    links: impl Iterator<Item = &'r mut LinkRecord>,
    files: Option<&[String]>,
    file: &object::File,
) {
    let Some(files) = files else {
        return;
    };
    let symbols = || file.symbols().filter(|s| !s.is_undefined());
    let mut there = None;
    for link in links.filter(|l| !l.inputs.is_empty()) {
        let there = there.get_or_insert_with(|| There {
            files: files.iter().map(String::as_str).collect(),
            symbols: symbols().filter_map(|s| s.name().ok()).collect(),
        });
        link.inputs.retain(|input| input.is_in(there));
    }
}

/// A section of such records with what symbols tell, for the time when there are none.
/// `counters`: how many there are, if they tell.
pub fn noted(
    data: &[u8],
    files: Option<&[String]>,
    counters: Option<u64>,
    file: &object::File,
) -> Result<Vec<u8>> {
    let mut bytes = data.to_vec();
    let mut records: Vec<(Range<usize>, LinkRecord)> = records::texts(data, link_record::MAGIC)?;
    keep_what_is_there(records.iter_mut().map(|(_, record)| record), files, file);
    for (at, mut record) in records {
        record.counters = counters;
        // Those of links that other releases of fz made may have no room.
        if let Ok(noted) = record.bytes_in(at.len()) {
            bytes[at].copy_from_slice(&noted);
        }
    }
    Ok(bytes)
}

/// By its name.
pub fn is_assembly(file: &str) -> bool {
    let ends = [".s", ".S", ".sx", ".asm"];
    ends.iter().any(|end| file.ends_with(end))
}

/// The first compiler that an object names.
fn maker(file: &object::File) -> Option<String> {
    let section = file.section_by_name(".comment")?;
    let data = section.uncompressed_data().ok()?;
    let mut texts = data.split(|b| *b == 0).filter(|text| !text.is_empty());
    Some(String::from_utf8_lossy(texts.next()?).into_owned())
}
