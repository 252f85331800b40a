//! Why one build's pairs may lack in another's.

use std::collections::{HashMap, HashSet};

use super::pairs::{Kind, Pair};

/// What of ours says the same as a missing pair, if anything does. It is of the same line of the source, unless said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// One operand is an address, of anywhere: builds stand at other places.
    Address,
    /// The same texts, with other bytes behind them: AFL++ takes 32 bytes, whatever the length is.
    Beyond,
    /// The same call, and what its pointers point to is not the same in two builds: addresses, what the stack held.
    Contents,
    /// The same operands in another width; numbers with a fraction, too.
    Width,
    /// The same operands as single bytes, which both runtimes are told and do not log.
    Byte,
    /// One operand is one more or one less: `x < 10` as `x <= 9`.
    Neighbour,
    /// The difference of two operands, or the same difference: `x - 10 < 20` for `10 <= x && x < 30`.
    Range,
    /// The difference of two addresses, which are compared instead: `end - p < 1` as `end <= p`. `cmplog` does not tell of
    /// addresses; the bench has them told to see this.
    Addresses,
    /// One operand is compared with many others: how a switch's cases are searched.
    Search,
    /// One operand was found equal to a constant in the same file, and behind that the compare's result was known.
    Decided,
    /// The line tells of compares, and of none of these.
    Otherwise,
    /// The line tells of nothing.
    Nothing,
}

impl Cause {
    pub const ALL: [Cause; 12] = [
        Cause::Address,
        Cause::Beyond,
        Cause::Contents,
        Cause::Width,
        Cause::Byte,
        Cause::Neighbour,
        Cause::Range,
        Cause::Addresses,
        Cause::Search,
        Cause::Decided,
        Cause::Otherwise,
        Cause::Nothing,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Cause::Address => "address",
            Cause::Beyond => "bytes beyond",
            Cause::Contents => "contents",
            Cause::Width => "width",
            Cause::Byte => "byte",
            Cause::Neighbour => "+-1",
            Cause::Range => "range",
            Cause::Addresses => "addresses",
            Cause::Search => "search",
            Cause::Decided => "decided",
            Cause::Otherwise => "otherwise",
            Cause::Nothing => "nothing",
        }
    }

    /// Whether nothing is lost by it.
    pub fn is_reason(self) -> bool {
        self < Cause::Otherwise
    }
}

/// The pairs of a line, or of a file, by what they may say.
#[derive(Default)]
pub struct Near {
    /// Of routines.
    texts: HashSet<[Vec<u8>; 2]>,
    numbers: Vec<([u128; 2], usize)>,
    addresses: HashSet<u128>,
    /// The numbers, as they look in so many bytes.
    views: HashMap<usize, View>,
}

#[derive(Default)]
struct View {
    pairs: HashSet<[u128; 2]>,
    /// Those that are single bytes.
    bytes: HashSet<[u128; 2]>,
    /// Differences of operands, and those that are one more or less.
    differences: HashSet<u128>,
    /// How many pairs have a number.
    partners: HashMap<u128, usize>,
}

impl Near {
    pub fn add(&mut self, pair: &Pair) {
        match pair.kind {
            Kind::Routine => {
                self.texts.insert(pair.texts().map(<[u8]>::to_vec));
            }
            Kind::Instruction if pair.holds_address() => {
                let [a, b] = pair.numbers();
                self.addresses.extend(around(a.abs_diff(b)));
            }
            Kind::Instruction => self.numbers.push((pair.numbers(), pair.width())),
        }
    }

