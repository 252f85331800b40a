//! A list: inputs, and what people expect of them.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail, ensure};
use serde::Deserialize;
use xtask::{described, proc};

const DIR: &str = "tests/coverage/frontier";

/// A file of `tests/coverage/frontier/`, named after its program.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    #[serde(skip)]
    pub name: String,
    #[serde(rename = "input")]
    pub inputs: Vec<Input>,
    #[serde(rename = "place")]
    pub places: Vec<Expected>,
    #[serde(default)]
    pub nowhere: Vec<Nowhere>,
}

/// An input that is made: a text, or what clang makes of one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Input {
    name: String,
    text: Option<String>,
    /// C, which is compiled.
    source: Option<String>,
    #[serde(default)]
    flags: Vec<String>,
    /// It is a whole program or a library.
    #[serde(default)]
    links: bool,
    /// The expectations are of these.
    #[serde(default)]
    pub in_list: bool,
}

/// A place where the inputs of the list stop.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// It is in this one.
    pub function: String,
    /// The condition's text.
    pub condition: Option<String>,
    /// What its line has.
    pub line: Option<String>,
    /// The outcome that never came. Without one the functions lie behind all of its ways together.
    pub never: Option<String>,
    /// These are among the functions that lie behind it.
    pub behind: Vec<String>,
}

/// A function that did not run and lies behind no place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nowhere {
    pub function: String,
    pub why: String,
}

/// The lists of these programs, or all.
pub fn load(only: &[String]) -> Result<Vec<List>> {
    described::load(
        DIR,
        only,
        "nothing is expected of",
        |list: &mut List, name, _| {
            list.name = name;
            list.check()
        },
    )
}

impl List {
    fn check(&self) -> Result<()> {
        let others = self.inputs.iter().skip_while(|i| i.in_list);
        ensure!(
            self.inputs.first().is_some_and(|i| i.in_list) && others.clone().all(|i| !i.in_list),
            "the inputs of the list come first"
        );
        for place in &self.places {
            ensure!(
                place.condition.is_some() || place.line.is_some(),
                "a place in {} has neither a condition nor a line",
                place.function
            );
        }
        Ok(())
    }
}

impl Input {
    pub fn make(&self, corpus: &Path) -> Result<()> {
        let path = corpus.join(&self.name);
        match (&self.text, &self.source) {
            (Some(text), None) => Ok(fs::write(path, text)?),
            (None, Some(source)) => {
                let folder = tempfile::tempdir()?;
                let file = folder.path().join("source.c");
                fs::write(&file, source)?;
                let mut compiler = Command::new(fz_llvm::CLANG);
                compiler.arg("-w").args(&self.flags);
                compiler.args((!self.links).then_some("-c"));
                // Its name gets into the object.
                compiler.current_dir(folder.path()).arg("source.c");
                proc::output(compiler.arg("-o").arg(path)).map(|_| ())
            }
            _ => bail!("input {} is a text or a source", self.name),
        }
    }
}
