//! Tokens from numbers in compares and switches, at the width that they have in the source.
//!
//! C's integer promotions make an `int` of a `char` before it is compared; the token is the `char` (listings 14 and 15
//! of the paper). Numbers that the program assembles from bytes, or whose byte order it swaps, are tokens in both
//! orders.

use fz_abi::tokens as layout;

use super::{
    origin::Slots,
    score::{FIELD, of_number as of_table},
};
use crate::{
    ir::{Call, Const, Inst, IntPredicate, Module, Op, Term, Type, Value},
    libc::reads_byte,
    marks::tokens::{Token, TokenKind},
};

/// Wider numbers are not tokens.
const WIDEST: u32 = 128;
/// A number up to this one is more often a count or an enumerator than a magic number of a format.
const SMALL: u128 = 16;

/// A number that a value is compared with.
struct Asked {
    value: Value,
    constant: u128,
    /// The width of both.
    bits: u32,
}

/// The tokens of an integer compare.
pub fn of_compare(module: Module, compare: Inst, slots: &Slots) -> Vec<Token> {
    use IntPredicate::{Eq, Ne};
    let Some(asked) = asked(compare, slots) else {
        return Vec::new();
    };
    let kind = match compare.int_predicate() {
        Some(Eq | Ne) => TokenKind::Equal,
        _ => TokenKind::Order,
    };
    tokens(module, kind, &asked, slots)
}

/// The variable and the constant operand, which may be the initial value of a variable (listing 15).
fn asked(compare: Inst, slots: &Slots) -> Option<Asked> {
    let [a, b] = [compare.operand(0), compare.operand(1)];
    let bits = a.ty().int_bits().filter(|b| (8..=WIDEST).contains(b))?;
    let kept = |v: Value| match slots.origins(v)[..] {
        [only] if only.ty() == v.ty() => only.int_constant(),
        _ => None,
    };
    let constants = match (a.int_constant(), b.int_constant()) {
        (None, None) => (kept(a), kept(b)),
        written => written,
    };
    let (value, constant) = match constants {
        (None, Some(constant)) => (a, constant),
        (Some(constant), None) => (b, constant),
        _ => return None,
    };
    Some(Asked {
        value,
        constant,
        bits,
    })
}

/// The tokens of a switch: its cases.
pub fn of_switch(module: Module, switch: Term, slots: &Slots) -> Vec<Token> {
    let value = switch.operand(0);
    let Some(bits) = value.ty().int_bits().filter(|b| (8..=WIDEST).contains(b)) else {
        return Vec::new();
    };
    let source = Source::of(value, slots);
    let cases = switch.cases().into_iter().take(layout::MOST_OF_SITE + 1);
    let cases = cases.filter_map(Const::int);
    cases
        .flat_map(|constant| of_number(module, TokenKind::Case, (constant, bits), &source))
        .collect()
}

/// The tokens of a floating-point compare.
pub fn of_float(module: Module, compare: Inst) -> Vec<Token> {
    let operands = [compare.operand(0), compare.operand(1)];
    let constants = operands.map(|v| v.float_constant());
    let (Some(bits), [None, Some(constant)] | [Some(constant), None]) =
        (operands[0].ty().ieee_bits(), constants)
    else {
        return Vec::new();
    };
    let score = match constant << (WIDEST - bits) << 1 {
        // Zero, with either sign.
        0 => 2,
        _ => 30,
    };
    let native = bytes(module, constant, bits);
    vec![token(TokenKind::Float, score, 0, native)]
}

fn tokens(module: Module, kind: TokenKind, asked: &Asked, slots: &Slots) -> Vec<Token> {
    of_number(
        module,
        kind,
        (asked.constant, asked.bits),
        &Source::of(asked.value, slots),
    )
}

