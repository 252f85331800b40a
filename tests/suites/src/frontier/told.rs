//! What `fz` says: the places, and what inputs have reached.

use std::collections::{HashMap, HashSet};

use anyhow::{Context, Result};
use serde::Deserialize;

#[derive(Debug, Default, Clone, Deserialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// It is in this one.
    pub function: String,
    pub condition: Option<String>,
    /// A call that did not return.
    pub call: bool,
    pub functions: Vec<String>,
    pub ways: Vec<Way>,
}

#[derive(Debug, Default, Clone, Deserialize)]
pub struct Way {
    pub never: Option<String>,
    pub functions: Vec<String>,
}

/// An outcome of a condition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub condition: String,
    pub outcome: String,
}

impl Place {
    pub fn outcome(&self, outcome: &str) -> Option<Outcome> {
        Some(Outcome {
            function: self.function.clone(),
            file: self.file.clone(),
            line: self.line,
            column: self.column,
            condition: self.condition.clone()?,
            outcome: outcome.to_owned(),
        })
    }

    /// As an editor finds it, with the condition.
    pub fn shown(&self) -> String {
        let condition = self.condition.as_deref().unwrap_or("no condition");
        format!("{}:{}:{} ({condition})", self.file, self.line, self.column)
    }
}

/// What `fz frontier --json` says.
pub fn places(said: &str) -> Result<Vec<Place>> {
    #[derive(Deserialize)]
    struct Said {
        places: Vec<Place>,
    }
    let said: Said = serde_json::from_str(said).context("what `fz frontier` says")?;
    Ok(said.places)
}

/// What a store says that inputs have reached.
#[derive(Debug, Default)]
pub struct Reached {
    /// By symbol: whether it ran. Symbols that several functions have are left out.
    pub functions: HashMap<String, bool>,
    pub outcomes: HashSet<Outcome>,
}

impl Reached {
    /// Of what `fz cov report --format json` writes.
    pub fn read(stored: &str) -> Result<Reached> {
        #[derive(Deserialize)]
        struct Stored {
            identities: Vec<Identity>,
        }
        #[derive(Deserialize)]
        struct Identity {
            kind: String,
            function: String,
            file: Option<String>,
            line: Option<u32>,
            column: Option<u32>,
            text: String,
            outcome: String,
            inputs: u64,
        }
        let stored: Stored = serde_json::from_str(stored).context("what `fz cov report` says")?;
        let mut reached = Reached::default();
        let mut again = HashSet::new();
        for identity in stored.identities {
            let ran = identity.inputs > 0;
            match (identity.kind.as_str(), identity.file) {
                ("function", _) => {
                    let symbol = identity.function;
                    if reached.functions.insert(symbol.clone(), ran).is_some() {
                        again.insert(symbol);
                    }
                }
                ("outcome", Some(file)) if ran => {
                    reached.outcomes.insert(Outcome {
                        function: identity.function,
                        file,
                        line: identity.line.unwrap_or_default(),
                        column: identity.column.unwrap_or_default(),
                        condition: identity.text,
                        outcome: identity.outcome,
                    });
                }
                _ => {}
            }
        }
        reached
            .functions
            .retain(|symbol, _| !again.contains(symbol));
        Ok(reached)
    }

    pub fn ran(&self, function: &str) -> bool {
        self.functions.get(function) == Some(&true)
    }
}
