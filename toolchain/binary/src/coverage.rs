//! What counters say of the source: the records of `.debug_fz_coverage` (layout: [`fz_abi::coverage::record`]).

use std::mem::offset_of;

use anyhow::{Context, Result, ensure};
use fz_abi::{coverage::record as layout, decisions, edges_record as layout_place};
use serde::Serialize;

use super::{
    edges::{Place, place},
    records::{self, Resolve, Texts, Words, function_name, optional, text},
};

/// The conditions and lines of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionCoverage {
    /// The function's symbol.
    pub name: String,
    /// The file that it is written in; empty: not known.
    pub file: String,
    /// The line where it begins; 0: not known.
    pub line: u32,
    /// Whether it is local to its unit: others may have its name.
    pub local: bool,
    /// Whether its address is taken in its unit.
    pub taken: bool,
    /// Whether the compiler made it of what is written elsewhere.
    pub implicit: bool,
    /// The address of the first counter, on the scale of [`super::Image::start`].
    pub start: u64,
    pub conditions: Vec<Condition>,
    pub lines: Vec<Line>,
    pub calls: Vec<Call>,
    /// The address of the array for evaluations, on the scale of `start`; 0: there is none.
    pub evaluations: u64,
    pub decisions: Vec<Decision>,
}

/// An `&&` or `||` with all that is joined below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// As clang prints it.
    pub text: String,
    pub spelled: Spelled,
    /// Where its part of the array begins; `None`: its evaluations are not recorded.
    pub offset: Option<u32>,
    pub asked: Vec<Asked>,
}

/// A condition of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// In [`FunctionCoverage::conditions`]; `None`: no branch asks it.
    pub condition: Option<usize>,
    pub text: String,
    pub next: decisions::Asked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConditionKind {
    /// It decides where control goes.
    Branch,
    /// A compare or a truth value that is computed with or kept.
    Value,
    Switch,
    /// A newer plugin's.
    Unknown,
}

/// A token's place in the user's own files.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Spelled {
    /// Where it was spelled: in the source, or in a macro's definition.
    pub place: Place,
    /// The outermost macro that it comes from, and where that was written.
    pub in_macro: Option<(String, Place)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub kind: ConditionKind,
    /// As clang prints it.
    pub text: String,
    pub spelled: Spelled,
    /// Its line in the refactored text, if there is one.
    pub refactored: Option<u32>,
    pub outcomes: Vec<Outcome>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// `true`, `false`, `case 3`, `default`
    pub label: String,
    /// Of a case's label.
    pub place: Option<Place>,
    /// In the function's row: it was seen as often as these count together.
    pub counters: Vec<u32>,
}

/// A line of the text that was compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where its first token stands; of what comes from a macro, where that is used.
    pub place: Place,
    /// Line and column behind its last token, in the same file.
    pub end: Option<(u32, u32)>,
    /// The outermost macro that this comes from.
    pub in_macro: Option<String>,
    /// Empty where nothing was refactored.
    pub text: String,
    pub refactored: Option<u32>,
    /// The counters of each place with code of the line: it ran if one is not 0.
    pub places: Vec<Vec<u32>>,
}

/// A direct call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The callee's symbol.
    pub callee: String,
    /// Without one it is no call: only [`Call::taken`] is told.
    pub place: Option<Place>,
    /// Whether the callee's address is taken in the unit.
    pub taken: bool,
    /// It was made as often as these count together.
    pub counters: Vec<u32>,
}

/// All records of a section, in its order.
pub fn parse(data: &[u8], resolve: Resolve) -> Result<Vec<FunctionCoverage>> {
    let magic = records::begins_with(layout::MAGIC);
    records::parse(data, layout::ALIGN, magic, |at, header, body| {
        function(at, header, body, resolve)
    })
}

fn function(
    at: usize,
    header: layout::Header,
    body: &[u8],
    resolve: Resolve,
) -> Result<Option<FunctionCoverage>> {
    let start = resolve(at + offset_of!(layout::Header, counters), header.counters);
    let evaluations = offset_of!(layout::Header, evaluations);
    let evaluations = resolve(at + evaluations, header.evaluations);
    let parts = [
        (header.conditions, layout::CONDITION),
        (header.outcomes, layout::OUTCOME),
        (header.lines, layout::LINE),
        (header.calls, layout::CALL),
        (header.decisions, layout::DECISION),
        (header.asked, layout::ASKED),
        (header.numbers, size_of::<u32>()),
    ];
    let (texts, mut words) = records::split(body, header.strings, &parts, || {
        format!(
            "{} conditions, {} outcomes and {} lines",
            header.conditions, header.outcomes, header.lines
        )
    })?;
    let [
        mut heads,
        outcomes,
        mut lines,
        mut calls,
        mut decisions,
        asked,
        numbers,
    ] = parts.map(|part| words.part(part));
    let mut parts = Parts {
        texts: &texts,
        outcomes,
        asked,
        numbers,
    };
    let conditions = header.conditions as usize;
    let function = FunctionCoverage {
        name: function_name(&texts)?,
        file: texts.get(2).context("has no file name")??,
        line: header.line,
        local: header.flags & layout::LOCAL != 0,
        taken: header.flags & layout::TAKEN != 0,
        implicit: header.flags & layout::IMPLICIT != 0,
        start: start.unwrap_or_default(),
        conditions: heads.list(header.conditions, |words| parts.condition(words))?,
        lines: lines.list(header.lines, |words| parts.line(words))?,
        calls: calls.list(header.calls, |words| parts.call(words))?,
        evaluations: evaluations.unwrap_or_default(),
        decisions: decisions.list(header.decisions, |words| parts.decision(words, conditions))?,
    };
    Ok(start.map(|_| function))
}

