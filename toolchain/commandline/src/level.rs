//! What the optimisation level makes of the sources: macros, and how floating point is read. Where a profile compiles at a
//! level of its own, sources are told of the user's all the same.

use crate::{flags::Meaning, parse::Arg};

/// Words that say inlining is off, or on again.
const INLINING: [(&str, bool); 4] = [
    ("-fno-inline", false),
    ("-fno-inline-functions", false),
    ("-finline-functions", true),
    ("-finline-hint-functions", true),
];

/// The words that tell clang of the user's level, whichever it compiles at.
pub fn macros(arguments: &[Arg]) -> Vec<&'static str> {
    let levels = arguments.iter().rev();
    let mut levels = levels.filter(|a| a.meaning() == Some(Meaning::Optimise));
    let level = levels.next().map_or("0", Arg::value);
    let optimises = level != "0";
    let is_inlining = |a: &Arg| INLINING.iter().find(|(word, _)| a.text == *word);
    let inlines = arguments.iter().rev().find_map(is_inlining);
    let inlines = optimises && inlines.is_none_or(|(_, inlines)| *inlines);
    let mut words = vec![
        match optimises {
            true => "-D__OPTIMIZE__=1",
            false => "-U__OPTIMIZE__",
        },
        match matches!(level, "s" | "z") {
            true => "-D__OPTIMIZE_SIZE__=1",
            false => "-U__OPTIMIZE_SIZE__",
        },
        match inlines {
            true => "-U__NO_INLINE__",
            false => "-D__NO_INLINE__=1",
        },
    ];
    words.extend((level == "fast").then_some("-ffast-math"));
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    /// The same that clang defines.
    #[test]
    fn macros_are_those_of_the_last_level() {
        for (words, told) in [
            (
                "a.c",
                "-U__OPTIMIZE__ -U__OPTIMIZE_SIZE__ -D__NO_INLINE__=1",
            ),
            (
                "-O2 -O0",
                "-U__OPTIMIZE__ -U__OPTIMIZE_SIZE__ -D__NO_INLINE__=1",
            ),
            ("-O", "-D__OPTIMIZE__=1 -U__OPTIMIZE_SIZE__ -U__NO_INLINE__"),
            (
                "-O0 --optimize=2",
                "-D__OPTIMIZE__=1 -U__OPTIMIZE_SIZE__ -U__NO_INLINE__",
            ),
            (
                "-Oz",
                "-D__OPTIMIZE__=1 -D__OPTIMIZE_SIZE__=1 -U__NO_INLINE__",
            ),
            (
                "-Ofast",
                "-D__OPTIMIZE__=1 -U__OPTIMIZE_SIZE__ -U__NO_INLINE__ -ffast-math",
            ),
            (
                "-O3 -fno-inline",
                "-D__OPTIMIZE__=1 -U__OPTIMIZE_SIZE__ -D__NO_INLINE__=1",
            ),
            (
                "-O1 -fno-inline -finline-functions",
                "-D__OPTIMIZE__=1 -U__OPTIMIZE_SIZE__ -U__NO_INLINE__",
            ),
        ] {
            let words: Vec<String> = words.split(' ').map(String::from).collect();
            let parsed = parse::parse(&words, &|_| None);
            assert_eq!(macros(&parsed).join(" "), told, "{words:?}");
        }
    }
}
