//! Constant texts: arrays of characters of one, two or four bytes.

use fz_abi::tokens as layout;

use super::{lists, score};
use crate::{
    ir::{Global, Module, Part},
    marks::tokens::{Token, TokenKind},
};

/// The most bytes that are read from one array: lists are longer than tokens.
pub const MOST: usize = 4096;

/// The content of an array from some offset on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    bytes: Vec<u8>,
    /// Bytes of a character.
    width: usize,
    big_endian: bool,
}

/// How the tokens of a text are used.
#[derive(Clone, Copy, Debug)]
pub struct Use<'a> {
    pub kind: TokenKind,
    /// The score of a text without deductions.
    pub score: u32,
    pub flags: u32,
    pub source: &'a str,
}

impl Text {
    /// The text at an offset in a global; `None` if there are no characters.
    pub fn at(module: Module, global: Global, offset: u64) -> Option<Text> {
        let part = module.part_at(global.initializer()?, offset, MOST)?;
        let Part::Numbers { bytes, width } = part else {
            return None;
        };
        (width <= 4).then(|| Text::of(module, bytes, width))
    }

    /// A text of characters of `width` bytes.
    pub fn of(module: Module, bytes: Vec<u8>, width: usize) -> Text {
        Text {
            bytes,
            width,
            big_endian: module.is_big_endian(),
        }
    }

    /// The number of characters before the NUL; `None` without one.
    pub fn length(&self) -> Option<usize> {
        let mut characters = self.bytes.chunks_exact(self.width);
        characters.position(|c| c.iter().all(|b| *b == 0))
    }

    /// As a string of at most `most` characters; `None` without a NUL.
    pub fn string(mut self, most: Option<u64>) -> Option<Text> {
        let length = self.length();
        let length = match most {
            Some(most) => length.map_or(most, |l| most.min(l as u64)),
            // If the array is too long to see its end, the part that was read.
            None if length.is_none() && self.bytes.len() >= MOST => (MOST / self.width) as u64,
            None => length? as u64,
        };
        self.cut(length)?;
        Some(self)
    }

    /// As memory of this many bytes; `None` if there are fewer.
    pub fn memory(mut self, bytes: u64) -> Option<Text> {
        self.cut(bytes / self.width as u64)?;
        Some(self)
    }

    fn cut(&mut self, characters: u64) -> Option<()> {
        let bytes = usize::try_from(characters).ok()?.checked_mul(self.width)?;
        (bytes <= self.bytes.len()).then(|| self.bytes.truncate(bytes))
    }

    /// Whether it looks like text that a person wrote. Numbers of two and four bytes are often just numbers.
    pub fn is_text(&self) -> bool {
        let is_control = |c: char| c.is_control() && !"\t\n\r\u{1b}".contains(c);
        match self.width {
            1 => true,
            _ => self
                .decoded()
                .is_some_and(|d| d.chars().count() > 1 && !d.contains(is_control)),
        }
    }

    /// The tokens of a string: itself and, if it is a list, its parts.
    pub fn tokens(&self, of: Use) -> Vec<Token> {
        if self.bytes.is_empty() {
            return Vec::new();
        }
        let token = |kind, score, flags, bytes: &[u8]| Token {
            kind,
            score,
            flags,
            bytes: bytes.to_vec(),
            source: of.source.to_owned(),
        };
        let Some(narrow) = self.narrow() else {
            let score = score::of_text(of.kind, of.score, &self.bytes);
            return vec![token(of.kind, score, of.flags | self.wide(), &self.bytes)];
        };
        let mut tokens = Vec::new();
        let parts = match of.kind {
            TokenKind::Set => Vec::new(),
            _ => lists::parts(&narrow[0]),
        };
        for text in &narrow {
            let score = score::of_text(of.kind, of.score, text);
            let score = match parts.is_empty() {
                true => score,
                false => score.min(score::LIST),
            };
            // Longer texts are cut here, and are then rejected and counted as too long.
            let seen = &text[..text.len().min(layout::LONGEST + 1)];
            tokens.push(token(of.kind, score, of.flags, seen));
            if self.width > 1 {
                let seen = &self.bytes[..self.bytes.len().min(layout::LONGEST + 4)];
                let score = score.saturating_sub(score::WIDE);
                tokens.push(token(of.kind, score, of.flags | layout::WIDE, seen));
            }
        }
        tokens.extend(of_parts(&parts, of));
        tokens
    }

    /// The strings of an array that holds more than one; empty otherwise.
    pub fn list(&self, of: Use) -> Vec<Token> {
        match self.width {
            1 => of_parts(&lists::strings(&self.bytes), of),
            _ => Vec::new(),
        }
    }

    /// The bytes of its characters.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of one character.
    pub fn width(&self) -> usize {
        self.width
    }

    fn wide(&self) -> u32 {
        match self.width {
            1 => 0,
            _ => layout::WIDE,
        }
    }

    /// In characters of one byte: as UTF-8, and as Latin-1 if that differs.
    fn narrow(&self) -> Option<Vec<Vec<u8>>> {
        if self.width == 1 {
            return Some(vec![self.bytes.clone()]);
        }
        let text = self.decoded()?;
        let latin: Option<Vec<u8>> = text
            .chars()
            .map(|c| u8::try_from(u32::from(c)).ok())
            .collect();
        let mut narrow = vec![text.into_bytes()];
        narrow.extend(latin.filter(|l| *l != narrow[0]));
        Some(narrow)
    }

    fn decoded(&self) -> Option<String> {
        let numbers = self.bytes.chunks_exact(self.width).map(|c| {
            let add = |number: u32, byte: &u8| number << 8 | u32::from(*byte);
            match self.big_endian {
                true => c.iter().fold(0, add),
                false => c.iter().rev().fold(0, add),
            }
        });
        match self.width {
            2 => char::decode_utf16(numbers.map(|n| n as u16))
                .collect::<Result<_, _>>()
                .ok(),
            4 => numbers.map(char::from_u32).collect(),
            _ => None,
        }
    }
}

fn of_parts(parts: &[&[u8]], of: Use) -> Vec<Token> {
    // The parts of a text that is printed are printed, too.
    let base = match of.score < score::LIST {
        true => of.score,
        false => score::PART,
    };
    let parts = parts.iter().take(layout::MOST_OF_SITE);
    parts
        .map(|part| Token {
            kind: TokenKind::List,
            score: score::of_text(TokenKind::List, base, part),
            flags: of.flags,
            bytes: part.to_vec(),
            source: of.source.to_owned(),
        })
        .collect()
}
