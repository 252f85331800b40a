//! One linked image, or one object, with what fz put into it.

use std::{
    collections::{BTreeMap, HashMap},
    mem::take,
    ops::{AddAssign, Range},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, bail, ensure};
use fz_abi::{files, functions::images::COUNTERS_INIT, link_record, map, sections, unit_record};
use fz_records::{
    DataGraph, FunctionBranches, FunctionCoverage, FunctionEdges, FunctionGraph, FunctionNodes,
    FunctionSites, FunctionTokens, Graph, Record as _, Records,
};
use fz_schema::Design;
use object::{
    Architecture, Object, ObjectKind, ObjectSection, ObjectSymbol, ReadRef, RelocationTarget,
    SectionFlags, SectionIndex, SectionKind, SymbolKind, elf::SHF_ALLOC,
};
use serde::{Deserialize, Deserializer, Serialize};

use super::{
    archive::{self, Member},
    binding::{self, Words},
    contexts::{self, CallRecord, ContextCallee},
    elf,
    links::{Input, LinkRecord, keep_what_is_there},
    records::{self, texts},
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    #[default]
    Executable,
    Library,
    Object,
    /// LLVM bitcode: its records exist once it is linked.
    Bitcode,
}

/// What the `unit-record` pass wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct Record {
    pub source: String,
    pub profile: Option<String>,
    /// Under its name of today, whatever name the record has it by.
    #[serde(deserialize_with = "design")]
    pub design: Option<String>,
    pub reason: Option<String>,
    /// `yes`, or why the source was not refactored, where it should have been.
    pub refactored: Option<String>,
    pub functions: u64,
    /// Before pruning.
    pub edges: u64,
    pub counters: u64,
    pub skipped: BTreeMap<String, u64>,
    /// Functions that each allow and deny rule matched.
    pub selection: BTreeMap<String, u64>,
    /// Ways of conditional branches and switches beyond the first, where code generation begins.
    pub branches: u64,
    /// Decisions that are none.
    pub selects: u64,
    /// By pass.
    pub transforms: BTreeMap<String, Transform>,
    /// Operations with guards, where code generation begins.
    pub guards: u64,
    /// Whether its counters say what they count of the source.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub coverage: bool,
    /// Of such: what the files said that it was made of, as XXH3 (64 bits, in hexadecimal), by path.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

impl Record {
    /// Whether clang's own pipeline was run over the unit, and not only the profile's.
    pub fn is_through_clang(&self) -> bool {
        self.design.as_deref() == Some(Design::ExtensionPoints.name())
    }
}

/// Records of older builds call designs `A` and `B`.
fn design<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let name = Option::<String>::deserialize(deserializer)?;
    Ok(name.map(|name| match Design::of_name(&name) {
        Some(design) => design.name().to_owned(),
        None => name,
    }))
}

/// What a transformation did in a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct Transform {
    pub done: u64,
    /// What it left alone, by reason.
    pub left: BTreeMap<String, u64>,
}

