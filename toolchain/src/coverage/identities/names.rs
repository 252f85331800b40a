//! Keys, texts and paths that do not depend on where and when a program was built.

use xxhash_rust::xxh3::Xxh3;

use super::Place;

pub fn key(parts: &[&str]) -> u64 {
    let mut hash = Xxh3::new();
    for part in parts {
        hash.update(part.as_bytes());
        hash.update(&[0]);
    }
    hash.digest()
}

pub fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Headers of the system are where they are, whatever the program.
pub fn is_of_system(path: &str) -> bool {
    path.starts_with("/usr/")
}

/// The folder that files have in common.
pub fn common_folder<'a>(files: impl Iterator<Item = &'a str>) -> String {
    let mut common: Option<Vec<&str>> = None;
    for file in files {
        let folder = file.rsplit_once('/').map(|(folder, _)| folder);
        let parts: Vec<&str> = folder.into_iter().flat_map(|f| f.split('/')).collect();
        common = Some(match common {
            None => parts,
            Some(mut known) => {
                let same = known.iter().zip(&parts).take_while(|(a, b)| a == b).count();
                known.truncate(same);
                known
            }
        });
    }
    common.unwrap_or_default().join("/")
}

pub fn below<'a>(root: &str, path: &'a str) -> &'a str {
    let rest = path.strip_prefix(root).and_then(|p| p.strip_prefix('/'));
    rest.filter(|_| !root.is_empty()).unwrap_or(path)
}

/// Without space that means nothing.
pub fn normalised(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

pub fn beneath(root: &str, place: &Place) -> Place {
    Place {
        file: below(root, &place.file).to_owned(),
        ..place.clone()
    }
}
