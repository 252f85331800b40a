//! The operands that a compare had in the source. LLVM brings compares into forms that suit processors: `~sum == stored`
//! becomes `(sum ^ stored) == -1`, in which no fuzzer finds `stored` in its input. Most of this can be undone.
//!
//! | LLVM has | pairs |
//! |---|---|
//! | `x ^ y == c` | `x`, `y ^ c`; `y`, `x ^ c` |
//! | `(x ^ y) & m == 0` | `x & m`, `y & m`; `x`, `y` with the other bits of `x`; and the same of `y` |
//! | `x ^ y u< 2^k` | the same, with the mask of all bits but `k` |
//! | `x & m == c` | `x`, `c` with the other bits of `x`; `x >> k`, `c >> k` if `m` has all bits but `k` |
//! | `x + y - z == c` | `x`, `c - y + z`; `y`, `c - x + z`; `z`, `x + y - c` |
//! | `(x ^ y) \| z == 0` | `x`, `y`; `z`, 0 |
//! | `x & y == -1` | `x`, -1; `y`, -1 |
//! | `x >> k == c` | `x`, `c << k` with the low bits of `x`; `x`, `1 << k` if `c` is 0 |
//! | `x - c u< n` | `x`, `c`; `x / n`, `c / n` if `n` divides `c` |
//!
//! All pairs are equal if and only if the compare finds its operands equal, but for those of `|`, of `&` and of ranges: where
//! several conditions are one, each has a pair of its own, and in a range the beginning stands for all of it. That a number
//! is not small (`x >> k == 0`) is asked of the least that is not.

use crate::{
    ir::{Builder, IntPredicate, Op, Type, Value},
    marks::site::Predicate,
};

/// The widest operands, in bits.
const WIDEST: u32 = 128;
/// So many values at most are taken out of a sum, or of a tree of `^` or `|`.
const MOST: usize = 4;

