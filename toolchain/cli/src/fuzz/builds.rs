//! Builds that a run is to have and that are named by their profiles or sanitizers: they are made out of the program.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use fz_base::{env::Environment, layout::Layout};
use fz_binary::Program;
use fz_commandline::sanitizers;
use fz_driver::machine::shelf;
use fz_emit::Variant;
use fz_engines::launch::{companions::PROFILES, target::Target};
use fz_settings::{Flags, Settings};

use super::{FuzzArgs, ITSELF};
use crate::variants;

/// The profile of the build for `-c` alone.
pub const CMPLOG: &str = "cmplog";

/// The builds of the usual profiles beside a program.
const AUTO: &str = "auto";

/// What sanitized builds are made by.
const SANITIZED: &str = "fuzz";

/// The arguments with builds in the places of names. `None`: they name no build that would have to be made.
pub fn make(args: &FuzzArgs, program: &Program, target: &Target) -> Result<Option<FuzzArgs>> {
    let mut wanted = Wanted::default();
    let cmplog = match &args.cmplog {
        Some(path) if !path.exists() && path.as_os_str() != ITSELF => wanted.profile(path),
        _ => None,
    };
    let companions: Vec<Option<usize>> = args
        .companion
        .iter()
        .map(|path| match path.exists() || is_auto(path) {
            true => None,
            false => wanted.profile(path),
        })
        .collect();
    let sanitized: Vec<Option<usize>> = args
        .sanitized
        .iter()
        .map(|path| match path.exists() {
            true => None,
            false => wanted.sanitizers(path),
        })
        .collect();
    let wants_siblings = args.companion.iter().any(|path| is_auto(path));
    // Other engines have no companions, which is said later.
    let has_companions = target.engines.contains(&"afl");
    let siblings = match wants_siblings && has_companions {
        true => wanted.siblings(program, target),
        false => Vec::new(),
    };
    if wanted.variants.is_empty() {
        return Ok(None);
    }
    let mut out = args.out().as_os_str().to_owned();
    out.push(".builds");
    let Some(made) = variants::make(program, wanted.variants, Path::new(&out))? else {
        // Of siblings that are missing there is more to say.
        if !siblings.is_empty() {
            return Ok(None);
        }
        bail!(
            "{}: carries nothing to make other builds from: name builds that are there, or build it with fz-cc, without \
             FZ_CAPTURE=off",
            program.typed.display()
        );
    };
    let mut args = args.clone();
    let place = |path: &mut PathBuf, at: Option<usize>| {
        if let Some(at) = at {
            path.clone_from(&made[at]);
        }
    };
    if let Some(path) = &mut args.cmplog {
        place(path, cmplog);
    }
    for (path, at) in args.companion.iter_mut().zip(companions) {
        place(path, at);
    }
    for (path, at) in args.sanitized.iter_mut().zip(sanitized) {
        place(path, at);
    }
    if !siblings.is_empty() {
        args.companion.retain(|path| !is_auto(path));
    }
    for sibling in siblings {
        args.companion.push(match sibling {
            Sibling::There(path) => path,
            Sibling::Made(at) => made[at].clone(),
        });
    }
    Ok(Some(args))
}

enum Sibling {
    There(PathBuf),
    Made(usize),
}

#[derive(Default)]
struct Wanted {
    variants: Vec<Variant>,
}

impl Wanted {
    fn add(&mut self, profile: &str, sanitizers: Vec<String>) -> usize {
        let variant = Variant {
            profile: profile.to_owned(),
            // They share a queue through it.
            engine: None,
            sanitizers,
        };
        let known = self.variants.iter().position(|v| *v == variant);
        known.unwrap_or_else(|| {
            self.variants.push(variant);
            self.variants.len() - 1
        })
    }

    /// What is not a file may be a profile; else the error is that of a file that is missing.
    fn profile(&mut self, name: &Path) -> Option<usize> {
        let name = name.to_str()?;
        is_profile(name).then(|| self.add(name, Vec::new()))
    }

    fn sanitizers(&mut self, names: &Path) -> Option<usize> {
        let names = names.to_str()?;
        let known = sanitizers::check(names.split(',')).ok()?;
        (!known.is_empty()).then(|| self.add(SANITIZED, known))
    }

    /// The builds of the usual profiles beside the program, and those that are missing.
    fn siblings(&mut self, program: &Program, target: &Target) -> Vec<Sibling> {
        let own = match &target.profiles[..] {
            [own] => own,
            _ => PROFILES[0],
        };
        let others = PROFILES.iter().filter(|profile| **profile != own);
        others
            .map(|profile| {
                let mut path = program.typed.as_os_str().to_owned();
                path.push(".");
                path.push(profile);
                let path = PathBuf::from(path);
                match path.is_file() {
                    true => Sibling::There(path),
                    false => Sibling::Made(self.add(profile, Vec::new())),
                }
            })
            .collect()
    }
}

/// Whether siblings of the program are meant, and not a file.
pub fn is_auto(path: &Path) -> bool {
    path.as_os_str() == AUTO && !path.exists()
}

fn is_profile(name: &str) -> bool {
    let directory = std::env::current_dir().unwrap_or_default();
    let settings = Settings::resolve(&Flags::default(), &Environment::read(), &directory);
    let layout = Layout::of_this_process();
    match (settings, layout) {
        (Ok(settings), Ok(layout)) => shelf(&settings, &layout).resolve(name).is_ok(),
        _ => false,
    }
}
