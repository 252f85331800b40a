//! Ranges of values, and of what is computed from them. An operation that cannot exceed its bounds needs no guard,
//! and a bound that cannot be exceeded is not reported (Integrity, thesis 2.2.1.3, whose rules for constants and
//! squares are special cases).

use super::check::{Integer, Operator};
use crate::ir::Op;
use crate::ir::{Inst, Value};

/// The smallest and the largest number that a value can be. Those of values of at most 64 bits, and of what one
/// operation computes from them, always fit; wider ones saturate at the bounds of an `i128`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub least: i128,
    pub most: i128,
}

impl Range {
    /// The range of a value at the instruction `at`, read as signed or unsigned.
    pub fn of(value: Value, signed: bool, at: Inst) -> Range {
        let bits = value.ty().int_bits().expect("an integer");
        if let Some(number) = value.int_constant() {
            let shift = 128 - bits;
            let number = match signed {
                true => (number << shift) as i128 >> shift,
                false => number.try_into().unwrap_or(i128::MAX),
            };
            return Range {
                least: number,
                most: number,
            };
        }
        if bits > 64 {
            let least = if signed { i128::MIN } else { 0 };
            return Range {
                least,
                most: i128::MAX,
            };
        }
        let known = value.known_at(at);
        let (zeros, signs) = (known.leading_zeros(bits), known.signs.max(1));
        match signed {
            true if zeros == 0 => Range {
                least: -(1 << (bits - signs)),
                most: (1 << (bits - signs)) - 1,
            },
            _ => Range {
                least: 0,
                most: (1 << (bits - zeros)) - 1,
            },
        }
    }

    /// The range of a type.
    pub fn of_type(Integer { bits, signed }: Integer) -> Range {
        match signed {
            true => Range {
                least: -(1 << (bits - 1)),
                most: (1 << (bits - 1)) - 1,
            },
            false => Range {
                least: 0,
                most: (1 << bits) - 1,
            },
        }
    }

    /// The range of an operation's result, saturating at the bounds of an `i128`.
    pub fn computed(operator: Operator, [a, b]: [Range; 2]) -> Range {
        let (least, most) = match operator {
            Operator::Add => (a.least + b.least, a.most + b.most),
            Operator::Sub => (a.least - b.most, a.most - b.least),
            Operator::Mul => {
                let corner = |x: i128, y: i128| x.saturating_mul(y);
                let corners = [a.least, a.most].map(|x| [b.least, b.most].map(|y| corner(x, y)));
                let corners = corners.as_flattened();
                let least = corners.iter().min().expect("four");
                (*least, *corners.iter().max().expect("four"))
            }
        };
        Range { least, most }
    }

    /// The range of the product of a value with itself.
    pub fn square(self) -> Range {
        let product = Range::computed(Operator::Mul, [self, self]);
        Range {
            least: product.least.max(0),
            ..product
        }
    }
}

/// Whether two operands are the same value: also two loads of one address, if nothing between them writes.
pub fn are_same(a: Value, b: Value) -> bool {
    let is_load = |i: &Inst| i.op() == Op::Load && !i.is_volatile();
    if a == b {
        return true;
    }
    let [Some(a), Some(b)] = [a, b].map(|v| v.as_inst().filter(is_load)) else {
        return false;
    };
    if a.operand(0) != b.operand(0) {
        return false;
    }
    let mut between = std::iter::successors(a.next(), |i| i.next());
    between.find(|i| !is_load(i) || *i == b) == Some(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_results_are_in_the_range() {
        let ranges = (-3..4).flat_map(|least| (least..4).map(move |most| Range { least, most }));
        for (a, b) in ranges
            .clone()
            .flat_map(|a| ranges.clone().map(move |b| (a, b)))
        {
            for (operator, compute) in [
                (Operator::Add, (|x, y| x + y) as fn(i128, i128) -> i128),
                (Operator::Sub, |x, y| x - y),
                (Operator::Mul, |x, y| x * y),
            ] {
                let results =
                    (a.least..=a.most).flat_map(|x| (b.least..=b.most).map(move |y| compute(x, y)));
                let (least, most) = (results.clone().min().unwrap(), results.max().unwrap());
                assert_eq!(Range::computed(operator, [a, b]), Range { least, most });
            }
            let squares = (a.least..=a.most).map(|x| x * x);
            assert!(a.square().least <= squares.clone().min().unwrap());
            assert_eq!(a.square().most, squares.max().unwrap());
        }
    }

    #[test]
    fn the_widest_product_is_more_than_its_type_has() {
        let word = Integer {
            bits: 64,
            signed: false,
        };
        let word = Range::of_type(word);
        let product = Range::computed(Operator::Mul, [word, word]);
        assert!(product.least == 0 && product.most > word.most);
    }
}
