//! Campaigns of each contender on each target, several times, spread over the cores.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Map, Value};

use super::solving::Outcome;
use fz_harness::{parallel, progress};

/// What is conducted.
pub struct Trials<'a> {
    /// For people.
    pub label: &'a str,
    pub targets: Vec<&'a str>,
    pub contenders: Vec<&'a str>,
    pub count: u64,
}

/// Which campaign: places in `Trials`, and the trial's number from 0.
#[derive(Clone, Copy)]
pub struct Turn {
    pub target: usize,
    pub contender: usize,
    pub trial: u64,
}

/// Of each target, for each contender, the outcomes of the trials that have ended, in the order of the trials.
pub type Results = Vec<Vec<Vec<Outcome>>>;

impl Trials<'_> {
    /// Runs all campaigns, each on the core that it is told. What has been found so far is written after each: a long run that
    /// is ended early leaves what it has.
    pub fn conduct(
        &self,
        run: impl Fn(usize, Turn) -> Result<Outcome> + Sync,
        write: impl Fn(&Results) -> Result<()> + Sync,
    ) -> Result<Results> {
        let turns = self.turns();
        let none = vec![vec![BTreeMap::new(); self.contenders.len()]; self.targets.len()];
        let ended = Mutex::new(none);
        let results = |ended: &[Vec<BTreeMap<u64, Outcome>>]| -> Results {
            let trials = |trials: &BTreeMap<u64, Outcome>| trials.values().copied().collect();
            let of_target = |all: &Vec<_>| all.iter().map(trials).collect();
            ended.iter().map(of_target).collect()
        };
        let bar = progress::bar(&format!("{}: campaigns", self.label), turns.len());
        bar.enable_steady_tick(Duration::from_secs(1));
        parallel::each(turns, |core, turn| {
            let Turn {
                target,
                contender,
                trial,
            } = turn;
            let (on, by) = (self.targets[target], self.contenders[contender]);
            let label = format!("{on} {by} {}", trial + 1);
            bar.set_message(label.clone());
            let outcome = run(core, turn).with_context(|| label.clone())?;
            if bar.is_hidden() {
                eprintln!("      {label}: {outcome}");
            }
            bar.inc(1);
            let mut ended = ended.lock().expect("no panic in a campaign");
            ended[target][contender].insert(trial, outcome);
            write(&results(&ended))
        })?;
        bar.finish_and_clear();
        Ok(results(
            &ended.into_inner().expect("no panic in a campaign"),
        ))
    }

    /// The builds of a target take turns, so that what else the machine does hits all of them.
    fn turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        for target in 0..self.targets.len() {
            for trial in 0..self.count {
                turns.extend((0..self.contenders.len()).map(|contender| Turn {
                    target,
                    contender,
                    trial,
                }));
            }
        }
        turns
    }

    /// By target and contender.
    pub fn json(&self, results: &Results) -> Map<String, Value> {
        let of_target = |outcomes: &Vec<Vec<Outcome>>| -> Value {
            let trials = outcomes.iter().map(|trials| trials.iter().copied());
            let named = self.contenders.iter().zip(trials);
            let named = named.map(|(name, trials)| (name.to_string(), trials.collect::<Value>()));
            named.collect::<Map<_, _>>().into()
        };
        let named = self.targets.iter().zip(results);
        named
            .map(|(name, outcomes)| (name.to_string(), of_target(outcomes)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome::{Solved, Unsolved, Wrong};
    use super::Trials;

    #[test]
    fn trials_stand_in_their_order() {
        let trials = Trials {
            label: "test",
            targets: vec!["a", "b"],
            contenders: vec!["split"],
            count: 3,
        };
        let outcomes = [Solved(3), Unsolved, Wrong(1)];
        let run = |_, turn: super::Turn| Ok(outcomes[turn.trial as usize]);
        let results = trials.conduct(run, |_| Ok(())).unwrap();
        assert_eq!(results, [[outcomes], [outcomes]]);
        let expected = serde_json::json!([3, null, {"wrong": 1}]);
        assert_eq!(trials.json(&results)["b"]["split"], expected);
    }
}
