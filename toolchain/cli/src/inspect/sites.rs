//! `--sites`: where a program compares, and with what.

use std::io::Write;

use anyhow::Result;
use fz_binary::Image;
use fz_coverage::names::demangled;
use serde_json::{Value, json};

use super::report::Report;
use crate::args;

pub fn print(reports: &[Report], as_json: bool, out: &mut impl Write) -> Result<()> {
    let images = || reports.iter().flat_map(|r| &r.program.images);
    if as_json {
        let all: Vec<Value> = images()
            .map(|i| json!({"path": i.path, "functions": i.sites, "why-empty": why_empty(i)}))
            .collect();
        let all = json!({"images": all});
        return args::json::write(&all, out);
    }
    for image in images() {
        let path = image.path.display();
        if let Some(why) = why_empty(image) {
            writeln!(out, "{path} {why}")?;
        }
        for function in &image.sites {
            writeln!(out, "{} in {path}", demangled(&function.name))?;
            for site in &function.sites {
                writeln!(out, "  {:>4} {site}", site.number)?;
            }
        }
    }
    Ok(())
}

/// How many compare sites an image has.
pub fn count(image: &Image) -> usize {
    image.sites.iter().map(|f| f.sites.len()).sum()
}

fn why_empty(image: &Image) -> Option<&'static str> {
    let has_units = !image.records.is_empty();
    match (image.sites.is_empty(), has_units) {
        (false, _) => None,
        (true, true) => Some(
            "has no records of compare sites: profiles with [feedback.compares] write them, but not under link-time \
             optimisation",
        ),
        (true, false) => Some("has no records: it is not fz's work, or `strip` removed them"),
    }
}
