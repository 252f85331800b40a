//! `fz fox-tables`: writes the files that FOX's afl-fuzz reads in its working directory.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use fz_base::{scratch::Scratch, tell, words::many};
use fz_binary::{Mapped, fox::Tables};

use crate::{exit::Exit, opened::Opened};

pub const EXAMPLES: &str = "\
Examples:
  FZ_PROFILE=fox FZ_ENGINE=fox fz-cc program.c -o program
  fz fox-tables ./program -o tables
  cd tables && afl-fuzz -k -p wd_scheduler -i ../seeds -o ../out -- ../program @@

afl-fuzz is FOX's own (AFL++ 4.09c), which reads the files in the folder where it is started. Write them again after each
build. Files of an earlier build are replaced, and where something is wrong they stay as they are.";

#[derive(clap::Args)]
pub struct TablesArgs {
    /// A program that was built by the profile `fox` for the engine `fox`
    program: PathBuf,
    /// Where to write: the folder for the tables, which is made where it is missing
    #[arg(id = "output", short = 'o', long = "output", value_name = "DIR")]
    folder: PathBuf,
}

pub fn run(args: &TablesArgs) -> Result<Exit> {
    let opened = Opened::at(&args.program)?;
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
    write(&args.folder, &tables)
        .with_context(|| format!("cannot write {}", args.folder.display()))?;
    tell!(
        "fz: {} with {} in {}",
        many(tables.edges as usize, "edge"),
        many(tables.slots as usize, "element"),
        args.folder.display()
    );
    Ok(Exit::Done)
}

/// Writes all files, and then gives them their names.
fn write(folder: &Path, tables: &Tables) -> Result<()> {
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
