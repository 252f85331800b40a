//! `fz inspect`: counters, the map that a fuzzer will be told of, and what is behind its bytes.

pub(super) mod explain;
mod hits;
mod map_file;
pub(super) mod report;
mod sites;
mod summary;

use std::{
    io::{BufWriter, Write},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Context, Result};
use fz_binary::At;
use serde_json::{Value, json};

use explain::Explanation;
use report::Report;

pub const EXAMPLES: &str = "Examples:\n  fz inspect ./program\n  fz inspect --json ./program ./libpart.so\n  \
                            fz inspect --edge 4711 ./program\n  fz inspect --sites ./program\n  fz inspect --map out/default/fuzz_bitmap ./program\n  \
                            afl-showmap -q -o - -- ./program seed | fz inspect --map - ./program";

#[derive(clap::Args)]
pub struct InspectArgs {
    /// Executables (with the libraries that they load), shared libraries, objects or archives
    #[arg(required = true)]
    programs: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// List units and functions too
    #[arg(long)]
    long: bool,
    /// Say which edge the byte at OFFSET of the map counts (of the counters, where there is no map)
    #[arg(long, value_name = "OFFSET", conflicts_with = "long", allow_hyphen_values = true, value_parser = offset)]
    edge: Option<u64>,
    /// Explain a map in terms of the source: the bytes of an AFL map (fuzz_bitmap), or what afl-showmap prints; `-` is
    /// the standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["long", "edge"])]
    map: Option<PathBuf>,
    /// Of a map only functions or files that such a rule matches: fun:GLOB, src:GLOB; functions of C++ also by the name that
    /// people read (`ns::parse`, `*::parse(int)`)
    #[arg(long, value_name = "RULE", requires = "map")]
    select: Vec<String>,
    /// List the places where the program compares, with what is compared there
    #[arg(long, conflicts_with_all = ["long", "edge", "map"])]
    sites: bool,
}

pub fn run(args: &InspectArgs) -> Result<ExitCode> {
    let reports: Vec<Report> = args
        .programs
        .iter()
        .map(|path| Report::of(path))
        .collect::<Result<_>>()?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let code = match (args.edge, &args.map) {
        (Some(offset), _) => edge(args, &reports, offset, &mut out)?,
        (None, Some(map)) => {
            let [report] = &reports[..] else {
                anyhow::bail!("--map: name one program, the one that the map is of");
            };
            hits::print(report, map, &args.select, args.json, &mut out)
                .with_context(|| format!("--map {}", map.display()))?;
            ExitCode::SUCCESS
        }
        (None, None) if args.sites => {
            sites::print(&reports, args.json, &mut out)?;
            ExitCode::SUCCESS
        }
        (None, None) => {
            summary(args, &reports, &mut out)?;
            ExitCode::SUCCESS
        }
    };
    out.flush()?;
    Ok(code)
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
    if args.json {
        let all: Vec<Value> = reports.iter().map(Report::json).collect();
        let all = json!({"programs": all});
        writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
    } else {
        for report in reports {
            report.print(out, args.long)?;
        }
    }
    Ok(())
}

fn edge(
    args: &InspectArgs,
    reports: &[Report],
    offset: u64,
    out: &mut impl Write,
) -> Result<ExitCode> {
    let edges: Vec<Explanation> = reports
        .iter()
        .map(|r| r.explain(offset))
        .collect::<Result<_>>()?;
    if args.json {
        let with_reason = |(report, edge): (&Report, &Explanation)| {
            let mut edge = edge.json();
            edge["why-empty"] = json!(report.why_empty());
            edge
        };
        let all: Vec<Value> = reports.iter().zip(&edges).map(with_reason).collect();
        let all = json!({"edges": all});
        writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
    } else {
        for (report, edge) in reports.iter().zip(&edges) {
            match (report.why_empty(), reports.len()) {
                (Some(why), _) => writeln!(out, "{why}")?,
                (None, 1) => writeln!(out, "{}", edge.text())?,
                (None, _) => writeln!(out, "{}: {}", report.path.display(), edge.text())?,
            }
        }
    }
    let beyond = edges.iter().any(|e| e.at == At::Beyond);
    Ok(ExitCode::from(u8::from(beyond)))
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