impl AddAssign<&Transform> for Transform {
    fn add_assign(&mut self, other: &Transform) {
        self.done += other.done;
        for (reason, count) in &other.left {
            *self.left.entry(reason.clone()).or_default() += count;
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Image {
    /// An archive's member is `ARCHIVE(MEMBER)`.
    pub path: PathBuf,
    pub kind: Kind,
    pub counters: u64,
    pub functions: u64,
    /// Where the counters' section is, and its size with the head byte and with what fills its last page. In an
    /// object it begins at 0, and is all sections of that name behind each other.
    pub start: u64,
    pub section: u64,
    /// The addresses of the two symbols of fz's linker scripts, as long as there are symbols.
    pub head: Option<u64>,
    pub end: Option<u64>,
    /// Whether there is a symbol table that could have them.
    pub has_symbols: bool,
    /// Whether all that it has is loaded: not even the names of compilers are left.
    pub is_bare: bool,
    /// Whether fz's runtime is linked in, and whether libraries find it there.
    pub has_runtime: bool,
    pub exports_runtime: bool,
    /// Sorted by address. Empty if stripped, or if units were compiled without.
    pub edges: Vec<FunctionEdges>,
    /// Where functions compare, in the order of their records.
    pub sites: Vec<FunctionSites>,
    /// Which branches have gates, in the order of their records.
    pub branches: Vec<FunctionBranches>,
    /// Those that FOX reads.
    pub nodes: Vec<FunctionNodes>,
    /// The address of the first gate: the numbers of outcomes count from there.
    pub first_gate: u64,
    /// How many outcomes they have: the size of the section of gates.
    pub outcomes: u64,
    /// What counters say of conditions and lines.
    pub coverage: Vec<FunctionCoverage>,
    /// The control flow of functions, in the order of their records.
    pub graphs: Vec<FunctionGraph>,
    /// What variables name, and what aliases stand for.
    pub data: Vec<DataGraph>,
    /// What functions compare their inputs with.
    pub tokens: Vec<FunctionTokens>,
    /// Records of kinds that have no place above.
    pub said: Records,
    pub records: Vec<Record>,
    /// What fz-cc noted where it linked.
    pub links: Vec<LinkRecord>,
    /// What an object is that fz has not compiled.
    pub input: Option<Input>,
    /// Functions that get rows when the program starts, and calls that get tokens.
    pub context_callees: Vec<ContextCallee>,
    pub calls: Vec<CallRecord>,
    /// Dynamic symbols that others may be bound to.
    pub exports: HashMap<String, u64>,
    /// Names of the units that the linker saw, as far as symbols tell.
    pub files: Vec<String>,
    pub imports_dlopen: bool,
    /// Whether a program's map has room for libraries that are loaded later, as [`map`] says; only the program's own image
    /// tells, and only where its libraries were looked at.
    pub has_room: bool,
    /// What it is linked against, and where it looks for that.
    pub needed: Vec<String>,
    pub rpath: Vec<String>,
    pub runpath: Vec<String>,
    /// Where it finds libraries besides, as its script of libtool's has it.
    pub library_path: Vec<PathBuf>,
    pub soname: Option<String>,
    pub architecture: Option<Architecture>,
}

impl Image {
    /// An image of which nothing is known yet.
    pub fn new(path: PathBuf, kind: Kind) -> Image {
        Image {
            path,
            kind,
            ..Image::default()
        }
    }

    /// Takes what its records say.
    fn take(&mut self, mut said: Records) {
        self.edges = take(&mut said.edges);
        self.sites = take(&mut said.sites);
        self.branches = take(&mut said.branches);
        self.nodes = take(&mut said.nodes);
        self.coverage = take(&mut said.coverage);
        self.tokens = take(&mut said.tokens);
        for graph in take(&mut said.graphs) {
            match graph {
                Graph::Function(graph) => self.graphs.push(graph),
                Graph::Data(data) => self.data.push(data),
            }
        }
        self.said = said;
    }

    /// Names of the units that the linker saw, if there are symbols.
    pub fn symbol_files(&self) -> Option<&[String]> {
        self.has_symbols.then_some(&self.files)
    }

    /// Whether the counters have pages to themselves, so that the map can be laid over them.
    pub fn owns_its_pages(&self) -> bool {
        let page = map::PAGE as u64;
        self.start.is_multiple_of(page) && self.section.is_multiple_of(page)
    }

    /// Functions of libc that a taint build calls and does not follow, by the stubs that it has of them.
    pub fn unfollowed(&self) -> impl Iterator<Item = &str> {
        let files = self.files.iter();
        files.filter_map(|file| file.strip_prefix(files::STUB_PREFIX)?.strip_suffix(".s"))
    }

    /// Why its records are missing, and what to do. `None`: there are some, or there never were any.
    pub fn lost_records(&self) -> Option<&'static str> {
        let has_some = !self.records.is_empty() || !self.edges.is_empty();
        match self.kind {
            _ if has_some || self.section == 0 => None,
            Kind::Object | Kind::Bitcode => Some(LOST_IN_OBJECT),
            Kind::Executable | Kind::Library if self.is_bare => Some(LOST_TO_LLVM),
            // The record of the link is there: nothing was removed since.
            Kind::Executable | Kind::Library if !self.links.is_empty() => {
                (self.counters > 0).then_some(LOST_BEFORE_LINK)
            }
            Kind::Executable | Kind::Library => Some(LOST),
        }
    }

    /// Whether the section begins with the map's head. Without symbols, pages of its own mean fz's linker script.
    pub fn has_head(&self) -> bool {
        let scripted = self.section > 0 && self.owns_its_pages();
        match (self.kind, self.has_symbols) {
            (Kind::Executable, true) => self.section > 0 && self.head == Some(self.start),
            (Kind::Executable, false) => scripted,
            _ => false,
        }
    }

    fn head_bytes(&self) -> u64 {
        if self.has_head() { map::HEAD as u64 } else { 0 }
    }

    /// The end of what an executable has in the map.
    pub fn counters_end(&self) -> u64 {
        let stop = self.start + self.section;
        let known = match self.has_symbols {
            true => self.end.filter(|end| (self.start..stop).contains(end)),
            false if self.has_head() && self.counters > 0 => {
                Some(self.start + map::HEAD as u64 + self.counters)
            }
            false => None,
        };
        known.unwrap_or(stop).min(stop)
    }

    /// The addresses of the counters, without head and padding.
    pub fn counter_addresses(&self) -> Range<u64> {
        let first = self.start + self.head_bytes();
        first..(first + self.counters).min(self.start + self.section)
    }

    /// The engine that it was linked for, if its counters are more bytes than they need.
    pub fn filled_for(&self) -> Option<&str> {
        let link = self.links.last()?;
        (self.section > self.counters).then_some(link.engine.as_str())
    }

    /// The function that the counter at an address belongs to, and which of its counters it is.
    pub fn function_at(&self, address: u64) -> Option<(&FunctionEdges, usize)> {
        let behind = self.edges.partition_point(|f| f.start.at() <= address);
        let function = self.edges.get(behind.checked_sub(1)?)?;
        let index = address - function.start.at();
        (index < function.len()).then_some((function, index as usize))
    }
}

const LOST_TO_LLVM: &str = "`llvm-strip` or the like removed all that is not loaded; link it again and strip it with binutils' \
     `strip` or `llvm-strip --strip-all-gnu`, which keep records";
// Counters may be clang's own: nothing in such a program tells.
const LOST: &str = "`strip` removes them from what fz-cc has not linked, unless it never had any; link it with fz-cc, or name it \
     as it was before `strip`";
const LOST_BEFORE_LINK: &str =
    "`strip` removed them from its objects before the link; compile these again, and link them";
const LOST_IN_OBJECT: &str = "`strip` removes them from objects; compile it again";

const BITCODE: [&[u8]; 2] = [b"BC\xC0\xDE", b"\xDE\xC0\x17\x0B"];

/// The images of a file: one, or one per member of an archive.
pub fn images(path: &Path, data: &[u8]) -> Result<Vec<Image>> {
    let shown = path.display();
    let wrong = || format!("cannot read {shown}");
    let Some(members) = archive::members(path, data).with_context(wrong)? else {
        return Ok(vec![image(path.to_owned(), data)?]);
    };
    let mut images = Vec::new();
    for member in members {
        let Member { name, data } = member.with_context(wrong)?;
        // Archives may hold other things than code.
        if is_code(&data) {
            images.push(image(format!("{shown}({name})").into(), &data)?);
        }
    }
    Ok(images)
}

fn is_code(data: &[u8]) -> bool {
    data.starts_with(b"\x7fELF") || is_bitcode(data)
}

fn is_bitcode(data: &[u8]) -> bool {
    BITCODE.iter().any(|magic| data.starts_with(magic))
}

fn image(path: PathBuf, data: &[u8]) -> Result<Image> {
    if is_bitcode(data) {
        return Ok(Image::new(path, Kind::Bitcode));
    }
    let shown = path.display().to_string();
    let file = elf::parse(data).with_context(|| match object::FileKind::parse(data) {
        Ok(_) => shown.clone(),
        Err(_) => format!("{shown} is neither a program, a library, an object nor an archive"),
    })?;
    let mut image = outline(path, &file)?;
    let bases = bases(&file, &mut image);
    if let (object::File::Elf64(elf), true) = (&file, image.kind != Kind::Object) {
        load_time_contexts(elf, &mut image).with_context(|| shown.clone())?;
    }
    contents(&file, &mut image, &bases).with_context(|| shown.clone())?;
    let mut links = std::mem::take(&mut image.links);
    keep_what_is_there(links.iter_mut(), image.symbol_files(), &file);
    image.links = links;
    if image.kind == Kind::Object && image.links.is_empty() {
        image.input = Input::object(shown, &file);
    }
    Ok(image)
}

/// What symbols, the dynamic section and the sizes of sections tell, without records.
pub fn outline(path: PathBuf, file: &object::File) -> Result<Image> {
    let mut image = Image::new(path, Kind::Object);
    let shown = image.path.display().to_string();
    let interpreted = file.section_by_name(".interp").is_some();
    image.architecture = Some(file.architecture());
    image.is_bare = file
        .sections()
        .all(|s| is_loaded(&s) || s.kind() == SectionKind::Metadata);
    dynamic(file, &mut image);
    image.kind = match file.kind() {
        ObjectKind::Relocatable => Kind::Object,
        ObjectKind::Executable => Kind::Executable,
        // A position-independent executable says that it is dynamic. A static one has no interpreter, yet a flag. Some
        // libraries have an interpreter (libc.so.6 can be run), but these have a name.
        ObjectKind::Dynamic if is_pie(file) => Kind::Executable,
        ObjectKind::Dynamic if interpreted && image.soname.is_none() => Kind::Executable,
        ObjectKind::Dynamic => Kind::Library,
        _ => bail!("{shown} is neither a program, a library, an object nor an archive"),
    };
    symbols(file, &mut image);
    if image.kind != Kind::Object {
        let ranges: Vec<_> = named(file, sections::COUNTERS)
            .map(|s| (s.address(), s.address() + s.size()))
            .collect();
        // Some linkers keep sections of different flags apart; the runtime sees them from the first to the last.
        image.start = ranges.iter().map(|r| r.0).min().unwrap_or(0);
        image.section = ranges.iter().map(|r| r.1).max().unwrap_or(0) - image.start;
    }
    // Each entry of the table of addresses is two words.
    let entry = if file.is_64() { 16 } else { 8 };
    image.counters = named(file, sections::PCS).map(|s| s.size() / entry).sum();
    ensure!(
        image.section.max(image.counters) <= MOST_COUNTERS
            && image.start.checked_add(image.section).is_some(),
        "{}: says that it has {} counters, in {} bytes",
        image.path.display(),
        image.counters,
        image.section
    );
    if image.counters == 0 && image.section > 0 && image.end.is_some() {
        image.counters = image.counters_end() - image.start - image.head_bytes();
    }
    Ok(image)
}

fn is_loaded<'a>(section: &impl ObjectSection<'a>) -> bool {
    match section.flags() {
        SectionFlags::Elf { sh_flags, .. } => sh_flags.contains(SHF_ALLOC),
        _ => false,
    }
}

fn named<'data, 'file>(
    file: &'file object::File<'data>,
    name: &'static str,
) -> impl Iterator<Item = object::Section<'data, 'file>> {
    file.sections().filter(move |s| s.name() == Ok(name))
}

/// Reads what the runtime reads when the program starts.
fn load_time_contexts(
    file: &object::read::elf::ElfFile64<object::Endianness>,
    image: &mut Image,
) -> Result<()> {
    image.exports = binding::exports(file).context("the dynamic symbols")?;
    let named = |name| file.sections().filter(move |s| s.name() == Ok(name));
    let ranges: Vec<_> = [sections::FUNCTIONS, sections::CALLS]
        .into_iter()
        .flat_map(named)
        .map(|s| s.address()..s.address() + s.size())
        .collect();
    if ranges.is_empty() {
        return Ok(());
    }
    let words = Words::of(file, &ranges).context("the dynamic relocations")?;
    for section in named(sections::FUNCTIONS) {
        let callees = contexts::callees(section.data()?, section.address(), &words);
        image
            .context_callees
            .extend(callees.context(sections::FUNCTIONS)?);
    }
    for section in named(sections::CALLS) {
        let calls = contexts::calls(section.data()?, section.address(), &words);
        image.calls.extend(calls.context(sections::CALLS)?);
    }
    Ok(())
}

/// For an object, where each section that records name begins on the scale of [`Image::start`], or on one of its own.
fn bases(file: &object::File, image: &mut Image) -> HashMap<SectionIndex, u64> {
    let mut bases = HashMap::new();
    if image.kind != Kind::Object {
        return bases;
    }
    for name in [
        sections::COUNTERS,
        sections::FUNCTIONS,
        sections::CALLS,
        sections::GATES,
    ] {
        let mut end = 0;
        for section in named(file, name) {
            bases.insert(section.index(), end);
            end += section.size();
        }
        if name == sections::COUNTERS {
            image.section = end;
        }
    }
    bases
}

/// Reads what the passes wrote.
fn contents(
    file: &object::File,
    image: &mut Image,
    bases: &HashMap<SectionIndex, u64>,
) -> Result<()> {
    let word = if file.is_64() { 8 } else { 4 };
    // What records may name.
    let range = |name| {
        let section = file.section_by_name(name);
        section.map(|s| s.address()..s.address() + s.size())
    };
    let gates: Vec<_> = named(file, sections::GATES)
        .map(|s| (s.address(), s.size()))
        .collect();
    image.outcomes = gates.iter().map(|(_, size)| size).sum();
    image.first_gate = gates.iter().map(|(at, _)| *at).min().unwrap_or(0);
    let named: Vec<_> = [sections::FUNCTIONS, sections::CALLS, sections::GATES]
        .into_iter()
        .filter_map(range)
        .chain(std::iter::once(image.start..image.start + image.section))
        .collect();
    let mut said = Records::default();
    for section in file.sections() {
        let name = section.name().unwrap_or_default();
        let known = Records::SECTIONS.iter().copied();
        let mut known = known.chain([sections::UNITS, sections::LINKS]);
        let name = known
            .find(|known| sections::is(name, known))
            .unwrap_or(name);
        let data = || section.uncompressed_data();
        match name {
            sections::PCS => {
                let data = data()?;
                let entries = data.chunks_exact(2 * word);
                let flags = entries.map(|e| number(&e[word..]));
                let is_entry = |flag: &u64| *flag == sections::PC_FUNCTION_ENTRY;
                image.functions += flags.filter(is_entry).count() as u64;
            }
            sections::UNITS => {
                let found = texts(&data()?, unit_record::MAGIC).context(name.to_owned())?;
                image.records.extend(found.into_iter().map(|(_, r)| r));
            }
            sections::LINKS => {
                let found = texts(&data()?, link_record::MAGIC).context(name.to_owned())?;
                image.links.extend(found.into_iter().map(|(_, r)| r));
            }
            _ if Records::SECTIONS.contains(&name) => {
                let data = data()?;
                let resolve = resolver(file, &section, &data, bases, &named);
                let read = said.read(name, &data, &*resolve);
                read.map_err(|e| anyhow!(e).context(name.to_owned()))?;
            }
            _ if !image.has_runtime && image.kind != Kind::Object => {
                let read_only = matches!(
                    section.kind(),
                    SectionKind::ReadOnlyData
                        | SectionKind::ReadOnlyString
                        | SectionKind::ReadOnlyDataWithRel
                );
                // A string that no other runtime has, and that survives `strip`.
                let word = map::DLOPEN_ROOM_ENV.to_bytes_with_nul();
                image.has_runtime = read_only
                    && section
                        .data()
                        .is_ok_and(|d| d.windows(word.len()).any(|w| w == word));
            }
            _ => {}
        }
    }
    image.take(said);
    for function in &mut image.branches {
        let first = function.gates.at().saturating_sub(image.first_gate);
        function
            .branches
            .iter_mut()
            .for_each(|branch| branch.first += first);
    }
    image.edges.sort_by_key(|f| f.start.at());
    // Two copies of a function in different groups may end up with the same counters.
    image.edges.dedup_by_key(|f| f.start.at());
    records::check_positions(&image.edges).context(FunctionEdges::SECTION)?;
    // The table of addresses has an entry of the function for each of its rows.
    let further_rows: u64 = image.edges.iter().map(|f| u64::from(f.rows) - 1).sum();
    image.functions = image.functions.saturating_sub(further_rows);
    image.functions = image.functions.max(image.edges.len() as u64);
    // Without the table of addresses (`pcs=off`) and the linker script's symbol, records tell; without those, the
    // section, unless the link filled it.
    if image.counters == 0 && image.section > 0 && image.end.is_none() {
        let noted = image.links.iter().find_map(|link| link.counters);
        image.counters = match noted {
            Some(counters) => counters,
            None if image.records.is_empty() && !image.owns_its_pages() => image.section,
            None => image.records.iter().map(|r| r.counters).sum(),
        };
    }
    Ok(())
}

/// How the addresses in a section become those of what is in the image, by where they stand and what stands there.
/// `named` is what they may name.
fn resolver<'a>(
    file: &object::File,
    section: &object::Section,
    data: &[u8],
    bases: &HashMap<SectionIndex, u64>,
    named: &'a [Range<u64>],
) -> Box<dyn Fn(usize, u64) -> Option<u64> + 'a> {
    if file.kind() == ObjectKind::Relocatable {
        let addresses = relocated(file, section, data, bases);
        return Box::new(move |at, _| addresses.get(&at).copied());
    }
    // Of what linkers discard, the address is 0 or another that is not in the section.
    Box::new(|_, address| {
        let is_in = |r: &Range<u64>| r.contains(&address);
        named.iter().any(is_in).then_some(address)
    })
}

