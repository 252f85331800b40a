//! Parameters of a pass in the pipeline text: `name<key=value;flag;key=value>`.
//!
//! LLVM splits pipeline texts at `,` `(` `)` wherever they stand, so values are percent-encoded for those and for
//! `< > ; = %` and blanks (the driver's side of this is `percent_encode` in `fz-toolchain`).

use std::fmt::Display;

/// The parameters of one pass, in order. A key may repeat.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// Splits `name<…>` into the name and its parameters.
    pub fn split(text: &str) -> Result<(&str, Params), String> {
        let Some((name, rest)) = text.split_once('<') else {
            return Ok((text, Params::default()));
        };
        let inner = rest
            .strip_suffix('>')
            .ok_or_else(|| format!("`{text}`: the parameters do not end with `>`"))?;
        let pairs = inner
            .split(';')
            .filter(|p| !p.is_empty())
            .map(|p| {
                let (key, value) = p.split_once('=').unwrap_or((p, ""));
                Ok((decode(key)?, decode(value)?))
            })
            .collect::<Result<_, String>>()?;
        Ok((name, Params(pairs)))
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(k, v)| (k.as_str(), v.as_str()))
    }
}

/// One of a fixed set of words, e.g. `count=wrap`; the error lists them all.
pub fn word<T: Copy>(key: &str, value: &str, words: &[(&str, T)]) -> Result<T, String> {
    words
        .iter()
        .find(|(w, _)| *w == value)
        .map(|(_, t)| *t)
        .ok_or_else(|| {
            let all: Vec<_> = words.iter().map(|(w, _)| *w).collect();
            let all = all.join(", ");
            match value {
                // The driver writes a profile's `true` and `false` like this: nobody would recognise them.
                "on" | "off" => format!("`{key}` is one of {all}; not a truth value"),
                _ => format!("`{key}={value}`: `{key}` is one of {all}"),
            }
        })
}

pub fn unknown(key: &str, known: impl Display) -> String {
    format!("unknown option `{key}`; it takes {known}")
}

fn decode(text: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&b, tail)) = rest.split_first() {
        if b != b'%' {
            bytes.push(b);
            rest = tail;
            continue;
        }
        let hex = tail
            .get(..2)
            .and_then(|h| std::str::from_utf8(h).ok())
            .and_then(|h| u8::from_str_radix(h, 16).ok())
            .ok_or_else(|| format!("`{text}`: `%` wants two hexadecimal digits"))?;
        bytes.push(hex);
        rest = &tail[2..];
    }
    String::from_utf8(bytes).map_err(|_| format!("`{text}` is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_and_decodes() {
        let (name, params) = Params::split("selection<list=/a%2Cb;list=c%3B;all>").unwrap();
        assert_eq!(name, "selection");
        assert_eq!(
            params.iter().collect::<Vec<_>>(),
            [("list", "/a,b"), ("list", "c;"), ("all", "")]
        );
    }

    #[test]
    fn a_truth_value_is_not_shown_as_a_word() {
        let said = |value| word("prune", value, &[("none", 0), ("path", 1)]).unwrap_err();
        assert_eq!(
            said("on"),
            "`prune` is one of none, path; not a truth value"
        );
        assert_eq!(said("paths"), "`prune=paths`: `prune` is one of none, path");
    }

    #[test]
    fn refuses_broken_text() {
        assert!(Params::split("edges<count=wrap").is_err());
        assert!(Params::split("edges<count=%4>").is_err());
        assert!(Params::split("edges<count=%zz>").is_err());
    }
}
