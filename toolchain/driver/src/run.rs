//! `fz-cc` and `fz-cxx` from the first argument to the last.

use std::{
    ffi::{OsStr, OsString},
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::ExitCode,
};

use tempfile::TempDir;

use crate::{
    guards, inputs,
    log::Log,
    plan::{self, Plan, Request, Step},
};
use fz_base::{
    env::{self, Environment},
    error::Error,
    layout::{self, Layout},
};
use fz_binary::{LinkRecord, Map, Mixture};
use fz_commandline::{
    flags,
    invocation::{self, Invocation, Link, Linker, Outcome},
    parse,
};
use fz_engines::{Counters, Engine, Parts, fits::profile_for, mixed};
use fz_process::{self as process, Command};
use fz_profile::{Profile, Shelf};
use fz_settings::afl_names::{self, Wishes};
use fz_settings::{Flags, Origin, Settings};

pub mod steps;
mod units;

use units::Bench;

const HELP: &str = "\
fz-cc, fz-cxx: clang, with a controlled pipeline and feedback for fuzzers.

Every argument is clang's, but for these:
  --fz-profile=NAME    how to compile: `fz profiles` lists them (FZ_PROFILE, `profile` in fz.toml)
  --fz-engine=NAME     what links are for: afl, afl-classic, angora, honggfuzz, libafl, libfuzzer, standalone, valkyrie, none
                       (FZ_ENGINE, `engine` in fz.toml)
  --fz-dry-run         print what would be run, and why
  --fz-fingerprint     print a hash of all that shapes an object, for ccache (`fz env`)
  --fz-help            this text

Examples:
  CC=fz-cc CXX=fz-cxx ./configure && make
  fz-cc --fz-profile=vanilla -O2 -c parser.c
  FZ_LOG=1 fz-cc -flto parser.c -o parser      says why what was done

FZ_SANITIZE=address,undefined (`sanitize` in fz.toml) turns sanitizers on for every compile and link.

`fz doctor` checks the installation; `fz doctor PROGRAM` says what was instrumented.
";

/// What fz's own flags say.
#[derive(Default)]
struct Own {
    flags: Flags,
    dry_run: bool,
    fingerprint: bool,
    help: bool,
}

