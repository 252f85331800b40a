//! Whole-program bitcode: each unit by plain clang, in the order of the link, put together by `llvm-link`.

mod rest;

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use fz_base::layout::Layout;
use fz_binary::capture::{Hash, InputKind, Link, Member};

use super::{Planner, Shared, archiver, not_shut_in, other_compiler};
use crate::{
    Cache, Image, Program, Request, Variant, arguments,
    graph::{Graph, Task},
};
use rest::Rest;

/// Does nothing to what is compiled.
const PROFILE: &str = "none";

/// What is to be done, and what the bitcode lacks.
pub struct Bitcode {
    pub graph: Graph,
    /// Where it is, once that is done.
    pub path: PathBuf,
    /// Objects that no source is there of.
    pub without: Vec<String>,
    /// The text of a file of arguments that links the module as the program was, if it was asked for.
    pub link: Option<String>,
    /// The compiler that takes it.
    pub compiler: &'static str,
}

/// How a module is linked.
pub struct Linking<'a> {
    /// The module's place.
    pub module: &'a Path,
    /// A folder for objects that have no bitcode.
    pub objects: &'a Path,
}

/// Plans the bitcode of a program without its shared libraries.
pub fn bitcode(
    program: &Program,
    trusts_options: bool,
    layout: &Layout,
    cache: &Cache,
    linking: Option<&Linking>,
) -> Result<Bitcode> {
    let variant = Variant {
        profile: PROFILE.to_owned(),
        engine: None,
        sanitizers: Vec::new(),
    };
    let request = Request {
        variants: Vec::new(),
        out: PathBuf::new(),
        trusts_options,
        is_walled: !trusts_options,
        launcher: fz_base::env::read(&fz_base::env::LAUNCHER),
    };
    let mut shared = Shared::of(program, &request, layout, cache, archiver()?);
    let mut graph = Graph::default();
    graph.notes.extend(other_compiler(program, layout)?);
    graph.notes.extend(not_shut_in(program, &request)?);
    let mut planner = Planner::of(&mut shared, &variant, &mut graph, &["-emit-llvm"])?;
    let image = &program.images[0];
    let mut order = Order {
        image,
        units: Vec::new(),
        without: Vec::new(),
        seen: HashSet::new(),
    };
    order.link(image.last_link())?;
    let Order { units, without, .. } = order;
    ensure!(
        !units.is_empty(),
        "{}: no source of it is in it",
        image.path.display()
    );
    let made: Result<Vec<PathBuf>> = units.iter().map(|u| planner.compile(image, *u)).collect();
    let made = made?;
    let link = linking.map(|linking| Rest::of(&mut planner, linking));
    let link = link.transpose()?;
    planner.shared.asked.answer(trusts_options)?;
    let list = arguments::file_of(made.iter().map(|m| m.to_string_lossy()));
    let list = cache.keep("lists", "", list.as_bytes())?;
    let linker = which::which(fz_llvm::LINK)
        .with_context(|| format!("{} is not found: install LLVM's tools", fz_llvm::LINK))?;
    let words = vec![
        Some(format!("@{}", list.display())),
        Some("-o".to_owned()),
        None,
    ];
    let (program, arguments) = shared.tool(linker, words)?;
    let path = graph.add(Task {
        label: format!("bitcode: {}", image.name),
        program,
        arguments,
        needs: made,
        output: cache.place("bitcode", &list.display().to_string(), "program.bc"),
        ..Task::default()
    });
    Ok(Bitcode {
        graph,
        path,
        without,
        link,
        compiler: match image.last_link().cxx {
            true => fz_llvm::CLANGXX,
            false => fz_llvm::CLANG,
        },
    })
}

/// Units in the order in which they were linked, each once.
struct Order<'a> {
    image: &'a Image,
    units: Vec<Hash>,
    without: Vec<String>,
    /// Units and partial links so far.
    seen: HashSet<Hash>,
}

impl Order<'_> {
    fn link(&mut self, link: &Link) -> Result<()> {
        for input in &link.inputs {
            match &input.kind {
                InputKind::Object { object } => {
                    let found = self.object(object, &input.path, &input.argument)?;
                    ensure!(
                        found,
                        "{}: neither its source nor the object is in the program",
                        input.argument
                    );
                }
                InputKind::Archive { members } => {
                    for member in members {
                        let folder = input.path.parent().unwrap_or(&input.path);
                        let path = folder.join(&member.name);
                        let name = format!("{}({})", input.argument, member.name);
                        // What the link did not need is not there.
                        self.object(&member.object, &path, &name)?;
                    }
                }
                InputKind::Source => {
                    let unit = self.image.unit_of_source(link, input);
                    match unit {
                        Some(unit) => self.add(unit),
                        None => self.without.push(input.argument.clone()),
                    }
                }
                InputKind::Shared { .. } | InputKind::Foreign { .. } => {}
            }
        }
        Ok(())
    }

    fn add(&mut self, unit: Hash) {
        if self.seen.insert(unit) {
            self.units.push(unit);
        }
    }

    /// Whether anything of it is there.
    fn object(&mut self, object: &Member, path: &Path, name: &str) -> Result<bool> {
        let image = self.image;
        if let Some(hash) = &object.link
            && let Some(link) = image.link(hash)
        {
            if self.seen.insert(*hash) {
                self.link(link)?;
            }
            return Ok(true);
        }
        if object.carried.is_some() {
            self.without.push(name.to_owned());
            return Ok(true);
        }
        let known = object.units.iter().copied();
        let mut known: Vec<Hash> = known.filter(|u| image.unit(u).is_some()).collect();
        if object.units.is_empty() {
            known.extend(image.unit_of_output(path));
        }
        let found = !known.is_empty();
        known.into_iter().for_each(|unit| self.add(unit));
        Ok(found)
    }
}
