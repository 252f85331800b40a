//! What a patch calls its files, and which files of a program these are.

/// The name of a file that is not there.
pub const NOWHERE: &str = "/dev/null";

/// What git puts before names: usually, and with `diff.mnemonicPrefix`.
const PREFIXES: [&str; 8] = ["1", "2", "a", "b", "c", "i", "o", "w"];

/// The name behind `--- `, `+++ ` or `rename to `: without the time that may follow, and as it was before git quoted it.
pub fn named(text: &str) -> String {
    match text.strip_prefix('"').and_then(unquoted) {
        Some((name, _)) => name,
        None => text.split('\t').next().unwrap_or_default().to_owned(),
    }
}

/// Up to the closing quote, and what follows it.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut name = Vec::new();
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => return Some((String::from_utf8_lossy(&name).into_owned(), &text[at + 1..])),
            b'\\' => name.push(match bytes.next()?.1 {
                b'a' => 7,
                b'b' => 8,
                b't' => b'\t',
                b'n' => b'\n',
                b'v' => 11,
                b'f' => 12,
                b'r' => b'\r',
                digit @ b'0'..=b'3' => {
                    let mut next = || char::from(bytes.next()?.1).to_digit(8);
                    let (second, third) = (next()?, next()?);
                    (digit - b'0') << 6 | (second << 3 | third) as u8
                }
                other => other,
            }),
            byte => name.push(byte),
        }
    }
    None
}

/// What `diff --git A B` calls the file before, where `new` is B.
pub fn before(head: &str, new: &str) -> Option<String> {
    if let Some((old, _)) = head.strip_prefix('"').and_then(unquoted) {
        return Some(old);
    }
    let is_quoted =
        |end: &str| unquoted(end).is_some_and(|(name, rest)| name == new && rest.is_empty());
    let spaces = head.match_indices(' ').map(|(at, _)| head.split_at(at));
    let mut split = spaces.map(|(old, end)| (old, &end[1..]));
    let found = split.find(|(_, end)| *end == new || end.strip_prefix('"').is_some_and(is_quoted));
    found.map(|(old, _)| old.to_owned())
}

/// What the file may be called where the build knows it, the likeliest first: programs that write patches put folders in
/// front that are not there. `old` is [`NOWHERE`] if nothing tells.
pub fn candidates(old: &str, new: &str) -> Vec<String> {
    if new == NOWHERE || old == new {
        return vec![old.to_owned()];
    }
    let (was, is) = (parts(old), parts(new));
    let same = was.iter().rev().zip(is.iter().rev());
    let same = same.take_while(|(a, b)| a == b).count();
    let has_prefix = |parts: &[&str]| parts.len() > 1 && PREFIXES.contains(&parts[0]);
    let mut all = Vec::new();
    // One folder before each is a prefix, or the two folders that were compared.
    let are_compared = was.len() == same + 1 && is.len() == same + 1 && same > 0;
    let are_prefixed = has_prefix(&is) && (old == NOWHERE || has_prefix(&was));
    if are_compared || are_prefixed {
        all.push(is[1..].join("/"));
    }
    all.push(new.to_owned());
    if old != NOWHERE {
        all.push(old.to_owned());
        all.extend((same > 0).then(|| is[is.len() - same..].join("/")));
    }
    all
}

/// Folders and name, without `.` and `..`.
fn parts(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts
}

/// The files of a program.
pub struct Files<'a> {
    files: Vec<File<'a>>,
}

struct File<'a> {
    /// As the catalogue has it.
    name: &'a str,
    /// Of the whole path, and how many of them are below the folder that all files have in common.
    parts: Vec<String>,
    below: usize,
}

