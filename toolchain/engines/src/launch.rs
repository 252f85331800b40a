//! From a program and what a person wants to the processes of a fuzzer (`fz fuzz`). [`target`] says what a program was
//! linked for, [`machine`] what there is to run; one file per engine plans, and does no I/O; [`folder`] makes what a plan
//! counts on, and the command line runs it.

pub mod arguments;
pub mod companions;
pub mod course;
pub mod dictionary;
pub mod finds;
pub mod folder;
pub mod live;
pub mod looks;
pub mod machine;
pub mod outcome;
pub mod replay;
pub mod sanitizers;
pub mod screen;
pub mod target;
pub mod used;
pub mod watched;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::SystemTime,
};

use fz_abi::harness::ARGUMENTS;
use fz_base::{env::LIBRARY_PATH, error::Error, shell};
use fz_dictionary::text::Fuzzer;
use serde::Serialize;

use crate::{ENGINES, Engine, Start};
use machine::Machine;
use outcome::Outcome;
use target::{Mark, Target};

/// Where logs are, in a run's folder.
pub const LOGS: &str = "logs";

/// How an engine is started.
pub struct Launcher {
    /// As in [`crate::ENGINES`].
    pub engine: &'static str,
    /// Any of them in a program says that it was linked for the engine.
    pub marks: &'static [Mark],
    /// What is started beside the program, if anything: its name on the PATH.
    pub fuzzer: Option<&'static str>,
    /// What to do where that is missing.
    pub how_to_get: &'static str,
    /// Its release, by what it prints for help.
    pub version: Option<fn(&str) -> Option<String>>,
    /// Engines whose programs it can run too, if it is named.
    pub also_runs: &'static [&'static str],
    /// Engines whose marks its library has as well, though they cannot run what is linked with it.
    pub also_marked: &'static [&'static str],
    /// What it has no use for, and what to do instead.
    pub refuses: &'static [(Wish, &'static str)],
    /// What only some releases can do, by the option that their help then has, and the first release that has it.
    pub needs: &'static [(Wish, &'static str, &'static str)],
    /// Whether a process may end at a crash, and not well, for no other reason.
    pub dies_of_findings: bool,
    /// Whether what it prints is needed for the figures.
    pub prints_figures: bool,
    /// What it says on its screen alone, if it can draw that into its log.
    pub drawn: Option<Drawn>,
    /// How the program's own words are written down for it; `None`: the program offers them by itself.
    pub dictionary: Option<Format>,
    pub plan: fn(&Request) -> Result<Plan, Error>,
    /// How far the process of a role is since then; `None`: the engine's own lines say it.
    pub figures: Option<Look>,
    /// Where the process of a role puts what it finds.
    pub finds: fn(&Path, &str) -> Vec<finds::Place>,
    /// What a run left behind; the text is what its processes printed.
    pub outcome: fn(&Request, &str) -> Outcome,
}

/// Screens of a fuzzer in its log.
#[derive(Clone, Copy)]
pub struct Drawn {
    /// Has it draw.
    pub variable: &'static str,
    /// Who has set this wants no screens.
    pub against: &'static str,
    /// Keeps the log of a running fuzzer short.
    pub cut: fn(&Path),
    /// Leaves one screen in the log of a fuzzer that has ended.
    pub end: fn(&Path),
    /// What stands in a log besides.
    pub without: fn(&str) -> String,
}

/// What the process of a role has said since then in a run's folder.
pub type Look = fn(&Path, &str, SystemTime) -> Option<live::Figures>;

/// Where a process's own words go in a run's folder, where they are not shown.
pub fn log(out: &Path, role: &str) -> PathBuf {
    out.join(LOGS).join(format!("{role}.log"))
}

/// A format of `fz dict`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// As its option has it.
    pub name: &'static str,
    pub takes: Fuzzer,
}

/// Those of all engines, sorted by name.
pub fn launchers() -> impl Iterator<Item = &'static Launcher> {
    ENGINES.iter().filter_map(Engine::launcher)
}

/// What only some engines can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    Cmplog,
    Companions,
    Ending,
    Memory,
    OptimisedDictionary,
    Sanitized,
    Seed,
    UntilCrash,
}

