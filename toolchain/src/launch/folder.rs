//! The folders of a run: seeds to begin from, and one that belongs to this run alone.

use std::{
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// Says which run a folder belongs to, and is locked while that runs.
pub const MARK: &str = "fz-fuzz.json";

/// What a made seed holds: short, and neither empty nor of one kind of character.
const SEED: &str = "0 fz\n";

/// What makes two runs the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    pub engine: String,
    pub program: PathBuf,
    pub arguments: Vec<String>,
}

/// Whether there are seeds. `false`: the folder is not there.
pub fn has_seeds(seeds: &Path) -> Result<bool, Error> {
    let wrong = |message: &str| Error::File {
        path: seeds.to_owned(),
        message: message.to_owned(),
    };
    if !seeds.exists() {
        return Ok(false);
    }
    if !seeds.is_dir() {
        return Err(wrong("-i takes a folder: put the file into one"));
    }
    let mut entries = fs::read_dir(seeds).map_err(|e| wrong(&e.to_string()))?;
    match entries.next() {
        Some(_) => Ok(true),
        None => Err(wrong(
            "no seed is in it: put an input there that the program knows, or leave out -i for a made one",
        )),
    }
}

/// Makes the folder, with one small seed.
pub fn make_seeds(seeds: &Path) -> Result<(), Error> {
    make(seeds)?;
    let file = seeds.join("seed");
    fs::write(&file, SEED).map_err(|e| failed(&file, &e))
}

pub fn make(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|e| failed(folder, &e))
}

pub fn failed(path: &Path, error: &std::io::Error) -> Error {
    Error::File {
        path: path.to_owned(),
        message: error.to_string(),
    }
}

/// Whether the folder has an earlier part of the same run. An error if it belongs to anything else.
pub fn resumes(out: &Path, run: &Run) -> Result<bool, Error> {
    let wrong = |message: String| Error::File {
        path: out.to_owned(),
        message,
    };
    if out.exists() && !out.is_dir() {
        return Err(wrong("-o takes a folder".to_owned()));
    }
    let Ok(text) = fs::read(out.join(MARK)) else {
        let is_empty = fs::read_dir(out).map_or(true, |mut entries| entries.next().is_none());
        return match is_empty {
            true => Ok(false),
            false => Err(wrong(
                "it has files of something else in it: name another folder with -o".to_owned(),
            )),
        };
    };
    let earlier: Run = serde_json::from_slice(&text).map_err(|e| {
        wrong(format!(
            "{MARK} is damaged ({e}): name another folder with -o"
        ))
    })?;
    match earlier == *run {
        true => Ok(true),
        false => Err(wrong(format!(
            "it belongs to another run, of {} on {}: name another folder with -o (and this run's inputs with -i, to go on \
             from them)",
            earlier.engine,
            [
                vec![earlier.program.display().to_string()],
                earlier.arguments
            ]
            .concat()
            .join(" ")
        ))),
    }
}

/// Takes the folder for this run; it is kept from others as long as the file is open.
pub fn take(out: &Path, run: &Run) -> Result<File, Error> {
    make(out)?;
    let path = out.join(MARK);
    let mark = File::options()
        .create(true)
        .read(true)
        .write(true)
        .truncate(false)
        .open(&path)
        .map_err(|e| failed(&path, &e))?;
    match mark.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(Error::File {
                path: out.to_owned(),
                message:
                    "a run is going on in it: name another folder with -o, or wait for its end"
                        .to_owned(),
            });
        }
        Err(TryLockError::Error(error)) => return Err(failed(&path, &error)),
    }
    let text = serde_json::to_vec(run).expect("text has a form in JSON");
    mark.set_len(0)
        .and_then(|()| fs::write(&path, text))
        .map_err(|e| failed(&path, &e))?;
    Ok(mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_of(program: &str) -> Run {
        Run {
            engine: "afl".to_owned(),
            program: program.into(),
            arguments: vec!["@@".to_owned()],
        }
    }

    #[test]
    fn a_folder_belongs_to_one_run() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("out");
        assert!(!resumes(&out, &run_of("/p")).unwrap());
        let mark = take(&out, &run_of("/p")).unwrap();
        let busy = take(&out, &run_of("/p")).unwrap_err().to_string();
        assert!(busy.contains("a run is going on in it"), "{busy}");
        drop(mark);
        assert!(resumes(&out, &run_of("/p")).unwrap());
        take(&out, &run_of("/p")).unwrap();
        let other = resumes(&out, &run_of("/q")).unwrap_err().to_string();
        assert!(other.contains("another run, of afl on /p @@"), "{other}");
    }

    #[test]
    fn what_is_not_a_run_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        assert!(!resumes(dir.path(), &run_of("/p")).unwrap(), "empty");
        let file = dir.path().join("thesis.tex");
        fs::write(&file, "").unwrap();
        let error = resumes(dir.path(), &run_of("/p")).unwrap_err().to_string();
        assert!(error.contains("files of something else"), "{error}");
        let error = resumes(&file, &run_of("/p")).unwrap_err().to_string();
        assert!(error.contains("takes a folder"), "{error}");
    }

    #[test]
    fn seeds_are_there_or_made_and_never_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let seeds = dir.path().join("seeds");
        assert!(!has_seeds(&seeds).unwrap());
        fs::create_dir(&seeds).unwrap();
        let error = has_seeds(&seeds).unwrap_err().to_string();
        assert!(error.contains("no seed is in it"), "{error}");
        make_seeds(&seeds).unwrap();
        assert!(has_seeds(&seeds).unwrap());
        let error = has_seeds(&seeds.join("seed")).unwrap_err().to_string();
        assert!(error.contains("-i takes a folder"), "{error}");
    }
}
