//! Characters of either case: what a function that ignores case makes of two bytes.

use crate::{
    ir::{Builder, IntPredicate, Value},
    libc::Case,
};

/// Whether two characters are the same letter for sure; `b` may be a constant.
pub fn equal(case: Case, builder: &Builder, a: Value, b: Value) -> Value {
    let byte = a.ty();
    let exact = |x, y| builder.icmp(IntPredicate::Eq, x, y);
    if let Some(constant) = b.int_constant() {
        let letter = constant as u8;
        let ambiguous = case.ambiguous().map(|c| c.to_ascii_lowercase());
        if !letter.is_ascii_alphabetic() || ambiguous == Some(letter.to_ascii_lowercase()) {
            return exact(a, b);
        }
        let lower = builder.or(a, byte.constant(0x20));
        return exact(
            lower,
            byte.constant(letter.to_ascii_lowercase().into()).value(),
        );
    }
    let [x, y] = [a, b].map(|v| fold(case, builder, v));
    let folded = exact(x, y);
    let Some(ambiguous) = case.ambiguous() else {
        return folded;
    };
    let ambiguous = byte.constant(case.folded(ambiguous).into());
    let is_certain = builder.icmp(IntPredicate::Ne, x, ambiguous);
    builder.or(exact(a, b), builder.and(folded, is_certain))
}

/// Whether the order of two characters that are not `equal` is for the locale to say, or for the function itself.
pub fn is_odd(case: Case, builder: &Builder, a: Value, b: Value) -> Value {
    let byte = a.ty();
    let beyond = builder.icmp(IntPredicate::Ugt, builder.or(a, b), byte.constant(0x7f));
    let Some(ambiguous) = case.ambiguous() else {
        return beyond;
    };
    let is_ambiguous = |v| builder.icmp(IntPredicate::Eq, v, byte.constant(ambiguous.into()));
    builder.or(beyond, builder.or(is_ambiguous(a), is_ambiguous(b)))
}

/// Whether that is so for each character that is not equal to this one.
pub fn is_always_odd(case: Case, constant: u8) -> bool {
    constant > 0x7f || case.ambiguous() == Some(constant)
}

/// Whether what the function says may matter where two characters are not `equal`.
pub fn asks_function(case: Case) -> bool {
    case != Case::Ascii
}

/// The lower-case letter (or upper-case, where the order is that of those) of a letter; all else is itself.
pub fn fold(case: Case, builder: &Builder, value: Value) -> Value {
    let byte = value.ty();
    let place = builder.sub(value, byte.constant(case.first_folded().into()));
    let is_letter = builder.icmp(IntPredicate::Ult, place, byte.constant(26));
    let bit = builder.shl(builder.zext(is_letter, byte), byte.constant(5));
    builder.xor(value, bit)
}