impl<'a> Files<'a> {
    /// `root`: the folder that all have in common; files are below it, or have a whole path.
    pub fn of(root: &str, names: impl Iterator<Item = &'a str>) -> Files<'a> {
        let owned =
            |path: &str| -> Vec<String> { parts(path).into_iter().map(str::to_owned).collect() };
        let files = names.map(|name| {
            let below = owned(name);
            let whole = match name.starts_with('/') {
                true => below.clone(),
                false => owned(&format!("{root}/{name}")),
            };
            File {
                name,
                below: below.len().min(whole.len()),
                parts: whole,
            }
        });
        Files {
            files: files.collect(),
        }
    }

    /// The file whose path ends in the first of these names that any ends in. Of several the one with the fewest folders: a
    /// repository's root is above all.
    pub fn ending_in(&self, names: &[String]) -> Vec<&'a str> {
        let found = names.iter().map(|name| {
            let name = parts(name);
            let all = self.files.iter().filter(|f| f.ends_in(&name));
            let least = all.clone().map(|f| f.parts.len()).min();
            all.filter(|f| Some(f.parts.len()) == least)
                .map(|f| f.name)
                .collect::<Vec<_>>()
        });
        found
            .into_iter()
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }

    /// The file whose path below the common folder one of these names ends in: the patch is of a folder further up, which is
    /// not there or has another name where the program was built.
    pub fn within(&self, names: &[String]) -> Vec<&'a str> {
        let ends = |file: &&File| {
            let below = &file.parts[file.parts.len() - file.below..];
            names.iter().any(|name| {
                parts(name).ends_with(&below.iter().map(String::as_str).collect::<Vec<_>>())
            })
        };
        let found = self.files.iter().filter(ends);
        let most = found.clone().map(|f| f.below).max();
        found
            .filter(|f| Some(f.below) == most)
            .map(|f| f.name)
            .collect()
    }
}

impl File<'_> {
    fn ends_in(&self, name: &[&str]) -> bool {
        let own = self.parts.iter().rev().map(String::as_str);
        !name.is_empty()
            && name.len() <= self.parts.len()
            && name.iter().rev().copied().eq(own.take(name.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_they_were_before_git_quoted_them() {
        for (text, name) in [
            (r#""a/\303\251.c""#, "a/é.c"),
            (r#""a/tab\there\"\\.c""#, "a/tab\there\"\\.c"),
            ("a/b c.c\t2026-01-01", "a/b c.c"),
            ("\"not closed", "\"not closed"),
            (r#""bad\3""#, r#""bad\3""#),
        ] {
            assert_eq!(named(text), name, "{text}");
        }
    }

    #[test]
    fn prefixes_are_what_differs_before_the_same_name() {
        for (old, new, first) in [
            ("a/x.c", "b/x.c", "x.c"),
            ("i/lib/x.c", "w/lib/x.c", "lib/x.c"),
            ("p-1.0/x.c", "p-1.1/x.c", "x.c"),
            ("a/x.c", "a/x.c", "a/x.c"),
            ("x.c.orig", "x.c", "x.c"),
            ("a/x.c", "b/y.c", "y.c"),
            (NOWHERE, "b/x.c", "x.c"),
            (NOWHERE, "lib/x.c", "lib/x.c"),
            ("/t/old/x.c", "/t/new/x.c", "/t/new/x.c"),
        ] {
            assert_eq!(candidates(old, new)[0], first, "{old} {new}");
        }
        assert_eq!(before("x y.c x y.c", "x y.c").as_deref(), Some("x y.c"));
        assert_eq!(
            before(r#"a/x.c "b/\303\251.c""#, "b/é.c").as_deref(),
            Some("a/x.c")
        );
        assert_eq!(
            before(r#""a/\303\251.c" "b/\303\251.c""#, "b/é.c").as_deref(),
            Some("a/é.c")
        );
    }

    #[test]
    fn files_are_found_from_folders_above_and_below() {
        let names = ["lib/x.c", "x.c", "src/./y.c", "/usr/include/z.h"];
        let files = Files::of("/src/p", names.into_iter());
        let ends = |name: &str| files.ending_in(&[name.to_owned()]);
        assert_eq!(ends("x.c"), ["x.c"]);
        assert_eq!(ends("lib/x.c"), ["lib/x.c"]);
        assert_eq!(ends("p/src/y.c"), ["src/./y.c"]);
        assert_eq!(ends("/src/p/src/../x.c"), ["x.c"]);
        assert!(ends("other/x.c").is_empty() && ends("ax.c").is_empty());
        assert_eq!(files.within(&["mono/p/lib/x.c".to_owned()]), ["lib/x.c"]);
        assert!(files.within(&["mono/y.c".to_owned()]).is_empty());
    }
}
