//! What the campaigns of all rungs say together.

use serde_json::{Value, json};

use crate::solving::{Outcome, median};
use crate::trials::{self, Trials};
use xtask::table::{self, grouped};

/// How many executions ours may take, of LAF_ALL's.
const WITHIN: f64 = 1.2;

/// The outcomes of a rung: for each build, in the order of `Results::builds`, those of its trials that have ended.
pub struct Row {
    pub rung: String,
    pub outcomes: Vec<Vec<Outcome>>,
}

pub struct Results {
    pub builds: Vec<String>,
    pub rows: Vec<Row>,
}

/// One build against another, rung by rung.
#[derive(Debug, PartialEq)]
struct Duel {
    /// Rungs that both solve, with ours in parts of theirs.
    both: Vec<(String, f64)>,
    missed: Vec<String>,
    only: Vec<String>,
}

impl Duel {
    fn of(rows: &[Row], ours: usize, theirs: usize) -> Duel {
        let mut duel = Duel {
            both: Vec::new(),
            missed: Vec::new(),
            only: Vec::new(),
        };
        for row in rows {
            let name = row.rung.clone();
            match (median(&row.outcomes[ours]), median(&row.outcomes[theirs])) {
                (Some(a), Some(b)) => duel.both.push((name, a as f64 / b as f64)),
                (None, Some(_)) => duel.missed.push(name),
                (Some(_), None) => duel.only.push(name),
                (None, None) => {}
            }
        }
        duel
    }

    fn slower(&self) -> Vec<&(String, f64)> {
        self.both.iter().filter(|(_, r)| *r > WITHIN).collect()
    }

    fn mean(&self) -> Option<f64> {
        let logarithms: f64 = self.both.iter().map(|(_, ratio)| ratio.ln()).sum();
        (!self.both.is_empty()).then(|| (logarithms / self.both.len() as f64).exp())
    }

    fn lines(&self, ours: &str, theirs: &str) -> Vec<String> {
        let all = self.both.len() + self.missed.len();
        let verdict = match self.missed.is_empty() && self.slower().is_empty() {
            _ if all == 0 => "not measured",
            true => "held",
            false => "missed",
        };
        let listed = |names: &[String]| match names {
            [] => "none".to_string(),
            names => names.join(", "),
        };
        let slower: Vec<String> = self
            .slower()
            .iter()
            .map(|(name, ratio)| format!("{name} {ratio:.2}"))
            .collect();
        let mean = self.mean().map_or("-".to_string(), |m| format!("{m:.2}"));
        vec![
            format!(
                "{verdict}: {ours} solves what {theirs} solves, in at most {WITHIN} times the executions"
            ),
            format!(
                "  {} of {all} solved; not: {}",
                self.both.len(),
                listed(&self.missed)
            ),
            format!(
                "  executions, of {theirs}'s: {mean} (geometric mean of {}); over {WITHIN}: {}",
                self.both.len(),
                listed(&slower)
            ),
            format!("  only {ours} solves: {}", listed(&self.only)),
        ]
    }

    fn json(&self) -> Value {
        let ratios: serde_json::Map<String, Value> = self
            .both
            .iter()
            .map(|(name, ratio)| (name.clone(), json!(ratio)))
            .collect();
        json!({"ratios": ratios, "geometric_mean": self.mean(), "missed": self.missed, "only": self.only})
    }
}

impl Results {
    pub fn of(trials: &Trials, outcomes: &trials::Results) -> Results {
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let row = |(rung, outcomes): (String, &Vec<Vec<Outcome>>)| Row {
            rung,
            outcomes: outcomes.clone(),
        };
        let rungs = owned(&trials.targets).into_iter();
        Results {
            builds: owned(&trials.contenders),
            rows: rungs.zip(outcomes).map(row).collect(),
        }
    }

