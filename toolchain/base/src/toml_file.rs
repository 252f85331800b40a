//! Reading the files that people write: mistakes are named, with the nearest right word.

use std::path::Path;

use serde::de::DeserializeOwned;

use crate::{
    error::{Error, nearest},
    file,
};

/// Reads a TOML file whose top level has these keys.
pub fn read<T: DeserializeOwned>(path: &Path, keys: &[&str]) -> Result<T, Error> {
    let fail = |message: String| Error::file(path, message);
    let text =
        file::read_text(path, file::NOTE).map_err(|e| fail(format!("cannot be read: {e}")))?;
    let table: toml::Table = text
        .parse()
        .map_err(|e: toml::de::Error| wrong(path, e.to_string()))?;
    for key in table.keys() {
        check(key, "key", keys).map_err(fail)?;
    }
    toml::from_str(&text).map_err(|e| wrong(path, with_hint(e.to_string())))
}

/// With the lines of the file that it is about.
fn wrong(path: &Path, message: String) -> Error {
    let (first, said) = message.split_once('\n').unwrap_or((&message, ""));
    Error::Quoting {
        what: format!("{}: {first}", path.display()),
        said: said.to_owned(),
    }
}

/// serde calls a list a sequence, and shows none.
pub fn with_hint(message: String) -> String {
    match message.contains("expected a sequence") {
        true => format!(
            "{}; a list is written as [\"one\", \"two\"]",
            message.trim_end()
        ),
        false => message,
    }
}

/// Whether a word is one of those there are; serde's own message suggests nothing.
pub fn check(name: &str, what: &str, known: &[&str]) -> Result<(), String> {
    let known: Vec<String> = known.iter().map(|k| (*k).to_owned()).collect();
    match known.iter().any(|k| k == name) {
        true => Ok(()),
        false => Err(format!(
            "unknown {what} `{name}`{}; there are {}",
            nearest(name, &known),
            known.join(", ")
        )),
    }
}
