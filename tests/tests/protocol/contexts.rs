//! Call-site contexts: which rows of the map which calls get, in every kind of program.
//!
//! `contexts.c` has functions of 3 (narrow), 2 (capped) and 5 counters (never called); a library has one of 4.

use std::process::Command;

use fz_abi::map;

use super::fuzzer::{Fuzzer, Options, PROTOCOLS};
use super::programs::{EXECUTABLES, Link, NO_PIE, PIE, Placement, Programs, UNPLACED};
use super::{start, surroundings};

/// Only what the programs bring themselves.
pub const UNCOUNTED: &str = "-fno-sanitize-coverage=inline-8bit-counters,pc-table";
/// The executable's counters, behind the head.
const OWN: usize = 3 + 2 + 5;
const NARROW: usize = map::HEAD;
const CAPPED: usize = NARROW + 3;
/// A site that libraries do not have: a caller that knows no contexts.
const NO_SITE: u8 = 255;

fn executable(programs: &Programs, link: Link, more: &[&str]) -> std::path::PathBuf {
    programs.executable("contexts.c", link, &[&[UNCOUNTED], more].concat())
}

pub fn library(programs: &Programs, name: &str, placement: Placement, more: &[&str]) {
    let name_is = format!("-DNAME={name}");
    let arguments = [&[UNCOUNTED, &name_is[..]], more].concat();
    programs.shared("contexts_library.c", name, placement, &arguments);
}

/// The places of the map that were hit, but for AFL's own.
fn hits(fuzzer: &mut Fuzzer, input: &[u8]) -> Vec<(usize, u8)> {
    let run = fuzzer.run(input);
    assert_eq!(run.status, 0, "{}", fuzzer.output());
    assert_eq!(run.map[0], 1, "AFL's own byte");
    let places = run.map.into_iter().enumerate().skip(1);
    places.filter(|&(_, count)| count != 0).collect()
}

/// Where `who` counts its function's first counter if it calls it at `site`, behind what `before` does.
fn place_after(fuzzer: &mut Fuzzer, before: &[u8], who: u8, site: u8) -> usize {
    let all: Vec<_> = [0, 1]
        .into_iter()
        .map(|edge| hits(fuzzer, &[before, &[who, site, edge, 37]].concat()))
        .collect();
    let [(first, 37)] = all[0][..] else {
        panic!("{who} {site}: {:?}", all[0]);
    };
    assert_eq!(all[1], [(first + 1, 37)], "{who} {site}");
    first
}

fn place(fuzzer: &mut Fuzzer, who: u8, site: u8) -> usize {
    place_after(fuzzer, b"", who, site)
}

fn dumped_size(program: &std::path::Path) -> usize {
    let output = Command::new(program)
        .env("AFL_DUMP_MAP_SIZE", "1")
        .output()
        .unwrap();
    String::from_utf8(output.stdout)
        .unwrap()
        .trim()
        .parse()
        .unwrap()
}

#[test]
fn every_kind_of_executable_has_rows() {
    for link in EXECUTABLES.into_iter().chain([UNPLACED]) {
        let programs = Programs::new();
        let program = executable(&programs, link, &[]);
        for (protocol, posix) in PROTOCOLS.into_iter().zip([false, true]) {
            let options = Options {
                posix,
                ..Options::new(protocol)
            };
            let mut fuzzer = start(&program, &options);
            let rows = map::HEAD + OWN;
            // Two of narrow, and two of capped at most.
            assert_eq!(fuzzer.announced, rows + 2 * 3 + 2 * 2, "{link:?}");
            assert_eq!(dumped_size(&program), fuzzer.announced);
            let expected = [rows, rows + 6, rows + 3, rows + 8, CAPPED];
            for (site, expected) in expected.into_iter().enumerate() {
                assert_eq!(
                    place(&mut fuzzer, b'm', site as u8),
                    expected,
                    "{link:?} {site}"
                );
            }
            let both = hits(&mut fuzzer, b"m\x00\x02\x05m\x02\x00\x07m\x00\x02\x01");
            assert_eq!(both, [(rows + 2, 6), (rows + 3, 7)]);
        }
        // Without a fuzzer nothing happens.
        assert_eq!(surroundings::run_with(&program, b"m\0\0\x01", |_| ()), "");
    }
}

#[test]
fn rows_count_where_counters_have_to_be_copied() {
    let programs = Programs::new();
    let program = executable(&programs, PIE, &[]);
    for protocol in PROTOCOLS {
        let options = Options {
            before_exec: surroundings::refuse_mremap,
            ..Options::new(protocol)
        };
        let mut fuzzer = start(&program, &options);
        assert_eq!(place(&mut fuzzer, b'm', 0), map::HEAD + OWN);
        assert_eq!(place(&mut fuzzer, b'm', 4), CAPPED);
    }
}

