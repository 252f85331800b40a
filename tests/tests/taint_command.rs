//! `fz taint`: what it says of traces, and of programs that leave none.

use std::{
    process::{Command, Stdio},
    time::Duration,
};

use fz_abi::{
    sites,
    taint::{label, trace as layout},
};
use fz_tests::{
    Outcome, RunCommand, Sandbox,
    traces::{Site, Writer},
};
use serde_json::{Value, json};

mod angora;
mod length;
mod traces;

/// Stands for a taint build: its input begins with the name of the trace that it leaves. The rest of the name says how it
/// ends.
const PROGRAM: &str = include_str!("taint_command/program.c");

fn program() -> Sandbox {
    let dir = Sandbox::with([("p.c", PROGRAM)]);
    dir.run(&format!("{} p.c -o p", fz_llvm::CLANG)).ok();
    dir
}

fn command(dir: &Sandbox, words: &str) -> Command {
    let mut command = dir.command("fz");
    command.arg("taint").args(words.split(' '));
    command
}

/// What is printed, where nothing is said besides.
fn said(dir: &Sandbox, words: &str) -> String {
    let out = command(dir, words).outcome().ok();
    assert!(out.stderr.is_empty(), "{out:?}");
    out.out()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect()
}

/// A trace of every kind of site: of a run over "all 0123456789\n".
pub fn all_kinds() -> Writer {
    let mut trace = Writer::new(15);
    let site = |line, kind, how, flags, bits| Site {
        id: 1000 + line,
        number: line,
        kind,
        how,
        flags,
        bits,
        line,
        column: 3,
        file: "src/a.c",
        function: "f",
        cases: &[],
    };
    let four = trace.numbers(4, 8, 4);
    let gap = trace.node(13, 10);
    let equal = trace.site(&site(1, sites::KIND_INTEGER, sites::PREDICATE_EQ, 0, 32));
    trace.event(equal, 1, [four, 0], [0x3332_3130, 0x3332_3130]);
    trace.event(equal, 3, [four, 0], [0x3332_3131, 0xffff_ffff]);
    let less = trace.site(&site(
        2,
        sites::KIND_INTEGER,
        sites::PREDICATE_LT,
        sites::SIGNED,
        8,
    ));
    trace.event(less, 1, [5, 13], [0xfe, 0x38]);
    let float = trace.site(&site(3, sites::KIND_FLOAT, sites::PREDICATE_GE, 0, 64));
    trace.event(
        float,
        1,
        [gap, 0],
        [1.5f64.to_bits(), f64::INFINITY.to_bits()],
    );
    let cases = [48, 57, 0xffff_ffff];
    let switch = trace.site(&Site {
        cases: &cases,
        ..site(4, sites::KIND_SWITCH, sites::PREDICATE_EQ, 0, 32)
    });
    trace.event(switch, 1, [14, 0], [57, 0]);
    trace.event(switch, 2, [13, 0], [56, 0]);
    let memory = trace.site(&site(5, sites::KIND_CALL, sites::how::MEMORY, 0, 0));
    trace.call(memory, 1, [gap, 0], [b"5\x008", b"5\x009"], 0xffff_ffff);
    let text = trace.site(&site(
        6,
        sites::KIND_CALL,
        sites::how::TEXT,
        sites::ZERO_DIFFERS,
        0,
    ));
    trace.call(text, 1, [0, four], [b"0123\0", b"0123\0"], 1);
    for (line, kind) in [
        (7, sites::KIND_DIVISOR),
        (8, sites::KIND_INDEX),
        (9, sites::KIND_ALLOCATION),
        (10, sites::KIND_LENGTH),
        (11, sites::KIND_CALLEE),
        (12, sites::KIND_SHIFT),
    ] {
        let one = trace.site(&site(line, kind, 0, 0, 64));
        trace.event(one, 1, [12, 0], [u64::from(line), 0]);
    }
    let truth = trace.site(&site(13, sites::KIND_TRUTH, 0, 0, 1));
    trace.event(truth, 1, [4, 0], [1, 0]);
    // Nobody finished this one.
    trace.event(0, 0, [0, 0], [0, 0]);
    trace
}

