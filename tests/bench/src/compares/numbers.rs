//! Compares of integers and floating-point numbers.

use fz_harness::random::Random;

use super::compare::{Compare, Ends, INPUT, Input, SECOND, digit, nonzero};
use super::kind::Kind;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    Unsigned,
    Signed,
}

/// What the input is compared with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Other {
    Constant,
    /// Another part of the input.
    Variable,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Real {
    Float,
    Double,
}

impl Real {
    fn name(self) -> &'static str {
        match self {
            Real::Float => "float",
            Real::Double => "double",
        }
    }

    fn size(self) -> usize {
        match self {
            Real::Float => 4,
            Real::Double => 8,
        }
    }

    /// The number with these bytes, the highest first, as C reads it back.
    fn literal(self, digits: &[u8]) -> String {
        let bits = digits.iter().fold(0, |n, &d| n << 8 | u64::from(d));
        match self {
            Real::Float => format!("{:e}f", f32::from_bits(bits as u32)),
            Real::Double => format!("{:e}", f64::from_bits(bits)),
        }
    }
}

const SIZES: &[usize] = &[2, 4, 8, 16];

fn digits(size: usize, random: &mut Random) -> Vec<u8> {
    (0..size).map(|_| digit(random)).collect()
}

fn type_name(sign: Sign, size: usize) -> String {
    let unsigned = if sign == Sign::Unsigned { "u" } else { "" };
    format!("{unsigned}int{}_t", size * 8)
}

/// The integer with these bytes, the highest first.
fn literal(of_type: &str, digits: &[u8]) -> String {
    let hex = |digits: &[u8]| {
        let digits: String = digits.iter().map(|d| format!("{d:02x}")).collect();
        format!("0x{digits}u")
    };
    match digits.split_at_checked(8) {
        Some((high, low)) if !low.is_empty() => {
            format!("(({of_type})WIDE({}, {}))", hex(high), hex(low))
        }
        _ => format!("(({of_type}){})", hex(digits)),
    }
}

/// Where the bytes of a number at the start of the input stand, the highest first, as the machine has them.
fn places(size: usize) -> Vec<usize> {
    (0..size).rev().collect()
}

/// The second operand.
fn set_second(ends: &mut Ends, digits: &[u8]) {
    let bytes: Vec<u8> = digits.iter().rev().copied().collect();
    ends.both(SECOND, &bytes);
}

/// An operand that has to have these bytes.
fn set_equal(ends: &mut Ends, places: &[usize], digits: &[u8], random: &mut Random) {
    for (&at, &digit) in places.iter().zip(digits) {
        ends.byte(at, digit ^ nonzero(random), digit);
    }
}

pub fn equal(kind: Kind, random: &mut Random) -> Compare {
    let size = *random.pick(SIZES);
    let name = type_name(Sign::Unsigned, size);
    let digits = digits(size, random);
    let reader = *random.pick(&["native", "big", "little"]);
    let mut places = places(size);
    if reader == "big" {
        places.reverse();
    }
    let mut ends = Ends::new();
    set_equal(&mut ends, &places, &digits, random);
    let relation = *random.pick(&["==", "!="]);
    let body = format!(
        "YIELD({reader}_{name}(in) {relation} {});",
        literal(&name, &digits)
    );
    Compare::either_way(kind, body, ends, &places, random)
}

pub fn equal_variable(kind: Kind, random: &mut Random) -> Compare {
    let size = *random.pick(SIZES);
    let name = type_name(Sign::Unsigned, size);
    let digits = digits(size, random);
    let places = places(size);
    let mut ends = Ends::new();
    set_equal(&mut ends, &places, &digits, random);
    set_second(&mut ends, &digits);
    let relation = *random.pick(&["==", "!="]);
    let body = format!("YIELD(native_{name}(in) {relation} native_{name}(in + {SECOND}));");
    Compare::either_way(kind, body, ends, &places, random)
}

/// The relations, and whether they hold above the other operand, and at it.
const RELATIONS: &[(&str, bool, bool)] = &[
    ("<", false, false),
    ("<=", false, true),
    (">", true, false),
    (">=", true, true),
];

/// An operand that comes closer to `digits` and gets there, or past it.
fn set_beyond(
    ends: &mut Ends,
    places: &[usize],
    digits: &[u8],
    upwards: bool,
    equal: bool,
    random: &mut Random,
) {
    let mut step = |digit: u8, up: bool| {
        let by = 1 + random.below(8) as u8;
        if up { digit + by } else { digit - by }
    };
    let last = digits.len() - 1;
    for (at, (&place, &digit)) in places.iter().zip(digits).enumerate() {
        let right = if at == last && !equal {
            step(digit, upwards)
        } else {
            digit
        };
        ends.byte(place, step(digit, !upwards), right);
    }
}

pub fn order(kind: Kind, sign: Sign, other: Other, random: &mut Random) -> Compare {
    let size = *random.pick(SIZES);
    let name = type_name(sign, size);
    let digits = digits(size, random);
    let places = places(size);
    let &(relation, above, at) = random.pick(RELATIONS);
    let mut ends = Ends::new();
    set_beyond(&mut ends, &places, &digits, above, at, random);
    let second = match other {
        Other::Constant => literal(&name, &digits),
        Other::Variable => {
            set_second(&mut ends, &digits);
            format!("native_{name}(in + {SECOND})")
        }
    };
    let body = format!("YIELD(native_{name}(in) {relation} {second});");
    Compare::either_way(kind, body, ends, &places, random)
}

