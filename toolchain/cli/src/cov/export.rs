//! `fz cov export`

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Result, bail};
use clap::ValueEnum;
use fz_coverage::{store::Store, tally::Tally};
use fz_engines::launch::folder;
use fz_report::export;

use super::runs::Selected;

#[derive(clap::Args)]
pub struct ExportArgs {
    #[arg(value_name = "FILE.fzcov")]
    store: PathBuf,
    /// What to write; counts are numbers of inputs
    #[arg(long, value_enum)]
    format: Format,
    #[command(flatten)]
    selected: Selected,
    /// Where to [default: the standard output]
    #[arg(short = 'o', long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// genhtml's, and of many viewers
    Lcov,
    /// Of services for continuous integration
    Cobertura,
    /// All that the store knows, identity by identity
    Json,
    /// What `llvm-cov export` writes
    Llvm,
}

pub fn run(args: &ExportArgs) -> Result<ExitCode> {
    let store = Store::open(&args.store)?;
    let tally = Tally::of(&store, &args.selected.selection())?;
    let mut out: Box<dyn Write> = match &args.out {
        Some(path) if Store::open(path).is_ok() => {
            let path = path.display();
            bail!("-o {path}: it is a store, which would be lost; name another file")
        }
        Some(path) => {
            let file = File::create(path).map_err(|e| folder::failed(path, &e))?;
            Box::new(BufWriter::new(file))
        }
        None => Box::new(BufWriter::new(std::io::stdout().lock())),
    };
    match args.format {
        Format::Lcov => export::lcov::write(&tally, &mut out)?,
        Format::Cobertura => export::cobertura::write(&tally, &mut out)?,
        Format::Json => export::json::write(&tally, &store, &args.selected.selection(), &mut out)?,
        Format::Llvm => export::llvm::write(&tally, &mut out)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
