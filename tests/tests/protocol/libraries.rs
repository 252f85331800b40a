//! Instrumented libraries: there from the start, loaded later, and in hosts that are not instrumented.

use std::process::Command;

use fz_abi::{files, map};

use super::fuzzer::{Fuzzer, Options, PROTOCOLS, Run};
use super::programs::{self, EXECUTABLES, PIE, Placement, Programs, UNPLACED};
use super::{counters_of, start, surroundings};

fn library(programs: &Programs, name: &str, placement: Placement, more: &[&str]) {
    programs.shared(
        "library.c",
        name,
        placement,
        &[&[&format!("-DNAME={name}")[..]], more].concat(),
    );
}

#[test]
fn startup_libraries_have_places_of_their_own() {
    let programs = Programs::new();
    for link in [PIE, UNPLACED] {
        for placement in [Placement::Script, Placement::None] {
            library(&programs, "a", placement, &[]);
            library(&programs, "b", placement, &["-DPAGES=3"]);
            let program = programs.executable("linked.c", link, &["-la", "-lb"]);
            for protocol in PROTOCOLS {
                three_images(&mut start(&program, &Options::new(protocol)));
                let before_exec = surroundings::refuse_mremap;
                three_images(&mut start(
                    &program,
                    &Options {
                        before_exec,
                        ..Options::new(protocol)
                    },
                ));
            }
        }
    }
}

/// All of the executable's and both libraries' loops are in the map, at different places.
fn three_images(fuzzer: &mut Fuzzer) {
    let mut of = |which: usize| {
        let loops = counters_of(&[2, 37, 255], |rounds| {
            let mut input = [1; 3];
            input[which] = rounds;
            fuzzer.run(&input).map
        });
        assert_eq!(loops.len(), 1);
        loops[0]
    };
    let places = [of(0), of(1), of(2)];
    let announced = fuzzer.announced;
    assert!(places[0] != places[1] && places[1] != places[2] && places[0] != places[2]);
    assert!(places.iter().all(|&place| place < announced));
    // Nothing here can load more: no room for that. Counters of the three, and a page for each.
    assert!(announced < (3 + 1 + 3) * map::PAGE, "{announced}");
    let run = fuzzer.run(&[11, 13, 17]);
    assert_eq!(places.map(|place| run.map[place]), [11, 13, 17]);
}

#[test]
fn an_executable_without_counters_serves_its_libraries() {
    let programs = Programs::new();
    library(&programs, "a", Placement::Script, &[]);
    library(&programs, "b", Placement::None, &[]);
    for link in EXECUTABLES
        .into_iter()
        .filter(|link| link.is_dynamic())
        .chain([UNPLACED])
    {
        let plain = "-fno-sanitize-coverage=inline-8bit-counters,pc-table";
        let program = programs.executable("linked.c", link, &["-la", "-lb", plain]);
        for protocol in PROTOCOLS {
            let mut fuzzer = start(&program, &Options::new(protocol));
            assert!(
                fuzzer.announced < 3 * map::PAGE,
                "{link:?}: {}",
                fuzzer.announced
            );
            let run = fuzzer.run(&[7, 37, 39]);
            assert_eq!(run.map[0], 1, "AFL's own byte");
            for rounds in [37, 39] {
                assert_eq!(run.map.iter().filter(|&&count| count == rounds).count(), 1);
            }
        }
    }
}

fn loop_of(fuzzer: &mut Fuzzer, before: &[u8], name: u8) -> Vec<usize> {
    counters_of(&[3, 37, 255], |rounds| {
        let run = fuzzer.run(&[before, &[name, rounds]].concat());
        assert_eq!(run.status, 0);
        run.map
    })
}

#[test]
fn later_libraries_keep_their_place_in_whatever_order_they_come() {
    let programs = Programs::new();
    for placement in [Placement::Script, Placement::None] {
        library(&programs, "p", placement, &[]);
        library(&programs, "q", placement, &["-DPAGES=2"]);
        let program = programs.executable("loader.c", PIE, &[]);
        for protocol in PROTOCOLS {
            later_libraries(&mut start(&program, &Options::new(protocol)));
            let before_exec = surroundings::refuse_mremap;
            later_libraries(&mut start(
                &program,
                &Options {
                    before_exec,
                    ..Options::new(protocol)
                },
            ));
        }
    }
}

fn later_libraries(fuzzer: &mut Fuzzer) {
    assert_eq!(fuzzer.announced, map::PAGE + map::DLOPEN_ROOM);
    let p = loop_of(fuzzer, b"", b'p');
    let q = loop_of(fuzzer, b"", b'q');
    assert!(p.len() == 1 && q.len() == 1 && p != q, "{p:?} {q:?}");
    // In the other order, and loaded again after being unloaded.
    assert_eq!(loop_of(fuzzer, b"q\x05", b'p'), p);
    assert_eq!(loop_of(fuzzer, b"p\x05", b'q'), q);
    let both = fuzzer.run(b"p\x05q\x07").map;
    assert_eq!((both[p[0]], both[q[0]]), (5, 7));
    let churn = fuzzer.run(&b"p\x01!q\x01!".repeat(30));
    assert_eq!(churn.status, 0);
    let announced = fuzzer.announced;
    assert!(churn.map[announced..].iter().all(|&count| count == 0));
}

