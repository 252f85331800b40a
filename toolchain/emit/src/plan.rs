//! From a program and what is asked for to tasks.

mod bitcode;
mod foreign;
mod here;
mod shared;

pub use bitcode::{Bitcode, Linking, bitcode};

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use fz_base::layout::Layout;
use fz_binary::capture::{Archived, Form, Hash, Input, InputKind, Link, Member, Module, Unit};
use fz_driver::replay::Work;
use fz_settings::afl_names;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_128;

use crate::{
    Cache, Emitted, Image, Program, Request, Variant,
    arguments::{self, Placed, Places, Said, for_linker},
    graph::{Graph, Kind, Task, Word},
};

use here::{archiver, asked, compiler, fingerprint, found, not_shut_in, other_compiler, parts};
use shared::{MODULES, Replays, Shared};

/// Plans what is asked for.
pub fn plan(
    program: &Program,
    request: &Request,
    layout: &Layout,
    cache: &Cache,
) -> Result<(Graph, Vec<Emitted>)> {
    let mut graph = Graph::default();
    graph.notes.extend(other_compiler(program, layout)?);
    graph.notes.extend(not_shut_in(program, request)?);
    let mut emitted = Vec::new();
    let mut shared = Shared::of(program, request, layout, cache, archiver()?);
    for variant in &request.variants {
        let mut planner = Planner::of(&mut shared, variant, &mut graph, &[])?;
        emitted.push(planner.program()?);
    }
    shared.asked.answer(request.trusts_options)?;
    Ok((graph, emitted))
}

struct Planner<'a, 'b> {
    shared: &'b mut Shared<'a>,
    variant: &'b Variant,
    /// Of everything that shapes an object, for C and for C++.
    fingerprints: [String; 2],
    graph: &'b mut Graph,
    /// The variants of libraries, by their place in the program.
    libraries: HashMap<usize, PathBuf>,
    /// Libraries that are being planned, each for the one before it.
    open: Vec<usize>,
    /// The variants of partial links.
    partial: HashMap<Hash, PathBuf>,
    /// More words for compiles.
    more: &'static [&'static str],
}

/// So many libraries may be linked one against the other.
const DEEPEST: usize = 64;

/// The folder of libraries beside a program, as the program names it.
fn libraries_of(name: &str) -> String {
    format!("{name}.libs")
}

