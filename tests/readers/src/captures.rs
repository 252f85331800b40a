//! What programs carry, and what `fz emit` and `fz extract` plan to do with it: manifests are mutated as text, and are then
//! packed as fz-cc packs them, so that what is behind their hashes is reached.

use std::{collections::HashMap, fs, path::Path};

use anyhow::{Context, Result};
use fz_abi::sections;
use fz_base::layout::Layout;
use fz_binary::capture::{self, Hash, Kind, Record, packed};
use fz_emit::{Cache, Program, Request, Variant};

use crate::{Around, Reader, elf};

/// Parts of an input stand one after the other. Each is a content (C), the manifest of a unit (U) or of a link (L); what comes
/// later names it by its number: `@3` stands for the hash of the fourth.
const BETWEEN: u8 = 0;

pub fn start(around: &Around) -> Result<Reader> {
    let samples = around.samples(&["captured"])?;
    let seeds = samples.iter().map(|s| unpacked(s)).collect::<Result<_>>()?;
    let template = samples
        .into_iter()
        .next()
        .context("no sample carries anything")?;
    let places = [sections::CAPTURES, sections::SOURCES].map(|name| elf::number(&template, name));
    let [captures, sources] = places;
    let (captures, sources) = (captures?, sources?);
    let (path, write) = around.file("program");
    let layout = Layout::at(around.samples.join("layout"));
    let scratch = around.scratch.clone();
    Ok(Reader {
        seeds,
        read: Box::new(move |data| {
            let [records, contents] = sections_of(data);
            let mut program = template.clone();
            elf::with(&mut program, captures, &records);
            elf::with(&mut program, sources, &contents);
            write(&program);
            if let Ok(file) = fz_binary::Program::open(&path) {
                let _ = file.captured();
                if let Ok(program) = Program::read(&file, &[]) {
                    plan(&program, &layout, &scratch);
                }
            }
        }),
    })
}

/// Without `trusts_options`: no command may load or run what the program names.
fn plan(program: &Program, layout: &Layout, scratch: &Path) {
    let folder = scratch.join("cache");
    let out = scratch.join("out");
    let cache = Cache::at(&folder).expect("the scratch folder is writable");
    let variant = |profile: &str, engine: Option<&str>| Variant {
        profile: profile.to_owned(),
        engine: engine.map(str::to_owned),
        sanitizers: Vec::new(),
    };
    let request = Request {
        variants: vec![
            variant("coverage", None),
            variant("fuzz", Some("libfuzzer")),
        ],
        out: out.clone(),
        trusts_options: false,
        is_walled: false,
        launcher: None,
    };
    if let Ok((graph, made)) = fz_emit::plan(program, &request, layout, &cache) {
        let outputs = graph.tasks.iter().map(|task| &task.output);
        let outputs = outputs.chain(made.iter().flat_map(|made| &made.libraries));
        for output in outputs {
            assert!(
                is_below(output, cache.folder()) || is_below(output, &out),
                "{output:?}"
            );
        }
        let _ = (graph.order(), graph.to_do(), fz_emit::ninja(&graph));
    }
    let module = out.join("module.bc");
    let linking = fz_emit::Linking {
        module: &module,
        objects: &out,
    };
    let _ = fz_emit::bitcode(program, false, layout, &cache, Some(&linking));
    fs::remove_dir_all(&folder).expect("it is ours");
}

fn is_below(path: &Path, folder: &Path) -> bool {
    let goes_up = path
        .components()
        .any(|c| c == std::path::Component::ParentDir);
    path.starts_with(folder) && !goes_up
}

/// The two sections of an input.
fn sections_of(data: &[u8]) -> [Vec<u8>; 2] {
    let (mut records, mut contents) = (Vec::new(), Vec::new());
    let mut hashes: Vec<String> = Vec::new();
    for part in data.split(|byte| *byte == BETWEEN).take(100) {
        let (kind, content) = part.split_first().unwrap_or((&b'C', part));
        let kind = match kind {
            b'U' => Some(Kind::Unit),
            b'L' => Some(Kind::Link),
            _ => None,
        };
        let content = match kind {
            Some(_) => named(content, &hashes),
            None => content.to_vec(),
        };
        let manifest = Hash::of(&content);
        hashes.push(manifest.to_string());
        contents.extend(packed(&content).expect("it is small"));
        if let Some(kind) = kind {
            let record = Record {
                kind,
                manifest,
                source: "a.c".to_owned(),
                store: None,
            };
            records.extend(record.bytes().expect("it is small"));
        }
    }
    [records, contents]
}

/// With hashes in the places of numbers.
fn named(text: &[u8], hashes: &[String]) -> Vec<u8> {
    let mut said = Vec::new();
    let mut parts = text.split(|byte| *byte == b'@');
    said.extend(parts.next().unwrap_or_default());
    for part in parts {
        let digits = part.iter().take_while(|b| b.is_ascii_digit()).count();
        let number = std::str::from_utf8(&part[..digits])
            .ok()
            .and_then(|d| d.parse().ok());
        match number.and_then(|number: usize| hashes.get(number)) {
            Some(hash) => said.extend(hash.as_bytes()),
            None => said.extend([b"@", &part[..digits]].concat()),
        }
        said.extend(&part[digits..]);
    }
    said
}

/// The input that stands for what a program carries.
fn unpacked(program: &[u8]) -> Result<Vec<u8>> {
    let file = fz_binary::elf::parse(program)?;
    let carried = capture::read(&file)?.context("a sample carries nothing")?;
    let mut parts: Vec<Vec<u8>> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut add = |hash: &Hash, kind: u8, content: Vec<u8>| {
        let mut text = String::from_utf8_lossy(&content).into_owned();
        for (hash, number) in &numbers {
            text = text.replace(hash, &format!("@{number}"));
        }
        numbers.insert(hash.to_string(), parts.len());
        parts.push([&[kind], text.as_bytes()].concat());
    };
    for (_, unit) in &carried.units {
        for file in &unit.files {
            add(&file.content, b'C', carried.contents.get(&file.content)?);
        }
    }
    for (hash, _) in &carried.units {
        add(hash, b'U', carried.contents.manifest(hash)?);
    }
    // Each after those that it takes.
    let mut links: Vec<_> = carried.links.iter().collect();
    links.sort_by_key(|(_, link)| link.links().count());
    for (hash, link) in links {
        for file in &link.files {
            add(&file.content, b'C', carried.contents.get(&file.content)?);
        }
        add(hash, b'L', carried.contents.manifest(hash)?);
    }
    Ok(parts.join(&BETWEEN))
}