/// The tokens of a number of so many bits that is compared with a value of which this is known.
pub fn of_number(
    module: Module,
    kind: TokenKind,
    (constant, bits): (u128, u32),
    source: &Source,
) -> Vec<Token> {
    let Some(bits) = source.width(constant, bits) else {
        return Vec::new();
    };
    let constant = constant & (u128::MAX >> (WIDEST - bits));
    let score = score(kind, constant, bits, source);
    let mut tokens = Vec::new();
    // A function's result is often wider than what it has read.
    let used = (WIDEST - constant.leading_zeros()).next_power_of_two();
    if source.order == Order::Unknown && (16..bits).contains(&used) {
        tokens.extend(orders(module, kind, constant, used, score, Order::Unknown));
        let score = score.saturating_sub(15);
        tokens.extend(orders(module, kind, constant, bits, score, Order::Unknown));
    } else {
        tokens.extend(orders(module, kind, constant, bits, score, source.order));
    }
    tokens
}

/// The bytes of a number as they may appear in the input.
fn orders(
    module: Module,
    kind: TokenKind,
    constant: u128,
    bits: u32,
    score: u32,
    order: Order,
) -> Vec<Token> {
    let native = bytes(module, constant, bits);
    let mut swapped = native.clone();
    swapped.reverse();
    // Swapping the bytes does not change the number.
    let is_one_way = swapped == native;
    let [native_score, swapped_score] = match order {
        _ if is_one_way => [score, 0],
        Order::Native => [score, 0],
        Order::Swapped => [score / 2, score],
        Order::Unknown => [score, score.saturating_sub(5)],
    };
    let mut tokens = vec![token(kind, native_score, 0, native)];
    if !is_one_way && order != Order::Native {
        tokens.push(token(kind, swapped_score, layout::SWAPPED, swapped));
    }
    tokens
}

fn token(kind: TokenKind, score: u32, flags: u32, bytes: Vec<u8>) -> Token {
    Token {
        kind,
        score,
        flags,
        bytes,
        source: String::new(),
    }
}

/// The bytes of a number in the target's order.
fn bytes(module: Module, constant: u128, bits: u32) -> Vec<u8> {
    let mut bytes = constant.to_le_bytes()[..bits.div_ceil(8) as usize].to_vec();
    if module.is_big_endian() {
        bytes.reverse();
    }
    bytes
}

fn score(kind: TokenKind, constant: u128, bits: u32, source: &Source) -> u32 {
    let all = u128::MAX >> (WIDEST - bits);
    // Narrow numbers are rarely negative: 0xffd8 is a marker, not -40.
    let magnitude = match bits {
        ..32 if constant != all => constant,
        _ => constant.min((all - constant).saturating_add(1)),
    };
    let base = match (kind, bits) {
        (_, 0..16) => 6,
        (TokenKind::Order, _) => 25,
        (TokenKind::Case, _) => 60,
        (_, 16..32) => 55,
        _ => 65,
    };
    match constant {
        _ if magnitude <= 1 => 2,
        _ if source.is_masked && constant.is_power_of_two() => 4,
        _ if bits < 16 => base,
        _ if is_printable(&constant.to_le_bytes()[..bits as usize / 8]) => base + 20,
        _ if magnitude <= SMALL => base.min(12),
        _ if magnitude.is_power_of_two() || magnitude < 256 => base.min(20),
        _ => base,
    }
}

fn is_printable(bytes: &[u8]) -> bool {
    bytes.iter().all(|b| b.is_ascii_graphic() || *b == b' ')
}

/// The numbers in a constructor's arguments: a table of a type without constants is filled when the program starts.
pub fn of_construction(module: Module, call: Call) -> Vec<Token> {
    let constants = call.arguments().into_iter().filter_map(|argument| {
        let bits = argument.ty().int_bits()?;
        Some((argument.int_constant()?, bits))
    });
    let numbers = constants.filter(|(n, bits)| *n > 0xff && matches!(bits, 16 | 32 | 64));
    numbers
        .flat_map(|(constant, bits)| {
            let used = (WIDEST - constant.leading_zeros()).next_power_of_two();
            let score = of_table(FIELD, constant, bits);
            orders(
                module,
                TokenKind::Field,
                constant,
                used.clamp(16, bits),
                score,
                Order::Unknown,
            )
        })
        .collect()
}

/// The order of a number's bytes in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// The number is loaded as it is.
    Native,
    /// The program swaps its bytes.
    Swapped,
    Unknown,
}

