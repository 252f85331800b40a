//! The form `fox`: what FOX's afl-fuzz reads ([`fz_abi::fox`]). Instead of a gate for each outcome, a branch has a gate for
//! each element that it may write, of which only the first is tested, before the compare. What FOX cannot hold is only recorded.

use std::collections::HashSet;

use fz_abi::{
    distance::question as flags,
    fox::{self as layout, kind, table},
    functions::fox as abi,
    sections, sites,
};
use fz_records::FunctionNodes;

use super::{
    Asks, Branch,
    emit::Emit,
    question::{Called, Numbers, Question},
};
use crate::{
    ir::{Block, Builder, Function, Global, Inst, Module, Term, Value},
    patch,
    records::{self, asm_section::Group},
};

/// A branch with the counters around it, and what it tells.
pub struct Node {
    terminator: Term,
    /// Of its block.
    counter: u32,
    /// Its first gate among the function's.
    first: usize,
    ways: Vec<Way>,
    tells: Tells,
}

/// An edge that it may take.
struct Way {
    /// The position among the successors.
    way: usize,
    counter: u32,
}

enum Tells {
    Nothing,
    Numbers(Numbers),
    Cases { bits: u32, values: Vec<u64> },
    Text(Text),
}

/// A compare with a constant string.
struct Text {
    called: Called,
    kind: u32,
    constant: Value,
    variable: Value,
    length: usize,
    /// The most bytes that the function looks at.
    most: u64,
}

impl Node {
    /// How many gates it has. No branch has fewer than edges: FOX has arrays of both sizes and mixes them up.
    pub fn gates(&self) -> usize {
        let slots = match &self.tells {
            Tells::Nothing => 0,
            Tells::Numbers(numbers) => layout::integer_slots(width(numbers.question)),
            Tells::Cases { bits, values } => values.len() * layout::integer_slots(*bits),
            Tells::Text(text) => layout::text_slots(text.length),
        };
        slots.max(self.ways.len())
    }

    /// What the names of its gates depend on.
    pub fn shape(&self) -> u64 {
        (self.gates() as u64) << 8 | u64::from(self.kind())
    }

    fn kind(&self) -> u32 {
        match &self.tells {
            Tells::Nothing => kind::NONE,
            Tells::Numbers(numbers) => kind_of(numbers.question),
            Tells::Cases { .. } => kind::SWITCH,
            Tells::Text(text) => text.kind,
        }
    }

    /// What a record says of an edge: its first element, and how many bytes are compared there.
    fn told(&self, Way { way, counter }: &Way) -> fz_records::Way {
        let first = self.first as u32;
        let (slot, length) = match &self.tells {
            Tells::Nothing => (None, 0),
            Tells::Numbers(numbers) => (Some(first), width(numbers.question) / 8),
            Tells::Cases { bits, .. } => {
                let at = way * layout::integer_slots(*bits);
                (Some(first + at as u32), bits / 8)
            }
            Tells::Text(text) => (Some(first), text.length as u32),
        };
        fz_records::Way {
            counter: *counter,
            slot,
            length,
        }
    }
}

/// The branches of a function of which all edges have counters, and the array of these. Called before gates are made.
pub fn nodes(module: Module, branches: &[Branch]) -> (Vec<Node>, Option<Global>) {
    let mut array = None;
    let mut nodes: Vec<Node> = Vec::new();
    let mut first = 0;
    for branch in branches {
        let terminator = branch.terminator;
        let counter = |block: Block| {
            let (found, index) = counter_of(module, block)?;
            (array.is_none_or(|a| a == found)).then_some((found, index))
        };
        let targets = terminator.successors().into_iter().enumerate();
        let targets = targets.filter(|(_, target)| !target.is_unreachable());
        let ways: Option<Vec<_>> = targets
            .map(|(way, target)| {
                let (_, counter) = counter(target)?;
                Some(Way { way, counter })
            })
            .collect();
        let (Some((found, counter)), Some(ways)) = (counter(terminator.block()), ways) else {
            continue;
        };
        array = Some(found);
        let node = Node {
            terminator,
            counter,
            first,
            ways,
            tells: tells(branch),
        };
        first += node.gates();
        nodes.push(node);
    }
    (nodes, array)
}

