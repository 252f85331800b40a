//! Compares of two operands, byte by byte.
//!
//! ```text
//! %r = call i32 @strcmp(ptr %s, ptr @abc)          %0 = load i8, ptr %s                ; frozen
//! %c = icmp eq i32 %r, 0                           br (%0 == 'a'), label %1, label %no
//! br i1 %c, label %yes, label %no                1:
//!                                           →      %2 = load i8, ptr (%s + 1)
//!                                                  br (%2 == 'b'), label %3, label %no
//!                                                …
//!                                                  br (%8 == 0), label %yes, label %no
//! ```
//!
//! If the result itself is used, the edges meet again: it is zero after the last step, else the difference of the two
//! bytes. Two variable operands end at the NUL or at the length, whichever comes first. What `unroll` steps do not
//! decide is left to a call of the function from there on, as is everything that depends on the locale.

use super::{
    SplitCalls, case,
    emit::{Differences, Emit},
};
use crate::{
    ir::{Block, Call, IntPredicate, Value},
    libc::{Answer, Compare, Ends},
};

/// A compare to be split.
pub struct ComparePlan {
    function: Compare,
    /// The operands that are constant, including the NUL of a string.
    constants: [Option<Vec<u8>>; 2],
    /// The length, if it is constant.
    length: Option<u64>,
    unroll: u64,
}

impl ComparePlan {
    /// The plan for a call, or the reason to leave it alone.
    pub fn of(
        function: Compare,
        call: Call,
        pass: &SplitCalls,
    ) -> Result<ComparePlan, &'static str> {
        if call.operand(0) == call.operand(1) {
            return Err("same");
        }
        let mut constants = [0, 1].map(|n| call.operand(n).constant_bytes());
        if constants.iter().all(|c| c.is_some()) {
            return Err("constant");
        }
        if [0, 1].iter().any(|n| call.operand(*n).is_null()) {
            return Err("null");
        }
        let length = match function.length {
            Some(argument) => super::known_length(call.operand(argument), function.signed)?,
            None => None,
        };
        for (n, constant) in constants.iter_mut().enumerate() {
            let Some(bytes) = constant else {
                continue;
            };
            if function.ends == Ends::Length {
                let wanted = length.unwrap_or(bytes.len() as u64);
                if (bytes.len() as u64) < wanted {
                    return Err("constant-too-short");
                }
                bytes.truncate(wanted as usize);
            } else {
                let end = bytes.iter().position(|b| *b == 0).ok_or("no-terminator")?;
                // A prefix is compared without its NUL.
                let counts = match function.ends == Ends::Second && n == 1 {
                    true => end,
                    false => end + 1,
                };
                bytes.truncate(counts);
            }
            if bytes.is_empty() {
                return Err("empty");
            }
            pass.leave_recorded(token(bytes, function.ends, length))?;
        }
        Ok(ComparePlan {
            function,
            constants,
            length,
            unroll: pass.unroll,
        })
    }

    /// Emits the steps.
    pub fn expand(&self, emit: &mut Emit) {
        if self.function.ends == Ends::Length {
            emit.watch_all_bytes();
        }
        let pointers = [0, 1].map(|n| emit.argument(n));
        self.ask_for_null(emit, pointers);
        let length = self.variable_length(emit);
        let mut work = Work {
            plan: self,
            differences: Differences::default(),
        };
        if self.function.same && self.constants == [None, None] {
            let equal = work.equal(emit);
            super::ask_for_same(emit, pointers, equal);
        }
        let known = self.constants.iter().flatten().map(|c| c.len() as u64);
        let most = known.chain(self.length).min().unwrap_or(u64::MAX);
        for at in 0..most.min(self.unroll) {
            if let Some(length) = length {
                let is_end = is(emit, length, at);
                let equal = work.equal(emit);
                emit.leave_if(is_end, equal);
            }
            let next = match at + 1 == most {
                true => work.equal(emit),
                false => emit.block(),
            };
            work.step(emit, pointers, at, next);
            if at + 1 < most {
                emit.enter(next);
            }
        }
        if most > self.unroll {
            if let Some(length) = length {
                let is_end = is(emit, length, self.unroll);
                let equal = work.equal(emit);
                emit.leave_if(is_end, equal);
            }
            let result = emit.again(&self.rest(emit, pointers, length));
            emit.end_with(result, false);
        }
        work.settle_differences(emit);
    }

    fn ask_for_null(&self, emit: &mut Emit, pointers: [Value; 2]) {
        if !self.function.null {
            return;
        }
        for (pointer, constant) in pointers.into_iter().zip(&self.constants) {
            if constant.is_none() {
                super::ask_for_null(emit, pointer);
            }
        }
    }

    /// A variable length, after a check that it is valid.
    fn variable_length(&self, emit: &mut Emit) -> Option<Value> {
        let argument = self.function.length.filter(|_| self.length.is_none())?;
        Some(super::frozen_length(emit, argument, self.function.signed))
    }

    /// The arguments of the function's call after the last step.
    fn rest(&self, emit: &Emit, pointers: [Value; 2], length: Option<Value>) -> Vec<(u32, Value)> {
        let mut changes: Vec<_> = (0..)
            .zip(pointers)
            .map(|(n, pointer)| (n, emit.advanced(pointer, self.unroll)))
            .collect();
        if let Some(argument) = self.function.length {
            let all = length.unwrap_or_else(|| emit.argument(argument));
            let steps = all.ty().constant(self.unroll.into());
            changes.push((argument, emit.builder.sub(all, steps)));
        }
        changes
    }
}

