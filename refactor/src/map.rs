//! Where each line of a refactored text comes from: rows of [`fz_abi::coverage::origin`], for tools that read JSON.

use anyhow::{Context, Result};
use serde::Serialize;

#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Map {
    pub source: String,
    pub text: String,
    pub lines: Vec<Line>,
}

/// A line, and where its first token was spelled.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    pub line: usize,
    /// From that token on.
    pub text: String,
    pub file: String,
    pub at: [u32; 2],
    /// The macros that it comes from, the innermost first; none has no name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub macros: Vec<Expansion>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Expansion {
    pub name: String,
    pub file: String,
    pub at: [u32; 2],
}

pub fn of(text: &[u8], origin: &str) -> Result<Map> {
    let texts: Vec<&[u8]> = text.split(|b| *b == b'\n').collect();
    let mut files: Vec<String> = Vec::new();
    let mut expansions: Vec<(Expansion, Option<usize>)> = Vec::new();
    let mut map = Map::default();
    // The line whose first token comes next.
    let mut next = None;
    for row in origin.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let mut read = || -> Option<()> {
            match fields[..] {
                ["F", path, _] => files.push(plain(path)),
                ["U", path] => map.source = plain(path),
                ["N", path] => map.text = plain(path),
                ["M", file, line, column, name, outer, ..] => {
                    let expansion = Expansion {
                        name: plain(name),
                        file: files.get(file.parse::<usize>().ok()?)?.clone(),
                        at: [line.parse().ok()?, column.parse().ok()?],
                    };
                    expansions.push((expansion, outer.parse().ok()));
                }
                ["L", line] => next = Some(line.parse::<usize>().ok()?),
                ["T", from, file, at_line, column, expansion, ..] => {
                    let Some(line) = next.take() else {
                        return Some(());
                    };
                    let mut macros = Vec::new();
                    let mut around = expansion.parse().ok();
                    while let Some(number) = around {
                        let (expansion, outer): &(_, Option<usize>) =
                            expansions.get::<usize>(number)?;
                        if !expansion.name.is_empty() {
                            macros.push(expansion.clone());
                        }
                        around = *outer;
                    }
                    let words = texts.get(line.checked_sub(1)?)?;
                    let words = words.get(from.parse::<usize>().ok()?.checked_sub(1)?..)?;
                    map.lines.push(Line {
                        line,
                        text: String::from_utf8_lossy(words).trim().to_owned(),
                        file: files.get(file.parse::<usize>().ok()?)?.clone(),
                        at: [at_line.parse().ok()?, column.parse().ok()?],
                        macros,
                    });
                }
                ["E", ..] => {}
                _ => return None,
            }
            Some(())
        };
        read().with_context(|| format!("`{row}` is not a row of an origin"))?;
    }
    Ok(map)
}

/// A field without its escapes.
fn plain(field: &str) -> String {
    let mut text = String::with_capacity(field.len());
    let mut characters = field.chars();
    while let Some(c) = characters.next() {
        text.push(match c {
            '\\' => match characters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                other => other.unwrap_or('\\'),
            },
            c => c,
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_its_macros_from_the_inside_out() {
        let origin = "fz-origin 2\nF\ta\\tb.c\t0f\nM\t0\t9\t3\tOUT\t-\t9\t6\nM\t0\t1\t5\t\t0\t1\t6\nM\t0\t2\t5\tIN\t1\t2\t7\n\
                      U\ta.c\nN\ta.i\nL\t2\nT\t3\t0\t4\t7\t2\t4\t8\nT\t5\t0\t4\t9\t-\t4\t10\nE\t3\t5\n";
        let map = of(b"# 1\n  x y\n", origin).unwrap();
        let names: Vec<_> = map.lines[0].macros.iter().map(|m| &m.name[..]).collect();
        assert_eq!(names, ["IN", "OUT"]);
        assert_eq!(map.lines.len(), 1);
        assert_eq!((map.lines[0].at, &map.lines[0].text[..]), ([4, 7], "x y"));
        assert_eq!(map.lines[0].file, "a\tb.c");
        assert!(of(b"", "fz-origin 2\nT\t1\n").is_err());
    }
}