/// The addresses that belong in a section of an object, by their offset.
fn relocated(
    file: &object::File,
    section: &object::Section,
    data: &[u8],
    bases: &HashMap<SectionIndex, u64>,
) -> HashMap<usize, u64> {
    let address = |offset: u64, relocation: &object::Relocation| {
        let RelocationTarget::Symbol(symbol) = relocation.target() else {
            return None;
        };
        let symbol = file.symbol_by_index(symbol).ok()?;
        let at = usize::try_from(offset).ok()?;
        let addend = match relocation.has_implicit_addend() {
            true => number(data.get(at..at.checked_add(4)?)?) as i64,
            false => relocation.addend(),
        };
        let base = bases.get(&symbol.section_index()?)?;
        let address = base
            .wrapping_add(symbol.address())
            .wrapping_add_signed(addend);
        Some((at, address))
    };
    section
        .relocations()
        .filter_map(|(offset, r)| address(offset, &r))
        .collect()
}

fn symbols(file: &object::File, image: &mut Image) {
    for symbol in file.symbols() {
        image.has_symbols = true;
        let name = symbol.name().unwrap_or_default();
        if symbol.kind() == SymbolKind::File {
            image
                .files
                .extend((!name.is_empty()).then(|| name.to_owned()));
        } else if name == map::HEAD_SYMBOL {
            image.head = Some(symbol.address());
        } else if name == map::END_SYMBOL {
            image.end = Some(symbol.address());
        }
    }
    for symbol in file.dynamic_symbols() {
        let name = symbol.name().unwrap_or_default();
        match symbol.is_undefined() {
            true => {
                image.imports_dlopen |= map::DLOPEN_IMPORTS.contains(&name);
                image.has_room |= image.imports_dlopen;
            }
            false => {
                image.exports_runtime |= name == COUNTERS_INIT.name;
                image.has_room |= map::DLOPEN_IMPORTS.contains(&name);
            }
        }
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b))
}

