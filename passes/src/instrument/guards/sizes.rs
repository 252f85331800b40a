//! Sizes that are allocated, and lengths that are copied: none is beyond what an object can have (`PTRDIFF_MAX`), so
//! that behind a larger one stands a number below 0, or a result that wrapped.

use std::{collections::BTreeMap, sync::LazyLock};

use fz_abi::guards::{CONVERSION_SAYS_SO, IN_RANGE, kind};
use llvm_sys::{LLVMIntPredicate as Int, LLVMOpcode};
use serde::Deserialize;

use super::{
    check::{Integer, Place},
    emit::{self, Question},
};
use crate::{
    analyze::sites::Asked,
    ir::{Function, Module, Value},
};

const TEXT: &str = include_str!("sizes.toml");

/// By name.
static FUNCTIONS: LazyLock<BTreeMap<String, Known>> =
    LazyLock::new(|| toml::from_str(TEXT).expect("a unit test parses it"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    kind: Purpose,
    /// The arguments that are the size, or of which it is the product.
    size: Vec<u32>,
}

/// What a size is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    Allocate,
    Copy,
}

/// A size that somebody asks for.
pub struct Size {
    /// What allocates or copies.
    at: Value,
    kind: Purpose,
    /// The operand that is it, or the two that are multiplied.
    operands: Vec<u32>,
}

/// The sizes of a function that are no constants.
pub fn of(function: Function) -> Vec<Size> {
    let blocks = function.blocks().into_iter();
    let instructions = blocks.flat_map(|b| b.instructions());
    instructions.filter_map(at).collect()
}

/// What an instruction allocates or copies, if that varies.
pub fn at(at: Value) -> Option<Size> {
    let (kind, operands) = match at.opcode() {
        LLVMOpcode::LLVMAlloca => (Purpose::Allocate, vec![0]),
        LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke => called(at)?,
        _ => return None,
    };
    let size = Size { at, kind, operands };
    let factors = size.factors();
    let is_number = |v: &Value| matches!(v.ty().int_bits(), Some(32 | 64));
    let varies = factors.iter().any(|v| !v.is_constant());
    (varies && factors.iter().all(is_number)).then_some(size)
}

fn called(call: Value) -> Option<(Purpose, Vec<u32>)> {
    let callee = Function::from_raw(call.called()?.raw());
    // One of this name that the unit defines may be anything.
    if callee.is_definition() || call.is_musttail() {
        return None;
    }
    let name = callee.name();
    let known = match name.strip_prefix("llvm.") {
        None => FUNCTIONS.get(&name)?,
        Some(rest) => FUNCTIONS.get(&format!("llvm.{}", rest.split('.').next()?))?,
    };
    let count = call.arguments().len() as u32;
    let fits = known.size.iter().all(|at| *at < count);
    fits.then(|| (known.kind, known.size.clone()))
}

impl Size {
    pub fn purpose(&self) -> Purpose {
        self.kind
    }

    /// As records have it.
    pub fn kind(&self) -> u16 {
        match self.kind {
            Purpose::Allocate => kind::ALLOCATE,
            Purpose::Copy => kind::COPY,
        }
    }

    /// The size, or what is multiplied.
    pub fn factors(&self) -> Vec<Value> {
        self.operands.iter().map(|i| self.at.operand(*i)).collect()
    }

    /// Why it needs no guard of its own.
    pub fn needless(&self, converted: &[Value]) -> Option<&'static str> {
        let [size] = self.factors()[..] else {
            return None;
        };
        // What had fewer bits and no sign.
        if size.is_instruction() && size.is(LLVMOpcode::LLVMZExt) {
            return Some(IN_RANGE);
        }
        converted.contains(&size).then_some(CONVERSION_SAYS_SO)
    }

    pub fn guard(&self, module: Module, is_told: bool) {
        let factors = self.factors();
        let bits = factors[0].ty().int_bits().expect("a number");
        let size = Integer {
            bits,
            signed: false,
        };
        let second = (factors.len() == 2).then_some(size);
        let place = Place::of(module, self.at, self.kind(), [Some(size), second]);
        let most = (1 << (bits - 1)) - 1;
        emit::insert(module, self.at, &place, is_told, |builder| {
            let is_beyond = |size: Value| {
                let most = size.ty().constant(most);
                let compare = builder.icmp(Int::LLVMIntUGT, size, most);
                (compare, Asked::Compare(Int::LLVMIntUGT, size, most))
            };
            let (condition, asked) = match factors[..] {
                [a, b] => {
                    let wide = module.int(2 * bits);
                    let product = builder.mul(builder.zext(a, wide), builder.zext(b, wide));
                    let asked = Asked::Operation {
                        kind: kind::MUL,
                        signed: false,
                        operands: [a, b],
                    };
                    (is_beyond(product).0, asked)
                }
                _ => is_beyond(factors[0]),
            };
            let told = |v: Option<&Value>| match v {
                Some(v) => builder.zext(*v, module.int(64)),
                None => module.int(64).constant(0),
            };
            Question {
                condition,
                operands: [told(factors.first()), told(factors.get(1))],
                asked: vec![asked],
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_one() {
        assert_eq!(FUNCTIONS["calloc"].size, [0, 1]);
        assert!(FUNCTIONS.values().all(|k| (1..=2).contains(&k.size.len())));
    }
}