#[test]
fn calls_into_other_images_have_rows() {
    let programs = Programs::new();
    for link in [PIE, NO_PIE, EXECUTABLES[4], EXECUTABLES[7], UNPLACED] {
        for placement in [Placement::Script, Placement::None] {
            library(&programs, "a", placement, &[]);
            library(&programs, "b", placement, &[]);
            let program = executable(&programs, link, &["-DLINKED", "-la", "-lb"]);
            for protocol in PROTOCOLS {
                let mut fuzzer = start(&program, &Options::new(protocol));
                assert_eq!(dumped_size(&program), fuzzer.announced);
                rows_of_three(&mut fuzzer, link == PIE && placement == Placement::Script);
            }
        }
    }
}

fn rows_of_three(fuzzer: &mut Fuzzer, is_placed: bool) {
    // Rows of narrow, capped, and the libraries' own functions.
    const ROWS: [usize; 4] = [4 * 3, 2 * 2, 3 * 4, 2 * 4];
    let default = [b'a', b'b'].map(|library| place(fuzzer, library, NO_SITE));
    assert!(default[0].abs_diff(default[1]) >= 4);
    let rows = fuzzer.announced - ROWS.iter().sum::<usize>();
    if is_placed {
        assert_eq!(default[0].min(default[1]), map::PAGE);
        assert_eq!(rows, 3 * map::PAGE);
        assert_eq!(fuzzer.output(), "");
    }
    // The images are in the order of the map.
    let a_is_first = default[0] < default[1];
    let work = rows + ROWS[0] + ROWS[1];
    let (a, b) = if a_is_first {
        (work, work + ROWS[2])
    } else {
        (work + ROWS[3], work)
    };
    let narrow_of = |is_first| rows + if is_first { 6 } else { 9 };
    let expected = [
        (b'm', 0, rows),
        (b'm', 2, rows + 3),
        (b'a', 1, narrow_of(a_is_first)),
        (b'b', 1, narrow_of(!a_is_first)),
        (b'm', 1, rows + ROWS[0]),
        (b'm', 3, rows + ROWS[0] + 2),
        (b'm', 4, CAPPED),
        (b'm', 7, a),
        (b'm', 9, a + 4),
        (b'a', 0, a + 8),
        (b'm', 8, b),
        (b'b', 0, b + 4),
    ];
    for (who, site, expected) in expected {
        assert_eq!(place(fuzzer, who, site), expected, "{who} {site}");
    }
}

#[test]
fn rows_that_the_map_has_no_room_for_are_not_handed_out() {
    const WIDE: usize = 3000;
    let programs = Programs::new();
    let program = executable(&programs, PIE, &["-DWIDE=3000"]);
    let default = map::HEAD + OWN;
    let rows = default + WIDE + 2 * 3 + 2 * 2;
    for protocol in PROTOCOLS {
        for (pages, fitting) in [(1, 0), (2, 1), (3, 3)] {
            for posix in [false, true] {
                let options = Options {
                    posix,
                    map_size: pages * map::PAGE,
                    ..Options::new(protocol)
                };
                let mut fuzzer = start(&program, &options);
                assert_eq!(fuzzer.announced, rows + 3 * WIDE);
                for row in 0..3 {
                    let expected = if row < fitting {
                        rows + row * WIDE
                    } else {
                        default
                    };
                    assert_eq!(place(&mut fuzzer, b'm', 7 + row as u8), expected);
                }
                let output = fuzzer.output();
                if fitting == 3 {
                    assert_eq!(output, "");
                } else {
                    assert_eq!(output.lines().count(), 1, "{output}");
                    assert!(
                        output.starts_with("fz: the fuzzer's map is too small"),
                        "{output}"
                    );
                }
            }
        }
    }
}

#[test]
fn later_libraries_have_rows_for_their_own_calls() {
    let programs = Programs::new();
    let loader = ["-DLOADER", "-Wl,--export-dynamic-symbol=narrow"];
    for placement in [Placement::Script, Placement::None] {
        library(&programs, "p", placement, &[]);
        library(&programs, "q", placement, &["-DCOUNTERS=5000"]);
        let program = executable(&programs, PIE, &loader);
        for protocol in PROTOCOLS {
            let mut fuzzer = start(&program, &Options::new(protocol));
            assert_eq!(fuzzer.announced, map::PAGE + map::DLOPEN_ROOM);
            assert_eq!(dumped_size(&program), fuzzer.announced);
            later_rows(&mut fuzzer);
            assert_eq!(fuzzer.output(), "");
            let before_exec = surroundings::refuse_mremap;
            let options = Options {
                before_exec,
                ..Options::new(protocol)
            };
            later_rows(&mut start(&program, &options));
        }
    }
}