pub fn switch(kind: Kind, random: &mut Random) -> Compare {
    let size = *random.pick(&[2, 4, 8]);
    let name = type_name(Sign::Unsigned, size);
    let mut cases: Vec<Vec<u8>> = Vec::new();
    for _ in 0..3 + random.below(6) {
        let case = digits(size, random);
        if !cases.contains(&case) {
            cases.push(case);
        }
    }
    let arms: Vec<String> = (1..)
        .zip(&cases)
        .map(|(at, case)| {
            let case = literal(&name, case);
            format!("    case {case}: sink = {at}; return {at};")
        })
        .collect();
    let body = format!(
        "switch (native_{name}(in)) {{\n{}\n    default: return 0;\n  }}",
        arms.join("\n")
    );
    let places = places(size);
    let mut ends = Ends::new();
    set_equal(
        &mut ends,
        &places,
        random.pick(&cases).clone().as_slice(),
        random,
    );
    Compare::either_way(kind, body, ends, &places, random)
}

pub fn float_equal(kind: Kind, real: Real, random: &mut Random) -> Compare {
    let name = real.name();
    let digits = digits(real.size(), random);
    let places = places(real.size());
    let mut ends = Ends::new();
    set_equal(&mut ends, &places, &digits, random);
    let second = match random.below(4) {
        0 => {
            set_second(&mut ends, &digits);
            format!("native_{name}(in + {SECOND})")
        }
        _ => real.literal(&digits),
    };
    let body = format!("YIELD(native_{name}(in) == {second});");
    let mut compare = Compare::either_way(kind, body, ends, &places, random);
    compare.others.extend(specials(real));
    compare
}

/// Bytes of floating-point numbers of one sign are ordered like integers.
pub fn float_order(kind: Kind, random: &mut Random) -> Compare {
    let real = *random.pick(&[Real::Float, Real::Double]);
    let digits = digits(real.size(), random);
    let negative = digits[0] >= 0x80;
    let places = places(real.size());
    let &(relation, above, at) = random.pick(RELATIONS);
    let mut ends = Ends::new();
    set_beyond(&mut ends, &places, &digits, above != negative, at, random);
    let body = format!(
        "YIELD(native_{}(in) {relation} {});",
        real.name(),
        real.literal(&digits)
    );
    let mut compare = Compare::either_way(kind, body, ends, &places, random);
    compare.others.extend(specials(real));
    compare
}

/// Questions about what is not an ordinary number. There is no way to their answers.
pub fn float_class(kind: Kind, random: &mut Random) -> Compare {
    let real = *random.pick(&[Real::Float, Real::Double]);
    let name = real.name();
    let question = *random.pick(&[
        "isfinite(x)",
        "isnan(x)",
        "isinf(x)",
        "isnormal(x)",
        "signbit(x)",
        "x != x",
        "x == y",
        "x != y",
        "!(x < y)",
        "!(x >= y)",
        "isunordered(x, y)",
        "islessgreater(x, y)",
        "isless(x, y)",
        "x == 0",
        "x < 0",
        "x > -1.5",
    ]);
    let body = format!(
        "{name} x = native_{name}(in), y = native_{name}(in + {SECOND});\n  YIELD({question});"
    );
    Compare {
        kind,
        body,
        ways: Vec::new(),
        others: specials(real),
    }
}

/// Pairs of numbers that behave in their own ways.
fn specials(real: Real) -> Vec<Input> {
    let bytes = |number: f64| match real {
        Real::Float => (number as f32).to_le_bytes().to_vec(),
        Real::Double => number.to_le_bytes().to_vec(),
    };
    let mut numbers: Vec<Vec<u8>> = [
        f64::INFINITY,
        f64::NEG_INFINITY,
        0.0,
        -0.0,
        1.0,
        -1.5,
        f64::from(f32::MAX),
        f64::from(f32::MIN_POSITIVE),
    ]
    .into_iter()
    .map(bytes)
    .collect();
    // Quiet NaNs of both signs, a signalling one, the smallest number above 0.
    let patterns: [u64; 4] = match real {
        Real::Float => [0x7fc0_0000, 0xffc0_1234, 0x7f80_0001, 1],
        Real::Double => [
            0x7ff8_0000_0000_0000,
            0xfff8_0000_0000_1234,
            0x7ff0_0000_0000_0001,
            1,
        ],
    };
    numbers.extend(patterns.map(|p| p.to_le_bytes()[..real.size()].to_vec()));
    let mut inputs = Vec::new();
    for x in &numbers {
        for y in &numbers {
            let mut input = [0; INPUT];
            input[..x.len()].copy_from_slice(x);
            input[SECOND..SECOND + y.len()].copy_from_slice(y);
            inputs.push(input);
        }
    }
    inputs
}

#[cfg(test)]
mod tests {
    use super::{Real, literal};

    #[test]
    fn constants_are_written_as_c_reads_them() {
        assert_eq!(literal("uint16_t", &[0x12, 0x34]), "((uint16_t)0x1234u)");
        let wide: Vec<u8> = (0..16).collect();
        assert_eq!(
            literal("int128_t", &wide),
            "((int128_t)WIDE(0x0001020304050607u, 0x08090a0b0c0d0e0fu))"
        );
        assert_eq!(Real::Float.literal(&[0x3f, 0xc0, 0, 0]), "1.5e0f");
        assert_eq!(
            Real::Double.literal(&[0xbf, 0xf8, 0, 0, 0, 0, 0, 0]),
            "-1.5e0"
        );
    }
}
