//! Switches: one for each byte, from the highest to the lowest.
//!
//! ```text
//! switch i16 %x, label %other [             %high = trunc (lshr %x, 8)
//!   i16 4660, label %a                      switch i8 %high, label %other [ i8 18, label %1 ]
//!   i16 4661, label %b ]            →     1:
//!                                           %low = trunc %x
//!                                           switch i8 %low, label %other [ i8 52, label %a
//!                                                                          i8 53, label %b ]
//! ```
//!
//! Where a single case is left, its other bytes are compared like those of a number ([`Tell`]).

use std::collections::{BTreeMap, HashMap};

use super::{ByteSplit, tell::Tell};
use crate::climb::Steps;
use crate::pass::Context;
use crate::{
    ir::{Block, Builder, Const, IntPredicate, Module, Op, Term, Type, Value},
    marks::step,
};

/// If a switch has more cases, each is compared as a whole once its first bytes are unique: otherwise the time for code
/// generation would grow with the square of the number of steps.
const MANY: usize = 1000;

/// A switch on more than one byte.
pub struct Switch {
    terminator: Term,
    /// The shift that brings each byte to the bottom, from the highest byte.
    shifts: Vec<u32>,
    default: Block,
    cases: Vec<(u128, Block)>,
}

/// The switch that a terminator is, if it is one to split.
pub fn find(terminator: Term, pass: &ByteSplit, cx: &mut Context) -> Option<Switch> {
    if !terminator.is(Op::Switch) {
        return None;
    }
    let value = terminator.operand(0);
    let bits = value.ty().int_bits().expect("switches ask integers");
    let targets = terminator.successors();
    if bits <= 8 || targets.len() < 2 || value.is_constant() {
        return None;
    }
    if bits > 128 {
        cx.skip("wider-than-128-bits");
        return None;
    }
    let constant = |case: Const| case.int().expect("cases are integers of at most 128 bits");
    let cases: Vec<_> = terminator
        .cases()
        .into_iter()
        .zip(&targets[1..])
        .map(|(case, target)| (constant(case), *target))
        .collect();
    if !pass.zero_one && cases.iter().all(|(value, _)| *value <= 1) {
        cx.skip("zero-one");
        return None;
    }
    let (left, open): (Vec<_>, Vec<_>) = cases
        .iter()
        .partition(|(value, _)| pass.leaves_to_dictionary(*value, bits));
    // The switch is split as a whole or not at all; cases with 0 or 1 alone are no reason to split it.
    if !left.is_empty() && open.iter().all(|(value, _)| *value <= 1) {
        cx.skip("dictionary");
        return None;
    }
    let known = value.known_at(terminator);
    let mask = u128::MAX >> (128 - bits);
    // Bytes that are known and equal in all cases are skipped.
    let is_open = |shift: &u32| {
        let inside = (0xff << shift) & mask;
        let known_bits = known.zero | known.one;
        known_bits & inside != inside
            || cases
                .iter()
                .any(|(value, _)| (value ^ known.one) & inside != 0)
    };
    let shifts: Vec<_> = (0..bits.div_ceil(8))
        .rev()
        .map(|n| 8 * n)
        .filter(is_open)
        .collect();
    if shifts.len() > 1 && cases.len() > MANY {
        cx.skip("tails-of-many-cases");
    }
    (shifts.len() > 1).then_some(Switch {
        terminator,
        shifts,
        default: targets[0],
        cases,
    })
}

impl Switch {
    /// A copy behind a gate, which is solved when each case has come.
    pub fn beside(self, module: Module) -> Switch {
        let steps = Steps::before(module, self.terminator.inst(), self.cases.len());
        let value = self.terminator.operand(0);
        let cases: Vec<_> = (self.terminator.cases().into_iter())
            .zip(steps.outcomes.iter().copied())
            .collect();
        let terminator = steps.builder.switch(value, steps.rest, &cases);
        Switch {
            terminator,
            shifts: self.shifts,
            default: steps.rest,
            cases: (self.cases.iter().zip(cases))
                .map(|((value, _), (_, block))| (*value, block))
                .collect(),
        }
    }

