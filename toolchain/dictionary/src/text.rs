//! Dictionaries as fuzzers read them: lines like `name="token"`, where a byte that cannot stand for itself is `\xNN`.
//! All read these, and differ in how much of it they take.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use super::Token;

/// What a fuzzer takes: of what is more it says nothing, or only that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fuzzer {
    /// Bytes of a token.
    pub longest: usize,
    pub most: usize,
}

/// `-x`; beyond some hundreds, tokens are picked at random.
pub const AFL: Fuzzer = Fuzzer {
    longest: 128,
    most: usize::MAX,
};
/// `-dict=`
pub const LIBFUZZER: Fuzzer = Fuzzer {
    longest: 64,
    most: 1 << 14,
};
/// `-w`
pub const HONGGFUZZ: Fuzzer = Fuzzer {
    longest: 512,
    most: 8192,
};

/// What of the tokens the fuzzer can have, as many as there may be.
pub fn chosen<'a>(tokens: &[&'a Token], fuzzer: Fuzzer, limit: usize) -> Vec<&'a Token> {
    let fits = tokens.iter().filter(|w| w.bytes.len() <= fuzzer.longest);
    fits.copied().take(fuzzer.most.min(limit)).collect()
}

/// Tokens of a length that no fuzzer refuses.
pub fn write(tokens: &[&Token], out: &mut impl Write) -> io::Result<()> {
    // Without any line, libFuzzer takes the file for missing.
    writeln!(out, "# {} words, the best first", tokens.len())?;
    for token in tokens {
        writeln!(out, "{}=\"{}\"", token.uses[0].kind, quoted(&token.bytes))?;
    }
    Ok(())
}

/// What stands between the quotes.
pub fn quoted(token: &[u8]) -> String {
    let mut text = String::new();
    for byte in token {
        match byte {
            b'"' | b'\\' => write!(text, "\\{}", *byte as char),
            b' '..=b'~' => write!(text, "{}", *byte as char),
            _ => write!(text, "\\x{byte:02x}"),
        }
        .expect("a string takes all");
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Use;
    use fz_binary::Place;

    fn token(bytes: &[u8]) -> Token {
        let used = Use {
            kind: "compare",
            score: 50,
            form: Default::default(),
            function: "f".to_owned(),
            place: Place::new("a.c", 1, 1),
            of: None,
            counted: false,
            counters: Vec::new(),
        };
        Token {
            bytes: bytes.to_vec(),
            score: 50,
            uses: vec![used],
        }
    }

    fn lines(tokens: &[Token]) -> String {
        let mut out = Vec::new();
        write(&tokens.iter().collect::<Vec<_>>(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn bytes_that_cannot_stand_for_themselves_are_escaped() {
        let text = lines(&[token(b"GET /\""), token(b"\\\0\n\x7f\xff")]);
        let expected = "# 2 words, the best first\ncompare=\"GET /\\\"\"\ncompare=\"\\\\\\x00\\x0a\\x7f\\xff\"\n";
        assert_eq!(text, expected);
        assert_eq!(lines(&[]), "# 0 words, the best first\n");
    }

    #[test]
    fn what_a_fuzzer_would_drop_takes_nobodys_place() {
        let tokens = [token(&[1; 128]), token(&[2; 65]), token(b"b"), token(b"c")];
        let tokens: Vec<&Token> = tokens.iter().collect();
        let chosen = |fuzzer, limit| chosen(&tokens, fuzzer, limit).len();
        assert_eq!(chosen(AFL, usize::MAX), 4);
        assert_eq!(chosen(LIBFUZZER, usize::MAX), 2);
        assert_eq!(chosen(LIBFUZZER, 1), 1);
        let many = vec![tokens[2]; 9000];
        assert_eq!(super::chosen(&many, HONGGFUZZ, usize::MAX).len(), 8192);
    }

    /// As AFL++ reads it: `None` for lines that it would complain about.
    fn afl(line: &str) -> Option<Vec<u8>> {
        const LINE: usize = 8192;
        let line = line.trim();
        let name_end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
        let rest = line[name_end..].trim_start_matches(|c: char| c == '=' || c.is_whitespace());
        let text = rest.strip_prefix('"')?.strip_suffix('"')?;
        let mut bytes = text.bytes();
        let mut token = Vec::new();
        while let Some(byte) = bytes.next() {
            token.push(match byte {
                1..=31 | 128..=255 => return None,
                b'\\' => match bytes.next()? {
                    plain @ (b'\\' | b'"') => plain,
                    b'x' => {
                        let digits = [bytes.next()?, bytes.next()?];
                        let digits = std::str::from_utf8(&digits).ok()?;
                        u8::from_str_radix(digits, 16).ok()?
                    }
                    _ => return None,
                },
                byte => byte,
            });
        }
        (line.len() < LINE && (1..=AFL.longest).contains(&token.len())).then_some(token)
    }

    proptest! {
        #[test]
        fn afl_reads_what_was_meant(bytes in prop::collection::vec(any::<u8>(), 1..=AFL.longest)) {
            let text = lines(&[token(&bytes)]);
            let (_, line) = text.split_once('\n').unwrap();
            prop_assert_eq!(afl(line.strip_suffix('\n').unwrap()), Some(bytes));
        }

        /// Tokens of what is hard to write down.
        #[test]
        fn afl_reads_hostile_words(bytes in prop::collection::vec(
            prop::sample::select(b"\"\\x\0\n\xff@=# 0a".to_vec()), 1..=AFL.longest)) {
            let text = lines(&[token(&bytes)]);
            let (_, line) = text.split_once('\n').unwrap();
            prop_assert_eq!(afl(line.strip_suffix('\n').unwrap()), Some(bytes));
        }
    }
}
