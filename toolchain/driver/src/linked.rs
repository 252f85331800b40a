//! What is looked at after a link: a map that is too large for the engine is an error, what counts less than it could is
//! noted. Its records are made to stay.

use std::{
    fs::{self, File},
    path::Path,
};

use fz_base::{error::Error, tell, terminal};
use fz_binary::{Map, Mixture, Program};
use fz_commandline::{
    invocation::{Invocation, Link},
    strip::Strip,
};
use fz_engines::{Counters, Engine, mixed};
use fz_profile::Shelf;

/// What is left of another build, with a profile of its own, counts otherwise than the rest or not at all.
pub fn say_what_is_mixed(name: &str, engine: &Engine, link: &Link, invocation: &Invocation) {
    // Libraries of the same build stand on the command line by their paths.
    let inputs = invocation.inputs.iter().filter(|i| i.language.is_none());
    let libraries: Vec<&Path> = inputs
        .map(|i| i.path.as_path())
        .filter(|p| p.to_string_lossy().contains(".so"))
        .collect();
    let is_wanting = link.takes_runtime() && engine.counters == Counters::Sections;
    for library in libraries.iter().filter(|_| is_wanting) {
        // What cannot be read is no library of fz's.
        let opened = Program::open(library).ok();
        let images = opened.as_ref().and_then(|p| p.images().ok());
        let (path, program) = (
            library.display().to_string(),
            link.path.display().to_string(),
        );
        let own = images.and_then(|images| images.first()?.filled_for());
        if let Some(said) = own.and_then(|own| mixed::complaint(&path, own, &program, engine.name))
        {
            tell!("{name}: note: {said}");
        }
    }
    let images: Vec<&Path> = std::iter::once(link.path.as_path())
        .chain(libraries)
        .collect();
    if let Some(mixture) = Mixture::in_files(&images) {
        tell!(
            "{name}: note: {} mixes objects of several profiles, {}: build again from clean, unless that is meant",
            link.path.display(),
            mixture.text()
        );
    }
}

/// Remembers that a user knows that programs carry their sources.
const SAID: &str = "sources-are-carried";

/// A user's first program that carries its sources says so, to a person: configure scripts link, too, and some of them take
/// whatever is said for a failure. `state`: where fz remembers things.
pub fn say_what_is_carried(name: &str, link: &Link, state: Option<&Path>) {
    let Some(said) = state.map(|state| state.join(SAID)) else {
        return;
    };
    if !terminal::is_watched() || said.exists() {
        return;
    }
    let bytes = fz_binary::capture::bytes(&link.path).unwrap_or_default();
    if bytes == 0 {
        return;
    }
    let remembers = said.parent().is_some_and(|f| fs::create_dir_all(f).is_ok());
    if remembers && File::create_new(&said).is_ok() {
        let program = link.path.display();
        tell!(
            "{name}: note: {program} carries its sources and their paths, {:.0} kB, so that `fz emit` and `fz fuzz` can build \
             it again: `fz extract --remove {program}` takes them out, FZ_CAPTURE=off leaves them out (said once)",
            bytes as f64 / 1e3
        );
    }
}

/// An engine that works with compares gets little from a program that tells none. Who names a profile has decided.
pub fn say_what_is_missing(name: &str, engine: &Engine, link: &Link, shelf: &Shelf) {
    let wanted = engine.profile;
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
        tell!(
            "{name}: note: {} reports no compares to {}, which needs them: compile with FZ_PROFILE={wanted}, or name the \
             profile that you mean",
            link.path.display(),
            engine.name
        );
    }
}

/// Removes a program whose map is too large for the engine. What cannot be read is no program of counters.
pub fn fits(engine: &Engine, path: &Path) -> Result<(), Error> {
    let program = Program::open(path).ok();
    let libraries = program.as_ref().and_then(|p| p.libraries().ok());
    let map = libraries.map(|libraries| Map::of(libraries.counted()));
    // Room for libraries that come later is no need of theirs.
    let needed = map.map_or(0, |map| map.size - map.room);
    engine
        .holds(needed, &path.display().to_string())
        .inspect_err(|_| {
            let _ = std::fs::remove_file(path);
        })
}

/// Has the program keep its records through `strip`, and strips it of what the user wants left out. A program that is as
/// the user wants it is no failure, even if its records can still get lost.
pub fn seal(name: &str, link: &Link) -> Result<(), Error> {
    let strip = match link.strip_after() {
        Strip::Nothing => fz_binary::Strip::Nothing,
        Strip::Debug => fz_binary::Strip::Debug,
        Strip::All => fz_binary::Strip::All,
    };
    match fz_binary::seal(&link.path, strip) {
        Err(why) if strip == fz_binary::Strip::Nothing => {
            let path = link.path.display();
            tell!("{name}: note: {path}: {why:#}, so that `strip` would remove its records");
            Ok(())
        }
        sealed => sealed.map_err(|why| Error::file(&link.path, format!("{why:#}"))),
    }
}
