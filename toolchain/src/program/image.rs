//! One linked image, or one object, with what fz put into it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use fz_abi::{callbacks::PC_FUNCTION_ENTRY, map, sections, unit_record};
use object::{
    Object, ObjectKind, ObjectSection, ObjectSymbol, SymbolKind, read::archive::ArchiveFile,
};
use serde::Deserialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Executable,
    Library,
    Object,
    /// LLVM bitcode: its records exist once it is linked.
    Bitcode,
}

/// What the `unit-record` pass wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Record {
    pub source: String,
    pub profile: Option<String>,
    pub design: Option<String>,
    pub reason: Option<String>,
    pub functions: u64,
    pub counters: u64,
    pub skipped: BTreeMap<String, u64>,
    /// Functions that each allow and deny rule matched.
    pub selection: BTreeMap<String, u64>,
}

#[derive(Clone, Debug)]
pub struct Image {
    /// An archive's member is `ARCHIVE(MEMBER)`.
    pub path: PathBuf,
    pub kind: Kind,
    pub counters: u64,
    pub functions: u64,
    /// The size of the counters' section, with what fills its last page.
    pub section: u64,
    pub owns_its_pages: bool,
    pub records: Vec<Record>,
    /// Names of the units that the linker saw, as far as symbols tell.
    pub files: Vec<String>,
    pub imports_dlopen: bool,
    /// What it is linked against, and where it looks for that.
    pub needed: Vec<String>,
    pub run_path: Vec<String>,
}

const BITCODE: [&[u8]; 2] = [b"BC\xC0\xDE", b"\xDE\xC0\x17\x0B"];

/// The images of a file: one, or one per member of an archive.
pub fn read(path: &Path) -> Result<Vec<Image>> {
    let shown = path.display();
    let data = fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    if !data.starts_with(b"!<arch>\n") && !data.starts_with(b"!<thin>\n") {
        return Ok(vec![image(path.to_owned(), &data)?]);
    }
    let archive = ArchiveFile::parse(&*data).with_context(|| format!("cannot read {shown}"))?;
    let mut images = Vec::new();
    for member in archive.members() {
        let member = member.with_context(|| format!("cannot read {shown}"))?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        // A thin archive names files that stand beside it.
        let content = match archive.is_thin() {
            true => fs::read(path.with_file_name(&name))
                .with_context(|| format!("cannot read {name}, a member of {shown}"))?,
            false => member.data(&*data)?.to_vec(),
        };
        images.push(image(format!("{shown}({name})").into(), &content)?);
    }
    Ok(images)
}

fn image(path: PathBuf, data: &[u8]) -> Result<Image> {
    let mut image = Image {
        path,
        kind: Kind::Bitcode,
        counters: 0,
        functions: 0,
        section: 0,
        owns_its_pages: false,
        records: Vec::new(),
        files: Vec::new(),
        imports_dlopen: false,
        needed: Vec::new(),
        run_path: Vec::new(),
    };
    if BITCODE.iter().any(|magic| data.starts_with(magic)) {
        return Ok(image);
    }
    let shown = image.path.display().to_string();
    let file = object::File::parse(data).with_context(|| {
        format!("{shown} is neither a program, a library, an object nor an archive")
    })?;
    let interpreted = file.section_by_name(".interp").is_some();
    image.kind = match file.kind() {
        ObjectKind::Relocatable => Kind::Object,
        ObjectKind::Executable => Kind::Executable,
        // A position-independent executable says that it is dynamic. A static one has no interpreter, yet a flag.
        ObjectKind::Dynamic if interpreted || is_pie(&file) => Kind::Executable,
        ObjectKind::Dynamic => Kind::Library,
        _ => bail!("{shown} is neither a program, a library, an object nor an archive"),
    };
    let word = if file.is_64() { 8 } else { 4 };
    for section in file.sections() {
        match section.name().unwrap_or_default() {
            sections::COUNTERS => {
                image.section += section.size();
                image.owns_its_pages = section.align() >= map::PAGE as u64;
            }
            sections::PCS => {
                let data = section.uncompressed_data()?;
                let entries = data.chunks_exact(2 * word);
                image.counters += entries.len() as u64;
                let flags = entries.map(|e| number(&e[word..]));
                image.functions += flags.filter(|f| *f == PC_FUNCTION_ENTRY).count() as u64;
            }
            sections::UNITS => {
                let data = section.uncompressed_data()?;
                let found =
                    records(&data).with_context(|| format!("{shown}: {}", sections::UNITS))?;
                image.records.extend(found);
            }
            _ => {}
        }
    }
    // Without the table of addresses (`pcs=off`) records tell; without those, the section, unless the link filled it.
    if image.counters == 0 {
        image.counters = match image.records.is_empty() && !image.owns_its_pages {
            true => image.section,
            false => image.records.iter().map(|r| r.counters).sum(),
        };
    }
    for symbol in file.symbols().filter(|s| s.kind() == SymbolKind::File) {
        let name = symbol.name().unwrap_or_default();
        image
            .files
            .extend((!name.is_empty()).then(|| name.to_owned()));
    }
    image.imports_dlopen = file
        .dynamic_symbols()
        .any(|s| s.is_undefined() && s.name().is_ok_and(|n| map::DLOPEN_IMPORTS.contains(&n)));
    dynamic(&file, &mut image);
    Ok(image)
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b))
}

