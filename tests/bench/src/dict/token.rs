//! Dictionaries as AFL reads them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use xtask::repo;

pub type Token = Vec<u8>;

/// The tokens of a dictionary, of every level.
pub fn read(path: &Path) -> Result<Vec<Token>> {
    let text = fs::read(path).with_context(|| format!("cannot read {}", repo::shown(path)))?;
    let lines = text.split(|&b| b == b'\n').enumerate();
    let mut tokens = Vec::new();
    for (number, line) in lines {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        let token = quoted(line)
            .with_context(|| format!("{}: line {} is no token", repo::shown(path), number + 1))?;
        tokens.push(token);
    }
    Ok(tokens)
}

/// What stands between a line's first and last quote.
fn quoted(line: &[u8]) -> Option<Token> {
    let start = line.iter().position(|&b| b == b'"')? + 1;
    let end = line.iter().rposition(|&b| b == b'"')?;
    let mut bytes = line.get(start..end)?.iter();
    let mut token = Vec::new();
    while let Some(&byte) = bytes.next() {
        token.push(match byte {
            b'\\' => match bytes.next()? {
                b'x' => {
                    let mut digit = || char::from(*bytes.next()?).to_digit(16);
                    (digit()? * 16 + digit()?) as u8
                }
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                &other => other,
            },
            _ => byte,
        });
    }
    Some(token)
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn escapes_stand_for_bytes() {
        let token = |line: &str| quoted(line.as_bytes());
        assert_eq!(token(r#"a="b""#).unwrap(), b"b");
        assert_eq!(token(r#"a@2="\x89P\\\"""#).unwrap(), b"\x89P\\\"");
        assert_eq!(token(r#""""#).unwrap(), b"");
        assert!(token(r#""\x4""#).is_none());
        assert!(token("a").is_none());
    }
}
