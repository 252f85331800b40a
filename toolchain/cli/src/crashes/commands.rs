//! Command lines that run a crash again, as a shell takes them.

use std::ffi::{OsStr, OsString};

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
    let plain = word
        .to_str()
        .filter(|text| !text.chars().any(char::is_control));
    if let Some(quoted) = plain.and_then(|text| shlex::try_quote(text).ok()) {
        return quoted.into_owned();
    }
    let mut out = "$'".to_owned();
    for byte in word.as_encoded_bytes() {
        match byte {
            b'\'' | b'\\' => out.extend(['\\', *byte as char]),
            b' '..=b'~' => out.push(*byte as char),
            _ => out.push_str(&format!("\\x{byte:02x}")),
        }
    }
    out + "'"
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
            (b"a\x1b[1m\n", "$'a\\x1b[1m\\x0a'"),
            (b"\xff'\\", "$'\\xff\\'\\\\'"),
            (b"", "''"),
        ] {
            assert_eq!(quoted(OsStr::from_bytes(word)), expected);
        }
    }
}
