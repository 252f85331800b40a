//! A store in a format of other tools; its counts are numbers of inputs.

use std::{
    fs::File,
    io::{BufWriter, Write},
};

use anyhow::{Result, bail};
use fz_base::terminal::{self, Shown};
use fz_engines::launch::folder;
use fz_report::{export, measure::Measure};

use super::{Format, ReportArgs};
use crate::{args::output, exit::Exit};

pub fn run(args: &ReportArgs) -> Result<Exit> {
    let (_, matrix) = args.matrix()?;
    let measure = Measure::of(&matrix);
    let out = args.output.file();
    output::spare_store(out)?;
    let mut out: Box<dyn Write> = match out {
        Some(path) => {
            let file = File::create(path).map_err(|e| folder::failed(path, &e))?;
            Box::new(BufWriter::new(file))
        }
        None => Box::new(BufWriter::new(terminal::exact())),
    };
    match args.format.given {
        Some(Format::Lcov) => export::lcov::write(&measure, &mut out)?,
        Some(Format::Cobertura) => export::cobertura::write(&measure, &mut out)?,
        Some(Format::Json) => export::json::write(&measure, &mut Shown::json(&mut out))?,
        Some(Format::Llvm) => export::llvm::write(&measure, &mut Shown::json(&mut out))?,
        Some(Format::Text | Format::Html | Format::Markdown) | None => {
            bail!("--format: it is of a view, and of no other tool")
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}
