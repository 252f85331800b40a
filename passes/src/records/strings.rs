//! The strings of a record, which refers to them by number.

use std::collections::HashMap;

use crate::ir::Location;

/// The strings of one record; equal strings share a number.
pub struct Strings<'a> {
    all: Vec<&'a str>,
    numbers: HashMap<&'a str, u32>,
}

impl<'a> Strings<'a> {
    /// Number 0 is the empty string. Number 1 is the function's symbol, which no other use shares.
    pub fn new(symbol: &'a str) -> Strings<'a> {
        Strings {
            all: vec!["", symbol],
            numbers: HashMap::from([("", 0)]),
        }
    }

    /// How many strings there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Appends a string under a number of its own.
    pub fn push(&mut self, text: &'a str) {
        self.all.push(text);
    }

    /// The number of a string, which is appended if it is new.
    pub fn number(&mut self, text: &'a str) -> u32 {
        *self.numbers.entry(text).or_insert_with(|| {
            self.all.push(text);
            self.all.len() as u32 - 1
        })
    }

    /// The words for a location: file, line and column; zeros if it is not known.
    pub fn place(&mut self, place: &'a Option<Location>) -> [u32; 3] {
        match place {
            None => [0; 3],
            Some(p) => [self.number(&p.file), p.line, p.column],
        }
    }

    /// All strings, each terminated by a NUL, padded with NULs to a multiple of `align`.
    pub fn bytes(&self, align: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        for text in &self.all {
            bytes.extend_from_slice(text.as_bytes());
            bytes.push(0);
        }
        bytes.resize(bytes.len().next_multiple_of(align), 0);
        bytes
    }
}