/// The counter in a block: its array, and its number.
fn counter_of(module: Module, block: Block) -> Option<(Global, u32)> {
    let is_array = |value: Value| {
        let global = value.as_global().filter(|_| value.is_global_variable())?;
        global.is_in_section(sections::COUNTERS).then_some(global)
    };
    let counter = |address: Value| {
        if let Some(array) = is_array(address) {
            return Some((array, 0));
        }
        address.as_const().filter(|_| address.ty().is_pointer())?;
        let sum = module.sum(address).filter(|sum| sum.stride == 0)?;
        Some((is_array(sum.base)?, u32::try_from(sum.constant).ok()?))
    };
    let of_inst = |inst: Inst| {
        let value = inst.value();
        (0..value.operand_count()).find_map(|at| counter(value.operand(at)))
    };
    block.instructions().find_map(of_inst)
}

fn tells(branch: &Branch) -> Tells {
    match &branch.asks {
        Asks::Condition(question) => of_question(question),
        Asks::Cases => of_switch(branch.terminator),
    }
}

fn of_question(question: &Question) -> Tells {
    match question {
        Question::Not(inner) => of_question(inner),
        Question::Numbers(numbers) => {
            let is_integer = numbers.question & flags::FLOAT == 0
                && !numbers.compare.operand(0).ty().is_pointer()
                && is_held(width(numbers.question));
            match is_integer {
                true => Tells::Numbers(*numbers),
                false => Tells::Nothing,
            }
        }
        Question::Called(called) => text(called).map_or(Tells::Nothing, Tells::Text),
        Question::Truth(_) | Question::Both(_) | Question::Either(_) => Tells::Nothing,
    }
}

fn of_switch(terminator: Term) -> Tells {
    let bits = terminator.operand(0).ty().int_bits().unwrap_or(0);
    if !is_held(bits) {
        return Tells::Nothing;
    }
    let cases = terminator.cases();
    let cases: Vec<u64> = cases.iter().map(|c| c.int().unwrap_or(0) as u64).collect();
    let known: HashSet<u64> = cases.iter().copied().collect();
    // One of so many numbers is no case. If all are, the default is never taken.
    let default = (0..=cases.len() as u64).find(|value| !known.contains(value));
    let values = default.into_iter().chain(cases).collect();
    Tells::Cases { bits, values }
}

/// A compare of a string with a constant one.
fn text(called: &Called) -> Option<Text> {
    use sites::how;
    let [a, b] = called.operands;
    let how = width(called.question);
    if called.question & flags::SECOND != 0 {
        return None;
    }
    let most = match called.lengths.first() {
        Some(length) => u64::try_from(length.int_constant()?).ok()?,
        None => u64::MAX,
    };
    let sides = match called.is_search {
        true => [Some((b, a)), None],
        false => [Some((b, a)), Some((a, b))],
    };
    let mut sides = sides.into_iter().flatten();
    let (constant, variable, bytes) =
        sides.find_map(|(constant, other)| Some((constant, other, constant.constant_bytes()?)))?;
    let ends = || bytes.iter().position(|byte| *byte == 0);
    let (kind, length) = match how {
        how::MEMORY => (kind::MEMCMP, usize::try_from(most).ok()?),
        how::TEXT | how::FOLDED => (kind::STRCMP, ends()?),
        how::TEXT_PREFIX | how::FOLDED_PREFIX => {
            let length = ends().unwrap_or(bytes.len()) as u64;
            (kind::STRNCMP, length.min(most) as usize)
        }
        how::FIND_TEXT | how::FIND_FOLDED => (kind::STRSTR, ends()?),
        _ => return None,
    };
    let is_held = (1..=layout::LONGEST).contains(&length) && length <= bytes.len();
    is_held.then(|| Text {
        called: called.clone(),
        kind,
        constant,
        variable,
        length,
        most,
    })
}

fn width(question: u32) -> u32 {
    question >> flags::WIDTH_SHIFT & 0xff
}

fn is_held(bits: u32) -> bool {
    matches!(bits, 8 | 16 | 32 | 64)
}

