//! Lines on a terminal that are drawn again in the place of the last ones.

use std::io::Write;

use console::{Term, measure_text_width};
use fz_base::{
    env,
    palette::painted,
    table::{Line, cut, text},
    terminal::size,
};

/// Draws below what was printed before. What was drawn is gone when it is dropped, whatever ends the command.
pub struct Screen {
    term: Term,
    has_colors: bool,
    /// How wide each of the lines is that are there now.
    drawn: Vec<usize>,
}

impl Screen {
    /// `None`: the stream is not a terminal that can draw.
    pub fn of(term: Term) -> Option<Screen> {
        draws(&term).then(|| Screen {
            has_colors: term.features().colors_supported() && env::wants_colors(),
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
