//! The text of a program's files: read where the build had them, or where somebody says that they are now.

use std::{
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
};

use fz_base::{error::Error, file};
use xxhash_rust::xxh3::xxh3_64;

use super::model::{Age, Source};

/// Of a line no more is shown, in bytes.
pub const LONGEST: usize = 2000;

/// Where sources are.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// In the place of the catalogue's root.
    root: Option<PathBuf>,
    /// In the place of paths that begin so.
    moved: Vec<(String, PathBuf)>,
}

impl Places {
    /// `DIR`, or `OLD=NEW`.
    pub fn of(arguments: &[String]) -> Result<Places, Error> {
        let mut places = Places::default();
        for text in arguments {
            let wrong = |message: String| Error::Option {
                option: format!("--source {text}"),
                message,
            };
            let (old, folder) = match text.split_once('=') {
                Some((old, new)) if !Path::new(text).is_dir() => (Some(old), new),
                _ => (None, text.as_str()),
            };
            if !Path::new(folder).is_dir() {
                return Err(wrong(format!(
                    "{folder} is not a folder: name the one that has the sources now, or OLD=NEW to replace the beginning of paths"
                )));
            }
            match old {
                Some(old) => places.moved.push((old.to_owned(), folder.into())),
                None if places.root.is_some() => {
                    return Err(wrong(
                        "only one folder can be named; use OLD=NEW for others".to_owned(),
                    ));
                }
                None => places.root = Some(folder.into()),
            }
        }
        Ok(places)
    }

    /// Where a file is, and whether that is a place which the user has named. `path`: as the build had it; `below`: its part
    /// below the program's root.
    fn place(&self, path: &str, below: &str) -> (PathBuf, bool) {
        let moved = self.moved.iter().find_map(|(old, new)| {
            let rest = path.strip_prefix(old.as_str())?;
            (rest.is_empty() || rest.starts_with('/') || old.ends_with('/'))
                .then(|| (new, rest.trim_start_matches('/')))
        });
        let below = self.root.as_ref().map(|root| (root, below));
        match moved.or(below.filter(|(_, below)| !below.starts_with('/'))) {
            Some((folder, rest)) => {
                let leaves = |part| part == Component::ParentDir;
                let is_inside = !Path::new(rest).components().any(leaves);
                (folder.join(rest), is_inside)
            }
            None => (path.into(), false),
        }
    }

    /// `known`: what identities say of lines; `hashes`: what it said when it was compiled.
    pub fn read(
        &self,
        path: &str,
        below: &str,
        known: BTreeMap<u32, String>,
        hashes: &[&str],
    ) -> Source {
        let (place, is_named) = self.place(path, below);
        let bytes = match load(&place) {
            Ok(bytes) => bytes,
            Err(why) => return unread(&place, &why, known, Age::Unknown),
        };
        let hash = format!("{:016x}", xxh3_64(&bytes));
        let age = match hashes {
            [] => Age::Unknown,
            all if all.iter().all(|h| *h == hash) => Age::Same,
            _ => Age::Changed,
        };
        // A store may come from anyone, and name any file of this machine.
        let is_it = hashes.iter().any(|known| *known == hash);
        if !is_it && !is_named {
            const WHY: &str = "it is not known to be what was compiled, and so it is not shown";
            return unread(&place, WHY, known, age);
        }
        whole(&String::from_utf8_lossy(&bytes), age)
    }
}

fn unread(place: &Path, why: &str, known: BTreeMap<u32, String>, age: Age) -> Source {
    let known = known.into_iter();
    Source {
        lines: known.map(|(n, t)| (n, cut(&t).0.to_owned())).collect(),
        cut: Vec::new(),
        why: Some(format!(
            "{}: {why}; name the folder of the sources with --source DIR, or --source OLD=NEW",
            place.display()
        )),
        age,
    }
}

fn load(path: &Path) -> Result<Vec<u8>, String> {
    file::read(path, file::TEXT).map_err(|e| match e.raw_os_error() {
        Some(_) => e.to_string(),
        None => format!("it {e}"),
    })
}

