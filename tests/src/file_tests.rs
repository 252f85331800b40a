//! Suites of files: each file is a test of its own, by its path without extension. They run in parallel, and the
//! arguments are those of Rust's own test programs (`cargo test -p fz-tests --test passes edges/switch`).

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use libtest_mimic::{Arguments, Failed, Trial};

/// Files in one folder and those below it.
pub struct Suite {
    /// From the checkout's root.
    pub folder: &'static str,
    pub extensions: &'static [&'static str],
    /// With fewer files than these, some have been lost.
    pub fewest: usize,
    pub check: fn(&Path) -> Result<(), String>,
}

/// Runs the suite and the tests that stand beside it, and ends the process.
pub fn run(suite: &Suite, beside: Vec<Trial>) -> ! {
    let root = crate::rooms().join(suite.folder);
    let files = files(&root, suite.extensions).unwrap_or_else(|e| panic!("{e}"));
    assert!(
        files.len() >= suite.fewest,
        "{} has {} files, and had {} at least",
        root.display(),
        files.len(),
        suite.fewest
    );
    let mut names = BTreeSet::new();
    let mut trials = beside;
    for path in files {
        let name = name(&root, &path);
        assert!(names.insert(name.clone()), "two files are {name}");
        let check = suite.check;
        trials.push(Trial::test(name, move || {
            check(&path).map_err(|why| Failed::from(format!("{}: {why}", path.display())))
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit()
}

/// A test that panics if it fails, beside the files.
pub fn beside(name: &str, test: fn()) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

/// `edges/switch` of `tests/passes/edges/switch.ll`.
fn name(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).expect("files are below the root");
    below.with_extension("").to_string_lossy().into_owned()
}

/// The files with one of these extensions, sorted.
fn files(folder: &Path, extensions: &[&str]) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, extensions)?);
        } else if path
            .extension()
            .is_some_and(|x| extensions.iter().any(|wanted| x == *wanted))
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
