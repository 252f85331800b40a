//! What a command line is taken for, and what it is asked of whom.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use fz_base::{env::Environment, error::Error, layout::Layout};
use fz_commandline::{
    invocation::{Invocation, Linker},
    own::Said,
    parse::Arg,
};
use fz_engines::{Engine, Parts};
use fz_profile::Profile;
use fz_settings::{Flags, Settings, afl_names::Wishes};

/// What files and the machine say.
pub trait Facts {
    /// The text of a response or configuration file, if it can be read.
    fn text(&self, path: &str) -> Option<String>;
    /// What was asked for, and who asked.
    fn settings(&self, flags: &Flags, environment: &Environment) -> Result<Settings, Error>;
    fn layout(&self) -> &Layout;
    /// The profile that the settings name.
    fn profile(&self, settings: &Settings) -> Result<Profile, Error>;
    fn clang(&self, settings: &Settings, wishes: &Wishes, cxx: bool) -> Result<PathBuf, Error>;
    /// Where an engine's parts are; the error names the first that is nowhere.
    fn parts(
        &self,
        engine: &Engine,
        settings: &Settings,
        clang: &Path,
    ) -> (Parts, Result<(), Error>);
    /// The linker that clang takes where no flag names one.
    fn linker(&self) -> Linker;
    /// What tells this installation's code from that of others; empty: nothing does.
    fn identity(&self) -> String {
        String::new()
    }
}

/// A command line, understood. Nothing of it changes after that.
pub struct Invoked {
    pub said: Said,
    /// Without fz's own.
    pub arguments: Vec<OsString>,
    pub parsed: Vec<Arg>,
    pub invocation: Invocation,
    pub cxx: bool,
    pub settings: Settings,
    pub wishes: Wishes,
    pub profile: Profile,
    pub engine: &'static Engine,
    pub clang: PathBuf,
    pub parts: Parts,
    /// Whether the engine's parts are there.
    pub installed: Result<(), Error>,
    pub layout: Layout,
    /// A hash of what shapes what it makes, as captures have it.
    pub maker: String,
    pub verify: bool,
    pub clangs: Vec<(String, String)>,
    pub afl: Vec<(String, String)>,
}