/// The compiler's main function. `cxx`: by its own name; other names are read off `arguments[0]`.
pub fn main(cxx: bool) -> ExitCode {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let name = arguments
        .first()
        .and_then(|a| Path::new(a).file_name())
        .map_or("fz-cc".to_owned(), |n| n.to_string_lossy().into_owned());
    arguments.drain(..arguments.len().min(1));
    // Only a name that says so: a symlink `cc` to fz-cxx stays what it points to.
    let cxx = cxx || afl_names::is_cxx(&name);
    match compile(&name, cxx, arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{name}: error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn compile(name: &str, cxx: bool, arguments: Vec<OsString>) -> Result<ExitCode, Error> {
    let (own, arguments) = own_flags(arguments)?;
    if own.help {
        print!("{HELP}");
        return Ok(ExitCode::SUCCESS);
    }
    let environment = Environment::read();
    let mut wishes = Wishes::read(&environment);
    let directory = std::env::current_dir().unwrap_or_default();
    let settings = Settings::resolve(&own.flags, &environment, &directory)?;
    wishes.sanitize(&settings.sanitizers.value);
    wishes.note_the_profile(&environment, &settings.profile);
    let layout = Layout::of_this_process()?;
    let shelf = shelf(&settings, &layout);
    let profile = shelf.resolve(&settings.profile.value)?;
    let engine = fz_engines::find(&settings.engine.value)?;
    let clang = find_clang(&settings, &wishes, cxx)?;
    if own.fingerprint {
        println!(
            "{:016x}",
            fingerprint(&profile, &settings, &wishes, &layout, &clang)
        );
        return Ok(ExitCode::SUCCESS);
    }
    let words: Vec<String> = arguments
        .iter()
        .map(|a| a.to_string_lossy().into_owned())
        .collect();
    let parsed = parse::parse(&words, &|path| std::fs::read_to_string(path).ok());
    let mut invocation = invocation::understand(
        parsed
            .iter()
            .filter(|argument| !profile.drops(&argument.text)),
        cxx,
    );
    invocation.wish_for(&wishes.sanitizers);
    if let Some(link) = &mut invocation.link
        && link.linker == Linker::Default
    {
        link.linker = default_linker();
    }
    let (parts, installed) = Parts::find(engine, &settings, &layout, &clang);
    // What does nothing to sources leaves no traces in programs either.
    let noted = invocation
        .link
        .as_ref()
        .filter(|link| !link.is_foreign && !profile.is_empty());
    let needs_scratch = plan::needs_scratch(&profile, &invocation) || noted.is_some();
    let scratch = match needs_scratch && !own.dry_run {
        true => Some(process::scratch()?),
        false => None,
    };
    let folder = scratch.as_ref().map_or(Path::new(SCRATCH), TempDir::path);
    let record = noted.map(|_| folder.join(inputs::FILE));
    let libclang = libclang(&clang);
    let request = Request {
        arguments: &arguments,
        parsed: &parsed,
        invocation: &invocation,
        cxx,
        clang,
        profile: &profile,
        engine,
        parts: &parts,
        settings: &settings,
        wishes: &wishes,
        layout: &layout,
        verify: environment.verify,
        scratch: folder,
        record: record.as_deref(),
    };
    let plan = plan::plan(&request);
    if own.dry_run {
        print!("{}", render(&plan));
        return Ok(ExitCode::SUCCESS);
    }
    if matches!(invocation.outcome, Outcome::Instrument { .. }) {
        layout::present(layout.plugin())?;
        for (plugin, is_needed) in [
            (layout.casts_plugin(), profile.has_pass(guards::PASS)),
            (layout.conditions_plugin(), profile.conditions.is_some()),
            (layout.expand_plugin(), profile.refactor),
        ] {
            if is_needed {
                layout::present(plugin)?;
            }
        }
        for note in wishes.notes.iter().chain(&environment.mistyped) {
            eprintln!("{name}: note: {note}");
        }
    }
    let runs = invocation.link.as_ref().filter(|l| l.takes_runtime());
    if let Some(link) = runs {
        engine.takes(&link.sanitizers)?;
        if profile.taint.is_some() {
            fz_engines::links::refuses_taint(link, &profile.name)?;
        }
        installed?;
    }
    let log = Log::new(environment.log.as_deref());
    log.say(name, &plan.reasons);
    if let Some(path) = &record {
        let record = LinkRecord {
            engine: engine.name.to_owned(),
            reasons: plan::link_reasons(&request),
            inputs: inputs::survey(&invocation, &parsed),
        };
        inputs::write(path, &record)?;
    }
    let then = || {
        if let Some(link) = noted {
            say_what_is_mixed(name, engine, link, &invocation);
        }
        if let Some(link) = runs.filter(|_| settings.profile.origin == Origin::Default) {
            say_what_is_missing(name, engine, link, &shelf);
        }
        match runs.filter(|_| engine.map_limit.is_some()) {
            Some(link) => fits(engine, &link.path),
            None => Ok(()),
        }
    };
    Err(match scratch {
        Some(folder) => steps::run_on(Bench::new(folder, libclang, log, name), &plan, then),
        None if runs.is_some() && engine.map_limit.is_some() => steps::run_then(&plan, then),
        None => steps::run(&plan),
    })
}

/// What is left of another build, with a profile of its own, counts otherwise than the rest or not at all.
fn say_what_is_mixed(name: &str, engine: &Engine, link: &Link, invocation: &Invocation) {
    // Libraries of the same build stand on the command line by their paths.
    let inputs = invocation.inputs.iter().filter(|i| i.language.is_none());
    let libraries: Vec<&Path> = inputs
        .map(|i| i.path.as_path())
        .filter(|p| p.to_string_lossy().contains(".so"))
        .collect();
    let is_wanting = link.takes_runtime() && engine.counters == Counters::Sections;
    for library in libraries.iter().filter(|_| is_wanting) {
        // What cannot be read is no library of fz's.
        let images = fz_binary::read(library).unwrap_or_default();
        let (path, program) = (
            library.display().to_string(),
            link.path.display().to_string(),
        );
        let own = images.first().and_then(|i| i.filled_for());
        if let Some(said) = own.and_then(|own| mixed::complaint(&path, own, &program, engine.name))
        {
            eprintln!("{name}: note: {said}");
        }
    }
    let images: Vec<&Path> = std::iter::once(link.path.as_path())
        .chain(libraries)
        .collect();
    if let Some(mixture) = Mixture::in_files(&images) {
        eprintln!(
            "{name}: note: {} mixes objects of several profiles, {}: build again from clean, unless that is meant",
            link.path.display(),
            mixture.text()
        );
    }
}

/// An engine that works with compares gets little from a program that tells none. Who names a profile has decided.
fn say_what_is_missing(name: &str, engine: &Engine, link: &Link, shelf: &Shelf) {
    let wanted = profile_for(engine.name);
    let tells = |profile: &str| {
        let profile = shelf.resolve(profile);
        // Of one that is not to be found nothing is known.
        profile.map_or(true, |p| p.compares.is_some())
    };
    if !tells(wanted) {
        return;
    }
    let profiles = fz_binary::profiles_of(&[&link.path]);
    if !profiles.is_empty() && !profiles.iter().any(|p| tells(p)) {
        eprintln!(
            "{name}: note: {} tells {} of no compares, which it works with: compile with FZ_PROFILE={wanted}, or name the \
             profile that you mean",
            link.path.display(),
            engine.name
        );
    }
}

/// In the place of a folder that is only made when it is needed.
const SCRATCH: &str = "FZ-TEMPORARY";

/// The libclang that belongs to a clang.
pub fn libclang(clang: &Path) -> PathBuf {
    let clang = clang.canonicalize().unwrap_or_else(|_| clang.to_owned());
    let root = clang.parent().and_then(Path::parent);
    let folder = root.unwrap_or(Path::new("/")).join("lib");
    let mut files = fz_llvm::LIBCLANG.iter().map(|name| folder.join(name));
    let first = folder.join(fz_llvm::LIBCLANG[0]);
    files.find(|file| file.exists()).unwrap_or(first)
}

/// Removes a program whose map is too large for the engine. What cannot be read is no program of counters.
fn fits(engine: &Engine, path: &Path) -> Result<(), Error> {
    let program = fz_binary::read(path).unwrap_or_default().into_iter().next();
    let images = program.and_then(|p| Some(fz_binary::with_libraries(p).ok()?.0));
    let map = images.map(|images| Map::of(&images));
    // Room for libraries that come later is no need of theirs.
    let needed = map.map_or(0, |map| map.size - map.room);
    engine
        .holds(needed, &path.display().to_string())
        .inspect_err(|_| {
            let _ = std::fs::remove_file(path);
        })
}

/// Takes fz's own flags out of the arguments.
fn own_flags(arguments: Vec<OsString>) -> Result<(Own, Vec<OsString>), Error> {
    let mut own = Own::default();
    let mut rest = Vec::with_capacity(arguments.len());
    let mut only_inputs = false;
    let mut is_value = false;
    for argument in arguments {
        let text = argument.to_string_lossy().into_owned();
        let flag = text.strip_prefix("--fz-");
        let Some(flag) = flag.filter(|_| !only_inputs && !is_value) else {
            only_inputs |= text == "--" && !is_value;
            is_value = !is_value && flags::takes_next(&text);
            rest.push(argument);
            continue;
        };
        let (flag, value) = match flag.split_once('=') {
            Some((flag, value)) => (flag, Some(value.to_owned())),
            None => (flag, None),
        };
        let value = || {
            value
                .clone()
                .filter(|v| !v.is_empty())
                .ok_or_else(|| Error::Option {
                    option: format!("--fz-{flag}"),
                    message: format!("the value is missing: write --fz-{flag}=NAME"),
                })
        };
        match flag {
            "profile" => own.flags.profile = Some(value()?),
            "engine" => own.flags.engine = Some(value()?),
            "dry-run" => own.dry_run = true,
            "fingerprint" => own.fingerprint = true,
            "help" => own.help = true,
            _ => {
                let known = ["profile", "engine", "dry-run", "fingerprint", "help"];
                return Err(Error::Unknown {
                    what: "option",
                    name: text.clone(),
                    known: known.iter().map(|k| format!("--fz-{k}")).collect(),
                });
            }
        }
    }
    Ok((own, rest))
}

/// The profiles to choose from: the user's own before the built-in ones.
pub fn shelf(settings: &Settings, layout: &Layout) -> Shelf {
    let mut directories = settings.profile_path.clone();
    directories.push(layout.profiles());
    Shelf { directories }
}

/// The clang to run. One that has its release in its name is taken for what it says; others are asked.
pub fn find_clang(settings: &Settings, wishes: &Wishes, cxx: bool) -> Result<PathBuf, Error> {
    let wished = match cxx {
        true => wishes.clangxx.as_ref().or(wishes.clang.as_ref()),
        false => wishes.clang.as_ref(),
    };
    let chosen = settings.clang.origin != fz_settings::Origin::Default;
    let name = match wished {
        Some(name) if !chosen => name,
        _ => &settings.clang.value,
    };
    let path = which::which(name).map_err(|_| Error::NoClang { name: name.clone() })?;
    refuse_ourselves(&path)?;
    let file = path
        .file_name()
        .map(|f| f.to_string_lossy().into_owned())
        .unwrap_or_default();
    if file != fz_llvm::CLANG && file != fz_llvm::CLANGXX {
        check_version(&path)?;
    }
    Ok(path)
}

/// A clang that is fz-cc, or a script that calls it, would call itself for ever.
fn refuse_ourselves(clang: &Path) -> Result<(), Error> {
    let file = clang.canonicalize().unwrap_or_else(|_| clang.to_owned());
    let ours = std::env::current_exe()
        .and_then(|e| e.canonicalize())
        .is_ok_and(|exe| exe.parent() == file.parent());
    if ours || env::read(&env::INSIDE).is_some() {
        return Err(Error::Circle {
            clang: clang.display().to_string(),
        });
    }
    Ok(())
}

/// The linker that clang finds when no flag names one.
fn default_linker() -> Linker {
    let name = which::which("ld")
        .map(|p| p.canonicalize().unwrap_or(p))
        .ok()
        .and_then(|p| Some(p.file_name()?.to_string_lossy().into_owned()))
        .unwrap_or_default();
    match () {
        () if name.contains("gold") => Linker::Gold,
        () if name.contains("lld") => Linker::Lld,
        () if name.contains("bfd") || name == "ld" || name.ends_with("-ld") => Linker::Bfd,
        () => Linker::Unknown,
    }
}

/// The version that clang prints, checked.
pub fn check_version(clang: &Path) -> Result<String, Error> {
    let output = process::output(clang, &[OsStr::new("--version")]).map_err(|e| Error::Spawn {
        program: clang.display().to_string(),
        message: e.to_string(),
    })?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = text
        .split("version ")
        .nth(1)
        .and_then(|v| v.split_whitespace().next());
    match version {
        Some(v) if text.contains("clang") && v.split('.').next() == Some(fz_llvm::RELEASE) => {
            Ok(v.to_owned())
        }
        _ => Err(Error::WrongLlvm {
            clang: clang.display().to_string(),
            found: match version {
                Some(v) if text.contains("clang") => format!("clang {v}"),
                _ => "not clang".to_owned(),
            },
        }),
    }
}

/// A hash of all that shapes an object beside its source and arguments.
fn fingerprint(
    profile: &Profile,
    settings: &Settings,
    wishes: &Wishes,
    layout: &Layout,
    clang: &Path,
) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut add = |bytes: &[u8]| bytes.hash(&mut hasher);
    add(env!("CARGO_PKG_VERSION").as_bytes());
    let (allow, deny, ignored) = (&settings.allow, &settings.deny, &settings.ignored.value);
    add(format!("{profile:?} {allow:?} {deny:?} {ignored:?}").as_bytes());
    add(format!("{} {wishes:?}", settings.engine.value).as_bytes());
    for plugin in [
        layout.plugin(),
        layout.casts_plugin(),
        layout.conditions_plugin(),
        layout.expand_plugin(),
    ] {
        add(&std::fs::read(plugin).unwrap_or_default());
    }
    let driver = std::env::current_exe().and_then(std::fs::read);
    add(&driver.unwrap_or_default());
    for plugin in &profile.plugins {
        add(&std::fs::read(&plugin.library).unwrap_or_default());
    }
    for list in wishes.allow_lists.iter().chain(&wishes.deny_lists) {
        add(&std::fs::read(list).unwrap_or_default());
    }
    add(check_version(clang).unwrap_or_default().as_bytes());
    hasher.finish()
}

/// A plan as text: reasons as comments, commands as a shell would take them.
pub fn render(plan: &Plan) -> String {
    let mut text = String::new();
    for reason in &plan.reasons {
        text.push_str(&format!("# {reason}\n"));
    }
    for step in &plan.steps {
        match step {
            Step::Run(command) => render_command(command, &mut text),
            Step::Unit(unit) => {
                let (source, to) = (unit.source.display(), unit.text.display());
                text.push_str(&format!("# {source}: expand\n"));
                render_command(&unit.expand, &mut text);
                text.push_str(&format!("# {source}: lay out as {to}\n"));
                text.push_str(&format!("# {source}: if there are diagnostics\n"));
                render_command(&unit.check, &mut text);
                text.push_str(&format!("# {source}: compile\n"));
                render_command(&unit.compile, &mut text);
                text.push_str(&format!("# {source}: if that cannot be done\n"));
                render_command(&unit.original("why", false), &mut text);
            }
        }
    }
    text
}

fn render_command(command: &Command, text: &mut String) {
    let words: Vec<_> = std::iter::once(command.program.as_os_str())
        .chain(command.arguments.iter().map(OsString::as_os_str))
        .map(|w| w.to_string_lossy().into_owned())
        .collect();
    let line = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
    text.push_str(&line);
    text.push('\n');
}
