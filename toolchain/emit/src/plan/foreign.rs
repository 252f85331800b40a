//! What is not the build's own, as it is on this machine. The program only says where it was: whoever wrote the program may
//! name any file there. So it is where systems have their libraries, or it is the very file that the build had.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, ensure};
use fz_base::file;
use fz_binary::capture::{Hash, Input, InputKind};
use fz_driver::replay;

use crate::arguments::Placed;

/// What stands in its place. `trusts`: whoever built the program is trusted.
pub fn placed(input: &Input, trusts: bool) -> Result<Option<Placed>> {
    let path = input.path.display();
    ensure!(
        input.path.is_file(),
        "{path}: this file is foreign to the build, so that the program does not carry it, and no such file is there: \
         install what it belongs to"
    );
    if let (Some(content), false) = (content(input), trusts || replay::is_of_system(&input.path)) {
        let found = file::read(&input.path, file::PROGRAM).with_context(|| path.to_string())?;
        ensure!(
            Hash::of(&found) == *content,
            "{path}: this file is foreign to the build, so that the program does not carry it, and it is another one than \
             the build had: put that one there, or say --trust-options if you trust whoever built the program"
        );
    }
    Ok(match input.argument.starts_with("-l") {
        // Where the linker finds it.
        true => None,
        false => Some(Placed::Words(vec![path.to_string()])),
    })
}

/// The files that a linker reads of it, beside the system's: the libraries in its folder, which it may need, too.
pub fn reads(input: &Input) -> Vec<PathBuf> {
    if content(input).is_none() || replay::is_of_system(&input.path) {
        return Vec::new();
    }
    let folder = match input.kind {
        InputKind::Shared { .. } => input.path.parent(),
        _ => None,
    };
    let is_library = |file: &PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("lib") && name.contains(".so")
    };
    let beside = folder.map(fs::read_dir).into_iter().flatten().flatten();
    let beside = beside
        .flatten()
        .map(|entry| entry.path())
        .filter(is_library);
    std::iter::once(input.path.clone()).chain(beside).collect()
}

fn content(input: &Input) -> Option<&Hash> {
    match &input.kind {
        InputKind::Foreign { content }
        | InputKind::Shared {
            content,
            captured: false,
            ..
        } => Some(content),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn input(path: &Path, content: &[u8]) -> Input {
        Input {
            argument: "-lx".to_owned(),
            path: path.to_owned(),
            kind: InputKind::Foreign {
                content: Hash::of(content),
            },
        }
    }

    #[test]
    fn files_elsewhere_are_those_that_the_build_had() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        fs::write(&path, "secret").unwrap();
        assert!(placed(&input(&path, b"secret"), false).is_ok());
        let other = input(&path, b"a guess");
        let said = placed(&other, false).err().unwrap().to_string();
        assert!(said.contains("another one than the build had"), "{said}");
        assert!(placed(&other, true).is_ok());
        assert_eq!(reads(&other), [path]);
        // Libraries of the system are other ones on other machines.
        let system = Path::new("/usr/bin/env");
        assert!(placed(&input(system, b"an older one"), false).is_ok());
        assert!(reads(&input(system, b"an older one")).is_empty());
    }
}
