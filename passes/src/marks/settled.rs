//! Conditions of the source that no branch decides, because IR knows their answer, as named metadata
//! ([`crate::ir::named`]).

use std::collections::HashMap;

use super::Life;
use crate::ir::{Module, named::Field};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["conditions"],
    read_by: &["edges"],
    gone_after: &["code generation"],
    leftover: None,
};

const SETTLED: &str = "fz.settled";

/// Notes the answer of a condition, by its number in the unit's table.
pub fn note(module: Module, number: u32, answer: bool) {
    let number = Field::Number(number.into());
    module.note(SETTLED, &[number, Field::Number(answer.into())]);
}

/// By number the answer; `None` where copies of a condition have different ones.
pub fn answers(module: Module) -> HashMap<u32, Option<bool>> {
    let mut answers = HashMap::new();
    for node in module.noted(SETTLED) {
        if let [Field::Number(number), Field::Number(answer)] = node[..] {
            let answer = Some(answer != 0);
            let known = answers.entry(number as u32).or_insert(answer);
            *known = known.filter(|known| Some(*known) == answer);
        }
    }
    answers
}
