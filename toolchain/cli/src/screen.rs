//! Lines on a terminal that are drawn again in the place of the last ones, and colours for what they mean.

use std::io::{self, Write};

use console::{Color, Style, Term, measure_text_width};
use fz_base::{env, terminal};
use fz_engines::table::{Line, Tone, cut, text};

/// A terminal of which nobody knows how large it is.
const USUAL: (usize, usize) = (24, 80);

/// A line with the colours of a terminal that has any.
pub fn painted(line: &Line, has_colors: bool) -> String {
    let style = |tone| match tone {
        Tone::Plain => Style::new(),
        Tone::Head => Style::new().bold(),
        Tone::Quiet => Style::new().dim(),
        Tone::Good => Style::new().fg(Color::Green),
        Tone::Warning => Style::new().fg(Color::Yellow),
        Tone::Bad => Style::new().fg(Color::Red).bold(),
    };
    let one = |s: &fz_engines::table::Span| match s.text().trim().is_empty() {
        true => s.text().to_owned(),
        false => style(s.tone)
            .force_styling(has_colors)
            .apply_to(s.text())
            .to_string(),
    };
    let painted: String = line.iter().map(one).collect();
    painted.trim_end().to_owned()
}

/// Prints lines once, with colours if somebody looks.
pub fn print(lines: &[Line]) -> io::Result<()> {
    let mut out = terminal::styled();
    let has_colors = console::colors_enabled();
    lines
        .iter()
        .try_for_each(|line| writeln!(out, "{}", painted(line, has_colors)))
}

/// How wide the standard output is, if it is a terminal.
pub fn width() -> Option<usize> {
    terminal::is_terminal().then(|| size(&Term::stdout()).1)
}

/// Rows and columns.
fn size(term: &Term) -> (usize, usize) {
    let known = term
        .size_checked()
        .filter(|(rows, columns)| *rows > 0 && *columns > 0);
    known.map_or(USUAL, |(rows, columns)| {
        (usize::from(rows), usize::from(columns))
    })
}

/// Draws below what was printed before. What was drawn is gone when it is dropped, whatever ends the command.
pub struct Screen {
    term: Term,
    has_colors: bool,
    /// How wide each of the lines is that are there now.
    drawn: Vec<usize>,
}

impl Screen {
    /// `None`: the stream is no terminal that can draw.
    pub fn of(term: Term) -> Option<Screen> {
        draws(&term).then(|| Screen {
            has_colors: term.features().colors_supported() && console::colors_enabled_stderr(),
            term,
            drawn: Vec::new(),
        })
    }

    /// Rows and columns that lines have: the cursor stands in a row below them.
    pub fn room(&self) -> (usize, usize) {
        let (rows, columns) = size(&self.term);
        (rows.saturating_sub(1).max(1), columns)
    }

    /// In one piece, so that nothing flickers.
    pub fn draw(&mut self, lines: &[Line]) {
        let (rows, columns) = self.room();
        let lines: Vec<Line> = lines
            .iter()
            .take(rows)
            .map(|l| cut(l.clone(), columns))
            .collect();
        let mut all = self.home(columns);
        for line in &lines {
            all += &painted(line, self.has_colors);
            all += "\x1b[K\r\n";
        }
        all += "\x1b[J";
        self.drawn = lines
            .iter()
            .map(|l| measure_text_width(text(l).trim_end()))
            .collect();
        self.write(&all);
    }

    /// To where the first line stands. Lines that were drawn when the terminal was wider take several rows now.
    fn home(&self, columns: usize) -> String {
        let rows = self
            .drawn
            .iter()
            .map(|wide| wide.div_ceil(columns.max(1)).max(1));
        match rows.sum::<usize>() {
            0 => String::new(),
            up => format!("\r\x1b[{up}A"),
        }
    }

    fn write(&self, all: &str) {
        // A terminal that is gone needs nothing.
        let _ = (&self.term).write_all(all.as_bytes());
        let _ = self.term.flush();
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // What a panic says stands below by now.
        if !std::thread::panicking() {
            let clear = self.home(size(&self.term).1) + "\x1b[J";
            self.write(&clear);
        }
    }
}

/// Whether lines can be drawn over others.
pub fn draws(term: &Term) -> bool {
    term.features().is_attended() && env::has_moving_cursor()
}

#[cfg(test)]
mod tests {
    use fz_engines::table::{plain, span};

    use super::*;

    #[test]
    fn colours_are_for_terminals_that_have_them() {
        let line = vec![plain("a "), span(Tone::Bad, "b"), span(Tone::Good, "  ")];
        assert_eq!(painted(&line, false), "a b");
        assert_eq!(painted(&line, true), "a \u{1b}[31m\u{1b}[1mb\u{1b}[0m");
    }
}
