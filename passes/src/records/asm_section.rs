//! Writes records into sections that are not loaded, as module-level assembly: an IR global cannot get such a section
//! under a name of our choice.

use std::fmt::Write;

use crate::ir::Module;

/// The COMDAT group that a record is kept or dropped with.
#[derive(Clone, Debug)]
pub struct Group {
    pub name: String,
    /// Whether linkers keep one of several groups of this name. A `nodeduplicate` group only ties its members
    /// together.
    pub deduplicated: bool,
}

/// The contents of one section, in the making.
pub struct AsmSection {
    text: String,
    /// Bytes that are not yet written as a line.
    pending: Vec<u8>,
    len: usize,
}

impl AsmSection {
    /// A section, in a group if there is one.
    pub fn new(section: &str, group: Option<&Group>) -> Self {
        Self::with_flags(section, group, "G")
    }

    /// A section in a group that linkers keep even under `--gc-sections`.
    pub fn retained(section: &str, group: &Group) -> Self {
        Self::with_flags(section, Some(group), "GR")
    }

    fn with_flags(section: &str, group: Option<&Group>, flags: &str) -> Self {
        let mut text = String::new();
        // Not `@progbits`: in assembly for ARM, `@` begins a comment.
        match group {
            None => writeln!(text, ".pushsection {section},\"\",%progbits"),
            Some(g) => writeln!(
                text,
                ".pushsection {section},\"{flags}\",%progbits,{}{}",
                quoted(&g.name),
                if g.deduplicated { ",comdat" } else { "" }
            ),
        }
        .expect("writing to a string");
        AsmSection {
            text,
            pending: Vec::new(),
            len: 0,
        }
    }

    /// Bytes written so far.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no bytes were written.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.pending.extend_from_slice(bytes);
        self.len += bytes.len();
    }

    /// Appends a number of four bytes.
    pub fn u32(&mut self, value: u32) {
        self.bytes(&value.to_le_bytes());
    }

    /// Appends numbers of four bytes each.
    pub fn words(&mut self, words: &[u32]) {
        self.flush();
        for chunk in words.chunks(16) {
            let numbers: Vec<_> = chunk.iter().map(u32::to_string).collect();
            writeln!(self.text, ".long {}", numbers.join(",")).expect("writing to a string");
        }
        self.len += 4 * words.len();
    }

    /// Appends a symbol's address in eight bytes, whatever the size of the target's pointers.
    pub fn address(&mut self, symbol: &str, pointer_bytes: u32) {
        self.flush();
        let symbol = quoted(symbol);
        let line = match pointer_bytes {
            8 => format!(".quad {symbol}"),
            _ => format!(".long {symbol}\n.long 0"),
        };
        self.text.push_str(&line);
        self.text.push('\n');
        self.len += 8;
    }

    /// Pads with zeros to a multiple of `align`.
    pub fn pad_to(&mut self, align: usize) {
        while !self.len.is_multiple_of(align) {
            self.bytes(&[0]);
        }
    }

    /// Adds the section to the module.
    pub fn finish(mut self, module: Module) {
        self.flush();
        self.text.push_str(".popsection\n");
        module.append_asm(&self.text);
    }

    fn flush(&mut self) {
        // What a unit carries of its sources is long: no formatting, byte by byte.
        self.text.reserve(3 * self.pending.len());
        for chunk in self.pending.chunks(64) {
            self.text.push_str(".ascii \"");
            for &b in chunk {
                match b {
                    b'"' | b'\\' => self.text.extend(['\\', b as char]),
                    0x20..=0x7e => self.text.push(b as char),
                    // Always three digits: a digit that follows would continue a shorter escape.
                    _ => {
                        let digit = |shift: u32| char::from(b'0' + (b >> shift & 7));
                        self.text.extend(['\\', digit(6), digit(3), digit(0)]);
                    }
                }
            }
            self.text.push_str("\"\n");
        }
        self.pending.clear();
    }
}

/// A symbol name as the assembler takes it.
fn quoted(symbol: &str) -> String {
    let escaped = symbol.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}
