//! The strings of a record, by number.

use std::collections::HashMap;

use crate::ir::Location;

pub struct Strings<'a> {
    all: Vec<&'a str>,
    numbers: HashMap<&'a str, u32>,
}

impl<'a> Strings<'a> {
    /// Number 0 is empty, number 1 the function's symbol, which nothing else shares.
    pub fn new(symbol: &'a str) -> Strings<'a> {
        Strings {
            all: vec!["", symbol],
            numbers: HashMap::from([("", 0)]),
        }
    }

    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// A string whose number is how many there were.
    pub fn push(&mut self, text: &'a str) {
        self.all.push(text);
    }

    pub fn number(&mut self, text: &'a str) -> u32 {
        *self.numbers.entry(text).or_insert_with(|| {
            self.all.push(text);
            self.all.len() as u32 - 1
        })
    }

    /// File, line and column; zeros where the place is not known.
    pub fn place(&mut self, place: &'a Option<Location>) -> [u32; 3] {
        match place {
            None => [0; 3],
            Some(p) => [self.number(&p.file), p.line, p.column],
        }
    }

    /// Each with a NUL behind it, padded with NULs.
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
