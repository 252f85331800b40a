//! One colour for each meaning, wherever it is shown.

use console::{Color, Style};

use crate::table::{Line, Span, Tone, span};

pub fn reached(text: impl AsRef<str>) -> Span {
    span(Tone::Reached, text)
}

pub fn partly(text: impl AsRef<str>) -> Span {
    span(Tone::Partly, text)
}

pub fn missed(text: impl AsRef<str>) -> Span {
    span(Tone::Missed, text)
}

pub fn crash(text: impl AsRef<str>) -> Span {
    span(Tone::Crash, text)
}

pub fn head(text: impl AsRef<str>) -> Span {
    span(Tone::Head, text)
}

pub fn quiet(text: impl AsRef<str>) -> Span {
    span(Tone::Quiet, text)
}

fn style(tone: Tone) -> Style {
    match tone {
        Tone::Plain => Style::new(),
        Tone::Head => Style::new().bold(),
        Tone::Quiet => Style::new().dim(),
        Tone::Reached => Style::new().fg(Color::Green),
        Tone::Partly => Style::new().fg(Color::Yellow),
        Tone::Missed => Style::new().fg(Color::Red),
        Tone::Crash => Style::new().fg(Color::Magenta).bold(),
    }
}

/// A line with the colours of a terminal that has any.
pub fn painted(line: &Line, has_colors: bool) -> String {
    let one = |s: &Span| match s.text().trim().is_empty() {
        true => s.text().to_owned(),
        false => style(s.tone)
            .force_styling(has_colors)
            .apply_to(s.text())
            .to_string(),
    };
    let painted: String = line.iter().map(one).collect();
    painted.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::plain;

    #[test]
    fn colours_are_for_terminals_that_have_them() {
        let line = vec![plain("a "), missed("b"), reached("  "), crash("c")];
        assert_eq!(painted(&line, false), "a b  c");
        assert_eq!(
            painted(&line, true),
            "a \u{1b}[31mb\u{1b}[0m  \u{1b}[35m\u{1b}[1mc\u{1b}[0m"
        );
    }

    #[test]
    fn each_meaning_has_a_colour_of_its_own() {
        let all = [reached("x"), partly("x"), missed("x"), crash("x")];
        let mut painted: Vec<String> = all.map(|s| painted(&vec![s], true)).into();
        painted.sort();
        painted.dedup();
        assert_eq!(painted.len(), 4, "{painted:?}");
    }
}
