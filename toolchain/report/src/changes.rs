//! What a patch changes: a unified diff, as `diff -u` and `git diff` write it.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use fz_base::error::Error;

/// What lines of diffs begin with that tell of files without lines.
const HEADS: [&str; 4] = ["diff ", "Index: ", "Only in ", "Binary files "];

/// The name of a file that is not there.
const NOWHERE: &str = "/dev/null";

/// The lines that a patch adds, by file.
#[derive(Clone, Debug)]
pub struct Changes {
    pub path: PathBuf,
    lines: Vec<(String, HashSet<u32>)>,
}

impl Changes {
    pub fn read(path: &Path) -> Result<Changes, Error> {
        let text = read(path)?;
        let changes = Changes {
            path: path.to_owned(),
            lines: added(&text)
                .map_err(|what| file(path, &format!("it is not a unified diff: {what}")))?,
        };
        // Nothing may have changed, or names and binaries only.
        let is_head = |line: &str| HEADS.iter().any(|head| line.starts_with(head));
        match changes.lines.is_empty() && !text.trim().is_empty() && !text.lines().any(is_head) {
            true => Err(file(
                path,
                "it is not a unified diff (`diff -u`, `git diff`)",
            )),
            false => Ok(changes),
        }
    }

    /// Whether it adds this line.
    pub fn has(&self, of: &str, line: u32) -> bool {
        self.lines
            .iter()
            .any(|(path, lines)| is_one_file(path, of) && lines.contains(&line))
    }
}

/// The lines that a diff adds, by file.
fn added(text: &str) -> Result<Vec<(String, HashSet<u32>)>, String> {
    let mut files: Vec<(String, HashSet<u32>)> = Vec::new();
    let mut before = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let wrong = |what: &str| Err(format!("{what}: {line}"));
        if let Some(name) = line.strip_prefix("--- ") {
            before = Some(path_in(name));
        } else if let Some(name) = line.strip_prefix("+++ ") {
            let Some(old) = before.take() else {
                return wrong("no line with `---` stands before");
            };
            let new = path_in(name);
            files.push((named(old, new).to_owned(), HashSet::new()));
        } else if line.starts_with("@@ -") {
            let (Some(hunk), Some((_, added))) = (Hunk::of(line), files.last_mut()) else {
                return wrong("a hunk is of no lines, or of no file");
            };
            hunk.read(&mut lines, added)?;
        }
    }
    Ok(files)
}

/// Without the time that may follow.
fn path_in(name: &str) -> &str {
    name.split('\t').next().unwrap_or_default()
}

/// Of a file's names before and after: git puts folders in front that are not there.
fn named<'a>(old: &'a str, new: &'a str) -> &'a str {
    let is_new = old == NOWHERE;
    let is_git = (is_new || old.starts_with("a/")) && (new == NOWHERE || new.starts_with("b/"));
    match (new == NOWHERE, is_git) {
        (true, true) => old.strip_prefix("a/").unwrap_or(old),
        (true, false) => old,
        (false, true) => new.strip_prefix("b/").unwrap_or(new),
        // `diff -u` is told of two folders: the first has the names that the build knows, or none.
        (false, false) if is_new => new,
        (false, false) => old,
    }
}

/// The head of a hunk: how many lines it has of each side, and where those begin that are there afterwards.
struct Hunk {
    before: u32,
    after: u32,
    line: u32,
}

impl Hunk {
    /// `@@ -1,3 +1,4 @@ what it is in`
    fn of(line: &str) -> Option<Hunk> {
        let mut words = line.split(' ').skip(1);
        let mut side = |sign: char| -> Option<(u32, u32)> {
            let word = words.next()?.strip_prefix(sign)?;
            let (line, count) = word.split_once(',').unwrap_or((word, "1"));
            Some((line.parse().ok()?, count.parse().ok()?))
        };
        let ((_, before), (line, after)) = (side('-')?, side('+')?);
        line.checked_add(after)?;
        Some(Hunk {
            before,
            after,
            line,
        })
    }

