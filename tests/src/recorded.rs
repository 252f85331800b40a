//! Records in a printed module, as what they say: the expectation of a test would else be the bytes of them.
//!
//! ```text
//! record .debug_fz_edges in group f
//!   FunctionEdges { name: "f", start: .L__fz_edges.f, row: 3, …
//! ```

use std::fmt::Debug;

use fz_records::{
    FunctionBranches, FunctionCoverage, FunctionEdges, FunctionNodes, FunctionSites,
    FunctionTokens, Graph, Record,
};

const BEGIN: &str = "module asm \".pushsection ";
const END: &str = "module asm \".popsection\"";

/// The module with the records of functions replaced. What is no such record stays as it is.
pub fn readable(module: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut lines = module.lines();
    while let Some(line) = lines.next() {
        let head = line.strip_prefix(BEGIN);
        let Some((section, group)) = head.and_then(|head| head.split_once(',')) else {
            out.extend([line, "\n"]);
            continue;
        };
        let Some(show) = shown(section) else {
            out.extend([line, "\n"]);
            continue;
        };
        let body = lines.by_ref().take_while(|line| *line != END);
        let (bytes, symbols) = assembled(body)?;
        out += &format!("record {section}{}\n", group_of(group));
        out += &show(&bytes, &symbols).map_err(|e| format!("{section}: {e}"))?;
    }
    Ok(out)
}

type Show = fn(&[u8], &[String]) -> Result<String, String>;

fn shown(section: &str) -> Option<Show> {
    fn of<R: Record + Debug>() -> (&'static str, Show) {
        (R::SECTION, said::<R>)
    }
    let all = [
        of::<FunctionEdges>(),
        of::<FunctionSites>(),
        of::<FunctionBranches>(),
        of::<FunctionNodes>(),
        of::<FunctionTokens>(),
        of::<FunctionCoverage>(),
        of::<Graph>(),
    ];
    let found = all.into_iter().find(|(name, _)| *name == section);
    found.map(|(_, show)| show)
}

/// What records say, by their `Debug`, with places and bytes in short.
fn said<R: Record + Debug>(bytes: &[u8], symbols: &[String]) -> Result<String, String> {
    let mut text = String::new();
    // A symbol's number stands for its address.
    for record in fz_records::all::<R>(bytes, &|_, number| Some(number))? {
        text += &format!("{record:?}\n");
    }
    for (number, symbol) in symbols.iter().enumerate() {
        text = text.replace(&format!("At({number})"), symbol);
    }
    let text = replaced(&text, "Place { ", " }", |place| {
        let [file, line, column] = ["file: ", "line: ", "column: "].map(|name| {
            let (_, rest) = place.split_once(name).unwrap_or_default();
            rest.split(", ")
                .next()
                .unwrap_or_default()
                .trim_matches('"')
        });
        match (file, line) {
            ("", "0") => "?".to_owned(),
            _ => format!("{file}:{line}:{column}"),
        }
    });
    let text = replaced(&text, "bytes: [", "]", |bytes| {
        let bytes: Vec<u8> = bytes.split(", ").filter_map(|b| b.parse().ok()).collect();
        format!("bytes: \"{}\"", bytes.escape_ascii())
    });
    Ok(listed(&text))
}

/// A text with each part between two marks, and these, replaced.
fn replaced(text: &str, begin: &str, end: &str, by: impl Fn(&str) -> String) -> String {
    let mut parts = text.split(begin);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inner, rest) = part.split_once(end).unwrap_or((part, ""));
        out += &by(inner);
        out += rest;
    }
    out
}

/// A line for each structure of a list.
fn listed(text: &str) -> String {
    let mut out = String::from("  ");
    for (at, c) in text.char_indices() {
        let in_list = text[..at].ends_with('[') || text[..at].ends_with("}, ");
        if in_list && c.is_uppercase() {
            out = out.trim_end().to_owned() + "\n    ";
        }
        out.push(c);
        if c == '\n' {
            out += "  ";
        }
    }
    out.trim_end().to_owned() + "\n"
}

/// What an assembler makes of data; in the place of a symbol's address its number.
fn assembled<'a>(lines: impl Iterator<Item = &'a str>) -> Result<(Vec<u8>, Vec<String>), String> {
    let (mut bytes, mut symbols) = (Vec::new(), Vec::new());
    for line in lines {
        let wrong = || format!("cannot read `{line}`");
        let text = line
            .strip_prefix("module asm \"")
            .and_then(|l| l.strip_suffix('"'));
        let text = unescaped(text.ok_or_else(wrong)?);
        let (directive, operand) = text.split_once(' ').ok_or_else(wrong)?;
        match directive {
            ".ascii" => {
                let string = operand.strip_prefix('"').and_then(|o| o.strip_suffix('"'));
                bytes.extend(of_string(string.ok_or_else(wrong)?));
            }
            // The upper half of an address on a small target.
            ".long" if operand == "0" => bytes.extend([0; 4]),
            ".quad" | ".long" => {
                let number = symbols.len() as u64;
                let size = if directive == ".quad" { 8 } else { 4 };
                bytes.extend(&number.to_le_bytes()[..size]);
                symbols.push(operand.trim_matches('"').to_owned());
            }
            _ => return Err(wrong()),
        }
    }
    Ok((bytes, symbols))
}

/// A line of module assembly without LLVM's escapes.
fn unescaped(line: &str) -> String {
    let mut parts = line.split('\\');
    let mut out = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        let code = part
            .get(..2)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code {
            Some(code) => out.extend([&*char::from(code).to_string(), &part[2..]]),
            // `\\` is one.
            None => {
                out.push('\\');
                out += if part.is_empty() {
                    parts.next().unwrap_or_default()
                } else {
                    part
                };
            }
        }
    }
    out
}

/// The bytes of an assembler's string.
fn of_string(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut left = text.as_bytes();
    while let [first, rest @ ..] = left {
        (bytes, left) = match (first, rest) {
            (b'\\', [a @ b'0'..=b'3', b, c, rest @ ..]) => {
                let digits = [a, b, c].map(|digit| u32::from(digit - b'0'));
                let byte = digits.into_iter().fold(0, |sum, digit| 8 * sum + digit);
                bytes.push(byte as u8);
                (bytes, rest)
            }
            (b'\\', [escaped, rest @ ..]) => {
                bytes.push(*escaped);
                (bytes, rest)
            }
            (byte, rest) => {
                bytes.push(*byte);
                (bytes, rest)
            }
        };
    }
    bytes
}

/// `\22G\22,%progbits,\22f\22,comdat` as ` in group f, of which linkers keep one`.
fn group_of(flags: &str) -> String {
    let mut parts = flags.trim_end_matches('"').splitn(3, ',');
    let kept = parts.next().unwrap_or_default().contains('R');
    let Some(group) = parts.nth(1) else {
        return String::new();
    };
    let (name, once) = match group.strip_suffix(",comdat") {
        Some(name) => (name, ", once"),
        None => (group, ""),
    };
    let name = unescaped(name.trim_matches('"'));
    let name = name.trim_matches('"');
    format!(
        " in group {name}{once}{}",
        if kept { ", retained" } else { "" }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_assembly_are_read() {
        assert_eq!(of_string(r#"a\001\377\"\\b"#), b"a\x01\xff\"\\b");
        assert_eq!(
            unescaped(r#".ascii \22\\000f\\\22x\22"#),
            r#".ascii "\000f\"x""#
        );
    }
}
