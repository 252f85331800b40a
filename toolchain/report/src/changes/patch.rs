//! Reads unified diffs: of one file before, and of several (merges).

use std::collections::BTreeSet;

use super::names::{self, NOWHERE};

/// What lines of diffs begin with that tell of files without lines.
const HEADS: [&str; 4] = ["diff ", "Index: ", "Only in ", "Binary files "];

/// What a patch adds to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// What it may be called, the likeliest first; never empty.
    pub names: Vec<String>,
    pub lines: BTreeSet<u32>,
}

/// Whether a text without a changed file is a diff nevertheless: of nothing, or of names and binaries only.
pub fn is_empty(text: &str) -> bool {
    // `3,4c3`, of diffs that are not unified.
    let is_change = |line: &str| {
        let mut numbers = line.split(['a', 'c', 'd', ',']);
        line.contains(['a', 'c', 'd']) && numbers.all(|n| n.parse::<u32>().is_ok())
    };
    let is_other = |line: &str| line.starts_with("*** ") || is_change(line);
    let is_head = |line: &str| HEADS.iter().any(|head| line.starts_with(head));
    text.trim().is_empty() || text.lines().any(is_head) && !text.lines().any(is_other)
}

/// The lines that a diff adds, by file.
pub fn added(text: &str) -> Result<Vec<File>, String> {
    let mut files: Vec<File> = Vec::new();
    let (mut head, mut renamed, mut before) = (None, None, None);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let wrong = |what: &str| Err(format!("{what}: {line}"));
        if let Some(names) = line.strip_prefix("diff --git ") {
            (head, renamed) = (Some(names), None);
        } else if let Some(name) = line
            .strip_prefix("rename to ")
            .or(line.strip_prefix("copy to "))
        {
            renamed = Some(names::named(name));
        } else if let Some(name) = line.strip_prefix("--- ") {
            before = Some(names::named(name));
        } else if let Some(name) = line.strip_prefix("+++ ") {
            let Some(mut old) = before.take() else {
                return wrong("no line with `---` stands before");
            };
            let new = names::named(name);
            if let (NOWHERE, Some(head)) = (&*old, head.take()) {
                old = names::before(head, &new).unwrap_or(old);
            }
            let renamed = renamed.take().map(|name| vec![name]);
            files.push(File {
                names: renamed.unwrap_or_else(|| names::candidates(&old, &new)),
                lines: BTreeSet::new(),
            });
        } else if line.starts_with("@@") {
            let (Some(hunk), Some(file)) = (Hunk::of(line), files.last_mut()) else {
                return wrong("a hunk is of no lines, or of no file");
            };
            hunk.read(&mut lines, &mut file.lines)?;
        }
    }
    Ok(files)
}

/// The head of a hunk: how many lines it has of each file before, and of the one afterwards; and where those begin.
struct Hunk {
    before: Vec<u32>,
    after: u32,
    line: u32,
}

impl Hunk {
    /// `@@ -1,3 +1,4 @@ what it is in`; of a merge `@@@ -1,3 -1,3 +1,4 @@@`.
    fn of(line: &str) -> Option<Hunk> {
        let signs = line.bytes().take_while(|b| *b == b'@').count();
        let mut words = line.split(' ').skip(1);
        let mut side = |sign: char| -> Option<(u32, u32)> {
            let word = words.next()?.strip_prefix(sign)?;
            let (line, count) = word.split_once(',').unwrap_or((word, "1"));
            Some((line.parse().ok()?, count.parse().ok()?))
        };
        let before = (1..signs)
            .map(|_| Some(side('-')?.1))
            .collect::<Option<_>>()?;
        let (line, after) = side('+')?;
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
        added: &mut BTreeSet<u32>,
    ) -> Result<(), String> {
        let Hunk {
            mut before,
            mut after,
            mut line,
        } = self;
        while after > 0 || before.iter().any(|n| *n > 0) {
            let Some(text) = lines.next() else {
                return Err("it ends in a hunk".to_owned());
            };
            if text.starts_with('\\') {
                continue;
            }
            // Mail programs take blanks away.
            let signs = text
                .bytes()
                .chain(std::iter::repeat(b' '))
                .take(before.len());
            let signs: Vec<u8> = signs.collect();
            if !signs.iter().all(|sign| b" +-".contains(sign)) {
                return Err(format!("a hunk has the line: {text}"));
            }
            let (is_removed, is_added) = (signs.contains(&b'-'), signs.contains(&b'+'));
            let there = match is_removed {
                true => b'-',
                false => b' ',
            };
            let too_long = || format!("a hunk is too long: {text}");
            for (left, sign) in before.iter_mut().zip(&signs) {
                *left = left
                    .checked_sub(u32::from(*sign == there))
                    .ok_or_else(too_long)?;
            }
            if is_added {
                added.insert(line);
            }
            after = after
                .checked_sub(u32::from(!is_removed))
                .ok_or_else(too_long)?;
            line += u32::from(!is_removed);
        }
        Ok(())
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<(String, Vec<u32>)> {
        let files = added(text).unwrap().into_iter();
        files
            .map(|f| (f.names[0].clone(), f.lines.into_iter().collect()))
            .collect()
    }

    #[test]
    fn added_lines_are_those_of_the_new_file() {
        let git = "diff --git a/old.c b/src/new.c\nindex 1..2 100644\n--- a/old.c\n+++ b/src/new.c\n@@ -1,4 +1,4 @@ f\n x\n--- y\n+++ z\n\n+w\n-v\n\\ No newline at end of file\n@@ -9 +9,0 @@\n-x\n";
        assert_eq!(lines(git), [("src/new.c".to_owned(), vec![2, 4])]);
        let plain = "Only in b: c\n--- old/a.c\t2026-01-01\n+++ new/a.c\t2026-01-01\n@@ -0,0 +5,2 @@\n+x\n+y\n";
        assert_eq!(lines(plain), [("a.c".to_owned(), vec![5, 6])]);
        let made = "--- /dev/null\n+++ b/n.c\n@@ -0,0 +1 @@\n+x\n--- a/o.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
        let files = [("n.c".to_owned(), vec![1]), ("a/o.c".to_owned(), vec![])];
        assert_eq!(lines(made), files);
        let merged = "diff --cc a.c\nindex 1,2..3\n--- a/a.c\n+++ b/a.c\n@@@ -1,2 -1,3 +1,3 @@@\n  x\n -y\n- z\n++w\n+ v\n";
        assert_eq!(lines(merged), [("a.c".to_owned(), vec![2, 3])]);
    }

    #[test]
    fn diffs_without_lines_are_told_from_other_texts() {
        for text in [
            "",
            "\n",
            "diff --git a/x b/y\nrename from x\nrename to y\n",
            "Only in a: x\n",
        ] {
            assert!(is_empty(text), "{text}");
        }
        for text in [
            "hello\n",
            "diff a/x b/x\n3c3\n< x\n---\n> y\n",
            "diff -c a/x b/x\n*** a/x\n--- b/x\n***************\n",
        ] {
            assert!(!is_empty(text), "{text}");
        }
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