/// What is computed of values that the compare is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Value(Value),
    Constant(u128),
    Of(Math, Box<[Expr; 2]>),
    /// The low bits, so many.
    Low(u32, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Math {
    Xor,
    Add,
    Sub,
    And,
    Or,
    /// To the right, zeros come in.
    Shift,
    /// To the left.
    Left,
    /// Unsigned, by a constant that is not 0.
    Divide,
    /// Unsigned.
    Min,
    /// Unsigned.
    Max,
}

/// Operands that are compared for equality.
pub type Pair = [Expr; 2];

impl Expr {
    fn of(math: Math, a: Expr, b: Expr) -> Expr {
        let neutral = match math {
            Math::And | Math::Min => None,
            Math::Divide => Some(1),
            _ => Some(0),
        };
        match (&a, &b, neutral) {
            (_, Expr::Constant(c), Some(n)) if *c == n => a,
            _ => Expr::Of(math, Box::new([a, b])),
        }
    }

    /// Computes it where the builder stands, of values of this type.
    pub fn build(&self, builder: &Builder, ty: Type) -> Value {
        match self {
            Expr::Value(value) => *value,
            Expr::Constant(constant) => ty.constant(*constant).value(),
            Expr::Low(bits, inner) => {
                let narrow = builder.module().int(*bits);
                builder.trunc(inner.build(builder, ty), narrow)
            }
            Expr::Of(math, parts) => {
                let [a, b] = [0, 1].map(|at| parts[at].build(builder, ty));
                match math {
                    Math::Xor => builder.xor(a, b),
                    Math::Add => builder.add(a, b),
                    Math::Sub => builder.sub(a, b),
                    Math::And => builder.and(a, b),
                    Math::Or => builder.or(a, b),
                    Math::Shift => builder.lshr(a, b),
                    Math::Left => builder.shl(a, b),
                    Math::Divide => builder.udiv(a, b),
                    Math::Min => builder.select(builder.icmp(IntPredicate::Ult, a, b), a, b),
                    Math::Max => builder.select(builder.icmp(IntPredicate::Ugt, a, b), a, b),
                }
            }
        }
    }

    /// The values that it is computed of.
    pub fn values(&self) -> Vec<Value> {
        match self {
            Expr::Value(value) => vec![*value],
            Expr::Constant(_) => Vec::new(),
            Expr::Low(_, inner) => inner.values(),
            Expr::Of(_, parts) => parts.iter().flat_map(Expr::values).collect(),
        }
    }
}

/// The pairs of a compare of integers, without the one that it has itself.
pub fn pairs(predicate: Predicate, signed: bool, operands: [Value; 2]) -> Vec<Pair> {
    let [a, b] = operands;
    let Some(bits) = a.ty().int_bits().filter(|b| (2..=WIDEST).contains(b)) else {
        return Vec::new();
    };
    let width = Width { bits };
    let pairs = match predicate.is_equality() {
        true => width.equal(a, b, b.int_constant()),
        false => match width.count(predicate, b).filter(|_| !signed) {
            Some(count) => width.below(a, count),
            None => Vec::new(),
        },
    };
    let mut values = pairs.iter().flatten().flat_map(Expr::values);
    match values.any(is_elsewhere) {
        true => Vec::new(),
        false => pairs,
    }
}

/// The one pair that says most.
pub struct Preferred {
    pub pair: Pair,
    /// Whether it is equal where the compare holds.
    pub predicate: Predicate,
    /// It is equal only there, or only elsewhere: it does not stand for the beginning of a range.
    pub is_exact: bool,
}

/// For engines that take one pair of a compare; nothing, where the compare's own operands say most.
///
/// Of `x ^ y == c`, also under a mask, a side that is as the input has it stands alone: an engine copies the other one
/// there. Other masks are as the source may have had them: `x & m` beside `y & m`. A number stands beside the nearest one of
/// its range: how far it is says more than how far a quotient is.
pub fn preferred(predicate: Predicate, signed: bool, operands: [Value; 2]) -> Option<Preferred> {
    if let Some(size) = large(predicate, operands) {
        return Some(size);
    }
    let mut pairs = pairs(predicate, signed, operands);
    let [a, b] = operands;
    let is_read = |pair: &Pair| matches!(&pair[0], Expr::Value(value) if as_read(*value));
    let found = pairs.iter().position(is_read);
    let at = match (predicate.is_equality(), a.op()) {
        _ if pairs.is_empty() => return None,
        (false, _) => found.unwrap_or(0),
        (true, Some(Op::And)) if a.operand(0).is(Op::Xor) => found.unwrap_or(0),
        (true, _) if a.is(Op::Xor) || b.is(Op::Xor) => {
            let own = [a, b].into_iter().any(as_read);
            let found = found.filter(|_| !own);
            // Without a constant, each side of the compare is one of the source's.
            found.or_else(|| b.is_constant().then_some(0))?
        }
        // A sum is one in the source, too.
        (true, _) => return None,
    };
    let is_range = !predicate.is_equality();
    let nearest = nearest(predicate, operands).filter(|_| is_range);
    let is_in = !matches!(
        predicate,
        Predicate::NotEqual | Predicate::Greater | Predicate::GreaterOrEqual
    );
    let is_exact = match (is_range, a.op()) {
        (false, _) => true,
        (true, Some(Op::Add)) => nearest.is_some(),
        (true, _) => !a.operand(1).is_constant(),
    };
    let is_in = is_in != (is_range && a.is(Op::Add) && is_most(predicate, b));
    let predicate = match is_in {
        true => Predicate::Equal,
        false => Predicate::NotEqual,
    };
    Some(Preferred {
        pair: nearest.unwrap_or_else(|| pairs.swap_remove(at)),
        predicate,
        is_exact,
    })
}

/// Whether a value says where something is in memory, or nothing: no input has it. What remains when one address is taken
/// from another is a number, but neither of the two is.
fn is_elsewhere(value: Value) -> bool {
    let Some(inst) = value.as_inst() else {
        return value.is_constant();
    };
    match inst.op() {
        Op::ZExt | Op::Trunc | Op::Freeze => is_elsewhere(inst.operand(0)),
        // `ptrtoaddr` has no name yet.
        Op::PtrToInt | Op::Other(_) => inst.operand(0).ty().is_pointer(),
        _ => false,
    }
}

/// Whether any but the low bits of a number are set asks for its size.
fn large(predicate: Predicate, [a, b]: [Value; 2]) -> Option<Preferred> {
    let inst = a.as_inst().filter(|_| b.int_constant() == Some(0))?;
    // Others have fewer operands.
    if !matches!(inst.op(), Op::LShr | Op::And) {
        return None;
    }
    let (x, by) = (inst.operand(0), inst.operand(1));
    if is_elsewhere(x) {
        return None;
    }
    let bits = a.ty().int_bits().filter(|bits| *bits <= WIDEST)?;
    let end = match (inst.op(), by.int_constant()) {
        (Op::LShr, None) => Expr::of(Math::Left, Expr::Constant(1), Expr::Value(by)),
        (Op::LShr, Some(count)) if (1..bits.into()).contains(&count) => Expr::Constant(1 << count),
        // Bits above the mask are none if they are known to be 0.
        (Op::And, Some(mask)) if is_high(mask | x.known_at(inst).zero, Width { bits }.all()) => {
            Expr::Constant(1 << mask.trailing_zeros())
        }
        _ => return None,
    };
    let predicate = match predicate {
        Predicate::Equal => Predicate::Less,
        Predicate::NotEqual => Predicate::GreaterOrEqual,
        _ => return None,
    };
    Some(Preferred {
        pair: [Expr::Value(x), end],
        predicate,
        is_exact: true,
    })
}

/// A number that has to be in a range, or out of it, and the range's number that is nearest. Nothing, where the range goes on
/// at 0.
fn nearest(predicate: Predicate, [a, b]: [Value; 2]) -> Option<Pair> {
    let width = Width {
        bits: a.ty().int_bits()?,
    };
    let range = width.range(a, width.count(predicate, b)?)?;
    let last = range.first.checked_add(range.count - 1);
    let last = Expr::Constant(last.filter(|last| *last <= width.all())?);
    let x = Expr::Value(range.value);
    let least = Expr::of(Math::Max, x.clone(), Expr::Constant(range.first));
    Some([x, Expr::of(Math::Min, least, last)])
}

/// Whether a mask has all bits but the low ones, of which there are some.
fn is_high(mask: u128, all: u128) -> bool {
    let shift = mask.trailing_zeros();
    shift > 0 && mask != 0 && mask == all >> shift << shift
}

/// Whether a range up to a constant has more numbers than it leaves out.
fn is_most(predicate: Predicate, end: Value) -> bool {
    let width = end.ty().int_bits().map(|bits| Width { bits });
    width.is_some_and(|width| {
        let count = width.count(predicate, end);
        count.is_some_and(|count| width.is_most(count))
    })
}

/// Whether a value is one that memory has, perhaps in another width or the other byte order.
fn as_read(value: Value) -> bool {
    let Some(inst) = value.as_inst() else {
        return value.parameter_of().is_some();
    };
    match inst.op() {
        Op::Load => true,
        Op::ZExt | Op::SExt | Op::Trunc | Op::Freeze => as_read(inst.operand(0)),
        Op::Call => value.called_name().starts_with("llvm.bswap.") && as_read(inst.operand(0)),
        _ => false,
    }
}

struct Width {
    bits: u32,
}

/// The numbers from `first` on, so many.
struct Range {
    value: Value,
    first: u128,
    count: u128,
}

/// A value in a sum, or in a tree of `^`.
#[derive(Clone, Copy, PartialEq)]
struct Term {
    value: Value,
    /// It is taken away.
    negative: bool,
}

impl Width {
    fn all(&self) -> u128 {
        u128::MAX >> (u128::BITS - self.bits)
    }

    fn is_most(&self, count: u128) -> bool {
        count > self.all() / 2
    }

    /// How many numbers are below an end, or not above it, if it is a constant.
    fn count(&self, predicate: Predicate, end: Value) -> Option<u128> {
        let end = end.int_constant()?;
        match predicate {
            Predicate::Less | Predicate::GreaterOrEqual => Some(end),
            Predicate::LessOrEqual | Predicate::Greater if end < self.all() => Some(end + 1),
            _ => None,
        }
    }

    /// `value + offset u< count`. What is not in a large range is in a small one.
    fn range(&self, sum: Value, count: u128) -> Option<Range> {
        let [value, offset] = parts(sum).filter(|_| sum.is(Op::Add) && count > 1)?;
        let first = offset.int_constant()?.wrapping_neg() & self.all();
        let (first, count) = match self.is_most(count) {
            true => (
                first.wrapping_add(count) & self.all(),
                self.all() - count + 1,
            ),
            false => (first, count),
        };
        Some(Range {
            value,
            first,
            count,
        })
    }

    fn equal(&self, a: Value, b: Value, constant: Option<u128>) -> Vec<Pair> {
        let Some(constant) = constant else {
            // The compare itself has the whole of each side.
            let all = self.alone(&[(a, false), (b, true)], 0).into_iter();
            return all
                .filter(|[alone, _]| ![a, b].map(Expr::Value).contains(alone))
                .collect();
        };
        match (a.op(), parts(a)) {
            (Some(Op::Or), Some(_)) if constant == 0 => zeros(a),
            (Some(Op::And), Some([x, mask])) => match mask.int_constant() {
                Some(mask) => self.masked(x, mask, constant),
                None if constant == self.all() => {
                    let all = |side| [Expr::Value(side), Expr::Constant(constant)];
                    vec![all(x), all(mask)]
                }
                None => Vec::new(),
            },
            (Some(Op::LShr), _) => self.shifted_out(a, constant),
            _ => self.alone(&[(a, false)], constant),
        }
    }

    /// `value >> count == constant`: all bits of the value, those that the shift takes from its own.
    fn shifted_out(&self, shift: Value, constant: u128) -> Vec<Pair> {
        let count = shift.operand(1).int_constant();
        let Some(count) = count.filter(|count| (1..self.bits.into()).contains(count)) else {
            return Vec::new();
        };
        let value = Expr::Value(shift.operand(0));
        let end = constant << count;
        if end >> count != constant || end > self.all() {
            return Vec::new();
        }
        // That it is not small is asked of a number.
        let wanted = match constant {
            0 => Expr::Constant(1 << count),
            _ => self.blended(&value, Expr::Constant(end), self.all() >> count << count),
        };
        vec![[value, wanted]]
    }

    /// Each value of a sum that is a constant, beside all that is left of the sum; the same of `^`. Nothing, where there is
    /// no sum.
    fn alone(&self, roots: &[(Value, bool)], constant: u128) -> Vec<Pair> {
        let is = |ops: &[Op]| (roots.iter()).any(|(root, _)| ops.iter().any(|op| root.is(*op)));
        let is_xor = is(&[Op::Xor]);
        if !is_xor && !is(&[Op::Add, Op::Sub]) {
            return Vec::new();
        }
        let ops: &[Op] = if is_xor {
            &[Op::Xor]
        } else {
            &[Op::Add, Op::Sub]
        };
        let (mut terms, mut constant) = (Vec::new(), constant);
        for term in leaves(roots, ops) {
            match (term.value.int_constant(), is_xor, term.negative) {
                (None, ..) => terms.push(term),
                (Some(one), true, _) => constant ^= one,
                (Some(one), false, true) => constant = constant.wrapping_add(one),
                (Some(one), false, false) => constant = constant.wrapping_sub(one),
            }
        }
        // Of `x + x` neither side can become the other.
        let is_twice = |(at, term): (usize, &Term)| {
            let before = &terms[..at];
            before.iter().any(|other| other.value == term.value)
        };
        if terms.iter().enumerate().any(is_twice) {
            return Vec::new();
        }
        let constant = constant & self.all();
        let rest = |alone: usize| {
            let others = terms.iter().enumerate().filter(|(at, _)| *at != alone);
            let mut others: Vec<Term> = others.map(|(_, term)| *term).collect();
            if is_xor {
                let all = others.into_iter().map(|term| Expr::Value(term.value));
                let all = all.chain([Expr::Constant(constant)]);
                return all
                    .reduce(|a, b| Expr::of(Math::Xor, a, b))
                    .expect("a constant");
            }
            // A value that is taken away is the others without the constant.
            let mut constant = constant;
            match terms[alone].negative {
                true => constant = constant.wrapping_neg() & self.all(),
                false => others
                    .iter_mut()
                    .for_each(|term| term.negative = !term.negative),
            }
            others.sort_by_key(|term| term.negative);
            let first = match others.first() {
                Some(term) if !term.negative => Expr::Value(others.remove(0).value),
                _ => Expr::Constant(std::mem::take(&mut constant)),
            };
            let all = others.into_iter().fold(first, |all, term| {
                let math = if term.negative { Math::Sub } else { Math::Add };
                Expr::of(math, all, Expr::Value(term.value))
            });
            Expr::of(Math::Add, all, Expr::Constant(constant))
        };
        let alone = |at: usize| [Expr::Value(terms[at].value), rest(at)];
        (0..terms.len()).map(alone).collect()
    }

    /// `value & mask == constant`.
    fn masked(&self, value: Value, mask: u128, constant: u128) -> Vec<Pair> {
        // One bit is no operand, and other bits are never set.
        if mask.count_ones() < 2 || constant & !mask != 0 {
            return Vec::new();
        }
        let alone = self.alone(&[(value, false)], constant);
        if alone.len() > 1 {
            let low = alone[0].clone().map(|side| self.low(side, mask));
            let whole = alone.into_iter().map(|[x, rest]| {
                let rest = self.blended(&x, rest, mask);
                [x, rest]
            });
            return std::iter::once(low).chain(whole).collect();
        }
        let (value, wanted) = (Expr::Value(value), Expr::Constant(constant));
        let whole = [value.clone(), self.blended(&value, wanted.clone(), mask)];
        let shifted = [value, wanted].map(|side| self.shifted(side, mask.trailing_zeros()));
        let all = [Some(whole), is_high(mask, self.all()).then_some(shifted)];
        all.into_iter().flatten().collect()
    }

    /// `value u< count`.
    fn below(&self, value: Value, count: u128) -> Vec<Pair> {
        if let Some(range) = self.range(value, count) {
            let Range { first, count, .. } = range;
            let x = Expr::Value(range.value);
            let whole = [x.clone(), Expr::Constant(first)];
            let divided = || {
                [
                    Expr::of(Math::Divide, x, Expr::Constant(count)),
                    Expr::Constant(first / count),
                ]
            };
            let is_quotient = first > 0 && count > 1 && first % count == 0;
            let all = [Some(whole), is_quotient.then(divided)];
            return all.into_iter().flatten().collect();
        }
        let Some([x, y]) = parts(value).filter(|_| count > 0) else {
            return Vec::new();
        };
        let x = Expr::Value(x);
        match (value.op(), y.int_constant()) {
            (Some(Op::Xor), Some(constant)) => vec![[x, Expr::Constant(constant)]],
            (Some(Op::Xor), None) if count.is_power_of_two() => {
                let shift = count.trailing_zeros();
                let mask = self.all() >> shift << shift;
                let y = Expr::Value(y);
                vec![
                    [x.clone(), y.clone()].map(|side| self.shifted(side, shift)),
                    [x.clone(), self.blended(&x, y.clone(), mask)],
                    [y.clone(), self.blended(&y, x, mask)],
                ]
            }
            _ => Vec::new(),
        }
    }

    /// The bits of a mask: those of a number of bytes are one.
    fn low(&self, side: Expr, mask: u128) -> Expr {
        let bits = mask.trailing_ones();
        match mask == u128::MAX >> (u128::BITS - bits.max(1)) && matches!(bits, 8 | 16 | 32 | 64) {
            true => Expr::Low(bits, Box::new(side)),
            false => Expr::of(Math::And, side, Expr::Constant(mask)),
        }
    }

    /// To the right; what is left of it may be a number of bytes.
    fn shifted(&self, side: Expr, shift: u32) -> Expr {
        let left = self.bits - shift;
        let moved = match side {
            Expr::Constant(constant) => Expr::Constant(constant >> shift),
            side => Expr::of(Math::Shift, side, Expr::Constant(shift.into())),
        };
        match left {
            8 | 16 | 32 | 64 => Expr::Low(left, Box::new(moved)),
            _ => moved,
        }
    }

    /// The bits of `wanted` that a mask has, and the others of `value`.
    fn blended(&self, value: &Expr, wanted: Expr, mask: u128) -> Expr {
        let others = Expr::Constant(self.all() & !mask);
        let others = Expr::of(Math::And, value.clone(), others);
        let wanted = match wanted {
            Expr::Constant(constant) => Expr::Constant(constant & mask),
            wanted => Expr::of(Math::And, wanted, Expr::Constant(mask)),
        };
        Expr::of(Math::Or, others, wanted)
    }
}

/// Both operands of an operation on integers.
fn parts(value: Value) -> Option<[Value; 2]> {
    let inst = value.as_inst()?;
    let is_math = matches!(inst.op(), Op::Xor | Op::And | Op::Or | Op::Add | Op::Sub);
    is_math.then(|| [0, 1].map(|at| inst.operand(at)))
}

/// What operations join: trees are taken apart from the outside in, as far as there is room.
fn leaves(roots: &[(Value, bool)], ops: &[Op]) -> Vec<Term> {
    let term = |(value, negative): &(Value, bool)| Term {
        value: *value,
        negative: *negative,
    };
    let mut all: Vec<Term> = roots.iter().map(term).collect();
    while all.len() < MOST {
        let inner = |term: &Term| {
            let op = ops.iter().find(|op| term.value.is(**op))?;
            let [a, b] = parts(term.value)?;
            let second = Term {
                value: b,
                negative: term.negative != (*op == Op::Sub),
            };
            Some([Term { value: a, ..*term }, second])
        };
        let mut found = all.iter().enumerate();
        let Some((at, both)) = found.find_map(|(at, term)| Some((at, inner(term)?))) else {
            break;
        };
        all.splice(at..=at, both);
    }
    all
}

/// `(x ^ y) | z == 0`: the first two are equal, and the third is 0.
fn zeros(root: Value) -> Vec<Pair> {
    let of = |term: Term| match parts(term.value).filter(|_| term.value.is(Op::Xor)) {
        Some(sides) => sides.map(Expr::Value),
        None => [Expr::Value(term.value), Expr::Constant(0)],
    };
    let all = leaves(&[(root, false)], &[Op::Or]);
    all.into_iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fz_ir::testing::Scratch;

    use super::*;
    use crate::{ir::Inst, marks::site::predicate_of};

    const BITS: u32 = 4;
    const ALL: u128 = 15;

    type Known = HashMap<Value, u128>;

    fn math(op: Math, a: u128, b: u128) -> u128 {
        let result = match op {
            Math::Xor => a ^ b,
            Math::Add => a.wrapping_add(b),
            Math::Sub => a.wrapping_sub(b),
            Math::And => a & b,
            Math::Or => a | b,
            Math::Shift => a >> b,
            Math::Left => a << b,
            Math::Divide => a / b,
            Math::Min => a.min(b),
            Math::Max => a.max(b),
        };
        result & ALL
    }

    fn of_expr(expr: &Expr, known: &Known) -> u128 {
        match expr {
            Expr::Value(value) => known[value],
            Expr::Constant(constant) => *constant,
            Expr::Low(bits, inner) => of_expr(inner, known) & ((1 << bits) - 1),
            Expr::Of(op, parts) => math(*op, of_expr(&parts[0], known), of_expr(&parts[1], known)),
        }
    }

    fn of_value(value: Value, known: &Known) -> u128 {
        known
            .get(&value)
            .copied()
            .unwrap_or_else(|| value.int_constant().unwrap())
    }

    /// Computes an instruction; whether the compare holds, for the last one.
    fn run(inst: Inst, known: &mut Known) -> Option<bool> {
        if inst.op() == Op::Freeze {
            known.insert(inst.value(), of_value(inst.operand(0), known));
            return None;
        }
        let [a, b] = [0, 1].map(|at| of_value(inst.operand(at), known));
        let op = match inst.op() {
            Op::Xor => Math::Xor,
            Op::Add => Math::Add,
            Op::Sub => Math::Sub,
            Op::And => Math::And,
            Op::Or => Math::Or,
            Op::LShr => Math::Shift,
            _ => {
                return Some(match inst.int_predicate()? {
                    IntPredicate::Eq => a == b,
                    IntPredicate::Ne => a != b,
                    IntPredicate::Ult => a < b,
                    IntPredicate::Ugt => a > b,
                    IntPredicate::Slt => (a ^ 8) < (b ^ 8),
                    _ => return None,
                });
            }
        };
        known.insert(inst.value(), math(op, a, b));
        None
    }

    /// Of a compare, for all values: what each pair has to do with it. `all` says that they are equal together if and
    /// only if the compare finds its operands equal; `each`, each of them; `some`, that if one is equal, the compare holds; `out`, that it does not.
    fn check(code: &str, count: usize, how: &str) {
        let text = format!(
            "define i1 @f(i4 %x, i4 %y, i4 %z) {{\n{}\n ret i1 %c\n}}",
            code.replace(';', "\n")
        );
        let scratch = Scratch::parse(&text);
        let function = scratch.module().functions().next().unwrap();
        let code: Vec<Inst> = function.instructions().collect();
        let compare = code[code.len() - 2];
        let (predicate, signed) = predicate_of(compare.int_predicate().unwrap());
        let operands = [0, 1].map(|at| compare.operand(at));
        let pairs = pairs(predicate, signed, operands);
        assert_eq!(pairs.len(), count, "{text}: {pairs:?}");
        let is_turned = matches!(predicate, Predicate::NotEqual | Predicate::Greater);
        let preferred = preferred(predicate, signed, operands);
        let arguments = function.parameters();
        for number in 0..1u128 << (3 * BITS) {
            let mut known: Known = (arguments.iter().zip([0, 4, 8]))
                .map(|(value, shift)| (*value, number >> shift & ALL))
                .collect();
            let holds = code.iter().find_map(|inst| run(*inst, &mut known)).unwrap();
            let same = |pair: &Pair| of_expr(&pair[0], &known) == of_expr(&pair[1], &known);
            if let Some(preferred) = &preferred {
                let [x, y] = preferred.pair.each_ref().map(|side| of_expr(side, &known));
                let stands = match preferred.predicate {
                    Predicate::Equal => x == y,
                    Predicate::NotEqual => x != y,
                    Predicate::Less => x < y,
                    _ => x >= y,
                };
                let is_right = stands == holds || !preferred.is_exact && x != y;
                assert!(is_right, "{text}: {number:x}: {:?}", preferred.pair);
            }
            let holds = holds != is_turned;
            let is_right = match how {
                "none" => true,
                "all" => pairs.iter().all(same) == holds,
                "each" => pairs.iter().all(|pair| same(pair) == holds),
                "some" => holds || !pairs.iter().any(same),
                _ => !holds || !pairs.iter().any(same),
            };
            assert!(is_right, "{text}: {number:x}: {pairs:?}");
        }
    }

    #[test]
    fn pairs_are_equal_where_the_compare_finds_its_operands_equal() {
        for (code, count, how) in [
            ("%a = xor i4 %x, %y; %c = icmp eq i4 %a, -1", 2, "each"),
            (
                "%a = xor i4 %x, %y; %b = xor i4 %a, %z; %c = icmp ne i4 %b, 5",
                3,
                "each",
            ),
            ("%a = xor i4 %x, %y; %c = icmp eq i4 %a, %z", 2, "each"),
            (
                "%a = xor i4 %x, %y; %b = and i4 %a, 6; %c = icmp eq i4 %b, 0",
                3,
                "each",
            ),
            (
                "%a = xor i4 %x, %y; %b = and i4 %a, 6; %c = icmp ne i4 %b, 4",
                3,
                "each",
            ),
            ("%a = xor i4 %x, %y; %c = icmp ult i4 %a, 4", 3, "each"),
            ("%a = xor i4 %x, %y; %c = icmp ugt i4 %a, 3", 3, "each"),
            ("%b = and i4 %x, -4; %c = icmp eq i4 %b, 8", 2, "each"),
            ("%b = and i4 %x, 6; %c = icmp eq i4 %b, 2", 1, "each"),
            ("%b = and i4 %x, 4; %c = icmp eq i4 %b, 4", 0, "none"),
            ("%b = and i4 %x, -4; %c = icmp eq i4 %b, 0", 2, "each"),
            ("%b = lshr i4 %x, 2; %c = icmp eq i4 %b, 3", 1, "each"),
            ("%b = lshr i4 %x, 2; %c = icmp eq i4 %b, 0", 1, "out"),
            ("%b = lshr i4 %x, 2; %c = icmp ne i4 %b, 0", 1, "out"),
            ("%a = add i4 %x, %y; %c = icmp eq i4 %a, 9", 2, "each"),
            (
                "%a = sub i4 %x, %y; %b = add i4 %a, %z; %c = icmp eq i4 %b, 9",
                3,
                "each",
            ),
            ("%a = sub i4 3, %y; %c = icmp eq i4 %x, %a", 1, "each"),
            ("%a = add i4 %x, 3; %c = icmp eq i4 %a, %y", 1, "each"),
            (
                "%a = sub i4 %x, %y; %b = and i4 %a, 7; %c = icmp eq i4 %b, 2",
                3,
                "each",
            ),
            ("%a = sub i4 0, %y; %c = icmp ne i4 %x, %a", 1, "each"),
            ("%a = and i4 %x, %y; %c = icmp eq i4 %a, -1", 2, "all"),
            (
                "%a = xor i4 %x, %y; %b = or i4 %a, %z; %c = icmp eq i4 %b, 0",
                2,
                "all",
            ),
            ("%a = add i4 %x, -6; %c = icmp ult i4 %a, 3", 2, "some"),
            ("%a = add i4 %x, -7; %c = icmp ult i4 %a, 3", 1, "some"),
            ("%a = add i4 %x, -9; %c = icmp ult i4 %a, -3", 2, "out"),
            ("%a = xor i4 %x, 9; %c = icmp ult i4 %a, 3", 1, "some"),
            ("%c = icmp eq i4 %x, %y", 0, "none"),
            ("%c = icmp eq i4 %x, %x", 0, "none"),
            ("%a = xor i4 %x, %y; %c = icmp eq i4 5, %a", 2, "each"),
            ("%a = xor i4 %x, %y; %c = icmp eq i4 %a, %a", 0, "none"),
            ("%a = xor i4 %x, %x; %c = icmp eq i4 %a, %y", 0, "none"),
            ("%a = add i4 %x, %x; %c = icmp eq i4 %a, 6", 0, "none"),
            (
                "%a = add i4 %x, %y; %b = sub i4 %x, %z; %c = icmp eq i4 %a, %b",
                0,
                "none",
            ),
            ("%b = and i4 %x, 6; %c = icmp eq i4 %b, 9", 0, "none"),
            ("%a = xor i4 %x, 5; %c = icmp ult i4 %a, 0", 0, "none"),
            ("%a = lshr i4 %x, 4; %c = icmp eq i4 %a, 0", 0, "none"),
            ("%a = lshr i4 %x, 2; %c = icmp eq i4 %a, 7", 0, "none"),
            ("%a = freeze i4 %x; %c = icmp eq i4 %a, 0", 0, "none"),
            ("%c = icmp ult i4 %x, 3", 0, "none"),
            ("%a = add i4 %x, -6; %c = icmp slt i4 %a, 3", 0, "none"),
        ] {
            check(code, count, how);
        }
    }
}
