//! Puts a unit's tokens on lines, and says of each line where its tokens come from.

use std::fmt::Write;

use fz_abi::coverage::origin::HEADER;

use crate::breaks::Breaks;
use crate::source::{NOWHERE, Source, Span};
use crate::table::{Kept, Table, Token};
use crate::{Unit, field};

/// Data wraps behind a comma from here on.
const WIDTH: usize = 100;
/// Nothing is indented further.
const DEEPEST: usize = 24;

pub fn lay_out(
    unit: &Unit,
    text: &[u8],
    table: &Table,
    source: &Source,
    breaks: &Breaks,
    data: &[Span],
) -> (Vec<u8>, String) {
    let mut page = Page {
        name: unit.layout_name,
        text: Vec::with_capacity(text.len() + text.len() / 4),
        lines: 0,
        start: 0,
        marked: false,
        origin: format!("{HEADER}\n"),
        row: 0,
    };
    let path = unit.name.to_string_lossy();
    page.origin.push_str(&table.rows);
    page.origin.push_str(&format!("U\t{}\n", field(&path)));
    page.origin
        .push_str(&format!("N\t{}\n", field(unit.layout_name)));
    // Compilers take what a preprocessed file was made of from its first line.
    page.marker(1, &path);
    let mut kept = table.kept.iter().peekable();
    let mut data = data.iter().peekable();
    let mut depth: usize = 0;
    let mut deeper = 0;
    for (at, token) in (0u32..).zip(&table.tokens) {
        while let Some(piece) = kept.next_if(|k| k.before == at) {
            page.keep(text, piece);
        }
        let word = source.word(at);
        let (closes, opens) = (
            matches!(word, b")" | b"]" | b"}"),
            matches!(word, b"(" | b"[" | b"{"),
        );
        depth = depth.saturating_sub(usize::from(closes));
        deeper += breaks.deeper(at);
        let wraps = page.width() > WIDTH
            && at > 0
            && source.is(at - 1, b",")
            && (source.is_inside(at, b"{") || source.inside(at) == NOWHERE);
        if breaks.is(at) || wraps {
            page.end_line();
        }
        let parted = at > 0 && {
            let before = &table.tokens[at as usize - 1];
            before.offset + before.length < token.offset
        };
        // In parentheses it is deeper anyway.
        let is_part = breaks.is_part(at) && !source.is_inside(at, b"(");
        let depth_here = depth + deeper as usize + usize::from(is_part);
        let place = page.token(word, depth_here, parted);
        while data.next_if(|d| d.end <= at).is_some() {}
        let is_data = data.peek().is_some_and(|d| d.start <= at);
        page.came_from(place, token, is_data);
        depth += usize::from(opens);
    }
    for piece in kept {
        page.keep(text, piece);
    }
    page.end_line();
    (page.text, page.origin)
}

struct Page<'a> {
    name: &'a str,
    text: Vec<u8>,
    /// How many are complete.
    lines: usize,
    /// Where the current one starts.
    start: usize,
    /// Whether the lines that follow are said to be the unit's own.
    marked: bool,
    origin: String,
    /// The line that the origin's last rows are of.
    row: usize,
}

impl Page<'_> {
    fn width(&self) -> usize {
        self.text.len() - self.start
    }

    fn end_line(&mut self) {
        if self.width() > 0 {
            self.text.push(b'\n');
            self.lines += 1;
            self.start = self.text.len();
        }
    }

    fn append(&mut self, piece: &[u8]) {
        self.text.extend_from_slice(piece);
        if let Some(last) = memchr::memrchr(b'\n', piece) {
            self.lines += memchr::memchr_iter(b'\n', piece).count();
            self.start = self.text.len() - (piece.len() - last - 1);
        }
    }

    fn marker(&mut self, line: usize, name: &str) {
        let name = name.replace('\\', "\\\\").replace('"', "\\\"");
        self.append(format!("# {line} \"{name}\"\n").as_bytes());
    }

    /// What stays as it is: lines of system headers, pragmas; or a piece of a line.
    fn keep(&mut self, text: &[u8], piece: &Kept) {
        let words = &text[piece.offset as usize..piece.end as usize];
        if !words.ends_with(b"\n") {
            if !self.begin(0) {
                self.text.push(b' ');
            }
            self.append(words);
            return;
        }
        self.end_line();
        if words.starts_with(b"# ") {
            self.marked = false;
        } else {
            self.mark();
        }
        self.append(words);
    }

    fn mark(&mut self) {
        if !self.marked {
            // The next line but one, counted from 1.
            self.marker(self.lines + 2, self.name);
            self.marked = true;
        }
    }

    /// Indents, if nothing is on the line yet.
    fn begin(&mut self, depth: usize) -> bool {
        self.mark();
        let begins = self.width() == 0;
        if begins {
            let depth = (2 * depth).min(DEEPEST);
            self.text.extend(std::iter::repeat_n(b' ', depth));
        }
        begins
    }

    /// Where it stands now: line and column.
    fn token(&mut self, word: &[u8], depth: usize, parted: bool) -> (usize, usize) {
        let begins = self.begin(depth);
        // In the first column a hash would be a directive.
        if if begins { word == b"#" } else { parted } {
            self.text.push(b' ');
        }
        let place = (self.lines + 1, self.width() + 1);
        self.append(word);
        place
    }

    fn came_from(&mut self, (line, column): (usize, usize), token: &Token, is_data: bool) {
        if self.row == line && is_data {
            return;
        }
        if self.row != line {
            self.row = line;
            self.push_origin(format_args!("L\t{line}\n"));
        }
        let Token {
            file,
            line,
            column: spelled,
            ..
        } = token;
        self.push_origin(format_args!("T\t{column}\t{file}\t{line}\t{spelled}\t"));
        match token.expansion {
            Some(number) => self.push_origin(format_args!("{number}\n")),
            None => self.origin.push_str("-\n"),
        }
    }

    fn push_origin(&mut self, words: std::fmt::Arguments) {
        self.origin.write_fmt(words).expect("a string takes all");
    }
}
