//! The truth that is not ours: tokens of dictionaries that others wrote for a package's formats, and that occur as
//! literals in its sources.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use anyhow::Result;

use super::lexer;
use super::literals::{Literals, Place};
use super::package::{Package, Unit, preprocessed};
use super::token::Token;

/// What a program says to be compared with: by the bytes, whether upper and lower case count as the same.
pub type Words = BTreeMap<Vec<u8>, bool>;

pub struct Truth {
    /// All tokens of the dictionaries, and which dictionary has how many.
    pub tokens: BTreeSet<Token>,
    pub dictionaries: Vec<(String, usize)>,
    /// Those that occur, with where they do; of two bytes and more, and of one. A fuzzer finds single bytes by itself.
    pub occurring: BTreeMap<Token, Vec<Place>>,
    pub single: BTreeMap<Token, Vec<Place>>,
}

impl Truth {
    pub fn of(package: &Package, units: &[Unit]) -> Result<Truth> {
        let literals = Mutex::new(Literals::default());
        package.each_unit(units, |_, unit| {
            let mut own = Literals::default();
            own.add(&lexer::tokens(&preprocessed(unit)?));
            literals.lock().expect("no panic in a unit").merge(own);
            Ok(())
        })?;
        let literals = literals.into_inner().expect("no panic in a unit");
        let dictionaries = package.dictionaries()?;
        let sizes = dictionaries.iter().map(|(name, tokens)| {
            let distinct: BTreeSet<&Token> = tokens.iter().collect();
            (name.clone(), distinct.len())
        });
        let sizes = sizes.collect();
        let tokens: BTreeSet<Token> = dictionaries.into_iter().flat_map(|d| d.1).collect();
        let (mut occurring, mut single) = (BTreeMap::new(), BTreeMap::new());
        for token in tokens.iter().filter(|t| !t.is_empty()) {
            let places = literals.places(token);
            if places.is_empty() {
                continue;
            }
            let kind = if token.len() > 1 {
                &mut occurring
            } else {
                &mut single
            };
            kind.insert(token.clone(), places);
        }
        Ok(Truth {
            tokens,
            dictionaries: sizes,
            occurring,
            single,
        })
    }

    /// Of tokens, those that are not among `words`.
    pub fn missing<'a>(
        tokens: &'a BTreeMap<Token, Vec<Place>>,
        words: &Words,
    ) -> Vec<(&'a Token, &'a [Place])> {
        let folded: BTreeSet<Vec<u8>> = words
            .iter()
            .filter(|(_, folded)| **folded)
            .map(|(word, _)| word.to_ascii_lowercase())
            .collect();
        let has = |token: &[u8]| {
            words.contains_key(token) || folded.contains(&token.to_ascii_lowercase())
        };
        let found = |token: &Token| {
            has(token)
                || token.strip_suffix(b"\0").is_some_and(has)
                || has(&[token, &b"\0"[..]].concat())
        };
        tokens
            .iter()
            .filter(|(token, _)| !found(token))
            .map(|(token, places)| (token, &places[..]))
            .collect()
    }

    /// How many of `words` a dictionary has, too.
    pub fn shared(&self, words: &Words) -> usize {
        let lower: BTreeSet<Vec<u8>> = self.tokens.iter().map(|t| t.to_ascii_lowercase()).collect();
        let is_shared = |(word, folded): &(&Vec<u8>, &bool)| {
            let with_nul = [word, &b"\0"[..]].concat();
            let stem = word.strip_suffix(b"\0").unwrap_or(word);
            self.tokens.contains(*word)
                || self.tokens.contains(stem)
                || self.tokens.contains(&with_nul)
                || **folded && lower.contains(&word.to_ascii_lowercase())
        };
        words.iter().filter(is_shared).count()
    }
}

/// How much of it is there; all of nothing.
pub fn share(found: usize, all: usize) -> f64 {
    if all == 0 {
        1.0
    } else {
        found as f64 / all as f64
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::{Truth, Words};

    fn words(all: &[(&str, bool)]) -> Words {
        let word = |&(text, folded): &(&str, bool)| (text.as_bytes().to_vec(), folded);
        all.iter().map(word).collect()
    }

    #[test]
    fn a_nul_or_case_that_does_not_count_is_no_difference() {
        let tokens = ["JFIF\0", "IHDR", "Select", "abc"].map(|t| (t.as_bytes().to_vec(), vec![]));
        let tokens = BTreeMap::from(tokens);
        let words = words(&[
            ("JFIF", false),
            ("IHDR\0", false),
            ("SELECT", true),
            ("ABC", false),
        ]);
        let missing = Truth::missing(&tokens, &words);
        assert_eq!(missing, [(&b"abc".to_vec(), &[][..])]);
        let truth = Truth {
            tokens: tokens.into_keys().collect::<BTreeSet<_>>(),
            dictionaries: Vec::new(),
            occurring: BTreeMap::new(),
            single: BTreeMap::new(),
        };
        assert_eq!(truth.shared(&words), 3);
    }
}
