//! A profile's file as it is written.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use super::{
    Compares, Conditions, Design, Dictionary, Edges, Pass, Plugin, Point, Profile, Taint, beside,
};
use crate::{error::Error, toml_file};

/// The keys of [`File`].
const KEYS: [&str; 11] = [
    "codegen", "design", "extends", "feedback", "frontend", "keep-O0", "pass", "pipeline",
    "plugins", "refactor", "summary",
];
const FEEDBACK: [&str; 6] = [
    "compares",
    "conditions",
    "dictionary",
    "edges",
    "stack-depth",
    "taint",
];

/// Passes that have places of their own, and what to write for them.
const PLACED: [(&str, &str); 10] = [
    ("compares", "write `[feedback.compares]`"),
    ("conditions", "write `[feedback.conditions]`"),
    ("dictionary", "write `[feedback.dictionary]`"),
    ("edges", "write `[feedback.edges]`"),
    ("selection", "write `allow` and `deny` into fz.toml"),
    ("sites", "write `[feedback.compares]`"),
    ("stack-depth", "write `[feedback.stack-depth]`"),
    ("strip-line-tables", "fz places it itself"),
    ("taint", "write `[feedback.taint]`"),
    ("unit-record", "fz places it itself"),
];

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct File {
    summary: Option<String>,
    pub extends: Option<String>,
    design: Option<Design>,
    #[serde(default)]
    frontend: Frontend,
    pipeline: Option<String>,
    #[serde(rename = "keep-O0")]
    keep_o0: Option<bool>,
    /// Added to the parent's.
    #[serde(default)]
    codegen: Vec<String>,
    /// Added to the parent's; a pass of the same name at the same point takes the place of the parent's.
    #[serde(default, rename = "pass")]
    passes: Vec<PassEntry>,
    /// `library.so:pass`, added to the parent's.
    #[serde(default)]
    plugins: Vec<String>,
    feedback: Option<toml::Value>,
    refactor: Option<Refactor>,
}

