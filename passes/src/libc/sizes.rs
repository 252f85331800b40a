//! Sizes that are allocated, and lengths of memory that is accessed: by the table, and by LLVM's own instructions.

use super::{Purpose, function};
use crate::ir::{Call, Function, Inst, Op, Value};

/// A size that somebody asks for.
pub struct Size {
    /// What allocates or accesses memory.
    pub at: Inst,
    purpose: Purpose,
    /// The operand that is it, or the two that are multiplied.
    operands: Vec<u32>,
}

/// The sizes of a function that are no constants.
pub fn of(function: Function) -> Vec<Size> {
    let blocks = function.blocks().into_iter();
    let instructions = blocks.flat_map(|b| b.instructions());
    instructions.filter_map(at).collect()
}

/// What an instruction allocates or accesses, if that varies.
pub fn at(at: Inst) -> Option<Size> {
    let (purpose, operands) = match at.op() {
        Op::Alloca => (Purpose::Allocate, vec![0]),
        Op::Call | Op::Invoke => called(at.as_call()?)?,
        _ => return None,
    };
    let size = Size {
        at,
        purpose,
        operands,
    };
    let factors = size.factors();
    let is_number = |v: &Value| matches!(v.ty().int_bits(), Some(32 | 64));
    let varies = factors.iter().any(|v| !v.is_constant());
    (varies && factors.iter().all(is_number)).then_some(size)
}

fn called(call: Call) -> Option<(Purpose, Vec<u32>)> {
    let callee = call.called()?;
    // One of this name that the unit defines may be anything.
    if callee.is_definition() || call.is_musttail() {
        return None;
    }
    let name = callee.name();
    // Types follow the names of intrinsics.
    let name = match name.strip_prefix("llvm.") {
        None => name,
        Some(rest) => format!("llvm.{}", rest.split('.').next()?),
    };
    let size = function(&name)?.size.as_ref()?;
    let count = call.arguments().len() as u32;
    let fits = size.factors.iter().all(|at| *at < count);
    fits.then(|| (size.purpose, size.factors.clone()))
}

impl Size {
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The size, or what is multiplied.
    pub fn factors(&self) -> Vec<Value> {
        self.operands.iter().map(|i| self.at.operand(*i)).collect()
    }
}
