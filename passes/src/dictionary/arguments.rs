//! Tokens in arguments of functions whose effect is not known, and in values that are stored or returned.
//!
//! Structures contribute the texts and numbers in them, and those that they point to.

use std::{collections::HashMap, rc::Rc};

use super::{
    reach::{Reach, Target},
    score,
    tables::{self, Passed, Walk},
    text::{Text, Use},
};
use crate::{
    ir::{Call, Global, Value},
    marks::tokens::{Token, TokenKind},
};

/// A constant with fewer texts is not a table.
const FEWEST: usize = 3;

/// The tokens of whole constants, by constant and score: one is often passed many times.
pub type Walked = HashMap<(Global, u32), Rc<[Token]>>;

/// The tokens, with `score`, of an operand that may be the address of a constant.
pub fn of_operand(
    reach: &Reach,
    walked: &mut Walked,
    operand: Value,
    score: u32,
    source: &str,
) -> Vec<Token> {
    if !operand.ty().is_pointer() || operand.is_null() {
        return Vec::new();
    }
    let targets = reach.targets(operand);
    let tokens = targets
        .iter()
        .flat_map(|t| of_target(reach, walked, t, score, source));
    tokens.collect()
}

fn of_target(
    reach: &Reach,
    walked: &mut Walked,
    target: &Target,
    score: u32,
    source: &str,
) -> Vec<Token> {
    let table = tables::name(target);
    let of = Use {
        kind: match table {
            Some(_) => TokenKind::Table,
            None => TokenKind::Argument,
        },
        score,
        flags: 0,
        source: table.as_deref().unwrap_or(source),
    };
    let mut all = Vec::new();
    for offset in target.offsets(reach.module) {
        let Some(text) = Text::at(reach.module, target.global, offset) else {
            // The index is not known: all elements are tokens.
            all.extend(whole(reach, walked, target.global, score));
            break;
        };
        if target.stride > 0 && target.stride <= text.width() as u64 {
            let whole = Text::at(reach.module, target.global, 0);
            all.extend(whole.into_iter().flat_map(|t| t.tokens(of)));
            break;
        }
        let list = match offset {
            0 => text.list(of),
            _ => Vec::new(),
        };
        let text = text.string(None).filter(Text::is_text);
        all.extend(text.into_iter().flat_map(|t| t.tokens(of)));
        // The first string of the list is there already.
        all.extend(list.into_iter().skip(1));
    }
    all
}

fn whole(reach: &Reach, walked: &mut Walked, global: Global, score: u32) -> Vec<Token> {
    let found = walked.entry((global, score)).or_insert_with(|| {
        let table = tables::name_of(global);
        let passed = Passed {
            texts: Use {
                kind: TokenKind::Argument,
                score: score.min(score::HANDED_ON.max(score.saturating_sub(10))),
                flags: 0,
                source: &table,
            },
            fields: (score >= score::FIELD).then_some(score::FIELD),
        };
        let mut tokens = Walk::of(reach, global, passed);
        let is_text = |w: &&mut Token| w.kind == TokenKind::Argument;
        if tokens.iter_mut().filter(is_text).count() >= FEWEST {
            let texts = tokens.iter_mut().filter(is_text);
            texts.for_each(|w| w.kind = TokenKind::Table);
        }
        tokens.into()
    });
    found.to_vec()
}

/// The token in a constant that is copied: the initial value of a variable, or a part of the output.
pub fn of_copy(reach: &Reach, copy: Call) -> Vec<Token> {
    let (from, length) = (copy.operand(1), copy.operand(2).int_constant());
    let (true, Some(length)) = (from.is_constant(), length) else {
        return Vec::new();
    };
    let of = Use {
        kind: TokenKind::Argument,
        score: score::WRITTEN,
        flags: 0,
        source: "",
    };
    let texts = reach.targets(from).into_iter().filter_map(|target| {
        let text = Text::at(reach.module, target.global, target.offset.try_into().ok()?)?;
        text.string(Some(length as u64)).filter(Text::is_text)
    });
    texts.flat_map(|t| t.tokens(of)).collect()
}

/// Whether an operand is a constant text.
pub fn is_text(reach: &Reach, operand: Value) -> bool {
    operand.is_constant()
        && reach.targets(operand).iter().any(|target| {
            let offset = u64::try_from(target.offset).ok();
            offset.is_some_and(|o| Text::at(reach.module, target.global, o).is_some())
        })
}
