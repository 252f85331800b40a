//! How likely tokens are to be what the program looks for in its input.
//!
//! | what | score |
//! |---|---|
//! | operand of a function that compares or searches | 90 |
//! | text of a table that is compared | 85 |
//! | part of a list | 75 |
//! | literal part of what `scanf` reads | 70 |
//! | argument of a function whose name asks for something (`get_attribute`) | 65 |
//! | what a string object is made of | 60 |
//! | number of a table that is compared | 60, half of that where there are many |
//! | argument of another function | 50 |
//! | number of two bytes or more in a structure that is passed | 40 |
//! | text of a table or a structure that is passed | 10 less than a text, not below 40 |
//! | text that is stored or returned | 30 |
//! | text that is written, or copied | 8 |
//! | the characters of a set, as one token | 15 |
//!
//! Of a number that only inlining and folding made, 25 are taken off. Masks, sizes and offsets among those are not tokens.
//!
//! Texts for people (sentences, formats), file names and single characters are junk, or lose much of their score where
//! a function compares them. So do long texts.

use fz_abi::tokens::JUNK;

use crate::marks::tokens::TokenKind;

/// The score of an operand of a function that compares or searches.
pub const COMPARE: u32 = 90;
/// The score of a text in a table that is compared.
pub const TABLE: u32 = 85;
/// The score of a part of a list.
pub const PART: u32 = 75;
/// The score of a literal part of what `scanf` reads.
pub const SCAN: u32 = 70;
/// The score of an argument of a function whose name asks for something.
pub const ASKED: u32 = 65;
/// The score of a text that a string object is constructed from.
pub const MADE: u32 = 60;
/// The score of an argument of any other function.
pub const ARGUMENT: u32 = 50;
/// The score of a number in a table that is compared.
pub const NUMBER: u32 = 60;
/// The score of a number in a structure that is passed.
pub const FIELD: u32 = 40;
/// The lowest score of a text in a table or a structure that is passed.
pub const HANDED_ON: u32 = 40;
/// The score of a text that is stored or returned.
pub const MOVED: u32 = 30;
/// The score of a text that is written or copied.
pub const WRITTEN: u32 = 8;
/// The score of the characters of a set.
pub const SET: u32 = 15;

/// What a number loses that the source does not have.
pub const COMPUTED: u32 = 25;

/// The score of a list as a whole, at most.
pub const LIST: u32 = 25;
/// What wide characters lose: more often than not, the input is decoded into them.
pub const WIDE: u32 = 10;

const CHARACTER: u32 = 6;
/// The score of texts for people.
pub const TELLING: u32 = 4;
const SMALL: u128 = 255;

/// The score of a text whose kind has at most `base`.
pub fn of_text(kind: TokenKind, base: u32, text: &[u8]) -> u32 {
    let is_asked = base >= TABLE || matches!(kind, TokenKind::Compare | TokenKind::Set);
    let long = match text.len() {
        0..=1 => return CHARACTER.min(base),
        2..=32 => 0,
        33..=64 => 10,
        _ => 25,
    };
    let speaks = is_sentence(text) || has_conversion(text);
    match is_asked {
        false if speaks || is_path(text) => TELLING,
        false => base.saturating_sub(long).max(JUNK.min(base)),
        true => {
            let speaks = if speaks { 30 } else { 0 };
            let path = if is_path(text) { 10 } else { 0 };
            base.saturating_sub(long + speaks + path).max(JUNK)
        }
    }
}

/// Whether a text may be a keyword that a message mentions: a single short word.
pub fn is_keyword(text: &[u8]) -> bool {
    (2..=32).contains(&text.len()) && text.iter().all(u8::is_ascii_graphic) && !text.contains(&b'%')
}

/// The score of a number in a table or a structure.
pub fn of_number(base: u32, number: u128, bits: u32) -> u32 {
    let all = u128::MAX >> (128 - bits);
    let magnitude = number.min((all - number).saturating_add(1));
    match magnitude {
        0..=1 => 2,
        _ if magnitude <= SMALL || magnitude.is_power_of_two() => CHARACTER,
        _ => base,
    }
}

/// Whether a number that the source does not have looks like a mask, a size, a limit or an offset.
pub fn looks_computed(number: u128, bits: u32) -> bool {
    const PAGE: u128 = 4096;
    let all = u128::MAX >> (128 - bits);
    let is_run = |n: u128| n == 0 || ((n >> n.trailing_zeros()) + 1).is_power_of_two();
    let magnitude = number.min((all - number).saturating_add(1));
    let is_high = number.trailing_zeros() >= bits / 2;
    magnitude < PAGE || is_run(number) || is_run(all - number) || is_high
}

/// Whether a text is for people: several words, more of them than a token has.
pub fn is_sentence(text: &[u8]) -> bool {
    if text.ends_with(b"\n") && text.contains(&b' ') {
        return true;
    }
    let words = text.split(|b| *b == b' ').filter(|w| !w.is_empty());
    let is_word = |w: &&[u8]| {
        let letters = w.iter().filter(|b| b.is_ascii_lowercase()).count();
        letters >= 2 && letters + 2 >= w.len()
    };
    let (spoken, other): (Vec<_>, Vec<_>) = words.partition(is_word);
    // A text that is printed next to others begins or ends with a blank.
    let ends = text.last().is_some_and(|b| b".!?: ".contains(b)) || text.starts_with(b" ");
    let count = spoken.len() + other.len();
    spoken.len() > other.len() && (count > 3 || (ends && count > 1))
}