/// The table is there: sources are refactored. It has no options yet but `off`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Refactor {
    #[serde(default)]
    off: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Frontend {
    #[serde(default)]
    add: Vec<String>,
    #[serde(default)]
    drop: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PassEntry {
    name: String,
    at: Option<Point>,
    /// The parent's is left out.
    #[serde(default)]
    off: bool,
    #[serde(default)]
    options: toml::Table,
}

impl File {
    pub fn read(path: &Path) -> Result<File, Error> {
        toml_file::read(path, &KEYS)
    }

    /// The profile that results from this file over its parent.
    pub fn applied_to(self, base: Profile, name: String, path: &Path) -> Result<Profile, Error> {
        let fail = |message: String| Error::File {
            path: path.to_owned(),
            message,
        };
        let summary = self.summary.filter(|s| !s.trim().is_empty()).ok_or_else(|| {
            fail(
                "a profile needs a line `summary = \"…\"`: what it is for, in a sentence that `fz profiles` shows"
                    .to_owned(),
            )
        })?;
        let mut profile = Profile {
            name,
            summary,
            design: self.design.unwrap_or(base.design),
            pipeline: text_over(&base.pipeline, self.pipeline),
            keep_o0: self.keep_o0.unwrap_or(base.keep_o0),
            ..base
        };
        if let Some(wrong) = self.frontend.drop.iter().find(|d| !is_pattern(d)) {
            return Err(fail(format!(
                "`drop` names arguments of clang as they are written, with `*` for what may follow, as in \"-march=*\"; \
                 \"{wrong}\" is none"
            )));
        }
        if let Some(refactor) = self.refactor {
            profile.refactor = !refactor.off;
        }
        profile.frontend_add.extend(self.frontend.add);
        profile.frontend_drop.extend(self.frontend.drop);
        let spelled = self.codegen.iter().map(|o| fz_llvm::option(o).to_owned());
        profile.codegen.extend(spelled);
        let mut own: Vec<(String, Point)> = Vec::new();
        for entry in self.passes {
            let at = entry.at.filter(|at| *at != Point::Source).ok_or_else(|| {
                let (name, points) = (&entry.name, Point::list(|p| p != Point::Source));
                fail(format!("pass `{name}` needs `at`: one of {points}"))
            })?;
            let place = (entry.name.clone(), at);
            if own.contains(&place) {
                return Err(fail(format!(
                    "pass `{}` is there twice at \"{at}\": the second would take the place of the first",
                    entry.name
                )));
            }
            own.push(place);
            if let Some((_, instead)) = PLACED.iter().find(|(name, _)| *name == entry.name) {
                return Err(fail(format!(
                    "pass `{}` is none for `[[pass]]`: {instead}",
                    entry.name
                )));
            }
            if entry.off && !entry.options.is_empty() {
                return Err(fail(format!(
                    "pass `{}`: `off = true` leaves it out, so it has no use for options",
                    entry.name
                )));
            }
            let pass = Pass {
                options: options(entry.options).map_err(fail)?,
                name: entry.name,
                at,
            };
            let is_same = |p: &Pass| (&p.name, p.at) == (&pass.name, pass.at);
            match profile.passes.iter().position(is_same) {
                Some(parents) if entry.off => {
                    profile.passes.remove(parents);
                }
                Some(parents) => profile.passes[parents] = pass,
                None if entry.off => {
                    return Err(fail(format!(
                        "pass `{}`: `off = true` leaves out a pass of the parent, which has none of that name at this point",
                        pass.name
                    )));
                }
                None => profile.passes.push(pass),
            }
        }
        for plugin in self.plugins {
            let (library, pass) = plugin
                .rsplit_once(':')
                .filter(|(l, p)| !l.is_empty() && !p.is_empty())
                .ok_or_else(|| fail(format!("plugin `{plugin}`: write it as `library.so:pass`")))?;
            profile.plugins.push(Plugin {
                library: beside(path, &PathBuf::from(library)),
                pass: pass.to_owned(),
            });
        }
        let mut tables = feedback_tables(self.feedback).map_err(fail)?;
        if let Some(table) = tables.remove("edges") {
            profile.edges = edges_over(profile.edges, table)
                .map_err(|message| fail(format!("[feedback.edges]: {message}")))?;
        }
        if let Some(table) = tables.remove("compares") {
            profile.compares = compares_over(profile.compares, table)
                .map_err(|message| fail(format!("[feedback.compares]: {message}")))?;
        }
        if let Some(table) = tables.remove("conditions") {
            profile.conditions = conditions_over(profile.conditions, table)
                .map_err(|message| fail(format!("[feedback.conditions]: {message}")))?;
        }
        if let Some(table) = tables.remove("dictionary") {
            profile.dictionary = dictionary_over(profile.dictionary, table)
                .map_err(|message| fail(format!("[feedback.dictionary]: {message}")))?;
        }
        if profile.conditions.is_some() && profile.edges.is_none() {
            return Err(fail(
                "[feedback.conditions] says which edges are outcomes of which conditions, so it needs `[feedback.edges]`"
                    .to_owned(),
            ));
        }
        if let Some(table) = tables.remove("stack-depth") {
            profile.stack_depth = stack_depth_over(table)
                .map_err(|message| fail(format!("[feedback.stack-depth]: {message}")))?;
        }
        if profile.stack_depth && profile.edges.is_none() {
            return Err(fail(
                "[feedback.stack-depth] is told to the engine with an image's edges, so it needs `[feedback.edges]`"
                    .to_owned(),
            ));
        }
        if let Some(table) = tables.remove("taint") {
            profile.taint = taint_over(profile.taint, table)
                .map_err(|message| fail(format!("[feedback.taint]: {message}")))?;
        }
        if profile.taint.is_some() && profile.compares.is_some() {
            return Err(fail(
                "[feedback.taint] records what is compared, and leaves nothing for compare feedback: write \
                 `[feedback.compares]` with `off = true`, or extend another profile"
                    .to_owned(),
            ));
        }
        Ok(profile)
    }
}

/// Whether it stands for flags: `-g3`, `-march=*`.
fn is_pattern(text: &str) -> bool {
    let stem = text.strip_suffix('*').unwrap_or(text);
    stem.len() > 1 && stem.starts_with('-') && !stem.contains('*')
}

/// A pipeline's text, written over several lines, or else the parent's.
fn text_over(parent: &str, own: Option<String>) -> String {
    match own {
        Some(text) => text.split_whitespace().collect(),
        None => parent.to_owned(),
    }
}

/// The kinds of feedback that a file speaks of, by name.
fn feedback_tables(feedback: Option<toml::Value>) -> Result<BTreeMap<String, toml::Table>, String> {
    let table = |value| match value {
        toml::Value::Table(table) => Ok(table),
        _ => Err(
            "feedback is a table: write `[feedback.edges]`, and below it one option a line"
                .to_owned(),
        ),
    };
    let kinds = feedback.map(table).transpose()?.unwrap_or_default();
    let kinds = kinds.into_iter().map(|(kind, value)| {
        toml_file::check(&kind, "feedback", &FEEDBACK)?;
        Ok((kind, table(value)?))
    });
    kinds.collect()
}

/// The edge counters that result from the options of a profile over its parent's.
fn edges_over(parent: Option<Edges>, mut table: toml::Table) -> Result<Option<Edges>, String> {
    for (own, why) in [
        ("stage", "fz runs the pass where it is needed"),
        ("records", "fz leaves them out where they would be wrong"),
    ] {
        if table.contains_key(own) {
            return Err(format!("`{own}` is none of its options: {why}"));
        }
    }
    if is_off(&mut table, "counters")? {
        return Ok(None);
    }
    let (parent_at, mut all) = match parent {
        Some(parent) => (parent.at, parent.options),
        None => (Point::OptimizerLast, BTreeMap::new()),
    };
    let at = match table.remove("at") {
        Some(at) => Point::parse(&at, |point| point != Point::BeforeEdges)?,
        None => parent_at,
    };
    all.extend(options(table)?);
    Ok(Some(Edges { at, options: all }))
}

/// The compare feedback that results from the options of a profile over its parent's.
fn compares_over(
    parent: Option<Compares>,
    mut table: toml::Table,
) -> Result<Option<Compares>, String> {
    /// Options of the `compares` pass; all others are `sites`'.
    const LOWERING: [&str; 2] = ["form", "gate"];
    if table.contains_key("records") {
        return Err(
            "`records` is none of its options: fz leaves them out where they would be wrong"
                .to_owned(),
        );
    }
    if is_off(&mut table, "compare feedback")? {
        return Ok(None);
    }
    let mut all = parent.unwrap_or_default();
    for (key, value) in options(table)? {
        match LOWERING.contains(&key.as_str()) {
            true => all.lowering.insert(key, value),
            false => all.sites.insert(key, value),
        };
    }
    match all.lowering.contains_key("form") {
        true => Ok(Some(all)),
        false => Err(
            "needs `form`: \"trace\" (SanitizerCoverage's callbacks), \"cmplog\" (AFL++'s) or \"angora\" (Angora's)"
                .to_owned(),
        ),
    }
}

/// What is wanted of the dictionary, from the options of a profile over its parent's.
fn dictionary_over(
    parent: Option<Dictionary>,
    mut table: toml::Table,
) -> Result<Option<Dictionary>, String> {
    for (own, why) in [
        ("stage", "fz runs the pass where it is needed"),
        ("ignore", "write `[dictionary]` with `ignore` into fz.toml"),
    ] {
        if table.contains_key(own) {
            return Err(format!("`{own}` is none of its options: {why}"));
        }
    }
    if is_off(&mut table, "dictionary")? {
        return Ok(None);
    }
    let mut all = parent.unwrap_or_default();
    all.options.extend(options(table)?);
    Ok(Some(all))
}

/// What is said of conditions, from the options of a profile over its parent's.
fn conditions_over(
    parent: Option<Conditions>,
    mut table: toml::Table,
) -> Result<Option<Conditions>, String> {
    for own in ["table", "origin"] {
        if table.contains_key(own) {
            return Err(format!(
                "`{own}` is none of its options: fz names the file itself"
            ));
        }
    }
    if is_off(&mut table, "conditions")? {
        return Ok(None);
    }
    let mut all = parent.unwrap_or_default();
    all.options.extend(options(table)?);
    Ok(Some(all))
}

/// The labels that result from the options of a profile over its parent's.
fn taint_over(parent: Option<Taint>, mut table: toml::Table) -> Result<Option<Taint>, String> {
    /// Options of the `taint` pass; all others are `sites`'.
    const LABELS: [&str; 2] = ["addresses-read", "unlabelled"];
    if is_off(&mut table, "labels")? {
        return Ok(None);
    }
    let mut all = parent.unwrap_or_default();
    for (key, value) in options(table)? {
        match LABELS.contains(&key.as_str()) {
            true => all.labels.insert(key, value),
            false => all.sites.insert(key, value),
        };
    }
    Ok(Some(all))
}

fn stack_depth_over(mut table: toml::Table) -> Result<bool, String> {
    let off = is_off(&mut table, "depth")?;
    match table.keys().next() {
        Some(key) => Err(format!("`{key}`: it has no options but `off`")),
        None => Ok(!off),
    }
}

/// Whether a table says `off = true`, and then nothing else.
fn is_off(table: &mut toml::Table, what: &str) -> Result<bool, String> {
    match table.remove("off") {
        Some(toml::Value::Boolean(true)) if !table.is_empty() => Err(format!(
            "`off = true` leaves the {what} out, so it has no use for options"
        )),
        Some(toml::Value::Boolean(off)) => Ok(off),
        None => Ok(false),
        Some(other) => Err(format!(
            "`off = {other}`: `off` is true (no {what}) or false, without quotes"
        )),
    }
}

fn options(table: toml::Table) -> Result<BTreeMap<String, String>, String> {
    table
        .into_iter()
        .map(|(key, value)| {
            let text = match value {
                toml::Value::String(s) => s,
                toml::Value::Integer(n) => n.to_string(),
                toml::Value::Boolean(b) => if b { "on" } else { "off" }.to_owned(),
                _ => {
                    return Err(format!(
                        "option `{key}` is a word, a number or a truth value"
                    ));
                }
            };
            Ok((key, text))
        })
        .collect()
}
