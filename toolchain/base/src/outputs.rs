//! Folders that fz writes into, and that somebody else may have made: a link in them would say which files are written over.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

use crate::{error::Error, scratch::Scratch};

/// Refuses a folder from which a link leads out, for what writes many files there. One that is not there is fine.
pub fn stays_inside(folder: &Path) -> Result<(), Error> {
    let Ok(real) = folder.canonicalize() else {
        return Ok(());
    };
    let is_inside = |to: PathBuf| to.starts_with(&real);
    for entry in WalkDir::new(&real).into_iter().flatten() {
        let leads_out =
            entry.path_is_symlink() && !entry.path().canonicalize().is_ok_and(is_inside);
        if leads_out {
            return Err(Error::file(
                entry.into_path(),
                "it is a link that leads out of the folder, where fz would write: remove it, or name another folder \
                          with -o",
            ));
        }
    }
    Ok(())
}

/// Writes a file of a folder, whole or not at all. In the place of a link it is a file, and a folder on the way is made or
/// there, and no link. `name`: where it is in the folder.
pub fn write(folder: &Path, name: &Path, content: &[u8]) -> io::Result<()> {
    let path = folder.join(name);
    let mut inside = folder.to_owned();
    for part in name.parent().iter().flat_map(|parent| parent.iter()) {
        inside.push(part);
        match fs::symlink_metadata(&inside) {
            Ok(found) if found.is_dir() => {}
            Ok(_) => {
                return Err(io::Error::other(format!(
                    "{} is not a folder",
                    inside.display()
                )));
            }
            Err(_) => fs::create_dir(&inside)?,
        }
    }
    let beside = Scratch::in_folder(&inside)?;
    let whole = beside.path().join("whole");
    fs::write(&whole, content)?;
    fs::rename(whole, path)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_are_not_written_through() {
        let place = tempfile::tempdir().unwrap();
        let (folder, victim) = (place.path().join("out"), place.path().join("victim"));
        fs::create_dir(&folder).unwrap();
        fs::write(&victim, "precious").unwrap();
        let written = |name: &str| write(&folder, Path::new(name), b"new");
        written("data/a").unwrap();
        written("data/a").unwrap();
        assert!(stays_inside(&folder).is_ok());
        assert!(stays_inside(&folder.join("none")).is_ok());
        symlink("data/a", folder.join("within")).unwrap();
        assert!(stays_inside(&folder).is_ok());
        for (name, to) in [("file", &victim), ("new", &place.path().join("none"))] {
            symlink(to, folder.join(name)).unwrap();
            let said = stays_inside(&folder).unwrap_err().to_string();
            assert!(said.contains("leads out"), "{name}: {said}");
            written(name).unwrap();
            assert!(!folder.join(name).is_symlink());
        }
        symlink(place.path(), folder.join("link")).unwrap();
        let said = written("link/victim").unwrap_err().to_string();
        assert!(said.contains("is not a folder"), "{said}");
        assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
        assert!(!place.path().join("none").exists());
    }
}
