//! Where a value comes from, in code before any optimisation: variables are still memory.

use std::collections::HashMap;

use crate::ir::{Function, Inst, Op, Value};

/// The variables of a function that are only loaded and stored, with all values that are stored into each.
#[derive(Default)]
pub struct Slots(HashMap<Value, Vec<Value>>);

/// The most values that are followed for one: a variable with more stores says nothing.
const MOST: usize = 16;

impl Slots {
    /// The variables of a function.
    pub fn of(function: Function) -> Slots {
        let allocas = function.instructions().filter(|i| i.is_alloca());
        let slots = allocas.filter_map(|alloca| Some((alloca.value(), stored(alloca)?)));
        Slots(slots.collect())
    }

    /// Whether a pointer is such a variable.
    pub fn has(&self, pointer: Value) -> bool {
        self.0.contains_key(&pointer)
    }

    /// The values that a value may be, extended or not: a variable stands for all values that are stored into it. In
    /// the order in which they are found; a value that is not loaded from a variable is its own origin.
    pub fn origins(&self, value: Value) -> Vec<Value> {
        let mut seen = vec![value];
        let mut found = Vec::new();
        let mut at = 0;
        while at < seen.len() && seen.len() <= MOST {
            let value = seen[at];
            at += 1;
            let next = match self.behind(value) {
                Some(next) => next,
                None => {
                    found.push(value);
                    continue;
                }
            };
            for value in next {
                if !seen.contains(&value) {
                    seen.push(value);
                }
            }
        }
        found
    }

    /// The widest result of `narrow` over all values that are stored into a variable, if it has one for each that is
    /// not a constant.
    pub fn narrowest(
        &self,
        pointer: Value,
        narrow: impl Fn(Value) -> Option<(u32, bool)>,
    ) -> Option<(u32, bool)> {
        let stored = self.0.get(&pointer)?;
        let is_copy = |v: &Value| v.is(Op::Load) && self.has(v.operand(0));
        let mut widest = None;
        for value in stored.iter().filter(|v| !v.is_constant()) {
            // Copies of copies may form a cycle.
            let found = match is_copy(value) {
                true => None,
                false => narrow(*value),
            }?;
            widest = widest.max(Some(found));
        }
        widest
    }

    /// The values that a value is a copy of; `None` if it is not a copy.
    fn behind(&self, value: Value) -> Option<Vec<Value>> {
        use Op::*;
        let inst = value.as_inst()?;
        match inst.op() {
            ZExt | SExt | Trunc | Freeze => Some(vec![inst.operand(0)]),
            Load => self.0.get(&inst.operand(0)).cloned(),
            Phi => Some(inst.incoming().into_iter().map(|(v, _)| v).collect()),
            Select => Some(vec![inst.operand(1), inst.operand(2)]),
            _ => None,
        }
    }
}

/// The values that are stored into a variable; `None` if its address is used in any other way.
fn stored(alloca: Inst) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    for found in alloca.uses() {
        match found.user.op() {
            Some(Op::Load) => {}
            Some(Op::Store) if found.operand == 1 => {
                let value = found.user.operand(0);
                if !values.contains(&value) && values.len() <= MOST {
                    values.push(value);
                }
            }
            Some(Op::Call) if found.user.called_name().starts_with("llvm.lifetime") => {}
            _ => return None,
        }
    }
    Some(values)
}
