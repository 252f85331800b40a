//! Words for people: numbers with what they count, and texts of others of which nothing acts and nothing is hidden.

/// `1 run`, `2 runs`
pub fn many(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// `1 run was`, `2 runs were`
pub fn were(count: usize, what: &str) -> String {
    let verb = if count == 1 { "was" } else { "were" };
    format!("{} {verb}", many(count, what))
}

/// With a number behind each that was there before: `a`, `a-2`.
pub fn apart(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut apart: Vec<String> = Vec::new();
    for name in names {
        let numbered = (2..).map(|n| format!("{name}-{n}"));
        let mut tried = std::iter::once(name.clone()).chain(numbered);
        apart.extend(tried.find(|n| !apart.contains(n)));
    }
    apart
}

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

/// Line by line.
pub fn visible_lines(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_act_is_shown() {
        assert_eq!(visible("a\u{202e}b\u{1}\n"), "a⟪U+202E⟫b⟪U+0001⟫⟪U+000A⟫");
        assert_eq!(visible_lines("a\nb\u{1b}[1m"), "a\nb⟪U+001B⟫[1m");
        assert_eq!(many(1, "run"), "1 run");
        assert_eq!(many(0, "run"), "0 runs");
        assert_eq!(were(1, "run"), "1 run was");
        assert_eq!(were(2, "run"), "2 runs were");
        let names = ["a", "a", "a-2", "b"].map(str::to_owned);
        assert_eq!(apart(names), ["a", "a-2", "a-2-2", "b"]);
    }
}