/// More than the map of any program has: a section without bytes in the file may say that it is larger.
const MOST_COUNTERS: u64 = 1 << 30;

const DT_NEEDED: u64 = 1;
const DT_SONAME: u64 = 14;
const DT_RPATH: u64 = 15;
const DT_RUNPATH: u64 = 29;
/// A program names so many libraries and lists of folders at most, and each is no longer: a file of a stranger's may name
/// a string of a megabyte a million times.
const MOST_NAMES: usize = 1024;
const LONGEST_NAME: usize = 1 << 14;
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
    let is_name = |tag: u64| [DT_NEEDED, DT_SONAME, DT_RPATH, DT_RUNPATH].contains(&tag);
    let entries = dynamic_entries(file).into_iter();
    for (tag, at) in entries.filter(|(tag, _)| is_name(*tag)).take(MOST_NAMES) {
        let tail = names.get(at as usize..).unwrap_or_default();
        let text = tail.split(|b| *b == 0).next().unwrap_or_default();
        let text = &text[..text.len().min(LONGEST_NAME)];
        let text = String::from_utf8_lossy(text).into_owned();
        match tag {
            DT_NEEDED => image.needed.push(text),
            DT_SONAME => image.soname = Some(text),
            DT_RPATH => image.rpath.extend(folders(&text)),
            DT_RUNPATH => image.runpath.extend(folders(&text)),
            _ => {}
        }
    }
}

