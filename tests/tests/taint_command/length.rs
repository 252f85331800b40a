//! What depends on how long the input is: in lines, in maps, and as conditions that make it longer.

use fz_abi::sites;
use fz_tests::{
    RunCommand, Sandbox,
    traces::{ROW, Site, Writer},
    tracks,
};
use serde_json::json;

use super::{command, lines, program, said};

/// One site each that asks about the length alone, about it and two bytes, about it in blocks, and in a switch.
fn trace() -> Writer {
    let mut trace = Writer::new(8);
    let site = |line, kind, how| Site {
        id: 100 + line,
        number: line,
        kind,
        how,
        bits: 32,
        line,
        column: 1,
        file: "a.c",
        function: "f",
        ..Site::default()
    };
    let [length, blocks] = [(0, 1), (4, 16)].map(|(from, unit)| trace.length(from, unit));
    let two = trace.numbers(2, 4, 2);
    let both = trace.node(two, length);
    let [less, equal, more, late] = [
        (1, sites::PREDICATE_LT),
        (2, sites::PREDICATE_EQ),
        (3, sites::PREDICATE_GT),
        (5, sites::PREDICATE_NE),
    ]
    .map(|(line, how)| trace.site(&site(line, sites::KIND_INTEGER, how)));
    trace.event(less, 1, [length, 0], [8, 40]);
    trace.event(equal, 2, [both, length], [7, 8]);
    trace.event(more, 1, [0, blocks], [1, 0]);
    let cases = [8, 9];
    let switch = trace.site(&Site {
        cases: &cases,
        ..site(4, sites::KIND_SWITCH, sites::PREDICATE_EQ)
    });
    trace.event(switch, 1, [both, 0], [8, 0]);
    let size = trace.site(&site(6, sites::KIND_ALLOCATION, 0));
    trace.event(size, 1, [length, 0], [8, 0]);
    // Only later ones: byte 3, and the length.
    trace.row(late, &[3, 8 * ROW as u32 - 1]);
    trace
}

fn folder() -> Sandbox {
    let dir = program();
    dir.write("length", trace().bytes());
    dir.write("in", "length 8");
    dir
}

#[test]
fn operands_that_depend_on_it_say_so() {
    let dir = &folder();
    let found = lines(&command(dir, "p -i in").outcome().ok().out());
    let of = |at: usize| found[at]["operands"].clone();
    assert_eq!(
        of(0),
        json!([{"value": 8, "bytes": [], "length": true}, {"value": 40, "bytes": []}])
    );
    assert_eq!(
        of(1),
        json!([{"value": 7, "bytes": [[2, 4]], "length": true}, {"value": 8, "bytes": [], "length": true}])
    );
    assert_eq!(
        found[5]["later"],
        json!({"bytes": [[3, 4]], "length": true})
    );
    let map = command(dir, "p -i in --map").outcome().out();
    let rows: Vec<_> = map.lines().filter(|l| l.contains("length  ")).collect();
    assert_eq!(rows.len(), 1, "{map}");
    assert!(rows[0].trim_start().starts_with("length"), "{map}");
    let behind = map.split("length  ").nth(1).unwrap();
    for says in [
        "a.c:1:1 integer < 40 '(': true",
        "a.c:2:1 integer == [length]: false",
        "a.c:3:1 integer < 1: true",
        "a.c:5:1 integer, later",
    ] {
        assert!(behind.contains(says), "{map}");
    }
    let map = command(dir, "p -i in --map --json").outcome().json();
    assert_eq!(map["length"].as_array().unwrap().len(), 6, "{map}");
}

#[test]
fn an_engine_is_told_by_how_much() {
    let dir = &folder();
    assert_eq!(said(dir, "p -i in --format angora -o track"), "");
    let track = tracks::read(&dir.read("track"));
    let two = vec![(false, 2, 4)];
    let none = Vec::new;
    let found: Vec<_> = track
        .conditions
        .iter()
        .map(|c| {
            let of_bytes = |label| match c.op {
                0x8003 => Vec::new(),
                _ => track.segments(label),
            };
            let length = (c.op == 0x8003).then_some([c.lb1, c.lb2]);
            (
                (c.cmpid - 100, c.order, c.op),
                length,
                [of_bytes(c.lb1), of_bytes(c.lb2)],
                [c.arg1, c.arg2],
            )
        })
        .collect();
    let length = |line, order: u32, unit: [u32; 2], arguments| {
        (
            (line, order, 0x8003),
            Some(unit),
            [none(), none()],
            arguments,
        )
    };
    let expected = [
        length(1, 1 | 1 << 16, [0, 1], [8, 40]),
        length(2, 2 | 1 << 16, [0, 1], [7, 8]),
        ((2, 2, 32), None, [two.clone(), none()], [7, 8]),
        length(3, 1 | 1 << 16, [4, 16], [1, 0]),
        // Of each case, behind the cases themselves.
        length(4, 1 | 2 << 16, [0, 1], [8, 8]),
        length(4, 1 | 3 << 16, [0, 1], [8, 9]),
        ((4, 1, 0xff), None, [two.clone(), none()], [8, 8]),
        ((4, 1 | 1 << 16, 0xff), None, [two, none()], [8, 9]),
    ];
    assert_eq!(found, expected);
}
