//! Texts of others as they may stand in a picture or on a page: nothing in them acts, and nothing is hidden.

/// What changes the direction of what follows, or cannot be seen, by its number: `⟪U+202E⟫`.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match is_hidden(c) {
            true => out.push_str(&format!("⟪U+{:04X}⟫", c as u32)),
            false => out.push(c),
        }
    }
    out
}

/// Controls, marks of direction, and what has no width.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c as u32,
            0xad | 0x61c | 0x180e | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff | 0xfff9..=0xfffb
            | 0xfffe..=0xffff | 0xe0000..=0xe007f)
}

/// With an ellipsis in the middle where it is longer.
pub fn shortened(text: &str, most: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= most {
        return text.to_owned();
    }
    let (begin, end) = (
        most.saturating_sub(1).div_ceil(2),
        most.saturating_sub(1) / 2,
    );
    let begin: String = letters[..begin].iter().collect();
    let end: String = letters[letters.len() - end..].iter().collect();
    format!("{begin}…{end}")
}

/// As XML has it in texts and attributes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_act_is_shown() {
        assert_eq!(visible("a\u{202e}b\u{1}\n"), "a⟪U+202E⟫b⟪U+0001⟫⟪U+000A⟫");
        assert_eq!(
            escaped("<a b=\"c\">&'"),
            "&lt;a b=&quot;c&quot;&gt;&amp;&#39;"
        );
        assert_eq!(shortened("abcdefgh", 5), "ab…gh");
        assert_eq!(shortened("abc", 3), "abc");
    }
}
