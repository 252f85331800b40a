//! Sections of records: of functions ([`fz_records`]), and of units and links, which are texts.

use std::ops::Range;

use anyhow::{Context, Result, bail, ensure};
use fz_abi::{types::Plain, unit_record};
use fz_records::{FunctionEdges, SiteKind};
use serde::de::DeserializeOwned;

/// More than all edges of any program have. Whoever lists them has a number for each.
const MOST_POSITIONS: u64 = 1 << 26;

/// That the counters of all edges, in all rows, are as many as somebody can list: a few bytes may speak of billions. That a
/// function is entered is told by all of its counters.
pub fn check_positions(functions: &[FunctionEdges]) -> Result<()> {
    let positions = |function: &FunctionEdges| {
        let of = |is: &dyn Fn(&fz_records::Site) -> bool| {
            function.sites.iter().filter(|site| is(site)).count() as u64
        };
        let entries = of(&|site| site.kind == SiteKind::Entry);
        let of_entries = entries.saturating_mul(function.row.into());
        let in_a_row = of_entries.saturating_add(of(&|site| site.counter.is_some()));
        in_a_row.saturating_mul(function.rows.into())
    };
    let all = functions.iter().map(positions).fold(0, u64::saturating_add);
    ensure!(
        all <= MOST_POSITIONS,
        "says that its edges have {all} counters"
    );
    Ok(())
}

/// Each is of a unit or of a link.
const MOST_TEXTS: usize = 1 << 20;

/// All records of a section that are text, each with its place. Linkers may put zeros between them.
pub fn texts<T: DeserializeOwned>(data: &[u8], kind: u32) -> Result<Vec<(Range<usize>, T)>> {
    let mut found = Vec::new();
    let mut at = 0;
    while data.len() - at >= unit_record::HEADER {
        ensure!(
            found.len() < MOST_TEXTS,
            "has more than {MOST_TEXTS} records"
        );
        if data[at] == 0 {
            at += 1;
            continue;
        }
        let header = unit_record::Header::read(&data[at..at + unit_record::HEADER]);
        let length = header.length as usize;
        if header.magic != kind || !(unit_record::HEADER..=data.len() - at).contains(&length) {
            bail!("no record at offset {at}");
        }
        let text = &data[at + unit_record::HEADER..at + length];
        let end = text.iter().rposition(|b| *b != 0).map_or(0, |at| at + 1);
        let record = serde_json::from_slice(&text[..end]).context("a record is not JSON")?;
        found.push((at..at + length, record));
        at += length;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LinkRecord, Place, Record as Unit, Site};
    use fz_abi::link_record;

    fn record(json: &str) -> Vec<u8> {
        let mut text = json.as_bytes().to_vec();
        text.resize(text.len().next_multiple_of(unit_record::ALIGN), 0);
        let length = (text.len() + unit_record::HEADER) as u32;
        [
            &unit_record::MAGIC.to_le_bytes()[..],
            &length.to_le_bytes(),
            &text,
        ]
        .concat()
    }

    #[test]
    fn texts_follow_each_other_with_padding_between() {
        let mut data = record(r#"{"source":"a.c","counters":3}"#);
        let first = data.len();
        data.extend([0; 12]);
        data.extend(record(r#"{"source":"b.c","reason":"lto","new-key":1}"#));
        let found: Vec<(_, Unit)> = texts(&data, unit_record::MAGIC).unwrap();
        let [(at, a), (behind, b)] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!((a.source.as_str(), a.counters), ("a.c", 3));
        assert_eq!(b.reason.as_deref(), Some("lto"));
        assert_eq!(
            (at.clone(), behind.clone()),
            (0..first, first + 12..data.len())
        );
    }

    #[test]
    fn broken_records_are_refused() {
        let mut data = record(r#"{"source":"a.c"}"#);
        data[4] = 0xff;
        let is_refused = |data: &[u8]| texts::<Unit>(data, unit_record::MAGIC).is_err();
        assert!(is_refused(&data));
        assert!(is_refused(b"nonsense that is long"));
        assert!(is_refused(&record("{")));
        assert!(texts::<LinkRecord>(&record("{}"), link_record::MAGIC).is_err());
    }

    #[test]
    fn few_bytes_do_not_speak_of_billions_of_counters() {
        let of = |kind, row| {
            let site = Site {
                kind,
                source: Place::default(),
                target: Place::default(),
                case: None,
                counter: Some(1),
                discriminator: None,
            };
            let function = FunctionEdges {
                row,
                rows: 2,
                sites: vec![site],
                ..FunctionEdges::default()
            };
            check_positions(&[function])
        };
        of(SiteKind::Entry, 1 << 20).unwrap();
        of(SiteKind::Branch, u32::MAX).unwrap();
        let error = of(SiteKind::Entry, u32::MAX).unwrap_err().to_string();
        assert_eq!(error, "says that its edges have 8589934592 counters");
    }
}