impl Wish {
    /// All, with the option that asks for each.
    const ALL: [(Wish, &'static str); 8] = [
        (Wish::Cmplog, "-c"),
        (Wish::Companions, "--companion auto"),
        (Wish::Ending, "-e"),
        (Wish::Memory, "-m"),
        (Wish::OptimisedDictionary, "--tokens od"),
        (Wish::Sanitized, "-w"),
        (Wish::Seed, "-s"),
        (Wish::UntilCrash, "--until-crash"),
    ];

    /// What to do instead of what several engines do not have.
    pub const NO_CMPLOG: (Wish, &'static str) = (
        Wish::Cmplog,
        "it sees the compares of the program itself; build that with the profile `compares`",
    );
    pub const NO_COMPANIONS: (Wish, &'static str) = (
        Wish::Companions,
        "companions share a queue through afl-fuzz; link the program for `afl`",
    );
    pub const NO_ENDING: (Wish, &'static str) = (
        Wish::Ending,
        "it hands inputs over without a name that could end so; link the program for `afl`",
    );
    pub const NO_OPTIMISED_DICTIONARY: (Wish, &'static str) = (
        Wish::OptimisedDictionary,
        "it has no custom mutators like afl-fuzz's; without the option it gets a dictionary of the program's tokens",
    );
    pub const NO_SANITIZED: (Wish, &'static str) = (
        Wish::Sanitized,
        "build the program itself with the sanitizer",
    );

    fn is_in(self, request: &Request) -> bool {
        match self {
            Wish::Cmplog => request.cmplog.is_some(),
            Wish::Companions => !request.companions.is_empty(),
            Wish::Ending => arguments::ending(&request.arguments).is_some(),
            Wish::Memory => request.memory.is_some(),
            Wish::OptimisedDictionary => matches!(request.words, Words::Optimised(_)),
            Wish::Sanitized => !request.sanitized.is_empty(),
            Wish::Seed => request.seed.is_some(),
            Wish::UntilCrash => request.until_crash,
        }
    }
}

/// What a fuzzer gets of the words that the program compares its input with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Words {
    /// What the program offers, or a dictionary that was made of it.
    Offered,
    /// Those that an entry's own run comes to, by this custom mutator.
    Optimised(PathBuf),
    None,
}

/// All that a plan follows from.
#[derive(Clone, Debug)]
pub struct Request {
    pub target: Target,
    /// The program's own arguments.
    pub arguments: Vec<OsString>,
    pub seeds: PathBuf,
    pub out: PathBuf,
    /// `out` has an earlier run of the same kind.
    pub resumes: bool,
    pub dictionary: Option<PathBuf>,
    pub words: Words,
    pub jobs: u32,
    /// The build that shows compares.
    pub cmplog: Option<companions::Companion>,
    /// Builds with sanitizers that look at what the others find.
    pub sanitized: Vec<companions::Companion>,
    pub companions: Vec<companions::Companion>,
    /// All programs that run beside the target.
    pub beside: Vec<Target>,
    /// Of one input, in milliseconds.
    pub timeout: Option<u64>,
    /// In megabytes.
    pub memory: Option<u64>,
    /// Of the whole run, in seconds.
    pub seconds: Option<u64>,
    pub seed: Option<u64>,
    pub until_crash: bool,
    /// Handed to the engine as they are.
    pub extra: Vec<OsString>,
    pub machine: Machine,
}

/// One process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// What it is among its siblings.
    pub role: String,
    /// The program that it fuzzes.
    pub build: PathBuf,
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
    pub environment: Vec<(String, String)>,
}

/// Processes to run side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub launches: Vec<Launch>,
    /// Folders that have to be there.
    pub folders: Vec<PathBuf>,
    pub notes: Vec<String>,
    /// What the fuzzer would stop at on this machine, with the way out.
    pub obstacles: Vec<String>,
}

#[derive(Serialize)]
struct LaunchLine<'a> {
    role: &'a str,
    program: String,
    arguments: Vec<String>,
    environment: serde_json::Map<String, serde_json::Value>,
}

impl Launch {
    /// As a shell takes it.
    pub fn line(&self) -> String {
        let variables = self
            .environment
            .iter()
            .map(|(name, value)| format!("{name}={}", shell::quoted(value)));
        let words = std::iter::once(self.program.as_os_str())
            .chain(self.arguments.iter().map(OsString::as_os_str))
            .map(shell::quoted);
        variables.chain(words).collect::<Vec<_>>().join(" ")
    }

