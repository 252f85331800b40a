//! A profile's file as it is written.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use super::{Design, Edges, Pass, Plugin, Point, Profile, beside};
use crate::{error::Error, toml_file};

/// The keys of [`File`].
const KEYS: [&str; 9] = [
    "codegen", "design", "extends", "feedback", "frontend", "pass", "pipeline", "plugins",
    "summary",
];
const FEEDBACK: [&str; 1] = ["edges"];

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct File {
    summary: String,
    pub extends: Option<String>,
    design: Option<Design>,
    #[serde(default)]
    frontend: Frontend,
    pipeline: Option<String>,
    /// Added to the parent's.
    #[serde(default)]
    codegen: Vec<String>,
    /// Added to the parent's; a pass of the same name replaces the parent's.
    #[serde(default, rename = "pass")]
    passes: Vec<PassEntry>,
    /// `library.so:pass`, added to the parent's.
    #[serde(default)]
    plugins: Vec<String>,
    #[serde(default)]
    feedback: BTreeMap<String, toml::Table>,
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
    at: Point,
    #[serde(default)]
    options: toml::Table,
}

impl File {
    pub fn read(path: &Path) -> Result<File, Error> {
        let file: File = toml_file::read(path, &KEYS)?;
        for kind in file.feedback.keys() {
            toml_file::check(kind, "feedback", &FEEDBACK).map_err(|message| Error::File {
                path: path.to_owned(),
                message,
            })?;
        }
        Ok(file)
    }

    /// The profile that results from this file over its parent.
    pub fn applied_to(self, base: Profile, name: String, path: &Path) -> Result<Profile, Error> {
        let fail = |message: String| Error::File {
            path: path.to_owned(),
            message,
        };
        let mut profile = Profile {
            name,
            summary: self.summary,
            design: self.design.unwrap_or(base.design),
            pipeline: match self.pipeline {
                Some(text) => text.split_whitespace().collect(),
                None => base.pipeline.clone(),
            },
            ..base
        };
        profile.frontend_add.extend(self.frontend.add);
        profile.frontend_drop.extend(self.frontend.drop);
        profile.codegen.extend(self.codegen);
        for entry in self.passes {
            profile.passes.retain(|p| p.name != entry.name);
            profile.passes.push(Pass {
                options: options(entry.options).map_err(fail)?,
                name: entry.name,
                at: entry.at,
            });
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
        for (kind, mut table) in self.feedback {
            debug_assert_eq!(kind, "edges", "checked in `read`");
            let parent = profile.edges.take();
            if table
                .remove("off")
                .is_some_and(|v| v.as_bool() == Some(true))
            {
                continue;
            }
            let at = match table.remove("at") {
                Some(at) => at
                    .try_into()
                    .map_err(|e| fail(format!("feedback.edges.at: {e}")))?,
                None => parent.as_ref().map_or(Point::OptimizerLast, |e| e.at),
            };
            let mut all = parent.map(|e| e.options).unwrap_or_default();
            all.extend(options(table).map_err(fail)?);
            profile.edges = Some(Edges { at, options: all });
        }
        Ok(profile)
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
