//! Sources below a folder, and nowhere else.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Component, Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use fz_base::tell;
use fz_binary::capture::{Captured, Hash, MOST_WRITTEN};

use crate::place;

/// Writes all files that units have read.
pub fn write(captured: &Captured, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    let root = folder.canonicalize()?;
    let mut written: BTreeMap<&Path, Vec<Hash>> = BTreeMap::new();
    let mut bytes = 0;
    for part in &captured.parts {
        let files = part.capture.units.iter().flat_map(|(_, unit)| &unit.files);
        for file in files {
            let versions = written.entry(&file.path).or_default();
            if versions.contains(&file.content) {
                continue;
            }
            versions.push(file.content);
            let mut path = below(&root, &file.path)?;
            // Something has written it anew while the program was built.
            if versions.len() > 1 {
                let mut name = path.into_os_string();
                name.push(format!("~{}", versions.len()));
                path = name.into();
            }
            let content = part.capture.contents.get(&file.content)?;
            bytes += content.len() as u64;
            ensure!(
                bytes <= MOST_WRITTEN,
                "its sources take more than {} GB under all their names",
                MOST_WRITTEN >> 30
            );
            place::in_its_place(&path, |beside| {
                let written = fs::write(beside, content);
                written.with_context(|| format!("{}: cannot be written", path.display()))
            })?;
        }
    }
    let several = written.iter().filter(|(_, versions)| versions.len() > 1);
    for (path, versions) in several {
        tell!(
            "fz: note: units have read {} versions of {}: the later ones end in ~2 and so on",
            versions.len(),
            path.display()
        );
    }
    Ok(())
}

/// Where an absolute path is below the root; its folders are made. A link there leads elsewhere, and is refused.
fn below(root: &Path, path: &Path) -> Result<PathBuf> {
    let mut parts = path
        .components()
        .filter(|c| *c != Component::RootDir)
        .peekable();
    let mut place = root.to_owned();
    while let Some(part) = parts.next() {
        let Component::Normal(name) = part else {
            bail!(
                "{}: it is not an absolute path without `..`",
                path.display()
            );
        };
        place.push(name);
        if parts.peek().is_none() {
            return Ok(place);
        }
        match fs::create_dir(&place) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(error).with_context(|| format!("{}: cannot be made", place.display()));
            }
            _ => {}
        }
        if !fs::symlink_metadata(&place)?.is_dir() {
            bail!(
                "{}: it is not a folder, and may lead elsewhere: name a new folder with -o",
                place.display()
            );
        }
    }
    bail!("{}: it names no file", path.display())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn nothing_is_written_elsewhere() {
        let scratch = tempfile::tempdir().unwrap();
        let (root, elsewhere) = (
            scratch.path().join("root"),
            scratch.path().join("elsewhere"),
        );
        for folder in [&root, &elsewhere] {
            fs::create_dir(folder).unwrap();
        }
        assert_eq!(
            below(&root, Path::new("/a/b.c")).unwrap(),
            root.join("a/b.c")
        );
        assert!(root.join("a").is_dir());
        symlink(&elsewhere, root.join("l")).unwrap();
        fs::write(root.join("f"), "").unwrap();
        for path in ["/l/b.c", "/f/b.c", "/a/../../b.c", "/"] {
            assert!(below(&root, Path::new(path)).is_err(), "{path}");
        }
        assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
        // A link in a file's own place is written over.
        symlink(elsewhere.join("b.c"), root.join("a/b.c")).unwrap();
        let path = below(&root, Path::new("/a/b.c")).unwrap();
        place::in_its_place(&path, |beside| Ok(fs::write(beside, "x")?)).unwrap();
        assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
    }
}