    pub fn json(&self) -> serde_json::Value {
        let line = LaunchLine {
            role: &self.role,
            program: self.program.display().to_string(),
            arguments: self
                .arguments
                .iter()
                .map(|a| a.to_string_lossy().into_owned())
                .collect(),
            environment: self
                .environment
                .iter()
                .map(|(name, value)| (name.clone(), value.as_str().into()))
                .collect(),
        };
        serde_json::to_value(line).unwrap_or_default()
    }
}

/// What a fuzzer that fz does not start is told: as people type it.
pub struct ByHand {
    pub program: String,
    pub arguments: String,
    pub seeds: String,
    pub out: String,
}

/// The commands that start an engine whose fuzzer has a command line of its own.
fn by_hand(lines: &[&str], hand: &ByHand) -> String {
    let filled = lines.iter().map(|line| {
        let parts = [
            ("{program}", &hand.program),
            ("{arguments}", &hand.arguments),
            ("{seeds}", &hand.seeds),
            ("{out}", &hand.out),
        ];
        let filled = parts
            .iter()
            .fold((*line).to_owned(), |line, (name, value)| {
                line.replace(name, value)
            });
        filled.trim_end().replace(" -args ''", "")
    });
    filled.collect::<Vec<_>>().join("\n")
}

/// The launcher for a program: of the engine that it was linked for, or of the named one if that can run it.
pub fn choose(
    target: &Target,
    named: Option<&str>,
    hand: &ByHand,
) -> Result<&'static Launcher, Error> {
    let shown = target.path.display();
    let fits = |launcher: &&Launcher| target.engines.contains(&launcher.engine);
    let Some(name) = named else {
        // One for an engine that only looks like another's would be run by the wrong fuzzer.
        let linked_for = target.linked_for.as_deref();
        let engine = linked_for.and_then(|name| ENGINES.iter().find(|e| e.name == name));
        if let Some(Start::ByHand(lines)) = engine.map(|e| &e.start) {
            return Err(Error::Quoting {
                what: format!(
                    "{}: it was linked for {}, whose fuzzer fz does not start; this starts it",
                    target.named.display(),
                    linked_for.unwrap_or_default()
                ),
                said: by_hand(lines, hand),
            });
        }
        return launchers()
            .find(fits)
            .ok_or_else(|| Error::file(&target.path, format!("it {}", target.why_no_engine())));
    };
    let option = format!("--engine {name}");
    let launcher: &&'static Launcher = match &crate::find(name)?.start {
        Start::With(launcher) => launcher,
        Start::ByHand(lines) => {
            return Err(Error::Quoting {
                what: format!("{option}: fz does not start its fuzzer; this starts it"),
                said: by_hand(lines, hand),
            });
        }
        Start::Nothing => {
            let message = format!("there is nothing to start: {}", target::LINK_AGAIN);
            return Err(Error::option(option, message));
        }
    };
    let as_well = launcher
        .also_runs
        .iter()
        .any(|e| target.engines.contains(e));
    match fits(launcher) || as_well {
        true => Ok(launcher),
        false => Err(Error::option(
            option,
            match &target.engines[..] {
                [] => format!("{shown} {}", target.why_no_engine()),
                linked => format!(
                    "{shown} was linked for {}; link it again with FZ_ENGINE={name}: its objects can stay",
                    linked.join(", ")
                ),
            },
        )),
    }
}

/// Refuses what the engine, or this release of its fuzzer, cannot do: before anything is built for it.
pub fn check(launcher: &Launcher, wishes: &[Wish], machine: &Machine) -> Result<(), Error> {
    for (wish, option) in Wish::ALL.iter().filter(|(wish, _)| wishes.contains(wish)) {
        let refused = launcher.refuses.iter().find(|(w, _)| w == wish);
        if let Some((_, instead)) = refused {
            let message = format!("{} cannot use it: {instead}", launcher.engine);
            return Err(Error::option(*option, message));
        }
        let needs = launcher.needs.iter().find(|(w, ..)| w == wish);
        if let Some((_, word, since)) = needs
            && !machine.knows(word)
        {
            let version = launcher.version.and_then(|of| of(&machine.help));
            let which = version.map_or(String::new(), |version| format!(" {version}"));
            let message = format!(
                "{}{which} does not know it; name one from {since} on with --engine PATH (`cargo xtask setup --engines` builds \
                 one below target/peers)",
                machine
                    .fuzzer
                    .as_deref()
                    .unwrap_or(Path::new("it"))
                    .display()
            );
            return Err(Error::option(*option, message));
        }
    }
    Ok(())
}

