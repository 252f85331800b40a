//! The folders of a run: seeds to begin from, and one that belongs to this run alone.

use std::{
    fs::{self, File, Metadata, TryLockError},
    io::ErrorKind,
    path::{Path, PathBuf},
};

use fz_base::{error::Error, file, outputs};
use serde::{Deserialize, Serialize};

/// Says which run a folder belongs to, and is locked while that runs.
pub const MARK: &str = "fz-fuzz.json";

/// The dictionary that is made for a run, in its folder.
pub const DICTIONARY: &str = "words.dict";

/// What a made seed holds: short, and neither empty nor of one kind of character.
const SEED: &str = "0 fz\n";

/// What to do where there is no input.
pub const NAME_INPUTS: &str = "name files, or a folder with inputs, such as afl-fuzz's queue";

/// What makes two runs the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    pub engine: String,
    pub program: PathBuf,
    pub arguments: Vec<String>,
}

impl Run {
    /// The one that a folder belongs to; `None`: nobody says so.
    pub fn read(out: &Path) -> Option<Run> {
        serde_json::from_slice(&file::read(&out.join(MARK), file::NOTE).ok()?).ok()
    }
}

/// Whether there are seeds where none were named: else they are made. A folder without one is an error.
pub fn has_own_seeds(seeds: &Path) -> Result<bool, Error> {
    match seeds.exists() {
        true => check_seeds(seeds).map(|()| true),
        false => Ok(false),
    }
}

/// That a folder has a seed for any engine: a file that is not empty.
pub fn check_seeds(seeds: &Path) -> Result<(), Error> {
    let wrong = |message: &str| Err(Error::file(seeds, message));
    let about = match fs::metadata(seeds) {
        Ok(about) => about,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return wrong(
                "no such folder: name a folder with seeds, or leave out -i: fz then makes a seed",
            );
        }
        Err(error) => return Err(failed(seeds, &error)),
    };
    if !about.is_dir() {
        return match is_archive(seeds) {
            true => wrong("it is an archive: unpack it into a folder, and name that with -i"),
            false => wrong("-i takes a folder: put the file into one"),
        };
    }
    match has_seed(seeds)? {
        true => Ok(()),
        false => wrong(
            "no seed is in it (a file that is not empty): put an input there that the program accepts, or leave out -i: \
             fz then makes a seed",
        ),
    }
}

/// How archives end that corpora come in.
const ARCHIVES: [&str; 6] = ["7z", "gz", "tar", "tgz", "xz", "zip"];

fn is_archive(path: &Path) -> bool {
    let ending = path.extension().and_then(|e| e.to_str());
    ending.is_some_and(|e| ARCHIVES.contains(&e))
}

/// What OSS-Fuzz's build scripts leave beside a target, and how it is used here: what its name ends with, and what to do.
const BESIDE: [(&str, &str); 3] = [
    (
        "_seed_corpus.zip",
        "has seeds for it: unpack it into a folder, and name that with -i",
    ),
    (".dict", "is a dictionary for it: use it with -x"),
    (
        ".options",
        "has options of libFuzzer, which fz does not read: give options to the engine with --engine-args",
    ),
];

/// What is not used of what stands beside a target. `is_used`: by what its name ends with.
pub fn beside(target: &Path, is_used: impl Fn(&str) -> bool) -> Vec<String> {
    let mut notes = Vec::new();
    for (ending, what) in BESIDE.into_iter().filter(|(ending, _)| !is_used(ending)) {
        let mut name = target.as_os_str().to_owned();
        name.push(ending);
        if Path::new(&name).is_file() {
            notes.push(format!("{} {what}", Path::new(&name).display()));
        }
    }
    notes
}

fn has_seed(folder: &Path) -> Result<bool, Error> {
    let wrong = |e| failed(folder, &e);
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        // Behind a link, too; a link to a folder may lead back here.
        let Ok(about) = fs::metadata(entry.path()) else {
            continue;
        };
        let is_link = entry.file_type().is_ok_and(|t| t.is_symlink());
        let found = match about.is_dir() {
            true => !is_link && has_seed(&entry.path())?,
            false => about.len() > 0 && !entry.file_name().as_encoded_bytes().starts_with(b"."),
        };
        if found {
            return Ok(true);
        }
    }
    Ok(false)
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

/// What there is to say of an input, or of a folder of inputs, that was named.
pub fn named_input(path: &Path) -> Result<Metadata, Error> {
    fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Error::file(path, format!("no such file or folder: {NAME_INPUTS}")),
        _ => failed(path, &error),
    })
}

pub fn failed(path: &Path, error: &std::io::Error) -> Error {
    Error::file(path, error)
}