/// All places of both libraries. Pages of p, which comes first: its section, its row. Those of q: two of its section,
/// and two of its row.
fn later_rows(fuzzer: &mut Fuzzer) {
    let room = map::PAGE;
    for before in [&b""[..], b"q\0\0\0", b"p\0\0\0!\0\0\0q\0\0\0!\0\0\0"] {
        let p_default = place_after(fuzzer, before, b'p', NO_SITE);
        assert_eq!(p_default, room);
        assert_eq!(place_after(fuzzer, before, b'p', 0), p_default + map::PAGE);
        let q_default = place_after(fuzzer, before, b'q', NO_SITE);
        assert_eq!(q_default, room + 2 * map::PAGE);
        assert_eq!(
            place_after(fuzzer, before, b'q', 0),
            q_default + 2 * map::PAGE
        );
        // The executable's function does not know this caller.
        assert_eq!(place_after(fuzzer, before, b'p', 1), NARROW);
    }
    let mut churn = b"p\0\0\x01!\0\0\0q\0\0\x01!\0\0\0".repeat(30);
    churn.extend(b"p\0\x03\x05");
    let row = room + map::PAGE;
    let expected = [(row, 30), (row + 3, 5), (room + 4 * map::PAGE, 30)];
    assert_eq!(hits(fuzzer, &churn), expected);
}

#[test]
fn objects_that_others_have_instrumented_may_register_before_or_after() {
    let programs = Programs::new();
    let program = executable(&programs, PIE, &["-DLOADER"]);
    // Where the others come first, the image moves to where it has room for its row.
    for (priority, page) in [("00003", 0), ("00001", 1)] {
        let foreign = format!("-DFOREIGN=\".init_array.{priority}\"");
        library(&programs, "p", Placement::Script, &[&foreign]);
        for protocol in PROTOCOLS {
            let mut fuzzer = start(&program, &Options::new(protocol));
            let default = (1 + page) * map::PAGE;
            for before in [&b""[..], b"p\0\0\0!\0\0\0"] {
                let of = |fuzzer: &mut Fuzzer, site| place_after(fuzzer, before, b'p', site);
                assert_eq!(of(&mut fuzzer, NO_SITE), default, "{priority}");
                assert_eq!(of(&mut fuzzer, 0), default + map::PAGE, "{priority}");
            }
            assert_eq!(fuzzer.output(), "");
        }
    }
}

#[test]
fn libraries_loaded_before_a_deferred_start_have_rows_without_room() {
    let programs = Programs::new();
    library(&programs, "p", Placement::Script, &[]);
    library(&programs, "q", Placement::Script, &[]);
    let program = executable(&programs, PIE, &["-DLOADER", "-DDEFERRED"]);
    for protocol in PROTOCOLS {
        let options = Options {
            deferred: true,
            ..Options::new(protocol)
        };
        let mut fuzzer = start(&program, &options);
        assert_eq!(fuzzer.announced, 3 * map::PAGE + map::DLOPEN_ROOM);
        for before in [&b""[..], b"!\0\0\0", b"!\0\0\0q\0\0\0"] {
            assert_eq!(place_after(&mut fuzzer, before, b'p', NO_SITE), map::PAGE);
            assert_eq!(place_after(&mut fuzzer, before, b'p', 0), 2 * map::PAGE);
            assert_eq!(place_after(&mut fuzzer, before, b'q', 0), 4 * map::PAGE);
        }
        assert_eq!(fuzzer.output(), "");
    }
}

#[test]
fn later_libraries_have_no_rows_if_the_room_is_too_small() {
    let programs = Programs::new();
    library(&programs, "p", Placement::Script, &[]);
    let program = executable(&programs, PIE, &["-DLOADER"]);
    for protocol in PROTOCOLS {
        for (pages, complaint) in [(1, "call-site contexts"), (0, "edges are not seen")] {
            let mut options = Options::new(protocol);
            options
                .variables
                .push(("FZ_DLOPEN_ROOM", (pages * map::PAGE).to_string()));
            let mut fuzzer = start(&program, &options);
            let input = b"p\0\0\x07!\0\0\0p\0\0\x07";
            let expected = [(map::PAGE, 14)];
            assert_eq!(hits(&mut fuzzer, input), expected[..pages]);
            if pages != 0 {
                assert_eq!(place(&mut fuzzer, b'p', 0), map::PAGE);
            }
            let output = fuzzer.output();
            assert!(output.contains(complaint), "{output}");
            assert!(output.contains("FZ_DLOPEN_ROOM=8192"), "{output}");
            if pages != 0 {
                assert_eq!(output.lines().count(), 1, "{output}");
            }
        }
    }
}

#[test]
fn what_comes_after_a_persistent_loop_is_not_seen_in_rows() {
    for link in [PIE, UNPLACED] {
        let programs = Programs::new();
        let program = executable(&programs, link, &["-DPERSISTENT"]);
        for protocol in PROTOCOLS {
            let options = Options {
                persistent: true,
                ..Options::new(protocol)
            };
            let mut fuzzer = start(&program, &options);
            for _ in 0..3 {
                let runs = [(); 3].map(|()| fuzzer.run(b"m\x00\x00\x05"));
                assert!(libc::WIFSTOPPED(runs[1].status));
                assert_eq!(runs[2].status, 0, "the last pass ends the program");
                assert_eq!(runs[1].map[map::HEAD + OWN], 5);
                assert_eq!(runs[1].map, runs[2].map);
            }
        }
    }
}
