//! Compares of small operands, alone, in chains, and added up without a branch.

use fz_harness::random::Random;

use super::compare::{Compare, Ends, SECOND, digit, nonzero};
use super::kind::Kind;

fn key(length: usize, random: &mut Random) -> Vec<u8> {
    (0..length).map(|_| digit(random)).collect()
}

/// An input that has to begin with `key`.
fn begins(key: &[u8], random: &mut Random) -> Ends {
    let mut ends = Ends::new();
    for (at, &right) in key.iter().enumerate() {
        ends.byte(at, right ^ nonzero(random), right);
    }
    ends
}

/// Operands that C makes ints.
pub fn promoted(kind: Kind, random: &mut Random) -> Compare {
    let form = random.below(5);
    let key = key(if form == 4 { 4 } else { 2 }, random);
    let constant = u16::from_be_bytes([digit(random), digit(random)]);
    let mut ends = begins(&key, random);
    let low_first = u16::from_le_bytes([key[0], key[1]]);
    let word = "uint16_t x = native_uint16_t(in);\n  ";
    let body = match form {
        0 => {
            let sum = low_first.wrapping_add(constant);
            format!("{word}YIELD((uint16_t)(x + {constant}) == {sum});")
        }
        1 => {
            let difference = i32::from(low_first) - i32::from(constant);
            format!("{word}YIELD(x - {constant} == {difference});")
        }
        2 => {
            let high_first = u16::from_be_bytes([key[0], key[1]]);
            format!("uint8_t a = in[0], b = in[1];\n  YIELD((a << 8 | b) == {high_first});")
        }
        3 => {
            ends.both(SECOND, &(low_first ^ constant).to_le_bytes());
            let y = format!("uint16_t y = native_uint16_t(in + {SECOND});\n  ");
            format!("{word}{y}YIELD((x ^ {constant}) == y);")
        }
        _ => {
            let [a, b, c, d] = [key[0], key[1], key[2], key[3]].map(i32::from);
            format!(
                "YIELD(in[0] + 3 == {} && in[1] - 7 == {} && in[2] * 2 == {} && (in[3] ^ 9) == {});",
                a + 3,
                b - 7,
                c * 2,
                d ^ 9
            )
        }
    };
    let order: Vec<usize> = (0..key.len()).collect();
    match form {
        0..=3 => Compare::either_way(kind, body, ends, &order, random),
        _ => Compare::in_order(kind, body, ends, &order, random),
    }
}

/// One compare for each byte, joined by `operator`.
fn terms(key: &[u8], operator: &str) -> String {
    let term = |(at, byte): (usize, &u8)| format!("in[{at}] == {byte}");
    let terms: Vec<String> = key.iter().enumerate().map(term).collect();
    terms.join(operator)
}

pub fn chars(kind: Kind, random: &mut Random) -> Compare {
    let key = key(3 + random.below(6), random);
    let ends = begins(&key, random);
    let body = format!("YIELD({});", terms(&key, " && "));
    let order: Vec<usize> = (0..key.len()).collect();
    Compare::in_order(kind, body, ends, &order, random)
}

pub fn select(kind: Kind, random: &mut Random) -> Compare {
    let key = key(3 + random.below(6), random);
    let ends = begins(&key, random);
    let list: Vec<String> = key.iter().map(u8::to_string).collect();
    let table = format!(
        "static const unsigned char key[] = {{{}}};\n  ",
        list.join(", ")
    );
    let length = key.len();
    let body = match random.below(4) {
        0 => {
            let joined = terms(&key, ") & (");
            format!("YIELD(({joined}));")
        }
        1 => format!(
            "{table}int ok = 1;\n  for (int i = 0; i < {length}; i++)\n    ok &= in[i] == key[i];\n  YIELD(ok);"
        ),
        2 => format!(
            "{table}unsigned seen = 0;\n  for (int i = 0; i < {length}; i++)\n    seen |= in[i] == key[i] ? 1u << i : 0;\n  YIELD(seen == {});",
            (1 << length) - 1
        ),
        _ => format!(
            "{table}unsigned differ = 0;\n  for (int i = 0; i < {length}; i++)\n    differ |= in[i] ^ key[i];\n  YIELD(differ == 0);"
        ),
    };
    let order: Vec<usize> = (0..length).collect();
    Compare::in_order(kind, body, ends, &order, random)
}

pub fn sum(kind: Kind, random: &mut Random) -> Compare {
    let words = random.below(2) == 0;
    let count = 2 + random.below(4);
    let key = key(if words { 2 * count } else { count }, random);
    let ends = begins(&key, random);
    let terms: String = match words {
        true => key
            .chunks(2)
            .enumerate()
            .map(|(at, pair)| {
                let value = u16::from_le_bytes([pair[0], pair[1]]);
                format!("  n += native_uint16_t(in + {}) == {value};\n", 2 * at)
            })
            .collect(),
        false => key
            .iter()
            .enumerate()
            .map(|(at, value)| format!("  n += in[{at}] == {value};\n"))
            .collect(),
    };
    let enough = *random.pick(&["==", ">="]);
    let body = format!("int n = 0;\n{terms}  YIELD(n {enough} {count});");
    let order: Vec<usize> = (0..key.len()).collect();
    Compare::in_order(kind, body, ends, &order, random)
}
