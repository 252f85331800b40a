//! What a module has to be linked with: the words of the program's last link, in which the module stands for all objects
//! that it has the bitcode of.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use fz_binary::capture::{Archived, Hash, Input, InputKind, Link, Member};

use super::Linking;
use crate::{
    Image,
    arguments::{self, Placed, Places, for_linker},
    plan::{Planner, file_name, foreign},
};

/// Clang makes code of the module, and leaves it as it is otherwise: its units are optimised, and have what sanitizers and
/// profiles ask for. An option of the link's own comes later, and counts.
const FIRST: [&str; 4] = [
    "-O2",
    "-Xclang",
    "-disable-llvm-passes",
    "-Qunused-arguments",
];

/// The link, as it is said again.
pub struct Rest<'p, 'a, 'b> {
    planner: &'p mut Planner<'a, 'b>,
    linking: &'p Linking<'p>,
    image: &'a Image,
    link: &'a Link,
    /// Files beside the words so far.
    files: usize,
    /// Whether the module has its place.
    is_placed: bool,
    /// Partial links that have theirs.
    partial: HashSet<Hash>,
}

impl<'p, 'a, 'b> Rest<'p, 'a, 'b> {
    /// The text of a file of arguments.
    pub fn of(planner: &'p mut Planner<'a, 'b>, linking: &'p Linking<'p>) -> Result<String> {
        let image = &planner.shared.program.images[0];
        let link = image.last_link();
        let files = planner.shared.files(image, link)?;
        // In an order that stays.
        let files: BTreeMap<String, String> = files.into_iter().collect();
        let trusts = planner.shared.request.trusts_options;
        let mut rest = Rest {
            planner,
            linking,
            image,
            link,
            files: 0,
            is_placed: false,
            partial: HashSet::new(),
        };
        let files: BTreeMap<String, String> = files
            .into_iter()
            .map(|(argument, path)| (argument, rest.beside(Path::new(&path))))
            .collect();
        let inputs = link.inputs.iter().rev();
        let inputs: HashMap<&str, &Input> = inputs.map(|i| (i.argument.as_str(), i)).collect();
        let module = linking.module.to_string_lossy();
        let mut placed: HashMap<String, Option<Placed>> = HashMap::new();
        let mut place = |argument: &str| -> Result<Option<Placed>> {
            if let Some(known) = placed.get(argument) {
                return Ok(known.clone());
            }
            let Some(input) = inputs.get(argument) else {
                return Ok(None);
            };
            let made = rest.input(input)?;
            // Where it is named again all the same stands there, but for the module.
            let mut again = made.clone();
            if let Some(Placed::Words(words)) = &mut again {
                words.retain(|word| *word != module);
            }
            placed.insert(argument.to_owned(), again);
            Ok(made)
        };
        let file = |argument: &str| files.get(argument).cloned();
        let mut places = Places {
            input: &mut place,
            file: &file,
        };
        let said = arguments::of_link(link, trusts, &mut places)
            .with_context(|| format!("the link of {}", link.output))?;
        rest.planner.shared.asked.extend(said.asked);
        let said = said.words;
        let mut words: Vec<String> = FIRST.map(str::to_owned).to_vec();
        if said.iter().any(|word| word == "-shared") {
            words.push("-fPIC".to_owned());
        }
        words.extend(said);
        Ok(arguments::file_of(words.iter()))
    }

    fn input(&mut self, input: &'a Input) -> Result<Option<Placed>> {
        let words = match &input.kind {
            InputKind::Object { object } => self.object(object, &input.path)?,
            InputKind::Source => match self.image.unit_of_source(self.link, input) {
                Some(_) => self.module(),
                None => Vec::new(),
            },
            InputKind::Archive { members } => self.archive(members, &input.path)?,
            InputKind::Shared {
                soname,
                captured: true,
                ..
            } => {
                let library = self
                    .planner
                    .shared
                    .program
                    .library(soname.as_deref(), &input.path);
                let path = library.map_or(&input.path, |library| &library.path);
                let path = path.canonicalize().with_context(|| {
                    format!(
                        "{}: this library of the build is needed and was not found: name its folder with \
                         LD_LIBRARY_PATH, or for `fz emit` the file with --library",
                        path.display()
                    )
                })?;
                let folder = path.parent().unwrap_or(Path::new("/"));
                let folder = folder.display().to_string();
                let mut words = vec![path.to_string_lossy().into_owned()];
                words.extend(for_linker(vec!["-rpath".to_owned(), folder]));
                words
            }
            InputKind::Shared { .. } | InputKind::Foreign { .. } => {
                let trusts = self.planner.shared.request.trusts_options;
                return foreign::placed(input, trusts);
            }
        };
        Ok(Some(match words.is_empty() {
            true => Placed::Nowhere,
            false => Placed::Words(words),
        }))
    }

    /// The module, where it first belongs.
    fn module(&mut self) -> Vec<String> {
        match std::mem::replace(&mut self.is_placed, true) {
            true => Vec::new(),
            false => vec![self.linking.module.to_string_lossy().into_owned()],
        }
    }

    fn object(&mut self, object: &'a Member, path: &Path) -> Result<Vec<String>> {
        if let Some(hash) = &object.link
            && let Some(link) = self.image.link(hash)
        {
            return match self.partial.insert(*hash) {
                true => self.partial(link),
                false => Ok(Vec::new()),
            };
        }
        match self.carried(object, path)? {
            Some(made) => Ok(vec![self.beside(&made)]),
            None => Ok(self.module()),
        }
    }

    /// A partial link's inputs take its place.
    fn partial(&mut self, link: &'a Link) -> Result<Vec<String>> {
        let mut words = Vec::new();
        for input in &link.inputs {
            if let Some(Placed::Words(more)) = self.input(input)? {
                words.extend(more);
            }
        }
        Ok(words)
    }

    /// Those of an archive's members that have no bitcode are an archive again: the linker takes what it needs.
    fn archive(&mut self, members: &'a [Archived], path: &Path) -> Result<Vec<String>> {
        let mut made = Vec::new();
        let mut words = Vec::new();
        for member in members {
            let of_member = path.with_file_name(&member.name);
            match self.carried(&member.object, &of_member)? {
                Some(object) => made.push(object),
                None if self.has_bitcode(&member.object, &of_member) => {
                    words.extend(self.object(&member.object, &of_member)?);
                }
                None => {}
            }
        }
        if !made.is_empty() {
            let archive = self.planner.archived(made, path)?;
            words.push(self.beside(&archive));
        }
        Ok(words)
    }

    fn has_bitcode(&self, object: &Member, path: &Path) -> bool {
        let image = self.image;
        object.link.is_some_and(|hash| image.link(&hash).is_some())
            || object.units.iter().any(|unit| image.unit(unit).is_some())
            || object.units.is_empty() && image.unit_of_output(path).is_some()
    }

    fn carried(&self, object: &Member, path: &Path) -> Result<Option<PathBuf>> {
        let Some(hash) = &object.carried else {
            return Ok(None);
        };
        let content = self.image.capture.contents.get(hash)?;
        let name = file_name(path, "carried.o");
        let cache = self.planner.shared.cache;
        cache.keep("objects", &name, &content).map(Some)
    }

    /// A file's place beside the words, which stays where the cache goes. Each has a folder: some are of the same name.
    fn beside(&mut self, made: &Path) -> String {
        self.files += 1;
        let folder = self.linking.objects.join(self.files.to_string());
        let path = folder.join(file_name(made, "object.o"));
        self.planner.put(made, &path);
        path.to_string_lossy().into_owned()
    }
}
