//! What users should know before a fuzzer starts: objects of their own without counters, and seeds that it will not read.

use std::{fs, path::Path, time::SystemTime};

use fz_binary::{Image, Owner, Unit, of_image};
use fz_engines::launch::folder::MARK;
use walkdir::WalkDir;

/// So many files are named.
const NAMED: usize = 4;

/// Files that another compiler has made, of those that the user has linked.
pub fn objects(image: &Image) -> Option<String> {
    let units = of_image(image);
    let others: Vec<&Unit> = units.iter().filter(|unit| is_foreign(unit)).collect();
    let names = others.iter().take(NAMED).map(|unit| unit.source.as_str());
    let mut names: Vec<&str> = names.collect();
    if others.len() > NAMED {
        names.push("…");
    }
    (!others.is_empty()).then(|| {
        format!(
            "without counters, since another compiler made them: {}; compile them with fz-cc",
            names.join(", ")
        )
    })
}

fn is_foreign(unit: &Unit) -> bool {
    unit.owner == Owner::User && unit.counters == 0 && unit.made_by.is_some()
}

/// Seeds that came after the campaign had begun: fuzzers that go on read none.
pub fn seeds(seeds: &Path, out: &Path) -> Option<String> {
    let began = modified(&out.join(MARK))?;
    let files = WalkDir::new(seeds).into_iter().flatten();
    let mut files = files.filter(|entry| entry.file_type().is_file());
    let is_new = files.any(|entry| modified(entry.path()).is_some_and(|at| at > began));
    is_new.then(|| {
        format!(
            "{} goes on, and does not read the new seeds in {}: name another -o for a campaign that begins with them",
            out.display(),
            seeds.display()
        )
    })
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_seeds_are_told_from_old_ones() {
        let dir = tempfile::tempdir().unwrap();
        let [seeds, out] = ["seeds", "out"].map(|name| dir.path().join(name));
        fs::create_dir_all(&seeds).unwrap();
        fs::create_dir_all(&out).unwrap();
        let write = |path: &Path, age: u64| {
            let file = fs::File::create(path).unwrap();
            let at = SystemTime::now() - std::time::Duration::from_secs(age);
            file.set_modified(at).unwrap();
        };
        write(&seeds.join("old"), 90);
        assert_eq!(super::seeds(&seeds, &out), None);
        write(&out.join(MARK), 60);
        assert_eq!(super::seeds(&seeds, &out), None);
        write(&seeds.join("new"), 30);
        let said = super::seeds(&seeds, &out).unwrap();
        assert!(said.contains("does not read the new seeds"), "{said}");
    }
}
