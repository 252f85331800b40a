//! Functions that only hand on what they are passed, or what stands in it: `array.data()`, `std::begin(array)`,
//! `view.size()`. Before any optimisation constants reach compares through such calls.

use std::{cell::RefCell, collections::HashMap, rc::Rc};

use super::origin::Slots;
use crate::ir::{Function, Module, Op, Value};

/// Such a function has few instructions.
const MOST: usize = 64;

/// What a function returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Handed {
    Number(u128),
    /// Where one comes to from an argument by these steps.
    Argument(u32, Vec<Step>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// So many bytes on.
    Add(i64),
    /// To what stands there.
    Load,
}

/// What the functions of a module hand on.
#[derive(Default)]
pub struct HandedOn {
    known: RefCell<HashMap<Function, Option<Rc<Handed>>>>,
}

impl HandedOn {
    /// What a call of the function stands for; nothing if it does more.
    pub fn of(&self, module: Module, function: Function) -> Option<Rc<Handed>> {
        if let Some(known) = self.known.borrow().get(&function) {
            return known.clone();
        }
        // What calls itself hands on nothing.
        self.known.borrow_mut().insert(function, None);
        let found = self.returned(module, function).map(Rc::new);
        self.known.borrow_mut().insert(function, found.clone());
        found
    }

    fn returned(&self, module: Module, function: Function) -> Option<Handed> {
        if !function.is_definition() || function.instructions().nth(MOST).is_some() {
            return None;
        }
        let within = Within {
            all: self,
            module,
            parameters: function.parameters(),
            slots: Slots::of(function),
        };
        let mut returned = function.instructions().filter(|i| i.is(Op::Ret));
        match (returned.next(), returned.next()) {
            (Some(one), None) if one.operand_count() > 0 => within.handed(one.operand(0)),
            _ => None,
        }
    }
}

struct Within<'a> {
    all: &'a HandedOn,
    module: Module,
    parameters: Vec<Value>,
    slots: Slots,
}

impl Within<'_> {
    fn handed(&self, value: Value) -> Option<Handed> {
        let [origin] = self.slots.origins(value)[..] else {
            return None;
        };
        if let Some(number) = origin.int_constant() {
            return Some(Handed::Number(number));
        }
        if let Some(at) = self.parameters.iter().position(|p| *p == origin) {
            return Some(Handed::Argument(at as u32, Vec::new()));
        }
        let inst = origin.as_inst()?;
        match inst.op() {
            Op::GetElementPtr => {
                let sum = self.module.sum(origin).filter(|sum| sum.stride == 0)?;
                self.further(sum.base, &[Step::Add(sum.constant)])
            }
            Op::Load => self.further(inst.operand(0), &[Step::Load]),
            Op::Call => {
                let call = inst.as_call()?;
                match &*self.all.of(self.module, call.called()?)? {
                    Handed::Number(number) => Some(Handed::Number(*number)),
                    Handed::Argument(at, steps) => self.further(call.operand(*at), steps),
                }
            }
            _ => None,
        }
    }

    fn further(&self, from: Value, steps: &[Step]) -> Option<Handed> {
        match self.handed(from)? {
            Handed::Argument(at, mut before) => {
                before.extend(steps);
                Some(Handed::Argument(at, before))
            }
            Handed::Number(_) => None,
        }
    }
}
