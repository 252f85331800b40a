//! `--format angora`: which conditions there are, and how bytes are cut.

use fz_abi::{sites, taint::label};
use fz_tests::{
    RunCommand,
    traces::{Site, Writer},
    tracks,
};

use super::{all_kinds, command, program, said};

fn bytes(each: &[u32]) -> Vec<(bool, u32, u32)> {
    each.iter().map(|at| (false, *at, at + 1)).collect()
}

#[test]
fn every_kind_of_site_has_its_conditions() {
    let dir = &program();
    dir.write("all", all_kinds().bytes());
    dir.write("in", "all 0123456789\n");
    assert_eq!(said(dir, "p -i in --format angora -o track"), "");
    let track = tracks::read(&dir.read("track"));
    // Site, order, condition, op, size, bytes of a and of b, arguments.
    let number = vec![(false, 4, 8)];
    let none = Vec::new;
    let infinity = f64::INFINITY.to_bits();
    let expected = [
        (
            1,
            1,
            1,
            32,
            4,
            number.clone(),
            none(),
            [0x3332_3130, 0x3332_3130],
        ),
        // -1 is signed.
        (
            1,
            3,
            0,
            32 | 0x100,
            4,
            vec![(true, 4, 8)],
            none(),
            [0x3332_3131, 0xffff_ffff],
        ),
        (2, 1, 1, 40, 1, bytes(&[4]), bytes(&[12]), [0xfe, 0x38]),
        (
            3,
            1,
            0,
            3,
            8,
            bytes(&[9, 12]),
            none(),
            [1.5f64.to_bits(), infinity],
        ),
        (4, 1, 0, 0xff, 4, bytes(&[13]), none(), [57, 48]),
        (4, 1 | 1 << 16, 2, 0xff, 4, bytes(&[13]), none(), [57, 57]),
        (
            4,
            1 | 2 << 16,
            0,
            0xff,
            4,
            bytes(&[13]),
            none(),
            [57, 0xffff_ffff],
        ),
        (4, 2, 0, 0xff, 4, bytes(&[12]), none(), [56, 48]),
        (4, 2 | 1 << 16, 0, 0xff, 4, bytes(&[12]), none(), [56, 57]),
        (
            4,
            2 | 2 << 16,
            0,
            0xff,
            4,
            bytes(&[12]),
            none(),
            [56, 0xffff_ffff],
        ),
        (5, 1, 0, 0x8002, 3, bytes(&[9, 12]), none(), [1, 0]),
        (6, 1, 1, 0x8002, 4, none(), bytes(&[4, 5, 6, 7]), [0, 0]),
        (7, 1, 0, 0x4013, 8, bytes(&[11]), none(), [7, 0]),
        (8, 1, 0, 0x4022, 8, bytes(&[11]), none(), [8, 0]),
        (9, 1, 0, 0x4038, 8, bytes(&[11]), none(), [9, 0]),
        (10, 1, 0, 0x4038, 8, bytes(&[11]), none(), [10, 0]),
        (13, 1, 1, 32 | 0x200, 1, bytes(&[3]), none(), [1, 1]),
    ];
    assert_eq!(track.conditions.len(), expected.len(), "{track:#?}");
    for (found, (line, order, condition, op, size, a, b, arguments)) in
        track.conditions.iter().zip(expected)
    {
        assert_eq!(
            (
                found.cmpid,
                found.order,
                found.condition,
                found.op,
                found.size
            ),
            (1000 + line, order, condition, op, size)
        );
        assert_eq!([found.arg1, found.arg2], arguments, "{found:?}");
        assert_eq!(
            [track.segments(found.lb1), track.segments(found.lb2)],
            [a, b],
            "{found:?}"
        );
        assert_eq!(found.context, 0);
    }
    let texts = [
        (10, b"5\x008".to_vec(), b"5\x009".to_vec()),
        (11, b"0123".to_vec(), b"0123".to_vec()),
    ];
    assert_eq!(track.texts, texts);
}