fn folders(text: &str) -> impl Iterator<Item = String> {
    text.split(':').take(MOST_NAMES).map(str::to_owned)
}

/// The name that a library goes by.
pub fn soname(file: &object::File) -> Option<String> {
    let mut image = Image::new(PathBuf::new(), Kind::Library);
    dynamic(file, &mut image);
    image.soname
}

/// The records of a file's units, and nothing else of it.
pub fn records_in<'a>(file: &object::File<'a, impl ReadRef<'a>>) -> Result<Vec<Record>> {
    let mut found = Vec::new();
    for section in file.sections() {
        if section
            .name()
            .is_ok_and(|name| sections::is(name, sections::UNITS))
        {
            let data = section.uncompressed_data()?;
            let records = texts(&data, unit_record::MAGIC)?;
            found.extend(records.into_iter().map(|(_, record)| record));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_of_designs_are_read_as_the_new_ones() {
        for (name, shown, is_through_clang) in [
            ("A", "extension-points", true),
            ("extension-points", "extension-points", true),
            ("B", "own-pipeline", false),
            ("own-pipeline", "own-pipeline", false),
        ] {
            let json = format!(r#"{{"source":"a.c","design":"{name}"}}"#);
            let record: Record = serde_json::from_str(&json).unwrap();
            assert_eq!(record.design.as_deref(), Some(shown));
            assert_eq!(record.is_through_clang(), is_through_clang);
        }
        let record: Record = serde_json::from_str(r#"{"source":"a.c","design":null}"#).unwrap();
        assert_eq!(record.design, None);
    }
}
