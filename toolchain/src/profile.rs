//! Profiles: which passes run where, as data. One TOML file each; `extends` a parent; unknown keys are errors.

mod pipeline;
mod schema;
mod store;

pub use pipeline::{Context, percent_encode, render};
pub use schema::{Feedback, Plugin};
pub use store::Store;

use std::{collections::BTreeMap, fmt, path::PathBuf};

use serde::{Deserialize, Serialize};

/// Where a profile's passes run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Design {
    /// Inside clang's own pipeline.
    A,
    /// Instead of it, in front of code generation.
    B,
}

impl fmt::Display for Design {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Design::A => "A",
            Design::B => "B",
        })
    }
}

/// Which of a profile's pipelines a compilation takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    A,
    /// Design A where a sanitizer adds its own code.
    ASanitized,
    B,
}

/// The places that the plugin runs passes at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Point {
    Precodegen,
    Start,
    OptimizerEarly,
    OptimizerLast,
}

impl Point {
    /// The plugin's option.
    pub fn option(self) -> &'static str {
        match self {
            Point::Precodegen => "-fz-precodegen",
            Point::Start => "-fz-start",
            Point::OptimizerEarly => "-fz-optimizer-early",
            Point::OptimizerLast => "-fz-optimizer-last",
        }
    }
}

/// Passes per place.
pub type Pipeline = BTreeMap<Point, Vec<String>>;

/// A profile with everything it inherits.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Profile {
    pub name: String,
    pub summary: String,
    /// The files it comes from, itself first.
    pub files: Vec<PathBuf>,
    /// In the order of preference; none: only for `extends`.
    pub designs: Vec<Design>,
    pub feedback: Vec<Feedback>,
    /// Added to the compiler's flags, before the user's.
    pub frontend: Vec<String>,
    /// LLVM options of the compilation.
    pub codegen: Vec<String>,
    /// Texts that pipelines refer to as `${name}`.
    pub define: BTreeMap<String, String>,
    /// Options of passes.
    pub passes: BTreeMap<String, Vec<(String, String)>>,
    pub plugins: Vec<Plugin>,
    pub pipeline: BTreeMap<Variant, Pipeline>,
}

impl Profile {
    /// The pipeline for a design; `sanitized`: a sanitizer adds code too.
    pub fn pipeline(&self, design: Design, sanitized: bool) -> Option<&Pipeline> {
        let variant = match design {
            Design::B => Variant::B,
            Design::A if sanitized && self.pipeline.contains_key(&Variant::ASanitized) => {
                Variant::ASanitized
            }
            Design::A => Variant::A,
        };
        self.pipeline.get(&variant)
    }
}