#[test]
fn each_execution_is_a_line() {
    let dir = &program();
    dir.write("all", all_kinds().bytes());
    dir.write("in", "all 0123456789\n");
    let text = said(dir, "p -i in");
    assert_eq!(text, said(dir, "./p -i in -- -v @@"));
    let found = lines(&text);
    let site = |line: u32, kind: &str| json!({"id": 1000 + line, "number": line, "file": "src/a.c", "line": line, "column": 3, "function": "f", "kind": kind});
    let one = |line: u32, kind: &str| {
        json!({"input": "in", "site": site(line, kind), "execution": 1, "signed": false, "bits": 64,
            "operands": [{"value": line, "bytes": [[11, 12]]}], "outcome": null})
    };
    let expected = [
        json!({"input": "in", "site": site(1, "integer"), "execution": 1, "predicate": "==", "signed": false, "bits": 32,
            "operands": [{"value": 0x3332_3130, "bytes": [[4, 8]]}, {"value": 0x3332_3130, "bytes": []}], "outcome": true}),
        json!({"input": "in", "site": site(1, "integer"), "execution": 3, "predicate": "==", "signed": false, "bits": 32,
            "operands": [{"value": 0x3332_3131, "bytes": [[4, 8]]}, {"value": 0xffff_ffff_u32, "bytes": []}], "outcome": false}),
        json!({"input": "in", "site": site(2, "integer"), "execution": 1, "predicate": "<", "signed": true, "bits": 8,
            "operands": [{"value": -2, "bytes": [[4, 5]]}, {"value": 0x38, "bytes": [[12, 13]]}], "outcome": true}),
        json!({"input": "in", "site": site(3, "float"), "execution": 1, "predicate": ">=", "signed": false, "bits": 64,
            "operands": [{"value": 1.5, "bytes": [[9, 10], [12, 13]]}, {"value": "inf", "bytes": []}], "outcome": false}),
        json!({"input": "in", "site": site(4, "switch"), "execution": 1, "predicate": "==", "signed": false, "bits": 32,
            "operands": [{"value": 57, "bytes": [[13, 14]]}], "cases": [48, 57, 0xffff_ffff_u32], "outcome": 57}),
        json!({"input": "in", "site": site(4, "switch"), "execution": 2, "predicate": "==", "signed": false, "bits": 32,
            "operands": [{"value": 56, "bytes": [[12, 13]]}], "cases": [48, 57, 0xffff_ffff_u32], "outcome": "default"}),
        json!({"input": "in", "site": site(5, "call"), "execution": 1,
            "operands": [{"hex": "350038", "bytes": [[9, 10], [12, 13]]}, {"hex": "350039", "bytes": []}], "outcome": "less"}),
        json!({"input": "in", "site": site(6, "call"), "execution": 1,
            "operands": [{"hex": "3031323300", "bytes": []}, {"hex": "3031323300", "bytes": [[4, 8]]}], "outcome": "equal"}),
        one(7, "divisor"),
        one(8, "index"),
        one(9, "allocation"),
        one(10, "length"),
        one(11, "callee"),
        one(12, "shift"),
        json!({"input": "in", "site": site(13, "truth"), "execution": 1, "signed": false, "bits": 1,
            "operands": [{"value": 1, "bytes": [[3, 4]]}], "outcome": true}),
    ];
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len() + 1);
    let mut summary = found[expected.len()]["summary"].clone();
    assert!(summary["trace-bytes"].as_u64().unwrap() > 0);
    summary["trace-bytes"] = json!(0);
    let sums = json!({"ended": "exit 3", "input-bytes": 15, "executions": 16, "sites": 13, "later-sites": 0, "nodes": 2, "dropped": 0,
        "forks": 0, "foreign": [], "notes": [], "trace-bytes": 0, "runtime-bytes": 0});
    assert_eq!(summary, sums);

    let of_line = lines(&said(dir, "p -i in --site a.c:4 --site src/a.c:13"));
    let lines_of: Vec<_> = of_line.iter().map(|l| l["site"]["line"].as_u64()).collect();
    assert_eq!(lines_of, [Some(4), Some(4), Some(13), None]);
    assert_eq!(said(dir, "p -i in -o out"), "");
    assert_eq!(dir.text("out"), text);
}

