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
        roles: Vec::new(),
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
        page.came_from(place, word, token, is_data);
        depth += usize::from(opens);
    }
    for piece in kept {
        page.keep(text, piece);
    }
    page.end_line();
    page.end_row();
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
    /// Its tokens so far: their columns, and what they are to it.
    roles: Vec<(usize, Role)>,
}

/// What a token is to the line that it stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It ends or parts what is around it.
    Part,
    Opens,
    Closes,
    Own,
}

impl Role {
    fn of(word: &[u8]) -> Role {
        match word {
            b";" | b"," | b"&&" | b"||" | b"?" | b":" => Role::Part,
            b"(" | b"[" | b"{" => Role::Opens,
            b")" | b"]" | b"}" => Role::Closes,
            _ => Role::Own,
        }
    }
}

/// The first and the last token that are the line's own. A bracket is if its other one is there.
fn own(roles: &[(usize, Role)]) -> Option<(usize, usize)> {
    let mut is_own: Vec<bool> = roles.iter().map(|(_, r)| *r == Role::Own).collect();
    let mut open = Vec::new();
    for (at, (_, role)) in roles.iter().enumerate() {
        match role {
            Role::Opens => open.push(at),
            Role::Closes => {
                if let Some(other) = open.pop() {
                    (is_own[at], is_own[other]) = (true, true);
                }
            }
            Role::Part | Role::Own => {}
        }
    }
    let first = is_own.iter().position(|is_own| *is_own)?;
    let last = is_own.iter().rposition(|is_own| *is_own)?;
    Some((roles[first].0, roles[last].0))
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

    fn came_from(
        &mut self,
        (line, column): (usize, usize),
        word: &[u8],
        token: &Token,
        is_data: bool,
    ) {
        if self.row == line && is_data {
            return;
        }
        if self.row != line {
            self.end_row();
            self.row = line;
            self.push_origin(format_args!("L\t{line}\n"));
        }
        self.roles.push((column, Role::of(word)));
        let Token {
            file,
            line,
            column: spelled,
            ..
        } = token;
        self.push_origin(format_args!("T\t{column}\t{file}\t{line}\t{spelled}\t"));
        match token.expansion {
            Some(number) => self.push_origin(format_args!("{number}")),
            None => self.origin.push('-'),
        }
        // A raw string has lines.
        let more = memchr::memchr_iter(b'\n', word).count();
        let end = match memchr::memrchr(b'\n', word) {
            Some(last) => word.len() - last,
            None => *spelled as usize + word.len(),
        };
        self.push_origin(format_args!("\t{}\t{end}\n", *line as usize + more));
    }

    /// Says which part of the line is its own.
    fn end_row(&mut self) {
        if let Some((first, last)) = own(&self.roles) {
            self.push_origin(format_args!("E\t{first}\t{last}\n"));
        }
        self.roles.clear();
    }

    fn push_origin(&mut self, words: std::fmt::Arguments) {
        self.origin.write_fmt(words).expect("a string takes all");
    }
}

#[cfg(test)]
mod tests {
    use super::{Role, own};

    #[test]
    fn what_parts_and_ends_is_not_a_lines_own() {
        let part = |line: &str| {
            let words = line.split(' ').zip(1..);
            let roles: Vec<_> = words.map(|(w, at)| (at, Role::of(w.as_bytes()))).collect();
            own(&roles)
        };
        assert_eq!(part("! f )"), Some((1, 2)));
        assert_eq!(part("( b != 0 ) ) ;"), Some((1, 5)));
        assert_eq!(part("argc > 1 ?"), Some((1, 3)));
        assert_eq!(part("m += sum ("), Some((1, 3)));
        assert_eq!(part(", c ) ;"), Some((2, 2)));
        assert_eq!(part("}"), None);
    }
}
