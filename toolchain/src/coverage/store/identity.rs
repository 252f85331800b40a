//! Rows of identities.

use anyhow::{Context, Result};
use rusqlite::types::Value;

use super::table::{Row, text};
use crate::coverage::identities::{Identity, Kind, Place};

pub fn write(identity: &Identity, number: usize) -> Vec<Value> {
    let mut row = vec![
        (number as i64).into(),
        (identity.key as i64).into(),
        (identity.kind as i64).into(),
        (identity.function as i64).into(),
    ];
    for place in [&identity.place, &identity.spelled] {
        row.extend(match place {
            Some(place) => [text(&place.file), place.line.into(), place.column.into()],
            None => [Value::Null, Value::Null, Value::Null],
        });
    }
    row.extend([
        identity.expansion.clone().map_or(Value::Null, Value::Text),
        text(&identity.text),
        text(&identity.outcome),
        identity.nth.into(),
        i64::from(identity.is_unstable).into(),
    ]);
    row
}

/// Behind its number; `functions`: how many there are.
pub fn read(row: &mut Row, functions: usize) -> Result<Identity> {
    let key = row.integer()? as u64;
    let kind = Kind::of(row.integer()?).context("it is damaged: an identity is of no kind")?;
    let function = usize::try_from(row.integer()?).ok();
    let function = function.filter(|f| *f < functions);
    Ok(Identity {
        key,
        kind,
        function: function.context("it is damaged: an identity is of no function")?,
        place: place(row)?,
        spelled: place(row)?,
        expansion: row.optional_text()?,
        text: row.text()?,
        outcome: row.text()?,
        nth: u32::try_from(row.integer()?)?,
        is_unstable: row.integer()? != 0,
    })
}

fn place(row: &mut Row) -> Result<Option<Place>> {
    let file = row.optional_text()?;
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
