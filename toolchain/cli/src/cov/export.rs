//! `fz cov export`

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::PathBuf,
};

use anyhow::{Result, bail};
use clap::ValueEnum;
use fz_base::terminal::{self, Shown};
use fz_coverage::store::Store;
use fz_engines::launch::folder;
use fz_report::{export, measure::Measure};

use super::runs::Selected;
use crate::{
    args::{self, Says, output::Output},
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz cov export all.fzcov --format lcov -o all.info && genhtml all.info -o html
  fz cov export all.fzcov --format cobertura -o coverage.xml
  fz cov export all.fzcov --format json --fuzzer libfuzzer | jq .
  fz cov export all.fzcov --format llvm                       as `llvm-cov export` writes it";

#[derive(clap::Args)]
#[command(
    mut_arg("format", |a| a.required(true).says("; its counts are numbers of inputs")),
    mut_arg("output", |a| a.says(": a file [default: the standard output]"))
)]
pub struct ExportArgs {
    /// The store
    #[arg(value_name = "FILE.fzcov")]
    store: PathBuf,
    #[command(flatten)]
    format: args::format::Format<Format>,
    #[command(flatten)]
    selected: Selected,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For genhtml and many viewers
    Lcov,
    /// For services that build and test (CI)
    Cobertura,
    /// Everything in the store, identity by identity
    Json,
    /// What `llvm-cov export` writes
    Llvm,
}

pub fn run(args: &ExportArgs) -> Result<Exit> {
    let store = Store::open(&args.store)?;
    let matrix = args.selected.of(&store)?;
    let measure = Measure::of(&matrix);
    let mut out: Box<dyn Write> = match args.output.file() {
        Some(path) if Store::open(path).is_ok() => {
            let path = path.display();
            bail!("-o {path}: it is a store, which would be lost; name another file")
        }
        Some(path) => {
            let file = File::create(path).map_err(|e| folder::failed(path, &e))?;
            Box::new(BufWriter::new(file))
        }
        None => Box::new(BufWriter::new(terminal::exact())),
    };
    match args.format.given.expect("clap asks for one") {
        Format::Lcov => export::lcov::write(&measure, &mut out)?,
        Format::Cobertura => export::cobertura::write(&measure, &mut out)?,
        Format::Json => export::json::write(&measure, &mut Shown::json(&mut out))?,
        Format::Llvm => export::llvm::write(&measure, &mut Shown::json(&mut out))?,
    }
    out.flush()?;
    Ok(Exit::Done)
}
