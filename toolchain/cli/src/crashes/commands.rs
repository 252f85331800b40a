//! Command lines that run a crash again, as a shell takes them.

use std::ffi::{OsStr, OsString};

use fz_base::words::visible;
use fz_engines::launch::with_input;
use fz_report::crashes::Bug;

use super::{builds::Builds, results::Folder};

/// By build: those in which the input that is shown crashes.
pub fn of(
    builds: &Builds,
    bug: &Bug,
    arguments: &[OsString],
    folder: &Folder,
) -> Vec<(String, String)> {
    let input = folder.path().join(&bug.smallest.file);
    let named = with_input(arguments, &input);
    let mut lines = Vec::new();
    for (build, options) in builds.builds.iter().zip(&builds.options) {
        let crashes = bug
            .outcomes
            .iter()
            .any(|o| o.build == build.name && o.crashed > 0);
        if !crashes {
            continue;
        }
        let mut words = Vec::new();
        words.extend(options.map(|(name, value)| format!("{name}={}", quoted(OsStr::new(value)))));
        words.push(quoted(build.setup.command.program.as_os_str()));
        words.extend(named.iter().map(|word| quoted(word)));
        if named == arguments {
            words.push(format!("< {}", quoted(input.as_os_str())));
        }
        lines.push((build.name.clone(), words.join(" ")));
    }
    lines
}

/// A word that a shell takes for what it is; what cannot be printed is written in digits.
fn quoted(word: &OsStr) -> String {
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