fn whole(text: &str, age: Age) -> Source {
    let mut source = Source {
        age,
        ..Source::default()
    };
    for (line, number) in text.lines().zip(1..) {
        let (line, left_out) = cut(line);
        source.lines.push((number, line.to_owned()));
        if left_out > 0 {
            source.cut.push((number, left_out));
        }
    }
    source
}

/// What is shown of a line, and how many bytes are not.
fn cut(line: &str) -> (&str, usize) {
    let shown = begin(line, LONGEST);
    (shown, line.len() - shown.len())
}

/// At most so many bytes, and no half character.
fn begin(line: &str, bytes: usize) -> &str {
    let mut end = bytes.min(line.len());
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    &line[..end]
}

/// A column as compilers count, in bytes from 1, in UTF-16 units from 0. Behind the end of what is shown: its end.
pub fn units(line: &str, column: u32) -> u32 {
    begin(line, column.max(1) as usize - 1)
        .encode_utf16()
        .count() as u32
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn columns_are_counted_as_browsers_do() {
        let line = "/* größer 😀 */ if (n > 9)";
        let column = line.find("n > 9").unwrap() as u32 + 1;
        let units = units(line, column);
        let wide: Vec<u16> = line.encode_utf16().skip(units as usize).take(5).collect();
        assert_eq!(String::from_utf16(&wide).unwrap(), "n > 9");
    }

    #[test]
    fn long_lines_are_cut_and_files_that_are_gone_are_not() {
        let scratch = tempfile::tempdir().unwrap();
        let long = "é".repeat(5000);
        fs::write(scratch.path().join("a.c"), format!("one\n{long}\n\u{fffd}")).unwrap();
        let folder = scratch.path().display();
        let known = || BTreeMap::from([(7, "x".repeat(3000))]);
        for arguments in [vec![format!("{folder}")], vec![format!("/old={folder}")]] {
            let places = Places::of(&arguments).unwrap();
            let hash = format!(
                "{:016x}",
                xxh3_64(&fs::read(scratch.path().join("a.c")).unwrap())
            );
            let read = |hashes: &[&str]| places.read("/old/a.c", "a.c", known(), hashes);
            let text = read(&[&hash]);
            assert_eq!((text.age, &text.why), (Age::Same, &None), "{arguments:?}");
            assert_eq!(read(&[]).age, Age::Unknown);
            assert_eq!(read(&[&hash, "00000000000000aa"]).age, Age::Changed);
            assert_eq!(text.lines.len(), 3);
            assert_eq!(text.cut, [(2, 8000)]);
            let Source { lines, why, .. } = places.read("/old/b.c", "b.c", known(), &[]);
            let why = why.expect("there is no b.c");
            assert_eq!((lines[0].0, lines[0].1.len()), (7, LONGEST));
            assert!(why.contains("b.c: ") && why.contains("--source"), "{why}");
        }
        // Of what nobody has named it has to be known that it is the source.
        let (path, nobody) = (format!("{folder}/a.c"), Places::default());
        let hash = format!("{:016x}", xxh3_64(&fs::read(&path).unwrap()));
        let is_whole = |places: &Places, below: &str, hashes: &[&str]| {
            places.read(&path, below, known(), hashes).why.is_none()
        };
        assert!(is_whole(&nobody, "a.c", &[&hash, "00000000000000aa"]));
        assert!(!is_whole(&nobody, "a.c", &["00000000000000aa"]));
        assert!(!is_whole(&nobody, "a.c", &[]));
        fs::create_dir(scratch.path().join("in")).unwrap();
        let inside = Places::of(&[format!("{folder}/in")]).unwrap();
        assert!(!is_whole(&inside, "../a.c", &[]));
        let refused = Places::of(&["/old=/nowhere/at/all".to_owned()]).unwrap_err();
        assert!(
            refused
                .to_string()
                .contains("/nowhere/at/all is not a folder"),
            "{refused}"
        );
    }
}
