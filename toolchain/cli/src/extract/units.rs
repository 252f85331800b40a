//! What programs carry to be built again, and programs without it.

use std::io::{BufWriter, Write};

use anyhow::{Context, Result, bail, ensure};
use fz_base::terminal;
use fz_binary::capture;
use serde_json::json;

use super::{ExtractArgs, carried::Report};
use crate::{args::json, exit::Exit};

pub fn list(args: &ExtractArgs) -> Result<Exit> {
    ensure!(
        !args.output.is_given(),
        "-o: say what to write, such as --source, --commands or --remove, or leave it out for a list"
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

pub fn remove(args: &ExtractArgs) -> Result<Exit> {
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
