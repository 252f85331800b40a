//! Dictionary tokens: what a program compares its input with, known when it is compiled.

use fz_abi::tokens::{COMPUTED, FOLDED, SWAPPED, TokenKind, WIDE};
use serde::{Deserialize, Serialize};

use crate::{Address, Place, Record};

/// The tokens of one function, with those of what was inlined into it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct FunctionTokens {
    /// The function's symbol; empty: no function uses them.
    #[serde(with = "crate::names::text")]
    pub name: String,
    /// Its first counter; none: it has no counters, or nobody can tell which.
    pub start: Address,
    /// The counters that tell that a block ran, in any of the function's rows: any of them does. Empty: nobody knows.
    pub blocks: Vec<Vec<u32>>,
    pub tokens: Vec<Token>,
}

/// What input is compared with, as the source has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Token {
    pub kind: TokenKind,
    /// From 0 to [`fz_abi::tokens::BEST`].
    pub score: u32,
    pub form: Form,
    /// Which of [`FunctionTokens::blocks`] it is in.
    pub block: usize,
    pub place: Place,
    /// The function that is called with it, or the table that holds it.
    #[serde(with = "crate::names::text_or_none")]
    pub of: Option<String>,
    pub bytes: Vec<u8>,
}

/// How the bytes are to be understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Form {
    /// In the order that is not the target's.
    pub swapped: bool,
    /// Upper and lower case count as the same.
    pub folded: bool,
    /// Characters are wider than a byte.
    pub wide: bool,
    /// The source does not have the number: inlining and folding have computed it.
    pub computed: bool,
}

impl Form {
    /// As the flags of [`fz_abi::tokens`] say.
    pub fn of(flags: u32) -> Form {
        let is = |flag| flags & flag != 0;
        Form {
            swapped: is(SWAPPED),
            folded: is(FOLDED),
            wide: is(WIDE),
            computed: is(COMPUTED),
        }
    }
}

impl Record for FunctionTokens {
    const SECTION: &'static str = ".debug_fz_words";
    const MAGIC: [u8; 4] = *b"FZW2";

    /// A function without counters has none that tell of a block: where some do, these were discarded with it.
    fn is_there(&self) -> bool {
        self.start != Address::None || self.blocks.iter().all(Vec::is_empty)
    }

    fn check(&mut self) -> Result<(), String> {
        let count = self.blocks.len();
        match self.tokens.iter().find(|token| token.block >= count) {
            Some(token) => Err(format!("has no block {}", token.block)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        all,
        frame::{assert_damage_is_survived, kept, linked},
    };

    fn function(name: &str, blocks: &[&[u32]], tokens: &[(usize, &[u8])]) -> FunctionTokens {
        let tokens = tokens.iter().map(|(block, bytes)| Token {
            kind: TokenKind::Compare,
            score: 70,
            form: Form::of(FOLDED | WIDE),
            block: *block,
            place: Place::new("a.c", 5, 9),
            of: Some("strcmp".to_owned()),
            bytes: bytes.to_vec(),
        });
        FunctionTokens {
            name: name.to_owned(),
            start: match name {
                "uncounted" => Address::None,
                _ => Address::Of(name.to_owned()),
            },
            blocks: blocks.iter().map(|block| block.to_vec()).collect(),
            tokens: tokens.collect(),
        }
    }

    fn section() -> Vec<u8> {
        let all = [
            function("f", &[&[3, 1], &[]], &[(0, b"GET\0"), (1, b"\xff")]),
            function("gone", &[&[0]], &[(0, b"x")]),
            function("uncounted", &[&[]], &[(0, b"")]),
        ];
        let address = |name: &str| if name == "f" { 0x1000 } else { 0 };
        all.map(|function| linked(&function, address)).concat()
    }

    #[test]
    fn records_say_what_input_is_compared_with() {
        let found: Vec<FunctionTokens> = all(&section(), &kept).unwrap();
        let names: Vec<_> = found
            .iter()
            .map(|f| (f.name.as_str(), f.start.get()))
            .collect();
        assert_eq!(names, [("f", Some(0x1000)), ("uncounted", None)]);
        assert_eq!(found[0].blocks, [vec![3, 1], vec![]]);
        let form = found[0].tokens[0].form;
        assert!(form.folded && form.wide && !form.swapped);
        let tokens = |f: &FunctionTokens| -> Vec<_> {
            let tokens = f.tokens.iter();
            tokens.map(|w| (w.block, w.bytes.clone())).collect()
        };
        let expected = [(0, b"GET\0".to_vec()), (1, b"\xff".to_vec())];
        assert_eq!(tokens(&found[0]), expected);
        assert_eq!(tokens(&found[1]), [(0, Vec::new())]);
    }

    #[test]
    fn tokens_of_no_block_are_refused() {
        let of = function("f", &[&[1]], &[(1, b"x")]);
        let error = all::<FunctionTokens>(&linked(&of, |_| 1), &kept).unwrap_err();
        assert!(error.contains("has no block 1"), "{error}");
    }

    #[test]
    fn damage_is_survived() {
        assert_damage_is_survived::<FunctionTokens>(&section());
    }
}
