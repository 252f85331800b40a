//! Sites of one value that nothing compares: what is divided by, indices, sizes, lengths, callees, truth values, shifts.

use super::{Sites, find::width};
use crate::ir::Op;
use crate::marks::site::{Found, Kind, NONE_YET, Place, Predicate, flags};
use crate::{
    ir::{Inst, Type, Value},
    libc::{Purpose, sizes},
};

/// Those of an instruction, in the order of its operands. Why one is not wanted.
pub fn at(pass: &Sites, instruction: Inst) -> Vec<Result<Found, &'static str>> {
    use Op::*;
    let opcode = instruction.op();
    let (kind, values, signed) = match opcode {
        UDiv | SDiv | URem | SRem => {
            let signed = matches!(opcode, SDiv | SRem);
            (Kind::Divisor, vec![instruction.operand(1)], signed)
        }
        GetElementPtr => {
            let indices = 1..instruction.operand_count();
            let indices = indices.map(|i| instruction.operand(i)).collect();
            (Kind::Index, indices, true)
        }
        Shl | LShr | AShr => (Kind::Shift, vec![instruction.operand(1)], false),
        Br | Select => (Kind::Truth, truth(instruction), false),
        Alloca | Call | Invoke => return sizes_and_callees(pass, instruction),
        _ => return Vec::new(),
    };
    let varying = values.into_iter().filter(|v| !v.is_constant());
    let found = |value: Value| one(pass, instruction, kind, value, signed);
    varying.map(found).collect()
}

/// What a branch or a select asks, where that is no compare and not made of several.
fn truth(instruction: Inst) -> Vec<Value> {
    use Op::*;
    let condition = match instruction.as_term() {
        None => Some(instruction.operand(0)),
        Some(branch) => branch.branch_condition(),
    };
    let Some(mut asked) = condition else {
        return Vec::new();
    };
    while asked.is(Freeze) || asked.is(Xor) && asked.operand(1).is_constant() {
        asked = asked.operand(0);
    }
    let decided = [ICmp, FCmp, And, Or, Xor, Select, Phi];
    let is_decided = asked.op().is_some_and(|op| decided.contains(&op));
    match is_decided || !asked.ty().is_bool() {
        true => Vec::new(),
        false => vec![asked],
    }
}

fn sizes_and_callees(pass: &Sites, instruction: Inst) -> Vec<Result<Found, &'static str>> {
    let mut found = Vec::new();
    if let Some(size) = sizes::at(instruction) {
        let kind = match size.purpose() {
            Purpose::Allocate => Kind::Allocation,
            Purpose::Access => Kind::Length,
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
        found.push(one(pass, instruction, Kind::Callee, call.callee(), false));
    }
    found
}

fn one(
    pass: &Sites,
    source: Inst,
    kind: Kind,
    value: Value,
    signed: bool,
) -> Result<Found, &'static str> {
    if value.ty().is_vector() || source.ty().is_vector() {
        return Err("vector");
    }
    pass.wants(kind)?;
    Ok(Found {
        number: NONE_YET,
        place: Place::Before(source),
        source,
        kind,
        how: Predicate::None as u32,
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
