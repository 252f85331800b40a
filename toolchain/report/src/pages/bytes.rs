//! What inputs consist of. A store knows their names, sizes and hashes: their files are looked for near the store, and
//! are those inputs if the hashes say so.

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    ffi::{OsStr, OsString},
    fs,
    path::{Component, Path, PathBuf},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use xxhash_rust::xxh3::xxh3_64;

use super::model::{Bytes, Near, Open};

/// Conditions of which the nearest input is shown, those that hide most.
const CONDITIONS: usize = 2000;
/// Bytes of an input that are shown.
const SHOWN: usize = 256;
/// Larger files are not read.
const LARGEST: u64 = 1 << 24;
/// Folders and entries that are looked at, and how far below the store's folder.
const FOLDERS: usize = 2000;
const ENTRIES: usize = 500_000;
const DEEP: usize = 4;

/// A store's folder, or one below it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Folder {
    above: PathBuf,
    below: PathBuf,
}

impl Folder {
    fn whole(&self) -> PathBuf {
        self.above.join(&self.below)
    }

    fn down(&self, name: &OsStr) -> Folder {
        Folder {
            above: self.above.clone(),
            below: self.below.join(name),
        }
    }
}

/// Finds the bytes of the nearest inputs, and tells each of these where they stand in what is returned.
pub fn of(frontier: &mut [Open], stores: &BTreeSet<&Path>) -> Vec<Bytes> {
    let wanted = frontier.iter_mut().take(CONDITIONS);
    let mut wanted: Vec<&mut Near> = wanted.filter_map(|o| o.nearest.first_mut()).collect();
    let begins = wanted.iter().filter_map(|near| first(&near.name));
    let folders = folders(stores, &begins.collect());
    let mut all = Vec::new();
    let mut known: HashMap<u64, Option<usize>> = HashMap::new();
    for near in &mut wanted {
        near.bytes = *known.entry(near.hash).or_insert_with(|| {
            let begin = first(&near.name)?;
            let found = &mut folders.get(&begin)?.iter();
            let (folder, bytes) =
                found.find_map(|f| Some((f, read(&f.whole().join(&near.name), near)?)))?;
            all.push(Bytes {
                size: near.size,
                begin: BASE64_STANDARD.encode(&bytes[..bytes.len().min(SHOWN)]),
                file: folder.below.join(&near.name).display().to_string(),
                path: folder.whole().join(&near.name),
            });
            Some(all.len() - 1)
        });
    }
    all
}

/// The first part of a name that leads down from a folder, and only down.
fn first(name: &str) -> Option<OsString> {
    let mut parts = Path::new(name).components();
    let is_down = parts.clone().all(|p| matches!(p, Component::Normal(_)));
    let begin = parts.next().filter(|_| is_down)?;
    Some(begin.as_os_str().to_owned())
}

/// By what they have of `begins`: the stores' folders, and those below them.
fn folders(
    stores: &BTreeSet<&Path>,
    begins: &BTreeSet<OsString>,
) -> HashMap<OsString, Vec<Folder>> {
    let mut found: HashMap<OsString, Vec<Folder>> = HashMap::new();
    let above = stores.iter().filter_map(|store| {
        let store = store.canonicalize().ok()?;
        store.parent().map(Path::to_owned)
    });
    let above: BTreeSet<PathBuf> = above.collect();
    let begin = |above| Folder {
        above,
        below: PathBuf::new(),
    };
    let mut open: VecDeque<(Folder, usize)> = above.into_iter().map(|f| (begin(f), 0)).collect();
    let (mut left, mut entries_left) = (FOLDERS, ENTRIES);
    while let Some((folder, depth)) = open.pop_front().filter(|_| left > 0) {
        left -= 1;
        let Ok(entries) = fs::read_dir(folder.whole()) else {
            continue;
        };
        let mut below = Vec::new();
        for entry in entries.filter_map(Result::ok).take(entries_left) {
            entries_left -= 1;
            let name = entry.file_name();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && depth < DEEP && !name.to_string_lossy().starts_with('.') {
                below.push((folder.down(&name), depth + 1));
            }
            if begins.contains(&name) {
                found.entry(name).or_default().push(folder.clone());
            }
        }
        // The order of a file system is none.
        below.sort();
        open.extend(below);
    }
    found
}

fn read(path: &Path, near: &Near) -> Option<Vec<u8>> {
    let known = fs::metadata(path).ok()?;
    let is_it = known.is_file() && known.len() == near.size && near.size <= LARGEST;
    let bytes = is_it.then(|| fs::read(path).ok()).flatten()?;
    (xxh3_64(&bytes) == near.hash).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(name: &str, contents: &[u8]) -> Near {
        Near {
            size: contents.len() as u64,
            run: String::new(),
            name: name.to_owned(),
            hash: xxh3_64(contents),
            bytes: None,
            deciding: Vec::new(),
        }
    }

    #[test]
    fn only_the_very_input_is_shown() {
        let scratch = tempfile::tempdir().unwrap();
        let put = |name: &str, contents: &[u8]| {
            let path = scratch.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, contents).unwrap();
        };
        put("out/queue/a", b"other");
        put("out2/queue/a", b"right");
        put("outside", b"outside");
        put("stores/long/b", &[7; 300]);
        let store = scratch.path().join("s.fzcov");
        put("s.fzcov", b"");
        let below = scratch.path().join("stores/t.fzcov");
        put("stores/t.fzcov", b"");
        let mut frontier: Vec<Open> = [
            near("queue/a", b"right"),
            near("queue/a", b"wrong"),
            near("b", &[7; 300]),
            near("queue/a", b"right"),
        ]
        .map(|near| Open {
            file: 0,
            condition: 0,
            behind: None,
            nearest: vec![near],
        })
        .into();
        let all = of(&mut frontier, &BTreeSet::from([store.as_path()]));
        let of_open = |open: &Open| open.nearest[0].bytes;
        let told: Vec<Option<usize>> = frontier.iter().map(of_open).collect();
        assert_eq!(told, [Some(0), None, Some(1), Some(0)]);
        assert_eq!(all[0].begin, BASE64_STANDARD.encode(b"right"));
        assert_eq!(all[1].begin, BASE64_STANDARD.encode([7; SHOWN]));
        assert_eq!((all[1].size, &*all[1].file), (300, "stores/long/b"));
        // Names lead down from a store's folder, nowhere else.
        for name in ["../outside", "/etc/passwd"] {
            frontier[0].nearest[0] = near(name, b"outside");
            let none = of(&mut frontier[..1], &BTreeSet::from([below.as_path()]));
            assert!(none.is_empty(), "{name}");
        }
    }
}
