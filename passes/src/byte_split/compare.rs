//! Compares of two values.

use super::{ByteSplit, masks, tell::Tell};
use crate::analyses::loop_counter::is_loop_counter;
use crate::climb::Steps;
use crate::ir::{
    Block, Builder, Const, FloatPredicate, Inst, IntPredicate, Module, Op, Term, Type, Use, Value,
};

/// A compare that is split into several steps.
pub struct Compare {
    instruction: Inst,
    /// The bits that each step compares, in order.
    steps: Vec<u128>,
    question: Question,
}

/// The result when a byte differs, and when none does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// The result is `answer` where all bytes are equal, else its opposite.
    Equal { answer: bool },
    /// The original compare decides.
    Order,
    /// The original compare is elsewhere; the result is whether all bytes are equal that have a step.
    Near,
}

/// The compare, if `instruction` is one to split; the reason, if it is a compare that is skipped.
pub fn find(instruction: Inst, pass: &ByteSplit) -> Result<Option<Compare>, &'static str> {
    let Some(found) = candidate(instruction, pass)? else {
        return Ok(None);
    };
    let shown = match found.question {
        Question::Equal { .. } | Question::Near => 0,
        // The gate of the earlier compare may be shut while this one still needs all its steps.
        Question::Order if pass.gates => 0,
        Question::Order => shown_before(instruction, pass),
    };
    Ok(Compare::new(instruction, found, shown))
}

/// A compare that may be split.
struct Candidate {
    bits: u32,
    /// Bits that are known to be equal in both operands.
    equal: u128,
    question: Question,
}

fn candidate(instruction: Inst, pass: &ByteSplit) -> Result<Option<Candidate>, &'static str> {
    if let Some(predicate) = instruction.int_predicate() {
        return of_integers(instruction, predicate, pass);
    }
    match instruction.float_predicate() {
        Some(predicate) => of_floats(instruction, predicate, pass),
        None => Ok(None),
    }
}

fn of_integers(
    instruction: Inst,
    predicate: IntPredicate,
    pass: &ByteSplit,
) -> Result<Option<Candidate>, &'static str> {
    let operands = [instruction.operand(0), instruction.operand(1)];
    let Some(bits) = operands[0].ty().int_bits() else {
        return match operands[0].ty().is_vector() {
            true => Err("vector"),
            // Pointers are not part of the input.
            false => Ok(None),
        };
    };
    if bits <= 8 || operands.iter().all(|o| o.is_constant()) {
        return Ok(None);
    }
    if bits > 128 {
        return Err("wider-than-128-bits");
    }
    let constant = operands.iter().find_map(|o| o.int_constant());
    if !pass.zero_one && constant.is_some_and(|c| c <= 1) {
        return Err("zero-one");
    }
    if !pass.loops && operands.iter().any(|o| is_loop_counter(*o)) {
        return Err("loop-counter");
    }
    let question = match predicate {
        IntPredicate::Eq => Question::Equal { answer: true },
        IntPredicate::Ne => Question::Equal { answer: false },
        _ => Question::Order,
    };
    if constant.is_some_and(|c| pass.leaves_to_dictionary(c, bits)) {
        return Err("dictionary");
    }
    let [a, b] = operands.map(|o| o.known_at(instruction));
    let equal = (a.zero & b.zero) | (a.one & b.one);
    Ok(Some(Candidate {
        bits,
        equal,
        question,
    }))
}

fn of_floats(
    instruction: Inst,
    predicate: FloatPredicate,
    pass: &ByteSplit,
) -> Result<Option<Candidate>, &'static str> {
    let operands = [instruction.operand(0), instruction.operand(1)];
    if operands[0].ty().is_vector() {
        return Err("vector");
    }
    let question = match predicate {
        // These only ask for NaN, or are constant.
        FloatPredicate::Ord
        | FloatPredicate::Uno
        | FloatPredicate::True
        | FloatPredicate::False => return Ok(None),
        _ => Question::Order,
    };
    if operands.iter().all(|o| o.is_constant()) {
        return Ok(None);
    }
    if !pass.floats {
        return Err("floats");
    }
    let Some(bits) = operands[0].ty().ieee_bits() else {
        return Err("x87");
    };
    let is_zero = |o: &Value| o.as_const().is_some_and(Const::is_float_zero);
    if !pass.zero_one && operands.iter().any(is_zero) {
        return Err("zero-one");
    }
    let constant = operands.iter().find_map(|o| o.float_constant());
    if constant.is_some_and(|c| pass.leaves_to_dictionary(c, bits)) {
        return Err("dictionary");
    }
    Ok(Some(Candidate {
        bits,
        equal: 0,
        question,
    }))
}

