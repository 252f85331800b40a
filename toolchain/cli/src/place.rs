//! Files that commands write: whole or not at all, and never over what was read.

use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use fz_base::{scratch::Scratch, terminal};
use fz_engines::launch::folder;

/// Has a file made beside its place, and moves it there when it is whole.
pub fn in_its_place<T>(path: &Path, make: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let failed = || format!("{}: cannot be written", path.display());
    let beside = Scratch::in_folder(folder).with_context(failed)?;
    let whole = beside.path().join("whole");
    let made = make(&whole)?;
    fs::rename(&whole, path).with_context(failed)?;
    Ok(made)
}

/// Writes to a file, or to the standard output if none is named.
pub fn write(path: Option<&Path>, text: impl Fn(&mut dyn Write) -> Result<()>) -> Result<()> {
    let to = |mut out: Box<dyn Write>| -> Result<()> {
        text(&mut out)?;
        Ok(out.flush()?)
    };
    let Some(path) = path else {
        return to(Box::new(BufWriter::new(terminal::exact())));
    };
    let to_file = |at: &Path| {
        let wrong = |error: std::io::Error| folder::failed(path, &error);
        let file = File::create(at).map_err(wrong)?;
        to(Box::new(BufWriter::new(file))).map_err(|e| match e.downcast() {
            Ok(error) => wrong(error).into(),
            Err(other) => other,
        })
    };
    // Where a link leads to; what is no file, a terminal say, stays what it is.
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    match real.exists() && !real.is_file() {
        true => to_file(path),
        false => in_its_place(&real, to_file),
    }
}

/// Refuses to write over what is read.
pub fn spare<'a>(
    written: impl Iterator<Item = &'a Path>,
    inputs: &[PathBuf],
    program: &Path,
) -> Result<()> {
    let real = |path: &Path| path.canonicalize().ok();
    let read: Vec<_> = inputs.iter().filter_map(|i| real(i)).collect();
    for path in written {
        let Some(there) = real(path).filter(|p| p.is_file()) else {
            continue;
        };
        let what = match () {
            () if real(program).is_some_and(|p| p == there) => "the program",
            () if read.contains(&there) => "an input",
            () => continue,
        };
        let path = path.display();
        bail!("-o {path}: it is {what}, and would be written over; name another file");
    }
    Ok(())
}
