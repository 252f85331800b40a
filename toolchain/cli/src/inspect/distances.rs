//! `--distances`: which branches have gates, and the numbers of their outcomes.

use std::io::Write;

use anyhow::Result;
use fz_base::line;
use fz_binary::{GatedBranch, Image};
use fz_coverage::names::demangled;
use serde_json::{Value, json};

use super::{flat, report::Report, sites};
use crate::args;

pub fn print(reports: &[Report], as_json: bool, out: &mut impl Write) -> Result<()> {
    let images = || reports.iter().flat_map(|r| r.program.images);
    if as_json {
        let all: Vec<Value> = images()
            .map(|i| {
                let branch = |branch: &GatedBranch| {
                    let mut said = flat(branch);
                    said["kind"] = branch.kind.name().into();
                    said
                };
                let functions = i.branches.iter();
                let functions = functions.map(|f| {
                    json!({"function": f.name, "branches": f.branches.iter().map(branch).collect::<Vec<_>>()})
                });
                json!({
                    "path": i.path,
                    "outcomes": i.outcomes,
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
        for function in &image.branches {
            line!(out, "{} in {path}", demangled(&function.name))?;
            for branch in &function.branches {
                let last = branch.first + u64::from(branch.outcomes) - 1;
                line!(out, "  {:>4} to {last}: {branch}", branch.first)?;
            }
        }
    }
    Ok(())
}

/// How many branches of an image have gates.
pub fn count(image: &Image) -> usize {
    image.branches.iter().map(|f| f.branches.len()).sum()
}

fn why_empty(image: &Image) -> Option<String> {
    let records = "has no records of distances: profiles with [feedback.distance] write them, but not under link-time \
                   optimisation";
    let is_empty = image.branches.is_empty();
    is_empty.then(|| sites::why_no_records(image, records))
}
