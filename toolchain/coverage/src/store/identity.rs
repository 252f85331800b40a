//! Rows of identities.

use std::collections::HashMap;

use anyhow::{Context, Result, ensure};
use rusqlite::types::Value;

use super::table::{Row, place};
use crate::identities::{Identity, Kind, Place};

/// Texts by number: a file's name stands in thousands of rows.
#[derive(Default)]
pub struct Texts<'a> {
    pub all: Vec<&'a str>,
    numbers: HashMap<&'a str, i64>,
}

impl<'a> Texts<'a> {
    fn number(&mut self, text: &'a str) -> Value {
        let next = self.all.len() as i64;
        let number = *self.numbers.entry(text).or_insert(next);
        if number == next {
            self.all.push(text);
        }
        number.into()
    }
}

pub fn write<'a>(identity: &'a Identity, number: usize, texts: &mut Texts<'a>) -> Vec<Value> {
    let mut row = vec![
        (number as i64).into(),
        (identity.key as i64).into(),
        (identity.kind as i64).into(),
        (identity.function as i64).into(),
    ];
    for place in [&identity.place, &identity.spelled] {
        row.extend(match place {
            Some(place) => [
                texts.number(&place.file),
                place.line.into(),
                place.column.into(),
            ],
            None => [Value::Null, Value::Null, Value::Null],
        });
    }
    let expansion = identity.expansion.as_deref();
    row.extend([
        expansion.map_or(Value::Null, |e| texts.number(e)),
        texts.number(&identity.text),
        texts.number(&identity.outcome),
        identity.nth.into(),
        i64::from(identity.is_unstable).into(),
    ]);
    row
}

/// Texts as they are read. Each identity has copies of what it names, and a small file may have many that name a long one.
#[derive(Default)]
pub struct Said {
    all: Vec<String>,
    copied: usize,
    identities: usize,
}

/// The bytes of all copies may be so many, and for each identity so many more.
const COPIED: usize = 256 << 20;
const COPIED_OF_EACH: usize = 1 << 10;

impl Said {
    pub fn add(&mut self, text: String) {
        self.all.push(text);
    }

    fn optional(&mut self, row: &mut Row) -> Result<Option<String>> {
        let Some(number) = row.optional()? else {
            return Ok(None);
        };
        let text = usize::try_from(number).ok().and_then(|n| self.all.get(n));
        let text = text.context("it is damaged: an identity has a text that is not there")?;
        self.copied += text.len();
        ensure!(
            self.copied <= COPIED + COPIED_OF_EACH * self.identities,
            "its first {} identities have texts of {} bytes, which no program has",
            self.identities,
            self.copied
        );
        Ok(Some(text.clone()))
    }

    fn text(&mut self, row: &mut Row) -> Result<String> {
        let text = self.optional(row)?;
        text.context("it is damaged: an identity lacks a text")
    }

    fn place(&mut self, row: &mut Row) -> Result<Option<Place>> {
        let file = self.optional(row)?;
        Ok(match (file, row.optional()?, row.optional()?) {
            (Some(file), Some(line), Some(column)) => Some(Place {
                file,
                line: place(line)?,
                column: place(column)?,
            }),
            _ => None,
        })
    }
}

/// Behind its number; `functions`: how many there are.
pub fn read(row: &mut Row, functions: usize, said: &mut Said) -> Result<Identity> {
    said.identities += 1;
    let key = row.integer()? as u64;
    let kind = Kind::of(row.integer()?).context("it is damaged: an identity is of no kind")?;
    let function = usize::try_from(row.integer()?).ok();
    let function = function.filter(|f| *f < functions);
    Ok(Identity {
        key,
        kind,
        function: function.context("it is damaged: an identity is of no function")?,
        place: said.place(row)?,
        end: None,
        spelled: said.place(row)?,
        expansion: said.optional(row)?,
        text: said.text(row)?,
        outcome: said.text(row)?,
        nth: u32::try_from(row.integer()?).context("it is damaged: a number is too large")?,
        is_unstable: row.integer()? != 0,
    })
}
