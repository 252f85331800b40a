//! Traces that are not what they should be: read or refused, never a panic.

use std::fs;

use fz_abi::taint::trace as layout;
use fz_taint::{
    Trace,
    angora::{self, Reader},
};
use fz_tests::traces::{Site, Writer};

use super::all_kinds;

/// All that is in a trace, or why it is none.
fn read(bytes: &[u8]) -> Result<usize, String> {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), bytes).unwrap();
    let all = || {
        let mut trace = Trace::read(file.path())?;
        for row in 0..trace.rows.len() {
            trace.later(row)?;
        }
        angora::write(
            &mut trace,
            b"input",
            Reader::Angora,
            |_| true,
            &mut Vec::new(),
        )
    };
    all().map_err(|e| format!("{e:#}"))
}

#[test]
fn broken_traces_are_refused_in_words() {
    let whole = all_kinds().bytes();
    assert_eq!(read(&whole), Ok(15));
    let cut = read(&whole[..100]).unwrap_err();
    assert!(cut.contains("it is cut short in its header"), "{cut}");
    let mut many = whole.clone();
    many[24..32].copy_from_slice(&u64::MAX.to_le_bytes());
    let error = read(&many).unwrap_err();
    assert!(error.contains("18446744073709551615 events"), "{error}");

    let mut trace = Writer::new(1);
    trace.event(0, 1, [1, 0], [0, 0]);
    let error = read(&trace.bytes()).unwrap_err();
    assert!(
        error.contains("event 0 is of site 0, which has no record"),
        "{error}"
    );

    let mut trace = Writer::new(1);
    let site = trace.site(&Site::default());
    trace.event(site, 1, [0x8000_0000, 0], [0, 0]);
    let error = read(&trace.bytes()).unwrap_err();
    assert!(error.contains("is of node 0, and there are 0"), "{error}");

    let mut trace = Writer::new(1);
    trace.row(3, &[1]);
    let error = read(&trace.bytes()).unwrap_err();
    assert!(
        error.contains("a row, number 0 is of site 3, which has no record"),
        "{error}"
    );
    let mut cut = trace.bytes();
    cut.truncate(cut.len() - 4096);
    let error = read(&cut).unwrap_err();
    assert!(error.contains("1 rows of 64 bytes"), "{error}");
    let mut trace = Writer::new(1);
    trace.record(layout::RECORD_ROW, b"short");
    let error = read(&trace.bytes()).unwrap_err();
    assert!(error.contains("a row takes 8 bytes"), "{error}");

    let mut trace = Writer::new(1);
    trace.record(layout::RECORD_SITE, b"short");
    let error = read(&trace.bytes()).unwrap_err();
    assert!(
        error.contains("the record at 0: a site takes 48 bytes"),
        "{error}"
    );
}

/// Where nothing is expected to be wrong anything may be.
#[test]
fn every_changed_byte_is_read_or_refused() {
    let mut trace = all_kinds();
    trace.row(2, &[3, 4]);
    let whole = trace.bytes();
    for end in (0..whole.len()).step_by(97) {
        let _ = read(&whole[..end]);
    }
    let used: Vec<usize> = (0..whole.len())
        .filter(|at| *at < 120 || whole[*at] != 0 && *at >= layout::HEADER)
        .collect();
    for at in used {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut broken = whole.clone();
            broken[at] = value;
            let _ = read(&broken);
        }
    }
}

/// A newer runtime may tell more.
#[test]
fn unknown_records_are_skipped() {
    let mut trace = Writer::new(1);
    trace.record(99, b"whatever it is");
    trace.record(0, b"");
    let site = trace.site(&Site {
        kind: 1,
        how: 1,
        bits: 8,
        ..Site::default()
    });
    trace.event(site, 1, [1, 0], [0, 0]);
    assert_eq!(read(&trace.bytes()), Ok(1));
}
