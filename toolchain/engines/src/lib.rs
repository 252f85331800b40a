//! Engines, a file each: what a link for it adds and needs, which sanitizers it takes, which profile fits it, how `fz fuzz`
//! starts it ([`launch`]). A link is all that an engine changes; objects are the same for all of them.

mod afl;
mod afl_classic;
mod angora;
pub mod campaign;
mod fox;
mod honggfuzz;
pub mod installed;
pub mod launch;
mod libafl;
mod libfuzzer;
pub mod links;
pub mod loaded;
pub mod mixed;
mod none;
pub mod oss_fuzz;
mod parts;
mod standalone;
mod valkyrie;

use std::ffi::OsString;

use fz_base::error::Error;
use fz_commandline::invocation::Link;

use launch::Launcher;
pub use parts::{Need, Parts, folders};

/// What an engine adds to a link.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Addition {
    /// Before the user's arguments.
    pub first: Vec<OsString>,
    /// Behind them.
    pub last: Vec<OsString>,
    /// What was done and why, for the log.
    pub reasons: Vec<String>,
}

pub struct Engine {
    pub name: &'static str,
    pub summary: &'static str,
    /// The profile whose feedback it makes use of.
    pub profile: &'static str,
    /// What to build beside that, for people.
    pub beside: &'static str,
    /// What OSS-Fuzz's build scripts call it (`FUZZING_ENGINE`). They ask for few names; an engine that they do not know is
    /// nearest to libFuzzer.
    pub oss_fuzz: &'static str,
    pub link: fn(&Link, &Parts) -> Addition,
    /// What a link of an executable takes from elsewhere.
    pub needs: &'static [Need],
    /// Sanitizers that it cannot be linked with, and why.
    pub refuses: &'static [(&'static str, &'static str)],
    /// The largest map that the fuzzer has, in bytes.
    pub map_limit: Option<u64>,
    pub counters: Counters,
    pub start: Start,
}

/// Whether `fz fuzz` starts an engine.
pub enum Start {
    With(&'static Launcher),
    /// Its fuzzer has a command line of its own: these are to be typed, with what [`launch::by_hand`] puts in.
    ByHand(&'static [&'static str]),
    /// There is no fuzzer.
    Nothing,
}

/// How counters have to lie in all that is linked for an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counters {
    /// On pages of their own, the last one filled up. What was linked otherwise is copied.
    Pages,
    /// As many as there are PCs: what fills a page is taken for more of them.
    Sections,
    /// Nobody reads them.
    Unread,
}

/// For builds that nobody fuzzes.
pub const STANDALONE: Engine = standalone::ENGINE;

/// Sorted by name.
pub const ENGINES: &[Engine] = &[
    afl::ENGINE,
    afl_classic::ENGINE,
    angora::ENGINE,
    fox::ENGINE,
    honggfuzz::ENGINE,
    libafl::ENGINE,
    libfuzzer::ENGINE,
    none::ENGINE,
    standalone::ENGINE,
    valkyrie::ENGINE,
];

pub fn find(name: &str) -> Result<&'static Engine, Error> {
    ENGINES
        .iter()
        .find(|e| e.name == name)
        .ok_or_else(|| Error::Unknown {
            what: "engine",
            name: name.to_owned(),
            known: ENGINES.iter().map(|e| e.name.to_owned()).collect(),
        })
}

impl Engine {
    pub fn launcher(&'static self) -> Option<&'static Launcher> {
        match &self.start {
            Start::With(launcher) => Some(launcher),
            Start::ByHand(_) | Start::Nothing => None,
        }
    }

    /// Whether it can be linked with all of these sanitizers.
    pub fn takes(&self, sanitizers: &[String]) -> Result<(), Error> {
        let refused = self
            .refuses
            .iter()
            .find(|(name, _)| sanitizers.iter().any(|s| s == name));
        match refused {
            None => Ok(()),
            Some((sanitizer, why)) => Err(self.error(format!(
                "it cannot take the sanitizer {sanitizer}: {why}; link without it, or for an engine that takes it: {}",
                self.others(sanitizer).join(", ")
            ))),
        }
    }

    /// Whether its fuzzer has room for a map of that many bytes.
    pub fn holds(&self, map: u64, program: &str) -> Result<(), Error> {
        match self.map_limit {
            Some(limit) if map > limit => Err(self.error(format!(
                "{program} needs a map of {map} bytes, and the engine has {limit}; count less of it (`allow` and `deny` \
                 in fz.toml, the profile `vanilla`), or link for an engine that has room, afl or valkyrie; the program was removed"
            ))),
            _ => Ok(()),
        }
    }

    /// Engines with a fuzzer that take the sanitizer.
    fn others(&self, sanitizer: &str) -> Vec<&'static str> {
        let takes = |e: &&Engine| !e.refuses.iter().any(|(name, _)| *name == sanitizer);
        let fuzzes = |e: &&Engine| !matches!(e.start, Start::Nothing);
        let others = ENGINES.iter().filter(takes).filter(fuzzes);
        others.map(|e| e.name).collect()
    }

    pub(crate) fn error(&self, message: String) -> Error {
        Error::Engine {
            engine: self.name,
            message,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fz_commandline::sanitizers;

    #[test]
    fn engines_are_sorted_and_described() {
        assert!(ENGINES.is_sorted_by(|a, b| a.name < b.name));
        assert!(ENGINES.iter().all(|e| !e.summary.is_empty()));
    }

    #[test]
    fn refused_sanitizers_exist_and_some_engine_takes_them() {
        for engine in ENGINES {
            for (name, why) in engine.refuses {
                assert_eq!(sanitizers::check([*name]), Ok(vec![(*name).to_owned()]));
                assert!(!why.is_empty() && !engine.others(name).is_empty());
            }
        }
        let said = find("libafl")
            .unwrap()
            .takes(&["undefined".to_owned(), "memory".to_owned()])
            .unwrap_err()
            .to_string();
        assert!(
            said.contains("memory") && said.contains("libfuzzer"),
            "{said}"
        );
        assert!(find("afl").unwrap().takes(&["memory".to_owned()]).is_ok());
    }

    #[test]
    fn maps_of_one_size_have_a_limit() {
        let classic = find("afl-classic").unwrap();
        assert!(classic.holds(65_536, "p").is_ok());
        let said = classic.holds(65_537, "p").unwrap_err().to_string();
        assert!(said.contains("65537") && said.contains("65536"), "{said}");
        let angora = find("angora").unwrap();
        assert!(angora.holds(1 << 20, "p").is_ok() && angora.holds((1 << 20) + 1, "p").is_err());
        for other in ["afl", "valkyrie"] {
            assert!(find(other).unwrap().holds(1 << 24, "p").is_ok());
        }
    }
}