impl<'a, 'b> Planner<'a, 'b> {
    fn of(
        shared: &'b mut Shared<'a>,
        variant: &'b Variant,
        graph: &'b mut Graph,
        more: &'static [&'static str],
    ) -> Result<Planner<'a, 'b>> {
        let [c, cxx] = [false, true].map(|cxx| fingerprint(shared.layout, variant, cxx));
        Ok(Planner {
            shared,
            variant,
            fingerprints: [c?, cxx?],
            graph,
            libraries: HashMap::new(),
            open: Vec::new(),
            partial: HashMap::new(),
            more,
        })
    }

    fn program(&mut self) -> Result<Emitted> {
        let program = self.shared.program;
        let made = match self.as_built()? {
            Some(made) => made,
            None => self.image(0)?,
        };
        let out = &self.shared.request.out;
        let name = self.name();
        let path = out.join(&name);
        self.put(&made, &path);
        let mut libraries = Vec::new();
        let mut of_libraries: Vec<(usize, PathBuf)> = self.libraries.clone().into_iter().collect();
        of_libraries.sort();
        for (at, made) in of_libraries {
            let image = &program.images[at];
            let path = out.join(libraries_of(&name)).join(&image.name);
            self.put(&made, &path);
            libraries.push(path);
        }
        Ok(Emitted {
            variant: self.variant.clone(),
            path,
            libraries,
        })
    }

    /// The program's file name.
    fn name(&self) -> String {
        format!(
            "{}.{}",
            self.shared.program.images[0].name,
            self.variant.name()
        )
    }

    fn put(&mut self, made: &Path, path: &Path) {
        self.graph.add(Task {
            label: path.display().to_string(),
            program: "cp".into(),
            arguments: vec![made.display().to_string().into(), Word::Output],
            needs: vec![made.to_owned()],
            output: path.to_owned(),
            kind: Kind::Place,
            ..Task::default()
        });
    }

    /// The program as it is, without what it carries, if that is the variant. With libraries it would find those of its own
    /// build.
    fn as_built(&mut self) -> Result<Option<PathBuf>> {
        let [image] = &self.shared.program.images[..] else {
            return Ok(None);
        };
        let engine = self.variant.engine.as_ref();
        let is_for = |link: &Link| engine.is_none_or(|engine| *engine == link.engine);
        if !image.is_whole || !is_for(image.last_link()) || !self.more.is_empty() {
            return Ok(None);
        }
        let maker = asked(self.shared.layout, self.variant, false, "--fz-maker")?;
        let capture = &image.capture;
        let units = capture.units.iter().map(|(_, unit)| &unit.maker);
        let mut makers = units.chain(capture.links.iter().map(|(_, link)| &link.maker));
        if maker.is_empty() || !makers.all(|known| *known == maker) {
            return Ok(None);
        }
        let program = image.path.canonicalize()?;
        let program = program.to_string_lossy().into_owned();
        let content = format!("{:032x}", xxh3_128(&fs::read(&image.path)?));
        let words = ["extract", "--remove", &program, "-o"].map(Word::from);
        Ok(Some(self.graph.add(Task {
            label: format!("{}: {}", self.variant.name(), image.name),
            program: self.shared.layout.bin("fz"),
            arguments: words.into_iter().chain([Word::Output]).collect(),
            output: self.shared.cache.place("bare", &content, &image.name),
            ..Task::default()
        })))
    }

    fn image(&mut self, at: usize) -> Result<PathBuf> {
        let image = &self.shared.program.images[at];
        let link = image.last_link();
        let made = self.link(image, link, &image.name, true)?;
        Ok(made)
    }

    fn library(&mut self, at: usize) -> Result<PathBuf> {
        if let Some(made) = self.libraries.get(&at) {
            return Ok(made.clone());
        }
        let path = self.shared.program.images[at].path.display();
        ensure!(
            !self.open.contains(&at) && self.open.len() < DEEPEST,
            "{path}: it is linked against libraries that are linked against it, or too many are behind each other"
        );
        self.open.push(at);
        let made = self.image(at)?;
        self.open.pop();
        self.libraries.insert(at, made.clone());
        Ok(made)
    }

    /// The task that links again. `is_last`: what it makes is run or loaded.
    fn link(
        &mut self,
        image: &'a Image,
        link: &'a Link,
        name: &str,
        is_last: bool,
    ) -> Result<PathBuf> {
        let mut needs = Vec::new();
        let mut folders = Vec::new();
        let files = self.shared.files(image, link)?;
        let trusts = self.shared.request.trusts_options;
        // The first of a name counts; what is named again is the same.
        let inputs = link.inputs.iter().rev();
        let inputs: HashMap<&str, &Input> = inputs.map(|i| (i.argument.as_str(), i)).collect();
        let mut placed: HashMap<String, Option<Placed>> = HashMap::new();
        let mut place = |argument: &str| -> Result<Option<Placed>> {
            if let Some(known) = placed.get(argument) {
                return Ok(known.clone());
            }
            let Some(input) = inputs.get(argument) else {
                return Ok(None);
            };
            let made = self.input(image, link, input, &mut needs, &mut folders)?;
            placed.insert(argument.to_owned(), made.clone());
            Ok(made)
        };
        let file = |argument: &str| files.get(argument).cloned();
        let mut places = Places {
            input: &mut place,
            file: &file,
        };
        let Said {
            words: of_user,
            asked,
        } = arguments::of_link(link, trusts, &mut places)
            .with_context(|| format!("the link of {}", link.output))?;
        self.shared.asked.extend(asked);
        let mut arguments = vec![format!("--fz-profile={}", self.variant.profile)];
        let engine = self.variant.engine.as_deref().unwrap_or(&link.engine);
        arguments.push(format!("--fz-engine={engine}"));
        arguments.push("-Qunused-arguments".to_owned());
        let mut last = Vec::new();
        if is_last && !self.shared.program.images[1..].is_empty() {
            let libraries = libraries_of(&self.name());
            // Libraries lie beside each other, and find each other so.
            let origin = match std::ptr::eq(image, &self.shared.program.images[0]) {
                true => format!("$ORIGIN/{libraries}"),
                false => "$ORIGIN".to_owned(),
            };
            if !folders.is_empty() {
                arguments.extend(for_linker(vec!["-rpath".to_owned(), origin]));
                // As DT_RPATH: what LD_LIBRARY_PATH leads to is another build's.
                last.push("-Wl,--disable-new-dtags".to_owned());
            }
            for made in self.libraries.values() {
                let folder = made.parent().unwrap_or(Path::new("/"));
                let folder = folder.display().to_string();
                arguments.extend(for_linker(vec!["-rpath-link".to_owned(), folder]));
            }
        }
        arguments.extend(of_user.into_iter().chain(last));
        let reads = link.inputs.iter().flat_map(foreign::reads).collect();
        let environment = self.environment(&[], &[]);
        let of_link = of_capture(&link.environment, &[]);
        let runtime = parts(self.shared.layout);
        let needed: Vec<String> = needs.iter().map(|n| n.display().to_string()).collect();
        let key = serde_json::to_string(&(
            "link",
            &arguments,
            &environment,
            &of_link,
            &self.fingerprints,
            runtime,
            needed,
            link.cxx,
        ))?;
        let replay = self.shared.replay(of_link, reads, Work::Link)?;
        let mut words: Vec<Word> = vec![format!("--fz-replay={}", replay.display()).into()];
        words.extend(arguments.into_iter().map(Word::from));
        words.extend(["-o".into(), Word::Output]);
        Ok(self.graph.add(Task {
            label: format!("{}: {}", self.variant.name(), link.output),
            program: self.compiler(link.cxx),
            arguments: words,
            environment,
            needs,
            output: self.shared.cache.place("links", &key, name),
            ..Task::default()
        }))
    }

    /// What stands for an input of a link.
    fn input(
        &mut self,
        image: &'a Image,
        link: &'a Link,
        input: &'a Input,
        needs: &mut Vec<PathBuf>,
        folders: &mut Vec<PathBuf>,
    ) -> Result<Option<Placed>> {
        let mut one = |path: PathBuf| {
            let word = path.to_string_lossy().into_owned();
            needs.push(path);
            Some(Placed::Words(vec![word]))
        };
        Ok(match &input.kind {
            InputKind::Object { object } => {
                let made = self.object(image, object, &input.path)?;
                match made {
                    Some(path) => one(path),
                    None => bail!(
                        "{}: neither its source nor the object is in the program",
                        input.argument
                    ),
                }
            }
            InputKind::Source => {
                let unit = image.unit_of_source(link, input);
                let unit = unit.with_context(|| {
                    format!(
                        "{}: the program does not carry it: of assembly, IR and what was not captured, objects are carried, so \
                         compile it with -c before the link",
                        input.argument
                    )
                })?;
                one(self.compile(image, unit)?)
            }
            InputKind::Archive { members } => match self.archive(image, members, &input.path)? {
                Some(path) => one(path),
                None => Some(Placed::Nowhere),
            },
            InputKind::Shared {
                soname,
                captured: true,
                ..
            } => {
                let program = self.shared.program;
                let library = program.library(soname.as_deref(), &input.path);
                let library = library.with_context(|| {
                    format!(
                        "{}: this library of the build is needed and was not found: name its folder with \
                         LD_LIBRARY_PATH, or for `fz emit` the file with --library",
                        input.path.display()
                    )
                })?;
                let at = program.images.iter().position(|i| std::ptr::eq(i, library));
                let made = self.library(at.expect("it is one of them"))?;
                let folder = made.parent().unwrap_or(Path::new("/")).to_owned();
                let words = vec![
                    format!("-L{}", folder.display()),
                    format!("-l:{}", library.name),
                ];
                needs.push(made);
                folders.push(folder);
                Some(Placed::Words(words))
            }
            InputKind::Shared { .. } | InputKind::Foreign { .. } => {
                foreign::placed(input, self.shared.request.trusts_options)?
            }
        })
    }

    /// `None`: nothing of it is in the program.
    fn object(
        &mut self,
        image: &'a Image,
        object: &'a Member,
        path: &Path,
    ) -> Result<Option<PathBuf>> {
        if let Some(hash) = &object.link
            && let Some(link) = image.link(hash)
        {
            if let Some(made) = self.partial.get(hash) {
                return Ok(Some(made.clone()));
            }
            let name = file_name(path, "partial.o");
            let made = self.link(image, link, &name, false)?;
            self.partial.insert(*hash, made.clone());
            return Ok(Some(made));
        }
        if let Some(carried) = &object.carried {
            let content = image.capture.contents.get(carried)?;
            let name = file_name(path, "carried.o");
            return self.shared.cache.keep("objects", &name, &content).map(Some);
        }
        let known: Vec<Hash> = object
            .units
            .iter()
            .copied()
            .filter(|u| image.unit(u).is_some())
            .collect();
        let known = match known.is_empty() {
            true => image.unit_of_output(path).into_iter().collect(),
            false => known,
        };
        let made: Result<Vec<PathBuf>> = known
            .iter()
            .map(|unit| self.compile(image, *unit))
            .collect();
        match &made?[..] {
            [] => Ok(None),
            [one] => Ok(Some(one.clone())),
            several => {
                let is_lto = |unit: &Hash| {
                    let arguments = image.unit(unit).map_or(&[][..], |unit| &unit.arguments);
                    arguments.iter().any(|word| word.starts_with("-flto"))
                };
                // bfd takes no bitcode without a plugin.
                let linker = match known.iter().any(is_lto) {
                    true => found(fz_llvm::LLD, "LLVM's linker")?,
                    false => found("ld", "binutils")?,
                };
                self.together(linker, several, &file_name(path, "partial.o"))
                    .map(Some)
            }
        }
    }

    /// Objects that `ld -r` has put together.
    fn together(&mut self, linker: PathBuf, objects: &[PathBuf], name: &str) -> Result<PathBuf> {
        let objects: Vec<String> = objects.iter().map(|o| o.display().to_string()).collect();
        let key = serde_json::to_string(&("together", &objects))?;
        let mut words = vec![Some("-r".to_owned())];
        words.extend(objects.iter().cloned().map(Some));
        words.extend([Some("-o".to_owned()), None]);
        let (program, arguments) = self.shared.tool(linker, words)?;
        Ok(self.graph.add(Task {
            label: format!("{}: {name}", self.variant.name()),
            program,
            arguments,
            needs: objects.into_iter().map(PathBuf::from).collect(),
            output: self.shared.cache.place("links", &key, name),
            ..Task::default()
        }))
    }

    /// `None`: the link has taken nothing out of it.
    fn archive(
        &mut self,
        image: &'a Image,
        members: &'a [Archived],
        path: &Path,
    ) -> Result<Option<PathBuf>> {
        let mut made = Vec::new();
        for member in members {
            let path = match path.parent() {
                Some(folder) if member.object.units.is_empty() => folder.join(&member.name),
                _ => PathBuf::from(file_name(Path::new(&member.name), "member.o")),
            };
            made.extend(self.object(image, &member.object, &path)?);
        }
        if made.is_empty() {
            return Ok(None);
        }
        self.archived(made, path).map(Some)
    }

    /// An archive of objects.
    fn archived(&mut self, made: Vec<PathBuf>, path: &Path) -> Result<PathBuf> {
        let list = arguments::file_of(made.iter().map(|m| m.to_string_lossy()));
        let key = format!("archive {list}");
        let list = self.shared.cache.keep("lists", "", list.as_bytes())?;
        let name = file_name(path, "archive.a");
        let words = vec![
            Some("qcs".to_owned()),
            None,
            Some(format!("@{}", list.display())),
        ];
        let archiver = self.shared.archiver.clone();
        let (program, arguments) = self.shared.tool(archiver, words)?;
        Ok(self.graph.add(Task {
            label: format!("{}: {name}", self.variant.name()),
            program,
            arguments,
            needs: made,
            output: self.shared.cache.place("archives", &key, &name),
            kind: Kind::Archive,
            ..Task::default()
        }))
    }

    /// The task that compiles a unit.
    fn compile(&mut self, image: &'a Image, hash: Hash) -> Result<PathBuf> {
        let unit = image.unit(&hash).context("a unit is missing")?;
        let modules = self.modules(image, hash, unit)?;
        let Said {
            words: mut of_user,
            asked,
        } = arguments::of_unit(unit, unit.interface, self.shared.request.trusts_options)
            .with_context(|| format!("the compile of {}", unit.source))?;
        self.shared.asked.extend(asked);
        of_user.extend(self.more.iter().map(ToString::to_string));
        let imported = (0..modules.len()).filter(|at| Some(*at) != unit.interface);
        of_user.extend(imported.clone().map(|at| imports(unit, at, &modules)));
        of_user.push("-c".to_owned());
        let key = ("unit", hash);
        let name = format!("{}.o", file_stem(Path::new(&unit.source)));
        let output = self.place("units", &key, unit, &of_user, &name)?;
        let needs = imported.map(|at| modules[at].clone()).collect();
        let replays = self.shared.replays(image, hash, unit, None)?;
        Ok(self.task(unit, replays, of_user, needs, output))
    }

    /// Tasks that compile the modules which a unit imports, as far as clang reads of them: with the unit's own options, which
    /// clang wants of them. Units with the same options share them.
    fn modules(&mut self, image: &'a Image, hash: Hash, unit: &'a Unit) -> Result<Vec<PathBuf>> {
        let mut made: Vec<PathBuf> = Vec::with_capacity(unit.modules.len());
        for (at, module) in unit.modules.iter().enumerate() {
            if Some(at) == unit.interface {
                made.push(PathBuf::new());
                continue;
            }
            let Said {
                words: mut of_user,
                asked,
            } = arguments::of_unit(unit, Some(at), self.shared.request.trusts_options)
                .with_context(|| format!("the module {}", module.name.escape_debug()))?;
            self.shared.asked.extend(asked);
            let imported: Vec<usize> = unit.with_imports(at);
            let imported = imported.into_iter().filter(|import| *import != at);
            of_user.extend(imported.clone().map(|import| imports(unit, import, &made)));
            of_user.push("--precompile".to_owned());
            let files = module.files.iter().map(|file| {
                let file = &unit.files[*file];
                (&file.path, file.content)
            });
            let files: Vec<_> = files.collect();
            let key = ("module", &module.source, &module.search, files);
            let name = format!("{}.pcm", file_stem(&module.source));
            let output = self.place(MODULES, &key, unit, &of_user, &name)?;
            let needs = imported.map(|import| made[import].clone()).collect();
            let replays = self.shared.replays(image, hash, unit, Some(at))?;
            made.push(self.task(unit, replays, of_user, needs, output));
        }
        Ok(made)
    }

    /// Where it belongs what is compiled from a key's text by these words.
    fn place(
        &self,
        kind: &str,
        text: &impl Serialize,
        unit: &Unit,
        words: &[String],
        name: &str,
    ) -> Result<PathBuf> {
        let key = serde_json::to_string(&(
            text,
            &self.fingerprints[usize::from(unit.cxx)],
            &self.environment(&[], &unit.afl),
            words,
        ))?;
        Ok(self.shared.cache.place(kind, &key, name))
    }

    /// The task that compiles a unit, or a module that it imports.
    fn task(
        &mut self,
        unit: &Unit,
        replays: Replays,
        of_user: Vec<String>,
        needs: Vec<PathBuf>,
        output: PathBuf,
    ) -> PathBuf {
        let Replays {
            files,
            weight,
            source,
        } = replays;
        let request = self.shared.request;
        let words = |replay: &Path| -> Vec<Word> {
            let mut words: Vec<Word> = vec![
                format!("--fz-profile={}", self.variant.profile).into(),
                format!("--fz-replay={}", replay.display()).into(),
                "-Qunused-arguments".into(),
            ];
            words.extend(of_user.iter().cloned().map(Word::from));
            words.extend(["-o".into(), Word::Output]);
            words
        };
        let environment = self.environment(&[], &unit.afl);
        let compiler = self.compiler(unit.cxx);
        let mut arguments = words(&files[0]);
        let mut otherwise = words(&files[1]);
        let mut program = compiler.clone();
        if let Some(launcher) = &request.launcher {
            let launcher = shlex::split(launcher).unwrap_or_default();
            if let Some((first, rest)) = launcher.split_first() {
                let before: Vec<Word> = rest
                    .iter()
                    .map(String::as_str)
                    .chain([compiler.to_str().unwrap_or_default()])
                    .map(Word::from)
                    .collect();
                arguments.splice(0..0, before.iter().cloned());
                otherwise.splice(0..0, before);
                program = first.into();
            }
        }
        self.graph.add(Task {
            label: format!("{}: {source}", self.variant.name()),
            program,
            arguments,
            environment,
            needs,
            output,
            otherwise: Some(otherwise),
            kind: Kind::Compile,
            // Sanitizers' checks are compiled, too.
            weight: weight * (1 + self.variant.sanitizers.len() as u64),
        })
    }

    fn compiler(&self, cxx: bool) -> PathBuf {
        compiler(self.shared.layout, cxx)
    }

    /// What every compiler of this variant has in its environment.
    fn environment(
        &self,
        captured: &[(String, String)],
        afl: &[(String, String)],
    ) -> Vec<(String, String)> {
        let mut environment = environment(self.variant);
        environment.extend(of_capture(captured, afl));
        environment
    }
}

