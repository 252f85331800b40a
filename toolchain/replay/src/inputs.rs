//! Which files are inputs.

use std::{
    fs,
    path::{Path, PathBuf},
};

use fz_base::error::Error;
use fz_engines::launch::folder::{self, NAME_INPUTS};

/// AFL++'s word to its reader, in the folders of crashes.
const README: &str = "README.txt";

/// The files that are named, and those in folders that are, in the order of their names; not what fuzzers keep beside
/// their inputs. `option` is what names them.
pub fn gather(option: &str, named: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    for path in named {
        let about = folder::named_input(path)?;
        match about.is_dir() {
            true => walk(path, &mut found)?,
            false => found.push(path.clone()),
        }
    }
    match found.is_empty() {
        false => Ok(found),
        true => Err(Error::Option {
            option: option.to_owned(),
            message: format!("no input is in it: {NAME_INPUTS}"),
        }),
    }
}

fn walk(path: &Path, found: &mut Vec<PathBuf>) -> Result<(), Error> {
    let failed = |e| folder::failed(path, &e);
    let entries = fs::read_dir(path).map_err(failed)?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    entries.sort_by_key(|e| e.file_name());
    for entry in entries {
        let name = entry.file_name();
        if name == README || name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        // A link to a folder may lead back here.
        let is_folder = entry.file_type().is_ok_and(|t| t.is_dir());
        if is_folder {
            walk(&entry.path(), found)?;
        } else if entry.path().is_file() {
            found.push(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_searched_for_inputs_alone() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        let error = gather("-i", &[dir.to_owned()]).unwrap_err().to_string();
        assert!(error.contains("no input is in it"), "{error}");
        for name in ["b", "a/z", "a/README.txt", "a/.state/x", ".cur_input"] {
            let path = dir.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        std::os::unix::fs::symlink(dir, dir.join("a/loop")).unwrap();
        let named = dir.join(".cur_input");
        let found = gather("-i", &[dir.to_owned(), named.clone()]).unwrap();
        assert_eq!(found, [dir.join("a/z"), dir.join("b"), named]);
        let error = gather("-i", &[dir.join("c")]).unwrap_err().to_string();
        assert!(
            error.contains("/c: no such file or folder: name"),
            "{error}"
        );
    }
}
