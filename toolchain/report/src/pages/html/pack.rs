//! What scripts unpack: JSON, compressed as browsers can decompress it (gzip), in base 64, in which nothing is markup.

use base64::{Engine, prelude::BASE64_STANDARD};
use flate2::{Compression, write::GzEncoder};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Which style and script the page allows: these, and no requests.
pub fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(script),
        hash(style)
    )
}

/// A text as an address that a browser saves.
pub fn link(kind: &str, text: &str) -> String {
    format!("data:{kind};base64,{}", BASE64_STANDARD.encode(text))
}

/// The page's address of a file, or of a line of it.
pub fn address(path: &str) -> String {
    format!("#/file/{}", escaped(path))
}

/// A path as it may stand in an address.
pub fn escaped(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b':' | b'.' | b'-' | b'_' => {
                out.push(byte as char);
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

/// A value as a script unpacks it.
pub fn packed(value: &impl Serialize) -> String {
    let mut out = GzEncoder::new(Vec::new(), Compression::default());
    serde_json::to_writer(&mut out, value).expect("it has a form in JSON");
    let bytes = out.finish().expect("memory is written to");
    BASE64_STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_nothing_that_means_something_else() {
        assert_eq!(address("src/a.c:12"), "#/file/src/a.c:12");
        assert_eq!(address("a b#%\"<é"), "#/file/a%20b%23%25%22%3C%C3%A9");
    }

    #[test]
    fn packed_values_are_no_markup() {
        let packed = packed(&["</script><script>alert(1)</script>"]);
        assert!(
            packed
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b))
        );
    }
}
