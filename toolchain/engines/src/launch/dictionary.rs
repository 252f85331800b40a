//! Several dictionaries as one: engines differ in how many they take, and only AFL++ takes folders.

use std::{
    fmt::Display,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use fz_abi::{afl::MOST_TOKENS, tokens::loaded::LEAST};
use fz_base::{error::Error, file};
use fz_binary::Program;
use fz_dictionary::text::{self, AFL, quoted};

use super::Format;

/// What there is to hand to an engine.
#[derive(Debug, PartialEq, Eq)]
pub enum Dictionary {
    File(PathBuf),
    /// The text of a new one.
    Made(String),
}

/// Reads what was named. A folder stands for its `*.dict`; if it has none, each of its files is a word.
pub fn gather(paths: &[PathBuf]) -> Result<Option<Dictionary>, Error> {
    if let [file] = paths
        && file.is_file()
    {
        return Ok(Some(Dictionary::File(file.clone())));
    }
    let mut text = String::new();
    for path in paths {
        match path.is_dir() {
            true => folder(path, &mut text)?,
            false => add_file(path, &mut text)?,
        }
    }
    Ok((!paths.is_empty()).then_some(Dictionary::Made(text)))
}

/// The program's own words, as many and as good ones as a program offers to afl-fuzz; `None`: it has none of those. And the
/// command that writes the same.
pub fn of_program(
    program: &Program,
    format: Format,
    to: &Path,
) -> Result<(Option<String>, String), Error> {
    let all = fz_dictionary::Dictionary::of_program(program);
    let all = all.map_err(|e| wrong(&program.named, format!("{e:#}")))?;
    let good: Vec<_> = all.tokens.iter().filter(|w| w.score >= LEAST).collect();
    let chosen = text::chosen(&good, format.takes, MOST_TOKENS);
    let mut text = Vec::new();
    text::write(&chosen, &mut text).expect("a vector takes all");
    let text = String::from_utf8(text).expect("dictionaries are in ASCII");
    let command = format!(
        "fz dict {} --format {} --limit {MOST_TOKENS} --min-score {LEAST} -o {}",
        program.named.display(),
        format.name,
        to.display()
    );
    Ok(((!chosen.is_empty()).then_some(text), command))
}

fn wrong(path: &Path, message: impl Display) -> Error {
    Error::file(path, message)
}

fn add_file(path: &Path, text: &mut String) -> Result<(), Error> {
    let content = file::read_typed(path, file::TEXT).map_err(|e| wrong(path, e))?;
    let content = String::from_utf8(content).map_err(|_| {
        wrong(
            path,
            "it is not a dictionary: lines are like name=\"value\", in ASCII",
        )
    })?;
    text.push_str(&content);
    if !content.ends_with('\n') {
        text.push('\n');
    }
    Ok(())
}

fn folder(path: &Path, text: &mut String) -> Result<(), Error> {
    let entries = fs::read_dir(path).map_err(|e| wrong(path, e))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.is_file())
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(wrong(path, "there is no dictionary and no token in it"));
    }
    let dictionaries: Vec<_> = files
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "dict"))
        .collect();
    for file in &dictionaries {
        add_file(file, text)?;
    }
    if !dictionaries.is_empty() {
        return Ok(());
    }
    for file in &files {
        let word = file::read(file, file::NOTE).map_err(|e| wrong(file, e))?;
        if word.is_empty() || word.len() > AFL.longest {
            return Err(wrong(
                file,
                format!(
                    "a word has 1 to {} bytes; name dictionaries *.dict",
                    AFL.longest
                ),
            ));
        }
        writeln!(text, "\"{}\"", quoted(&word)).expect("a string takes all");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_is_taken_as_it_is_and_more_become_one() {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &[u8]| {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            path
        };
        let a = write("a.dict", b"a=\"A\"");
        let words = write("words/one", b"x\"\\\x01")
            .parent()
            .unwrap()
            .to_owned();
        let dicts = write("dicts/b.dict", b"\"B\"\n")
            .parent()
            .unwrap()
            .to_owned();
        write("dicts/README", b"not a dictionary");

        assert_eq!(gather(&[]).unwrap(), None);
        assert_eq!(
            gather(std::slice::from_ref(&a)).unwrap(),
            Some(Dictionary::File(a.clone()))
        );
        let all = gather(&[a, words, dicts]).unwrap();
        let text = "a=\"A\"\n\"x\\\"\\\\\\x01\"\n\"B\"\n";
        assert_eq!(all, Some(Dictionary::Made(text.to_owned())));
    }

    #[test]
    fn what_is_no_dictionary_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let error = |path: &Path| gather(&[path.to_owned()]).unwrap_err().to_string();
        let missing = error(&dir.path().join("missing"));
        assert!(missing.contains("missing: No such file"), "{missing}");
        let empty = error(dir.path());
        assert!(empty.contains("no token in it"), "{empty}");
        fs::write(dir.path().join("long"), [b'x'; 200]).unwrap();
        let long = error(dir.path());
        assert!(long.contains("1 to 128 bytes"), "{long}");
    }
}