    /// What of these says the same as `pair`; `equal` are the numbers that were compared with themselves.
    pub fn cause(&mut self, pair: &Pair, equal: &HashSet<u128>) -> Cause {
        if pair.kind == Kind::Routine {
            return match self.texts.contains(&pair.texts().map(<[u8]>::to_vec)) {
                true => Cause::Beyond,
                false if self.texts.is_empty() => Cause::Nothing,
                false => Cause::Contents,
            };
        }
        if pair.holds_address() {
            return Cause::Address;
        }
        /// A switch has at least so many cases where it is searched, not walked through.
        const SEARCHED: usize = 3;
        let width = pair.width();
        let numbers = &self.numbers;
        let view = self
            .views
            .entry(width)
            .or_insert_with(|| View::of(numbers, width));
        let [a, b] = pair.numbers();
        let one = |n: u128| [n.wrapping_add(1), n.wrapping_sub(1)].map(|n| low(n, width));
        let is_neighbour = one(a).iter().any(|a| view.pairs.contains(&sorted([*a, b])))
            || one(b).iter().any(|b| view.pairs.contains(&sorted([a, *b])));
        let differences = [a.wrapping_sub(b), b.wrapping_sub(a)].map(|n| low(n, width));
        let is_difference = [a, b].iter().any(|n| view.differences.contains(n))
            || differences
                .iter()
                .any(|n| view.differences.contains(n) || view.partners.contains_key(n));
        let partners = |n: u128| view.partners.get(&n).copied().unwrap_or(0);
        if view.pairs.contains(&sorted([a, b])) {
            Cause::Width
        } else if view.bytes.contains(&sorted([a, b])) {
            Cause::Byte
        } else if is_neighbour {
            Cause::Neighbour
        } else if partners(a).max(partners(b)) >= SEARCHED {
            Cause::Search
        } else if is_difference {
            Cause::Range
        } else if [a, b].iter().any(|n| self.addresses.contains(n)) {
            Cause::Addresses
        } else if [a, b].iter().any(|n| equal.contains(n)) {
            Cause::Decided
        } else if self.numbers.is_empty() && self.addresses.is_empty() {
            Cause::Nothing
        } else {
            Cause::Otherwise
        }
    }
}

impl View {
    fn of(numbers: &[([u128; 2], usize)], width: usize) -> View {
        let mut view = View::default();
        for (pair, own) in numbers {
            let ways: [fn(u128, usize) -> u128; 2] = [plain, signed];
            let integers = HashSet::from(ways.map(|way| pair.map(|n| way(n, *own))));
            let mut operands = HashSet::new();
            for [c, d] in &integers {
                for n in [c.wrapping_sub(*d), d.wrapping_sub(*c)] {
                    view.differences.extend(around(n).map(|n| low(n, width)));
                }
                operands.extend([c, d].map(|n| low(*n, width)));
            }
            for n in operands {
                *view.partners.entry(n).or_default() += 1;
            }
            let fits = |n: u128| ways.iter().any(|way| way(low(n, width), width) == n);
            let all = match own {
                1 => &mut view.bytes,
                _ => &mut view.pairs,
            };
            for pair in integers
                .into_iter()
                .chain([pair.map(|n| fraction(n, *own))])
            {
                if pair.into_iter().all(fits) {
                    all.insert(sorted(pair.map(|n| low(n, width))));
                }
            }
        }
        view
    }
}

/// The number, one more and one less.
fn around(n: u128) -> [u128; 3] {
    [n, n.wrapping_add(1), n.wrapping_sub(1)]
}

fn sorted(mut pair: [u128; 2]) -> [u128; 2] {
    pair.sort();
    pair
}

/// What of a number fits into `width` bytes.
fn low(n: u128, width: usize) -> u128 {
    n & u128::MAX >> (128 - 8 * width)
}

/// Without a sign.
fn plain(n: u128, _: usize) -> u128 {
    n
}

/// The number of `width` bytes with its sign in all bits above.
fn signed(n: u128, width: usize) -> u128 {
    let above = 128 - 8 * width as u32;
    ((n << above) as i128 >> above) as u128
}

/// A `float` as the `double` of the same value; anything else is no fraction, and itself.
fn fraction(n: u128, width: usize) -> u128 {
    match width {
        4 => f64::from(f32::from_bits(n as u32)).to_bits().into(),
        _ => n,
    }
}

#[cfg(test)]
mod tests {
    use super::signed;

    #[test]
    fn signs_reach_to_the_top() {
        assert_eq!(signed(0xff, 1), u128::MAX);
        assert_eq!(signed(0x7f, 1), 0x7f);
    }
}
