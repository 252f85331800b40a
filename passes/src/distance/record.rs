//! Writes the records of branches (layout: [`fz_abi::distance::record`]).

use fz_abi::{
    distance::{question as flags, record as layout},
    sections, sites_record as sites,
};

use super::{Asks, Branch, question::Question};
use crate::{
    ir::{Function, Global, Inst, Location, Module, Term, Value},
    records::{
        asm_section::{AsmSection, Group},
        constants,
        strings::Strings,
    },
};

/// What a record says of a branch, but for its place.
#[derive(Default)]
struct Described {
    kind: u32,
    bits: u32,
    predicate: u32,
    signed: bool,
    constant: String,
    callee: String,
}

/// Writes the record of a function's branches.
pub fn write(
    module: Module,
    function: Function,
    gates: Global,
    branches: &[Branch],
    group: &Group,
) {
    let name = function.name();
    let described: Vec<Described> = branches.iter().map(described).collect();
    let places: Vec<Option<Location>> = branches.iter().map(place).collect();
    let mut strings = Strings::new(&name);
    let mut words = Vec::new();
    for ((branch, said), place) in branches.iter().zip(&described).zip(&places) {
        let signed = if said.signed { sites::SIGNED } else { 0 };
        words.extend([
            branch.outcomes as u32,
            said.kind,
            said.bits,
            said.predicate,
            signed,
        ]);
        words.extend([strings.number(&said.constant), strings.number(&said.callee)]);
        words.extend(strings.place(place));
    }
    let texts = strings.bytes(layout::ALIGN);
    let length = layout::HEADER + texts.len() + 4 * words.len();
    let mut out = AsmSection::new(sections::DISTANCES, Some(group));
    out.words(&[layout::MAGIC, length as u32]);
    out.address(&gates.symbol(), module.pointer_bytes());
    out.words(&[branches.len() as u32, strings.count() as u32]);
    out.bytes(&texts);
    out.words(&words);
    debug_assert_eq!(out.len(), length);
    out.finish(module);
}

/// Where the condition is, so that those of one `||` are told apart: the branch itself is where that is.
fn place(branch: &Branch) -> Option<Location> {
    let asked = match &branch.asks {
        Asks::Condition(question) => asked(question),
        Asks::Cases => None,
    };
    let of_condition = asked.and_then(Inst::location);
    of_condition.or_else(|| branch.terminator.location())
}

/// What a question that is not several asks.
fn asked(question: &Question) -> Option<Inst> {
    match question {
        Question::Numbers(numbers) => Some(numbers.compare),
        Question::Called(called) => Some(called.call.inst()),
        Question::Not(inner) => asked(inner),
        Question::Truth(_) | Question::Both(_) | Question::Either(_) => None,
    }
}

fn described(branch: &Branch) -> Described {
    match &branch.asks {
        Asks::Condition(question) => of_question(question),
        Asks::Cases => of_switch(branch.terminator),
    }
}

fn of_question(question: &Question) -> Described {
    match question {
        Question::Numbers(numbers) => {
            let predicate = numbers.question & flags::PREDICATE;
            let is_float = numbers.question & flags::FLOAT != 0;
            let signed = numbers.question & flags::SIGNED != 0;
            let is_equality = matches!(predicate, sites::PREDICATE_EQ | sites::PREDICATE_NE);
            let is_address = numbers.compare.operand(0).ty().is_pointer();
            let kind = match (is_float, is_address) {
                (true, _) => sites::KIND_FLOAT,
                (_, true) => sites::KIND_ADDRESS,
                _ => sites::KIND_INTEGER,
            };
            let [a, b] = numbers.operands();
            let constant = [b, a].into_iter().find(|v: &Value| v.is_constant());
            Described {
                kind,
                bits: match is_address {
                    true => 0,
                    false => numbers.question >> flags::WIDTH_SHIFT & 0xff,
                },
                predicate,
                signed,
                constant: constant
                    .map(|v| constants::number(v, signed || is_equality))
                    .unwrap_or_default(),
                callee: String::new(),
            }
        }
        Question::Called(called) => {
            let how = called.question >> flags::WIDTH_SHIFT & 0xff;
            let is_string = !matches!(how, sites::how::MEMORY | sites::how::FIND_MEMORY);
            let [a, b] = called.operands;
            let constant = [b, a].into_iter().find_map(|v| v.constant_bytes());
            Described {
                kind: sites::KIND_CALL,
                predicate: called.question & flags::PREDICATE,
                constant: constant
                    .map(|bytes| constants::text(&bytes, is_string))
                    .unwrap_or_default(),
                callee: called.call.called_name(),
                ..Described::default()
            }
        }
        Question::Truth(_) => Described {
            kind: sites::KIND_TRUTH,
            ..Described::default()
        },
        Question::Not(inner) => match &**inner {
            Question::Truth(_) => of_question(inner),
            _ => several(),
        },
        Question::Both(_) | Question::Either(_) => several(),
    }
}

fn several() -> Described {
    Described {
        kind: layout::KIND_SEVERAL,
        ..Described::default()
    }
}

fn of_switch(terminator: Term) -> Described {
    let outcomes = terminator.successors().len();
    let cases = (1..outcomes).map(|way| terminator.case_text(way).unwrap_or_default());
    Described {
        kind: sites::KIND_SWITCH,
        bits: terminator.operand(0).ty().int_bits().unwrap_or(0),
        constant: cases.collect::<Vec<_>>().join(","),
        ..Described::default()
    }
}
