//! What the counters of a function say of its source: conditions, lines, direct calls, decisions.
//!
//! Counters are numbered within the function's row. An outcome was seen as often as its counters count together; a line
//! ran if any counter of its places is not 0; a call was made as often as its counters count together.

use fz_abi::decisions;
use serde::{Deserialize, Serialize};

use crate::{Address, Place, Record};

/// The conditions and lines of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct FunctionCoverage {
    /// The function's symbol.
    #[serde(with = "crate::names::text")]
    pub name: String,
    /// The file that it is written in; empty: not known.
    #[serde(with = "crate::names::text")]
    pub file: String,
    /// The line where it begins; 0: not known.
    pub line: u32,
    /// Whether it is local to its unit: others may have its name.
    pub local: bool,
    /// Whether its address is taken in its unit, so that it may be called indirectly.
    pub taken: bool,
    /// Whether the compiler made it of what is written elsewhere: an implicit constructor, a thunk, a deleting destructor.
    pub implicit: bool,
    /// Its first counter.
    pub start: Address,
    pub conditions: Vec<Condition>,
    pub lines: Vec<Line>,
    pub calls: Vec<DirectCall>,
    /// The array for evaluations ([`fz_abi::decisions`]), if there is one.
    pub evaluations: Address,
    pub decisions: Vec<Decision>,
}

/// An `&&` or `||` with all that is joined below it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Decision {
    /// As clang prints it.
    #[serde(with = "crate::names::text")]
    pub text: String,
    pub spelled: Spelled,
    /// Where its part of the array begins. `None`: its evaluations are not recorded. One of its conditions has no branch,
    /// there are too many, or control may come back into the middle of one (`setjmp`).
    pub offset: Option<u32>,
    pub asked: Vec<Asked>,
}

/// A condition of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Asked {
    /// In [`FunctionCoverage::conditions`]; `None`: no branch asks it.
    pub condition: Option<usize>,
    #[serde(with = "crate::names::text")]
    pub text: String,
    pub next: decisions::Asked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConditionKind {
    /// It decides where control goes.
    Branch,
    /// A compare or a truth value that is computed with or kept.
    Value,
    Switch,
}

/// A token's place in the user's own files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct Spelled {
    /// Where it was spelled: in the source, or in a macro's definition.
    pub place: Place,
    /// The outermost macro that it comes from, and where that is used.
    pub in_macro: Option<InMacro>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct InMacro {
    #[serde(with = "crate::names::text")]
    pub name: String,
    pub written: Place,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Condition {
    pub kind: ConditionKind,
    /// As clang prints it.
    #[serde(with = "crate::names::text")]
    pub text: String,
    pub spelled: Spelled,
    /// Its line in the refactored text, if there is one.
    pub refactored: Option<u32>,
    pub outcomes: Vec<Outcome>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Outcome {
    /// `true`, `false` in this order, or `case 3`, `default`
    #[serde(with = "crate::names::text")]
    pub label: String,
    /// Of a case's label.
    pub place: Option<Place>,
    pub counters: Vec<u32>,
}

/// A line of the text that was compiled.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Line {
    /// Where its first token stands; of what comes from a macro, where that is used.
    pub place: Place,
    /// Line and column behind its last token, in the same file.
    pub end: Option<(u32, u32)>,
    /// The outermost macro that this comes from.
    #[serde(with = "crate::names::text_or_none")]
    pub in_macro: Option<String>,
    /// Empty where nothing was refactored.
    #[serde(with = "crate::names::text")]
    pub text: String,
    pub refactored: Option<u32>,
    /// The counters of each place with code of the line.
    pub places: Vec<Vec<u32>>,
}

/// A direct call.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct DirectCall {
    /// The callee's symbol.
    #[serde(with = "crate::names::text")]
    pub callee: String,
    /// Without one it is no call: only [`DirectCall::taken`] is told.
    pub place: Option<Place>,
    /// Whether the callee's address is taken in the unit.
    pub taken: bool,
    pub counters: Vec<u32>,
}