/// What is known about the number that is compared.
#[derive(Clone, Debug)]
pub struct Source {
    /// The narrowest type that all its values were extended from, and whether that was signed.
    narrow: Option<(u32, bool)>,
    order: Order,
    /// Only some of its bits are compared.
    is_masked: bool,
}

impl Source {
    /// Of this value.
    pub fn of(value: Value, slots: &Slots) -> Source {
        let is_and = |v: &Value| v.is(Op::And);
        let origins = slots.origins(value);
        let mut orders = origins.iter().map(|origin| order(*origin));
        let first = orders.next().unwrap_or(Order::Unknown);
        Source {
            narrow: narrow(value, slots),
            order: match orders.all(|order| order == first) {
                true => first,
                false => Order::Unknown,
            },
            is_masked: origins.iter().any(is_and),
        }
    }

    /// The width at which the constant appears in the input; `None` if the compare can never succeed.
    fn width(&self, constant: u128, bits: u32) -> Option<u32> {
        let Some((narrow, signed)) = self.narrow.filter(|(narrow, _)| *narrow < bits) else {
            return Some(bits);
        };
        let unused = WIDEST - bits;
        let fits = match signed {
            true => {
                let value = (constant << unused) as i128 >> unused;
                value == value << (WIDEST - narrow) >> (WIDEST - narrow)
            }
            false => constant >> narrow == 0,
        };
        fits.then_some(narrow)
    }
}

/// The widest of the types that the values were extended from, if all of them were extended.
fn narrow(value: Value, slots: &Slots) -> Option<(u32, bool)> {
    use Op::*;
    let bits = value.ty().int_bits()?;
    let inst = value.as_inst()?;
    let of_mask = |mask: u128| {
        let used = WIDEST - mask.leading_zeros();
        [8, 16, 32].into_iter().find(|b| used <= *b)
    };
    let found = match inst.op() {
        ZExt => (inst.operand(0).ty().int_bits()?, false),
        SExt => (inst.operand(0).ty().int_bits()?, true),
        And => (of_mask(inst.operand(1).int_constant()?)?, false),
        Op::Call if reads_byte(&inst.called_name()) => (8, false),
        Or | Add | Xor => (composed(inst)?, false),
        Load => return slots.narrowest(inst.operand(0), |v| narrow(v, slots)),
        _ => return None,
    };
    // A truth value is not part of the input.
    (8..bits).contains(&found.0).then_some(found)
}

/// The width of a number that is assembled from bytes: `p[0] << 8 | p[1]`.
fn composed(sum: Inst) -> Option<u32> {
    use Op::*;
    let part = |inst: Inst| match inst.op() {
        ZExt | SExt => inst.operand(0).ty().int_bits(),
        Or | Add | Xor => composed(inst),
        _ => None,
    };
    let shifted = |value: Value| {
        let inst = value.as_inst()?;
        if !inst.is(Shl) {
            return part(inst);
        }
        let inner = part(inst.operand(0).as_inst()?)?;
        let by = u32::try_from(inst.operand(1).int_constant()?).ok();
        Some(inner + by.filter(|by| *by < WIDEST)?)
    };
    let bits = shifted(sum.operand(0))?.max(shifted(sum.operand(1))?);
    Some(bits.next_multiple_of(8))
}

/// The byte order of a value that is not a copy.
fn order(value: Value) -> Order {
    use Op::*;
    let Some(inst) = value.as_inst() else {
        return Order::Unknown;
    };
    let is_struct = |ty: Option<Type>| ty.is_some_and(Type::is_struct);
    match inst.op() {
        // The program itself put the value into a structure or a variable; its source is not known.
        Load => match inst.operand(0) {
            place if place.is_global_variable() => Order::Unknown,
            place if place.is(GetElementPtr) && is_struct(place.gep_source_type()) => {
                Order::Unknown
            }
            _ => Order::Native,
        },
        Op::Call if inst.called_name().starts_with("llvm.bswap.") => Order::Swapped,
        And if inst.operand(1).is_constant() => order(inst.operand(0)),
        _ => Order::Unknown,
    }
}
