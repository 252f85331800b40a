//! What a link is asked to leave out. fz-cc does that itself, after the link: linkers would leave out its records too.

use super::{
    flags::Meaning,
    parse::{Arg, Kind},
};

/// What is left out of a program, from nothing to most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strip {
    #[default]
    Nothing,
    /// `-Wl,-S`: what debuggers read.
    Debug,
    /// `-s`: symbols too.
    All,
}

/// What an argument asks for.
pub fn asked(argument: &Arg) -> Strip {
    match argument.meaning() {
        Some(Meaning::Strip) => Strip::All,
        Some(Meaning::LinkerArgs | Meaning::LinkerArg) => {
            let words = argument.value().split(',').map(word);
            words.max().unwrap_or_default()
        }
        _ => Strip::Nothing,
    }
}

/// An argument and its values without what asks for it; nothing may be left.
pub fn without(argument: &Arg) -> Vec<String> {
    match (asked(argument), &argument.kind) {
        (Strip::Nothing, _) => std::iter::once(&argument.text)
            .chain(&argument.rest)
            .cloned()
            .collect(),
        (_, Kind::Flag { row, .. }) if row.meaning == Meaning::LinkerArgs => {
            let words = argument.value().split(',');
            let kept: Vec<&str> = words.filter(|w| word(w) == Strip::Nothing).collect();
            match kept.is_empty() {
                true => Vec::new(),
                false => vec![format!("{}{}", row.spelling, kept.join(","))],
            }
        }
        _ => Vec::new(),
    }
}

/// A word of the linker's.
fn word(word: &str) -> Strip {
    match word {
        "-s" | "-strip-all" | "--strip-all" => Strip::All,
        "-S" | "-strip-debug" | "--strip-debug" => Strip::Debug,
        _ => Strip::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn words_that_strip_are_taken_out_and_others_stay() {
        for (words, asks, left) in [
            ("-s", Strip::All, ""),
            ("-Wl,-s", Strip::All, ""),
            (
                "-Wl,--gc-sections,-s,-z,now",
                Strip::All,
                "-Wl,--gc-sections,-z,now",
            ),
            ("-Wl,-S,--strip-all", Strip::All, ""),
            ("-Wl,--strip-debug,-O1", Strip::Debug, "-Wl,-O1"),
            ("-Xlinker -S", Strip::Debug, ""),
            (
                "-Xlinker --as-needed",
                Strip::Nothing,
                "-Xlinker --as-needed",
            ),
            ("-S", Strip::Nothing, "-S"),
            ("-o -s", Strip::Nothing, "-o -s"),
            ("s", Strip::Nothing, "s"),
        ] {
            let words_of: Vec<String> = words.split(' ').map(String::from).collect();
            let parsed = parse::parse(&words_of, &|_| None);
            assert_eq!(parsed.len(), 1, "{words}");
            assert_eq!(asked(&parsed[0]), asks, "{words}");
            assert_eq!(without(&parsed[0]).join(" "), left, "{words}");
        }
    }
}
