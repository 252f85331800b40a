//! Line by line, what each side reaches: a page, a folder with a page and its data, or a text.

use std::path::Path;

use anyhow::{Result, bail, ensure};
use fz_base::tell;
use fz_engines::launch::folder;
use fz_report::pages::{assemble, card, html, sources::Places, text};

use super::{Format, ReportArgs, deciding};
use crate::{args::output, exit::Exit, place};

pub fn run(args: &ReportArgs) -> Result<Exit> {
    let places = Places::of(&args.source)?;
    let format = args.format.or(Format::Html);
    check(args, format)?;
    let (subjects, comparison) = args.sided.measure(None)?;
    let pair = match &args.diff[..] {
        [one, other] => Some([one.clone(), other.clone()]),
        _ => None,
    };
    let mut report = assemble::report(&assemble::Request {
        subjects: &subjects,
        comparison: &comparison,
        places: &places,
        pair,
    })?;
    if let Some(campaign) = args.sided.campaign().filter(|_| format == Format::Html)
        && let [program] = &mut report.programs[..]
        && let Err(error) = deciding::mark(program, &campaign)
    {
        tell!("fz: note: which bytes decide conditions is not known: {error:#}");
    }
    if let Some(path) = &args.card {
        let svg = card::card(&report, &comparison);
        let file = Some(path.as_path()).filter(|path| *path != Path::new("-"));
        place::write(file, |to| Ok(to.write_all(svg.as_bytes())?))?;
        if is_card_alone(args, format) {
            return Ok(Exit::Done);
        }
    }
    let most = args.limit.or_usual();
    let out = args.output.file();
    let written = |said: String| place::write(out, |to| Ok(to.write_all(said.as_bytes())?));
    match (format, out) {
        (Format::Text, _) => written(text::text(&report, most))?,
        (Format::Markdown, _) => written(text::markdown(&report, most))?,
        (_, Some(path)) if !is_page(path) => {
            folder::make(path)?;
            html::folder(&report, path)?;
        }
        (_, Some(path)) => {
            written(html::file_at(&report, path)?)?;
            tell!("fz: the page is {}", path.display());
        }
        (_, None) => written(html::file(&report)?)?,
    }
    Ok(Exit::Done)
}

/// Nothing else is asked for.
fn is_card_alone(args: &ReportArgs, format: Format) -> bool {
    args.card.is_some() && format == Format::Html && !args.output.is_given()
}

fn is_page(path: &Path) -> bool {
    let ending = path.extension().and_then(|e| e.to_str());
    !path.is_dir() && matches!(ending, Some("html" | "htm"))
}

/// Before anything takes long.
fn check(args: &ReportArgs, format: Format) -> Result<()> {
    output::spare_store(args.card.as_deref())?;
    let is_html = format == Format::Html;
    let Some(path) = args.output.file() else {
        ensure!(
            !is_html || args.output.is_given() || is_card_alone(args, format),
            "-o is missing: name a folder or a FILE.html, or choose --format text or markdown"
        );
        return Ok(());
    };
    output::spare_store(Some(path))?;
    if is_html && path.is_file() && !is_page(path) {
        let shown = path.display();
        bail!("-o {shown}: it is a file; name a folder, or a page FILE.html");
    }
    Ok(())
}
