//! Dictionary tokens between the stages of a build: nodes of `!fz.words`, which name the [pins](super::pins) of the
//! basic blocks that use them. Nothing else is added, so the code is the same as without them.
//!
//! ```text
//! !fz.words = !{!0}
//! !0 = !{i64 pin, i64 kind, i64 score, i64 flags, !"file", i64 line, i64 column, !"source", !"bytes"}
//! ```

use super::Life;
use std::collections::HashSet;

use fz_abi::tokens as layout;
pub use fz_abi::tokens::TokenKind;

use crate::ir::{Location, Module, named::Field};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["dictionary"],
    read_by: &["byte-split", "edges", "split-calls"],
    gone_after: &["dictionary"],
    leftover: Some(leftover),
};

const TOKENS: &str = "fz.words";

/// In the place of a pin: no code of this unit uses the token (it is from a table for other units), or the profile has
/// no pins.
pub const NOWHERE: u32 = u32::MAX;

/// A token of the dictionary: bytes that a program compares its input with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    /// The score, up to [`layout::BEST`].
    pub score: u32,
    /// A combination of [`layout::SWAPPED`] and the other flags.
    pub flags: u32,
    /// At least one byte, at most [`layout::LONGEST`].
    pub bytes: Vec<u8>,
    /// The function that is called, or the table that holds the token.
    pub source: String,
}

/// A token and where it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The pin of the basic block that uses it, or [`NOWHERE`].
    pub pin: u32,
    pub place: Option<Location>,
    pub token: Token,
}

/// Adds a token to the module.
pub fn note(module: Module, noted: &Noted) {
    let Noted { pin, place, token } = noted;
    let number = |n: u32| Field::Number(n.into());
    let text = |t: &str| Field::Text(t.as_bytes().to_vec());
    let (file, line, column) = match place {
        Some(place) => (place.file.as_str(), place.line, place.column),
        None => ("", 0, 0),
    };
    module.note(
        TOKENS,
        &[
            number(*pin),
            number(token.kind as u32),
            number(token.score),
            number(token.flags),
            text(file),
            number(line),
            number(column),
            text(&token.source),
            Field::Text(token.bytes.clone()),
        ],
    );
}

/// All tokens of a module, in the order in which they were found.
pub fn all(module: Module) -> Vec<Noted> {
    let nodes = module.noted(TOKENS);
    nodes.iter().filter_map(|node| read(node)).collect()
}

/// The tokens of the dictionary, without junk: passes that leave compares to the dictionary ask here.
#[derive(Default)]
pub struct Recorded(HashSet<Vec<u8>>);

impl Recorded {
    /// The tokens of a module.
    pub fn of(module: Module) -> Recorded {
        let tokens = all(module).into_iter().map(|noted| noted.token);
        let tokens = tokens.filter(|token| token.score >= layout::JUNK);
        Recorded(tokens.map(|token| token.bytes).collect())
    }

    /// Whether it has exactly these bytes.
    pub fn has(&self, bytes: &[u8]) -> bool {
        self.0.contains(bytes)
    }

    /// Whether it has a number, at this width or at a narrower one that it was extended from, in either byte order.
    pub fn has_number(&self, constant: u128, bits: u32) -> bool {
        const WIDEST: u32 = 128;
        let unused = WIDEST - bits;
        let widths = (1..=bits.div_ceil(8)).filter(|bytes| {
            let cut = WIDEST - 8 * bytes;
            let kept = |value: u128| value << cut >> cut;
            let signed = (constant << unused) as i128 >> unused;
            kept(constant) == constant || signed << cut >> cut == signed
        });
        !self.0.is_empty()
            && widths.map(|bytes| bytes as usize).any(|bytes| {
                let mut token = constant.to_le_bytes()[..bytes].to_vec();
                let has = self.has(&token);
                token.reverse();
                has || self.has(&token)
            })
    }
}

fn read(node: &[Field]) -> Option<Noted> {
    use Field::{Number, Text};
    let [
        Number(pin),
        Number(kind),
        Number(score),
        Number(flags),
        Text(file),
        Number(line),
        Number(column),
        Text(source),
        Text(bytes),
    ] = node
    else {
        return None;
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some(Noted {
        pin: *pin as u32,
        place: (*line > 0 || !file.is_empty()).then(|| Location {
            file: text(file),
            line: *line as u32,
            column: *column as u32,
        }),
        token: Token {
            kind: TokenKind::of(*kind as u32)?,
            score: *score as u32,
            flags: *flags as u32,
            bytes: bytes.clone(),
            source: text(source),
        },
    })
}

fn leftover(module: Module) -> Option<String> {
    let count = module.noted(TOKENS).len();
    (count > 0).then(|| format!("as {count} nodes of `!{TOKENS}`"))
}

/// Removes the tokens from the module.
pub fn erase(module: Module) {
    module.forget(TOKENS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_known_at_the_widths_they_were_extended_from() {
        let recorded = Recorded([vec![0x34, 0x12], vec![0xde, 0xad, 0xbe, 0xef]].into());
        assert!(recorded.has_number(0x1234, 16));
        assert!(recorded.has_number(0x3412, 32));
        assert!(recorded.has_number(0xefbe_adde, 32));
        assert!(recorded.has_number(0xdead_beef, 64));
        // Sign-extended it would be another number.
        assert!(!recorded.has_number(0x12, 16));
        assert!(!recorded.has_number(0x1_1234, 32));
        assert!(!Recorded::default().has_number(0, 32));
    }

    #[test]
    fn negative_numbers_too() {
        let recorded = Recorded([vec![0xfe, 0xff]].into());
        assert!(recorded.has_number(0xffff_fffe, 32));
        assert!(!recorded.has_number(0xffff_fffd, 32));
    }
}