    /// Each of our builds with the duel against the peer. Ours follow it.
    fn duels<'a>(&'a self, peer: &str) -> impl Iterator<Item = (&'a str, Duel)> {
        let theirs = self.builds.iter().position(|b| b == peer);
        theirs.into_iter().flat_map(move |theirs| {
            let ours = theirs + 1..self.builds.len();
            ours.map(move |at| (self.builds[at].as_str(), Duel::of(&self.rows, at, theirs)))
        })
    }

    pub fn print(&self, peer: &str) {
        let head: Vec<&str> = std::iter::once("rung")
            .chain(self.builds.iter().map(String::as_str))
            .collect();
        let rows: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| {
                let cells = (0..self.builds.len()).map(|at| cell(&row.outcomes[at]));
                std::iter::once(row.rung.clone()).chain(cells).collect()
            })
            .collect();
        println!("\nsolved, and executions of the middle one");
        table::print(&head, &rows);
        for (name, duel) in self.duels(peer) {
            println!("\n{}", duel.lines(name, peer).join("\n"));
        }
    }

    pub fn json(&self, peer: &str) -> Value {
        // Trials that have not ended are left out: null is one that did not solve its rung.
        let row = |row: &Row| {
            let builds: serde_json::Map<String, Value> = self
                .builds
                .iter()
                .enumerate()
                .map(|(at, build)| (build.clone(), row.outcomes[at].iter().copied().collect()))
                .collect();
            (row.rung.clone(), Value::from(builds))
        };
        let rungs: serde_json::Map<String, Value> = self.rows.iter().map(row).collect();
        let duels: serde_json::Map<String, Value> = self
            .duels(peer)
            .map(|(name, duel)| (name.to_string(), duel.json()))
            .collect();
        json!({"rungs": rungs, "against": {peer: duels}})
    }
}

/// `5/5 170,740`
fn cell(outcomes: &[Outcome]) -> String {
    let solved = outcomes.iter().filter(|o| o.solved().is_some()).count();
    let wrong = |o: &&Outcome| matches!(o, Outcome::Wrong(_));
    let mut text = format!("{solved}/{}", outcomes.len());
    if let Some(executions) = median(outcomes) {
        text += &format!(" {}", grouped(executions));
    }
    match outcomes.iter().filter(wrong).count() {
        0 => {}
        n => text += &format!(" ({n} wrong)"),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::Outcome::{Solved, Unsolved, Wrong};
    use super::{Duel, Results, Row, cell};

    #[test]
    fn cells_tell_all() {
        assert_eq!(
            cell(&[Solved(1234567), Solved(5), Wrong(3)]),
            "2/3 1,234,567 (1 wrong)"
        );
        assert_eq!(cell(&[Unsolved]), "0/1");
    }

    #[test]
    fn the_file_has_every_trial() {
        let outcomes = vec![Solved(3), Unsolved, Wrong(1)];
        let results = Results {
            builds: vec!["split".into()],
            rows: vec![Row {
                rung: "a".into(),
                outcomes: vec![outcomes],
            }],
        };
        let json = results.json("LAF_ALL");
        let expected = serde_json::json!([3, null, {"wrong": 1}]);
        assert_eq!(json["rungs"]["a"]["split"], expected);
    }

    #[test]
    fn duels_are_judged_rung_by_rung() {
        let row = |rung: &str, ours, theirs| Row {
            rung: rung.into(),
            outcomes: vec![vec![theirs], vec![ours]],
        };
        let rows = [
            row("a", Solved(100), Solved(100)),
            row("b", Solved(400), Solved(100)),
            row("c", Unsolved, Solved(1)),
            row("d", Solved(1), Unsolved),
        ];
        let duel = Duel::of(&rows, 1, 0);
        assert_eq!(duel.mean(), Some(2.0));
        let text = duel.lines("split", "LAF_ALL").join("\n");
        assert!(text.starts_with("missed: "), "{text}");
        assert!(text.contains("2 of 3 solved; not: c"), "{text}");
        assert!(text.contains("over 1.2: b 4.00"), "{text}");
        assert!(text.ends_with("only split solves: d"), "{text}");
        let held = Duel::of(&rows[..1], 1, 0).lines("split", "LAF_ALL");
        assert!(held[0].starts_with("held: "));
    }
}
