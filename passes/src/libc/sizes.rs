//! Sizes that are allocated, and lengths that are copied, by the table `sizes.toml` and LLVM's own instructions.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use crate::ir::Op;
use crate::ir::{Call, Function, Inst, Value};

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
    pub at: Inst,
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
pub fn at(at: Inst) -> Option<Size> {
    let (kind, operands) = match at.op() {
        Op::Alloca => (Purpose::Allocate, vec![0]),
        Op::Call | Op::Invoke => called(at.as_call()?)?,
        _ => return None,
    };
    let size = Size { at, kind, operands };
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

    /// The size, or what is multiplied.
    pub fn factors(&self) -> Vec<Value> {
        self.operands.iter().map(|i| self.at.operand(*i)).collect()
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
