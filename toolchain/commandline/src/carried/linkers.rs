//! Which linker a command line wants, and where it looks for it.

use std::path::Path;

use super::{Fate, Known};

/// Linkers that clang starts, also with the name of a target before them and a release after them.
pub const PROGRAMS: [&str; 7] = [
    "ld", "ld.bfd", "ld.gold", "ld.lld", "ld.mold", "lld", "mold",
];

/// What clang knows by itself where it is told which linker to start.
const NAMES: [&str; 5] = ["bfd", "gold", "ld", "lld", "mold"];

const STARTS: &str = "chooses the programs that the compiler starts";

/// Whether a program is a linker by its name.
pub fn is_linker(program: &Path) -> bool {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let name = without_release(&name);
    let is_one = |linker: &&str| {
        let before = name.strip_suffix(*linker);
        before.is_some_and(|before| before.is_empty() || before.ends_with('-'))
    };
    PROGRAMS.iter().any(is_one)
}

fn without_release(name: &str) -> &str {
    match name.rsplit_once('-') {
        Some((name, release)) if release.bytes().all(|c| c.is_ascii_digit()) => name,
        _ => name,
    }
}

/// The folder of an option that has clang look for programs in it.
pub fn folder_of<'a>(option: &'a str, following: &'a [String]) -> Option<&'a str> {
    match (option, following) {
        ("-B" | "--prefix", [folder]) => Some(folder),
        _ => option
            .strip_prefix("-B")
            .or_else(|| option.strip_prefix("--prefix=")),
    }
}

pub(super) fn fate(value: &str, known: &Known) -> Fate {
    let path = Path::new(value);
    let is_known = match path.is_absolute() {
        true => is_linker(path) && (known.is_of_system)(value),
        false => NAMES.contains(&value) || PROGRAMS.contains(&without_release(value)),
    };
    match is_known {
        true => Fate::Keep,
        false => Fate::Ask(STARTS),
    }
}

/// A folder that nobody but the administrator writes to has nobody else's programs. rustc names a folder of its own, in which
/// `ld.lld` starts the lld that came with it: clang's own stands in for that.
pub(super) fn fate_of_folder(value: &str, known: &Known) -> Fate {
    let path = Path::new(value);
    match path.is_absolute() {
        true if is_rustc_s(path) => Fate::Drop,
        true if (known.is_of_system)(value) => Fate::Keep,
        _ => Fate::Ask(STARTS),
    }
}

/// By its name alone, because what is in it is never looked at: `lib/rustlib/TARGET/bin/gcc-ld` of a toolchain.
fn is_rustc_s(folder: &Path) -> bool {
    const NAMES: [&str; 5] = ["gcc-ld", "bin", "", "rustlib", "lib"];
    let names = folder.iter().rev().zip(NAMES);
    let alike = names.filter(|(name, wanted)| wanted.is_empty() || name == wanted);
    alike.count() == NAMES.len()
}