/// Whether `printf` would insert something.
pub fn has_conversion(text: &[u8]) -> bool {
    conversions(text).next().is_some()
}

/// The conversions of a format string, each with its end; `%%` is not one.
pub fn conversions(text: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            at += text[at..].iter().position(|b| *b == b'%')?;
            let start = at;
            at += 1;
            let rest = &text[at..];
            if rest.first() == Some(&b'%') {
                at += 1;
                continue;
            }
            let settings = rest
                .iter()
                .take_while(|b| b"-+#0123456789.*hljztLqI".contains(b));
            let end = at + settings.count();
            match text.get(end) {
                Some(b) if b"diouxXeEfFgGaAcspn[".contains(b) => {
                    at = end + 1;
                    if *b == b'[' {
                        at += text[at..]
                            .iter()
                            .position(|b| *b == b']')
                            .map_or(0, |n| n + 1);
                    }
                    return Some((start, at));
                }
                _ => continue,
            }
        }
    })
}

/// Whether a text is a file name.
pub fn is_path(text: &[u8]) -> bool {
    const ENDS: [&str; 9] = [
        ".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".so", ".conf", ".log",
    ];
    let dots = text.iter().take_while(|b| **b == b'.').count();
    let is_rooted = matches!(text[dots..], [b'/', first, ..] if first.is_ascii_alphanumeric());
    let inner = text[dots..]
        .iter()
        .skip(1)
        .any(|b| *b == b'/' || *b == b'.');
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || b"_-./+".contains(b);
    let ends = || {
        ENDS.iter()
            .any(|e| text.len() > e.len() && text.ends_with(e.as_bytes()))
    };
    text.iter().all(is_name) && ((is_rooted && inner) || ends())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(text: &str) -> u32 {
        of_text(TokenKind::Argument, ARGUMENT, text.as_bytes())
    }

    #[test]
    fn words_of_formats_are_no_junk() {
        for text in [
            "RIFF",
            "<!DOCTYPE",
            "html",
            "xml:lang",
            "</",
            "/>",
            "100%",
            "50% off",
            "a b",
            "/*",
            "http://www.w3.org/1999/xhtml",
            "Content-Type:",
            "IHDR",
            "%PDF-",
            "application/json",
            "DOCTYPE html PUBLIC",
        ] {
            assert_eq!(argument(text), ARGUMENT, "{text}");
        }
    }

    #[test]
    fn what_speaks_to_people_is_junk() {
        for text in [
            "out of memory\n",
            "cannot open the file",
            "unexpected end.",
            " but running with ",
            "value: %d",
            "%s",
            "%-10.3f|",
            "%[^:]",
            "/etc/passwd",
            "../lib/x.c",
            "parser.c",
            "x",
        ] {
            assert!(argument(text) < JUNK, "{text}: {}", argument(text));
        }
    }

    #[test]
    fn what_is_compared_is_never_junk_but_for_characters() {
        for text in ["out of memory\n", "%s", "/etc/passwd"] {
            let score = of_text(TokenKind::Compare, COMPARE, text.as_bytes());
            assert!((JUNK..COMPARE).contains(&score), "{text}: {score}");
        }
        assert!(of_text(TokenKind::Compare, COMPARE, b"x") < JUNK);
    }

    #[test]
    fn long_ones_lose() {
        let of = |n| of_text(TokenKind::Compare, COMPARE, &vec![b'a'; n]);
        assert_eq!([of(32), of(33), of(65)], [90, 80, 65]);
    }

    #[test]
    fn numbers() {
        assert_eq!(of_number(FIELD, 0x1234, 16), FIELD);
        assert!(of_number(FIELD, 0xffff, 16) < JUNK);
        assert!(of_number(FIELD, 0x4000, 16) < JUNK);
        assert!(of_number(FIELD, 0, 128) < JUNK);
    }

    #[test]
    fn masks_sizes_and_limits_look_computed() {
        for (number, bits) in [
            (0, 64),
            (0x0fff_0000, 32),
            (0xff00_ffff, 32),
            (0x7fff_ffff_ffff_fff8, 64),
            (640, 32),
            (0xffff_ff00, 32),
            (0x4142_0000, 32),
            (u128::MAX, 128),
        ] {
            assert!(looks_computed(number, bits), "{number:#x}");
        }
        for (number, bits) in [
            (0x4646_4952, 32),
            (0x4d42, 16),
            (0x474e_5089, 32),
            (0xcafe_babe, 64),
        ] {
            assert!(!looks_computed(number, bits), "{number:#x}");
        }
    }

    #[test]
    fn conversions_of_formats() {
        let of = |t: &str| conversions(t.as_bytes()).collect::<Vec<_>>();
        assert_eq!(of("GIF %dx%d"), [(4, 6), (7, 9)]);
        assert_eq!(of("100%% %5.2lf%[a-z]b"), [(6, 12), (12, 18)]);
        assert_eq!(of("%%d of %s"), [(7, 9)]);
        assert_eq!(of("100%"), []);
    }
}
