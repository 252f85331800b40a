//! What distances have to be: another implementation of the table in `fz_abi::distance`, for two operands at a time.

pub const FAR: i64 = i64::MAX;

/// How far a condition is from holding, and from failing; one of them is 0.
pub type Both = [i64; 2];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    Differ,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

pub const RELATIONS: [Relation; 6] = [
    Relation::Equal,
    Relation::Differ,
    Relation::Less,
    Relation::LessOrEqual,
    Relation::Greater,
    Relation::GreaterOrEqual,
];

/// A number without limits, as far as tests need it: sign and magnitude.
#[derive(Clone, Copy, Debug)]
struct Wide {
    is_negative: bool,
    magnitude: u128,
}

impl Wide {
    /// a - b
    fn difference(a: i128, b: i128) -> Wide {
        Wide {
            is_negative: a < b,
            magnitude: a.abs_diff(b),
        }
    }

    fn difference_unsigned(a: u128, b: u128) -> Wide {
        Wide {
            is_negative: a < b,
            magnitude: a.abs_diff(b),
        }
    }

    fn negated(self) -> Wide {
        Wide {
            is_negative: !self.is_negative && self.magnitude != 0,
            ..self
        }
    }

    fn plus_one(self) -> Wide {
        match self.is_negative {
            true => Wide {
                is_negative: self.magnitude > 1,
                magnitude: self.magnitude - 1,
            },
            false => Wide {
                is_negative: false,
                magnitude: self.magnitude.saturating_add(1),
            },
        }
    }

    fn distance(self) -> i64 {
        assert!(!self.is_negative, "{self:?}");
        i64::try_from(self.magnitude).unwrap_or(FAR)
    }
}

/// Table 1 of the paper, corrected, for an order with f = a - b.
fn ordered(relation: Relation, f: Wide) -> Both {
    let less = f.is_negative;
    let equal = f.magnitude == 0;
    let to_hold = |distance: Wide| [distance.distance(), 0];
    let to_fail = |distance: Wide| [0, distance.distance()];
    match relation {
        Relation::Less if less => to_fail(f.negated()),
        Relation::Less => to_hold(f.plus_one()),
        Relation::LessOrEqual if less || equal => to_fail(f.negated().plus_one()),
        Relation::LessOrEqual => to_hold(f),
        Relation::Greater if !less && !equal => to_fail(f),
        Relation::Greater => to_hold(f.negated().plus_one()),
        Relation::GreaterOrEqual if !less => to_fail(f.plus_one()),
        Relation::GreaterOrEqual => to_hold(f.negated()),
        Relation::Equal | Relation::Differ => unreachable!("has no order"),
    }
}

/// Of equality, if the operands are so far apart.
fn equality(relation: Relation, apart: i64) -> Both {
    match (relation == Relation::Equal, apart) {
        (true, 0) => [0, 1],
        (true, apart) => [apart, 0],
        (false, 0) => [1, 0],
        (false, apart) => [0, apart],
    }
}

/// Of integers of this width.
pub fn integers(relation: Relation, is_signed: bool, width: u32, a: u128, b: u128) -> Both {
    let unused = 128 - width;
    let signed = |bits: u128| ((bits << unused) as i128) >> unused;
    let as_signed = Wide::difference(signed(a), signed(b));
    let as_unsigned = Wide::difference_unsigned(a, b);
    match relation {
        Relation::Equal | Relation::Differ => {
            // The shorter way around is the lesser of what the two readings say, or one over the end of either.
            let ways = [as_signed, as_unsigned].map(|way| way.magnitude);
            let whole = match width {
                128 => ways[1].wrapping_neg(),
                _ => (1u128 << width) - ways[1],
            };
            let shortest = ways.into_iter().chain([whole]).min().unwrap();
            let shortest = if a == b { 0 } else { shortest };
            equality(relation, i64::try_from(shortest).unwrap_or(FAR))
        }
        _ if is_signed => ordered(relation, as_signed),
        _ => ordered(relation, as_unsigned),
    }
}

/// A type of floating-point numbers, by the widths of its parts. The leading bit of those of 80 bits is explicit.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    pub name: &'static str,
    pub width: u32,
    pub infinity: u128,
}

pub const FORMATS: [Format; 6] = [
    format("half", 16, 0x7c00),
    format("bfloat", 16, 0x7f80),
    format("float", 32, 0x7f80_0000),
    format("double", 64, 0x7ff0_0000_0000_0000),
    format("x86_fp80", 80, 0x7fff_8000_0000_0000_0000),
    format("fp128", 128, 0x7fff << 112),
];