#[test]
fn the_map_says_what_each_byte_decides() {
    let dir = &program();
    let mut trace = all_kinds();
    trace.input = 14;
    dir.write("all", trace.bytes());
    dir.write("in", "all 0123456789\nrest");
    let text = said(dir, "p -i in --map -- @@");
    insta::assert_snapshot!("map", text);
    let json: Value = serde_json::from_str(&said(dir, "p -i in --map --json")).unwrap();
    assert_eq!((&json["input"], &json["size"]), (&json!("in"), &json!(19)));
    let row = json["bytes"]
        .as_array()
        .unwrap()
        .iter()
        .find(|r| r["begin"] == 5)
        .unwrap();
    assert_eq!(row["end"], 8);
    let of_call = &row["sites"][1];
    assert_eq!(of_call["site"]["line"], 6);
    assert_eq!(
        [
            &of_call["operand"],
            &of_call["width"],
            &of_call["against"],
            &of_call["outcomes"]
        ],
        [
            &json!(1),
            &json!(4),
            &json!(["\"0123\""]),
            &json!(["equal"])
        ]
    );
}

/// A byte of many sites shows those that say most about it.
#[test]
fn the_map_shows_the_narrowest_first() {
    let dir = &program();
    let mut trace = Writer::new(40);
    let wide = trace.range(0, 40);
    for line in 1..12 {
        let site = trace.site(&Site {
            line,
            kind: sites::KIND_INTEGER,
            how: sites::PREDICATE_EQ,
            bits: 8,
            file: "a.c",
            ..Site::default()
        });
        trace.event(site, 1, [wide, 0], [0, 7]);
        // Every byte is compared with the same, in a loop.
        if line == 11 {
            for at in 0..40 {
                trace.event(site, 2 + at, [1 + at, 0], [0, 9]);
            }
        }
    }
    let unknown = trace.site(&Site {
        number: 5,
        kind: sites::KIND_TRUTH,
        bits: 1,
        function: "g",
        ..Site::default()
    });
    trace.event(unknown, 1, [label::TOP, 0], [0, 0]);
    trace.flags |= layout::NODES_FULL;
    dir.write("many", trace.bytes());
    dir.write("in", format!("{:40}", "many"));
    let out = command(dir, "p -i in --map").outcome().ok();
    let (text, errors) = (out.out(), out.err());
    let mut rows: Vec<_> = text.lines().skip(1).collect();
    for (at, dumped) in [
        (11, "         32  20 20 20 20 20 20 20 20"),
        (10, "         16  20 20 20 20 20 20 20 20  20 20"),
        (0, "          0  6d 61 6e 79 20 20 20 20  20 20"),
    ] {
        assert!(rows.remove(at).starts_with(dumped), "{text}");
    }
    assert!(rows[0].starts_with("       0-39  a.c"), "{text}");
    assert!(
        rows[0].ends_with("  a.c:11:0 integer == 9: false"),
        "{text}"
    );
    assert!(rows[1].ends_with("  a.c:1:0 integer == 7: false"), "{text}");
    assert!(rows[8].ends_with("  and 3 more sites"), "{text}");
    assert!(
        rows[9].starts_with("        any  ") && rows[9].ends_with("  g #5 truth: false"),
        "{text}"
    );
    assert_eq!(rows.len(), 10);
    assert!(
        errors.contains("labels ran out in 1 of 1 runs") && errors.contains("FZ_TAINT_NODES"),
        "{errors}"
    );
    let of_any = lines(&command(dir, "p -i in").outcome().out()).remove(51);
    assert_eq!(
        of_any["operands"][0],
        json!({"value": 0, "bytes": [[0, 40]], "any": true})
    );
}

