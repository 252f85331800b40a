//! Profile `context` end to end: programs do what they did, each call counts in its own row, and what knows no contexts
//! counts in the default row. `contexts/` holds the programs.

mod tools;

use std::{collections::BTreeSet, fs, path::Path};

use fz_tests::in_parallel;

use tools::{CHECKED, CONTEXT, DEFAULT, Room, names, output, set, status};

const LEVELS: [&str; 5] = ["-O0", "-O1", "-O2", "-O3", "-Os"];
const CALLS: [&str; 3] = ["calls.c", "calls_other.c", "calls.h"];
const IMAGES: [&str; 5] = [
    "images.c",
    "images.h",
    "images_one.c",
    "images_two.c",
    "images_preload.c",
];
const MODERN: [&str; 3] = ["modern_one.cc", "modern_two.cc", "modern.h"];
const RPATH: &str = "-Wl,-rpath,$ORIGIN";

/// All that went wrong, at once.
fn assert_none(wrong: impl IntoIterator<Item = Option<String>>) {
    let wrong: Vec<_> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What becomes of a program of two units, in one image or in two. Weak symbols make that a difference.
fn link_calls(
    room: &Room,
    compiler: &str,
    flags: &str,
    units: [&str; 2],
    shared: bool,
    name: &str,
) {
    let [main, other] = units;
    if shared {
        room.build(
            compiler,
            &format!("{flags} -fPIC -shared {other} -o lib{name}.so"),
        );
        room.build(
            compiler,
            &format!("{flags} {main} -L. -l{name} {RPATH} -o {name}"),
        );
    } else {
        room.build(compiler, &format!("{flags} {main} {other} -o {name}"));
    }
}

/// What the plain program prints: in one image, in two.
fn plain_calls(room: &Room) -> [String; 2] {
    let units = ["calls.c", "calls_other.c"];
    link_calls(room, fz_llvm::CLANG, "-O0", units, false, "plain-alone");
    link_calls(room, fz_llvm::CLANG, "-O0", units, true, "plain-shared");
    ["./plain-alone", "./plain-shared"].map(|program| room.printed(program))
}

#[test]
fn every_way_to_call_means_what_it_meant() {
    let room = Room::with(&CALLS);
    let expected = plain_calls(&room);
    let mut builds = Vec::new();
    for level in LEVELS {
        for profile in [CONTEXT, CHECKED] {
            for link in ["-pie", "-static", "shared"] {
                builds.push((level, profile, link));
            }
        }
    }
    let wrong = in_parallel(&builds, |(level, profile, link)| {
        let name = format!("{profile}{level}{link}").replace(['=', '/'], "");
        let name = name.trim_start_matches('-');
        let shared = *link == "shared";
        let flags = if shared {
            String::new()
        } else {
            (*link).to_owned()
        };
        let units = ["calls.c", "calls_other.c"];
        link_calls(
            &room,
            "fz-cc",
            &format!("{profile} {level} {flags}"),
            units,
            shared,
            name,
        );
        let run = room.check(&format!("./{name}"), &[]);
        let checked = (run.counters > 0) == (*profile == CHECKED);
        let good = checked && run.ends_as(0, &expected[usize::from(shared)]);
        (!good).then(|| format!("{name}: {run:#?}"))
    });
    assert_none(wrong);
}

/// Without that, programs that call this deep reach the stack's end.
#[test]
fn tail_calls_stay_tail_calls() {
    let room = Room::with(&["tails.c", "tails_other.c"]);
    let units = ["tails.c", "tails_other.c"];
    link_calls(&room, fz_llvm::CLANG, "-O2", units, false, "plain");
    let expected = room.printed("./plain");
    let mut builds = Vec::new();
    for level in ["-O1", "-O2", "-O3", "-Os"] {
        for shared in [false, true] {
            builds.push((level, shared));
        }
    }
    let wrong = in_parallel(&builds, |(level, shared)| {
        let name = format!("tails{level}-{shared}");
        let flags = format!("{CONTEXT} {level}");
        link_calls(&room, "fz-cc", &flags, units, *shared, &name);
        let run = room.check(&format!("./{name}"), &[]);
        (!run.ends_as(0, &expected)).then(|| format!("{name}: {run:#?}"))
    });
    assert_none(wrong);
}

/// Such calls pass no token, and in the register there is whatever was left there.
#[test]
fn functions_that_are_called_by_name_trust_nobody() {
    let room = Room::with(&["names.c"]);
    room.build(fz_llvm::CLANG, "-O0 names.c -o plain");
    let expected = room.printed("./plain");
    let mut builds = Vec::new();
    for level in LEVELS {
        for profile in [CONTEXT, CHECKED] {
            builds.push((level, profile));
        }
    }
    let wrong = in_parallel(&builds, |(level, profile)| {
        let name = format!("{profile}{level}").replace(['=', '/'], "");
        let name = name.trim_start_matches('-');
        room.build("fz-cc", &format!("{profile} {level} names.c -o {name}"));
        let run = room.check(&format!("./{name}"), &[]);
        (!run.ends_as(0, &expected)).then(|| format!("{name}: {run:#?}"))
    });
    assert_none(wrong);
}

#[test]
fn objects_with_contexts_are_ordinary_objects() {
    let room = Room::with(&CALLS);
    let expected = plain_calls(&room);
    for unit in ["calls", "calls_other"] {
        room.build(
            "fz-cc",
            &format!("{CONTEXT} -O2 -fPIC -c {unit}.c -o {unit}.o"),
        );
    }
    let lld = room.run(fz_llvm::CONFIG, "--bindir");
    let lld = format!("-B{} -fuse-ld=lld", lld.trim());
    let mut links = Vec::new();
    for linker in ["-fuse-ld=bfd", "-fuse-ld=gold", &lld] {
        for kind in [
            "-pie",
            "-no-pie",
            "-static",
            "-static-pie",
            "shared",
            "-Wl,--gc-sections",
        ] {
            links.push((linker, kind));
        }
    }
    let wrong = in_parallel(&links, |(linker, kind)| {
        let name = format!("{}{kind}", linker.rsplit('=').next().unwrap()).replace(',', "");
        // Gold knows no such programs.
        if name == "gold-static-pie" {
            return None;
        }
        let shared = *kind == "shared";
        let flags = match shared {
            true => (*linker).to_owned(),
            false => format!("{linker} {kind}"),
        };
        link_calls(
            &room,
            "gcc",
            &flags,
            ["calls.o", "calls_other.o"],
            shared,
            &name,
        );
        let run = room.check(&format!("./{name}"), &[]);
        // Nobody is there who could check.
        let good = run.counters == 0 && run.ends_as(0, &expected[usize::from(shared)]);
        (!good).then(|| format!("{name}: {run:#?}"))
    });
    assert_none(wrong);
}

/// The program, and both libraries, each of which needs the other's functions.
fn link_images(room: &Room, compiler: &str, flags: &str, library_flags: &str, host_flags: &str) {
    let library = "-fPIC -shared";
    for name in ["one", "two"] {
        room.build(
            compiler,
            &format!("{flags} {library} {library_flags} images_{name}.c -o lib{name}.so"),
        );
    }
    room.build(
        compiler,
        &format!("{flags} {host_flags} -rdynamic images.c -L. -lone -ltwo {RPATH} -o images"),
    );
}

#[test]
fn images_know_each_others_callers() {
    let cases = [
        ("", "", "-DREPLACE"),
        ("-O2", "", ""),
        ("-O1", "-Wl,-z,now", "-no-pie"),
        ("-O2", "-fno-semantic-interposition", "-DREPLACE"),
        ("-O2", "-Wl,-Bsymbolic", "-DREPLACE -fuse-ld=lld"),
        ("-O3", "-fuse-ld=gold", "-fuse-ld=gold -DREPLACE"),
        ("-O2", "-fno-plt", "-fno-plt -DREPLACE"),
    ];
    let wrong = in_parallel(&cases, |case| {
        let (level, library, host) = case;
        let room = Room::with(&IMAGES);
        link_images(&room, fz_llvm::CLANG, "-O1", library, host);
        let expected = room.printed("./images");
        link_images(&room, "fz-cc", &format!("{CHECKED} {level}"), library, host);
        room.check_clean("./images", &[], &expected);

        link_images(&room, "fz-cc", &format!("{CONTEXT} {level}"), library, host);
        let callers = room.callers("./images", &[], &[]);
        let mut expected = vec![
            (
                "one_leaf",
                set(&["one_local", "two_entry", "two_tail", DEFAULT]),
            ),
            ("two_leaf", set(&["one_local", "one_tail", DEFAULT])),
            ("host_leaf", set(&["main", "one_shared", "two_entry"])),
            ("one_tail", set(&["main", "two_tail"])),
            ("one_pointer", set(&["main", "two_back"])),
        ];
        // With -Bsymbolic and without interposition each library has its own.
        if library.is_empty() {
            expected.push(("everywhere", set(&["main", "one_entry", "two_entry"])));
            expected.push(("replaced", set(&["one_entry", "one_shared", "two_entry"])));
        }
        let differing = expected.into_iter().find(|(f, e)| names(&callers, f) != *e);
        let main = callers["one_tail"].get("main");
        let counted = main.is_some_and(|row| row.most == 10);
        (!counted || differing.is_some()).then(|| format!("{case:?}: {differing:?} {callers:#?}"))
    });
    assert_none(wrong);
}

/// The dynamic linker's resolver does not keep the register. afl-fuzz has everything bound at once, unless it is told
/// not to.
#[test]
fn the_first_call_that_is_bound_lazily_has_no_context() {
    let room = Room::with(&IMAGES);
    link_images(&room, "fz-cc", &format!("{CONTEXT} -O2"), "", "");
    let rows = room.callers("./images", &[], &[("LD_BIND_LAZY", "1")]);
    let rows = &rows["one_tail"];
    // FIXME: ten are calls from `main`, and none from anywhere else. `two_tail` has a first call too.
    let found = (rows["main"].most, rows[DEFAULT].most);
    assert_eq!(found, (9, 2), "{rows:#?}");
}

/// Where an executable's code has the address of a library's function, the linker makes it that of a stub.
#[test]
fn functions_that_have_a_stub_for_their_address_have_no_contexts() {
    let room = Room::with(&IMAGES);
    for (kind, callers) in [
        ("-fPIE -pie", &["main", "two_tail", DEFAULT][..]),
        // FIXME: the same. Calls look for the stub, and its library has registered the function.
        ("-fno-pie -no-pie", &[DEFAULT]),
    ] {
        let host = format!("-DTAKE {kind}");
        link_images(&room, "fz-cc", &format!("{CHECKED} -O2"), "", &host);
        room.check("./images", &[]).assert_clean(kind);
        link_images(&room, "fz-cc", &format!("{CONTEXT} -O2"), "", &host);
        assert_inspected(&room, "./images", kind);
        let found = room.callers("./images", &[], &[]);
        assert_eq!(names(&found, "one_tail"), set(callers), "{kind}");
    }
}

#[test]
fn interposers_may_know_contexts_or_not() {
    let room = Room::with(&IMAGES);
    let preload = "-O2 -fPIC -shared images_preload.c -o";
    room.build("gcc", &format!("{preload} plain.so"));
    room.build("fz-cc", &format!("{CHECKED} {preload} checked.so"));
    link_images(&room, fz_llvm::CLANG, "-O0", "", "-DREPLACE");
    let own = room.printed("./images");
    let expected = room.check_with("./images", &[], &[("LD_PRELOAD", "./plain.so")]);
    let expected = expected.printed;
    assert_ne!(own, expected, "nothing was interposed");
    for level in ["-O0", "-O2"] {
        link_images(
            &room,
            "fz-cc",
            &format!("{CHECKED} {level}"),
            "",
            "-DREPLACE",
        );
        let mut counters = Vec::new();
        for library in ["./plain.so", "./checked.so"] {
            for now in ["", "1"] {
                let variables = [("LD_PRELOAD", library), ("LD_BIND_NOW", now)];
                let run = room.check_with("./images", &[], &variables);
                run.assert_clean(library);
                assert!(run.ends_as(0, &expected), "{library}: {run:#?}");
                counters.push(run.counters);
            }
        }
        // The interposer's own.
        assert!(counters[3] > counters[1], "{counters:?}");
    }
}

#[test]
fn libraries_come_and_go() {
    let room = Room::with(&["plugin.c", "plugins.c"]);
    let build = |compiler: &str, flags: &str| {
        for (name, size) in [("p", 1), ("q", 20)] {
            let output = format!("-o plugin_{name}.so");
            let define = format!("-DNAME={name} -DSIZE={size}");
            room.build(
                compiler,
                &format!("{flags} -fPIC -shared {define} plugin.c {output}"),
            );
        }
        room.build(compiler, &format!("{flags} -rdynamic plugins.c -o plugins"));
    };
    build(fz_llvm::CLANG, "-O0");
    let expected = room.printed("./plugins");
    for level in ["-O0", "-O2"] {
        build("fz-cc", &format!("{CHECKED} {level}"));
        room.check_clean("./plugins", &[], &expected);
        let run = room.check_with("./plugins", &[], &[("LD_BIND_NOW", "1")]);
        run.assert_clean("bound at once");
        build("fz-cc", &format!("{CONTEXT} {level}"));
        assert_eq!(room.printed("./plugins"), expected);
    }
}

/// What of some sources a compiler is given.
fn units(sources: &[&str]) -> String {
    let is_unit = |s: &&str| !s.ends_with(".h");
    let units: Vec<_> = sources.iter().copied().filter(is_unit).collect();
    units.join(" ")
}

/// Builds a program plainly, and in both profiles at each level; what each run has to print. The build that is checked
/// is run; of the other one the name is handed on.
fn each_level(compiler: &str, sources: &[&str], flags: &str, then: impl Fn(&Room, &str)) {
    let room = Room::with(sources);
    let (plain, fz) = match compiler {
        "cc" => (fz_llvm::CLANG, "fz-cc"),
        _ => (fz_llvm::CLANGXX, "fz-cxx"),
    };
    let rest = format!("{flags} {} -o", units(sources));
    room.build(plain, &format!("-O1 {rest} plain"));
    let expected = room.printed("./plain");
    for level in ["-O0", "-O1", "-O2"] {
        room.build(fz, &format!("{CHECKED} {level} {rest} checked"));
        room.check_clean("./checked", &[], &expected);
        room.build(fz, &format!("{CONTEXT} {level} {rest} program{level}"));
        let program = format!("./program{level}");
        assert_eq!(room.printed(&program), expected, "{level}");
        then(&room, &program);
    }
}

#[test]
fn threads_count_in_rows_of_their_own() {
    each_level("cc", &["threads.c"], "-pthread", |room, program| {
        let callers = room.callers(program, &[], &[]);
        let all: BTreeSet<_> = (0..16).map(|n| format!("caller_{n}")).collect();
        for function in ["shared", "local"] {
            assert_eq!(names(&callers, function), all, "{program}: {function}");
            let rows = callers[function].values();
            assert!(rows.into_iter().all(|row| row.most == 100), "{callers:#?}");
        }
        // Called by the C library; `main` calls it once, to return at once.
        let start = &callers["start"];
        assert_eq!(start[DEFAULT].most, 255, "{start:#?}");
        let direct = start.get("main").map_or(1, |row| row.most);
        assert!(direct == 1 && start.len() <= 2, "{start:#?}");
    });
}

/// What a program printed behind a word.
fn numbers(printed: &str, word: &str) -> Vec<u64> {
    let (_, rest) = printed.split_once(word).unwrap();
    let line = rest.lines().next().unwrap();
    line.split_whitespace()
        .map(|n| n.parse().unwrap())
        .collect()
}

#[test]
fn comparators_of_the_c_library_are_called_from_anywhere_else() {
    each_level("cc", &["callbacks.c"], "", |room, program| {
        let callers = room.callers(program, &[], &[]);
        let nested = &callers["nested"];
        assert!(nested[DEFAULT].most > 10, "{program}: {nested:#?}");
        let direct = nested.get("direct").map_or(1, |row| row.most);
        assert!(direct == 1 && nested.len() <= 2, "{program}: {nested:#?}");
        let visit = &callers["visit"];
        assert_eq!(visit[DEFAULT].most, 12, "{program}: {visit:#?}");
    });
}

#[test]
fn tokens_do_not_outlive_their_call() {
    each_level("cc", &["callbacks.c"], "", |room, program| {
        let printed = room.printed(program);
        let callers = room.callers(program, &[], &[]);
        let recursions = numbers(&printed, "recursions");
        for (function, recursions) in ["again", "again_local"].into_iter().zip(recursions) {
            let rows = &callers[function];
            assert_eq!(rows[function].most, recursions, "{program}: {rows:#?}");
        }
        // What could be a signal's handler has no rows at all: the call in `main` and the one at exit are one.
        let at_end = &callers["at_end"];
        assert_eq!(
            (at_end.len(), at_end[DEFAULT].most),
            (1, 2),
            "{program}: {at_end:#?}"
        );
    });
}

#[test]
fn signals_and_jumps_leave_contexts_alone() {
    each_level("cc", &["signals.c"], "", |room, program| {
        let callers = room.callers(program, &[], &[]);
        let (counted, local) = (&callers["counted"], &callers["local"]);
        let handlers = ["on_tick", "on_info", "on_jump"];
        assert_eq!(
            names(&callers, "counted"),
            &set(&handlers) | &set(&["spin", "retry", "plunge"]),
            "{program}"
        );
        assert_eq!(
            names(&callers, "local"),
            set(&["on_tick", "on_info", "spin", "plunge"]),
            "{program}"
        );
        // Big numbers lead to one side, those of handlers to the other.
        let source = fs::read_to_string(room.path().join("signals.c")).unwrap();
        let line_of =
            |text: &str| 1 + source.lines().position(|l| l.contains(text)).unwrap() as u64;
        for (rows, function, big, small) in [
            (counted, "counted", "return x - 1", "return x + 1"),
            (local, "local", "return x - 2", "return x + 2"),
        ] {
            let (big, small) = (line_of(big), line_of(small));
            for (caller, row) in rows {
                let is_handler = handlers.contains(&caller.as_str());
                let of_loop = ["spin", "retry"].contains(&caller.as_str());
                let wrong = (is_handler && row.lines.contains(&big))
                    || (of_loop && row.lines.contains(&small));
                assert!(!wrong, "{program}: {function} from {caller}: {row:?}");
            }
        }
        // One row for each activation, before and behind its jumps.
        let retry = &callers["retry"];
        let each: BTreeSet<_> = retry.keys().map(String::as_str).collect();
        assert_eq!(each, BTreeSet::from(["first_retry", "second_retry"]));
        let sums = line_of("sink++");
        assert!(retry["first_retry"].lines.contains(&sums), "{retry:#?}");
        assert!(!retry["second_retry"].lines.contains(&sums), "{retry:#?}");
    });
}

#[test]
fn handlers_that_do_not_look_like_handlers_have_no_context() {
    each_level("cc", &["signals.c"], "", |room, program| {
        let rows = &room.callers(program, &[], &[])["on_bare"];
        assert!(!rows.contains_key("main"), "{program}: {rows:#?}");
        assert!(rows[DEFAULT].most >= 100, "{program}: {rows:#?}");
    });
}

#[test]
fn cxx_programs_have_contexts() {
    each_level("cxx", &MODERN, "-std=c++20", |room, program| {
        let callers = room.callers(program, &[], &[]);
        let weigh = names(&callers, "_Z5weighl");
        // One copy of the inline function, called from both units, also before `main`.
        for caller in [
            "one_calls",
            "two_calls",
            "passes_on",
            "_ZN5GuardD2Ev",
            "_Z5earlyl",
        ] {
            assert!(weigh.contains(caller), "{program}: {caller}: {weigh:?}");
        }
        assert!(
            weigh.iter().any(|c| c.starts_with("_Z5stepsl")),
            "{weigh:?}"
        );
        assert!(!weigh.contains(DEFAULT), "{program}: {weigh:?}");
        let bounded = names(&callers, "_Z7boundedIlET_S0_");
        for caller in ["one_calls", "two_calls", "_ZN6Square4areaEl"] {
            assert!(bounded.contains(caller), "{program}: {caller}: {bounded:?}");
        }
        // Through virtual tables and function pointers.
        assert!(
            names(&callers, "_ZN6Square4areaEl").contains(DEFAULT),
            "{program}"
        );
        let descending = &callers["descending"];
        assert!(descending[DEFAULT].most > 20, "{program}: {descending:#?}");
        // The unwinder brings an activation back to its row.
        let guard = names(&callers, "_ZN5GuardD2Ev");
        assert_eq!(guard, set(&["passes_on"]), "{program}");
    });
}

#[test]
fn calls_beyond_the_limit_share_a_row_of_their_own() {
    let room = Room::with(&["many.c"]);
    room.build(fz_llvm::CLANG, "-O1 many.c -o plain");
    let expected = room.printed("./plain");
    for level in LEVELS {
        room.build("fz-cc", &format!("{CHECKED} {level} many.c -o many"));
        let run = room.check("./many", &[]);
        assert!(run.findings.is_empty(), "{level}: {run:#?}");
        assert!(run.counters > 0 && run.ends_as(0, &expected), "{run:#?}");
    }
}

#[test]
fn the_end_of_the_stack_is_where_it_was() {
    let room = Room::with(&["overflow.c"]);
    room.build(fz_llvm::CLANG, "-O1 overflow.c -o plain");
    for (arguments, expected_status, expected) in [
        (&[][..], -libc::SIGSEGV, "down\n"),
        (&["1"], 0, "1\n1\n1\n"),
    ] {
        let plain = output(room.command("./plain").args(arguments));
        assert_eq!(status(&plain), expected_status);
        assert_eq!(String::from_utf8_lossy(&plain.stdout), expected);
        for level in LEVELS {
            for profile in [CONTEXT, CHECKED] {
                room.build(
                    "fz-cc",
                    &format!("{profile} {level} overflow.c -o overflow"),
                );
                let run = room.check("./overflow", arguments);
                assert!(run.findings.is_empty(), "{run:#?}");
                assert!(run.ends_as(expected_status, expected), "{level}: {run:#?}");
                let ends = profile == CHECKED && expected_status == 0;
                assert_eq!(run.counters > 0, ends, "{level}: {run:#?}");
            }
        }
    }
}

#[test]
fn sanitized_programs_run_clean() {
    let programs: [(&str, &[&str]); 4] = [
        ("fz-cc", &CALLS),
        ("fz-cc", &["threads.c"]),
        ("fz-cc", &["signals.c"]),
        ("fz-cxx", &MODERN),
    ];
    let wrong = in_parallel(&programs, |(compiler, sources)| {
        let room = Room::with(sources);
        let units = units(sources);
        let (plain, standard) = match *compiler {
            "fz-cc" => (fz_llvm::CLANG, ""),
            _ => (fz_llvm::CLANGXX, "-std=c++20"),
        };
        room.build(plain, &format!("{standard} -O1 {units} -o plain"));
        let expected = room.printed("./plain");
        for (profile, level) in [(CONTEXT, "-O2"), (CHECKED, "-O1")] {
            let flags = format!("{profile} {level} -fsanitize=address {standard}");
            room.build(compiler, &format!("{flags} {units} -o program"));
            let run = room.check("./program", &[]);
            let good = run.ends_as(0, &expected) && (run.counters > 0) == (profile == CHECKED);
            if !good {
                return Some(format!("{units} {level}: {run:#?}"));
            }
            // Contexts are there, though clang's pipeline runs.
            let report = room.inspect("./program");
            let image = &report["programs"][0]["images"][0];
            if image["contexts"].as_u64().unwrap() == 0
                || image["records"][0]["design"] != "extension-points"
            {
                return Some(format!("{units}: {}", image["records"]));
            }
        }
        None
    });
    assert_none(wrong);
}

#[test]
fn announced_maps_are_those_that_are_inspected() {
    let room = Room::with(&[&IMAGES[..], &["threads.c", "fuzzed.c", "callbacks.c"]].concat());
    let relr = "-Wl,-z,pack-relative-relocs";
    for (level, flags) in [
        ("-O2", ""),
        ("-O0", relr),
        ("-O1", "-fuse-ld=lld -Wl,-z,pack-relative-relocs"),
        ("-O2", "-fuse-ld=gold"),
    ] {
        for library in ["", "-Wl,-Bsymbolic"] {
            let host = format!("-DREPLACE {flags}");
            let library = format!("{library} {flags}");
            link_images(
                &room,
                "fz-cc",
                &format!("{CONTEXT} {level}"),
                &library,
                &host,
            );
            assert_inspected(&room, "./images", &format!("{level} {library}"));
        }
    }
    let alone = [
        "",
        "-no-pie",
        "-static",
        "-static-pie",
        relr,
        "-fuse-ld=gold",
        "-fuse-ld=lld",
    ];
    let wrong = in_parallel(&alone, |flags| {
        let name = format!("alone{}", flags.replace(['=', ','], ""));
        let sources = if flags.is_empty() {
            "threads.c"
        } else {
            "callbacks.c"
        };
        room.build(
            "fz-cc",
            &format!("{CONTEXT} -O1 {flags} {sources} -o {name}"),
        );
        assert_inspected(&room, &format!("./{name}"), flags);
        None
    });
    assert_none(wrong);
}

fn assert_inspected(room: &Room, program: &str, what: &str) {
    let report = room.inspect(program);
    let images = report["programs"][0]["images"].as_array().unwrap();
    let contexts: u64 = images.iter().map(|i| i["contexts"].as_u64().unwrap()).sum();
    assert!(contexts > 0, "{what}: no contexts");
    let announced = room.announced(program);
    assert!(announced.is_some(), "{what}");
    assert_eq!(report["programs"][0]["map"].as_u64(), announced, "{what}");
}

#[test]
fn afl_fuzz_finds_a_program_with_contexts_stable() {
    let room = Room::with(&["fuzzed.c"]);
    room.build("fz-cc", &format!("{CONTEXT} -O2 fuzzed.c -o fuzzed"));
    fs::create_dir(room.path().join("seeds")).unwrap();
    fs::write(room.path().join("seeds/list"), "[1]").unwrap();
    let mut fuzzer = room.command("afl-fuzz");
    for name in [
        "AFL_NO_UI",
        "AFL_NO_AFFINITY",
        "AFL_SKIP_CPUFREQ",
        "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES",
    ] {
        fuzzer.env(name, "1");
    }
    fuzzer.args("-s 1 -V 3 -t 5000+ -i seeds -o out -- ./fuzzed".split(' '));
    let run = output(&mut fuzzer);
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{said}");
    let stats = fs::read_to_string(room.path().join("out/default/fuzzer_stats")).unwrap();
    let stat = |name: &str| {
        let line = stats.lines().find(|l| l.starts_with(name)).unwrap();
        line.split_once(": ").unwrap().1.to_owned()
    };
    assert_eq!(stat("stability"), "100.00%", "{stats}");
    assert!(stat("corpus_count").parse::<u32>().unwrap() > 3, "{stats}");
    // What afl-fuzz has seen are calls of the parser from several places.
    let report = room.inspect("--map out/default/fuzz_bitmap ./fuzzed");
    let edges = report["edges"].as_array().unwrap();
    let places = edges.iter().filter(|e| e["function"] == "number");
    let lines: BTreeSet<_> = places.map(|e| e["context"]["line"].as_u64()).collect();
    assert!(lines.len() >= 3, "{lines:?}");
}

#[test]
fn objects_are_the_same_wherever_they_are_built() {
    let rooms = [(); 2].map(|()| Room::with(&[&CALLS[..], &MODERN].concat()));
    let longer = rooms[1].path().join("a-longer-name/of/a/folder");
    fs::create_dir_all(&longer).unwrap();
    for file in CALLS.iter().chain(&MODERN) {
        fs::copy(rooms[1].path().join(file), longer.join(file)).unwrap();
    }
    let folders: [&Path; 2] = [rooms[0].path(), &longer];
    let built = folders.map(|folder| {
        let run = |compiler: &str, arguments: &str| {
            let mut command = rooms[0].command(compiler);
            command.current_dir(folder).args(arguments.split(' '));
            // What makes a unit again has the folder in it.
            command.env("FZ_CAPTURE", "off");
            let done = output(&mut command);
            assert!(done.status.success(), "{command:?}: {done:?}");
            String::from_utf8_lossy(&done.stdout).into_owned()
        };
        let flags = format!("{CONTEXT} -O2 -w -g -fdebug-compilation-dir=. -c");
        let units = ["calls.c", "calls_other.c", "modern_one.cc", "modern_two.cc"];
        let objects = units.map(|unit| {
            let (compiler, language) = match unit.ends_with("cc") {
                true => ("fz-cxx", "-std=c++20"),
                false => ("fz-cc", "-std=gnu11"),
            };
            run(compiler, &format!("{flags} {language} {unit} -o {unit}.o"));
            fs::read(folder.join(format!("{unit}.o"))).unwrap()
        });
        let link = "modern_one.cc.o modern_two.cc.o -o program";
        run("fz-cxx", &format!("{CONTEXT} {link}"));
        (objects, run("fz", "inspect --json ./program"))
    });
    let [(first, report), (second, other_report)] = built;
    for (at, (one, other)) in first.iter().zip(&second).enumerate() {
        assert!(one == other, "object {at} differs");
    }
    assert_eq!(report, other_report);
    assert!(report.contains("\"contexts\""), "{report}");
}
