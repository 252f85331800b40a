//! Traces of taint builds, and the formats that they become.

use anyhow::Result;
use fz_abi::sites as kinds;
use fz_taint::{
    Chosen, Trace,
    angora::{self, Reader as Engine},
    map::Map,
};
use fz_tests::traces::{Site, Writer};

use crate::{Around, Reader};

/// Traces have room between their parts, and say where these are.
pub fn start(around: &Around) -> Result<Reader> {
    let (path, write) = around.file("trace");
    Ok(Reader {
        seeds: vec![small(), Writer::new(0).bytes()],
        read: Box::new(move |data| {
            write(data);
            let _ = look(&path);
        }),
    })
}

fn look(path: &std::path::Path) -> Result<()> {
    let read = || Trace::read(path);
    let mut trace = read()?;
    for number in 0..trace.rows.len() {
        let _ = trace.later(number);
    }
    for number in 0..trace.events.len() {
        let Ok(Some(event)) = trace.events.get(number) else {
            continue;
        };
        let labels = event.labels;
        let _ = (
            event.outcome(),
            event.site.kind_name(),
            event.site.predicate(),
        );
        for label in labels {
            let _ = trace.labels.bytes(label);
            let _ = trace.labels.taken(label);
        }
    }
    let _ = Map::of(&mut trace, &Chosen::read(&[])?, 3);
    for engine in [Engine::Angora, Engine::Valkyrie] {
        let _ = angora::write(&mut read()?, &[7; 64], engine, |_| true, &mut Vec::new());
    }
    Ok(())
}

fn small() -> Vec<u8> {
    let mut writer = Writer::new(64);
    let site = |number, kind, cases: &'static [u64]| Site {
        id: number,
        number,
        kind,
        bits: 32,
        line: number,
        file: "a.c",
        function: "f",
        cases,
        ..Site::default()
    };
    let compare = writer.site(&site(1, kinds::KIND_INTEGER, &[]));
    let switch = writer.site(&site(2, kinds::KIND_SWITCH, &[3, 5]));
    let call = writer.site(&site(3, kinds::KIND_CALL, &[]));
    let range = writer.range(2, 6);
    let numbers = writer.numbers(8, 16, 4);
    let both = writer.node(range, numbers);
    let length = writer.length(3, 2);
    writer.event(compare, 1, [range, 0], [4, 5]);
    writer.event(switch, 1, [both, 0], [3, 0]);
    writer.event(compare, 2, [length, numbers], [9, 9]);
    writer.call(call, 1, [range, 0], [b"abcd", b"fuzz"], 1);
    writer.row(compare, &[1, 2, 9]);
    writer.bytes()
}
