//! Numbers from text, and lines of text.

use core::ffi::c_int;

use super::files::write_all;

pub fn parse_number(digits: &[u8]) -> Option<usize> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0usize, |number, &digit| {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number.checked_mul(10)?.checked_add(usize::from(digit))
    })
}

/// A line of text, written with one system call so that lines of several processes do not mix.
pub struct Line {
    bytes: [u8; 256],
    len: usize,
}

impl Default for Line {
    fn default() -> Line {
        Line::new()
    }
}

impl Line {
    /// An empty line.
    pub fn new() -> Line {
        Line {
            bytes: [0; 256],
            len: 0,
        }
    }

    fn byte(&mut self, byte: u8) {
        // The last byte is reserved for the line feed.
        if self.len < self.bytes.len() - 1 {
            self.bytes[self.len] = byte;
            self.len += 1;
        }
    }

    pub fn text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.byte(byte));
    }

    pub fn number(&mut self, number: usize) {
        if number >= 10 {
            self.number(number / 10);
        }
        self.byte(b'0' + (number % 10) as u8);
    }

    pub fn hex(&mut self, number: u64) {
        self.text("0x");
        let digits = (u64::BITS - number.leading_zeros()).div_ceil(4).max(1);
        for digit in (0..digits).rev() {
            self.byte(b"0123456789abcdef"[(number >> (4 * digit)) as usize & 15]);
        }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    pub fn write(mut self, fd: c_int) {
        self.bytes[self.len] = b'\n';
        write_all(fd, &self.bytes[..=self.len]);
    }
}