/// Of executions behind the first ones there are bytes alone.
#[test]
fn later_executions_are_bytes() {
    let dir = &program();
    let mut trace = Writer::new(40);
    let of_line = |line| Site {
        line,
        kind: sites::KIND_INTEGER,
        how: sites::PREDICATE_EQ,
        bits: 8,
        file: "a.c",
        ..Site::default()
    };
    // A loop; a site that was executed with wide operands first; one of which there is nothing else; a checksum.
    let [each, wide, only, sum] = [1, 2, 3, 4].map(|line| trace.site(&of_line(line)));
    for at in 0..4 {
        trace.event(each, 1 + at, [1 + at, 0], [u64::from(at), 7]);
    }
    let most = trace.range(0, 30);
    trace.event(wide, 1, [most, 0], [1, 2]);
    trace.event(sum, 1, [most, 0], [1, 2]);
    let later: Vec<u32> = (3..20).chain(22..40).collect();
    trace.row(each, &later);
    trace.row(wide, &(28..32).collect::<Vec<_>>());
    trace.row(only, &[35]);
    dir.write("later", trace.bytes());
    dir.write("in", format!("{:40}", "later"));

    let found = lines(&said(dir, "p -i in"));
    let of_rows: Vec<_> = found.iter().filter(|l| l["later"].is_object()).collect();
    let site = |line| json!({"id": 0, "number": 0, "file": "a.c", "line": line, "column": 0, "function": "", "kind": "integer"});
    assert_eq!(
        of_rows,
        [
            &json!({"input": "in", "site": site(1), "later": {"bytes": [[3, 20], [22, 40]]}}),
            &json!({"input": "in", "site": site(2), "later": {"bytes": [[28, 32]]}}),
            &json!({"input": "in", "site": site(3), "later": {"bytes": [[35, 36]]}}),
        ]
    );
    assert_eq!(found.len(), 6 + 3 + 1);
    assert!(found[5]["execution"].is_u64() && found[9]["summary"]["later-sites"] == 3);
    let of_line = lines(&said(dir, "p -i in --site a.c:3"));
    assert_eq!(of_line.len(), 2);
    assert_eq!(&of_line[0], of_rows[2]);

    let text = said(dir, "p -i in --map");
    let rows: Vec<_> = text.lines().skip(1).map(str::trim).collect();
    let begins = |begin: &str, ends: &str| {
        rows.iter()
            .any(|r| r.starts_with(&format!("{begin}  ")) && r.ends_with(ends))
    };
    for (begin, ends) in [
        ("0-2", "  a.c:1:0 integer == 7: false"),
        ("3", "  a.c:1:0 integer == 7: false, and later"),
        ("4-19", "  a.c:1:0 integer, later"),
        ("20-21", "  a.c:2:0 integer == 2: false"),
        ("28-29", "  a.c:1:0 integer, later"),
        ("30-31", "  a.c:1:0 integer, later"),
    ] {
        assert!(begins(begin, ends), "{begin}{ends}: {text}");
    }
    // The narrowest first: what no execution is known of has the width of the row.
    let at = |begin: &str| rows.iter().position(|r| r.starts_with(begin)).unwrap();
    assert_eq!(rows[at("35") + 1], "a.c:3:0 integer, later", "{text}");
    assert_eq!(
        rows[at("28-29") + 1],
        "a.c:2:0 integer == 2: false, and later"
    );
    assert_eq!(rows[at("30-31") + 1], "a.c:2:0 integer, later");
    let json: Value = serde_json::from_str(&said(dir, "p -i in --map --json")).unwrap();
    let bytes = json["bytes"].as_array().unwrap();
    let sites = |begin| &bytes.iter().find(|r| r["begin"] == begin).unwrap()["sites"];
    assert_eq!(
        sites(30)[1],
        json!({"site": site(2), "later": true, "predicate": "==", "against": [], "outcomes": []})
    );
    assert_eq!(
        (&sites(3)[0]["later"], &sites(3)[0]["operand"]),
        (&json!(true), &json!(0))
    );
    assert!(sites(0)[0]["later"].is_null());
    let of_line = said(dir, "p -i in --map --site a.c:3");
    assert_eq!(of_line.lines().filter(|l| l.contains("a.c")).count(), 1);
}

/// However they end, runs come out in the order of their inputs.
#[test]
fn many_inputs_come_out_in_order() {
    let dir = &program();
    let trace = all_kinds().bytes();
    for name in ["fine", "crash"] {
        dir.write(name, &trace);
    }
    dir.write("in/.state/x", "mute");
    let mut names = Vec::new();
    for number in 0..24 {
        let name = format!("{}/{number:02}", if number < 12 { "in" } else { "in/deep" });
        dir.write(&name, if number % 3 == 0 { "crash" } else { "fine" });
        names.push(name);
    }
    let found = lines(&said(dir, "p -j 3 -i in"));
    let ends: Vec<_> = found.iter().filter(|l| l["summary"].is_object()).collect();
    let order: Vec<_> = ends.iter().map(|l| l["input"].as_str().unwrap()).collect();
    assert_eq!(order, names);
    for (number, end) in ends.iter().enumerate() {
        let ended = if number % 3 == 0 {
            "signal 6"
        } else {
            "exit 3"
        };
        assert_eq!(end["summary"]["ended"], ended);
    }
    assert_eq!(found.len(), 24 * 16);
    // What the program is told.
    for hits in ["2", "0", "18446744073709551615"] {
        dir.write(format!("fine{hits}"), Writer::new(3).bytes());
        let found = lines(&said(dir, &format!("p --hits {hits} -i in/01")));
        assert_eq!(found.len(), 1);
    }
}

