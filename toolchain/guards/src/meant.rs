//! What programs probably mean: conversions of -1, which stands for "none", and arithmetic that mixes bits, as hashes do. It is
//! a guess by names, operands and the source's line, good enough to sort a list by.

use fz_abi::guards::kind;

use crate::Guard;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meant {
    MinusOne,
    Hash,
}

impl Meant {
    pub fn name(self) -> &'static str {
        match self {
            Meant::MinusOne => "conversion of -1",
            Meant::Hash => "hash mixing",
        }
    }
}

/// Operations that mix bits: names of kinds.
const MIXES: [u16; 6] = [
    kind::ADD,
    kind::SUB,
    kind::MUL,
    kind::NEGATE,
    kind::SHIFT,
    kind::CONVERT,
];

/// What names of functions and files that mix bits have in them.
const WORDS: [&str; 20] = [
    "adler", "checksum", "chksum", "cksum", "crc16", "crc32", "crc64", "digest", "djb2", "fnv",
    "hash", "md5", "murmur", "prng", "random", "sha1", "sha256", "sha512", "siphash", "xorshift",
];
/// Parts of names that are too short to be looked for within words.
const WHOLE: [&str; 5] = ["crc", "lcg", "mix", "rand", "rotl"];

/// Numbers that hashes and generators of random numbers multiply by.
const FACTORS: [&str; 12] = [
    "31",
    "33",
    "131",
    "65599",
    "16777619",
    "0x01000193",
    "0x100000001b3",
    "1103515245",
    "2654435761",
    "0x9e3779b1",
    "0x9e3779b9",
    "6364136223846793005",
];

/// What a guard that failed was probably meant to do. `line`: of the source, if it is there.
pub fn of(guard: &Guard, line: Option<&str>) -> Option<Meant> {
    let first = guard.first.as_ref()?;
    let is_minus_one = |text: &String| text.contains(" -1 becomes ");
    let kind = guard.kind();
    if kind == name(kind::CONVERT) && first.text.as_ref().is_some_and(is_minus_one) {
        return Some(Meant::MinusOne);
    }
    let file = guard.place.file.rsplit('/').next().unwrap_or_default();
    let mut names = guard.functions.iter().map(String::as_str).chain([file]);
    let mixes = MIXES.iter().any(|number| name(*number) == kind);
    let is_hash = mixes && (names.any(names_a_hash) || line.is_some_and(mixes_bits));
    is_hash.then_some(Meant::Hash)
}

fn name(number: u16) -> &'static str {
    kind::NAMES[usize::from(number) - 1]
}

fn names_a_hash(name: &str) -> bool {
    let lower = name.to_lowercase();
    let mut parts = lower.split(|c: char| !c.is_ascii_alphanumeric());
    WORDS.iter().any(|word| lower.contains(word)) || parts.any(|part| WHOLE.contains(&part))
}

/// Whether a line of C multiplies by one of the [`FACTORS`], or shifts or multiplies what it combines with `^`.
fn mixes_bits(line: &str) -> bool {
    let line = line.split("//").next().unwrap_or_default().to_lowercase();
    let by_factor = |number: &str| {
        let number = number.trim_end_matches(['u', 'l']);
        FACTORS.contains(&number)
    };
    let word = |text: &str| -> String {
        let text = text.trim_start_matches(['=', ' ', '(']);
        text.chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect()
    };
    let is_multiplied = line.split('*').skip(1).any(|after| by_factor(&word(after)));
    let is_combined =
        line.contains('^') && ["<<", ">>", "*"].iter().any(|sign| line.contains(sign));
    is_multiplied || is_combined
}

#[cfg(test)]
mod tests {
    use fz_binary::Place;

    use super::*;
    use crate::Example;

    fn guard(function: &str, file: &str, name: &str, text: &str) -> Guard {
        Guard {
            place: Place::new(file, 4, 3),
            functions: vec![function.to_owned()],
            name: name.to_owned(),
            is_told: true,
            executed: 1,
            failed: 1,
            first: Some(Example {
                input: 0,
                text: Some(text.to_owned()),
            }),
            meant: None,
        }
    }

    #[test]
    fn what_is_probably_meant_is_known_by_operands_and_names() {
        let convert = "convert int32 to uint32";
        let of_text = |text| of(&guard("find", "a.c", convert, text), None);
        assert_eq!(
            of_text("uint32 out of range: int32 -1 becomes 4294967295"),
            Some(Meant::MinusOne)
        );
        assert_eq!(
            of_text("uint32 out of range: int32 -12 becomes 4294967284"),
            None
        );
        let overflow = "uint32 overflow: 5 * 4294967295";
        for (function, file, name, expected) in [
            ("hash_name", "a.c", "mul uint32", Some(Meant::Hash)),
            ("hash_name", "a.c", "index of 'int[10]'", None),
            ("f", "src/crc32.c", "shift uint32", Some(Meant::Hash)),
            ("my_rand", "a.c", "mul uint32", Some(Meant::Hash)),
            ("operand", "a.c", "mul uint32", None),
            ("mixer", "a.c", "mul uint32", None),
            ("parse", "a.c", "mul int32", None),
        ] {
            let guard = guard(function, file, name, overflow);
            assert_eq!(of(&guard, None), expected, "{function} {file} {name}");
        }
    }

    #[test]
    fn lines_that_mix_bits_are_known() {
        for line in [
            "h = h * 33 + c;",
            "h *= 16777619u;",
            "h = (h ^ c) * 0x01000193UL;",
            "x ^= x << 13;",
        ] {
            assert!(mixes_bits(line), "{line}");
        }
        for line in [
            "size = width * height;",
            "n = n * 310;",
            "n = n * 10 + c; // h * 33 ^ c",
            "x = a ^ b;",
            "*p = 33;",
        ] {
            assert!(!mixes_bits(line), "{line}");
        }
    }
}
