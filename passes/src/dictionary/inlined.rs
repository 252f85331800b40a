//! The second collection, after inlining and constant propagation: numbers and texts that no compare of the source has,
//! because a function passes them, a function assembles them, or a variable holds them.
//!
//! What the first collection has found stays as it is: at further places that use it, the same token is noted. What only
//! this one finds is often no part of the input: limits of containers, bounds that were shifted by one, masks, sizes.
//! So numbers that the source does not have lose some of their score, or are not tokens at all ([`Known::number`]).

use std::collections::{HashMap, HashSet};

use fz_abi::tokens as layout;

use super::{
    chains, found::FoundTokens, integers, notebook::is_library, origin::Slots, passed::Passed,
    score, texts::Texts,
};
use crate::{
    analyses::loop_counter::is_loop_counter,
    ir::{Block, Function, Inst, Location, Module, Op},
    marks::{
        guard, pins,
        tokens::{NOWHERE, Noted, Token, TokenKind},
        written::Written,
    },
};

/// What the first collection has left.
pub struct Known {
    module: Module,
    written: Written,
    /// By the number that they are.
    numbers: HashMap<u128, Vec<Noted>>,
    /// Pins with the best score, by the bytes.
    texts: HashMap<Vec<u8>, Vec<(u32, u32)>>,
    /// Where a compare or a call has a token.
    places: HashSet<Location>,
    /// How often each pin is there.
    copies: HashMap<u32, u32>,
}

/// Where in a function tokens are looked for.
struct Here {
    /// All pins of the function.
    pins: HashSet<u32>,
}

impl Here {
    /// Whether a token that belongs to a pin is a token of this function. Without pins nobody knows.
    fn has(&self, pin: u32) -> bool {
        self.pins.contains(&pin) || (self.pins.is_empty() && pin == NOWHERE)
    }
}

/// Where a token is used.
struct Used<'a> {
    pin: Option<u32>,
    place: Option<&'a Location>,
}

impl Used<'_> {
    /// Whether a token of the same function is the same use: optimisation may have lost the place.
    fn is(&self, known: &Noted) -> bool {
        let has_same_pin = known.pin != NOWHERE && self.pin == Some(known.pin);
        has_same_pin
            || self
                .place
                .is_none_or(|place| known.place.as_ref() == Some(place))
    }
}

/// The kinds that come from numbers of compares.
const NUMBERS: [TokenKind; 4] = [
    TokenKind::Equal,
    TokenKind::Order,
    TokenKind::Case,
    TokenKind::Float,
];

impl Known {
    /// From the tokens and numbers that were noted.
    pub fn of(module: Module, noted: Vec<Noted>) -> Known {
        let mut known = Known {
            module,
            written: Written::noted(module),
            numbers: HashMap::new(),
            texts: HashMap::new(),
            places: HashSet::new(),
            copies: HashMap::new(),
        };
        let instructions = module.definitions().flat_map(Function::instructions);
        for pin in instructions.filter_map(pins::number) {
            *known.copies.entry(pin).or_default() += 1;
        }
        for one in noted {
            let token = &one.token;
            let pins = known.texts.entry(token.bytes.clone()).or_default();
            pins.push((one.pin, token.score));
            known.places.extend(one.place.clone());
            if NUMBERS.contains(&token.kind) && token.score >= layout::JUNK {
                let number = number(module, token);
                known.numbers.entry(number).or_default().push(one);
            }
        }
        known
    }

    /// The tokens of a function that the first collection does not have.
    pub fn tokens(
        &self,
        function: Function,
        texts: &mut Texts,
        passed: &Passed,
    ) -> Vec<FoundTokens> {
        let slots = Slots::of(function);
        let blocks = function.blocks();
        let here = Here {
            pins: blocks.iter().flat_map(|b| pins::of_block(*b)).collect(),
        };
        let mut chains = chains::of(self.module, function);
        let mut all = Vec::new();
        for instruction in blocks.iter().flat_map(|b| b.instructions()) {
            let mut tokens: Vec<Token> = chains.remove(&instruction).into_iter().collect();
            match instruction.op() {
                Op::ICmp if !decides_otherwise(instruction) => {
                    tokens.extend(integers::of_compare(self.module, instruction, &slots));
                }
                Op::FCmp => tokens.extend(integers::of_float(self.module, instruction)),
                Op::Switch => {
                    let switch = instruction.as_term().into_iter();
                    tokens.extend(switch.flat_map(|s| integers::of_switch(self.module, s, &slots)));
                }
                Op::Call | Op::Invoke => {
                    if let Some(call) = instruction.as_call() {
                        tokens.extend(texts.of_compared(call, &slots));
                        tokens.extend(passed.of_call(self.module, call, &slots));
                    }
                }
                _ => {}
            }
            if tokens.is_empty() {
                continue;
            }
            let tokens = self.further(instruction, tokens, &here);
            if !tokens.is_empty() {
                let mut places = instruction.locations().into_iter();
                all.push(FoundTokens {
                    place: places
                        .find(|p| !is_library(p))
                        .or_else(|| instruction.location()),
                    pin: self.pin(instruction),
                    tokens,
                });
            }
        }
        all
    }

