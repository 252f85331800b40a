//! What all variants of a program have in common: the contents of its files, where tasks read them, and what they are told.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Result, ensure};
use fz_base::layout::Layout;
use fz_binary::capture::{Hash, Link, MOST_WRITTEN, Unit};
use fz_driver::replay::{self, Inside, Replay, Work};

use super::{compiler, file_name, of_capture};
use crate::{Cache, Image, Program, Request, arguments::Asked, graph::Word};

/// What all variants have in common.
pub struct Shared<'a> {
    pub program: &'a Program,
    pub request: &'a Request,
    pub layout: &'a Layout,
    pub cache: &'a Cache,
    pub replays: HashMap<(Hash, Option<usize>), Replays>,
    pub contents: HashMap<(Hash, usize), PathBuf>,
    pub archiver: PathBuf,
    /// Bytes of contents so far.
    pub written: u64,
    /// What command lines have that is asked for.
    pub asked: Asked,
}

/// What `--fz-replay` reads of a unit.
#[derive(Clone)]
pub struct Replays {
    /// The second lets this machine's files take the place of missing ones.
    pub files: [PathBuf; 2],
    /// Bytes of source.
    pub weight: u64,
    /// What is compiled.
    pub source: String,
}

/// The kind of results that modules are.
pub const MODULES: &str = "modules";

/// Numbers of the files that a module and those that it imports were read from.
fn files_of(unit: &Unit, module: usize) -> BTreeSet<usize> {
    let modules = unit.with_imports(module).into_iter();
    let files = modules.flat_map(|at| unit.modules[at].files.iter().copied());
    // What stands for another name of a file stands behind it.
    files
        .flat_map(|at| [Some(at), unit.files[at].same])
        .flatten()
        .collect()
}

impl<'a> Shared<'a> {
    pub fn of(
        program: &'a Program,
        request: &'a Request,
        layout: &'a Layout,
        cache: &'a Cache,
        archiver: PathBuf,
    ) -> Shared<'a> {
        Shared {
            program,
            request,
            layout,
            cache,
            replays: HashMap::new(),
            contents: HashMap::new(),
            archiver,
            written: 0,
            asked: Asked::default(),
        }
    }

    /// The files that a link's arguments name, by these arguments.
    pub fn files(&self, image: &Image, link: &Link) -> Result<HashMap<String, String>> {
        let mut files = HashMap::new();
        for carried in &link.files {
            let name = file_name(Path::new(&carried.argument), "file");
            let content = image.capture.contents.get(&carried.content)?;
            let path = self.cache.keep("files", &name, &content)?;
            files.insert(
                carried.argument.clone(),
                path.to_string_lossy().into_owned(),
            );
        }
        Ok(files)
    }

    /// The folder of compiled modules.
    pub fn modules(&self) -> PathBuf {
        self.cache.folder().join(MODULES)
    }

    /// What tells fz-cc of a unit, or of a module that it imports.
    pub fn replays(
        &mut self,
        image: &Image,
        hash: Hash,
        unit: &Unit,
        module: Option<usize>,
    ) -> Result<Replays> {
        if let Some(known) = self.replays.get(&(hash, module)) {
            return Ok(known.clone());
        }
        let wanted = match module {
            None => (0..unit.files.len()).collect(),
            Some(module) => files_of(unit, module),
        };
        let mut files: BTreeMap<usize, PathBuf> = BTreeMap::new();
        // Clang takes two paths for one file where the same file has their contents.
        let mut used: HashMap<Hash, usize> = HashMap::new();
        for at in wanted {
            let file = &unit.files[at];
            let content = match file.same.and_then(|same| files.get(&same)) {
                Some(same) => same.clone(),
                None => {
                    let times = used.entry(file.content).or_default();
                    *times += 1;
                    self.content(image, &file.content, *times)?
                }
            };
            files.insert(at, content);
        }
        let text = module.or(unit.interface).map(|at| &unit.modules[at]);
        let source = text.map(|text| text.source.to_string_lossy().into_owned());
        let mut source = replay::Unit {
            source: source.unwrap_or_else(|| unit.source.clone()),
            directory: unit.directory.clone(),
            files: files
                .into_iter()
                .map(|(at, content)| (unit.files[at].path.clone(), content))
                .collect(),
            search: match text {
                None => unit.search.clone(),
                // Reduced modules do not say where headers were looked for. The unit of the same source does.
                Some(text) if text.search.is_empty() => image.search_of(&text.source),
                Some(text) => text.search.clone(),
            },
            modules: (!unit.modules.is_empty()).then(|| self.modules()),
            resource: unit.resource.clone(),
            allow: unit.allow.clone(),
            deny: unit.deny.clone(),
            ignored: unit.ignored.clone(),
            falls_through: false,
        };
        let environment = of_capture(&unit.environment, &[]);
        let kept = |source: &replay::Unit| {
            self.replay(
                environment.clone(),
                Vec::new(),
                Work::Unit(Box::new(source.clone())),
            )
        };
        let strict = kept(&source)?;
        source.falls_through = true;
        let lenient = kept(&source)?;
        let size = |(_, content): &(PathBuf, PathBuf)| fs::metadata(content).map_or(0, |m| m.len());
        let replays = Replays {
            files: [strict, lenient],
            weight: source.files.iter().map(size).sum(),
            source: source.source,
        };
        self.replays.insert((hash, module), replays.clone());
        Ok(replays)
    }

    /// A file that tells fz-cc what to do. `reads`: files beside what was carried and the system's.
    pub fn replay(
        &self,
        environment: Vec<(String, String)>,
        mut reads: Vec<PathBuf>,
        work: Work,
    ) -> Result<PathBuf> {
        reads.push(self.cache.folder().to_owned());
        let inside = || Inside { reads };
        let replay = Replay {
            environment,
            wall: self.request.is_walled.then(inside),
            work,
        };
        self.cache
            .keep("replays", "", &serde_json::to_vec(&replay)?)
    }

    /// The task in which a program puts objects together. A missing word is the output's name.
    pub fn tool(
        &self,
        program: PathBuf,
        words: Vec<Option<String>>,
    ) -> Result<(PathBuf, Vec<Word>)> {
        let replay = self.replay(Vec::new(), Vec::new(), Work::Tool { program, words })?;
        let replay = format!("--fz-replay={}", replay.display());
        let words = vec![replay.into(), "-o".into(), Word::Output];
        Ok((compiler(self.layout, false), words))
    }

    /// A file with a content. `number`: which of the files with this content, from one on.
    pub fn content(&mut self, image: &Image, hash: &Hash, number: usize) -> Result<PathBuf> {
        let key = (*hash, number);
        if let Some(path) = self.contents.get(&key) {
            return Ok(path.clone());
        }
        let content = image.capture.contents.get(hash)?;
        self.written += content.len() as u64;
        ensure!(
            self.written <= MOST_WRITTEN,
            "{}: what it carries takes more than {} GB under all its names",
            image.path.display(),
            MOST_WRITTEN >> 30
        );
        let path = self.cache.keep("contents", &number.to_string(), &content)?;
        self.contents.insert(key, path.clone());
        Ok(path)
    }
}