#[test]
fn libraries_loaded_before_a_deferred_start_need_no_room() {
    let programs = Programs::new();
    library(&programs, "p", Placement::Script, &["-DPAGES=20"]);
    library(&programs, "q", Placement::Script, &[]);
    let program = programs.executable("loader.c", PIE, &["-DDEFERRED"]);
    for protocol in PROTOCOLS {
        let options = Options {
            deferred: true,
            ..Options::new(protocol)
        };
        let mut fuzzer = start(&program, &options);
        assert_eq!(fuzzer.announced, 22 * map::PAGE + map::DLOPEN_ROOM);
        let p = loop_of(&mut fuzzer, b"", b'p');
        assert!(p.len() == 1 && p[0] < 22 * map::PAGE, "{p:?}");
        // Unloaded in the child, and loaded again there.
        assert_eq!(loop_of(&mut fuzzer, b"!", b'p'), p);
        let q = loop_of(&mut fuzzer, b"!", b'q');
        assert!(q.len() == 1 && q[0] >= 22 * map::PAGE, "{q:?}");
        assert_eq!(fuzzer.output(), "");
    }
}

#[test]
fn libraries_without_room_go_unseen_and_that_is_said_once() {
    let programs = Programs::new();
    library(&programs, "p", Placement::Script, &["-DPAGES=20"]);
    library(&programs, "q", Placement::Script, &[]);
    let program = programs.executable("loader.c", PIE, &[]);
    for protocol in PROTOCOLS {
        let mut fuzzer = start(&program, &Options::new(protocol));
        assert_eq!(loop_of(&mut fuzzer, b"", b'p').len(), 0);
        assert_eq!(loop_of(&mut fuzzer, b"p\x01", b'q').len(), 1);
        let output = fuzzer.output();
        assert_eq!(output.lines().count(), 1, "{output}");
        let needed = 21 * map::PAGE;
        assert!(
            output.contains(&format!("FZ_DLOPEN_ROOM={needed}")),
            "{output}"
        );

        let mut options = Options::new(protocol);
        options
            .variables
            .push(("FZ_DLOPEN_ROOM", (needed + map::PAGE).to_string()));
        let mut fuzzer = start(&program, &options);
        assert_eq!(fuzzer.announced, 23 * map::PAGE);
        assert_eq!(loop_of(&mut fuzzer, b"", b'p').len(), 1);
        assert_eq!(loop_of(&mut fuzzer, b"p\x01", b'q').len(), 1);
        assert_eq!(fuzzer.output(), "");
    }
}

#[test]
fn a_preloaded_runtime_serves_an_uninstrumented_host() {
    let programs = Programs::new();
    library(&programs, "p", Placement::Script, &[]);
    library(&programs, "q", Placement::Script, &[]);
    library(&programs, "a", Placement::Script, &[]);
    library(&programs, "b", Placement::Script, &[]);
    let linked = programs.plain("linked.c", PIE, &["-la", "-lb"]);
    let host = programs.plain("loader.c", PIE, &[]);
    // The second program brings a runtime of its own, which must be the only one to answer.
    let program = programs.executable("loader.c", PIE, &[]);
    let runtime = programs::library(files::RUNTIME_LIBRARY);
    for protocol in PROTOCOLS {
        for host in [&host, &program] {
            let mut options = Options::new(protocol);
            options
                .variables
                .push(("LD_PRELOAD", runtime.display().to_string()));
            later_libraries_of_host(&mut start(host, &options));
        }
        // Libraries that the host is linked with.
        let mut options = Options::new(protocol);
        options
            .variables
            .push(("LD_PRELOAD", runtime.display().to_string()));
        let mut fuzzer = start(&linked, &options);
        assert!(fuzzer.announced <= 3 * map::PAGE);
        for which in [1, 2] {
            let loops = counters_of(&[2, 37, 255], |rounds| {
                let mut input = [1; 3];
                input[which] = rounds;
                fuzzer.run(&input).map
            });
            assert_eq!(loops.len(), 1);
        }
    }
    // Without a fuzzer it is not there at all.
    let output = surroundings::run_with(&host, b"p\x01q\x01", |command: &mut Command| {
        command.env("LD_PRELOAD", &runtime);
    });
    assert_eq!(output, "");
}

fn later_libraries_of_host(fuzzer: &mut Fuzzer) {
    let (p, q) = (loop_of(fuzzer, b"", b'p'), loop_of(fuzzer, b"", b'q'));
    assert!(p.len() == 1 && q.len() == 1 && p != q, "{p:?} {q:?}");
    let Run { map, .. } = fuzzer.run(b"q\x07p\x05");
    assert_eq!((map[p[0]], map[q[0]]), (5, 7));
}
