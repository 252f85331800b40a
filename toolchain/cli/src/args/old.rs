//! Spellings of earlier releases: they work for one release more, with a note that says the new one.

use std::{collections::BTreeSet, ffi::OsString};

/// The subcommand, what it called an option, and what it calls it now.
const RENAMED: &[(&str, &str, &str)] = &[
    ("cov collect", "--out", "--output"),
    ("cov compare", "--diff", "--patch"),
    ("cov compare", "--out", "--output"),
    ("cov compare", "--show", "--limit"),
    ("cov export", "--out", "--output"),
    ("cov merge", "--out", "--output"),
    ("cov report", "--frontier", "--limit"),
    ("cov report", "--out", "--output"),
    ("cov summary", "--frontier", "--limit"),
    ("dict", "--for", "--input"),
    ("dict", "--out", "--output"),
    ("fuzz", "--dictionary", "--tokens"),
    ("taint", "--out", "--output"),
];

/// Options whose value may look like an option.
const TAKES_ANYTHING: &[&str] = &["--engine-args"];

/// The command line in today's words, and what to say of those that are old. The first word is the program's name.
pub fn renew(words: impl IntoIterator<Item = OsString>) -> (Vec<OsString>, Vec<String>) {
    let words: Vec<OsString> = words.into_iter().collect();
    let names: Vec<_> = words.iter().skip(1).map(|w| w.to_string_lossy()).collect();
    let of = |command: &str| {
        let command: Vec<&str> = command.split(' ').collect();
        names.len() >= command.len() && command.iter().zip(&names).all(|(a, b)| a == b)
    };
    let renamed: Vec<_> = RENAMED.iter().filter(|(c, ..)| of(c)).collect();
    let mut notes = BTreeSet::new();
    let mut renewed = Vec::with_capacity(words.len());
    let (mut is_ours, mut is_value) = (true, false);
    for word in words {
        let text = word.to_string_lossy();
        is_ours &= text != "--";
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (&*text, None),
        };
        let new = renamed.iter().find(|(_, old, _)| *old == name);
        match new.filter(|_| is_ours && !is_value) {
            Some((_, old, new)) => {
                notes.insert(format!(
                    "{old} is called {new} now; the next release knows only that name"
                ));
                // A value that is no UTF-8 stays with the old name, and clap says what it thinks of that.
                let is_exact = word.to_str().is_some();
                renewed.push(match value {
                    Some(_) if !is_exact => word,
                    Some(value) => format!("{new}={value}").into(),
                    None => (*new).into(),
                });
                is_value = false;
            }
            None => {
                is_value = TAKES_ANYTHING.contains(&&*text);
                renewed.push(word);
            }
        }
    }
    (renewed, notes.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn renewed(line: &str) -> (String, usize) {
        let words = line.split(' ').map(OsString::from);
        let (words, notes) = renew(words);
        let words: Vec<_> = words.iter().map(|w| w.to_string_lossy()).collect();
        (words.join(" "), notes.len())
    }

    #[test]
    fn old_spellings_are_today_s_with_a_note() {
        for (old, new, notes) in [
            (
                "fz dict p --for a b --out=c=d",
                "fz dict p --input a b --output=c=d",
                2,
            ),
            (
                "fz cov report s --out a --out b",
                "fz cov report s --output a --output b",
                1,
            ),
            // Of another subcommand, of the program, or a value.
            ("fz env --oss-fuzz --out x", "fz env --oss-fuzz --out x", 0),
            (
                "fz cov report s --diff a b",
                "fz cov report s --diff a b",
                0,
            ),
            (
                "fz dict p -i a -- --for --out",
                "fz dict p -i a -- --for --out",
                0,
            ),
            (
                "fz fuzz --engine-args --dictionary --dictionary od",
                "fz fuzz --engine-args --dictionary --tokens od",
                1,
            ),
            ("fz", "fz", 0),
        ] {
            assert_eq!(renewed(old), (new.to_owned(), notes), "{old}");
        }
    }

    #[test]
    fn the_table_is_sorted_and_knows_the_command_line() {
        assert!(RENAMED.is_sorted());
        let fz = crate::command();
        for (command, old, new) in RENAMED {
            let names = command.split(' ');
            let command = names.fold(&fz, |c, name| c.find_subcommand(name).expect(name));
            let has = |name: &str| {
                let mut all = command.get_arguments();
                all.any(|a| a.get_long() == name.strip_prefix("--"))
            };
            assert!(has(new) && !has(old), "{command} {old} {new}");
        }
    }
}