/// The plan, once what the engine cannot do is refused.
pub fn plan(launcher: &Launcher, request: &Request) -> Result<Plan, Error> {
    let wishes = Wish::ALL.iter().map(|(wish, _)| *wish);
    let wishes: Vec<Wish> = wishes.filter(|wish| wish.is_in(request)).collect();
    check(launcher, &wishes, &request.machine)?;
    let mut plan = (launcher.plan)(request)?;
    plan.notes.extend(not_for_fuzzing(request));
    let options = sanitizers::environment(launcher.engine, request);
    for launch in &mut plan.launches {
        launch.environment.extend(options.iter().cloned());
    }
    Ok(plan)
}

/// Of each program that runs.
fn not_for_fuzzing(request: &Request) -> Vec<String> {
    let mut programs: Vec<&Target> = vec![&request.target];
    for build in &request.beside {
        if programs.iter().all(|p| p.path != build.path) {
            programs.push(build);
        }
    }
    let for_coverage = programs.into_iter().filter(|p| p.is_by(COVERAGE));
    let note = |program: &Target| {
        format!(
            "{} is a build by the profile {COVERAGE}, which is for `fz cov` and not for fuzzing: build it with \
             FZ_PROFILE=fuzz",
            program.named.display()
        )
    };
    for_coverage.map(note).collect()
}

const COVERAGE: &str = "coverage";

impl Launcher {
    /// The fuzzer that is started for a program, if its process is another.
    pub fn starts_beside(&self, target: &Target) -> Option<&'static str> {
        let in_process = !self.also_runs.is_empty() && target.engines.contains(&self.engine);
        self.fuzzer.filter(|_| !in_process)
    }
}

impl Request {
    /// A folder or file of the run's.
    pub fn inside(&self, name: &str) -> PathBuf {
        self.out.join(name)
    }

    /// Where a process's own words go, where they are not shown.
    pub fn log(&self, role: &str) -> PathBuf {
        log(&self.out, role)
    }

    /// The fuzzer to start, which the command line has found.
    pub(crate) fn fuzzer(&self) -> PathBuf {
        self.machine.fuzzer.clone().unwrap_or_default()
    }

    /// For a process in which the program itself runs.
    pub(crate) fn libraries(&self) -> Vec<(String, String)> {
        let path = target::search_path(&self.target.library_path, &self.machine.library_path);
        path.map(|path| (LIBRARY_PATH.to_owned(), path))
            .into_iter()
            .collect()
    }

    /// The engine's own arguments for a harness are the program's; a program with a `main` of its own finds them in
    /// [`ARGUMENTS`].
    pub(crate) fn in_process(&self, role: String, engine: Vec<OsString>) -> Result<Launch, Error> {
        let mut launch = Launch {
            role,
            build: self.target.path.clone(),
            program: self.target.path.clone(),
            arguments: engine,
            environment: self.libraries(),
        };
        if self.target.has_own_main {
            let words: Vec<_> = launch
                .arguments
                .iter()
                .map(|w| w.to_string_lossy().into_owned())
                .collect();
            let words = shlex::try_join(words.iter().map(String::as_str))
                .map_err(|e| Error::option("--engine-args", e))?;
            launch.environment.push((ARGUMENTS.to_owned(), words));
            launch.arguments = self.arguments.clone();
        } else if let Some(argument) = self.arguments.first() {
            return Err(Error::option(
                argument.to_string_lossy().into_owned(),
                format!(
                    "{} is a harness, and takes no arguments; give the engine its own by --engine-args",
                    self.target.path.display()
                ),
            ));
        }
        Ok(launch)
    }
}

/// `name` and the value behind it.
pub(crate) fn push(arguments: &mut Vec<OsString>, name: &str, value: impl Into<OsString>) {
    arguments.push(name.into());
    arguments.push(value.into());
}

/// `name` and the value in one word.
pub(crate) fn joined(name: &str, value: impl AsRef<std::ffi::OsStr>) -> OsString {
    let mut word = OsString::from(name);
    word.push(value);
    word
}
