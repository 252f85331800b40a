//! What the answers of the builds say: which steps they show, and which results are wrong.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::compare::Compare;
use super::kind::Kind;
use super::program::Answer;
use xtask::table;

/// How many wrong results the report shows one by one.
const SHOWN: usize = 40;

/// What a build does with the compares of a kind.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct Tally {
    steps: usize,
    /// Steps after which the counters differ.
    differ: usize,
    /// Steps that show something that no step before showed: a fuzzer keeps those.
    new: usize,
    results: usize,
    wrong: usize,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.steps += other.steps;
        self.differ += other.differ;
        self.new += other.new;
        self.results += other.results;
        self.wrong += other.wrong;
    }

    fn share(&self) -> Option<f64> {
        (self.steps > 0).then(|| self.differ as f64 / self.steps as f64)
    }

    fn json(&self) -> Value {
        json!({
            "steps": self.steps,
            "differ": self.differ,
            "new": self.new,
            "results": self.results,
            "wrong": self.wrong,
        })
    }
}

/// One build's answers, judged.
pub struct Verdict {
    name: String,
    kinds: BTreeMap<Kind, Tally>,
    all: Tally,
    /// Numbers of compares with a step that shows nothing.
    blind: Vec<usize>,
    /// Numbers of compares with a wrong result.
    wrong: Vec<usize>,
    examples: Vec<Value>,
}

impl Verdict {
    /// `reference` are the answers of plain clang.
    pub fn of(
        name: &str,
        compares: &[Compare],
        answers: &[Vec<Answer>],
        reference: &[Vec<Answer>],
    ) -> Verdict {
        let mut verdict = Verdict {
            name: name.to_string(),
            kinds: BTreeMap::new(),
            all: Tally::default(),
            blind: Vec::new(),
            wrong: Vec::new(),
            examples: Vec::new(),
        };
        for (number, compare) in compares.iter().enumerate() {
            let (answers, reference) = (&answers[number], &reference[number]);
            let mut tally = steps(compare, answers);
            tally.results = answers.len();
            for ((answer, expected), input) in answers.iter().zip(reference).zip(compare.inputs()) {
                if answer.result == expected.result {
                    continue;
                }
                tally.wrong += 1;
                if tally.wrong == 1 && verdict.examples.len() < SHOWN {
                    let input: String = input.iter().map(|b| format!("{b:02x}")).collect();
                    verdict.examples.push(json!({
                        "compare": number,
                        "body": compare.body,
                        "input": input,
                        "expected": expected.result,
                        "got": answer.result,
                    }));
                }
            }
            if tally.wrong > 0 {
                verdict.wrong.push(number);
            }
            if tally.differ < tally.steps {
                verdict.blind.push(number);
            }
            verdict.kinds.entry(compare.kind).or_default().add(tally);
            verdict.all.add(tally);
        }
        verdict
    }

    pub fn json(&self) -> Value {
        let kinds: serde_json::Map<String, Value> = self
            .kinds
            .iter()
            .map(|(kind, tally)| (kind.name().to_string(), tally.json()))
            .collect();
        json!({
            "all": self.all.json(),
            "kinds": kinds,
            "blind": self.blind,
            "wrong": self.wrong,
            "examples": self.examples,
        })
    }
}

/// The steps of the way on which a build shows the most.
fn steps(compare: &Compare, answers: &[Answer]) -> Tally {
    let mut best = Tally::default();
    let mut rest = answers;
    for way in &compare.ways {
        let (of_way, after) = rest.split_at(way.len());
        rest = after;
        let mut tally = Tally {
            steps: of_way.len() - 1,
            ..Tally::default()
        };
        let mut seen: BTreeSet<(u32, u8)> = of_way[0].map.iter().copied().collect();
        for pair in of_way.windows(2) {
            tally.differ += usize::from(pair[0].map != pair[1].map);
            let before = seen.len();
            seen.extend(&pair[1].map);
            tally.new += usize::from(seen.len() > before);
        }
        if (tally.differ, tally.new) >= (best.differ, best.new) {
            best = tally;
        }
    }
    best
}

pub fn print(verdicts: &[Verdict]) {
    let head: Vec<&str> = ["kind", "steps"]
        .into_iter()
        .chain(verdicts.iter().map(|v| v.name.as_str()))
        .collect();
    let kinds = Kind::ALL.iter().filter_map(|kind| {
        let tallies: Option<Vec<Tally>> = verdicts
            .iter()
            .map(|v| v.kinds.get(kind).copied())
            .collect();
        Some((kind.name(), tallies?))
    });
    let all = verdicts.iter().map(|v| v.all).collect();
    let rows: Vec<(&str, Vec<Tally>)> = kinds.chain([("all", all)]).collect();
    let cells = |counts: fn(&Tally) -> usize, cell: fn(&Tally) -> String| -> Vec<Vec<String>> {
        rows.iter()
            .map(|(name, tallies)| {
                let count = tallies.first().map_or(0, counts);
                [name.to_string(), count.to_string()]
                    .into_iter()
                    .chain(tallies.iter().map(cell))
                    .collect()
            })
            .collect()
    };
    println!(
        "\nof the steps from all wrong to all right: those that counters show (and those that show something new)"
    );
    let shown = |t: &Tally| {
        let new = t.new as f64 / t.steps.max(1) as f64;
        t.share()
            .map_or("-".to_string(), |s| format!("{s:.3} ({new:.3})"))
    };
    table::print(&head, &cells(|t| t.steps, shown));
    println!("\nresults that are not plain clang's");
    let head: Vec<&str> = ["kind", "results"]
        .into_iter()
        .chain(head.into_iter().skip(2))
        .collect();
    table::print(&head, &cells(|t| t.results, |t| t.wrong.to_string()));
    let compares: Vec<String> = verdicts
        .iter()
        .map(|v| format!("{} {}", v.name, v.wrong.len()))
        .collect();
    println!("\ncompares with a wrong result: {}", compares.join(", "));
}

#[cfg(test)]
mod tests {
    use super::super::compare::{Compare, INPUT};
    use super::super::kind::Kind;
    use super::{Answer, Tally, Verdict, steps};

    fn answer(result: i32, map: &[(u32, u8)]) -> Answer {
        Answer {
            result,
            map: map.to_vec(),
        }
    }

    fn compare() -> Compare {
        Compare {
            kind: Kind::Equal,
            body: String::new(),
            ways: vec![vec![[0; INPUT]; 3], vec![[0; INPUT]; 3]],
            others: vec![[1; INPUT]],
        }
    }

    #[test]
    fn the_better_way_counts() {
        let (a, b) = (answer(0, &[(1, 1)]), answer(0, &[(2, 1)]));
        let blind = [a.clone(), a.clone(), b.clone()];
        let back_and_forth = [a.clone(), b.clone(), a.clone()];
        let tally = steps(&compare(), &[blind, back_and_forth].concat());
        assert_eq!((tally.steps, tally.differ, tally.new), (2, 2, 1));
    }

    #[test]
    fn wrong_results_are_counted_and_shown() {
        let right = vec![vec![answer(0, &[]); 7]];
        let mut wrong = right.clone();
        wrong[0][6].result = 1;
        wrong[0][5].result = 1;
        let verdict = Verdict::of("x", &[compare()], &wrong, &right);
        let expected = Tally {
            steps: 2,
            results: 7,
            wrong: 2,
            ..Tally::default()
        };
        assert_eq!(verdict.all, expected);
        assert_eq!((verdict.wrong.len(), verdict.examples.len()), (1, 1));
        assert_eq!(verdict.all.share(), Some(0.0));
    }
}
