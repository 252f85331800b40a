//! Which values of a function may have labels. Computed before any code is emitted: other values cost nothing.

use std::collections::HashMap;

use super::{
    demand::demanded_bytes,
    order::reachable,
    shadow::{lanes_of, members},
};
use crate::{
    ir::{Call, Function, Inst, Module, Op, Type, Value},
    marks::site,
};

/// How precise the labels of a value are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// One label for the whole value.
    One,
    /// A label for each byte; for a structure, what each of its members has.
    Bytes,
}

/// The ranks of values; a value without a rank is clean.
pub struct Spread(HashMap<Value, Rank>);

/// The highest rank that a value of this type can have.
fn most(module: Module, ty: Type) -> Rank {
    match lanes_of(module, ty).is_some() || members(module, ty).is_some() {
        true => Rank::Bytes,
        false => Rank::One,
    }
}

impl Spread {
    /// The least fixed point: values in a loop that depend only on clean values stay clean.
    pub fn of(module: Module, function: Function) -> Spread {
        let mut spread = Spread(HashMap::new());
        for parameter in function.parameters() {
            let rank = most(module, parameter.ty());
            spread.0.insert(parameter, rank);
        }
        let blocks = reachable(function);
        let all: Vec<_> = blocks.iter().flat_map(|b| b.instructions()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for instruction in &all {
                let rank = spread.natural(module, *instruction);
                if rank > spread.rank(*instruction)
                    && let Some(rank) = rank
                {
                    spread.0.insert(instruction.value(), rank);
                    changed = true;
                }
            }
        }
        spread
    }

    /// The rank of a value; `None` if it is clean.
    pub fn rank(&self, value: impl Into<Value>) -> Option<Rank> {
        self.0.get(&value.into()).copied()
    }

    fn any(&self, value: Inst) -> Option<Rank> {
        let operands = (0..value.operand_count()).map(|i| value.operand(i));
        operands.filter_map(|o| self.rank(o)).max()
    }

    /// The rank of a result, given the ranks of the operands.
    fn natural(&self, module: Module, value: Inst) -> Option<Rank> {
        use Op::*;
        let ty = value.ty();
        if ty.is_void() {
            return None;
        }
        let bytes = lanes_of(module, ty).map(|_| Rank::Bytes);
        let one = |rank: Option<Rank>| rank.map(|_| Rank::One);
        // By bytes where the type has labels for bytes.
        let spread = |rank: Option<Rank>| rank.map(|_| bytes.unwrap_or(Rank::One));
        match value.op() {
            Load if wants_bytes(value) => Some(most(module, ty)),
            Load | VAArg => Some(Rank::One),
            AtomicRMW | AtomicCmpXchg => Some(most(module, ty)),
            Op::Call | Invoke | CallBr => {
                let call = value.as_call();
                call.and_then(|call| self.called(module, call))
            }
            Phi => {
                let incoming = value.incoming();
                let ranks = incoming.into_iter().filter_map(|(v, _)| self.rank(v));
                ranks.max()
            }
            Select | Freeze => self.any(value),
            BitCast => match bytes {
                Some(_) => self.any(value),
                None => one(self.any(value)),
            },
            And if bytes.is_some() && value.operand(1).is_constant() => spread(self.any(value)),
            And | Or | Xor if bytes.is_some() => self.any(value),
            Shl | LShr if is_shift_by_constant(value) => spread(self.any(value)),
            AShr if is_shift_by_constant(value) && bytes.is_some() => self.any(value),
            ZExt => spread(self.any(value)),
            SExt | Trunc | ShuffleVector | ExtractElement if bytes.is_some() => self.any(value),
            InsertElement => spread(self.any(value)),
            InsertValue | ExtractValue => self.any(value).map(|_| most(module, ty)),
            Alloca | LandingPad | CatchPad | CleanupPad | CatchSwitch => None,
            _ if ty.vector().is_some() && bytes.is_some() => self.any(value),
            _ => one(self.any(value)),
        }
    }

    fn called(&self, module: Module, call: Call) -> Option<Rank> {
        let name = call.called_name();
        let is_intrinsic = name.starts_with("llvm.");
        if !is_intrinsic && !call.calls_asm() {
            return Some(most(module, call.ty()));
        }
        // The pointers to arguments, not the memory that they point to.
        let arguments = call.arguments();
        let rank = arguments.iter().filter_map(|a| self.rank(*a)).max()?;
        let moves_bytes = ["llvm.bswap.", "llvm.fshl.", "llvm.fshr."];
        let is_moved = moves_bytes.iter().any(|begin| name.starts_with(begin));
        match members(module, call.ty()) {
            Some(_) => Some(Rank::Bytes),
            None if is_moved && lanes_of(module, call.ty()).is_some() => {
                match name.starts_with(moves_bytes[0]) {
                    true => Some(rank),
                    false => Some(Rank::Bytes),
                }
            }
            None => Some(Rank::One),
        }
    }
}

/// Whether an integer is shifted by a constant.
pub fn is_shift_by_constant(shift: Inst) -> bool {
    let bits = shift.ty().int_bits();
    let by = shift.operand(1).int_constant();
    matches!((bits, by), (Some(bits), Some(by)) if by < u128::from(bits))
}

/// Whether any user of a load tells its bytes apart. Compares do not, nor do unions of the whole value.
fn wants_bytes(load: Inst) -> bool {
    use Op::*;
    let users = load.uses().into_iter();
    let mut users = users.filter_map(|u| u.user.as_inst());
    users.any(|user| match user.op() {
        UDiv | SDiv | URem | SRem => user.ty().is_vector(),
        Add | Sub | Mul => {
            let bytes = user.ty().int_bits().map(|bits| bits.div_ceil(8));
            bytes.is_none_or(|all| demanded_bytes(user) < all)
        }
        ICmp | FCmp | Switch | GetElementPtr | IntToPtr | SIToFP | UIToFP | FAdd | FSub | FMul
        | FDiv | FNeg | FPExt | FPTrunc | FPToSI | FPToUI | Br => false,
        Op::Call => !site::is_site_name(&user.called_name()),
        _ => true,
    })
}
