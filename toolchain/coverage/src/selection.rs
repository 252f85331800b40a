//! Which runs of a store count.

use fz_base::error::Error;

use super::store::Run;

/// Which runs count; without a word about a dimension, all do.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub campaign: Vec<String>,
    pub fuzzer: Vec<String>,
    pub configuration: Vec<String>,
    pub run: Vec<String>,
}

impl Selection {
    /// In the order of [`Run::names`].
    pub const DIMENSIONS: [&str; 4] = ["campaign", "fuzzer", "configuration", "run"];

    pub fn has(&self, run: &Run) -> bool {
        self.lists()
            .iter()
            .zip(run.names())
            .all(|(wanted, name)| wanted.is_empty() || wanted.iter().any(|w| w == name))
    }

    pub fn lists(&self) -> [&Vec<String>; 4] {
        [&self.campaign, &self.fuzzer, &self.configuration, &self.run]
    }

    pub fn lists_mut(&mut self) -> [&mut Vec<String>; 4] {
        [
            &mut self.campaign,
            &mut self.fuzzer,
            &mut self.configuration,
            &mut self.run,
        ]
    }

    /// Refuses names that no run has.
    pub fn check(&self, runs: &[Run]) -> Result<(), Error> {
        for (at, what) in Self::DIMENSIONS.into_iter().enumerate() {
            let mut known: Vec<String> = runs.iter().map(|r| r.names()[at].to_owned()).collect();
            known.sort();
            known.dedup();
            if let Some(name) = self.lists()[at].iter().find(|w| !known.contains(w)) {
                let name = name.clone();
                known.retain(|k| !k.is_empty());
                return Err(match known.is_empty() {
                    false => Error::Unknown { what, name, known },
                    true => Error::Option {
                        option: name,
                        message: format!(
                            "no run has a {what}; `fz cov collect --{what}` gives one"
                        ),
                    },
                });
            }
        }
        Ok(())
    }
}
