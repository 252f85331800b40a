//! MC/DC: which conditions were shown to decide by themselves, by which evaluations, and what is missing.

use std::{
    collections::HashMap,
    fmt::{self, Write},
};

use fz_base::{
    error::Error,
    line, part,
    words::{many, visible},
};
use fz_coverage::{
    decisions::{Decision, Evaluation, First, Shown},
    names::demangled,
};
use serde_json::{Value, json};

use super::{
    compare::wanted::Wanted,
    measure::{Count, MCDC, Measure, Named},
};

pub struct Mcdc<'a> {
    measure: &'a Measure<'a>,
    /// In the order of the source.
    decisions: Vec<&'a (&'a Decision, Shown)>,
    /// By decision's key: its number.
    numbers: HashMap<u64, usize>,
    /// By function's key: its symbol.
    functions: HashMap<u64, &'a str>,
}

/// What is said of a condition of a decision.
enum Said {
    Known(bool),
    /// By two of the evaluations.
    Decides([usize; 2]),
    /// It was never evaluated.
    NotAsked,
    /// Only ever one way, or never by itself.
    Not {
        seen: Option<bool>,
        wanted: Option<Evaluation>,
    },
}

impl<'a> Mcdc<'a> {
    /// `wanted`: of which functions and files.
    pub fn of(measure: &'a Measure<'a>, wanted: &Wanted) -> Result<Mcdc<'a>, Error> {
        let catalogue = &measure.matrix.catalogue;
        let all = catalogue.functions.iter();
        let functions: HashMap<u64, &str> = all.map(|f| (f.key, f.symbol.as_str())).collect();
        let paths: Vec<(&str, String)> = measure
            .decisions
            .iter()
            .map(|(d, _)| {
                let file = d.place.as_ref().map_or("", |p| p.file.as_str());
                let symbol = functions.get(&d.function).copied().unwrap_or_default();
                (symbol, catalogue.path(file))
            })
            .collect();
        let known: Vec<(&str, &str)> = paths.iter().map(|(s, f)| (*s, f.as_str())).collect();
        let is_wanted = wanted.functions(&known, "fz cov report --view mcdc FILE.fzcov --all")?;
        let decisions = measure.decisions.iter().zip(is_wanted);
        let numbers = catalogue.decisions.iter().zip(0..);
        Ok(Mcdc {
            decisions: decisions.filter(|(_, w)| *w).map(|(d, _)| d).collect(),
            numbers: numbers.map(|(d, n)| (d.key, n)).collect(),
            functions,
            measure,
        })
    }

    /// Of conditions, and of decisions: a whole one is one of which each condition was shown to decide.
    fn counts(&self) -> [Count; 2] {
        let recorded = self.decisions.iter().filter(|(d, _)| d.is_recorded);
        let mut counts = [Count::default(); 2];
        for decision in recorded {
            let of = self.measure.mcdc_of(decision);
            counts[0] += of;
            counts[1].add(of.reached == of.all, of.reachable > 0);
        }
        counts
    }

    /// Decisions whose evaluations nobody records, and those of which more evaluations were seen than are kept.
    fn unsaid(&self) -> [usize; 2] {
        let count = |is: fn(&(&Decision, Shown)) -> bool| {
            let decisions = self.decisions.iter();
            decisions.filter(|d| is(d)).count()
        };
        [
            count(|(decision, _)| !decision.is_recorded),
            count(|(decision, shown)| decision.is_recorded && shown.lost),
        ]
    }

    fn said(decision: &Decision, shown: &Shown, at: usize) -> Said {
        if let Some(known) = decision.asked[at].known {
            return Said::Known(known);
        }
        if let Some(pair) = shown.pairs[at] {
            return Said::Decides(pair);
        }
        let mut answers = shown.evaluations.iter().filter_map(|e| e.answers[at]);
        match answers.next() {
            None => Said::NotAsked,
            Some(first) => Said::Not {
                seen: answers.all(|a| a == first).then_some(first),
                wanted: decision.wanted(at, shown),
            },
        }
    }

    /// The first input that made an evaluation.
    fn first(&self, decision: &Decision, evaluation: &Evaluation) -> Option<&First> {
        let number = *self.numbers.get(&decision.key)?;
        self.measure.evaluations.get(&(number, evaluation.number))
    }

    /// `all`: of decisions that are complete, too; `most`: decisions.
    pub fn text(&self, all: bool, most: usize) -> String {
        let mut out = String::new();
        self.write(all, most, &mut out)
            .expect("writing to a string");
        out
    }

    fn listed(&self, all: bool) -> Vec<&'a (&'a Decision, Shown)> {
        let is_open = |(decision, shown): &&&(&Decision, Shown)| {
            all || decision.is_recorded && decision.open().any(|at| shown.pairs[at].is_none())
        };
        let mut listed: Vec<_> = self.decisions.iter().filter(is_open).copied().collect();
        // What was never evaluated tells least.
        listed.sort_by_key(|(d, shown)| (!d.is_recorded, shown.evaluations.is_empty()));
        listed
    }

    fn write(&self, all: bool, most: usize, out: &mut String) -> fmt::Result {
        let [unrecorded, lost] = self.unsaid();
        for (name, count) in [MCDC, "whole decisions"].into_iter().zip(self.counts()) {
            line!(out, "{}", Named { name, count }.row())?;
        }
        if unrecorded > 0 {
            line!(
                out,
                "{} of which evaluations are not recorded",
                many(unrecorded, "decision")
            )?;
        }
        if lost > 0 {
            line!(
                out,
                "{} with more evaluations than are kept: more may be shown than is counted here",
                many(lost, "decision")
            )?;
        }
        let listed = self.listed(all);
        for (decision, shown) in listed.iter().take(most) {
            line!(out)?;
            self.write_decision(decision, shown, out)?;
        }
        if listed.len() > most {
            let more = listed.len() - most;
            line!(out)?;
            line!(out, "and {more} more (--limit 0 shows all)")?;
        }
        Ok(())
    }

    fn place(&self, decision: &Decision) -> String {
        match &decision.place {
            Some(place) => format!("{}:{}:{}", place.file, place.line, place.column),
            None => {
                let symbol = self.functions.get(&decision.function).copied();
                format!("in {}", demangled(symbol.unwrap_or_default()))
            }
        }
    }

    fn write_decision(&self, decision: &Decision, shown: &Shown, out: &mut String) -> fmt::Result {
        let place = self.place(decision);
        let said = format!("{place}: {}", decision.text);
        let seen = match decision.is_recorded {
            true => many(shown.evaluations.len(), "evaluation"),
            false => "not recorded".to_owned(),
        };
        line!(out, "{}  ({seen})", visible(&said))?;
        if !decision.is_recorded {
            return Ok(());
        }
        for (at, asked) in decision.asked.iter().enumerate() {
            let text = visible(&asked.text);
            let evaluation = |at: usize| {
                let evaluation = &shown.evaluations[at];
                let input = self.first(decision, evaluation).map(|f| {
                    let name = String::from_utf8_lossy(&f.input).into_owned();
                    format!(" ({})", visible(&name))
                });
                format!("{}{}", row(evaluation), input.unwrap_or_default())
            };
            let said = match Self::said(decision, shown, at) {
                Said::Known(answer) => format!("always {answer}"),
                Said::Decides([yes, no]) => {
                    format!("decides: {}, {}", evaluation(yes), evaluation(no))
                }
                Said::NotAsked => "never evaluated".to_owned(),
                Said::Not { seen, wanted } => {
                    let seen = match seen {
                        Some(answer) => format!("only ever {answer}"),
                        None => "never decides by itself".to_owned(),
                    };
                    match wanted {
                        Some(wanted) => format!("{seen}; missing: {}", row(&wanted)),
                        None => seen,
                    }
                }
            };
            line!(out, "  {:>2}  {text}  {said}", at + 1)?;
        }
        Ok(())
    }

    pub fn json(&self, all: bool, most: usize) -> Value {
        let [conditions, decisions] = self.counts();
        let [unrecorded, lost] = self.unsaid();
        let catalogue = &self.measure.matrix.catalogue;
        let evaluation = |decision: &Decision, evaluation: &Evaluation| {
            let first = self.first(decision, evaluation);
            json!({
                "answers": evaluation.answers,
                "result": evaluation.result,
                "input": first.map(|f| String::from_utf8_lossy(&f.input)),
            })
        };
        let condition = |decision: &Decision, shown: &Shown, at: usize| {
            let asked = &decision.asked[at];
            let said = Self::said(decision, shown, at);
            json!({
                "text": asked.text,
                "always": asked.known,
                "pair": shown.pairs[at],
                "missing": match said {
                    Said::Not { wanted: Some(wanted), .. } => Some(evaluation(decision, &wanted)),
                    _ => None,
                },
            })
        };
        let decision = |(decision, shown): &&(&Decision, Shown)| {
            let place = decision.place.as_ref();
            let spelled = decision.spelled.as_ref();
            let of_evaluations = shown.evaluations.iter();
            let conditions = 0..decision.asked.len();
            json!({
                "key": format!("{:016x}", decision.key),
                "file": place.map(|p| catalogue.path(&p.file)),
                "line": place.map(|p| p.line),
                "column": place.map(|p| p.column),
                "spelled": spelled.map(|p| json!({
                    "file": catalogue.path(&p.file),
                    "line": p.line,
                    "column": p.column,
                })),
                "macro": decision.expansion,
                "function": self.functions.get(&decision.function),
                "text": decision.text,
                "recorded": decision.is_recorded,
                "lost": shown.lost,
                "evaluations": of_evaluations.map(|e| evaluation(decision, e)).collect::<Vec<_>>(),
                "conditions": conditions.map(|at| condition(decision, shown, at)).collect::<Vec<_>>(),
            })
        };
        json!({
            "conditions": {"shown": conditions.reached, "reachable": conditions.reachable, "all": conditions.all},
            "decisions": {"complete": decisions.reached, "reachable": decisions.reachable, "all": decisions.all},
            "unrecorded": unrecorded,
            "lost": lost,
            "listed": self.listed(all).iter().take(most).map(decision).collect::<Vec<_>>(),
        })
    }
}

/// As llvm-cov writes a test vector: `T, -, F = F`.
pub fn row(evaluation: &Evaluation) -> String {
    let letter = |answer: &bool| if *answer { "T" } else { "F" };
    let mut row = String::new();
    for (at, answer) in evaluation.answers.iter().enumerate() {
        let separator = if at == 0 { "" } else { " " };
        let answer = answer.as_ref().map_or("-", letter);
        part!(row, "{separator}{answer}").expect("writing to a string");
    }
    format!("{row} = {}", evaluation.result)
}