/// How many dominating blocks are searched for earlier compares.
const UPWARDS: usize = 8;

/// The highest bits, in whole bytes, that earlier compares for order of the same value have shown already: those in
/// which their constants agree with this one. Otherwise the second bound of `x > a && x < b` would repeat the edges of
/// the first, and a fuzzer would keep inputs that reach nothing new.
fn shown_before(instruction: Inst, pass: &ByteSplit) -> u128 {
    let operand = |compare: Inst| {
        let constant = compare.operand(1);
        let bits = constant
            .int_constant()
            .or_else(|| constant.float_constant())?;
        Some((compare.operand(0), bits))
    };
    let Some((value, constant)) = operand(instruction) else {
        return 0;
    };
    let above = std::iter::successors(Some(instruction.block()), |b| b.single_predecessor());
    let shown = above.skip(1).take(UPWARDS).filter_map(|block| {
        let condition = block.terminator()?.branch_condition()?.as_inst()?;
        if condition.op() != instruction.op() {
            return None;
        }
        let (other, bound) = operand(condition).filter(|(other, _)| *other == value)?;
        let Candidate { bits, question, .. } = candidate(condition, pass).ok()??;
        if question != Question::Order {
            return None;
        }
        debug_assert!(other.ty() == value.ty());
        let agree = masks(bits).take_while(|mask| (constant ^ bound) & mask == 0);
        Some(agree.fold(0, |all, mask| all | mask))
    });
    shown.max().unwrap_or(0)
}

impl Compare {
    /// `shown`: the highest bits that need no step of their own. `None` if one step is enough.
    fn new(instruction: Inst, candidate: Candidate, shown: u128) -> Option<Compare> {
        let Candidate {
            bits,
            equal,
            question,
        } = candidate;
        let mut steps: Vec<_> = masks(bits)
            .map(|mask| mask & !equal)
            .filter(|mask| mask & !shown != 0)
            .collect();
        match question {
            // Numbers that differ mostly differ in the lowest byte.
            Question::Equal { .. } if steps.len() < 2 => return None,
            Question::Equal { .. } => steps.reverse(),
            Question::Order if instruction.is(Op::ICmp) => {
                // The compare itself decides the lowest byte.
                steps.pop();
            }
            Question::Order | Question::Near => {}
        }
        // A lower byte counts as right only if the bytes that another compare shows are right, too.
        if let Some(first) = steps.first_mut() {
            *first |= shown & !equal;
        }
        (!steps.is_empty()).then_some(Compare {
            instruction,
            steps,
            question,
        })
    }

    /// A copy behind a gate, which is solved when its bytes are equal. A compare for order is solved there too, not when it
    /// has come out both ways: `x > a` does so long before the x is found that is just above a.
    pub fn beside(&self, module: Module) -> Compare {
        let steps = Steps::before(module, self.instruction, 1);
        let copy = steps.builder.clone_of(self.instruction);
        let (right, wrong) = (steps.outcomes[0], steps.rest);
        let (question, yes, no) = match self.question {
            Question::Equal { answer: false } => (self.question, wrong, right),
            Question::Equal { answer: true } => (self.question, right, wrong),
            Question::Order | Question::Near => (Question::Near, right, wrong),
        };
        steps.builder.cond_br(copy.value(), yes, no);
        Compare {
            instruction: copy,
            steps: self.steps.clone(),
            question,
        }
    }

    /// Branches get the steps themselves; other uses get a φ node of their outcomes.
    pub fn split(&self, module: Module) {
        let mut others = Vec::new();
        for found in self.instruction.uses() {
            match asked_by(&found) {
                Some(branch) => self.at_branch(module, branch),
                None => others.push(found),
            }
        }
        if !others.is_empty() {
            self.as_value(module, &others);
        }
        if !self.instruction.has_uses() {
            self.instruction.erase();
        }
    }

    fn at_branch(&self, module: Module, branch: Term) {
        let ways = branch.successors();
        if ways[0] == ways[1] {
            return;
        }
        let targets = [0, 1].map(|way| Block::instead_of(branch, ways[way]));
        let condition = branch.branch_condition().and_then(Value::as_inst);
        let condition = condition.expect("it asks the compare");
        self.emit(module, branch, targets);
        branch.erase();
        if condition != self.instruction && !condition.has_uses() {
            condition.erase();
        }
    }