/// Whether the folder has an earlier part of the same run. An error if it belongs to anything else.
pub fn resumes(out: &Path, run: &Run) -> Result<bool, Error> {
    let wrong = |message: String| Error::file(out, message);
    if out.exists() && !out.is_dir() {
        return Err(wrong("-o takes a folder".to_owned()));
    }
    outputs::stays_inside(out)?;
    let Ok(text) = file::read(&out.join(MARK), file::NOTE) else {
        let is_empty = fs::read_dir(out).map_or(true, |mut entries| entries.next().is_none());
        return match is_empty {
            true => Ok(false),
            false => Err(wrong(
                "it has other files in it: name another folder with -o".to_owned(),
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
            return Err(Error::file(
                out,
                "another run is using it: name another folder with -o, or wait until that run has ended",
            ));
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
    use std::os::unix::fs::symlink;

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
        assert!(busy.contains("another run is using it"), "{busy}");
        drop(mark);
        assert!(resumes(&out, &run_of("/p")).unwrap());
        take(&out, &run_of("/p")).unwrap();
        let other = resumes(&out, &run_of("/q")).unwrap_err().to_string();
        assert!(other.contains("another run, of afl on /p @@"), "{other}");
    }

    #[test]
    fn links_out_of_a_folder_are_not_written_through() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("out");
        drop(take(&out, &run_of("/p")).unwrap());
        let victim = dir.path().join("victim");
        fs::write(&victim, "precious").unwrap();
        symlink("fz-fuzz.json", out.join("inside")).unwrap();
        assert!(resumes(&out, &run_of("/p")).unwrap());
        fs::create_dir(out.join("logs")).unwrap();
        for (name, to) in [
            ("logs/main.log", &victim),
            ("corpus", &dir.path().to_owned()),
        ] {
            symlink(to, out.join(name)).unwrap();
            let said = resumes(&out, &run_of("/p")).unwrap_err().to_string();
            assert!(said.contains("leads out of the folder"), "{name}: {said}");
            fs::remove_file(out.join(name)).unwrap();
        }
        // One that leads nowhere yet would be made.
        symlink(dir.path().join("new"), out.join("words.dict")).unwrap();
        assert!(resumes(&out, &run_of("/p")).is_err());
    }

    #[test]
    fn what_oss_fuzz_leaves_beside_a_target_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("parse");
        assert!(beside(&target, |_| false).is_empty());
        for name in [
            "parse_seed_corpus.zip",
            "parse.dict",
            "parse.options",
            "other.dict",
        ] {
            fs::write(dir.path().join(name), "x").unwrap();
        }
        let notes = beside(&target, |ending| ending == ".options");
        assert_eq!(notes.len(), 2, "{notes:?}");
        assert!(
            notes[0].contains("parse_seed_corpus.zip has seeds for it: unpack it"),
            "{notes:?}"
        );
        assert!(notes[1].contains("use it with -x"), "{notes:?}");
        let error = check_seeds(&dir.path().join("parse_seed_corpus.zip")).unwrap_err();
        assert!(
            error.to_string().contains("it is an archive: unpack it"),
            "{error}"
        );
        let error = check_seeds(&dir.path().join("parse.dict")).unwrap_err();
        assert!(
            error.to_string().contains("put the file into one"),
            "{error}"
        );
    }

    #[test]
    fn what_is_not_a_run_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        assert!(!resumes(dir.path(), &run_of("/p")).unwrap(), "empty");
        let file = dir.path().join("thesis.tex");
        fs::write(&file, "").unwrap();
        let error = resumes(dir.path(), &run_of("/p")).unwrap_err().to_string();
        assert!(error.contains("other files"), "{error}");
        let error = resumes(&file, &run_of("/p")).unwrap_err().to_string();
        assert!(error.contains("takes a folder"), "{error}");
    }

    #[test]
    fn seeds_are_there_or_made_and_never_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let seeds = dir.path().join("seeds");
        assert!(!has_own_seeds(&seeds).unwrap());
        let says = |path: &Path, part: &str| {
            let error = check_seeds(path).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        };
        says(&seeds, "no such folder: name a folder");
        fs::create_dir_all(seeds.join("inner")).unwrap();
        says(&seeds, "no seed is in it");
        // No engine begins with these alone.
        fs::write(seeds.join("inner/empty"), "").unwrap();
        fs::write(seeds.join(".cur_input"), "x").unwrap();
        says(&seeds, "no seed is in it");
        assert!(has_own_seeds(&seeds).is_err());
        make_seeds(&seeds.join("inner")).unwrap();
        check_seeds(&seeds).unwrap();
        assert!(has_own_seeds(&seeds).unwrap());
        says(&seeds.join("inner/seed"), "-i takes a folder");
    }
}
