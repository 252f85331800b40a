//! `fz cov report`

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::ValueEnum;
use fz_coverage::store::Store;
use fz_engines::launch::folder;
use fz_report::pages::{assemble, card, html, sources::Places, text};

use super::sided::Sided;
use crate::{
    args::{self, Says, limit::Limit, output::Output},
    exit::Exit,
    place,
};

pub const EXAMPLES: &str = "\
Examples:
  fz cov report all.fzcov -o report.html                      a page that opens without network
  fz cov report all.fzcov -o report                           a folder: the page, and its figures as CSV, JSON and SVG
  fz cov report old=a.fzcov new=b.fzcov --diff old new -o report.html
  fz cov report all.fzcov --by fuzzer --baseline afl++ -o report.html
  fz cov report all.fzcov --source ../project -o report.html
  fz cov report all.fzcov --format markdown --limit 10        for a comment on a pull request
  fz cov report all.fzcov --card card.svg                     one picture for a README or a post";

#[derive(clap::Args)]
#[command(
    mut_arg("output", |a| a.value_name("DIR|FILE").says(
        ": a page FILE.html, or a folder for a page and its data [default: text and markdown go to the standard output]"
    )),
    mut_arg("format", |a| a.says(" [default: html]")),
    mut_arg("limit", |a| a.says(": conditions of the frontier, in text and markdown [default: 20]"))
)]
pub struct ReportArgs {
    #[command(flatten)]
    sided: Sided,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    format: args::format::Format<Format>,
    /// Show what only one of two sides reached
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    diff: Vec<String>,
    /// Where the sources are now, or which paths have changed how. May be repeated
    #[arg(long, value_name = "DIR|OLD=NEW")]
    source: Vec<String>,
    #[command(flatten)]
    limit: Limit,
    /// Also draw one picture of 1200 by 630 points, as SVG: for a README or a post
    #[arg(long, value_name = "FILE.svg")]
    card: Option<PathBuf>,
}

impl ReportArgs {
    fn format(&self) -> Format {
        self.format.or(Format::Html)
    }

    /// Nothing else is asked for.
    fn only_card(&self) -> bool {
        self.card.is_some() && self.format() == Format::Html && !self.output.is_given()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A page that opens without network
    Html,
    /// For a terminal
    Text,
    /// For comments on pull requests
    Markdown,
}

pub fn run(args: &ReportArgs) -> Result<Exit> {
    let places = Places::of(&args.source)?;
    check(args)?;
    let (subjects, comparison) = args.sided.measure(None)?;
    let pair = match &args.diff[..] {
        [one, other] => Some([one.clone(), other.clone()]),
        _ => None,
    };
    let report = assemble::report(&assemble::Request {
        subjects: &subjects,
        comparison: &comparison,
        places: &places,
        pair,
    })?;
    if let Some(path) = &args.card {
        let svg = card::card(&report, &comparison);
        let file = Some(path.as_path()).filter(|path| *path != Path::new("-"));
        place::write(file, |to| Ok(to.write_all(svg.as_bytes())?))?;
        if args.only_card() {
            return Ok(Exit::Done);
        }
    }
    let most = args.limit.or_usual();
    let out = args.output.file();
    let written = |said: String| place::write(out, |to| Ok(to.write_all(said.as_bytes())?));
    match (args.format(), out) {
        (Format::Text, _) => written(text::text(&report, most))?,
        (Format::Markdown, _) => written(text::markdown(&report, most))?,
        (Format::Html, Some(path)) if is_page(path) => written(html::file_at(&report, path)?)?,
        (Format::Html, Some(path)) => {
            folder::make(path)?;
            html::folder(&report, path)?;
        }
        (Format::Html, None) => written(html::file(&report)?)?,
    }
    Ok(Exit::Done)
}

fn is_page(path: &Path) -> bool {
    let ending = path.extension().and_then(|e| e.to_str());
    !path.is_dir() && matches!(ending, Some("html" | "htm"))
}

fn is_store(path: &Path) -> bool {
    path.is_file() && Store::open(path).is_ok()
}

/// Before anything takes long.
fn check(args: &ReportArgs) -> Result<()> {
    if let Some(card) = args.card.as_ref().filter(|card| is_store(card)) {
        bail!(
            "--card {}: it is a store, which would be lost; name another file",
            card.display()
        );
    }
    let Some(path) = args.output.file() else {
        if args.format() == Format::Html && !args.output.is_given() && args.card.is_none() {
            bail!(
                "-o is missing: name a folder or a FILE.html, or choose --format text or markdown"
            );
        }
        return Ok(());
    };
    let shown = path.display();
    if is_store(path) {
        bail!("-o {shown}: it is a store, which would be lost; name another file");
    }
    if args.format() == Format::Html && path.is_file() && !is_page(path) {
        bail!("-o {shown}: it is a file; name a folder, or a page FILE.html");
    }
    Ok(())
}
