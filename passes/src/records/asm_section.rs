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
    /// Whether linkers keep its records even under `--gc-sections`.
    pub retained: bool,
}

/// The contents of one section, in the making.
pub struct AsmSection {
    text: String,
    /// Bytes that are not yet written as a line.
    pending: Vec<u8>,
}

impl AsmSection {
    /// A section, in a group if there is one.
    pub fn new(section: &str, group: Option<&Group>) -> Self {
        let mut text = String::new();
        // Not `@progbits`: in assembly for ARM, `@` begins a comment.
        match group {
            None => writeln!(text, ".pushsection {section},\"\",%progbits"),
            Some(g) => writeln!(
                text,
                ".pushsection {section},\"G{}\",%progbits,{}{}",
                if g.retained { "R" } else { "" },
                quoted(&g.name),
                if g.deduplicated { ",comdat" } else { "" }
            ),
        }
        .expect("writing to a string");
        AsmSection {
            text,
            pending: Vec::new(),
        }
    }

    /// Appends bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.pending.extend_from_slice(bytes);
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
