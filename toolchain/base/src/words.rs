//! Words for people: numbers with what they count, and texts of others of which nothing acts and nothing is hidden.

use std::fmt::{self, Display, Write};

use crate::numbers;

/// `1 run`, `12,345 runs`
pub fn many(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{} {what}s", numbers::count(count)),
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

/// A line as it is shown: what would act in it, or cannot be seen, stands there by its number: `⟪U+202E⟫`. That includes
/// line breaks, so that no name in it makes two lines of it. [`line!`](crate::line) and [`part!`](crate::part) print these.
pub struct Visible<'a>(pub fmt::Arguments<'a>);

impl Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::write(&mut Numbered(f), self.0)
    }
}

/// Passes on what it is told, with numbers for what is hidden.
struct Numbered<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Write for Numbered<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut shown = 0;
        for (at, hidden) in text.char_indices().filter(|(_, c)| is_hidden(*c)) {
            self.0.write_str(&text[shown..at])?;
            write!(self.0, "{}", Number(hidden))?;
            shown = at + hidden.len_utf8();
        }
        self.0.write_str(&text[shown..])
    }
}

/// What stands for a hidden character.
pub(crate) struct Number(pub char);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "⟪U+{:04X}⟫", u32::from(self.0))
    }
}

/// Writes a line for people, as `writeln!` does, and nothing that is put into it ends the line or acts ([`Visible`]). The
/// template itself has no line breaks.
#[macro_export]
macro_rules! line {
    ($out:expr $(,)?) => { ::std::writeln!($out) };
    ($out:expr, $($said:tt)+) => {
        ::std::writeln!($out, "{}", $crate::words::Visible(::std::format_args!($($said)+)))
    };
}

/// Writes a part of a line: to [`line!`](crate::line) what `write!` is to `writeln!`.
#[macro_export]
macro_rules! part {
    ($out:expr, $($said:tt)+) => {
        ::std::write!($out, "{}", $crate::words::Visible(::std::format_args!($($said)+)))
    };
}

/// A text of others as it is shown ([`Visible`]).
pub fn visible(text: &str) -> String {
    Visible(format_args!("{text}")).to_string()
}

/// Controls, marks of direction, and what has no width.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c as u32,
            0xad | 0x34f | 0x61c | 0x115f..=0x1160 | 0x17b4..=0x17b5 | 0x180b..=0x180f | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff | 0xfff9..=0xfffb
            | 0xfffe..=0xffff | 0xe0000..=0xe0fff)
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
        let mut out = String::new();
        line!(out, "{} {:>3}", "a\nb\n", "\u{9b}").unwrap();
        part!(out, "{}", "\n").unwrap();
        assert_eq!(out, "a⟪U+000A⟫b⟪U+000A⟫   ⟪U+009B⟫\n⟪U+000A⟫");
        assert_eq!(visible_lines("a\nb\u{1b}[1m"), "a\nb⟪U+001B⟫[1m");
        assert_eq!(many(1, "run"), "1 run");
        assert_eq!(many(0, "run"), "0 runs");
        assert_eq!(were(1, "run"), "1 run was");
        assert_eq!(were(2, "run"), "2 runs were");
        let names = ["a", "a", "a-2", "b"].map(str::to_owned);
        assert_eq!(apart(names), ["a", "a-2", "a-2-2", "b"]);
    }
}
