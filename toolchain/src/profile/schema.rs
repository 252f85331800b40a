//! What a profile's file may hold.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Design, Pipeline, Variant};

/// Kinds of feedback. Each has a pass of the same name, which must stand in every pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feedback {
    /// A counter per edge.
    Edges,
}

impl Feedback {
    pub fn pass(self) -> &'static str {
        match self {
            Feedback::Edges => "edges",
        }
    }
}

/// A pass from somebody else's plugin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Plugin {
    /// The shared library; a relative path counts from the profile's file.
    pub library: String,
    /// Its name in pipeline texts, with parameters.
    pub pass: String,
    /// The point of the pipelines where it runs: `@plugins` of the profile is `plugins` here.
    pub at: String,
}

/// `"library.so:pass"`, or a table that also says where.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a plugin is \"LIBRARY.so:PASS\" or { library = \"…\", pass = \"…\", at = \"plugins\" }")]
pub enum PluginEntry {
    Short(String),
    #[serde(rename_all = "kebab-case")]
    Long {
        library: String,
        pass: String,
        at: Option<String>,
    },
}

/// Where plugins run that do not say.
pub const DEFAULT_POINT: &str = "plugins";

impl PluginEntry {
    pub fn resolve(&self) -> Result<Plugin, String> {
        let (library, pass, at) = match self {
            PluginEntry::Short(text) => {
                let (library, pass) = text
                    .split_once(':')
                    .filter(|(l, p)| !l.is_empty() && !p.is_empty())
                    .ok_or_else(|| format!("plugin `{text}` is not of the form LIBRARY.so:PASS"))?;
                (library, pass, None)
            }
            PluginEntry::Long { library, pass, at } => (library.as_str(), pass.as_str(), at.clone()),
        };
        Ok(Plugin {
            library: library.to_owned(),
            pass: pass.to_owned(),
            at: at.unwrap_or_else(|| DEFAULT_POINT.to_owned()),
        })
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Frontend {
    #[serde(default)]
    pub add: Vec<String>,
    /// Inherited flags that this profile does without.
    #[serde(default)]
    pub drop: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Codegen {
    #[serde(default)]
    pub flags: Vec<String>,
    /// Inherited flags that this profile does without.
    #[serde(default)]
    pub drop: Vec<String>,
}

/// An option of a pass. An array repeats it; `true` gives it without value.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "an option of a pass is a string, a number, true, or an array of strings")]
pub enum OptionValue {
    Text(String),
    Number(i64),
    Flag(bool),
    Many(Vec<String>),
}

impl OptionValue {
    pub fn texts(&self) -> Vec<String> {
        match self {
            OptionValue::Text(text) => vec![text.clone()],
            OptionValue::Number(n) => vec![n.to_string()],
            OptionValue::Flag(true) => vec![String::new()],
            OptionValue::Flag(false) => vec![],
            OptionValue::Many(texts) => texts.clone(),
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct File {
    pub extends: Option<String>,
    pub summary: String,
    pub designs: Option<Vec<Design>>,
    pub feedback: Option<Vec<Feedback>>,
    #[serde(default)]
    pub frontend: Frontend,
    #[serde(default)]
    pub codegen: Codegen,
    #[serde(default)]
    pub define: BTreeMap<String, String>,
    #[serde(default)]
    pub passes: BTreeMap<String, BTreeMap<String, OptionValue>>,
    #[serde(default)]
    pub plugins: Vec<PluginEntry>,
    #[serde(default)]
    pub pipeline: BTreeMap<Variant, Pipeline>,
}
