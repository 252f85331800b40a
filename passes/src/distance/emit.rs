//! The code of gates, and what stands after them.

use fz_abi::{
    distance::{MINIMUM, cases, question as flags},
    functions::{Function, distance as abi},
};
use fz_schema::passes::distance::Keep;

use super::{
    Asks, Branch,
    question::{Called, Numbers, Question},
};
use crate::{
    ir::{Block, Builder, Const, Global, Inst, IntPredicate, Module, Term, TypeKind, Value},
    runtime,
};

/// The weights of the code after a gate, and of the way past it.
const WEIGHTS: [u32; 2] = [1, (1 << 20) - 1];

/// Emits the code of one function.
pub struct Emit {
    pub module: Module,
    pub gates: Global,
    pub keep: Keep,
}

/// A question whose calls have been asked already.
enum Known<'a> {
    Numbers(&'a Numbers),
    Distance(Value),
    Truth(Value),
    Not(Box<Known<'a>>),
    Both(Box<[Known<'a>; 2]>),
    Either(Box<[Known<'a>; 2]>),
}

impl Emit {
    /// Gives each outcome of a branch its gate.
    pub fn branch(&self, branch: &Branch) {
        match &branch.asks {
            Asks::Condition(question) => {
                let known = self.known(question, branch);
                self.edges(branch, |builder, gates, way| {
                    let distance = self.distance(builder, &known);
                    self.call(builder, &abi::BRANCH, &[gates, way, distance]);
                });
            }
            Asks::Cases => {
                let table = self.table(branch.terminator);
                let value = branch.terminator.operand(0);
                self.edges(branch, |builder, gates, way| {
                    let value = self.extended(builder, value, 64, false);
                    self.call(builder, &abi::SWITCH, &[gates, way, value, table.value()]);
                });
            }
        }
    }

    /// Puts a gate on each edge that can be taken, and what `report` makes after it.
    fn edges(&self, branch: &Branch, report: impl Fn(&Builder, Value, Value)) {
        let Branch {
            terminator, first, ..
        } = *branch;
        let gates = self.module.address_in(self.gates, first);
        for way in 0..branch.outcomes {
            let target = terminator.successors()[way];
            if target.is_unreachable() {
                continue;
            }
            let split = terminator.block().split_critical_edge(way);
            let edge = split.unwrap_or(target);
            let (Some(_), Some(point)) = (edge.single_predecessor(), edge.first_insertion_point())
            else {
                continue;
            };
            let gate = self.module.address_in(self.gates, first + way);
            let builder = self.gate(point, terminator.inst(), gate, 8).builder;
            let number = way as u64 | self.flag();
            let way = self.module.const_int(32, number);
            report(&builder, gates.value(), way.value());
            builder.br(point.block());
        }
    }

    fn flag(&self) -> u64 {
        match self.keep {
            Keep::First => 0,
            Keep::Minimum => MINIMUM.into(),
        }
    }

    /// Splits a block before an instruction, which is reached past a gate: code that runs if any of `bits` of memory are set.
    /// The code has the location of `source`, and has to jump to the instruction's block.
    pub fn gate(&self, before: Inst, source: Inst, gate: Const, bits: u32) -> Gate {
        let head = before.block();
        let rest = Block::split_before(before);
        let terminator = head.terminator().expect("made by the split");
        let builder = Builder::before(self.module, terminator);
        builder.locate(source);
        let ty = self.module.int(bits);
        let held = builder.load_aligned(ty, gate, 1);
        // Another thread, or the runtime in a signal handler, may shut it. And where clang's pipeline follows, it would
        // carry the answer of one load to the next.
        held.set_volatile();
        self.module.set_nosanitize(held);
        let is_open = builder.icmp(IntPredicate::Ne, held, ty.constant(0));
        let cold = head.function().append_block("");
        let jump = builder.cond_br(is_open, cold, rest);
        self.module.set_branch_weights(jump, WEIGHTS);
        self.module.set_nosanitize(jump);
        terminator.erase();
        builder.go_to_end(cold);
        builder.locate(source);
        Gate {
            head,
            cold,
            rest,
            builder,
        }
    }

    /// Asks the calls of a question directly after each.
    fn known<'a>(&self, question: &'a Question, branch: &Branch) -> Known<'a> {
        let parts = |parts: &'a [Question; 2]| {
            Box::new(parts.each_ref().map(|part| self.known(part, branch)))
        };
        match question {
            Question::Numbers(numbers) => Known::Numbers(numbers),
            Question::Called(called) => Known::Distance(self.called(called, branch)),
            Question::Truth(value) => Known::Truth(*value),
            Question::Not(inner) => Known::Not(Box::new(self.known(inner, branch))),
            Question::Both(both) => Known::Both(parts(both)),
            Question::Either(either) => Known::Either(parts(either)),
        }
    }

    /// The distance of a call's answer, or 0 while both gates of the branch are closed.
    fn called(&self, called: &Called, branch: &Branch) -> Value {
        let next = called.call.next().expect("a call is no terminator");
        let gates = self.module.address_in(self.gates, branch.first);
        let both = 8 * branch.outcomes as u32;
        let gate = self.gate(next, called.call.inst(), gates, both);
        let builder = &gate.builder;
        let size = |at: usize| {
            let signed = called.question & flags::SIGNED != 0;
            let bits = 8 * self.module.pointer_bytes();
            match called.lengths.get(at) {
                Some(length) => self.extended(builder, *length, bits, signed),
                None => self.module.int(bits).constant(0).value(),
            }
        };
        let question = self.module.const_int(32, called.question.into()).value();
        let [a, b] = called.operands;
        let distance = match called.is_search {
            true => self.call(builder, &abi::FIND, &[question, a, size(0), b, size(1)]),
            false => self.call(builder, &abi::BYTES, &[question, a, b, size(0)]),
        };
        builder.br(gate.rest);
        builder.go_before(next);
        let unknown = self.module.const_int(64, 0).value();
        let incoming = [(distance, gate.cold), (unknown, gate.head)];
        builder.phi(self.module.int(64), &incoming).value()
    }

    /// Computes a distance with its sign.
    fn distance(&self, builder: &Builder, known: &Known) -> Value {
        let negated = |value: Value| builder.sub(self.module.const_int(64, 0), value);
        let both = |parts: [Value; 2]| self.call(builder, &abi::BOTH, &parts);
        match known {
            Known::Numbers(numbers) => self.numbers(builder, numbers),
            Known::Distance(value) => *value,
            Known::Truth(value) => {
                let [one, minus_one] = [1, u64::MAX].map(|n| self.module.const_int(64, n));
                builder.select(*value, minus_one, one)
            }
            Known::Not(inner) => negated(self.distance(builder, inner)),
            Known::Both(parts) => both(parts.each_ref().map(|p| self.distance(builder, p))),
            Known::Either(parts) => {
                let parts = parts.each_ref().map(|p| negated(self.distance(builder, p)));
                negated(both(parts))
            }
        }
    }

    fn numbers(&self, builder: &Builder, numbers: &Numbers) -> Value {
        let bits = numbers.question >> flags::WIDTH_SHIFT & 0xff;
        let (function, to) = match bits <= 64 {
            true => (abi::INTEGERS, 64),
            false => (abi::WIDE, 128),
        };
        let operands = numbers.operands.map(|value| {
            let bits = self.bits(builder, value);
            self.extended(builder, bits, to, false)
        });
        let question = self.module.const_int(32, numbers.question.into()).value();
        self.call(builder, &function, &[question, operands[0], operands[1]])
    }

    /// The bits of a number, or an address, as an integer.
    fn bits(&self, builder: &Builder, value: Value) -> Value {
        let ty = value.ty();
        match ty.float_bits() {
            // Compilers have these in registers as numbers of 32 bits, and call a function that not every runtime has to
            // make them narrow again.
            Some(_) if ty.kind() == TypeKind::BFloat => {
                let wide = builder.fpext(value, self.module.float());
                let bits = builder.bitcast(wide, self.module.int(32));
                let upper = builder.lshr(bits, self.module.const_int(32, 16));
                builder.trunc(upper, self.module.int(16))
            }
            Some(bits) => builder.bitcast(value, self.module.int(bits)),
            None if ty.is_pointer() => {
                let address = self.module.int(8 * self.module.pointer_bytes());
                builder.ptr_to_int(value, address)
            }
            None => value,
        }
    }

    pub fn extended(&self, builder: &Builder, value: Value, bits: u32, signed: bool) -> Value {
        let to = self.module.int(bits);
        match value.ty().int_bits().expect("an integer").cmp(&bits) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => builder.trunc(value, to),
            std::cmp::Ordering::Less if signed => builder.sext(value, to),
            std::cmp::Ordering::Less => builder.zext(value, to),
        }
    }

    /// The table of a switch.
    fn table(&self, terminator: Term) -> Global {
        let found = terminator.cases();
        let bits = terminator.operand(0).ty().int_bits();
        let mut words = [0; cases::FIRST];
        words[cases::COUNT] = found.len() as u64;
        words[cases::WIDTH] = bits.expect("a switch over integers").into();
        if terminator.successors()[0].is_unreachable() {
            words[cases::WIDTH] |= cases::NO_DEFAULT;
        }
        let values = found.iter().map(|case| case.int().unwrap_or(0) as u64);
        let words = words.into_iter().chain(values);
        let words: Vec<_> = words.map(|w| self.module.const_int(64, w)).collect();
        let long = self.module.int(64);
        self.module.add_private_constant(long, &words, "__fz_cases")
    }

    pub fn call(&self, builder: &Builder, function: &Function, arguments: &[Value]) -> Value {
        let callee = runtime::declare(self.module, function);
        let call = runtime::call(builder, function, callee, arguments);
        call.set_nounwind(self.module);
        call.set_notail();
        self.module.set_nosanitize(call);
        call.value()
    }
}

/// A gate, and a builder in the code after it.
pub struct Gate {
    head: Block,
    cold: Block,
    pub rest: Block,
    pub builder: Builder,
}