    /// Replaces the switch by one for each byte.
    pub fn split(self, module: Module) {
        let builder = Builder::before(module, self.terminator);
        let value = self.terminator.operand(0);
        let value = match value.is_well_defined(self.terminator) {
            true => value,
            false => builder.freeze(value),
        };
        let mut targets: HashMap<Block, Block> = HashMap::new();
        let mut target = |block: Block| {
            *targets
                .entry(block)
                .or_insert_with(|| Block::instead_of(self.terminator, block))
        };
        let default = target(self.default);
        let cases: Vec<_> = self.cases.iter().map(|(v, b)| (*v, target(*b))).collect();
        let emit = Emit {
            module,
            builder: &builder,
            terminator: self.terminator,
            value,
            byte: module.int(8),
            default,
            many: cases.len() > MANY,
        };
        emit.level(&self.shifts, cases);
        self.terminator.erase();
    }
}

struct Emit<'a> {
    module: Module,
    builder: &'a Builder,
    terminator: Term,
    value: Value,
    byte: Type,
    default: Block,
    many: bool,
}

impl Emit<'_> {
    /// Emits the switches at the builder's position. Recurses once per byte.
    fn level(&self, shifts: &[u32], cases: Vec<(u128, Block)>) {
        if let ([(case, block)], [_, _, ..]) = (&cases[..], shifts) {
            return self.only(shifts, *case, *block);
        }
        let [shift, rest @ ..] = shifts else {
            unreachable!("a level has a byte to look at");
        };
        let mut by_byte: BTreeMap<u8, Vec<(u128, Block)>> = BTreeMap::new();
        for case in cases {
            by_byte
                .entry((case.0 >> shift) as u8)
                .or_default()
                .push(case);
        }
        let mut below = Vec::new();
        let arms: Vec<(u8, Block)> = by_byte
            .into_iter()
            .map(|(byte, cases)| match rest.is_empty() {
                // Cases are unique, so at the last byte one is left.
                true => (byte, cases[0].1),
                false => {
                    let block = self.default.new_before();
                    below.push((block, cases));
                    (byte, block)
                }
            })
            .collect();
        self.ask(*shift, &arms);
        for (block, cases) in below {
            self.builder.go_to_end(block);
            self.builder.locate(self.terminator);
            self.level(rest, cases);
        }
    }

    /// A single case is left: compares all remaining bytes as one number.
    fn only(&self, shifts: &[u32], case: u128, block: Block) {
        let ty = self.value.ty();
        if self.many {
            let equal = self
                .builder
                .icmp(IntPredicate::Eq, self.value, ty.constant(case));
            return self.finish(self.builder.cond_br(equal, block, self.default));
        }
        let steps: Vec<u128> = shifts.iter().map(|s| 0xff << s).collect();
        let all = steps.iter().fold(0, |all, mask| all | mask);
        let difference = self.builder.xor(self.value, ty.constant(case));
        let tell = Tell {
            builder: self.builder,
            terminator: self.terminator,
            loops: self.module.metadata_kind("llvm.loop"),
            same: block,
            differs: self.default,
        };
        tell.equal(self.builder.and(difference, ty.constant(all)), &steps, true);
    }

    fn ask(&self, shift: u32, arms: &[(u8, Block)]) {
        let ty = self.value.ty();
        let moved = match shift {
            0 => self.value,
            _ => self.builder.lshr(self.value, ty.constant(shift.into())),
        };
        let byte = self.builder.trunc(moved, self.byte);
        let constant = |byte: u8| self.byte.constant(byte.into());
        let made = match arms {
            [(only, block)] => {
                let equal = self.builder.icmp(IntPredicate::Eq, byte, constant(*only));
                self.builder.cond_br(equal, *block, self.default)
            }
            _ => {
                let cases: Vec<_> = arms
                    .iter()
                    .map(|(b, block)| (constant(*b), *block))
                    .collect();
                self.builder.switch(byte, self.default, &cases)
            }
        };
        self.finish(made);
    }

    fn finish(&self, made: Term) {
        made.copy_metadata(self.terminator, self.module.metadata_kind("llvm.loop"));
        if made.block() != self.terminator.block() {
            step::mark(self.module, made);
        }
    }
}