    fn as_value(&self, module: Module, uses: &[Use]) {
        let next = self.instruction.next().expect("a compare ends no block");
        let head = self.instruction.block();
        let tail = Block::split_before(next);
        let ways = [tail.new_before(), tail.new_before()];
        let builder = Builder::new(module);
        builder.locate(self.instruction);
        for way in ways {
            builder.go_to_end(way);
            builder.br(tail);
        }
        let terminator = head.terminator().expect("made by the split");
        self.emit(module, terminator, ways);
        terminator.erase();
        builder.go_before(next);
        builder.locate(self.instruction);
        let answer = |way: usize| (module.const_int(1, 1 - way as u64).value(), ways[way]);
        let phi = builder.phi(self.instruction.ty(), &[answer(0), answer(1)]);
        for found in uses {
            let user = found.user.as_inst();
            let user = user.expect("only instructions use one");
            user.set_operand(found.operand, phi);
        }
    }

    /// Emits the steps before `terminator`, which the caller erases. They lead to the first target if the compare
    /// holds, else to the second.
    fn emit(&self, module: Module, terminator: Term, targets: [Block; 2]) {
        let builder = Builder::before(module, terminator);
        let loops = module.metadata_kind("llvm.loop");
        // Used more than once and branched on, so they must be frozen.
        let [a, b] = [0, 1].map(|i| {
            let operand = self.instruction.operand(i);
            match operand.is_well_defined(terminator) {
                true => operand,
                false => builder.freeze(operand),
            }
        });
        let bits = self.bits_type(module);
        let [x, y] = [a, b].map(|v| match self.instruction.is(Op::FCmp) {
            true => builder.bitcast(v, bits),
            false => v,
        });
        // The targets where a byte differs, and where none does.
        let (differs, same) = match self.question {
            Question::Equal { answer: true } | Question::Near => (targets[1], targets[0]),
            Question::Equal { answer: false } => (targets[0], targets[1]),
            Question::Order => {
                let decide = targets[0].new_before();
                let same = decide.new_before();
                builder.go_to_end(same);
                builder.br(decide);
                builder.go_before(terminator);
                (decide, same)
            }
        };
        let tell = Tell {
            builder: &builder,
            terminator,
            loops,
            same,
            differs,
        };
        self.tell(&tell, builder.xor(x, y));
        if self.question == Question::Order {
            builder.go_to_end(differs);
            builder.locate(terminator);
            let decision = match self.instruction.int_predicate() {
                Some(predicate) => builder.icmp(predicate, a, b),
                None => {
                    let predicate = self.instruction.float_predicate();
                    builder.fcmp(predicate.expect("`find` takes compares alone"), a, b)
                }
            };
            let branch = builder.cond_br(decision, targets[0], targets[1]);
            branch.copy_metadata(terminator, loops);
        }
    }

    /// Emits an edge to `differs` for each step that may be the first to differ, and one to `same`. The likely outcome
    /// is tested first: numbers are mostly small, so they differ in the lowest byte; in compares for order, their upper
    /// bytes are equal.
    fn tell(&self, tell: &Tell, difference: Value) {
        let bits = tell.masked(
            difference,
            self.steps.iter().fold(0, |all, mask| all | mask),
        );
        match self.question {
            _ if self.steps.len() == 1 => {
                let differs = tell.way();
                tell.branch(tell.is_zero(bits), tell.same, differs);
            }
            Question::Equal { .. } => tell.equal(bits, &self.steps, false),
            Question::Order | Question::Near => tell.all_or_which(bits, &self.steps, true),
        }
    }

    fn bits_type(&self, module: Module) -> Type {
        let ty = self.instruction.operand(0).ty();
        let bits = ty.int_bits().or_else(|| ty.ieee_bits());
        module.int(bits.expect("`find` takes numbers alone"))
    }
}

/// The branch that uses the compare, either directly or by a frozen copy that has no other use.
fn asked_by(found: &Use) -> Option<Term> {
    let user = found.user.as_inst()?;
    if user.is(Op::Freeze) && user.has_one_use() {
        let branch = user.uses().first().and_then(asked_by_itself);
        return branch.filter(|b| b.block() == user.block());
    }
    asked_by_itself(found)
}

fn asked_by_itself(found: &Use) -> Option<Term> {
    let branch = found.user.as_inst()?.as_term()?;
    branch.branch_condition().is_some().then_some(branch)
}
