//! Tables for people: columns as wide as what is in them, whole columns left out where a terminal is too narrow, and what
//! stands out marked by what it means.

use crate::words::visible;
use console::{measure_text_width, truncate_str};

/// What a text means. Whoever draws it chooses the colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    #[default]
    Plain,
    /// A heading.
    Head,
    /// Of less interest.
    Quiet,
    /// It was reached, or is as it should be.
    Reached,
    /// In part, or worth a look.
    Partly,
    /// It was not reached, or is wrong.
    Missed,
    Crash,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Nothing in it acts on a terminal.
    text: String,
    pub tone: Tone,
}

/// What stands in one line.
pub type Line = Vec<Span>;

impl Span {
    pub fn text(&self) -> &str {
        &self.text
    }
}

pub fn span(tone: Tone, text: impl AsRef<str>) -> Span {
    Span {
        text: visible(text.as_ref()),
        tone,
    }
}

pub fn plain(text: impl AsRef<str>) -> Span {
    span(Tone::Plain, text)
}

/// The text of a line.
pub fn text(line: &[Span]) -> String {
    line.iter().map(|s| s.text.as_str()).collect()
}

/// In as many lines as it takes, each within the room that there is; those after the first begin with `indent` spaces.
pub fn wrapped(line: Line, indent: usize, most: Option<usize>) -> Vec<Line> {
    let Some(most) = most else {
        return vec![line];
    };
    // Where little is left beside them, the spaces go.
    let indent = if indent * 3 > most * 2 { 0 } else { indent };
    let mut all = vec![Line::new()];
    let mut wide = 0;
    for one in line {
        for word in one.text().split_inclusive(' ') {
            let width = measure_text_width(word);
            if wide > indent && wide + measure_text_width(word.trim_end()) > most {
                all.push(vec![plain(" ".repeat(indent))]);
                wide = indent;
            }
            wide += width;
            let last = all.last_mut().expect("there is one");
            last.push(span(one.tone, word));
        }
    }
    let whole = |mut line: Line| {
        // The space between two lines needs no room.
        if let Some(last) = line.last_mut() {
            last.text.truncate(last.text.trim_end().len());
        }
        cut(line, most)
    };
    all.into_iter().map(whole).collect()
}

/// No wider than that: what is cut ends with `…`.
pub fn cut(line: Line, most: usize) -> Line {
    let mut left = most;
    let mut cut = Line::new();
    for one in line {
        let wide = measure_text_width(&one.text);
        let fits = wide <= left;
        if left == 0 && wide > 0 {
            break;
        }
        cut.push(Span {
            text: truncate_str(&one.text, left, "…").into_owned(),
            ..one
        });
        if !fits {
            break;
        }
        left -= wide;
    }
    cut
}

pub struct Column<'a> {
    pub head: &'a str,
    /// Numbers stand below each other.
    pub is_right: bool,
    /// Where there is no room, the columns with the largest go first; 0 stays.
    pub goes: u8,
}

pub const fn column(head: &str, is_right: bool, goes: u8) -> Column<'_> {
    Column {
        head,
        is_right,
        goes,
    }
}

const GAP: &str = "  ";

/// The rows below a line of headings, no wider than `most`. A column that is empty everywhere is left out.
pub fn lines(columns: &[Column], rows: &[Vec<Span>], most: Option<usize>) -> Vec<Line> {
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at));
        let widest = cells.map(|c| measure_text_width(&c.text)).max();
        match widest.unwrap_or(0) {
            0 => 0,
            wide => wide.max(measure_text_width(columns[at].head)),
        }
    };
    let mut widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let mut order: Vec<usize> = (0..columns.len())
        .filter(|c| columns[*c].goes > 0)
        .collect();
    order.sort_by_key(|c| std::cmp::Reverse(columns[*c].goes));
    let mut order = order.into_iter();
    let all = |widths: &[usize]| -> usize {
        let shown = widths.iter().filter(|w| **w > 0);
        shown
            .map(|w| w + GAP.len())
            .sum::<usize>()
            .saturating_sub(GAP.len())
    };
    while most.is_some_and(|most| all(&widths) > most) {
        let Some(next) = order.next() else { break };
        widths[next] = 0;
    }
    let heads: Vec<Span> = columns.iter().map(|c| span(Tone::Quiet, c.head)).collect();
    let shown: Vec<usize> = (0..columns.len()).filter(|c| widths[*c] > 0).collect();
    let line = |cells: &Vec<Span>| {
        let mut line = Line::new();
        for (nth, at) in shown.iter().enumerate() {
            let cell = cells.get(*at).cloned().unwrap_or_default();
            let room = " ".repeat(widths[*at].saturating_sub(measure_text_width(&cell.text)));
            let is_last = nth + 1 == shown.len();
            let text = match (columns[*at].is_right, is_last) {
                (true, _) => room + &cell.text,
                (false, true) => cell.text,
                (false, false) => cell.text + &room,
            };
            if nth > 0 {
                line.push(plain(GAP));
            }
            line.push(span(cell.tone, text));
        }
        match most {
            Some(most) => cut(line, most),
            None => line,
        }
    };
    std::iter::once(&heads).chain(rows).map(line).collect()
}

