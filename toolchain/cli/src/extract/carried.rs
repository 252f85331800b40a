//! What is in one program.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fs,
    io::Write,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use anyhow::{Result, ensure};
use fz_base::{file, line, numbers, words::many};
use fz_binary::{
    Kind as BinaryKind, Owner, Program,
    capture::{Captured, Hash, InputKind, Link, Part, Unit},
};
use fz_commandline::{
    invocation::{self, Language},
    parse,
};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    path: PathBuf,
    /// Of the file, and of the capture in it.
    bytes: u64,
    capture_bytes: u64,
    units: Vec<UnitRow>,
    links: Vec<LinkRow>,
    carried: Vec<CarriedRow>,
    foreign: Vec<ForeignRow>,
    #[serde(skip)]
    known: HashSet<PathBuf>,
    #[serde(skip)]
    files: Files,
    /// Sources and objects of which nothing is carried.
    without_capture: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct UnitRow {
    source: String,
    directory: PathBuf,
    language: &'static str,
    profile: String,
    files: usize,
    bytes: u64,
    member: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct LinkRow {
    output: String,
    directory: PathBuf,
    profile: String,
    engine: String,
    inputs: usize,
    /// Or an earlier one, of a part of it.
    made_this: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct CarriedRow {
    name: String,
    bytes: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ForeignRow {
    argument: String,
    path: PathBuf,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum State {
    Unchanged,
    Changed,
    Missing,
}

/// Files of this machine, each read once: paths of a capture may name one of them in many ways.
#[derive(Default)]
struct Files(HashMap<(u64, u64), Option<Hash>>);

impl Files {
    fn state(&mut self, path: &Path, content: &Hash) -> State {
        let Ok(about) = fs::metadata(path) else {
            return State::Missing;
        };
        let read = || Some(Hash::of(&file::read(path, file::PROGRAM).ok()?));
        let known = self.0.entry((about.dev(), about.ino()));
        match known.or_insert_with(read) {
            Some(hash) if hash == content => State::Unchanged,
            Some(_) => State::Changed,
            // What is no file is not what the link took.
            None if !about.is_file() => State::Changed,
            None => State::Missing,
        }
    }
}

impl State {
    fn shown(self) -> &'static str {
        match self {
            State::Unchanged => "unchanged",
            State::Changed => "CHANGED since the link",
            State::Missing => "MISSING",
        }
    }
}

/// What a program carries; an error if that is nothing.
pub fn captured(program: &Program) -> Result<&Captured> {
    let captured = program.captured()?;
    ensure!(
        !captured.parts.is_empty(),
        "{}: it carries no sources: they were removed, or it was not compiled and linked with fz-cc, or with `capture = \"off\"`",
        captured.path.display()
    );
    Ok(captured)
}

impl Report {
    pub fn of(path: &Path) -> Result<Report> {
        let program = Program::open(path)?;
        let captured = captured(&program)?;
        let mut report = Report {
            path: captured.path.clone(),
            bytes: captured.size,
            capture_bytes: captured.parts.iter().map(|p| p.capture.bytes).sum(),
            units: Vec::new(),
            links: Vec::new(),
            carried: Vec::new(),
            foreign: Vec::new(),
            known: HashSet::new(),
            files: Files::default(),
            without_capture: Vec::new(),
        };
        for part in &captured.parts {
            report.add(part);
        }
        report.without_capture = without_capture(&program, captured)?;
        Ok(report)
    }

    fn add(&mut self, part: &Part) {
        let capture = &part.capture;
        for (_, unit) in &capture.units {
            let sizes = unit.files.iter().map(|f| capture.contents.size(&f.content));
            self.units.push(UnitRow {
                source: unit.source.clone(),
                directory: unit.directory.clone(),
                language: language(unit),
                profile: unit.profile.clone(),
                files: unit.files.len(),
                bytes: sizes.flatten().sum(),
                member: part.member.clone(),
            });
        }
        let last = capture.made_by().map(|(hash, _)| *hash);
        for (hash, link) in &capture.links {
            self.links.push(LinkRow {
                output: link.output.clone(),
                directory: link.directory.clone(),
                profile: link.profile.clone(),
                engine: link.engine.clone(),
                inputs: link.inputs.len(),
                made_this: last == Some(*hash),
            });
            self.add_inputs(part, link);
        }
    }

    fn add_inputs(&mut self, part: &Part, link: &Link) {
        let mut carry = |name: String, content: Option<Hash>| {
            let bytes = content.and_then(|hash| part.capture.contents.size(&hash));
            self.carried
                .extend(bytes.map(|bytes| CarriedRow { name, bytes }));
        };
        for input in &link.inputs {
            let argument = &input.argument;
            match &input.kind {
                InputKind::Object { object } => carry(argument.clone(), object.carried),
                InputKind::Archive { members } => {
                    for member in members {
                        carry(
                            format!("{argument}({})", member.name),
                            member.object.carried,
                        );
                    }
                }
                InputKind::Shared { content, .. } | InputKind::Foreign { content } => {
                    if self.known.insert(input.path.clone()) {
                        self.foreign.push(ForeignRow {
                            argument: argument.clone(),
                            path: input.path.clone(),
                            state: self.files.state(&input.path, content),
                        });
                    }
                }
                InputKind::Source => {}
            }
        }
        for file in &link.files {
            carry(file.argument.clone(), Some(file.content));
        }
    }

    pub fn print(&self, out: &mut impl Write) -> Result<()> {
        for unit in &self.units {
            let within = unit
                .member
                .as_ref()
                .map_or(String::new(), |m| format!(" ({m})"));
            line!(
                out,
                "unit     {}{within}: {}, {}, {} files of {}, in {}",
                unit.source,
                unit.language,
                unit.profile,
                unit.files,
                numbers::bytes(unit.bytes),
                unit.directory.display()
            )?;
        }
        for link in &self.links {
            let part = match link.made_this {
                true => "",
                false => ", a part of it",
            };
            line!(
                out,
                "link     {}: {}, {}, {} inputs{part}, in {}",
                link.output,
                link.profile,
                link.engine,
                link.inputs,
                link.directory.display()
            )?;
        }
        for carried in &self.carried {
            line!(
                out,
                "carried  {}: {}",
                carried.name,
                numbers::bytes(carried.bytes)
            )?;
        }
        for foreign in &self.foreign {
            line!(
                out,
                "foreign  {}: {}",
                foreign.path.display(),
                foreign.state.shown()
            )?;
        }
        for name in &self.without_capture {
            line!(
                out,
                "WITHOUT  {name}: it carries nothing, and cannot be built again"
            )?;
        }
        let without = match self.without_capture.len() {
            0 => String::new(),
            n => format!(", and {n} without a capture"),
        };
        line!(
            out,
            "{}: {}, {}, {} carried, {} foreign{without}; {} of its {}",
            self.path.display(),
            many(self.units.len(), "unit"),
            many(self.links.len(), "link"),
            self.carried.len(),
            self.foreign.len(),
            numbers::bytes(self.capture_bytes),
            numbers::bytes(self.bytes)
        )?;
        Ok(())
    }
}

/// What fz has compiled without a capture; and, in what another compiler has linked, what others have compiled.
fn without_capture(program: &Program, captured: &Captured) -> Result<Vec<String>> {
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    let units = captured.parts.iter().flat_map(|p| &p.capture.units);
    for (_, unit) in units {
        *known.entry(&unit.source).or_default() += 1;
    }
    let has_link = captured.parts.iter().any(|p| p.capture.made_by().is_some());
    let mut without = Vec::new();
    for image in program.images()? {
        for record in &image.records {
            match known.get_mut(&*record.source).filter(|n| **n > 0) {
                Some(left) => *left -= 1,
                None => without.push(record.source.clone()),
            }
        }
        // What others have compiled is carried by the link.
        if has_link || !matches!(image.kind, BinaryKind::Executable | BinaryKind::Library) {
            continue;
        }
        let of_fz: HashSet<&str> = image.records.iter().map(|r| &*r.source).collect();
        let units = fz_binary::of_image(image).into_iter();
        let others = units.filter(|u| u.owner != Owner::System && !of_fz.contains(&*u.source));
        without.extend(others.map(|u| u.source));
    }
    Ok(without)
}

fn language(unit: &Unit) -> &'static str {
    let parsed = parse::parse(&unit.arguments, &|_| None);
    let inputs = invocation::understand(&parsed, unit.cxx).inputs;
    let named = inputs.iter().find(|i| i.path == Path::new(&unit.source));
    match named.and_then(|input| input.language) {
        Some(Language::C) => "C",
        Some(Language::Cxx) => "C++",
        Some(Language::Interface | Language::Module) => "C++ module",
        Some(Language::ObjectiveC) => "Objective-C",
        Some(Language::Preprocessed) => "preprocessed",
        Some(Language::Ir) => "IR",
        Some(Language::Assembly) => "assembly",
        Some(Language::Header | Language::Other) | None => "other",
    }
}