struct Work<'a> {
    plan: &'a ComparePlan,
    differences: Differences,
}

impl Work<'_> {
    /// Compares one byte of each operand; continues at `next` if they are equal and not the end.
    fn step(&mut self, emit: &mut Emit, pointers: [Value; 2], at: u64, next: Block) {
        let constant = |n: usize| self.plan.constants[n].as_ref().map(|c| c[at as usize]);
        let known = [0, 1].map(constant);
        let load = |emit: &Emit, n: usize| match known[n] {
            Some(value) => emit.module.int(8).constant(value.into()).value(),
            None => emit.byte(pointers[n], at),
        };
        let ends = self.plan.function.ends;
        // The second operand first: if it ends here, the first one is not read.
        let second = load(emit, 1);
        if ends == Ends::Second && known[1].is_none() {
            let equal = self.equal(emit);
            emit.leave_if(is(emit, second, 0), equal);
        }
        let first = load(emit, 0);
        // The constant becomes the compare's second operand.
        let [variable, other] = match known[0] {
            Some(_) => [second, first],
            None => [first, second],
        };
        let equal = match self.plan.function.case {
            Some(case) => case::equal(case, &emit.builder, variable, other),
            None => emit.builder.icmp(IntPredicate::Eq, variable, other),
        };
        let may_be_end = ends == Ends::Nul && known == [None, None];
        let same = match may_be_end {
            true => emit.block(),
            false => next,
        };
        let differs = self.differs(emit, first, second, known);
        emit.cond_br(equal, same, differs);
        if may_be_end {
            emit.enter(same);
            let equal = self.equal(emit);
            emit.cond_br(is(emit, first, 0), equal, next);
        }
    }

    /// The target if these bytes differ.
    fn differs(
        &mut self,
        emit: &mut Emit,
        first: Value,
        second: Value,
        known: [Option<u8>; 2],
    ) -> Block {
        let mut constants = known.iter().flatten();
        if let Some(case) = self.plan.function.case
            && self.asks_function(emit)
            && constants.any(|c| case::is_always_odd(case, *c))
        {
            return emit.original();
        }
        if !self.asks_function(emit) && !self.asks_difference(emit) {
            return emit.number(self.unequal());
        }
        self.differences.of(emit, first, second)
    }

    /// The target if the operands are equal.
    fn equal(&self, emit: &mut Emit) -> Block {
        match self.plan.function.result {
            Answer::Order | Answer::Zero => emit.number(0),
            Answer::One => emit.number(1),
        }
    }

    /// The result for operands that differ, if its value does not matter.
    fn unequal(&self) -> u128 {
        match self.plan.function.result {
            Answer::Order | Answer::Zero => 1,
            Answer::One => 0,
        }
    }

    /// Whether the function itself may have to decide what a difference means.
    fn asks_function(&self, emit: &Emit) -> bool {
        let case = self.plan.function.case;
        case.is_some_and(|c| case::asks_function(c) || self.asks_difference(emit))
    }

    /// Whether it matters which byte is greater.
    fn asks_difference(&self, emit: &Emit) -> bool {
        self.plan.function.result == Answer::Order && !emit.is_branch()
    }

    fn settle_differences(&mut self, emit: &mut Emit) {
        let Some([mut a, mut b]) = std::mem::take(&mut self.differences).enter(emit) else {
            return;
        };
        if let Some(case) = self.plan.function.case {
            let odd = case::is_odd(case, &emit.builder, a, b);
            if !self.asks_difference(emit) {
                return emit.decide(odd, self.unequal());
            }
            let original = emit.original();
            emit.leave_if(odd, original);
            [a, b] = [a, b].map(|v| case::fold(case, &emit.builder, v));
        }
        emit.end_with_difference([a, b]);
    }
}

/// The dictionary's token for a constant operand: it includes a NUL only if it is memory of a known length.
fn token(operand: &[u8], ends: Ends, length: Option<u64>) -> &[u8] {
    let most = length.map_or(operand.len(), |l| operand.len().min(l as usize));
    match (ends, length) {
        (Ends::Length, Some(_)) => operand,
        _ => {
            let mut string = operand[..most].split(|b| *b == 0);
            string.next().unwrap_or_default()
        }
    }
}

fn is(emit: &Emit, value: Value, constant: u64) -> Value {
    let constant = value.ty().constant(constant.into());
    emit.builder.icmp(IntPredicate::Eq, value, constant)
}
