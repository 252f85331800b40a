//! Records of words by hand: assembly with a section of them.

use std::fmt::Write;

use fz_abi::tokens::TokenKind;
use fz_records::{Form, FunctionTokens, Place, Record, Token};

/// A section with one function's words, each with its score; no counter tells of them.
pub fn of(words: &[(u32, &[u8])]) -> String {
    let tokens = words.iter().map(|(score, word)| Token {
        kind: TokenKind::Compare,
        score: *score,
        form: Form::default(),
        block: 0,
        place: Place::default(),
        of: None,
        bytes: word.to_vec(),
    });
    let written = fz_records::write(&FunctionTokens {
        name: "f".to_owned(),
        blocks: vec![Vec::new()],
        tokens: tokens.collect(),
        ..FunctionTokens::default()
    });
    let section = FunctionTokens::SECTION;
    let mut text = format!("\t.section {section},\"\",@progbits\n");
    for byte in [written.header, written.said].concat() {
        writeln!(text, "\t.byte {byte}").unwrap();
    }
    text
}
