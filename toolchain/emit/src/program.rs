//! A program and its libraries, with what each carries.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, Result, bail};
use fz_binary::capture::{Capture, Hash, Input, Link, Search, Unit};
use object::Object;
use xxhash_rust::xxh3::Xxh3;

/// An executable or a library that can be made again.
pub struct Image {
    pub path: PathBuf,
    /// The name of its file.
    pub name: String,
    pub capture: Arc<Capture>,
    /// The link that made it.
    pub link: usize,
    /// Whether it has all that its build gave it: nobody has stripped it.
    pub is_whole: bool,
    units: HashMap<Hash, usize>,
    links: HashMap<Hash, usize>,
    /// By the paths of their objects.
    outputs: HashMap<PathBuf, Hash>,
    /// By their commands and sources.
    commands: HashMap<u128, Hash>,
}

/// What is made again together: the program first, then the libraries that it loads.
pub struct Program {
    pub images: Vec<Image>,
}

impl Program {
    /// Reads a program, and of the libraries that it loads those that carry something. `more`: libraries that the loader
    /// would not find.
    pub fn read(program: &fz_binary::Program, more: &[PathBuf]) -> Result<Program> {
        Program::find(program, more)?.with_context(|| {
            format!(
                "{}: carries nothing to make it again from: build it with fz-cc, without FZ_CAPTURE=off. `llvm-strip` (CMake's \
                 `--strip`) removes what programs carry, `strip` does not; a variant carries nothing, the program that it \
                 was made from does",
                program.typed.display()
            )
        })
    }

    /// The same; `None`: the program carries nothing.
    pub fn find(program: &fz_binary::Program, more: &[PathBuf]) -> Result<Option<Program>> {
        let Some(first) = Image::of(program)? else {
            return Ok(None);
        };
        let mut images = vec![first];
        let libraries = program.libraries()?;
        let needed = libraries.counted()[0].needed.iter();
        // Where libtool's script has the loader look first.
        let folders = &program.library_path;
        let beside: Vec<PathBuf> = needed
            .filter_map(|name| folders.iter().map(|f| f.join(name)).find(|p| p.is_file()))
            .collect();
        let libraries = libraries.all().skip(1).map(|image| image.path.clone());
        let mut seen = HashSet::from([program.path.canonicalize()?]);
        for library in more.iter().cloned().chain(beside).chain(libraries) {
            let is_new = seen.insert(library.canonicalize().unwrap_or_else(|_| library.clone()));
            if !is_new {
                continue;
            }
            let read = Image::of(&fz_binary::Program::open(&library)?)?;
            if read.is_none() && more.contains(&library) {
                bail!(
                    "{}: carries nothing to make it again from",
                    library.display()
                );
            }
            images.extend(read);
        }
        Ok(Some(Program { images }))
    }

    /// The library that a link has found at a path, among those that are made again.
    pub fn library(&self, soname: Option<&str>, path: &Path) -> Option<&Image> {
        let of_path = path.file_name().map(|n| n.to_string_lossy().into_owned());
        let is_it = |image: &&Image| {
            let name = Some(image.name.as_str());
            name == soname
                || name == of_path.as_deref()
                || image.soname() == soname && soname.is_some()
        };
        self.images.iter().skip(1).find(is_it)
    }
}

