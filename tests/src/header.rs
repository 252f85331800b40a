//! The header of a file test: the comments at its top. With the comment sign `;`:
//!
//! ```text
//! ;; Prose: what the test is about. A line of its own needs the doubled sign, so it may hold a colon.
//! ; key: value
//! ```
//!
//! A line that is neither is an error, and so is a key that the suite does not know: a misspelt setting must not turn
//! into prose that nobody obeys.

/// The settings of a header in their order: keys and values.
pub type Settings<'a> = Vec<(&'a str, &'a str)>;

/// Reads the comments at the top of `text`, which begin with `sign`.
pub fn settings<'a>(text: &'a str, sign: &str) -> Result<Settings<'a>, String> {
    let prose = sign.repeat(2);
    let mut settings = Settings::new();
    for line in text.lines().take_while(|line| line.starts_with(sign)) {
        if let Some(rest) = line.strip_prefix(&prose)
            && (rest.is_empty() || rest.starts_with(' '))
        {
            continue;
        }
        let setting = line[sign.len()..]
            .strip_prefix(' ')
            .and_then(|rest| rest.split_once(": "))
            .filter(|(key, value)| is_key(key) && !value.trim().is_empty());
        let Some((key, value)) = setting else {
            return Err(format!(
                "header line `{line}` is no setting; write `{sign} key: value`, or `{prose} …` for prose"
            ));
        };
        settings.push((key, value.trim()));
    }
    Ok(settings)
}

fn is_key(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

/// The value of a key that may stand once.
pub fn once(slot: &mut Option<String>, key: &str, value: &str) -> Result<(), String> {
    match slot.replace(value.to_owned()) {
        None => Ok(()),
        Some(_) => Err(format!("`{key}` stands twice in the header")),
    }
}

/// What to say of a key that is not among `known`.
pub fn unknown(key: &str, known: &[&str]) -> String {
    format!(
        "the header has an unknown key `{key}`; there are: {}",
        known.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::{once, settings};

    #[test]
    fn settings_and_prose_are_told_apart() {
        let text = ";; Note: prose.\n;;\n; pipeline: edges<pcs=off>\n; fails: a: b\n\n; later: no header\n";
        assert_eq!(
            settings(text, ";").unwrap(),
            [("pipeline", "edges<pcs=off>"), ("fails", "a: b")]
        );
        assert_eq!(
            settings("//// Prose.\n// flags: -g\nint x;", "//").unwrap(),
            [("flags", "-g")]
        );
        assert!(settings("int x;", "//").unwrap().is_empty());
    }

    #[test]
    fn what_is_neither_is_an_error() {
        for line in [
            "; prose",
            "; Prose: with a colon",
            "; two words: x",
            ";pipeline: x",
            "; pipeline:",
            "; pipeline: ",
            ";;prose",
            ";",
        ] {
            let error = settings(line, ";").unwrap_err();
            assert!(error.contains("write `; key: value`"), "{line}: {error}");
        }
    }

    #[test]
    fn a_key_stands_once() {
        let mut slot = None;
        once(&mut slot, "fails", "x").unwrap();
        assert!(once(&mut slot, "fails", "y").unwrap_err().contains("twice"));
    }
}
