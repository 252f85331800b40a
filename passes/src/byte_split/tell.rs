//! Finds the first byte in which two numbers differ, by branches or by a switch, with an edge for each outcome.

use crate::{
    ir::{Block, Builder, IntPredicate, MetadataKind, Term, Value},
    marks::step,
};

/// With more steps, one switch is emitted.
const FEW: usize = 3;

/// Emits the code that finds the first differing byte.
pub struct Tell<'a> {
    pub builder: &'a Builder,
    pub terminator: Term,
    /// The kind of metadata that has to stay on every branch of a loop's latch.
    pub loops: MetadataKind,
    pub same: Block,
    pub differs: Block,
}

impl Tell<'_> {
    fn block(&self) -> Block {
        self.differs.new_before()
    }

    /// A new block that leads to where a byte differs.
    pub fn way(&self) -> Block {
        let way = self.block();
        let builder = Builder::new(self.builder.module());
        builder.go_to_end(way);
        builder.locate(self.terminator);
        builder.br(self.differs);
        way
    }

    /// Branches at the builder's position.
    pub fn branch(&self, condition: Value, then: Block, otherwise: Block) {
        self.finish(self.builder.cond_br(condition, then, otherwise));
    }

    fn finish(&self, branch: Term) {
        branch.copy_metadata(self.terminator, self.loops);
        if branch.block() != self.terminator.block() {
            step::mark(self.builder.module(), branch);
        }
    }

    /// The bits that a step compares.
    pub fn masked(&self, bits: Value, mask: u128) -> Value {
        self.builder.and(bits, bits.ty().constant(mask))
    }

    /// Whether no bit is set.
    pub fn is_zero(&self, bits: Value) -> Value {
        let zero = bits.ty().constant(0);
        self.builder.icmp(IntPredicate::Eq, bits, zero)
    }

    /// Branches by whether any byte differs, the first step first.
    pub fn equal(&self, bits: Value, steps: &[u128], from_above: bool) {
        let (differs, next) = (self.way(), self.block());
        self.branch(self.is_zero(self.masked(bits, steps[0])), next, differs);
        self.builder.go_to_end(next);
        self.all_or_which(bits, &steps[1..], from_above);
    }

    /// Branches by whether no byte differs, and else by which does.
    pub fn all_or_which(&self, bits: Value, steps: &[u128], from_above: bool) {
        let explain = self.block();
        self.branch(self.is_zero(bits), self.same, explain);
        self.builder.go_to_end(explain);
        self.which(bits, steps, from_above);
    }

    /// Branches by the first of the steps that differs, from above or from below; one of them does.
    fn which(&self, bits: Value, steps: &[u128], from_above: bool) {
        if steps.len() > FEW {
            return self.switch(bits, steps, from_above);
        }
        // Of steps from above, the last one is likely: the others are equal.
        let mut left = steps.to_vec();
        while left.len() > 1 {
            let asked = if from_above {
                left.pop();
                left.iter().fold(0, |all, mask| all | mask)
            } else {
                left.remove(0)
            };
            let (way, next) = (self.way(), self.block());
            let none = self.is_zero(self.masked(bits, asked));
            match from_above {
                true => self.branch(none, way, next),
                false => self.branch(none, next, way),
            }
            self.builder.go_to_end(next);
        }
        self.builder.br(self.differs);
    }

    /// The same with one switch.
    fn switch(&self, bits: Value, steps: &[u128], from_above: bool) {
        // Widened to whole bytes: the number of leading zero bits divided by eight is then the number of a byte.
        let width = bits.ty().int_bits().expect("differences are integers");
        let bytes = width.div_ceil(8);
        let ty = self.builder.module().int(8 * bytes);
        let bits = match width == 8 * bytes {
            true => bits,
            false => self.builder.zext(bits, ty),
        };
        let count = if from_above { "llvm.ctlz" } else { "llvm.cttz" };
        let is_never_zero = self.builder.module().const_int(1, 1).value();
        let bit = self.builder.intrinsic(count, &[ty], &[bits, is_never_zero]);
        let byte = self.builder.lshr(bit, ty.constant(3));
        let number = |mask: u128| {
            let from_below = mask.trailing_zeros() / 8;
            let number = match from_above {
                true => bytes - 1 - from_below,
                false => from_below,
            };
            ty.constant(number.into())
        };
        let others = steps[1..].iter();
        let cases: Vec<_> = others.map(|m| (number(*m), self.way())).collect();
        self.finish(self.builder.switch(byte, self.way(), &cases));
    }
}
