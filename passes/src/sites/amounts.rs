//! Sites of a single value that no compare uses: divisors, indices, sizes, lengths, callees, truth values, shift
//! amounts.

use super::{Sites, find::width};
use crate::ir::Op;
use crate::marks::site::{Insertion, NONE_YET, NewSite, Predicate, SiteKind, flags};
use crate::{
    ir::{Inst, Type, Value},
    libc::{Purpose, sizes},
};

/// The sites of an instruction, in the order of its operands; an error is the reason why one is not wanted.
pub fn at(pass: &Sites, instruction: Inst) -> Vec<Result<NewSite, &'static str>> {
    use Op::*;
    let opcode = instruction.op();
    let (kind, values, signed) = match opcode {
        UDiv | SDiv | URem | SRem => {
            let signed = matches!(opcode, SDiv | SRem);
            (SiteKind::Divisor, vec![instruction.operand(1)], signed)
        }
        GetElementPtr => {
            let indices = 1..instruction.operand_count();
            let indices = indices.map(|i| instruction.operand(i)).collect();
            (SiteKind::Index, indices, true)
        }
        Shl | LShr | AShr => (SiteKind::Shift, vec![instruction.operand(1)], false),
        Br | Select => (SiteKind::Truth, truth(instruction), false),
        Alloca | Call | Invoke => return sizes_and_callees(pass, instruction),
        _ => return Vec::new(),
    };
    let varying = values.into_iter().filter(|v| !v.is_constant());
    let found = |value: Value| one(pass, instruction, kind, value, signed);
    varying.map(found).collect()
}

/// The condition of a branch or a select, unless it is a compare or made of several conditions.
fn truth(instruction: Inst) -> Vec<Value> {
    use Op::*;
    let condition = match instruction.as_term() {
        None => Some(instruction.operand(0)),
        Some(branch) => branch.branch_condition(),
    };
    let Some(mut condition) = condition else {
        return Vec::new();
    };
    while condition.is(Freeze) || condition.is(Xor) && condition.operand(1).is_constant() {
        condition = condition.operand(0);
    }
    let decided = [ICmp, FCmp, And, Or, Xor, Select, Phi];
    let is_decided = condition.op().is_some_and(|op| decided.contains(&op));
    match is_decided || !condition.ty().is_bool() {
        true => Vec::new(),
        false => vec![condition],
    }
}

fn sizes_and_callees(pass: &Sites, instruction: Inst) -> Vec<Result<NewSite, &'static str>> {
    let mut found = Vec::new();
    if let Some(size) = sizes::at(instruction) {
        let kind = match size.purpose() {
            Purpose::Allocate => SiteKind::Allocation,
            Purpose::Access => SiteKind::Length,
        };
        let factors = size.factors();
        let varying = factors.into_iter().filter(|v| !v.is_constant());
        found.extend(varying.map(|v| one(pass, instruction, kind, v, false)));
    }
    if let Some(call) = instruction.as_call()
        && call.called().is_none()
        && !call.calls_asm()
        && !call.is_musttail()
        && !call.callee().is_constant()
    {
        found.push(one(
            pass,
            instruction,
            SiteKind::Callee,
            call.callee(),
            false,
        ));
    }
    found
}

fn one(
    pass: &Sites,
    source: Inst,
    kind: SiteKind,
    value: Value,
    signed: bool,
) -> Result<NewSite, &'static str> {
    if value.ty().is_vector() || source.ty().is_vector() {
        return Err("vector");
    }
    pass.wants(kind)?;
    Ok(NewSite {
        number: NONE_YET,
        insertion: Insertion::Before(source),
        source,
        kind,
        relation: Predicate::None as u32,
        flags: if signed { flags::SIGNED } else { 0 },
        bits: bits(value.ty())?,
        constant: String::new(),
        operands: vec![value],
        callee: String::new(),
    })
}

fn bits(ty: Type) -> Result<u32, &'static str> {
    match ty.is_bool() {
        true => Ok(1),
        false => width(ty),
    }
}