impl Record for FunctionCoverage {
    const SECTION: &'static str = ".debug_fz_coverage";
    const MAGIC: [u8; 4] = *b"FZC4";

    fn is_there(&self) -> bool {
        self.start != Address::None
    }

    fn check(&mut self) -> Result<(), String> {
        let count = self.conditions.len();
        for decision in &self.decisions {
            let mut named = decision.asked.iter().filter_map(|asked| asked.condition);
            if named.any(|condition| condition >= count) {
                return Err("has a decision with a condition that is not there".to_owned());
            }
            // Whoever numbers evaluations relies on it.
            let next: Vec<decisions::Asked> = decision.asked.iter().map(|a| a.next).collect();
            let is_numbered = decisions::count(&next, &mut vec![0; next.len()]).is_some();
            if decision.offset.is_some() && !is_numbered {
                return Err("has a decision whose conditions do not follow each other".to_owned());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        all,
        frame::{assert_damage_is_survived, kept, linked},
    };

    fn function() -> FunctionCoverage {
        let text = str::to_owned;
        let outcome = |label, counters: &[u32]| Outcome {
            label: text(label),
            place: None,
            counters: counters.to_vec(),
        };
        let spelled = Spelled {
            place: Place::new("a.c", 1, 16),
            in_macro: Some(InMacro {
                name: text("IS"),
                written: Place::new("a.c", 10, 7),
            }),
        };
        let asked = |condition, then, known| Asked {
            condition,
            text: String::new(),
            next: decisions::Asked { then, known },
        };
        FunctionCoverage {
            name: text("f"),
            file: text("a.c"),
            line: 9,
            local: true,
            start: Address::Of(text("counters")),
            evaluations: Address::Of(text("evaluations")),
            conditions: vec![Condition {
                kind: ConditionKind::Branch,
                text: text("a == 3"),
                spelled: spelled.clone(),
                refactored: Some(12),
                outcomes: vec![outcome("true", &[4]), outcome("false", &[5, 6])],
            }],
            lines: vec![Line {
                place: Place::new("a.c", 10, 3),
                end: Some((10, 12)),
                in_macro: None,
                text: text("if (IS(a))"),
                refactored: Some(12),
                places: vec![vec![4], vec![]],
            }],
            calls: vec![DirectCall {
                callee: text("f"),
                place: Some(Place::new("a.c", 11, 5)),
                taken: true,
                counters: vec![3],
            }],
            decisions: vec![Decision {
                text: text("a == 3 || 1"),
                spelled,
                offset: Some(8),
                asked: vec![
                    asked(Some(0), [decisions::TRUE, 1], None),
                    asked(None, [decisions::TRUE, decisions::FALSE], Some(true)),
                ],
            }],
            ..FunctionCoverage::default()
        }
    }

    fn section(function: &FunctionCoverage) -> Vec<u8> {
        linked(function, |symbol| match symbol {
            "counters" => 0x1000,
            _ => 0x2000,
        })
    }

    #[test]
    fn records_say_what_counters_tell() {
        let found: Vec<FunctionCoverage> = all(&section(&function()), &kept).unwrap();
        let expected = FunctionCoverage {
            start: Address::At(0x1000),
            evaluations: Address::At(0x2000),
            ..function()
        };
        assert_eq!(found, [expected]);
    }

    #[test]
    fn decisions_that_cannot_be_numbered_are_refused() {
        let refused = |change: &dyn Fn(&mut Decision)| {
            let mut function = function();
            change(&mut function.decisions[0]);
            all::<FunctionCoverage>(&section(&function), &kept).unwrap_err()
        };
        assert!(refused(&|d| d.asked[0].condition = Some(1)).contains("not there"));
        assert!(refused(&|d| d.asked[1].next.then = [0, 0]).contains("do not follow"));
    }

    #[test]
    fn damage_is_survived() {
        assert_damage_is_survived::<FunctionCoverage>(&section(&function()));
    }
}
