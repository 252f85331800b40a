//! The tokens of a unit as rules see them: their spelling, and which brackets are partners.

use crate::table::Token;

/// Numbers of tokens; `at..end`.
pub type Span = std::ops::Range<u32>;

pub struct Source<'a> {
    text: &'a [u8],
    tokens: &'a [Token],
    /// For a bracket its partner, for any other token itself.
    partner: Vec<u32>,
    /// The innermost bracket that a token stands in.
    inside: Vec<u32>,
    /// How many tokens in front of each one may do more than name a value.
    live: Vec<u32>,
}

/// Stands in no bracket.
pub const NOWHERE: u32 = u32::MAX;

impl<'a> Source<'a> {
    pub fn new(text: &'a [u8], tokens: &'a [Token]) -> Source<'a> {
        let mut source = Source {
            text,
            tokens,
            partner: (0..tokens.len() as u32).collect(),
            inside: vec![NOWHERE; tokens.len()],
            live: vec![0; tokens.len() + 1],
        };
        source.pair();
        source
    }

    fn pair(&mut self) {
        let mut open: Vec<u32> = Vec::new();
        for at in 0..self.len() {
            let word = self.word(at);
            let opens = match word {
                b"}" | b"%>" | b")" | b"]" | b":>" => {
                    if let Some(partner) = open.pop() {
                        self.partner[at as usize] = partner;
                        self.partner[partner as usize] = at;
                    }
                    false
                }
                b"{" | b"<%" | b"(" | b"[" | b"<:" => true,
                _ => false,
            };
            self.inside[at as usize] = open.last().copied().unwrap_or(NOWHERE);
            self.live[at as usize + 1] = self.live[at as usize] + u32::from(self.acts(at));
            if opens {
                open.push(at);
            }
        }
    }

    /// Whether a token may compare, assign, call or end a statement: what data has none of.
    fn acts(&self, at: u32) -> bool {
        match self.word(at) {
            b"&&" | b"||" | b"!" | b"?" | b"==" | b"!=" | b"<" | b">" | b"<=" | b">=" | b"++"
            | b"--" | b";" | b"and" | b"or" | b"not" | b"not_eq" | b"new" | b"throw" => true,
            b"=" => !self.ends_designator(at),
            b"(" => {
                at > 0 && {
                    let before = self.word(at - 1);
                    matches!(before, b")" | b"]" | b">" | b"}")
                        || before[0] == b'_'
                        || before[0].is_ascii_alphabetic()
                }
            }
            word => word.len() > 1 && word.ends_with(b"=") && !word.starts_with(b"\""),
        }
    }

    /// Whether this is the `=` of `.member =` or `[index] =`.
    fn ends_designator(&self, at: u32) -> bool {
        let before = |n| at.checked_sub(n).map_or(&b""[..], |at| self.word(at));
        self.is_inside(at, b"{") && (before(1) == b"]" || before(2) == b".")
    }

    pub fn len(&self) -> u32 {
        self.tokens.len() as u32
    }

    /// The spelling of a token; empty behind the last.
    pub fn word(&self, at: u32) -> &'a [u8] {
        match self.tokens.get(at as usize) {
            Some(token) => {
                &self.text[token.offset as usize..(token.offset + token.length) as usize]
            }
            None => b"",
        }
    }

    pub fn is(&self, at: u32, word: &[u8]) -> bool {
        self.word(at) == word
    }

    /// Whether the innermost bracket around a token is this one.
    pub fn is_inside(&self, at: u32, bracket: &[u8]) -> bool {
        let around = self.inside[at as usize];
        around != NOWHERE && self.is(around, bracket)
    }

    pub fn inside(&self, at: u32) -> u32 {
        self.inside[at as usize]
    }

    /// The partner of a bracket.
    pub fn partner(&self, at: u32) -> u32 {
        self.partner[at as usize]
    }

    pub fn acts_in(&self, span: &Span) -> bool {
        self.live[span.start as usize] < self.live[span.end as usize]
    }

    /// The first of the tokens in a span that is this word, brackets skipped.
    pub fn find(&self, span: Span, word: &[u8]) -> Option<u32> {
        let mut at = span.start;
        while at < span.end {
            if self.is(at, word) {
                return Some(at);
            }
            at = at.max(self.partner(at)) + 1;
        }
        None
    }

    /// The number of the first token at or behind an offset.
    pub fn at_offset(&self, offset: u32) -> u32 {
        self.tokens.partition_point(|t| t.offset < offset) as u32
    }
}
