//! The pipeline text of a pass: `name<key=value;flag;key=value>`.
//!
//! LLVM splits pipeline texts at every `,` `(` `)`, and ends parameters at `>`. So keys and values are percent-encoded:
//! those characters, `<` `;` `=` `%`, blanks, and everything that is not printable ASCII.

use std::{borrow::Cow, fmt};

/// The name of a pass and its parameters in order. A key may repeat; a key without a value is a flag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassText<'a> {
    pub name: Cow<'a, str>,
    pub params: Vec<(Cow<'a, str>, Option<Cow<'a, str>>)>,
}

impl<'a> PassText<'a> {
    /// A pass without parameters. The name is not encoded, so it must not contain `<`.
    pub fn new(name: impl Into<Cow<'a, str>>) -> PassText<'a> {
        PassText {
            name: name.into(),
            params: Vec::new(),
        }
    }

    /// Adds `key=value`.
    pub fn with(
        mut self,
        key: impl Into<Cow<'a, str>>,
        value: impl Into<Cow<'a, str>>,
    ) -> PassText<'a> {
        self.params.push((key.into(), Some(value.into())));
        self
    }

    /// Adds several `key=value`.
    pub fn with_all<K: Into<Cow<'a, str>>, V: Into<Cow<'a, str>>>(
        self,
        params: impl IntoIterator<Item = (K, V)>,
    ) -> PassText<'a> {
        let mut params = params.into_iter();
        params
            .try_fold(self, |text, (k, v)| Some(text.with(k, v)))
            .expect("nothing ends the fold")
    }

    /// Decodes a text. `Err` says what is wrong with it.
    pub fn decode(text: &'a str) -> Result<PassText<'a>, String> {
        let Some((name, rest)) = text.split_once('<') else {
            return Ok(PassText::new(text));
        };
        let inner = rest
            .strip_suffix('>')
            .ok_or_else(|| format!("`{text}`: the parameters do not end with `>`"))?;
        let param = |text: &'a str| match text.split_once('=') {
            Some((key, value)) => Ok((percent_decode(key)?, Some(percent_decode(value)?))),
            None => Ok((percent_decode(text)?, None)),
        };
        let params = inner.split(';').filter(|p| !p.is_empty()).map(param);
        Ok(PassText {
            name: name.into(),
            params: params.collect::<Result<_, String>>()?,
        })
    }
}

/// Encodes it.
impl fmt::Display for PassText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (at, (key, value)) in self.params.iter().enumerate() {
            f.write_str(if at == 0 { "<" } else { ";" })?;
            percent_encode(key, f)?;
            if let Some(value) = value {
                f.write_str("=")?;
                percent_encode(value, f)?;
            }
        }
        f.write_str(if self.params.is_empty() { "" } else { ">" })
    }
}

fn percent_encode(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for byte in text.bytes() {
        match byte {
            b',' | b'(' | b')' | b'<' | b'>' | b';' | b'=' | b'%' => write!(f, "%{byte:02X}")?,
            0x21..=0x7e => write!(f, "{}", byte as char)?,
            _ => write!(f, "%{byte:02X}")?,
        }
    }
    Ok(())
}

fn percent_decode(text: &str) -> Result<Cow<'_, str>, String> {
    if !text.contains('%') {
        return Ok(text.into());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        if byte != b'%' {
            bytes.push(byte);
            rest = tail;
            continue;
        }
        // Not `from_str_radix`, which would take `%+4`.
        let digit = |at: usize| char::from(*tail.get(at)?).to_digit(16);
        let value = digit(0).zip(digit(1)).map(|(high, low)| high << 4 | low);
        bytes.push(
            value.ok_or_else(|| format!("`{text}`: `%` wants two hexadecimal digits"))? as u8,
        );
        rest = &tail[2..];
    }
    let text = String::from_utf8(bytes).map_err(|_| format!("`{text}` is not UTF-8"))?;
    Ok(text.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_are_encoded() {
        let text = PassText::new("selection")
            .with("deny", "f(int, x)")
            .with("allow", "100%");
        let expected = "selection<deny=f%28int%2C%20x%29;allow=100%25>";
        assert_eq!(text.to_string(), expected);
        assert_eq!(PassText::new("edges").to_string(), "edges");
    }

    #[test]
    fn keys_repeat_and_flags_have_no_value() {
        let text = PassText::decode("selection<list=/a%2Cb;list=c%3B;all;none=>").unwrap();
        assert_eq!(text.name, "selection");
        let params = text.params.iter();
        let params: Vec<_> = params.map(|(k, v)| (k.as_ref(), v.as_deref())).collect();
        assert_eq!(
            params,
            [
                ("list", Some("/a,b")),
                ("list", Some("c;")),
                ("all", None),
                ("none", Some(""))
            ]
        );
    }

    #[test]
    fn broken_text_is_refused() {
        for (text, says) in [
            ("edges<count=wrap", "do not end with `>`"),
            ("edges<count=%4>", "two hexadecimal digits"),
            ("edges<count=%zz>", "two hexadecimal digits"),
            ("edges<count=%+4>", "two hexadecimal digits"),
            ("edges<count=%FF>", "is not UTF-8"),
        ] {
            let error = PassText::decode(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    fn params() -> impl Strategy<Value = Vec<(String, Option<String>)>> {
        // Includes every character with a meaning in a text, and those that encoders tend to get wrong.
        let text = || "[a-z<>;=%,() \u{0}-\u{1f}é\u{1f600}]{0,6}";
        let key = text().prop_filter("a parameter has a key", |key| !key.is_empty());
        prop::collection::vec((key, prop::option::of(text())), 0..5)
    }

    proptest! {
        #[test]
        fn decoding_inverts_encoding(name in "[a-z][a-z0-9-]{0,8}", params in params()) {
            let mut text = PassText::new(name);
            text.params = params.into_iter().map(|(k, v)| (k.into(), v.map(Into::into))).collect();
            let encoded = text.to_string();
            let inner = encoded.split_once('<').map_or("", |(_, inner)| inner.strip_suffix('>').unwrap());
            prop_assert!(!inner.contains([',', '(', ')', '<', '>', ' ']), "{}", encoded);
            prop_assert_eq!(PassText::decode(&encoded).unwrap(), text);
        }

        #[test]
        fn decoding_never_panics(text in ".{0,40}") {
            let _ = PassText::decode(&text);
        }
    }
}
