//! `fz units`: what a program carries to be built again, and without it.

mod report;

use std::{
    io::{BufWriter, Write},
    path::PathBuf,
};

use anyhow::{Context, Result, bail, ensure};
use fz_base::terminal;
use fz_binary::capture;
use serde_json::json;

use report::Report;

use crate::{
    args::{
        json::{self, Json},
        output::Output,
    },
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz units ./program                                 its sources, its links, and what else it needs
  fz units --json ./program | jq -r '.programs[].units[].source'
  fz units --remove ./program                        no sources in what you hand out
  fz units --remove ./program -o program.plain";

#[derive(clap::Args)]
pub struct UnitsArgs {
    /// Executables, shared libraries, objects or archives
    #[arg(required = true)]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    json: Json,
    /// Take the sources and the command lines out of the PROGRAMs; nothing else of them changes
    #[arg(long, conflicts_with = "json")]
    remove: bool,
    #[command(flatten)]
    output: Output,
}

pub fn run(args: &UnitsArgs) -> Result<Exit> {
    if args.remove {
        return remove(args);
    }
    ensure!(
        !args.output.is_given(),
        "-o names what `--remove` writes: add that, or leave out -o"
    );
    let reports = args.programs.iter().map(|path| Report::of(path));
    let reports: Vec<Report> = reports.collect::<Result<_>>()?;
    let mut out = BufWriter::new(terminal::out());
    if args.json.is_wanted {
        json::write(&json!({ "programs": reports }), &mut out)?;
    } else {
        for report in &reports {
            report.print(&mut out)?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn remove(args: &UnitsArgs) -> Result<Exit> {
    let [first, others @ ..] = &args.programs[..] else {
        bail!("name a program");
    };
    match args.output.place("a program")? {
        Some(_) if !others.is_empty() => {
            bail!("-o: name one program, or let each be changed in its place")
        }
        Some(to) => {
            capture::remove(first, Some(to)).with_context(|| first.display().to_string())?
        }
        None => {
            for path in &args.programs {
                capture::remove(path, None).with_context(|| path.display().to_string())?;
            }
        }
    }
    Ok(Exit::Done)
}