/// [`lines`], of which those that are too wide go on below their last column.
pub fn folded(columns: &[Column], rows: &[Vec<Span>], most: Option<usize>) -> Vec<Line> {
    let all = lines(columns, rows, None);
    let before = all.first().and_then(|head| head.split_last());
    let indent = before.map_or(0, |(_, before)| measure_text_width(&text(before)));
    let all = all.into_iter();
    all.flat_map(|line| wrapped(line, indent, most)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [Column<'static>; 3] = [
        column("name", false, 0),
        column("many", true, 2),
        column("last", false, 1),
    ];

    fn shown(rows: &[[&str; 3]], most: Option<usize>) -> Vec<String> {
        let rows: Vec<Vec<Span>> = rows
            .iter()
            .map(|r| r.iter().map(|c| plain(*c)).collect())
            .collect();
        let lines = lines(&COLUMNS, &rows, most);
        lines
            .iter()
            .map(|l| text(l).trim_end().to_owned())
            .collect()
    }

    #[test]
    fn columns_are_as_wide_as_what_is_in_them_and_go_whole() {
        let rows = [["a", "12,345", "now"], ["窓窓", "1", ""]];
        assert_eq!(
            shown(&rows, None),
            ["name    many  last", "a     12,345  now", "窓窓       1"]
        );
        assert_eq!(shown(&rows, Some(12)), ["name  last", "a     now", "窓窓"]);
        assert_eq!(shown(&rows, Some(4)), ["name", "a", "窓窓"]);
        assert_eq!(shown(&rows, Some(3)), ["na…", "a", "窓…"]);
        assert_eq!(shown(&[["a", "", "b"]], None), ["name  last", "a     b"]);
    }

    #[test]
    fn a_row_goes_on_below_its_last_column() {
        let row = |last| vec![plain("a"), plain("1"), plain(last)];
        let folded = folded(&COLUMNS, &[row("now and later"), row("now")], Some(20));
        let folded: Vec<String> = folded
            .iter()
            .map(|l| text(l).trim_end().to_owned())
            .collect();
        assert_eq!(
            folded,
            [
                "name  many  last",
                "a        1  now and",
                "            later",
                "a        1  now"
            ]
        );
    }

    #[test]
    fn a_line_goes_on_below_where_the_room_ends() {
        let line = vec![span(Tone::Missed, "WRONG  "), plain("no clang 19 is here")];
        let of = |most| -> Vec<String> {
            let lines = wrapped(line.clone(), 7, most);
            lines
                .iter()
                .map(|l| text(l).trim_end().to_owned())
                .collect()
        };
        assert_eq!(of(None), ["WRONG  no clang 19 is here"]);
        assert_eq!(of(Some(26)), ["WRONG  no clang 19 is here"]);
        assert_eq!(of(Some(18)), ["WRONG  no clang 19", "       is here"]);
        assert_eq!(of(Some(9)), ["WRONG  no", "clang 19", "is here"]);
    }

    #[test]
    fn a_line_is_cut_where_the_room_ends() {
        let line = vec![plain("ab"), span(Tone::Missed, "cdef"), plain("g")];
        let of = |most| text(&cut(line.clone(), most));
        assert_eq!(
            (of(9), of(7), of(4)),
            ("abcdefg".into(), "abcdefg".into(), "abc…".into())
        );
        assert_eq!((of(2), of(0)), ("ab".to_owned(), String::new()));
    }
}