const fn format(name: &'static str, width: u32, infinity: u128) -> Format {
    Format {
        name,
        width,
        infinity,
    }
}

impl Format {
    fn is_nan(self, bits: u128) -> bool {
        let sign = 1 << (self.width - 1);
        (bits & !sign) > self.infinity
    }

    /// How many values are below this one, counted from 0.
    fn position(self, bits: u128) -> i128 {
        let sign = 1u128 << (self.width - 1);
        match bits & sign {
            0 => bits as i128,
            _ => -((bits & !sign) as i128),
        }
    }
}

/// Of floating-point numbers. `relation`: `None` asks whether no operand is NaN. `or_nan`: the compare also holds, or for
/// `None` only holds, where one is.
pub fn floats(relation: Option<Relation>, or_nan: bool, format: Format, a: u128, b: u128) -> Both {
    let some_nan = format.is_nan(a) || format.is_nan(b);
    match relation {
        None if some_nan == or_nan => [0, FAR],
        None => [FAR, 0],
        Some(_) if some_nan && or_nan => [0, FAR],
        Some(_) if some_nan => [FAR, 0],
        Some(relation) => {
            let [a, b] = [a, b].map(|bits| format.position(bits));
            match relation {
                Relation::Equal | Relation::Differ => {
                    equality(relation, i64::try_from(a.abs_diff(b)).unwrap_or(FAR))
                }
                _ => ordered(relation, Wide::difference(a, b)),
            }
        }
    }
}

/// Of the operands of a function that compares strings or memory: both padded with zeros to the length that counts.
pub fn bytes(relation: Relation, a: &[u8], b: &[u8]) -> Both {
    assert_eq!(a.len(), b.len());
    let differences = || a.iter().zip(b).map(|(a, b)| i64::from(*a) - i64::from(*b));
    match relation {
        Relation::Equal | Relation::Differ => equality(relation, differences().map(i64::abs).sum()),
        _ => {
            let first = differences().find(|d| *d != 0).unwrap_or(0);
            ordered(relation, Wide::difference(first.into(), 0))
        }
    }
}

/// Of finding a needle.
pub fn found(hay: &[u8], needle: &[u8]) -> Both {
    if needle.is_empty() || hay.windows(needle.len()).any(|window| window == needle) {
        return [0, 1];
    }
    let places = match hay.len() >= needle.len() {
        true => hay.len() - needle.len() + 1,
        false => 1,
    };
    let common = |place: usize| {
        let pairs = hay[place..].iter().zip(needle);
        pairs.take_while(|(a, b)| a == b).count()
    };
    // The first of the longest.
    let best = (0..places)
        .rev()
        .max_by_key(|place| common(*place))
        .unwrap();
    let right = common(best);
    let wrong = hay.get(best + right).copied().unwrap_or(0);
    let last = i64::from(wrong.abs_diff(needle[right])).max(1);
    [256 * (needle.len() - right - 1) as i64 + last, 0]
}

/// Of each outcome of a switch, the default first.
pub fn switch(width: u32, value: u64, cases: &[u64]) -> Vec<i64> {
    let apart = |case: u64| {
        let both = integers(Relation::Equal, false, width, value.into(), case.into());
        both[0]
    };
    let mask = u64::MAX >> (64 - width);
    let mut all = vec![0];
    if cases.contains(&value) {
        let mut step = 1;
        let is_case = |value: u64| cases.contains(&(value & mask));
        while is_case(value.wrapping_add(step)) && is_case(value.wrapping_sub(step)) {
            step += 1;
        }
        all[0] = step as i64;
    }
    all.extend(cases.iter().map(|case| apart(*case)));
    all
}

#[test]
fn the_example_of_the_paper() {
    // x <= 15 at 5: the distance to its failing is 16 - x.
    let at = |x: u128| integers(Relation::LessOrEqual, true, 32, x, 15);
    assert_eq!(at(5), [0, 11]);
    assert_eq!(at(15), [0, 1]);
    assert_eq!(at(16), [1, 0]);
}

/// The positions of floating-point numbers are those in which their values follow each other.
#[test]
fn positions_follow_the_values() {
    let single = FORMATS[2];
    for value in [-1.5f32, -1e-45, 0.0, 1e-45, 1.0, 3.5e37] {
        let next = value.next_up();
        let [a, b] = [value, next].map(|v| single.position(v.to_bits().into()));
        assert_eq!(b, a + 1, "{value} {next}");
    }
    assert_eq!(single.position((-0.0f32).to_bits().into()), 0);
}