/// How bytes are cut into numbers, and what there are no conditions for.
#[test]
fn bytes_are_the_numbers_that_were_taken() {
    let dir = &program();
    let input = b"cut \xfe\xff\xff\xff\x10\x20\x30\x40";
    let mut trace = Writer::new(12);
    let site = |line, flags, bits| Site {
        id: line,
        line,
        kind: sites::KIND_INTEGER,
        how: sites::PREDICATE_GT,
        flags,
        bits,
        ..Site::default()
    };
    let [four, two, eight] =
        [(4, 8, 4), (4, 6, 2), (4, 12, 8)].map(|(b, e, w)| trace.numbers(b, e, w));
    let [bytes_of_four, five] = [(4, 8), (4, 9)].map(|(b, e)| trace.range(b, e));
    let sum = trace.numbers(0, 12, 4);
    let other = trace.node(eight, 1);
    let bytes_and_number = trace.node(bytes_of_four, two);
    let numbers = |each: &[(u32, u32)]| {
        each.iter()
            .map(|(b, e)| (false, *b, *e))
            .collect::<Vec<_>>()
    };
    let mut expected = Vec::new();
    for (line, flags, bits, label, segments) in [
        (1, sites::SIGNED, 32, four, vec![(true, 4, 8)]),
        // Whatever was computed from it.
        (2, 0, 64, four, numbers(&[(4, 8)])),
        (3, 0, 8, two, numbers(&[(4, 6)])),
        (4, 0, 64, sum, numbers(&[(0, 4), (4, 8), (8, 12)])),
        (
            5,
            sites::SIGNED,
            64,
            other,
            vec![(false, 0, 1), (true, 4, 12)],
        ),
        (
            6,
            0,
            32,
            bytes_and_number,
            numbers(&[(4, 6), (6, 7), (7, 8)]),
        ),
        // Bytes that were taken one by one; five are no number whatever they are.
        (7, 0, 32, bytes_of_four, bytes(&[4, 5, 6, 7])),
        (8, 0, 64, five, numbers(&[(4, 9)])),
        // Labels had run out.
        (9, 0, 32, label::TOP, numbers(&[(0, 12)])),
        // No conditions.
        (10, 0, 128, four, Vec::new()),
        (11, 0, 32, 0, Vec::new()),
    ] {
        let index = trace.site(&site(line, flags, bits));
        trace.event(index, 16, [label, 0], [5, 1]);
        trace.event(index, 17, [label, 0], [5, 1]);
        if !segments.is_empty() {
            expected.push((line, 16, segments));
        }
    }
    let pointers = trace.site(&Site {
        kind: sites::KIND_POINTERS,
        how: sites::how::POINTERS,
        ..Site::default()
    });
    trace.call(pointers, 1, [four, 0], [b"a", b"b"], 0);
    dir.write("cut", trace.bytes());
    dir.write("in", input);
    dir.folder("tracks");
    command(dir, "p -i in --format angora -o tracks")
        .outcome()
        .ok();
    let track = tracks::read(&dir.read("tracks/in"));
    let found: Vec<_> = track
        .conditions
        .iter()
        .map(|c| (c.cmpid, c.order, track.segments(c.lb1)))
        .collect();
    assert_eq!(found, expected);
}

/// Inputs of one name do not overwrite each other's file.
#[test]
fn each_input_has_a_file() {
    let dir = &program();
    dir.write("all", all_kinds().bytes());
    dir.write("none", Writer::new(0).bytes());
    for (path, text) in [("a/x", "all"), ("b/x", "none"), ("b/y", "none")] {
        dir.write(path, text);
    }
    assert_eq!(said(dir, "p -i a b --format angora -o out/tracks"), "");
    let count = |name: &str| {
        let track = dir.read(format!("out/tracks/{name}"));
        tracks::read(&track).conditions.len()
    };
    assert_eq!([count("0-x"), count("1-x"), count("y")], [17, 0, 0]);
    assert_eq!(said(dir, "p -i a --site a.c:2 --format angora -o one"), "");
    assert_eq!(tracks::read(&dir.read("one")).conditions.len(), 1);
}
