//! What people read says the field's word: guides, help and messages have none of the phrases of `words.toml`, which names
//! what to say instead.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::House;

const TABLE: &str = include_str!("words.toml");

/// Guides of these rooms are for developers, whose words these are.
const OF_DEVELOPERS: [&str; 6] = [
    "passes",
    "runtime",
    "tests",
    "toolchain/cli",
    "toolchain/report/examples",
    "xtask",
];

/// Whose texts are printed: messages, and help of the passes' options.
const PRINTED: [&str; 3] = ["toolchain", "passes/schema", "refactor"];

/// Comments of fields are help there.
const HELP: &str = "toolchain/cli/src";

pub fn check(house: &House) -> Result<Vec<String>> {
    let table = table()?;
    let mut complaints = Vec::new();
    for (path, text) in house.texts(&["md"])? {
        if OF_DEVELOPERS.iter().any(|room| path.starts_with(room)) {
            continue;
        }
        for (line, text) in prose(&text) {
            complaints.extend(complaint(&table, path, line, &text));
        }
    }
    for (path, text) in house.texts(&["rs"])? {
        let is_test =
            path.components().any(|c| c.as_os_str() == "tests") || path.ends_with("tests.rs");
        if is_test || !PRINTED.iter().any(|room| path.starts_with(room)) {
            continue;
        }
        // What is not Rust is another rule's.
        let Ok(tokens) = text.parse::<TokenStream>() else {
            continue;
        };
        let mut literals = Vec::new();
        collect(tokens, path.starts_with(HELP), &mut literals);
        for (line, text) in literals {
            complaints.extend(complaint(&table, path, line, &text));
        }
    }
    Ok(complaints)
}

fn table() -> Result<BTreeMap<String, String>> {
    toml::from_str(TABLE).context("words.toml")
}

fn complaint(
    table: &BTreeMap<String, String>,
    path: &Path,
    line: usize,
    text: &str,
) -> Option<String> {
    let text = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase();
    let (phrase, instead) = table.iter().find(|(phrase, _)| has(&text, phrase))?;
    Some(format!(
        "{}:{line}: people read `{phrase}` here; say: {instead}",
        path.display()
    ))
}

/// Whether a text has a phrase, as whole words.
fn has(text: &str, phrase: &str) -> bool {
    // Names of arguments in braces as well.
    let is_letter = |c: char| c.is_alphanumeric() || "_-{}".contains(c);
    text.match_indices(phrase).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + phrase.len()..]);
        let is_whole = !before.ends_with(is_letter) && !after.starts_with(is_letter);
        // 'There is no file' is good English, 'it is no file' is not.
        is_whole && !(phrase.starts_with("is no ") && before.ends_with("there "))
    })
}

/// The paragraphs of a guide with their first lines, without code.
fn prose(guide: &str) -> Vec<(usize, String)> {
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    let (mut is_code, mut is_new) = (false, true);
    for (number, line) in guide.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
            is_new = true;
            continue;
        }
        if is_code || line.trim().is_empty() {
            is_new = true;
            continue;
        }
        // What is ticked is code.
        let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        match paragraphs.last_mut().filter(|_| !is_new) {
            Some((_, text)) => *text += &format!(" {plain}"),
            None => paragraphs.push((number + 1, plain)),
        }
        is_new = line.starts_with('|');
    }
    paragraphs
}

/// Texts of a program with their lines; those of its tests are nobody's.
fn collect(tokens: TokenStream, has_help: bool, found: &mut Vec<(usize, String)>) {
    let mut rest = tokens.into_iter().peekable();
    let mut is_test = false;
    while let Some(token) = rest.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                // `#![…]`: of a module.
                let is_inner =
                    |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == '!');
                let is_of_module = rest.next_if(is_inner).is_some();
                let Some(TokenTree::Group(group)) = rest.next_if(is_bracketed) else {
                    continue;
                };
                let text = group.stream().to_string();
                is_test |= text.replace(' ', "") == "cfg(test)";
                if !text.starts_with("doc") {
                    collect(group.stream(), has_help, found);
                } else if has_help && !is_of_module && is_help(rest.peek()) {
                    collect(group.stream(), false, found);
                }
            }
            TokenTree::Group(group) => {
                if group.delimiter() == Delimiter::Brace && std::mem::take(&mut is_test) {
                    continue;
                }
                collect(group.stream(), has_help, found);
            }
            TokenTree::Literal(literal) => {
                if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                    found.push((literal.span().start().line, text.value()));
                }
            }
            _ => {}
        }
    }
}

fn is_bracketed(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(g) if g.delimiter() == Delimiter::Bracket)
}

/// Whether a field or a value follows, whose comment is its help.
fn is_help(next: Option<&TokenTree>) -> bool {
    const ITEMS: [&str; 11] = [
        "pub", "fn", "struct", "enum", "const", "static", "impl", "mod", "type", "trait", "unsafe",
    ];
    match next {
        Some(TokenTree::Punct(punct)) => punct.as_char() == '#',
        Some(TokenTree::Ident(name)) => !ITEMS.contains(&name.to_string().as_str()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planted;

    #[test]
    fn phrases_are_found_in_what_people_read() {
        let (_dir, house) = planted(&[
            (
                "README.md",
                "The program is\ntold.\n\n```sh\ntold\n```\n`told`, untold\n",
            ),
            ("tests/README.md", "told"),
            (
                "toolchain/a/src/lib.rs",
                "/// It is told.\nfn f() { tell!(\"it says\\n why\"); }\n#[cfg(test)]\nmod tests { const A: &str = \"told\"; }\n",
            ),
            (
                "toolchain/cli/src/a.rs",
                "/// It is told.\nstruct A {\n    /// What is told\n    #[arg(long)]\n    a: bool,\n}\n",
            ),
        ]);
        let found = check(&house).unwrap();
        let begins = [
            "README.md:1: ",
            "toolchain/a/src/lib.rs:2: ",
            "toolchain/cli/src/a.rs:3: ",
        ];
        assert_eq!(found.len(), begins.len(), "{found:?}");
        for begin in begins {
            assert!(
                found.iter().any(|f| f.starts_with(begin)),
                "{begin}: {found:?}"
            );
        }
    }

    #[test]
    fn the_table_is_of_phrases_in_small_letters() {
        let table = table().unwrap();
        assert!(table.len() >= 60, "{}", table.len());
        for (phrase, instead) in &table {
            assert_eq!(*phrase, phrase.to_lowercase());
            assert!(!has(&instead.to_lowercase(), phrase), "{phrase}");
        }
    }
}
