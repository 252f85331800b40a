//! `--sites`: where a program compares, and with what.

use std::io::Write;

use anyhow::Result;
use fz_base::line;
use fz_binary::Image;
use fz_coverage::names::demangled;
use serde_json::{Value, json};

use super::{flat, report::Report};
use crate::args;

pub fn print(reports: &[Report], as_json: bool, out: &mut impl Write) -> Result<()> {
    let images = || reports.iter().flat_map(|r| r.program.images);
    if as_json {
        let all: Vec<Value> = images()
            .map(|i| {
                let functions = i.sites.iter();
                let functions = functions.map(|f| {
                    json!({"function": f.name, "sites": f.sites.iter().map(flat).collect::<Vec<_>>()})
                });
                json!({
                    "path": i.path,
                    "functions": functions.collect::<Vec<_>>(),
                    "why-empty": why_empty(i),
                })
            })
            .collect();
        let all = json!({"images": all});
        return args::json::write(&all, out);
    }
    for image in images() {
        let path = image.path.display();
        if let Some(why) = why_empty(image) {
            line!(out, "{path} {why}")?;
        }
        for function in &image.sites {
            line!(out, "{} in {path}", demangled(&function.name))?;
            for site in &function.sites {
                line!(out, "  {:>4} {site}", site.number)?;
            }
        }
    }
    Ok(())
}

/// How many compare sites an image has.
pub fn count(image: &Image) -> usize {
    image.sites.iter().map(|f| f.sites.len()).sum()
}

fn why_empty(image: &Image) -> Option<String> {
    let records = "has no records of compare sites: profiles with [feedback.compares] write them, but not under link-time \
         optimisation";
    let is_empty = image.sites.is_empty();
    is_empty.then(|| why_no_records(image, records))
}

/// Why there are no records of some kind. `profile`: what is said where there are records of other kinds.
pub fn why_no_records(image: &Image, profile: &str) -> String {
    match (image.records.is_empty(), image.lost_records()) {
        (false, _) => profile.to_owned(),
        (true, Some(lost)) => format!("has no records: {lost}"),
        (true, None) => "has no records: it is not fz's work, or they were removed".to_owned(),
    }
}
