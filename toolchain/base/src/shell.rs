//! Words of command lines that people read and shells take.

use std::ffi::OsStr;

use crate::words::visible;

/// A word that a shell takes for what it is; what cannot be printed is written in digits.
pub fn quoted(word: impl AsRef<OsStr>) -> String {
    let word = word.as_ref();
    let plain = word.to_str().filter(|text| visible(text) == **text);
    if let Some(quoted) = plain.and_then(|text| shlex::try_quote(text).ok()) {
        return quoted.into_owned();
    }
    // Any shell has printf; `$'…'` is not known to all. A newline at a word's very end is lost to the shell.
    let mut out = "\"$(printf '".to_owned();
    for (number, byte) in word.as_encoded_bytes().iter().enumerate() {
        match byte {
            // Not an option of printf.
            b'-' if number == 0 => out.push_str("\\055"),
            b'%' => out.push_str("%%"),
            b' '..=b'~' if !b"'\\".contains(byte) => out.push(*byte as char),
            _ => out.push_str(&format!("\\{byte:03o}")),
        }
    }
    out + "')\""
}

/// A command line.
pub fn line<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>) -> String {
    let words: Vec<String> = words.into_iter().map(quoted).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn words_stay_one_and_do_nothing() {
        for (word, expected) in [
            (&b"a/b.c"[..], "a/b.c"),
            (b"a b", "'a b'"),
            (b"$(x)`y`", "'$(x)`y`'"),
            (b"it's", "\"it's\""),
            (b"a\x1b[1m\n$b", "\"$(printf 'a\\033[1m\\012$b')\""),
            (b"\xff'\\%", "\"$(printf '\\377\\047\\134%%')\""),
            (b"-a\t", "\"$(printf '\\055a\\011')\""),
            ("a\u{202e}".as_bytes(), "\"$(printf 'a\\342\\200\\256')\""),
            (b"", "''"),
        ] {
            assert_eq!(quoted(OsStr::from_bytes(word)), expected);
        }
    }
}
