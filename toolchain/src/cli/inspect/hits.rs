//! `--map`: which edges a map says were taken.

use std::{
    collections::{BTreeMap, HashSet},
    fs,
    io::{Read, Write},
    path::Path,
};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};

use super::{
    explain::{Explanation, context_text},
    report::Report,
};
use crate::program::At;

/// What a map says of the bytes that were hit.
struct Hits {
    /// The value of each: a count, or a bucket.
    values: BTreeMap<u64, u64>,
    /// Values are what a fuzzer has not yet seen of each edge.
    virgin: bool,
}

/// What stands for an edge that was not yet hit in a fuzzer's virgin map.
const UNTOUCHED: u8 = 0xff;

pub fn print(report: &Report, file: &Path, json: bool, out: &mut impl Write) -> Result<()> {
    let Some(map) = &report.map else {
        bail!(
            "{} has no map: it is not an executable that fz linked for a fuzzer",
            report.path.display()
        );
    };
    let data = match file.as_os_str() == "-" {
        true => {
            let mut data = Vec::new();
            std::io::stdin().read_to_end(&mut data)?;
            data
        }
        false => fs::read(file).context("cannot read it")?,
    };
    let hits = Hits::of(&data, map.size)?;
    let mut found = Vec::new();
    let mut elsewhere = 0;
    for (offset, value) in &hits.values {
        let explanation = report.explain(*offset)?;
        match explanation.at {
            At::Counter { .. } | At::Row { .. } => found.push((explanation, *value)),
            At::Head => {}
            _ => elsewhere += 1,
        }
    }
    found.sort_by_cached_key(|(e, _)| place(e));
    if json {
        let all: Vec<Value> = found
            .iter()
            .map(|(explanation, value)| {
                let mut edge = explanation.json();
                edge[hits.word()] = json!(value);
                edge
            })
            .collect();
        let all = json!({"edges": all, "not-counters": elsewhere, "map": map.size});
        writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
        return Ok(());
    }
    for (explanation, value) in &found {
        line(out, &hits, explanation, *value)?;
    }
    let functions: HashSet<_> = found
        .iter()
        .filter_map(|(e, _)| Some(std::ptr::from_ref(e.counter.as_ref()?.function)))
        .collect();
    let all: u64 = report.images.iter().map(|i| i.counters).sum::<u64>()
        + map.rows.iter().map(|r| r.len()).sum::<u64>();
    let all_functions: usize = report.images.iter().map(|i| i.edges.len()).sum();
    writeln!(
        out,
        "{} of {all} counters hit, {} of {all_functions} functions",
        found.len(),
        functions.len()
    )?;
    if elsewhere > 0 {
        writeln!(
            out,
            "{elsewhere} other bytes are not 0: padding, or libraries that were loaded later"
        )?;
    }
    Ok(())
}

/// By place, then by function.
fn place(explanation: &Explanation) -> (String, u32, u32, String, u64) {
    let counter = explanation.counter.as_ref();
    let site = counter.and_then(|c| c.sites().next());
    let (file, line, column) = site.map_or((String::new(), 0, 0), |s| {
        (s.source.file.clone(), s.source.line, s.source.column)
    });
    let function = counter.map_or(String::new(), |c| c.function.name.clone());
    (file, line, column, function, explanation.offset)
}

fn line(out: &mut impl Write, hits: &Hits, explanation: &Explanation, value: u64) -> Result<()> {
    let value = match hits.virgin {
        true => String::new(),
        false => format!("{value:>5}  "),
    };
    let Some(counter) = &explanation.counter else {
        writeln!(out, "{value}{}", explanation.text())?;
        return Ok(());
    };
    let sites: Vec<String> = counter.sites().map(|s| s.to_string()).collect();
    writeln!(
        out,
        "{value}{}  {}{}",
        sites.join(", as often as "),
        counter.function.name,
        context_text(counter.context)
    )?;
    Ok(())
}

impl Hits {
    fn of(data: &[u8], size: u64) -> Result<Hits> {
        match std::str::from_utf8(data).ok().and_then(tuples) {
            Some(values) => {
                if let Some((last, _)) = values.last_key_value() {
                    ensure!(
                        *last < size,
                        "it names byte {last}, but the program's map has {size}: was it made by another build?"
                    );
                }
                Ok(Hits {
                    values,
                    virgin: false,
                })
            }
            None => bytes(data, size),
        }
    }

    fn word(&self) -> &'static str {
        match self.virgin {
            true => "unseen",
            false => "count",
        }
    }
}

/// `id:count` lines, as afl-showmap prints them; `None` if it is anything else.
fn tuples(text: &str) -> Option<BTreeMap<u64, u64>> {
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
    let tuple = |line: &str| {
        let (id, count) = line.split_once(':')?;
        Some((id.parse().ok()?, count.parse().ok()?))
    };
    let values: Option<BTreeMap<u64, u64>> = lines.map(tuple).collect();
    values.filter(|v| !v.is_empty())
}

/// A map as it is in memory. Fuzzers round its size up.
fn bytes(data: &[u8], size: u64) -> Result<Hits> {
    let len = data.len() as u64;
    ensure!(
        len >= size,
        "it has {len} bytes, but the program's map has {size}: was it made by another build?"
    );
    let untouched = data.iter().filter(|b| **b == UNTOUCHED).count();
    let virgin = untouched > data.len() / 2;
    let empty = if virgin { UNTOUCHED } else { 0 };
    let (map, rest) = data.split_at(size as usize);
    // What lies behind the map is nobody's, and stays as it was.
    ensure!(
        rest.iter().all(|b| *b == empty || *b == 0),
        "it has {len} bytes, and hits behind the {size} of the program's map: was it made by another build?"
    );
    let hit = map.iter().zip(0..).filter(|(b, _)| **b != empty);
    Ok(Hits {
        values: hit.map(|(b, offset)| (offset, u64::from(*b))).collect(),
        virgin,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bytes_say_the_same() {
        let text = Hits::of(b"000001:1\n000004:32\n", 8).unwrap();
        let mut raw = vec![0; 8];
        (raw[1], raw[4]) = (1, 32);
        let bytes = Hits::of(&raw, 8).unwrap();
        assert_eq!(text.values, bytes.values);
        raw.extend([0; 56]);
        assert_eq!(Hits::of(&raw, 8).unwrap().values, bytes.values);
    }

    #[test]
    fn a_virgin_map_is_read_the_other_way_round() {
        let mut raw = vec![0xff; 64];
        raw[5] = 0xfe;
        let hits = Hits::of(&raw, 60).unwrap();
        assert!(hits.virgin);
        assert_eq!(hits.values, BTreeMap::from([(5, 0xfe)]));
    }

    #[test]
    fn maps_of_other_builds_are_refused() {
        let refused = |data: &[u8], size| format!("{:#}", Hits::of(data, size).err().unwrap());
        assert!(refused(b"9:1\n", 8).contains("byte 9"));
        assert!(refused(&[0; 7], 8).contains("7 bytes"));
        assert!(refused(&[0, 0, 1], 2).contains("behind"));
    }
}
