//! The records of branches.

use fz_abi::{
    distance::question as flags,
    sites::{Predicate, SiteKind, how},
};
use fz_records::{BranchKind, FunctionBranches, GatedBranch};

use super::{Asks, Branch, question::Question};
use crate::{
    ir::{Function, Global, Inst, Location, Module, Term, Value},
    records::{self, asm_section::Group, constants},
};

/// Writes the record of a function's branches.
pub fn write(
    module: Module,
    function: Function,
    gates: Global,
    branches: &[Branch],
    group: &Group,
) {
    let mut first = 0;
    let branch = |branch: &Branch| {
        let said = GatedBranch {
            first,
            outcomes: branch.outcomes as u32,
            place: place(branch).unwrap_or_default(),
            ..described(branch)
        };
        first += u64::from(said.outcomes);
        said
    };
    let record = FunctionBranches {
        name: function.name(),
        gates: records::address(gates),
        branches: branches.iter().map(branch).collect(),
    };
    records::write(module, &record, Some(group));
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

fn described(branch: &Branch) -> GatedBranch {
    match &branch.asks {
        Asks::Condition(question) => of_question(question),
        Asks::Cases => of_switch(branch.terminator),
    }
}

fn of_question(question: &Question) -> GatedBranch {
    match question {
        Question::Numbers(numbers) => {
            let predicate = asks(numbers.question);
            let is_float = numbers.question & flags::FLOAT != 0;
            let signed = numbers.question & flags::SIGNED != 0;
            let is_equality = predicate.is_some_and(Predicate::is_equality);
            let is_address = numbers.compare.operand(0).ty().is_pointer();
            let kind = match (is_float, is_address) {
                (true, _) => SiteKind::Float,
                (_, true) => SiteKind::Address,
                _ => SiteKind::Integer,
            };
            let [a, b] = numbers.operands();
            let constant = [b, a].into_iter().find(|v: &Value| v.is_constant());
            let constant = constant.map(|v| constants::number(v, signed || is_equality));
            let bits = numbers.question >> flags::WIDTH_SHIFT & 0xff;
            GatedBranch {
                bits: Some(bits).filter(|_| !is_address),
                predicate,
                signed,
                constant: constant.filter(|text| !text.is_empty()),
                ..GatedBranch::of(BranchKind::Of(kind))
            }
        }
        Question::Called(called) => {
            let how = called.question >> flags::WIDTH_SHIFT & 0xff;
            let is_string = !matches!(how, how::MEMORY | how::FIND_MEMORY);
            let [a, b] = called.operands;
            let constant = [b, a].into_iter().find_map(|v| v.constant_bytes());
            GatedBranch {
                predicate: asks(called.question),
                constant: constant.map(|bytes| constants::text(&bytes, is_string)),
                callee: Some(called.call.called_name()).filter(|name| !name.is_empty()),
                ..GatedBranch::of(BranchKind::Of(SiteKind::Call))
            }
        }
        Question::Truth(_) => GatedBranch::of(BranchKind::Of(SiteKind::Truth)),
        Question::Not(inner) => match &**inner {
            Question::Truth(_) => of_question(inner),
            _ => GatedBranch::of(BranchKind::Several),
        },
        Question::Both(_) | Question::Either(_) => GatedBranch::of(BranchKind::Several),
    }
}

fn asks(question: u32) -> Option<Predicate> {
    Predicate::of(question & flags::PREDICATE).filter(|p| *p != Predicate::None)
}

fn of_switch(terminator: Term) -> GatedBranch {
    let outcomes = terminator.successors().len();
    let cases = (1..outcomes).map(|way| terminator.case_text(way).unwrap_or_default());
    let cases = cases.collect::<Vec<_>>().join(",");
    GatedBranch {
        bits: terminator.operand(0).ty().int_bits(),
        constant: Some(cases).filter(|cases| !cases.is_empty()),
        ..GatedBranch::of(BranchKind::Of(SiteKind::Switch))
    }
}
