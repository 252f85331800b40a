//! A profile's file as it is written.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use fz_base::{error::Error, toml_file};
use fz_schema::{Placement, Point, find, misspelt};
use serde::{Deserialize, Deserializer, de};

use super::{
    Design, Pass, Plugin, Profile, beside, feedback, pipeline,
    values::{point, text_of},
};

/// The keys of [`File`].
const KEYS: [&str; 11] = [
    "codegen", "design", "extends", "feedback", "frontend", "keep-O0", "pass", "pipeline",
    "plugins", "refactor", "summary",
];

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct File {
    summary: Option<String>,
    pub extends: Option<String>,
    #[serde(default, deserialize_with = "design")]
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

fn design<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Design>, D::Error> {
    let value = toml::Value::deserialize(deserializer)?;
    let design = value.as_str().and_then(Design::of_name);
    let names = || {
        Design::ALL
            .map(|design| format!("\"{}\"", design.name()))
            .join(", ")
    };
    let wrong = || {
        de::Error::custom(format!(
            "`design = {value}`: `design` is one of {}",
            names()
        ))
    };
    design.map(Some).ok_or_else(wrong)
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
    #[serde(default)]
    link: Vec<String>,
    reports: Option<bool>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PassEntry {
    name: String,
    at: Option<toml::Value>,
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
        let fail = |message: String| Error::file(path, message);
        let summary = self.summary.filter(|s| !s.trim().is_empty()).ok_or_else(|| {
            fail(
                "a profile needs a line `summary = \"…\"`: what it is for, in a sentence that `fz profiles` shows"
                    .to_owned(),
            )
        })?;
        let writes_pipeline = self.pipeline.is_some();
        let mut profile = Profile {
            name,
            summary,
            design: self.design.unwrap_or(base.design),
            pipeline: text_over(&base.pipeline, self.pipeline),
            keep_o0: self.keep_o0.unwrap_or(base.keep_o0),
            ..base
        };
        if writes_pipeline {
            pipeline::check_passes(&profile.pipeline).map_err(fail)?;
        }
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
        profile.frontend_link.extend(self.frontend.link);
        profile.reports = self.frontend.reports.unwrap_or(profile.reports);
        let spelled = self.codegen.iter().map(|o| fz_llvm::option(o).to_owned());
        profile.codegen.extend(spelled);
        let mut own: Vec<(String, Point)> = Vec::new();
        for entry in self.passes {
            let pass = entry.pass().map_err(fail)?;
            let place = (entry.name.clone(), pass.at);
            if own.contains(&place) {
                return Err(fail(format!(
                    "pass `{}` is there twice at \"{}\": the second would replace the first",
                    pass.name, pass.at
                )));
            }
            own.push(place);
            let is_same = |p: &Pass| (&p.name, p.at) == (&pass.name, pass.at);
            match profile.passes.iter().position(is_same) {
                Some(parents) if entry.off => {
                    profile.passes.remove(parents);
                }
                Some(parents) => profile.passes[parents] = pass,
                None if entry.off => {
                    return Err(fail(format!(
                        "pass `{}`: `off = true` leaves out a pass of the parent, but the parent has no such pass at this point",
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
        feedback::apply(self.feedback, &mut profile).map_err(fail)?;
        Ok(profile)
    }
}

impl PassEntry {
    /// The pass that it places, or leaves out.
    fn pass(&self) -> Result<Pass, String> {
        let name = &self.name;
        let wrong = |why: String| format!("pass `{name}`: {why}");
        let known = find(name);
        let points = match known.map(|pass| pass.placement) {
            Some(Placement::Driver(instead)) => {
                return Err(format!(
                    "pass `{name}` cannot be placed by `[[pass]]`: {instead}"
                ));
            }
            Some(Placement::Profile(points)) => points,
            None => Point::OF_PASSES,
        };
        if let Some(meant) = misspelt(name) {
            return Err(format!(
                "there is no pass `{name}` (did you mean `{}`?)",
                meant.name
            ));
        }
        let Some(at) = &self.at else {
            return Err(format!(
                "pass `{name}` needs `at`: {}",
                Point::one_of(points)
            ));
        };
        let at = point(at, points).map_err(wrong)?;
        if self.off && !self.options.is_empty() {
            return Err(wrong(
                "`off = true` leaves it out, so it takes no options".to_owned(),
            ));
        }
        let mut options = BTreeMap::new();
        for (key, value) in &self.options {
            let value = text_of(key, value).map_err(wrong)?;
            let value = match known {
                Some(pass) => {
                    feedback::checked(&[pass], &[], key, &value)
                        .map_err(wrong)?
                        .1
                }
                None => value,
            };
            options.insert(key.clone(), value);
        }
        Ok(Pass {
            name: name.clone(),
            at,
            options,
        })
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
