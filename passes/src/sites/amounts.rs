//! Sites of one value that nothing compares: what is divided by, indices, sizes, lengths, callees, truth values, shifts.

use llvm_sys::LLVMOpcode;

use super::{Sites, find::width};
use crate::marks::site::{Found, Kind, NONE_YET, Place, Predicate, flags};
use crate::{
    ir::{Type, Value},
    libc::sizes::{self, Purpose},
};

/// Those of an instruction, in the order of its operands. Why one is not wanted.
pub fn at(pass: &Sites, instruction: Value) -> Vec<Result<Found, &'static str>> {
    use LLVMOpcode::*;
    let opcode = instruction.opcode();
    let (kind, values, signed) = match opcode {
        LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem => {
            let signed = matches!(opcode, LLVMSDiv | LLVMSRem);
            (Kind::Divisor, vec![instruction.operand(1)], signed)
        }
        LLVMGetElementPtr => {
            let indices = 1..instruction.operand_count();
            let indices = indices.map(|i| instruction.operand(i)).collect();
            (Kind::Index, indices, true)
        }
        LLVMShl | LLVMLShr | LLVMAShr => (Kind::Shift, vec![instruction.operand(1)], false),
        LLVMBr | LLVMSelect => (Kind::Truth, truth(instruction), false),
        LLVMAlloca | LLVMCall | LLVMInvoke => return sizes_and_callees(pass, instruction),
        _ => return Vec::new(),
    };
    let varying = values.into_iter().filter(|v| !v.is_constant());
    let found = |value: Value| one(pass, instruction, kind, value, signed);
    varying.map(found).collect()
}

/// What a branch or a select asks, where that is no compare and not made of several.
fn truth(instruction: Value) -> Vec<Value> {
    use LLVMOpcode::*;
    let condition = match instruction.opcode() {
        LLVMBr if instruction.successors().len() < 2 => return Vec::new(),
        _ => instruction.operand(0),
    };
    let mut asked = condition;
    while asked.is_instruction() && asked.is(LLVMFreeze)
        || asked.is_instruction() && asked.is(LLVMXor) && asked.operand(1).is_constant()
    {
        asked = asked.operand(0);
    }
    let decided = [
        LLVMICmp, LLVMFCmp, LLVMAnd, LLVMOr, LLVMXor, LLVMSelect, LLVMPHI,
    ];
    let is_decided = asked.is_instruction() && decided.contains(&asked.opcode());
    match is_decided || !asked.ty().is_bool() {
        true => Vec::new(),
        false => vec![asked],
    }
}

fn sizes_and_callees(pass: &Sites, instruction: Value) -> Vec<Result<Found, &'static str>> {
    let mut found = Vec::new();
    if let Some(size) = sizes::at(instruction) {
        let kind = match size.purpose() {
            Purpose::Allocate => Kind::Allocation,
            Purpose::Copy => Kind::Length,
        };
        let factors = size.factors();
        let varying = factors.into_iter().filter(|v| !v.is_constant());
        found.extend(varying.map(|v| one(pass, instruction, kind, v, false)));
    }
    let is_call = !instruction.is(LLVMOpcode::LLVMAlloca);
    if is_call
        && instruction.called().is_none()
        && !instruction.calls_asm()
        && !instruction.is_musttail()
        && !instruction.callee().is_constant()
    {
        let callee = instruction.callee();
        found.push(one(pass, instruction, Kind::Callee, callee, false));
    }
    found
}

fn one(
    pass: &Sites,
    source: Value,
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