impl Image {
    /// `None`: it carries nothing.
    fn of(program: &fz_binary::Program) -> Result<Option<Image>> {
        let path = &program.path;
        let file = program
            .file()
            .with_context(|| format!("{}: is not a program or shared library", path.display()))?;
        let Some(part) = program.captured()?.parts.first() else {
            return Ok(None);
        };
        let capture = part.capture.clone();
        let units = capture
            .units
            .iter()
            .enumerate()
            .map(|(at, (hash, _))| (*hash, at));
        let links = capture
            .links
            .iter()
            .enumerate()
            .map(|(at, (hash, _))| (*hash, at));
        let units = units.collect();
        let links: HashMap<Hash, usize> = links.collect();
        let made_by = capture.made_by().map(|(hash, _)| links[hash]);
        let link = made_by.with_context(|| {
            format!(
                "{}: carries its sources, but not how it was linked: link it with fz-cc, which notes that",
                path.display()
            )
        })?;
        let (mut outputs, mut commands) = (HashMap::new(), HashMap::new());
        for (hash, unit) in &capture.units {
            if let Some(output) = &unit.output {
                let path = normal(&unit.directory.join(output));
                outputs.entry(path).or_insert(*hash);
            }
            let command = command(&unit.source, &unit.directory, &unit.arguments);
            commands.entry(command).or_insert(*hash);
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let has = |name: &str| file.section_by_name(name).is_some();
        let has_debug = |(_, unit): &(Hash, Unit)| {
            let mut words = unit.arguments.iter();
            words.any(|word| word.starts_with("-g") && word != "-g0")
        };
        let wants_debug = capture.units.iter().any(has_debug);
        let is_whole = has(".symtab") && (has(".debug_info") || !wants_debug);
        Ok(Some(Image {
            path: path.to_owned(),
            name: name.into_owned(),
            capture,
            link,
            is_whole,
            units,
            links,
            outputs,
            commands,
        }))
    }

    pub fn last_link(&self) -> &Link {
        &self.capture.links[self.link].1
    }

    pub fn unit(&self, hash: &Hash) -> Option<&Unit> {
        Some(&self.capture.units[*self.units.get(hash)?].1)
    }

    pub fn link(&self, hash: &Hash) -> Option<&Link> {
        Some(&self.capture.links[*self.links.get(hash)?].1)
    }

    /// The unit whose object had this path: objects of bitcode do not say which they are.
    pub fn unit_of_output(&self, path: &Path) -> Option<Hash> {
        self.outputs.get(&normal(path)).copied()
    }

    /// The unit that a link compiled by itself, or that an earlier command made into IR for it.
    pub fn unit_of_source(&self, link: &Link, source: &Input) -> Option<Hash> {
        let command = command(&source.argument, &link.directory, &link.arguments);
        let unit = self.commands.get(&command).copied();
        unit.or_else(|| self.unit_of_output(&source.path))
    }

    /// Where the unit of a source looked for headers, by absolute paths; nothing if there is none.
    pub fn search_of(&self, source: &Path) -> Vec<Search> {
        let units = self.capture.units.iter().map(|(_, unit)| unit);
        let mut units = units.filter(|u| normal(&u.directory.join(&u.source)) == source);
        let unit = units.next();
        let search = unit.into_iter().flat_map(|unit| {
            let absolute = |search: &Search| Search {
                path: unit.directory.join(&search.path),
                ..search.clone()
            };
            unit.search.iter().map(absolute)
        });
        search.collect()
    }

    /// What the link called the library, if it did.
    fn soname(&self) -> Option<&str> {
        let arguments = &self.last_link().arguments;
        arguments.iter().find_map(|word| {
            let rest = word.strip_prefix("-Wl,")?;
            let mut parts = rest.split(',');
            while let Some(part) = parts.next() {
                match part.trim_start_matches('-') {
                    "soname" | "h" => return parts.next(),
                    part if part.starts_with("soname=") => return part.strip_prefix("soname="),
                    _ => {}
                }
            }
            None
        })
    }
}

/// What tells commands that compile a source apart.
fn command(source: &str, directory: &Path, arguments: &[String]) -> u128 {
    let mut hash = Xxh3::new();
    let directory = directory.as_os_str().as_encoded_bytes();
    let arguments = arguments.iter().map(String::as_bytes);
    for word in [source.as_bytes(), directory].into_iter().chain(arguments) {
        hash.update(&word.len().to_le_bytes());
        hash.update(word);
    }
    hash.digest128()
}

/// A path without `.` and `..`, as it is written.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}