fn kind_of(question: u32) -> u32 {
    let signed = question & flags::SIGNED != 0;
    match (question & flags::PREDICATE, signed) {
        (sites::PREDICATE_EQ, _) => kind::EQUAL,
        (sites::PREDICATE_NE, _) => kind::NOT_EQUAL,
        (sites::PREDICATE_GT, false) => kind::UNSIGNED_GREATER,
        (sites::PREDICATE_GT, true) => kind::SIGNED_GREATER,
        (sites::PREDICATE_GE, false) => kind::UNSIGNED_GREATER_OR_EQUAL,
        (sites::PREDICATE_GE, true) => kind::SIGNED_GREATER_OR_EQUAL,
        (sites::PREDICATE_LT, false) => kind::UNSIGNED_LESS,
        (sites::PREDICATE_LT, true) => kind::SIGNED_LESS,
        (sites::PREDICATE_LE, false) => kind::UNSIGNED_LESS_OR_EQUAL,
        (sites::PREDICATE_LE, true) => kind::SIGNED_LESS_OR_EQUAL,
        _ => kind::NONE,
    }
}

/// Adds the code of a branch.
pub fn emit(emit: &Emit, node: &Node) {
    let module = emit.module;
    let slot = module.address_in(emit.gates, node.first);
    // The code after an open gate, the gate's address there, and where it goes on.
    let gate = |before: Inst, source: Inst| -> (Builder, Value, Block) {
        let gate = emit.gate(before, source, slot, 1);
        let near = patch::near(&gate.builder, slot);
        (gate.if_open(&gate.builder, near, 8), near, gate.rest)
    };
    let end = node.terminator.inst();
    match &node.tells {
        Tells::Nothing => {}
        Tells::Numbers(numbers) => {
            let (builder, slot, rest) = gate(end, end);
            let question = module.const_int(32, numbers.question.into()).value();
            let operands = numbers.written(&builder);
            let [a, b] = operands
                .unwrap_or_else(|| numbers.operands())
                .map(|value| emit.extended(&builder, value, 64, false));
            patch::call(&builder, &abi::NUMBERS, &[slot, question, a, b]);
            builder.br(rest);
        }
        Tells::Cases { bits, values } => {
            let mut words = [0; table::FIRST];
            words[table::COUNT] = values.len() as u64;
            words[table::WIDTH] = u64::from(*bits);
            let words = words.iter().chain(values);
            let words: Vec<_> = words.map(|w| module.const_int(64, *w)).collect();
            let table = module.add_private_constant(module.int(64), &words, "__fz_cases");
            let (builder, slot, rest) = gate(end, end);
            let value = node.terminator.operand(0);
            let value = emit.extended(&builder, value, 64, false);
            let table = patch::near(&builder, table.into());
            patch::call(&builder, &abi::SWITCH, &[slot, value, table]);
            builder.br(rest);
        }
        Tells::Text(text) => {
            let call = text.called.call;
            let next = call.next().expect("a call is not a terminator");
            let (builder, slot, rest) = gate(next, call.inst());
            let size = 8 * module.pointer_bytes();
            let arguments = [
                slot,
                module.const_int(32, text.kind.into()).value(),
                text.constant,
                text.variable,
                module.const_int(size, text.length as u64).value(),
                module.const_int(size, text.most).value(),
            ];
            patch::call(&builder, &abi::TEXT, &arguments);
            builder.br(rest);
        }
    }
}

/// Writes the record of a function's branches.
pub fn record(
    module: Module,
    function: Function,
    [gates, counters]: [Global; 2],
    nodes: &[Node],
    group: &Group,
) {
    let node = |node: &Node| fz_records::Node {
        counter: node.counter,
        kind: node.kind(),
        place: node.terminator.location().unwrap_or_default(),
        ways: node.ways.iter().map(|way| node.told(way)).collect(),
    };
    let record = FunctionNodes {
        name: function.name(),
        start: records::address(counters),
        gates: records::address(gates),
        nodes: nodes.iter().map(node).collect(),
    };
    records::write(module, &record, Some(group));
}
