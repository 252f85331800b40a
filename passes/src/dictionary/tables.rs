//! Tables: constants with texts and numbers, as they lie in memory, and what they point to.

use std::collections::HashSet;

use fz_abi::tokens as layout;

use super::{
    reach::{Reach, Target},
    score,
    text::{Text, Use},
};
use crate::{
    ir::{Const, Global, Inst, Module, Op},
    marks::tokens::{Token, TokenKind},
};

/// How deep pointers in structures are followed.
const DEEPEST: u32 = 3;
/// An array with more numbers is data for computation.
const NUMBERS: usize = 16;

/// The name of the table that a place was found in, or belongs to; `None` for a single text.
pub fn name(target: &Target) -> Option<String> {
    let table = match (target.table, target.stride) {
        (None, 0) => return None,
        (table, _) => table.unwrap_or(target.global),
    };
    Some(name_of(table))
}

/// The name of a global, without the prefix that clang gives to a variable's initial value.
pub fn name_of(global: Global) -> String {
    let name = global.name();
    name.strip_prefix("__const.").unwrap_or(&name).to_owned()
}

/// The tokens of a compare of a number with an element of a table (`if (x == table[i].magic)`).
pub fn of_compare(reach: &Reach, compare: Inst) -> Vec<Token> {
    let operands = [compare.operand(0), compare.operand(1)];
    let bits = operands[0].ty().int_bits();
    if bits.is_none_or(|bits| !(16..=64).contains(&bits)) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for operand in operands {
        for load in reach.slots.origins(operand) {
            if !load.is(Op::Load) {
                continue;
            }
            let Some(bits @ (16 | 32 | 64)) = load.ty().int_bits() else {
                continue;
            };
            let targets = reach.targets(load.operand(0));
            // The initial value of a variable is not a table.
            let tables = targets.iter().filter_map(|t| Some((t, name(t)?)));
            all.extend(tables.flat_map(|(t, name)| numbers(reach.module, t, bits, &name)));
        }
    }
    all
}

fn numbers(module: Module, target: &Target, bits: u32, table: &str) -> Vec<Token> {
    let Some(initializer) = target.global.initializer() else {
        return Vec::new();
    };
    let width = bits as usize / 8;
    let offsets: Vec<_> = target.offsets(module).collect();
    // In a long table, each entry says little.
    let base = match offsets.len() {
        0..=64 => score::NUMBER,
        _ => score::NUMBER / 2,
    };
    let bytes = offsets
        .iter()
        .filter_map(|o| module.bytes_at(initializer, *o, width));
    bytes
        .map(|b| number(TokenKind::Table, base, b, module, table))
        .collect()
}

fn number(kind: TokenKind, base: u32, bytes: Vec<u8>, module: Module, source: &str) -> Token {
    let mut little = bytes.clone();
    if module.is_big_endian() {
        little.reverse();
    }
    let value = little
        .iter()
        .rev()
        .fold(0u128, |n, b| n << 8 | u128::from(*b));
    Token {
        kind,
        score: score::of_number(base, value, 8 * bytes.len() as u32),
        flags: 0,
        bytes,
        source: source.to_owned(),
    }
}

/// How the texts and numbers of a constant argument are scored.
#[derive(Clone, Copy)]
pub struct Passed<'a> {
    pub texts: Use<'a>,
    /// The score of its numbers; `None` if they are not tokens.
    pub fields: Option<u32>,
}

/// Collects the tokens of a whole constant: all that a function can read through a pointer to it.
pub struct Walk<'a> {
    module: Module,
    passed: Passed<'a>,
    seen: HashSet<(Global, u64)>,
    tokens: Vec<Token>,
}

impl<'a> Walk<'a> {
    /// The tokens of a whole constant.
    pub fn of(reach: &Reach, global: Global, passed: Passed<'a>) -> Vec<Token> {
        let mut walk = Walk {
            module: reach.module,
            passed,
            seen: HashSet::new(),
            tokens: Vec::new(),
        };
        if let Some(initializer) = global.initializer() {
            walk.value(reach, initializer, DEEPEST);
        }
        walk.tokens
    }

    fn is_full(&self) -> bool {
        self.tokens.len() > layout::MOST_OF_SITE || self.seen.len() > layout::MOST_OF_SITE
    }

    fn value(&mut self, reach: &Reach, value: Const, depth: u32) {
        if self.is_full() || value.is_null() {
            return;
        }
        let ty = value.ty();
        if ty.is_pointer() {
            for target in reach.targets(value.value()) {
                self.pointed(reach, &target, depth);
            }
        } else if ty.int_bits().is_some_and(|b| matches!(b, 16 | 32 | 64)) {
            let width = ty.int_bits().unwrap_or(0) as usize / 8;
            let bytes = self.module.bytes_at(value, 0, width);
            self.fields(bytes.into_iter());
        } else if let Some((bytes, width)) = self.module.numbers_of(value, super::text::MOST) {
            match width {
                // A name inside the structure itself.
                1 => {
                    let text = Text::of(self.module, bytes, 1).string(None);
                    self.text(text);
                }
                _ if bytes.len() / width <= NUMBERS => {
                    self.fields(bytes.chunks_exact(width).map(<[u8]>::to_vec));
                }
                _ => {}
            }
        } else if let Some(count) = ty.member_count() {
            for index in 0..u32::try_from(count).unwrap_or(0) {
                if self.is_full() {
                    return;
                }
                if let Some(part) = value.part(index) {
                    self.value(reach, part, depth);
                }
            }
        }
    }

    fn pointed(&mut self, reach: &Reach, target: &Target, depth: u32) {
        let offset = u64::try_from(target.offset).unwrap_or(0);
        if !self.seen.insert((target.global, offset)) {
            return;
        }
        if let Some(text) = Text::at(self.module, target.global, offset) {
            let text = text.string(None).filter(Text::is_text);
            self.text(text);
        } else if depth > 0
            && let Some(initializer) = target.global.initializer()
        {
            self.value(reach, initializer, depth - 1);
        }
    }

    fn text(&mut self, text: Option<Text>) {
        let tokens = text.map_or(Vec::new(), |t| t.tokens(self.passed.texts));
        self.tokens.extend(tokens);
    }

    fn fields(&mut self, numbers: impl Iterator<Item = Vec<u8>>) {
        let source = self.passed.texts.source;
        let Some(base) = self.passed.fields else {
            return;
        };
        let module = self.module;
        let fields = numbers.map(|n| number(TokenKind::Field, base, n, module, source));
        self.tokens.extend(fields);
    }
}
