//! `fz inspect`: counters, the map that a fuzzer will be told of, and what is behind its bytes.

mod distances;
mod explain;
mod hits;
mod report;
mod sites;
mod summary;

use std::{
    io::{BufWriter, Write},
    path::PathBuf,
};

use anyhow::{Context, Result};
use clap::ValueEnum;
use fz_base::{line, terminal};
use fz_binary::{At, Explanation, Program};
use serde::Serialize;
use serde_json::{Value, json};

use report::Report;

use crate::{
    args::{
        json::{self, Json},
        select::Select,
    },
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz inspect ./program
  fz inspect ./program ./libpart.so --json
  fz inspect ./program --edge 4711
      what byte 4711 of the map counts
  fz inspect ./program --list sites
      where it compares, and with what
  fz inspect ./program --map out/default/fuzz_bitmap
      what a campaign has reached
  fz inspect ./program --map out/default/fuzz_bitmap --select 'fun:parse_*'
  fz inspect ./program --map out/default/fuzzer_stats
      edges that AFL++ calls unstable (AFL_DEBUG=1 fz fuzz …)
  afl-showmap -q -o - -- ./program seed | fz inspect ./program --map -";

#[derive(clap::Args)]
#[command(mut_arg("select", |a| a.requires("map")))]
pub struct InspectArgs {
    /// Executables (with the libraries that they load), shared libraries, objects or archives
    #[arg(required = true)]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    json: Json,
    /// List what is in them
    #[arg(long, value_enum, value_name = "WHAT")]
    list: Option<List>,
    /// Print the edge that the byte at OFFSET of the map counts (or of the counters, if the program has no map)
    #[arg(long, value_name = "OFFSET", conflicts_with = "list", allow_hyphen_values = true, value_parser = offset)]
    edge: Option<u64>,
    /// Explain a map in terms of the source: the bytes of an AFL map (fuzz_bitmap), or what afl-showmap prints; `-` is
    /// the standard input. Of fuzzer_stats, the edges that AFL++ calls unstable, which it says if it was started with
    /// AFL_DEBUG=1
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list", "edge"])]
    map: Option<PathBuf>,
    #[command(flatten)]
    select: Select,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum List {
    /// Units and functions
    Functions,
    /// The places where the program compares, and what it compares there
    Sites,
    /// The branches that report distances, and the numbers of their outcomes
    Distances,
}

pub fn run(args: &InspectArgs) -> Result<Exit> {
    let programs = args.programs.iter().map(|path| Program::read(path));
    let programs: Vec<Program> = programs.collect::<Result<_>>()?;
    let reports: Vec<Report> = programs.iter().map(Report::of).collect::<Result<_>>()?;
    let mut out = BufWriter::new(terminal::out());
    let code = match (args.edge, &args.map) {
        (Some(offset), _) => edge(args, &reports, offset, &mut out)?,
        (None, Some(map)) => {
            let [report] = &reports[..] else {
                anyhow::bail!("--map: name one program, the one that the map is of");
            };
            hits::print(
                &report.program,
                map,
                &args.select.rules,
                args.json.is_wanted,
            )
            .with_context(|| format!("--map {}", map.display()))?;
            Exit::Done
        }
        (None, None) if args.list == Some(List::Sites) => {
            sites::print(&reports, args.json.is_wanted, &mut out)?;
            Exit::Done
        }
        (None, None) if args.list == Some(List::Distances) => {
            distances::print(&reports, args.json.is_wanted, &mut out)?;
            Exit::Done
        }
        (None, None) => {
            summary(args, &reports, &mut out)?;
            Exit::Done
        }
    };
    out.flush()?;
    Ok(code)
}

/// What a record says, as JSON with the parts of its place beside its own.
fn flat(said: &impl Serialize) -> Value {
    let mut all = json!(said);
    if let Some(Value::Object(mut place)) = all.get_mut("place").map(Value::take) {
        let own = all.as_object_mut().expect("a place is a member");
        own.remove("place");
        own.append(&mut place);
    }
    all
}

/// A place in the map, as people write it and as debuggers do.
fn offset(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.map_err(|_| "an offset is a number from 0 on, like 4711 or 0x1267".to_owned())
}

fn summary(args: &InspectArgs, reports: &[Report], out: &mut impl Write) -> Result<()> {
    if args.json.is_wanted {
        let all: Vec<Value> = reports.iter().map(Report::json).collect();
        let all = json!({"programs": all});
        json::write(&all, out)?;
    } else {
        for report in reports {
            report.print(out, args.list == Some(List::Functions))?;
        }
    }
    Ok(())
}

fn edge(args: &InspectArgs, reports: &[Report], offset: u64, out: &mut impl Write) -> Result<Exit> {
    let edges: Vec<Explanation> = reports
        .iter()
        .map(|r| r.program.explain(offset))
        .collect::<Result<_>>()?;
    if args.json.is_wanted {
        let with_reason = |(report, edge): (&Report, &Explanation)| {
            let mut edge = explain::json(edge);
            edge["why-empty"] = json!(report.program.why_empty());
            edge
        };
        let all: Vec<Value> = reports.iter().zip(&edges).map(with_reason).collect();
        let all = json!({"edges": all});
        json::write(&all, out)?;
    } else {
        for (report, edge) in reports.iter().zip(&edges) {
            match (report.program.why_empty(), reports.len()) {
                (Some(why), _) => line!(out, "{why}")?,
                (None, 1) => line!(out, "{}", explain::text(edge))?,
                (None, _) => line!(
                    out,
                    "{}: {}",
                    report.program.path.display(),
                    explain::text(edge)
                )?,
            }
        }
    }
    let beyond = edges.iter().any(|e| e.at == At::Beyond);
    Ok(Exit::Found.when(beyond))
}

#[cfg(test)]
mod tests {
    use clap::Args;

    use super::{InspectArgs, offset};

    #[test]
    fn offsets_are_decimal_or_hexadecimal() {
        assert_eq!((offset("17"), offset("0x1f")), (Ok(17), Ok(31)));
        for wrong in ["-1", "0x", "1f", "", "18446744073709551616"] {
            assert!(offset(wrong).unwrap_err().contains("from 0 on"), "{wrong}");
        }
    }

    /// Not taken for a flag.
    #[test]
    fn a_negative_offset_is_refused_as_an_offset() {
        let command = InspectArgs::augment_args(clap::Command::new("inspect"));
        let parsed = command.try_get_matches_from(["inspect", "--edge", "-1", "p"]);
        let error = parsed.unwrap_err().to_string();
        assert!(error.contains("from 0 on"), "{error}");
    }
}