const DT_NEEDED: u64 = 1;
const DT_RPATH: u64 = 15;
const DT_RUNPATH: u64 = 29;
const DT_FLAGS_1: u64 = 0x6fff_fffb;
const DF_1_PIE: u64 = 0x0800_0000;

/// The pairs of `.dynamic`.
fn dynamic_entries(file: &object::File) -> Vec<(u64, u64)> {
    let word = if file.is_64() { 8 } else { 4 };
    let section = file.section_by_name(".dynamic");
    let data = section.and_then(|s| s.data().ok()).unwrap_or_default();
    data.chunks_exact(2 * word)
        .map(|e| (number(&e[..word]), number(&e[word..])))
        .collect()
}

fn is_pie(file: &object::File) -> bool {
    dynamic_entries(file)
        .iter()
        .any(|(tag, value)| *tag == DT_FLAGS_1 && value & DF_1_PIE != 0)
}

fn dynamic(file: &object::File, image: &mut Image) {
    let Some(names) = file.section_by_name(".dynstr") else {
        return;
    };
    let names = names.data().unwrap_or_default();
    for (tag, at) in dynamic_entries(file) {
        let tail = names.get(at as usize..).unwrap_or_default();
        let text = tail.split(|b| *b == 0).next().unwrap_or_default();
        let text = String::from_utf8_lossy(text).into_owned();
        match tag {
            DT_NEEDED => image.needed.push(text),
            DT_RPATH | DT_RUNPATH => image.run_path.extend(text.split(':').map(str::to_owned)),
            _ => {}
        }
    }
}

/// All records of a section. Linkers may put zeros between them.
fn records(data: &[u8]) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    let mut rest = data;
    while rest.len() >= unit_record::HEADER {
        if rest[0] == 0 {
            rest = &rest[1..];
            continue;
        }
        let (magic, length) = (number(&rest[..4]), number(&rest[4..8]) as usize);
        if magic != u64::from(unit_record::MAGIC)
            || !(unit_record::HEADER..=rest.len()).contains(&length)
        {
            bail!("no unit record at offset {}", data.len() - rest.len());
        }
        let text = &rest[unit_record::HEADER..length];
        let end = text.iter().rposition(|b| *b != 0).map_or(0, |at| at + 1);
        records.push(serde_json::from_slice(&text[..end]).context("a unit record is no JSON")?);
        rest = &rest[length..];
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(json: &str) -> Vec<u8> {
        let mut text = json.as_bytes().to_vec();
        text.resize(text.len().next_multiple_of(unit_record::ALIGN), 0);
        let length = (text.len() + unit_record::HEADER) as u32;
        [
            &unit_record::MAGIC.to_le_bytes()[..],
            &length.to_le_bytes(),
            &text,
        ]
        .concat()
    }

    #[test]
    fn records_follow_each_other_with_padding_between() {
        let mut data = record(r#"{"source":"a.c","counters":3}"#);
        data.extend([0; 12]);
        data.extend(record(r#"{"source":"b.c","reason":"lto","new-key":1}"#));
        let found = records(&data).unwrap();
        assert_eq!((found[0].source.as_str(), found[0].counters), ("a.c", 3));
        assert_eq!(found[1].reason.as_deref(), Some("lto"));
    }

    #[test]
    fn broken_records_are_refused() {
        let mut data = record(r#"{"source":"a.c"}"#);
        data[4] = 0xff;
        assert!(records(&data).is_err());
        assert!(records(b"nonsense that is long").is_err());
        assert!(records(&record("{")).is_err());
    }
}