    /// Of the tokens of an instruction, those that are not there yet.
    fn further(&self, instruction: Inst, tokens: Vec<Token>, here: &Here) -> Vec<Token> {
        let place = instruction.location();
        let used = Used {
            pin: self.pin(instruction),
            place: place.as_ref(),
        };
        let mut all: Vec<Token> = Vec::new();
        for token in tokens.into_iter().filter(|t| t.score >= layout::JUNK) {
            let found = match NUMBERS.contains(&token.kind) {
                true if place.as_ref().is_some_and(is_library) => Vec::new(),
                true => self.number(token, &used, here),
                false => self.text(token, here).into_iter().collect(),
            };
            for token in found {
                if !all.iter().any(|t| t.bytes == token.bytes) {
                    all.push(token);
                }
            }
        }
        all
    }

    fn text(&self, token: Token, here: &Here) -> Option<Token> {
        if token.kind == TokenKind::Chain && is_of_states(&token.bytes) {
            return None;
        }
        let known = self.texts.get(&token.bytes).into_iter().flatten();
        let mut known = known.filter(|(pin, _)| here.has(*pin));
        let is_there = known.any(|(_, score)| *score >= token.score);
        (!is_there).then_some(token)
    }

    fn number(&self, mut token: Token, used: &Used, here: &Here) -> Vec<Token> {
        let number = number(self.module, &token);
        if let Some(known) = self.numbers.get(&number) {
            // Its width is that of the source, which it may have lost since.
            return match known.iter().any(|k| here.has(k.pin) && used.is(k)) {
                true => Vec::new(),
                false => known.iter().map(|k| k.token.clone()).collect(),
            };
        }
        // What the source compares at this place is known, and this is what became of it.
        if used.place.is_some_and(|place| self.places.contains(place)) {
            return Vec::new();
        }
        let bits = 8 * token.bytes.len() as u32;
        let is_written = self.written.has(number, bits);
        let is_junk = match (is_written, token.kind) {
            // A bound that was shifted by one.
            (false, TokenKind::Order) => true,
            (true, kind) if kind != TokenKind::Order => false,
            _ => score::looks_computed(number, bits),
        };
        if is_junk {
            return Vec::new();
        }
        if !is_written {
            token.flags |= layout::COMPUTED;
            token.score = token.score.saturating_sub(score::COMPUTED);
        }
        match token.score >= layout::JUNK {
            true => vec![token],
            false => Vec::new(),
        }
    }

    /// The pin that tells that an instruction ran. Of those in its block it is the one with the fewest copies: that of
    /// an inlined function is also where the function was inlined with other constants.
    fn pin(&self, instruction: Inst) -> Option<u32> {
        let block = instruction.block();
        let single = |block: &Block| block.single_predecessor();
        let above = std::iter::successors(Some(block), single).take(1 + UPWARDS);
        let copies = |pin: &u32| self.copies.get(pin).copied().unwrap_or(0);
        let mut best = None;
        for block in above {
            let own = pins::of_block(block).min_by_key(copies);
            best = best.into_iter().chain(own).min_by_key(copies);
            if best.is_some_and(|pin| copies(&pin) <= FEW) {
                break;
            }
        }
        best
    }
}

/// How many blocks before the instruction's are searched for a pin with fewer copies …
const UPWARDS: usize = 4;
/// … than this: loop rotation and jump threading copy a block, too.
const FEW: u32 = 2;

/// Whether a compare is not of the program's input: of rounds, or a guard's.
fn decides_otherwise(compare: Inst) -> bool {
    let operands = [compare.operand(0), compare.operand(1)];
    let is_guard = || {
        let terminator = compare.block().terminator();
        terminator.is_some_and(guard::is_marked)
    };
    operands.into_iter().any(is_loop_counter) || is_guard()
}

/// Whether numbers that are adjacent in memory are those of the program's own states: small ones, in wide fields.
fn is_of_states(bytes: &[u8]) -> bool {
    bytes.iter().all(|b| *b < b' ') || bytes.windows(3).any(|three| three == [0; 3])
}

/// The number that a token is.
fn number(module: Module, token: &Token) -> u128 {
    let is_big = module.is_big_endian() != (token.flags & layout::SWAPPED != 0);
    let fold = |number: u128, byte: &u8| number << 8 | u128::from(*byte);
    match is_big {
        true => token.bytes.iter().fold(0, fold),
        false => token.bytes.iter().rev().fold(0, fold),
    }
}
