//! Records of words by hand: assembly with a section as [`fz_abi::tokens`] describes it.

use std::fmt::Write;

use fz_abi::{sections, tokens as layout};

/// A section with one function's words, each with its score; no counter tells of them.
pub fn of(words: &[(u32, &[u8])]) -> String {
    let mut body = Vec::new();
    for (score, word) in words {
        let fields = [
            layout::KIND_COMPARE,
            *score,
            0,
            layout::NO_BLOCK,
            0,
            0,
            0,
            0,
        ];
        body.extend(fields.iter().flat_map(|f| f.to_le_bytes()));
        body.extend((word.len() as u32).to_le_bytes());
        body.extend(padded(word));
    }
    let texts = padded(b"\0f\0");
    let length = layout::HEADER + texts.len() + body.len();
    let head = [layout::MAGIC, length as u32, 0, 0, 0, words.len() as u32, 2];
    let head = head.iter().flat_map(|w| w.to_le_bytes());
    let mut text = format!("\t.section {},\"\",@progbits\n", sections::TOKENS);
    for byte in head.chain(texts).chain(body) {
        writeln!(text, "\t.byte {byte}").unwrap();
    }
    text
}

fn padded(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes.resize(bytes.len().next_multiple_of(layout::ALIGN), 0);
    bytes
}
