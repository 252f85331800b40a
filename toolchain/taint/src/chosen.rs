//! Which sites the user asks for (`--site`).

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use fz_base::error::Error;
use fz_binary::{Image, Place};

use crate::Site;

/// None: all sites.
pub struct Chosen(Vec<Wanted>);

/// A file, or a line of it, or a column of that.
struct Wanted {
    file: PathBuf,
    line: Option<u32>,
    column: Option<u32>,
}

impl Chosen {
    pub fn read(texts: &[String]) -> Result<Chosen, Error> {
        let read = |text: &String| {
            let number = |text: &'_ str| -> Option<(usize, u32)> {
                let (file, number) = text.rsplit_once(':')?;
                Some((file.len(), number.parse().ok()?))
            };
            // As tables write places: FILE:LINE:COLUMN.
            let (file, line, column) = match number(text) {
                None => (text.as_str(), None, None),
                Some((end, last)) => match number(&text[..end]) {
                    Some((begin, line)) => (&text[..begin], Some(line), Some(last)),
                    None => (&text[..end], Some(last), None),
                },
            };
            let file = file.strip_prefix("./").unwrap_or(file);
            match file.is_empty() || line == Some(0) {
                true => Err(wrong(
                    text,
                    "a site is FILE or FILE:LINE, like parse.c:120".to_owned(),
                )),
                false => Ok(Wanted {
                    file: PathBuf::from(file),
                    line,
                    column,
                }),
            }
        };
        texts.iter().map(read).collect::<Result<_, _>>().map(Chosen)
    }

    pub fn has(&self, site: &Site) -> bool {
        let fits = |wanted: &Wanted| {
            let Place { file, line, column } = &site.place;
            wanted.line.is_none_or(|wanted| wanted == *line)
                && wanted.column.is_none_or(|wanted| wanted == *column)
                && is_in(file, &wanted.file)
        };
        self.0.is_empty() || self.0.iter().any(fits)
    }

    /// Whether the program has such sites, as far as its records tell.
    pub fn check<'a>(&self, images: impl IntoIterator<Item = &'a Image>) -> Result<(), Error> {
        let functions = images.into_iter().flat_map(|i| &i.sites);
        let mut known: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
        for Place { file, line, .. } in functions.flat_map(|f| &f.sites).map(|s| &s.place) {
            known.entry(file).or_default().insert(*line);
        }
        known.remove("");
        if known.is_empty() {
            return Ok(());
        }
        self.0
            .iter()
            .try_for_each(|wanted| check(&known, &wanted.file, wanted.line))
    }
}

fn is_in(file: &str, end: &Path) -> bool {
    Path::new(file).ends_with(end)
}

fn check(
    known: &BTreeMap<&str, BTreeSet<u32>>,
    file: &Path,
    line: Option<u32>,
) -> Result<(), Error> {
    let shown = file.display().to_string();
    let lines: BTreeSet<u32> = known
        .iter()
        .filter(|(name, _)| is_in(name, file))
        .flat_map(|(_, lines)| lines.iter().copied())
        .collect();
    if lines.is_empty() {
        let end = |name: &str| {
            Path::new(name)
                .file_name()
                .map_or_else(String::new, |n| n.to_string_lossy().into_owned())
        };
        let mut near: Vec<&str> = known.keys().copied().collect();
        near.sort_by_key(|name| strsim::damerau_levenshtein(&end(name), &end(&shown)));
        return Err(wrong(
            &shown,
            format!("no site is in it; {}", first("there are sites in", &near)),
        ));
    }
    match line {
        Some(line) if !lines.contains(&line) => {
            let mut near: Vec<u32> = lines.into_iter().collect();
            near.sort_by_key(|l| l.abs_diff(line));
            near.truncate(SHOWN);
            near.sort_unstable();
            let near = first("the nearest lines with sites are", &near);
            Err(wrong(
                &format!("{shown}:{line}"),
                format!("no site is there; {near}"),
            ))
        }
        _ => Ok(()),
    }
}

/// How many are named.
const SHOWN: usize = 6;

fn first(what: &str, names: &[impl ToString]) -> String {
    let shown: Vec<_> = names.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = if names.len() > SHOWN { ", …" } else { "" };
    format!("{what} {}{more}", shown.join(", "))
}

fn wrong(site: &str, message: String) -> Error {
    Error::Option {
        option: format!("--site {site}"),
        message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(text: &str) -> Result<Chosen, Error> {
        Chosen::read(&[text.to_owned()])
    }

    #[test]
    fn files_are_named_by_their_ends() {
        let site = |file: &str, line| Site {
            id: 1,
            number: 0,
            kind: 1,
            how: 1,
            flags: 0,
            bits: 8,
            place: Place {
                file: file.to_owned(),
                line,
                column: 1,
            },
            function: String::new(),
            cases: Vec::new(),
        };
        for (text, file, line, is) in [
            ("a.c:7", "/src/lib/a.c", 7, true),
            ("a.c:7", "/src/lib/a.c", 8, false),
            ("./a.c", "a.c", 8, true),
            ("lib/a.c:8", "/src/lib/a.c", 8, true),
            ("b/a.c:8", "/src/lib/a.c", 8, false),
            ("a.c", "/src/lib/aa.c", 8, false),
        ] {
            assert_eq!(
                chosen(text).unwrap().has(&site(file, line)),
                is,
                "{text} {file}"
            );
        }
        assert!(chosen("parse.c:7:1").unwrap().has(&site("/s/parse.c", 7)));
        assert!(!chosen("parse.c:7:2").unwrap().has(&site("/s/parse.c", 7)));
        assert!(Chosen::read(&[]).unwrap().has(&site("", 0)));
        for text in ["", ":3", "a.c:0"] {
            let error = chosen(text).err().unwrap().to_string();
            assert!(error.contains("FILE:LINE"), "{error}");
        }
    }

    #[test]
    fn what_has_no_site_is_answered_with_what_is_near() {
        let known = BTreeMap::from([
            (
                "/s/parse.c",
                BTreeSet::from([3, 9, 12, 40, 41, 42, 43, 100]),
            ),
            ("/s/print.c", BTreeSet::from([1])),
        ]);
        let said = |file: &str, line| {
            check(&known, Path::new(file), line)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            said("parse.c", Some(11)),
            "--site parse.c:11: no site is there; the nearest lines with sites are 3, 9, 12, 40, 41, 42"
        );
        assert_eq!(
            said("prase.c", None),
            "--site prase.c: no site is in it; there are sites in /s/parse.c, /s/print.c"
        );
        check(&known, Path::new("s/parse.c"), Some(12)).unwrap();
    }
}