/// Nothing that the user has set for builds is to have a say in the variant.
fn environment(variant: &Variant) -> Vec<(String, String)> {
    let sanitizers = match &variant.sanitizers[..] {
        [] => "none".to_owned(),
        names => names.join(","),
    };
    [
        ("FZ_CAPTURE", "off".to_owned()),
        ("FZ_SANITIZE", sanitizers),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

/// Variables that the program brings with it, of those that do nothing but shape code. Where headers are is among the
/// searched folders already, and lists of functions are files.
fn of_capture(environment: &[(String, String)], afl: &[(String, String)]) -> Vec<(String, String)> {
    let is_time = |(name, value): &&(String, String)| {
        name == "SOURCE_DATE_EPOCH" && value.bytes().all(|b| b.is_ascii_digit())
    };
    let is_plain = |(name, value): &&(String, String)| {
        afl_names::shapes_code(name) && !value.chars().any(char::is_control)
    };
    let times = environment.iter().filter(is_time);
    let all = times.chain(afl.iter().filter(is_plain));
    all.cloned().collect()
}

/// What tells clang where a module is.
fn imports(unit: &Unit, module: usize, made: &[PathBuf]) -> String {
    let Module { name, form, .. } = &unit.modules[module];
    let made = made[module].display();
    match form {
        Form::Interface => format!("-fmodule-file={name}={made}"),
        Form::UserHeader | Form::SystemHeader => format!("-fmodule-file={made}"),
    }
}

fn file_name(path: &Path, otherwise: &str) -> String {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
    name.unwrap_or_else(|| otherwise.to_owned())
}

fn file_stem(path: &Path) -> String {
    let name = path.file_stem().map(|n| n.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "unit".to_owned())
}
