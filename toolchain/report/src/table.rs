//! Tables, and how terminals, Markdown, CSV and JSON have them.

use fz_base::table;
use fz_base::{numbers, words::visible};
use serde_json::{Map, Value, json};

use crate::{
    markdown::{code, escaped},
    measure::Count,
};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Their titles.
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// What is shown, and what a program reads.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Text(String),
    /// A file, perhaps with a line.
    Place(String),
    /// Of a program, or a name of others.
    Code(String),
    /// What is made of numbers.
    Figure(String),
    Count(usize),
    /// With so many digits behind the point.
    Number(f64, usize),
    Percent(f64),
    /// So many of so many.
    Part(usize, usize),
    /// Of what can be reached.
    Covered(Count),
    None,
}

impl Cell {
    pub fn text(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }

    pub fn optional<T>(value: Option<T>, cell: impl Fn(T) -> Cell) -> Cell {
        value.map_or(Cell::None, cell)
    }

    pub fn shown(&self) -> String {
        match self {
            Cell::Text(text) | Cell::Place(text) | Cell::Code(text) | Cell::Figure(text) => {
                text.clone()
            }
            Cell::Count(n) => numbers::count(*n),
            Cell::Number(n, digits) => format!("{n:.digits$}"),
            Cell::Percent(n) => numbers::share(*n),
            Cell::Part(_, 0) | Cell::Covered(Count { reachable: 0, .. }) | Cell::None => {
                "–".to_owned()
            }
            Cell::Part(part, all)
            | Cell::Covered(Count {
                reached: part,
                reachable: all,
                ..
            }) => {
                format!("{} of {}", numbers::count(*part), numbers::count(*all))
            }
        }
    }

    fn markdown(&self) -> String {
        match self {
            Cell::Place(text) | Cell::Code(text) => code(text),
            other => escaped(&other.shown()),
        }
    }

    fn csv(&self) -> String {
        match self {
            Cell::Text(text) | Cell::Place(text) | Cell::Code(text) | Cell::Figure(text) => {
                inert(text)
            }
            Cell::Part(_, 0) => "–".to_owned(),
            Cell::Part(part, all) => format!("{part}/{all}"),
            Cell::Covered(count) => format!("{}/{}", count.reached, count.reachable),
            Cell::None => String::new(),
            other => other.json().to_string(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Cell::Text(text) | Cell::Place(text) | Cell::Code(text) | Cell::Figure(text) => {
                text.as_str().into()
            }
            Cell::Count(n) => (*n).into(),
            Cell::Number(n, _) | Cell::Percent(n) => (*n).into(),
            Cell::Part(part, all) => json!({"reached": part, "all": all}),
            Cell::Covered(count) => json!(count),
            Cell::None => Value::Null,
        }
    }
}

/// A text of others in a table: what is hidden in it is shown, and programs for tables take it for no formula.
fn inert(text: &str) -> String {
    let shown = visible(text);
    match shown.starts_with(['=', '+', '-', '@']) {
        true => format!("'{shown}"),
        false => shown,
    }
}

impl Table {
    /// With columns of these titles: `side | runs | a run`.
    pub fn new(titles: &str) -> Table {
        Table {
            columns: titles.split('|').map(|t| t.trim().to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    pub fn add(&mut self, title: &str) {
        self.columns.push(title.to_owned());
    }

    /// Whether a column has numbers, which stand below each other.
    pub fn is_number(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().map(|row| &row[column]);
        !cells.any(|c| matches!(c, Cell::Text(_) | Cell::Place(_) | Cell::Code(_)))
    }

    pub fn with(mut self, rows: impl IntoIterator<Item = Vec<Cell>>) -> Table {
        self.rows.extend(rows);
        self
    }

    /// For terminals.
    pub fn text(&self) -> String {
        let columns = self.columns.iter().enumerate();
        let columns = columns.map(|(at, head)| table::column(head, self.is_number(at), 0));
        let columns: Vec<table::Column> = columns.collect();
        let rows = self.rows.iter();
        let rows = rows.map(|row| row.iter().map(|c| table::plain(c.shown())).collect());
        let rows: Vec<Vec<table::Span>> = rows.collect();
        let lines = table::lines(&columns, &rows, None);
        let lines = lines.iter().map(|line| format!("  {}", table::text(line)));
        lines
            .map(|line| line.trim_end().to_owned() + "\n")
            .collect()
    }

    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut out = line(self.columns.iter().map(|c| escaped(c)).collect());
        let rules = (0..self.columns.len()).map(|at| match self.is_number(at) {
            true => "---:".to_owned(),
            false => "---".to_owned(),
        });
        out += &line(rules.collect());
        for row in &self.rows {
            out += &line(row.iter().map(Cell::markdown).collect());
        }
        out
    }

    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let head = writer.write_record(&self.columns);
        head.expect("memory is written to");
        for row in &self.rows {
            let row = writer.write_record(row.iter().map(Cell::csv));
            row.expect("rows are as long as the head");
        }
        let bytes = writer.into_inner().expect("memory is written to");
        String::from_utf8(bytes).expect("texts are written")
    }

    /// An object a row.
    pub fn json(&self) -> Value {
        let row = |row: &Vec<Cell>| {
            let cells = self.columns.iter().zip(row);
            let cells = cells.map(|(c, cell)| (c.replace(' ', "-"), cell.json()));
            Value::Object(Map::from_iter(cells))
        };
        self.rows.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_stay_tables_whatever_is_in_them() {
        let text = "a || `b` < c\u{202e}\n".to_owned();
        let rows = [vec![Cell::Count(12345), Cell::Code(text)]];
        let table = Table::new("inputs | condition").with(rows);
        assert_eq!(
            table.markdown(),
            "| inputs | condition |\n| ---: | --- |\n| 12,345 | <code>a &#124;&#124; &#96;b&#96; &#60; c⟪U+202E⟫⟪U+000A⟫</code> |\n"
        );
        assert_eq!(
            table.text(),
            "  inputs  condition\n  12,345  a || `b` < c⟪U+202E⟫⟪U+000A⟫\n"
        );
        // Sides' names are in heads.
        let head = Table {
            columns: vec!["runs of <b>|`".to_owned()],
            rows: Vec::new(),
        }
        .markdown();
        assert_eq!(head.matches('|').count(), 4, "{head}");
        assert!(!head.contains(['<', '`']), "{head}");
    }

    #[test]
    fn programs_read_what_people_do() {
        let count = Count {
            reached: 3,
            reachable: 5,
            all: 7,
        };
        let rows = [vec![
            Cell::Place("=a.c".to_owned()),
            Cell::Covered(count),
            Cell::Percent(12.34),
        ]];
        let table = Table::new("file | lines | a run").with(rows);
        assert_eq!(table.csv(), "file,lines,a run\n'=a.c,3/5,12.34\n");
        assert_eq!(
            table.json(),
            json!([{"file": "=a.c", "lines": {"reached": 3, "reachable": 5, "all": 7}, "a-run": 12.34}])
        );
        assert_eq!(
            table.text(),
            "  file   lines   a run\n  =a.c  3 of 5  12.3 %\n"
        );
    }
}
