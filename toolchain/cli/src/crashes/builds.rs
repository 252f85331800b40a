//! The builds that crashes are run under, made of what the program carries.

use std::ffi::OsString;

use anyhow::{Result, bail};
use fz_coverage::{
    crashes::written::Written,
    server::{self, Setup},
    triage::again::Build,
};
use fz_engines::launch::sanitizers;
use fz_report::crashes::Built;
use xxhash_rust::xxh3::Xxh3;

use super::{CrashesArgs, results::Folder};
use crate::{carried::Carried, opened::Opened, variants};

/// What runs may not be taken for, where this differs: it changes with what is seen of a crash.
const VERSION: u32 = 3;

/// What they are compiled with.
const PROFILE: &str = "triage";

/// Which builds there is something to run under for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Need {
    None,
    /// What took too long, alone.
    Plain,
    All,
}

struct Wanted {
    name: &'static str,
    sanitizer: Option<&'static str>,
    /// What a person sets who runs it again, to see as much.
    options: Option<(&'static str, &'static str)>,
}

/// In the order in which they are good at telling errors.
const WANTED: [Wanted; 3] = [
    Wanted {
        name: "address",
        sanitizer: Some("address"),
        options: None,
    },
    Wanted {
        name: "undefined",
        sanitizer: Some("undefined"),
        options: Some(("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1")),
    },
    Wanted {
        name: "plain",
        sanitizer: None,
        options: None,
    },
];

/// With the program's arguments.
type How<'a> = (&'a CrashesArgs, &'a [OsString]);

pub struct Builds {
    pub builds: Vec<Build>,
    /// What a person sets to run each.
    pub options: Vec<Option<(&'static str, &'static str)>>,
    /// Of each: what has to be the same for its runs to be the same.
    pub settings: Vec<u128>,
    /// All that were wanted.
    pub built: Vec<Built>,
    pub sources: Carried,
}

impl Builds {
    /// Those that can be made. A program that carries nothing is run as it is.
    pub fn make(
        (args, arguments): How,
        opened: &Opened,
        folder: &Folder,
        need: Need,
    ) -> Result<Builds> {
        server::ignore_broken_pipes();
        let mut all = Builds {
            builds: Vec::new(),
            options: Vec::new(),
            settings: Vec::new(),
            built: Vec::new(),
            sources: Carried::of(&opened.program),
        };
        let is_needed = |wanted: &&Wanted| match need {
            Need::None => false,
            Need::Plain => wanted.sanitizer.is_none(),
            Need::All => true,
        };
        for wanted in WANTED.iter().filter(is_needed) {
            let sanitizers = wanted.sanitizer.map(str::to_owned).into_iter().collect();
            let out = folder.builds();
            let made = variants::in_folder(&opened.program, PROFILE, sanitizers, &out);
            if fz_process::is_interrupted() {
                return Ok(all);
            }
            let why_not = match made {
                Ok(Some(path)) => {
                    all.add((args, arguments), wanted, &Opened::at(&path)?)?;
                    None
                }
                Ok(None) => Some("the program carries no sources to make it of: name one that was compiled and linked with fz-cc; of a build by `fz emit`, the one that it was made from".to_owned()),
                Err(error) => {
                    let said = format!("{error:#}");
                    Some(said.lines().collect::<Vec<_>>().join(" "))
                }
            };
            all.built.push(Built {
                name: wanted.name.to_owned(),
                is_plain: wanted.sanitizer.is_none(),
                why_not,
            });
        }
        if all.builds.is_empty() && need != Need::None {
            all.as_it_is((args, arguments), opened)?;
        }
        Ok(all)
    }

    /// The one that takes least time.
    pub fn for_hangs(&self) -> Option<usize> {
        let plain = self.builds.iter().position(|b| b.is_plain);
        plain.or_else(|| self.builds.len().checked_sub(1))
    }

    fn as_it_is(&mut self, how: How, opened: &Opened) -> Result<()> {
        let target = &opened.target;
        if target.is_taint() {
            bail!(
                "{}: it is a build for `fz taint`, and no other can be made of it: name another build",
                target.named.display()
            );
        }
        let wanted = Wanted {
            name: "as built",
            sanitizer: target.sanitizers.first().copied(),
            options: None,
        };
        self.add(how, &wanted, opened)?;
        self.built.push(Built {
            name: wanted.name.to_owned(),
            is_plain: wanted.sanitizer.is_none(),
            why_not: None,
        });
        Ok(())
    }

    fn add(&mut self, (args, arguments): How, wanted: &Wanted, opened: &Opened) -> Result<()> {
        let target = &opened.target;
        let memory = args.memory.mebibytes.map(|m| m << 20);
        let memory = memory.filter(|_| sanitizers::needs_address_space(target).is_none());
        let timeout = args.timeout.or_usual();
        let setup = Setup {
            timeout,
            memory,
            ..Setup::of(target, arguments)?
        };
        let mut setting = Xxh3::new();
        setting.update(opened.fingerprint()?.as_bytes());
        let numbers = [VERSION.into(), args.runs.into(), timeout.as_millis() as u64];
        for number in numbers.into_iter().chain(memory) {
            setting.update(&number.to_ne_bytes());
        }
        for word in arguments {
            setting.update(word.as_encoded_bytes());
            setting.update(&[0]);
        }
        self.settings.push(setting.digest128());
        self.options.push(wanted.options);
        self.builds.push(Build {
            name: wanted.name.to_owned(),
            setup,
            is_plain: wanted.sanitizer.is_none(),
            written: Written::of(opened.images()?),
        });
        Ok(())
    }
}
