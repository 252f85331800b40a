//! Folders of files, flat or not: of other fuzzers, if the files' names tell, or of nobody's.

use std::{os::unix::ffi::OsStrExt, path::Path};

use fz_base::error::Error;

use super::{LAYOUTS, Root, entries, is_folder, since};

pub fn look(path: &Path, root: &mut Root) -> Result<(), Error> {
    walk(path, b"", root)?;
    let share = |has: fn(&str) -> bool| {
        let names = root.seen.iter().map(|s| String::from_utf8_lossy(&s.name));
        names
            .filter(|n| has(n.rsplit('/').next().unwrap_or(n)))
            .count()
    };
    let most = LAYOUTS.iter().find(|l| share(l.has) * 2 > root.seen.len());
    if let Some(layout) = most {
        root.fuzzer = layout.fuzzer.to_owned();
        date(root);
    }
    Ok(())
}

/// Nothing says when such a fuzzer began: soon before its first input.
fn date(root: &mut Root) {
    let Some(first) = root.seen.iter().filter_map(|s| s.changed).min() else {
        return;
    };
    root.clock = "earliest input";
    for seen in &mut root.seen {
        seen.time = seen.changed.map(|changed| since(first, changed));
    }
}

fn walk(path: &Path, prefix: &[u8], root: &mut Root) -> Result<(), Error> {
    for entry in entries(path)? {
        let name = [prefix, entry.file_name().as_bytes()].concat();
        match is_folder(&entry) {
            true => walk(&entry.path(), &[&name[..], b"/"].concat(), root)?,
            false => root.see(entry.path(), name),
        }
    }
    Ok(())
}