#[test]
fn what_is_not_whole_is_said_once() {
    let dir = &program();
    let mut trace = Writer::new(3);
    trace.flags =
        layout::NODES_FULL | layout::EVENTS_FULL | layout::RECORDS_FULL | layout::ROWS_FULL;
    (trace.dropped, trace.forks, trace.memory) = (4, 1, 77);
    trace.record(layout::RECORD_FOREIGN, b"inflate");
    trace.record(layout::RECORD_FOREIGN, b"crc32");
    trace.record(layout::RECORD_NOTE, b"signals were lost");
    // Of a site and of operands that have no record.
    trace.event(5, 1, [1, 0], [1, 2]);
    let call = trace.site(&Site {
        kind: sites::KIND_CALL,
        how: sites::how::TEXT,
        ..Site::default()
    });
    trace.event(call, 1, [1, 0], [u64::MAX, 2]);
    dir.write("worst", trace.bytes());
    dir.write("hang", trace.bytes());
    dir.write("a", "worst");
    dir.write("b", "hang");
    let out = command(dir, "p -t 400 -i a b").outcome().ok();
    let (said, errors) = (out.out(), out.err());
    let found = lines(&said);
    assert_eq!(found.len(), 4, "{said}");
    assert_eq!(
        (&found[0]["operands"], &found[0]["outcome"]),
        (
            &json!([{"bytes": [[0, 1]]}, {"bytes": []}]),
            &json!("greater")
        )
    );
    assert_eq!(found[3]["summary"]["ended"], "time-out");
    assert_eq!(found[3]["summary"]["runtime-bytes"], 77);
    assert_eq!(found[3]["summary"]["foreign"], json!(["inflate", "crc32"]));
    insta::assert_snapshot!("warnings", errors);
}

/// Whoever is told to end shows what is known by then.
#[test]
fn what_was_traced_is_shown_when_it_is_interrupted() {
    let dir = &program();
    for name in ["fine", "hang"] {
        dir.write(name, all_kinds().bytes());
    }
    dir.write("a", "fine");
    dir.write("b", "hang");
    let mut running = command(dir, "-j 1 p -i a b a")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !dir.at("hangs").exists() {
        assert_eq!(running.try_wait().unwrap(), None);
        std::thread::sleep(Duration::from_millis(10));
    }
    // SAFETY: our own child, which was not waited for.
    unsafe { libc::kill(running.id() as i32, libc::SIGINT) };
    let out = Outcome::from(running.wait_with_output().unwrap()).fails();
    assert_eq!(lines(&out.out()).len(), 16);
    assert_eq!(out.err(), "fz: interrupted: 1 of 3 inputs are here\n");
}

#[test]
fn what_cannot_be_traced_is_refused_with_the_next_step() {
    let dir = &program();
    dir.write("plain.c", "int main(void) { return 0; }\n");
    dir.run(&format!("{} plain.c -o plain", fz_llvm::CLANG))
        .ok();
    dir.folder("empty");
    let trace = all_kinds().bytes();
    dir.write("cut", &trace[..6000]);
    dir.write("foreign", vec![7; 5000]);
    for name in ["mute", "cut", "foreign"] {
        dir.write(format!("i-{name}"), name);
    }
    for (arguments, says) in [
        (
            "plain -i i-cut",
            "./plain is not a taint build: compile and link it with FZ_PROFILE=taint",
        ),
        ("gone -i i-cut", "gone: no such program"),
        ("p -i gone", "gone: no such file"),
        ("p -i empty", "-i: no input is in it"),
        (
            "p -i i-mute",
            "./p left no trace of i-mute (it ended by exit 7): fz taint: cannot begin: do this",
        ),
        ("p -i i-cut", "./p over i-cut: the trace "),
        ("p -i i-cut", "it is cut short: "),
        ("p -i i-foreign", "it does not begin with FZTAINT2"),
        (
            "p -i i-cut --site :4",
            "--site :4: a site is FILE or FILE:LINE",
        ),
        ("p -i i-cut --format angora", "--format angora: say with -o"),
        ("p -i i-cut -o empty", "empty: Is a directory"),
        ("p -i i-cut --map --format angora", "cannot be used with"),
        ("p -i i-cut --json --format angora", "cannot be used with"),
    ] {
        command(dir, arguments).outcome().fails().says(says);
    }
}
