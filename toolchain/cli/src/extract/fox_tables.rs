//! The files that FOX's afl-fuzz reads in its working directory.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use fz_base::{scratch::Scratch, tell, words::many};
use fz_binary::{Mapped, fox::Tables};

use crate::{exit::Exit, opened::Opened};

/// Into a folder, which is made where it is missing.
pub fn write(program: &Path, folder: &Path) -> Result<Exit> {
    let opened = Opened::at(program)?;
    let program = Mapped::of(&opened.program)?;
    let tables = Tables::of(&program)?;
    for name in program.missing {
        tell!("fz: {name} is not found: its branches are not in the tables");
    }
    if let [first, more @ ..] = &tables.untold[..] {
        let others = match more.len() {
            0 => String::new(),
            more => format!(" and {}", many(more, "other function")),
        };
        tell!(
            "fz: the tables lack {first}{others}: no record for FOX is there, as where another profile built the unit"
        );
    }
    write_all(folder, &tables).with_context(|| format!("cannot write {}", folder.display()))?;
    tell!(
        "fz: {} with {} in {}",
        many(tables.edges as usize, "edge"),
        many(tables.slots as usize, "element"),
        folder.display()
    );
    Ok(Exit::Done)
}

/// Writes all files, and then gives them their names.
fn write_all(folder: &Path, tables: &Tables) -> Result<()> {
    fs::create_dir_all(folder)?;
    let scratch = Scratch::in_folder(folder)?;
    let files = tables.files();
    for (name, text) in &files {
        fs::write(scratch.path().join(name), text)?;
    }
    for (name, _) in &files {
        fs::rename(scratch.path().join(name), folder.join(name))?;
    }
    Ok(())
}