/// What is taken one behind the other.
struct Parts<'a> {
    texts: &'a Texts<'a>,
    outcomes: Words<'a>,
    asked: Words<'a>,
    numbers: Words<'a>,
}

impl Parts<'_> {
    fn condition(&mut self, words: &mut Words) -> Result<Condition> {
        let condition: layout::Condition = words.take()?;
        let (spelled, written) = (condition.spelled, condition.written);
        Ok(Condition {
            kind: match condition.kind {
                layout::KIND_BRANCH => ConditionKind::Branch,
                layout::KIND_VALUE => ConditionKind::Value,
                layout::KIND_SWITCH => ConditionKind::Switch,
                _ => ConditionKind::Unknown,
            },
            text: text(condition.text, self.texts)?,
            spelled: self.spelled(spelled, condition.in_macro, written)?,
            refactored: Some(condition.refactored).filter(|line| *line > 0),
            outcomes: (0..condition.outcomes)
                .map(|_| self.outcome())
                .collect::<Result<_>>()?,
        })
    }

    fn spelled(
        &self,
        spelled: layout_place::Place,
        in_macro: u32,
        written: layout_place::Place,
    ) -> Result<Spelled> {
        let name = optional(in_macro, self.texts)?;
        let written = place(written, self.texts)?;
        Ok(Spelled {
            place: place(spelled, self.texts)?,
            in_macro: name.map(|name| (name, written)),
        })
    }

    /// `conditions`: how many the record has.
    fn decision(&mut self, words: &mut Words, conditions: usize) -> Result<Decision> {
        let decision: layout::Decision = words.take()?;
        let (spelled, written) = (decision.spelled, decision.written);
        let asked = (0..decision.asked).map(|_| self.asked(conditions));
        let asked: Vec<Asked> = asked.collect::<Result<_>>()?;
        let next: Vec<decisions::Asked> = asked.iter().map(|a| a.next).collect();
        let offset = Some(decision.offset).filter(|o| *o != layout::NOT_RECORDED);
        // Whoever numbers evaluations relies on it.
        let mut ways = vec![0; next.len()];
        let is_numbered = decisions::count(&next, &mut ways).is_some();
        ensure!(
            is_numbered || offset.is_none(),
            "has a decision whose conditions do not follow each other"
        );
        Ok(Decision {
            text: text(decision.text, self.texts)?,
            spelled: self.spelled(spelled, decision.in_macro, written)?,
            offset,
            asked,
        })
    }

    fn asked(&mut self, conditions: usize) -> Result<Asked> {
        let asked: layout::Asked = self.asked.take()?;
        let condition = Some(asked.condition).filter(|c| *c != layout::NO_CONDITION);
        let condition = condition.map(|c| c as usize);
        ensure!(
            condition.is_none_or(|c| c < conditions),
            "has a decision with a condition that is not there"
        );
        let [yes, no] = layout::KNOWN;
        Ok(Asked {
            condition,
            text: text(asked.text, self.texts)?,
            next: decisions::Asked {
                then: [asked.then_true, asked.then_false],
                known: match asked.known {
                    known if known == yes => Some(true),
                    known if known == no => Some(false),
                    _ => None,
                },
            },
        })
    }

    fn outcome(&mut self) -> Result<Outcome> {
        let outcome: layout::Outcome = self.outcomes.take()?;
        let place = place(outcome.place, self.texts)?;
        Ok(Outcome {
            label: text(outcome.label, self.texts)?,
            place: (place.line > 0).then_some(place),
            counters: self.counters(outcome.counters)?,
        })
    }

    fn line(&mut self, words: &mut Words) -> Result<Line> {
        let line: layout::Line = words.take()?;
        let place_counters = |_| {
            let count = self.numbers.take()?;
            self.counters(count)
        };
        let places = (0..line.places).map(place_counters);
        Ok(Line {
            places: places.collect::<Result<_>>()?,
            place: place(line.place, self.texts)?,
            end: (line.end_line > 0).then_some((line.end_line, line.end_column)),
            in_macro: optional(line.in_macro, self.texts)?,
            text: text(line.text, self.texts)?,
            refactored: Some(line.refactored).filter(|line| *line > 0),
        })
    }

    fn call(&mut self, words: &mut Words) -> Result<Call> {
        let call: layout::Call = words.take()?;
        let place = place(call.place, self.texts)?;
        Ok(Call {
            callee: text(call.callee, self.texts)?,
            place: (place.line > 0).then_some(place),
            taken: call.flags & layout::TAKEN != 0,
            counters: self.counters(call.counters)?,
        })
    }

    fn counters(&mut self, count: u32) -> Result<Vec<u32>> {
        self.numbers.list(count, Words::take)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{assert_damage_is_survived, bytes_of, kept, padded, refusal};

    fn section() -> Vec<u8> {
        let texts = b"\0f\0a.c\0a == 3\0IS\0true\0false\0if (IS(a))\0";
        let texts = padded(texts, layout::ALIGN);
        let condition = [layout::KIND_BRANCH, 3, 2, 2, 1, 16, 4, 2, 10, 7, 12];
        let outcomes = [[5, 0, 0, 0, 1], [6, 0, 0, 0, 2]].concat();
        let line = [2, 10, 3, 10, 12, 0, 7, 12, 2];
        let call = [1, 2, 11, 5, layout::TAKEN, 1];
        let decision = [3, 2, 1, 14, 4, 2, 10, 7, 8, 2];
        let [first, last] = [
            [0, 3, 0, 1, decisions::FALSE],
            [
                layout::NO_CONDITION,
                0,
                1,
                decisions::TRUE,
                decisions::FALSE,
            ],
        ];
        let numbers = [4, 5, 6, 1, 4, 0, 3];
        let words = [
            &condition[..],
            &outcomes,
            &line,
            &call,
            &decision,
            &first,
            &last,
            &numbers,
        ];
        let words = words.concat();
        let length = layout::HEADER + texts.len() + 4 * words.len();
        let head = [
            layout::MAGIC,
            length as u32,
            0x1000,
            0,
            0x2000,
            0,
            layout::LOCAL,
            9,
            1,
            2,
            1,
            1,
            1,
            2,
            7,
            8,
        ];
        [bytes_of(&head), texts, bytes_of(&words), vec![0; 8]].concat()
    }

    #[test]
    fn records_say_what_counters_tell() {
        let found = parse(&[section(), section()].concat(), &kept).unwrap();
        assert_eq!(found.len(), 2);
        let function = &found[0];
        assert_eq!(
            (function.name.as_str(), function.file.as_str()),
            ("f", "a.c")
        );
        assert!(function.local && function.line == 9 && function.start == 0x1000);
        let condition = &function.conditions[0];
        assert_eq!(condition.kind, ConditionKind::Branch);
        assert_eq!(condition.spelled.place.to_string(), "a.c:1:16");
        let (name, written) = condition.spelled.in_macro.as_ref().unwrap();
        assert_eq!(
            (name.as_str(), written.to_string().as_str()),
            ("IS", "a.c:10:7")
        );
        let outcomes = condition.outcomes.iter();
        let outcomes: Vec<_> = outcomes
            .map(|o| (o.label.as_str(), &o.counters[..]))
            .collect();
        assert_eq!(outcomes, [("true", &[4][..]), ("false", &[5, 6])]);
        let line = &function.lines[0];
        assert_eq!(
            (line.text.as_str(), line.refactored),
            ("if (IS(a))", Some(12))
        );
        assert_eq!(line.places, [vec![4], vec![]]);
        assert_eq!(line.end, Some((10, 12)));
        let call = &function.calls[0];
        assert_eq!((call.callee.as_str(), call.taken), ("f", true));
        assert_eq!(
            (call.place.as_ref().unwrap().line, &call.counters[..]),
            (11, &[3][..])
        );
        let decision = &function.decisions[0];
        assert_eq!(function.evaluations, 0x2000);
        assert_eq!((decision.offset, decision.asked.len()), (Some(8), 2));
        assert_eq!(decision.asked[0].condition, Some(0));
        assert_eq!(decision.asked[1].next.known, Some(true));
    }

    /// Every truncation and every changed byte is read or refused, never a panic.
    #[test]
    fn broken_sections_are_refused_in_words() {
        let data = section();
        assert_damage_is_survived(&data, |data| parse(data, &kept));
        let mut many = section();
        many[32..36].copy_from_slice(&u32::MAX.to_le_bytes());
        let error = refusal(parse(&many, &kept));
        assert!(
            error.contains("too short for its 4294967295 conditions"),
            "{error}"
        );
    }
}
