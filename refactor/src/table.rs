//! The table that `fz-expand` writes ([`fz_abi::coverage::tokens`]), read.

use std::path::Path;

use fz_abi::coverage::tokens::HEADER;

use crate::Refusal;

/// A token of the user's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    pub offset: u32,
    pub length: u32,
    pub file: u32,
    pub line: u32,
    pub column: u32,
    pub expansion: Option<u32>,
}

/// Text that stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    pub offset: u32,
    pub end: u32,
    /// How many tokens stand in front of it.
    pub before: u32,
}

#[derive(Debug, Default)]
pub struct Table {
    /// The rows of files and macros, as they are.
    pub rows: String,
    pub tokens: Vec<Token>,
    pub kept: Vec<Kept>,
}

impl Table {
    pub fn read(path: &Path) -> Result<Table, Refusal> {
        let rows = std::fs::read_to_string(path).map_err(|e| Refusal::file(path, e))?;
        Table::parse(&rows).map_err(|line| {
            Refusal::file(
                path,
                format!("line {line} is not a row that fz-expand writes"),
            )
        })
    }

    /// The number of the line that is wrong, if one is.
    fn parse(text: &str) -> Result<Table, usize> {
        let mut table = Table::default();
        let mut lines = text.lines().zip(1usize..);
        match lines.next() {
            Some((HEADER, _)) => {}
            _ => return Err(1),
        }
        for (line, number) in lines {
            table.row(line).ok_or(number)?;
        }
        Ok(table)
    }

    /// Whether the rows go through the text in its order.
    pub fn fits(&self, text: &[u8]) -> Result<(), &'static str> {
        let mut kept = self.kept.iter().peekable();
        let mut end = 0;
        let mut follows = |from: u32, to: u32| {
            let follows = end <= from && from < to;
            end = to;
            follows
        };
        for (number, token) in (0u32..).zip(&self.tokens) {
            while let Some(k) = kept.next_if(|k| k.before == number) {
                if !follows(k.offset, k.end) {
                    return Err("what is kept stands in what is before it");
                }
            }
            if !follows(token.offset, token.offset.saturating_add(token.length)) {
                return Err("a token stands in what is before it");
            }
        }
        if !kept.all(|k| follows(k.offset, k.end)) || end as usize > text.len() {
            return Err("it is of another text");
        }
        Ok(())
    }

    fn row(&mut self, line: &str) -> Option<()> {
        let mut fields = line.split('\t');
        match fields.next()? {
            "T" => {
                let mut next = || fields.next()?.parse().ok();
                let token = Token {
                    offset: next()?,
                    length: next()?,
                    file: next()?,
                    line: next()?,
                    column: next()?,
                    expansion: match fields.next()? {
                        "-" => None,
                        number => Some(number.parse().ok()?),
                    },
                };
                self.tokens.push(token);
            }
            "S" => {
                let mut next = || fields.next()?.parse().ok();
                self.kept.push(Kept {
                    offset: next()?,
                    end: next()?,
                    before: self.tokens.len() as u32,
                });
            }
            "F" | "M" => {
                self.rows.push_str(line);
                self.rows.push('\n');
            }
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_in_their_order() {
        let text = "fz-tokens 2\nF\ta.c\t0f\nS\t0\t9\nM\t0\t3\t4\tX\t-\t3\t5\nT\t10\t2\t0\t3\t4\t0\nT\t12\t1\t0\t3\t6\t-\nS\t14\t20\n";
        let table = Table::parse(text).unwrap();
        assert_eq!(table.rows, "F\ta.c\t0f\nM\t0\t3\t4\tX\t-\t3\t5\n");
        assert_eq!(table.tokens.len(), 2);
        assert_eq!(table.tokens[0].expansion, Some(0));
        assert_eq!(table.tokens[1].column, 6);
        assert_eq!(table.kept[0].before, 0);
        assert_eq!((table.kept[1].before, table.kept[1].end), (2, 20));
    }

    #[test]
    fn a_row_that_is_cut_off_is_refused() {
        assert_eq!(Table::parse("fz-tokens 2\nT\t1\t2\t3\n").unwrap_err(), 2);
        assert_eq!(Table::parse("fz-tokens 1\n").unwrap_err(), 1);
    }
}
