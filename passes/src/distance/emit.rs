//! The code of gates, and what stands after them.

use fz_abi::{
    distance::{MINIMUM, cases, question as flags},
    functions::distance as abi,
};
use fz_schema::passes::distance::Keep;

use super::{
    Asks, Branch,
    question::{Called, Numbers, Question},
};
use crate::{
    ir::{Builder, Const, Global, Inst, Module, Term, TypeKind, Value},
    patch::{self, Gate, Initially},
};

/// Emits the code of one function.
pub struct Emit {
    pub module: Module,
    pub gates: Global,
    pub keep: Keep,
}

/// A question whose calls have been asked already.
enum Known {
    /// As the runtime takes them.
    Numbers(Numbers, [Value; 2]),
    Distance(Value),
    Truth(Value),
    Not(Box<Known>),
    Both(Box<[Known; 2]>),
    Either(Box<[Known; 2]>),
}

impl Emit {
    /// Gives each outcome of a branch its gate.
    pub fn branch(&self, branch: &Branch) {
        match &branch.asks {
            Asks::Condition(question) => {
                let known = self.known(question, branch);
                let terminator = branch.terminator.inst();
                let gates = self.gates_of(branch);
                let gate = self.gate(terminator, terminator, gates, branch.outcomes);
                let condition = terminator.operand(0);
                let fails = gate.builder.xor(condition, self.module.const_int(1, 1));
                let way = gate.builder.zext(fails, self.module.int(32));
                let gates = patch::near(&gate.builder, gates);
                let byte = gate.builder.offset(gates, way);
                let open = gate.if_open(&gate.builder, byte, 8);
                let distance = self.distance(&open, &known);
                let flags = self.module.const_int(32, self.flag());
                let way = open.or(way, flags);
                patch::call(&open, &abi::BRANCH, &[gates, way, distance]);
                open.br(gate.rest);
            }
            Asks::Cases => {
                let table = self.table(branch.terminator);
                let value = branch.terminator.operand(0);
                self.edges(branch, |builder, gates, way| {
                    let value = self.extended(builder, value, 64, false);
                    let table = patch::near(builder, table.into());
                    patch::call(builder, &abi::SWITCH, &[gates, way, value, table]);
                });
            }
        }
    }

    /// The address of a branch's first gate.
    fn gates_of(&self, branch: &Branch) -> Const {
        self.module.address_in(self.gates, branch.first)
    }

    /// Puts a gate on each edge that can be taken, and what `report` makes after it.
    fn edges(&self, branch: &Branch, report: impl Fn(&Builder, Value, Value)) {
        let terminator = branch.terminator;
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
            let byte = self.module.address_in(self.gates, branch.first + way);
            let gate = self.gate(point, terminator.inst(), byte, 1);
            let byte = patch::near(&gate.builder, byte);
            let open = gate.if_open(&gate.builder, byte, 8);
            let number = self.module.const_int(32, way as u64 | self.flag());
            let gates = patch::near(&open, self.gates_of(branch));
            report(&open, gates, number.value());
            open.br(gate.rest);
        }
    }

    fn flag(&self) -> u64 {
        match self.keep {
            Keep::First => 0,
            Keep::Minimum => MINIMUM.into(),
        }
    }

    /// A gate before an instruction ([`Gate::before`]), which does nothing until the runtime opens it.
    pub fn gate(&self, before: Inst, source: Inst, gates: Const, count: usize) -> Gate {
        Gate::before(
            self.module,
            before,
            source,
            gates,
            count,
            Initially::Nothing,
        )
    }

    /// Asks the calls of a question directly after each.
    fn known(&self, question: &Question, branch: &Branch) -> Known {
        let parts =
            |parts: &[Question; 2]| Box::new(parts.each_ref().map(|part| self.known(part, branch)));
        match question {
            Question::Numbers(numbers) => Known::Numbers(*numbers, self.operands(numbers)),
            Question::Called(called) => Known::Distance(self.called(called, branch)),
            Question::Truth(value) => Known::Truth(*value),
            Question::Not(inner) => Known::Not(Box::new(self.known(inner, branch))),
            Question::Both(both) => Known::Both(parts(both)),
            Question::Either(either) => Known::Either(parts(either)),
        }
    }

    /// The distance of a call's answer, or 0 while both gates of the branch are closed.
    fn called(&self, called: &Called, branch: &Branch) -> Value {
        let next = called.call.next().expect("a call is not a terminator");
        let gates = self.gates_of(branch);
        let gate = self.gate(next, called.call.inst(), gates, branch.outcomes);
        let gates = patch::near(&gate.builder, gates);
        let builder = &gate.if_open(&gate.builder, gates, 8 * branch.outcomes as u32);
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
            true => patch::call(builder, &abi::FIND, &[question, a, size(0), b, size(1)]),
            false => patch::call(builder, &abi::BYTES, &[question, a, b, size(0)]),
        };
        let open = builder.br(gate.rest).block();
        builder.go_before(next);
        let unknown = self.module.const_int(64, 0).value();
        let incoming = [(distance, open), (unknown, gate.code), (unknown, gate.head)];
        builder.phi(self.module.int(64), &incoming).value()
    }

    /// Computes a distance with its sign.
    fn distance(&self, builder: &Builder, known: &Known) -> Value {
        let negated = |value: Value| builder.sub(self.module.const_int(64, 0), value);
        let both = |parts: [Value; 2]| patch::call(builder, &abi::BOTH, &parts);
        match known {
            Known::Numbers(numbers, operands) => {
                let operands = numbers.written(builder).unwrap_or(*operands);
                self.numbers(builder, numbers.question, operands)
            }
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

    fn numbers(&self, builder: &Builder, question: u32, operands: [Value; 2]) -> Value {
        let bits = question >> flags::WIDTH_SHIFT & 0xff;
        let (function, to) = match bits <= 64 {
            true => (abi::INTEGERS, 64),
            false => (abi::WIDE, 128),
        };
        let is_brain = question & flags::BRAIN != 0;
        let operands = operands.map(|value| {
            let bits = match is_brain {
                true => {
                    let bits = builder.bitcast(value, self.module.int(32));
                    builder.lshr(bits, self.module.const_int(32, 16))
                }
                false => self.bits(builder, value),
            };
            self.extended(builder, bits, to, false)
        });
        let question = self.module.const_int(32, question.into()).value();
        patch::call(builder, &function, &[question, operands[0], operands[1]])
    }

    /// The operands of a compare. Numbers of `bfloat` are compared as those of `float` that they are: between blocks compilers
    /// have them so in any case, and call a function that not every runtime has to make them narrow again.
    fn operands(&self, numbers: &Numbers) -> [Value; 2] {
        let (compare, operands) = (numbers.compare, numbers.operands());
        let Some(predicate) = compare.float_predicate() else {
            return operands;
        };
        if operands[0].ty().kind() != TypeKind::BFloat {
            return operands;
        }
        let builder = Builder::before(self.module, compare);
        builder.locate(compare);
        let [a, b] = operands.map(|value| builder.fpext(value, self.module.float()));
        compare.replace_uses(builder.fcmp(predicate, a, b));
        [a, b]
    }

    /// The bits of a number, or an address, as an integer.
    fn bits(&self, builder: &Builder, value: Value) -> Value {
        let ty = value.ty();
        match ty.float_bits() {
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
}
