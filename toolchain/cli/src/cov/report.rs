//! `fz cov report`

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Result, bail};
use clap::ValueEnum;
use fz_coverage::store::Store;
use fz_engines::launch::folder;
use fz_report::pages::{html, measure, sources::Places, text};

use super::sided::Sided;
use crate::place;

pub const EXAMPLES: &str = "\
Examples:
  fz cov report all.fzcov -o report.html                      a page that opens without network
  fz cov report all.fzcov -o report                           a folder: the page, and its figures as CSV, JSON and SVG
  fz cov report old=a.fzcov new=b.fzcov --diff old new -o report.html
  fz cov report all.fzcov --by fuzzer --baseline afl++ -o report.html
  fz cov report all.fzcov --source ../project -o report.html
  fz cov report all.fzcov --format markdown --frontier 10     for a comment of a service that builds and tests";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    #[command(flatten)]
    sided: Sided,
    /// Where to: a page FILE.html, or a folder with a page and its data [default for text and markdown: the standard output]
    #[arg(short = 'o', long, value_name = "DIR|FILE")]
    out: Option<PathBuf>,
    #[arg(long, value_enum, default_value = "html")]
    format: Format,
    /// Show what only one of two sides reached
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    diff: Vec<String>,
    /// Where the sources are now, or what paths begin with now. Can be given again
    #[arg(long, value_name = "DIR|OLD=NEW")]
    source: Vec<String>,
    /// In text and markdown so many conditions of the frontier; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20)]
    frontier: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A page that opens without network
    Html,
    /// For a terminal
    Text,
    /// For comments of services that build and test
    Markdown,
}

pub fn run(args: &ReportArgs) -> Result<ExitCode> {
    let places = Places::of(&args.source)?;
    check(args)?;
    let (subjects, comparison) = args.sided.measure(None)?;
    let pair = match &args.diff[..] {
        [one, other] => Some([one.clone(), other.clone()]),
        _ => None,
    };
    let report = measure::report(&measure::Request {
        subjects: &subjects,
        comparison: &comparison,
        places: &places,
        pair,
    })?;
    let most = match args.frontier {
        0 => usize::MAX,
        most => most,
    };
    let out = args.out.as_deref();
    let written = |said: String| place::write(out, |to| Ok(to.write_all(said.as_bytes())?));
    match (args.format, out) {
        (Format::Text, _) => written(text::text(&report, most))?,
        (Format::Markdown, _) => written(text::markdown(&report, most))?,
        (Format::Html, Some(path)) if is_page(path) => written(html::file(&report)?)?,
        (Format::Html, Some(path)) => {
            folder::make(path)?;
            html::folder(&report, path)?;
        }
        (Format::Html, None) => bail!("-o DIR|FILE.html: name where the page is to be written"),
    }
    Ok(ExitCode::SUCCESS)
}

fn is_page(path: &std::path::Path) -> bool {
    let ending = path.extension().and_then(|e| e.to_str());
    !path.is_dir() && matches!(ending, Some("html" | "htm"))
}

/// Before anything takes long.
fn check(args: &ReportArgs) -> Result<()> {
    let Some(path) = &args.out else {
        if args.format == Format::Html {
            bail!(
                "-o is missing: name a folder or a FILE.html, or choose --format text or markdown"
            );
        }
        return Ok(());
    };
    let shown = path.display();
    if path.is_file() && Store::open(path).is_ok() {
        bail!("-o {shown}: it is a store, which would be lost; name another file");
    }
    if args.format == Format::Html && path.is_file() && !is_page(path) {
        bail!("-o {shown}: it is a file; name a folder, or a page FILE.html");
    }
    Ok(())
}
