//! From arguments, environment and facts to a plan: what the compilers, `fz refactor`, trials of profiles and the tests of
//! plans all call. Pure: what has to be read or looked for is asked of [`Facts`].

use std::{ffi::OsString, path::Path};

use fz_base::{env::Environment, error::Error};
use fz_commandline::{
    invocation::{self, Link, Linker},
    own, parse,
};
use fz_settings::{
    Capture, Flags,
    afl_names::{self, Wishes},
};

use crate::{
    fingerprint,
    invoked::{Facts, Invoked},
    plan::{self, Plan, Request},
    replay::{Replay, Work},
};

/// In the place of a folder that is only made when it is needed.
pub const SCRATCH: &str = "FZ-TEMPORARY";

/// What was typed: the compiler's name decides the language.
#[derive(Clone, Debug)]
pub struct CommandLine {
    pub cxx: bool,
    /// Without the program's name.
    pub arguments: Vec<OsString>,
}

/// Understands a command line. `None`: it asks for help, and nothing else is looked at.
pub fn understand(
    line: CommandLine,
    environment: &Environment,
    facts: &dyn Facts,
) -> Result<Option<Invoked>, Error> {
    let read = |path: &str| facts.text(path);
    let CommandLine { cxx, arguments } = line;
    let (said, arguments) = own::take(arguments, &read)?;
    if said.help {
        return Ok(None);
    }
    let flags = Flags {
        profile: said.profile.clone(),
        engine: said.engine.clone(),
        capture: said.capture.clone(),
    };
    let settings = facts.settings(&flags, environment)?;
    let mut wishes = Wishes::read(environment);
    wishes.sanitize(&settings.sanitizers.value);
    wishes.note_the_profile(environment, &settings.profile);
    let profile = facts.profile(&settings)?;
    let engine = fz_engines::find(&settings.engine.value)?;
    let clang = facts.clang(&settings, &wishes, cxx)?;
    let words: Vec<String> = arguments
        .iter()
        .map(|a| a.to_string_lossy().into_owned())
        .collect();
    let parsed = parse::parse(&words, &read);
    let kept: Vec<_> = parsed
        .iter()
        .filter_map(|a| plan::left(&profile, a))
        .collect();
    let mut invocation = invocation::understand(&kept, cxx);
    invocation.wish_for(&wishes.sanitizers);
    if let Some(link) = &mut invocation.link
        && link.linker == Linker::Default
    {
        link.linker = facts.linker();
    }
    let (parts, installed) = facts.parts(engine, &settings, &clang);
    let maker = fingerprint::maker(&facts.identity(), &profile, &settings.sanitizers.value);
    Ok(Some(Invoked {
        said,
        arguments,
        parsed,
        invocation,
        cxx,
        settings,
        wishes,
        profile,
        engine,
        clang,
        parts,
        installed,
        layout: facts.layout().clone(),
        maker,
        verify: environment.verify,
        clangs: environment.clangs.clone(),
        afl: afl_names::shaping(environment),
    }))
}

/// The plan of a command line that works in a folder; empty where help is asked for.
pub fn compile(
    line: CommandLine,
    environment: &Environment,
    facts: &dyn Facts,
    scratch: &Path,
) -> Result<Plan, Error> {
    let invoked = understand(line, environment, facts)?;
    Ok(invoked.map_or_else(Plan::default, |invoked| invoked.plan(scratch, None)))
}

impl Invoked {
    /// The same command line in the project that a capture tells of.
    pub fn replaying(mut self, replay: &Replay) -> Invoked {
        if let Work::Unit(unit) = &replay.work {
            self.settings.allow.clone_from(&unit.allow);
            self.settings.deny.clone_from(&unit.deny);
            self.settings.ignored.value.clone_from(&unit.ignored);
        }
        // Of what is built again, the first build is what can be built again.
        self.settings.capture.value = Capture::Off;
        self
    }

    /// The plan that works in a folder. `record`: the object that says of the link what fz saw of it.
    pub fn plan(&self, scratch: &Path, record: Option<&Path>) -> Plan {
        plan::plan(&self.request(scratch, record))
    }

    /// What the log says of the link.
    pub fn link_reasons(&self) -> Vec<String> {
        plan::link_reasons(&self.request(Path::new(SCRATCH), None))
    }

    /// Whether the plan needs a folder for files of its own.
    pub fn needs_scratch(&self) -> bool {
        let request = self.request(Path::new(SCRATCH), None);
        plan::needs_scratch(&request) || self.recorded_link().is_some()
    }

    /// Whether objects carry what makes them again.
    pub fn captures(&self) -> bool {
        plan::capture::captures(&self.request(Path::new(SCRATCH), None))
    }

    /// Whether links say what they take.
    pub fn captures_links(&self) -> bool {
        plan::capture::is_wanted(&self.request(Path::new(SCRATCH), None))
    }

    /// The link of which a record goes into the program. What does nothing to sources leaves no traces there either.
    pub fn recorded_link(&self) -> Option<&Link> {
        plan::recorded_link(&self.request(Path::new(SCRATCH), None))
    }

    /// The link of a program that gets the engine's runtime.
    pub fn runtime_link(&self) -> Option<&Link> {
        let link = self.invocation.link.as_ref();
        link.filter(|link| link.takes_runtime())
    }

    fn request<'a>(&'a self, scratch: &'a Path, record: Option<&'a Path>) -> Request<'a> {
        Request {
            arguments: &self.arguments,
            parsed: &self.parsed,
            invocation: &self.invocation,
            cxx: self.cxx,
            clang: self.clang.clone(),
            profile: &self.profile,
            engine: self.engine,
            parts: &self.parts,
            settings: &self.settings,
            wishes: &self.wishes,
            layout: &self.layout,
            maker: &self.maker,
            verify: self.verify,
            scratch,
            record,
            clangs: &self.clangs,
            afl: &self.afl,
            capturing: None,
        }
    }
}
