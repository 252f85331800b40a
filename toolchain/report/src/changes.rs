//! What a patch changes: a unified diff, as `diff -u` and `git diff` write it.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use fz_base::error::Error;

use crate::compare::wanted::{file, read};

/// What lines of diffs begin with that tell of files without lines.
const HEADS: [&str; 4] = ["diff ", "Index: ", "Only in ", "Binary files "];

/// The lines that a patch adds, by file.
#[derive(Clone, Debug)]
pub struct Changes {
    pub path: PathBuf,
    lines: Vec<(String, HashSet<u32>)>,
}

impl Changes {
    pub fn read(path: &Path) -> Result<Changes, Error> {
        let text = read(path)?;
        let mut patch = unidiff::PatchSet::new();
        patch
            .parse(&text)
            .map_err(|e| file(path, &format!("it is not a unified diff: {e}")))?;
        let lines = patch.into_iter().map(|changed| {
            let added = changed.hunks().iter().flat_map(unidiff::Hunk::target_lines);
            let added = added.filter(unidiff::Line::is_added);
            let lines = added.filter_map(|l| u32::try_from(l.target_line_no?).ok());
            (changed.path(), lines.collect())
        });
        let changes = Changes {
            path: path.to_owned(),
            lines: lines.collect(),
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

/// Paths begin where somebody stood: the longer one ends in the other.
pub fn is_one_file(one: &str, other: &str) -> bool {
    let ends_in = |long: &str, short: &str| {
        long.strip_suffix(short)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    ends_in(one, other) || ends_in(other, one)
}