    fn read<'a>(
        self,
        lines: &mut impl Iterator<Item = &'a str>,
        added: &mut HashSet<u32>,
    ) -> Result<(), String> {
        let Hunk {
            mut before,
            mut after,
            mut line,
        } = self;
        while before > 0 || after > 0 {
            let Some(text) = lines.next() else {
                return Err("it ends in a hunk".to_owned());
            };
            let is_in = match text.as_bytes().first() {
                Some(b'\\') => continue,
                Some(b'+') => [false, true],
                Some(b'-') => [true, false],
                // Mail programs take blanks away.
                Some(b' ') | None => [true, true],
                _ => return Err(format!("a hunk has the line: {text}")),
            };
            if is_in == [false, true] {
                added.insert(line);
            }
            let [of_before, of_after] = is_in.map(u32::from);
            let left = before
                .checked_sub(of_before)
                .zip(after.checked_sub(of_after));
            (before, after) = left.ok_or_else(|| format!("a hunk is too long: {text}"))?;
            line += of_after;
        }
        Ok(())
    }
}

/// Paths begin where somebody stood: the longer one ends in the other.
pub fn is_one_file(one: &str, other: &str) -> bool {
    let ends_in = |long: &str, short: &str| {
        long.strip_suffix(short)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    ends_in(one, other) || ends_in(other, one)
}

pub(crate) fn file(path: &Path, message: &str) -> Error {
    Error::File {
        path: path.to_owned(),
        message: message.to_owned(),
    }
}

pub(crate) fn read(path: &Path) -> Result<String, Error> {
    let bytes = fz_base::file::read_typed(path, fz_base::file::TEXT)
        .map_err(|e| file(path, &e.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<(String, Vec<u32>)> {
        let sorted = |lines: HashSet<u32>| {
            let mut lines: Vec<u32> = lines.into_iter().collect();
            lines.sort_unstable();
            lines
        };
        let files = added(text).unwrap().into_iter();
        files.map(|(file, lines)| (file, sorted(lines))).collect()
    }

    #[test]
    fn added_lines_are_those_of_the_new_file() {
        let git = "diff --git a/old.c b/src/new.c\nindex 1..2 100644\n--- a/old.c\n+++ b/src/new.c\n@@ -1,4 +1,4 @@ f\n x\n--- y\n+++ z\n\n+w\n-v\n\\ No newline at end of file\n@@ -9 +9,0 @@\n-x\n";
        assert_eq!(lines(git), [("src/new.c".to_owned(), vec![2, 4])]);
        let plain = "Only in b: c\n--- old/a.c\t2026-01-01\n+++ new/a.c\t2026-01-01\n@@ -0,0 +5,2 @@\n+x\n+y\n";
        assert_eq!(lines(plain), [("old/a.c".to_owned(), vec![5, 6])]);
        let made = "--- /dev/null\n+++ b/n.c\n@@ -0,0 +1 @@\n+x\n--- a/o.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
        let files = [("n.c".to_owned(), vec![1]), ("o.c".to_owned(), vec![])];
        assert_eq!(lines(made), files);
    }

    #[test]
    fn what_is_no_diff_is_refused() {
        let refused = |text: &str, why: &str| {
            let error = added(text).unwrap_err();
            assert!(error.contains(why), "{error}");
        };
        refused("+++ b/a.c\n", "no line with `---` stands before");
        refused("@@ -1 +1 @@\n", "a hunk is of no lines, or of no file");
        let hunk = |rest: &str| format!("--- a/a.c\n+++ b/a.c\n@@ {rest}");
        for head in [
            "-1 +99999999999999999999 @@\n",
            "-1,2 +4294967295,4294967295 @@\n",
            "-1\n",
        ] {
            refused(&hunk(head), "a hunk is of no lines");
        }
        refused(&hunk("-1 +1,9 @@\n x\n"), "it ends in a hunk");
        refused(&hunk("-1 +1,2 @@\n x\n y\n"), "a hunk is too long");
        refused(&hunk("-1 +1 @@\n*x\n"), "a hunk has the line");
    }
}
