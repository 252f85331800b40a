//! Compares by functions of the C library.

use fz_harness::random::Random;

use super::compare::{Compare, Ends, SECOND, nonzero};
use super::kind::Kind;
use super::numbers::Other;

/// A string literal; no byte of it can be taken for something else.
fn quoted(bytes: &[u8]) -> String {
    let escaped: String = bytes.iter().map(|b| format!("\\{b:03o}")).collect();
    format!("\"{escaped}\"")
}

fn letter(random: &mut Random) -> u8 {
    b'a' + random.below(26) as u8
}

/// Letters, or anything that a string can hold.
fn text(length: usize, random: &mut Random) -> Vec<u8> {
    let plain = random.below(3) > 0;
    let byte = |_| {
        if plain {
            letter(random)
        } else {
            nonzero(random)
        }
    };
    (0..length).map(byte).collect()
}

/// What is asked of a call: whether operands are equal, or which comes first.
fn asked(call: &str, random: &mut Random) -> String {
    match random.below(3) {
        0 => format!("YIELD_SIGN({call});"),
        1 => format!("YIELD({call} == 0);"),
        _ => format!("YIELD(!{call});"),
    }
}

/// Both operands, in either order.
fn operands(first: &str, second: &str, random: &mut Random) -> String {
    match random.below(2) {
        0 => format!("{first}, {second}"),
        _ => format!("{second}, {first}"),
    }
}

const FIRST: &str = "(const char *)in";

/// Strings that end before the second half, and an operand in which they go on behind what matters.
fn filled(random: &mut Random) -> Ends {
    let mut ends = Ends::new();
    for at in 0..SECOND - 1 {
        ends.both(at, &[letter(random)]);
    }
    ends
}

/// The operand that a string is compared with.
fn second(ends: &mut Ends, other: Other, text: &[u8], random: &mut Random) -> String {
    match other {
        Other::Constant => quoted(text),
        Other::Variable => {
            ends.both(SECOND, text);
            ends.both(SECOND + text.len(), &[0]);
            ends.both(SECOND + text.len() + 1, &[letter(random)]);
            format!("{FIRST} + {SECOND}")
        }
    }
}

/// A byte of a string other than `right`, and not its end.
fn other_than(right: u8, random: &mut Random) -> u8 {
    loop {
        let wrong = nonzero(random);
        if wrong != right {
            return wrong;
        }
    }
}

/// The first `units` bytes of a string with its end.
fn set_text(ends: &mut Ends, text: &[u8], units: usize, random: &mut Random) -> Vec<usize> {
    for (at, &right) in text.iter().chain(&[0]).enumerate() {
        ends.byte(at, other_than(right, random), right);
    }
    (0..units).collect()
}

pub fn strcmp(kind: Kind, other: Other, random: &mut Random) -> Compare {
    let text = text(2 + random.below(11), random);
    let mut ends = filled(random);
    let order = set_text(&mut ends, &text, text.len() + 1, random);
    let second = second(&mut ends, other, &text, random);
    let call = format!("strcmp({})", operands(FIRST, &second, random));
    let body = asked(&call, random);
    Compare::in_order(kind, body, ends, &order, random)
}

/// With counts before, at and behind the end of the string.
pub fn strncmp(kind: Kind, other: Other, random: &mut Random) -> Compare {
    let text = text(3 + random.below(10), random);
    let count = text.len() - 1 + *random.pick(&[0, 1, 1, 2, 7]);
    let mut ends = filled(random);
    let order = set_text(&mut ends, &text, count.min(text.len() + 1), random);
    let second = second(&mut ends, other, &text, random);
    let call = format!("strncmp({}, {count})", operands(FIRST, &second, random));
    let body = asked(&call, random);
    Compare::in_order(kind, body, ends, &order, random)
}

/// Also with a count.
pub fn strcasecmp(kind: Kind, random: &mut Random) -> Compare {
    let of_case = |byte: u8, random: &mut Random| match random.below(2) {
        0 => byte.to_ascii_uppercase(),
        _ => byte,
    };
    let plain = |random: &mut Random| *random.pick(b"abcdefghijklmnopqrstuvwxyz0123456789@[`{_-");
    let text: Vec<u8> = (0..2 + random.below(11)).map(|_| plain(random)).collect();
    let constant: Vec<u8> = text.iter().map(|&b| of_case(b, random)).collect();
    let count = random
        .pick(&[None, Some(text.len()), Some(text.len() + 3)])
        .to_owned();
    let mut ends = filled(random);
    let units = count.unwrap_or(usize::MAX).min(text.len() + 1);
    for (at, &byte) in text.iter().chain(&[0]).enumerate() {
        let wrong = loop {
            let wrong = nonzero(random);
            if !wrong.eq_ignore_ascii_case(&byte) {
                break wrong;
            }
        };
        ends.byte(at, wrong, of_case(byte, random));
    }
    let operands = operands(FIRST, &quoted(&constant), random);
    let call = match count {
        None => format!("strcasecmp({operands})"),
        Some(count) => format!("strncasecmp({operands}, {count})"),
    };
    let order: Vec<usize> = (0..units).collect();
    let body = asked(&call, random);
    Compare::in_order(kind, body, ends, &order, random)
}

pub fn memcmp(kind: Kind, other: Other, random: &mut Random) -> Compare {
    let mut bytes = text(2 + random.below(15), random);
    if random.below(2) == 0 {
        let at = random.below(bytes.len());
        bytes[at] = 0;
    }
    let mut ends = Ends::new();
    for (at, &right) in bytes.iter().enumerate() {
        ends.byte(at, right ^ nonzero(random), right);
    }
    let second = match other {
        Other::Constant => quoted(&bytes),
        Other::Variable => {
            ends.both(SECOND, &bytes);
            format!("in + {SECOND}")
        }
    };
    let operands = operands("in", &second, random);
    let call = format!("memcmp({operands}, {})", bytes.len());
    let order: Vec<usize> = (0..bytes.len()).collect();
    let body = asked(&call, random);
    Compare::in_order(kind, body, ends, &order, random)
}

/// How many bytes are searched.
const HAYSTACK: usize = 24;

/// A needle in a field that holds nothing like it.
fn hidden(random: &mut Random) -> (Vec<u8>, Ends, Vec<usize>) {
    let needle: Vec<u8> = (0..3 + random.below(6)).map(|_| letter(random)).collect();
    let mut ends = Ends::new();
    for at in 0..HAYSTACK {
        ends.both(at, &[b'A' + random.below(26) as u8]);
    }
    let start = random.below(HAYSTACK - needle.len() + 1);
    for (at, &right) in needle.iter().enumerate() {
        ends.right[start + at] = right;
    }
    let order = (start..start + needle.len()).collect();
    (needle, ends, order)
}

pub fn memmem(kind: Kind, random: &mut Random) -> Compare {
    let (needle, ends, order) = hidden(random);
    let body = format!(
        "YIELD(memmem(in, {HAYSTACK}, {}, {}) != NULL);",
        quoted(&needle),
        needle.len()
    );
    Compare::in_order(kind, body, ends, &order, random)
}

pub fn strstr(kind: Kind, random: &mut Random) -> Compare {
    let (needle, ends, order) = hidden(random);
    let body = format!("YIELD(strstr({FIRST}, {}) != NULL);", quoted(&needle));
    Compare::in_order(kind, body, ends, &order, random)
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn bytes_are_written_one_by_one() {
        assert_eq!(quoted(b"a\x00\xff7"), r#""\141\000\377\067""#);
    }
}
