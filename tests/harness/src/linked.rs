//! Finds what a build linked: executables and shared libraries, not objects.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use anyhow::Result;
use walkdir::WalkDir;

/// Every linked ELF file below `dir`; a file with several links counts once.
pub fn linked_below(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut seen = BTreeSet::new();
    let mut linked = Vec::new();
    for entry in WalkDir::new(dir).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() && is_linked(entry.path())? {
            let metadata = entry.metadata()?;
            if seen.insert((metadata.dev(), metadata.ino())) {
                linked.push(entry.into_path());
            }
        }
    }
    Ok(linked)
}

/// Whether this is an ELF file of type EXEC or DYN.
fn is_linked(path: &Path) -> Result<bool> {
    const TYPE: usize = 16;
    const EXEC_AND_DYN: [[u8; 2]; 2] = [[2, 0], [3, 0]];
    let mut head = Vec::new();
    File::open(path)?
        .take(TYPE as u64 + 2)
        .read_to_end(&mut head)?;
    Ok(head.starts_with(b"\x7fELF")
        && EXEC_AND_DYN
            .iter()
            .any(|kind| head.get(TYPE..) == Some(kind)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::linked_below;

    #[test]
    fn objects_and_second_names_do_not_count() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let elf = |kind: u8| [&b"\x7fELF"[..], &[0; 12], &[kind, 0, 62, 0]].concat();
        fs::create_dir(at("sub")).unwrap();
        for (name, kind) in [("object.o", 1), ("program", 2), ("sub/library.so", 3)] {
            fs::write(at(name), elf(kind)).unwrap();
        }
        fs::write(at("script"), "#!/bin/sh\n").unwrap();
        fs::write(at("short"), b"\x7fELF").unwrap();
        fs::hard_link(at("program"), at("second")).unwrap();
        assert_eq!(
            linked_below(dir.path()).unwrap(),
            [at("program"), at("sub/library.so")]
        );
    }
}
