//! Programs that bring others along: those that they execute, and libraries that they load, whoever calls for it.

use fz_abi::map;
use fz_harness::fuzzer::{Fuzzer, Options, Protocol, Words};
use fz_tests::Sandbox;

use super::{counters_of, start};

fn sandbox() -> Sandbox {
    Sandbox::of("protocol/others")
}

fn started(dir: &Sandbox, program: &str) -> Fuzzer {
    let options = Options {
        words: Some(Words::IfAny),
        ..Options::new(Protocol::New)
    };
    start(&dir.at(program), &options)
}

#[test]
fn what_a_program_executes_leaves_its_map_alone() {
    let dir = sandbox();
    dir.cc("-O1 outer.c -o outer").ok();
    for input in [&b"c"[..], b"p"] {
        let maps = ["cc -O1 inner.c -o inner", "fz-cc -O1 inner.c -o inner"].map(|build| {
            dir.run(build).ok();
            let run = started(&dir, "outer").run(input);
            assert_eq!(run.status, 0, "{build}: {input:?}");
            run.map
        });
        assert!(
            maps[0] == maps[1],
            "{input:?}: inner counts into outer's map"
        );
    }
}

#[test]
fn a_program_that_executes_itself_counts_on() {
    let dir = sandbox();
    dir.cc("-O1 outer.c -o outer").ok();
    let run = started(&dir, "outer").run(b"s");
    assert_eq!(run.status, 0);
    assert!(run.map.contains(&36), "{:?}", &run.map[..40]);
}

#[test]
fn plugins_count_whoever_loads_them() {
    let dir = sandbox();
    dir.run("cc -O1 -fPIC -shared host.c -o libhost.so").ok();
    let own = "main.c host.c";
    for (options, sources) in [
        ("", own),
        ("-fsanitize=address", own),
        ("-fsanitize=thread", own),
        ("-fsanitize=undefined", own),
        ("", "main.c ./libhost.so"),
        ("-fsanitize=address", "main.c ./libhost.so"),
    ] {
        let case = format!("{options} {sources}");
        dir.cc(&format!(
            "-O1 {options} -fPIC -shared plugin.c -o plugin.so"
        ))
        .ok();
        dir.cc(&format!("-O1 {options} {sources} -o main")).ok();
        let mut fuzzer = started(&dir, "main");
        let spins = counters_of(&[3, 37, 255], |n| {
            let run = fuzzer.run(&[n]);
            assert_eq!(run.status, 0, "{case}");
            run.map
        });
        assert_eq!(spins.len(), 1, "{case}: {spins:?}");
        let inspected = dir.json("inspect ./main --json");
        let size = inspected["programs"][0]["map"].as_u64();
        assert_eq!(size, Some(fuzzer.announced as u64), "{case}: {inspected}");
    }
}

#[test]
fn what_loads_nothing_has_no_room_for_it() {
    let dir = sandbox();
    dir.cc("-O1 inner.c -o inner").ok();
    assert!(started(&dir, "inner").announced < map::DLOPEN_ROOM);
}
