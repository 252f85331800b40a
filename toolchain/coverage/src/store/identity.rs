//! Rows of identities.

use std::collections::HashMap;

use anyhow::{Context, Result};
use rusqlite::types::Value;

use super::table::Row;
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

/// Behind its number; `functions`: how many there are.
pub fn read(row: &mut Row, functions: usize, texts: &[String]) -> Result<Identity> {
    let key = row.integer()? as u64;
    let kind = Kind::of(row.integer()?).context("it is damaged: an identity is of no kind")?;
    let function = usize::try_from(row.integer()?).ok();
    let function = function.filter(|f| *f < functions);
    Ok(Identity {
        key,
        kind,
        function: function.context("it is damaged: an identity is of no function")?,
        place: place(row, texts)?,
        end: None,
        spelled: place(row, texts)?,
        expansion: optional(row, texts)?,
        text: text(row, texts)?,
        outcome: text(row, texts)?,
        nth: u32::try_from(row.integer()?)?,
        is_unstable: row.integer()? != 0,
    })
}

fn place(row: &mut Row, texts: &[String]) -> Result<Option<Place>> {
    let file = optional(row, texts)?;
    let (line, column) = (row.take()?, row.take()?);
    Ok(match (file, line, column) {
        (Some(file), Value::Integer(line), Value::Integer(column)) => Some(Place {
            file,
            line: u32::try_from(line)?,
            column: u32::try_from(column)?,
        }),
        _ => None,
    })
}

fn text(row: &mut Row, texts: &[String]) -> Result<String> {
    optional(row, texts)?.context("it is damaged: an identity lacks a text")
}

fn optional(row: &mut Row, texts: &[String]) -> Result<Option<String>> {
    let Value::Integer(number) = row.take()? else {
        return Ok(None);
    };
    let text = usize::try_from(number).ok().and_then(|n| texts.get(n));
    let text = text.context("it is damaged: an identity has a text that is not there")?;
    Ok(Some(text.clone()))
}
