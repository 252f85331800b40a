//! Numbers that are passed to functions that compare them: `cmp(value, 0x5a5a1234)`, where `cmp` asks whether its
//! parameters are equal.

use std::{cell::RefCell, collections::HashMap, rc::Rc};

use super::{
    integers::{self, Source},
    origin::Slots,
};
use crate::{
    ir::{Call, Function, Inst, IntPredicate, Module, Op, Value},
    marks::{
        tokens::{Token, TokenKind},
        written,
    },
};
use fz_abi::tokens::JUNK;

/// A parameter that a function compares with something else.
#[derive(Clone, Debug)]
struct Compared {
    parameter: u32,
    bits: u32,
    /// What it is compared with.
    with: Source,
}

/// What the functions of a module compare their parameters with.
#[derive(Default)]
pub struct Passed(RefCell<HashMap<Function, Rc<[Compared]>>>);

impl Passed {
    /// The tokens among the numbers that a call passes.
    pub fn of_call(&self, module: Module, call: Call, slots: &Slots) -> Vec<Token> {
        let Some(called) = call.called().filter(|f| f.is_definition()) else {
            return Vec::new();
        };
        let numbers = call.arguments().into_iter().map(|argument| {
            argument.ty().int_bits()?;
            let number = match slots.origins(argument)[..] {
                [only] if only.ty() == argument.ty() => only.int_constant(),
                _ => None,
            };
            number.filter(|n| *n > written::SMALL.into())
        });
        let numbers: Vec<_> = numbers.collect();
        if numbers.iter().all(Option::is_none) {
            return Vec::new();
        }
        let compared = self.of(called);
        let asked = compared.iter().filter_map(|c| {
            let number = *numbers.get(c.parameter as usize)?;
            Some((number?, c))
        });
        let mut tokens: Vec<Token> = Vec::new();
        for (number, Compared { bits, with, .. }) in asked {
            let found = integers::of_number(module, TokenKind::Equal, (number, *bits), with);
            for token in found.into_iter().filter(|t| t.score >= JUNK) {
                match tokens.iter_mut().find(|t| t.bytes == token.bytes) {
                    Some(same) if same.score >= token.score => {}
                    Some(same) => *same = token,
                    None => tokens.push(token),
                }
            }
        }
        tokens
    }

    fn of(&self, function: Function) -> Rc<[Compared]> {
        if let Some(known) = self.0.borrow().get(&function) {
            return known.clone();
        }
        // For what calls itself.
        self.0.borrow_mut().insert(function, Rc::from([]));
        let within = Within {
            all: self,
            parameters: function.parameters(),
            slots: Slots::of(function),
        };
        let found = function.instructions().flat_map(|i| within.compared(i));
        let found: Rc<[Compared]> = found.collect();
        self.0.borrow_mut().insert(function, found.clone());
        found
    }
}

struct Within<'a> {
    all: &'a Passed,
    parameters: Vec<Value>,
    slots: Slots,
}

impl Within<'_> {
    fn compared(&self, instruction: Inst) -> Vec<Compared> {
        match instruction.op() {
            Op::ICmp => self.by_compare(instruction),
            Op::Call | Op::Invoke => {
                let call = instruction.as_call();
                call.map_or(Vec::new(), |call| self.by_call(call))
            }
            _ => Vec::new(),
        }
    }

    fn by_compare(&self, compare: Inst) -> Vec<Compared> {
        use IntPredicate::{Eq, Ne};
        if !matches!(compare.int_predicate(), Some(Eq | Ne)) {
            return Vec::new();
        }
        let [a, b] = [compare.operand(0), compare.operand(1)];
        let sides = [(a, b), (b, a)].into_iter();
        let found = sides.filter_map(|(asked, with)| {
            let bits = asked.ty().int_bits()?;
            let parameter = self.parameter(asked)?;
            let origins = self.slots.origins(with);
            let is_variable = origins.iter().any(|o| !o.is_constant());
            is_variable.then(|| Compared {
                parameter,
                bits,
                with: Source::of(with, &self.slots),
            })
        });
        found.collect()
    }

    /// What it hands on to functions that compare it.
    fn by_call(&self, call: Call) -> Vec<Compared> {
        let Some(called) = call.called().filter(|f| f.is_definition()) else {
            return Vec::new();
        };
        let arguments = call.arguments().into_iter().zip(0..);
        let handed = arguments.filter_map(|(a, at)| {
            a.ty().int_bits()?;
            Some((at, self.parameter(a)?))
        });
        let handed: Vec<(u32, u32)> = handed.collect();
        if handed.is_empty() {
            return Vec::new();
        }
        let compared = self.all.of(called);
        let found = compared.iter().filter_map(|c| {
            let (_, parameter) = handed.iter().find(|(at, _)| *at == c.parameter)?;
            Some(Compared {
                parameter: *parameter,
                ..c.clone()
            })
        });
        found.collect()
    }

    /// The parameter that a value is, at its own width.
    fn parameter(&self, value: Value) -> Option<u32> {
        let [origin] = self.slots.origins(value)[..] else {
            return None;
        };
        let mut parameters = self.parameters.iter().zip(0..);
        let (_, at) = parameters.find(|(p, _)| **p == origin && p.ty() == value.ty())?;
        Some(at)
    }
}
