//! `fz inspect` against the runtime: the map is what is announced, and an offset of it is the edge that was taken.

use std::{collections::BTreeSet, fs};

use fz_tests::{Outcome, RunCommand, Sandbox, fz};
use serde_json::Value;

fn inspect(place: &Sandbox, words: &str) -> Outcome {
    place.fz(&format!("inspect {words}"))
}

fn said(place: &Sandbox, words: &str) -> String {
    inspect(place, words).ok().out()
}

fn json(place: &Sandbox, words: &str) -> Value {
    place.json(&format!("inspect --json {words}"))
}

/// What the runtime announces; `None` if it is not there.
fn announced(place: &Sandbox, program: &str) -> Option<u64> {
    let mut command = place.command(format!("./{program}"));
    let told = command.env("AFL_DUMP_MAP_SIZE", "1").outcome();
    told.out().trim().parse().ok()
}

/// `main` calls `top`, which calls `left` and `right`; each in a library where there are libraries.
fn sources(place: &Sandbox) {
    for (name, text) in [
        (
            "main.c",
            "int top(int);\n\
             int main(int argc, char **argv) {\n\
             \x20 (void)argv;\n\
             \x20 if (argc > 2)\n\
             \x20   return top(argc) == -1;\n\
             \x20 return 0;\n\
             }\n",
        ),
        (
            "top.c",
            "int left(int), right(int);\nint top(int x) { return x > 3 ? left(x) : right(x); }\n",
        ),
        ("left.c", "int left(int x) { return x > 5 ? x * 3 : 7; }\n"),
        (
            "right.c",
            "int right(int x) { return x > 5 ? x - 3 : 9; }\n",
        ),
    ] {
        place.write(name, text);
    }
}

fn libraries(place: &Sandbox) {
    for (name, needs) in [("left", ""), ("right", ""), ("top", "-L. -lright -lleft")] {
        let rpath = "-Wl,-rpath,$ORIGIN";
        place.cc(&format!(
            "-O2 -g -fPIC -shared {name}.c -o lib{name}.so {needs} {rpath}"
        ));
    }
}

#[test]
fn the_map_is_what_is_announced_however_it_was_linked() {
    let place = &Sandbox::new();
    sources(place);
    libraries(place);
    let all = "main.c top.c left.c right.c";
    let shared = "main.c -L. -ltop -lleft -Wl,-rpath,$ORIGIN -Wl,-rpath-link,.";
    for (name, args) in [
        ("libraries", shared.to_owned()),
        ("gold", format!("-fuse-ld=gold {all}")),
        ("gold-libraries", format!("-fuse-ld=gold {shared}")),
        ("lld-libraries", format!("-fuse-ld=lld {shared}")),
        ("gc", format!("-Wl,--gc-sections {all}")),
        ("no-pie", format!("-no-pie {all}")),
        ("own-rpath", format!("{shared} -Wl,--disable-new-dtags")),
    ] {
        place.cc(&format!("-O2 {args} -o {name}"));
        place
            .command("strip")
            .args([name, "-o", &format!("{name}-stripped")])
            .outcome()
            .ok();
        for name in [name, &format!("{name}-stripped")] {
            let report = json(place, name);
            let announced = announced(place, name);
            assert!(announced.is_some(), "{name}");
            assert_eq!(report["programs"][0]["map"].as_u64(), announced, "{name}");
            assert_eq!(
                report["programs"][0]["missing"].as_array().unwrap().len(),
                0
            );
        }
    }
    // A plain executable gives libraries no runtime: nobody announces anything.
    place
        .command("gcc")
        .args(["main.c", "-L.", "-ltop", "-Wl,-rpath,$ORIGIN"])
        .args(["-Wl,-rpath-link,.", "-o", "plain"])
        .outcome()
        .ok();
    assert_eq!(announced(place, "plain"), None);
    assert!(json(place, "plain")["programs"][0]["map"].is_null());
    assert!(said(place, "plain").contains("no map"));
}

/// `p`, which loads the libraries.
fn with_libraries(place: &Sandbox) {
    sources(place);
    libraries(place);
    let rpath = "-Wl,-rpath,$ORIGIN -Wl,-rpath-link,.";
    place.cc(&format!("-O2 main.c -L. -lleft -ltop {rpath} -o p"));
}

/// The edges that a run takes, as `fz inspect` explains the tuples of afl-showmap.
fn taken(place: &Sandbox, program: &str, arguments: &[&str]) -> BTreeSet<String> {
    place
        .command("afl-showmap")
        .args(["-q", "-o", "map", "--"])
        .arg(place.at(program))
        .args(arguments)
        .env("AFL_QUIET", "1")
        .outcome()
        .ok();
    let map = place.text("map");
    map.lines()
        .map(|tuple| {
            let (offset, _) = tuple.split_once(':').unwrap();
            let offset: u64 = offset.parse().unwrap();
            said(place, &format!("--edge {offset} {program}"))
                .trim()
                .to_owned()
        })
        .collect()
}

#[test]
fn offsets_are_the_edges_that_were_taken() {
    let place = &Sandbox::new();
    with_libraries(place);
    place.cc("-O1 -static main.c top.c left.c right.c -o static");
    let none = taken(place, "p", &[]);
    assert!(
        none.iter().all(|e| e.starts_with("main main.c:")) && none.len() == 2,
        "{none:?}"
    );
    assert!(
        none.iter()
            .any(|e| e.contains("main.c:4:") && e.contains("(branch)")),
        "{none:?}"
    );
    for (program, arguments, reaches) in [
        ("p", &["1", "2"][..], "right"),
        ("p", &["1", "2", "3"], "left"),
        ("static", &["1", "2"], "right"),
        ("static", &["1", "2", "3"], "left"),
    ] {
        let edges = taken(place, program, arguments);
        let functions: BTreeSet<&str> = edges.iter().filter_map(|e| e.split(' ').next()).collect();
        assert_eq!(
            functions,
            BTreeSet::from(["main", "top", reaches]),
            "{program}: {edges:?}"
        );
    }
}

#[test]
fn objects_and_archives_explain_themselves() {
    let place = &Sandbox::new();
    sources(place);
    for flags in ["-c", "-gz -g -c", "-ffunction-sections -O2 -c"] {
        place.cc(&format!("{flags} top.c -o top.o"));
        place.cc(&format!("{flags} left.c -o left.o"));
        let first = said(place, "--edge 0 top.o");
        assert!(first.starts_with("top top.c:2:0 -> top.c:2:"), "{first}");
        assert!(first.trim().ends_with("(entry) in top.o"), "{first}");
        place.cc("-r top.o left.o -o both.o");
        let report = json(place, "both.o");
        let image = &report["programs"][0]["images"][0];
        let counters = image["counters"].as_u64().unwrap();
        let last = said(place, &format!("--edge {} both.o", counters - 1));
        assert!(
            last.starts_with("left left.c:") || last.starts_with("top top.c:"),
            "{last}"
        );
        let names: BTreeSet<&str> = image["edges"]
            .as_array()
            .unwrap()
            .iter()
            .map(|f| f["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, BTreeSet::from(["left", "top"]));
    }
    place.write("notes.txt", "not code");
    place.run("ar rcs lib.a top.o left.o notes.txt").ok();
    let report = json(place, "lib.a");
    assert_eq!(report["programs"][0]["images"].as_array().unwrap().len(), 2);
    let listed = said(place, "--list functions lib.a");
    assert!(
        listed.contains("unit left.c: ") && listed.contains("lib.a(top.o)"),
        "{listed}"
    );
    let out = inspect(place, "--edge 0 lib.a");
    assert!(!out.status.success());
    assert!(String::from_utf8_lossy(&out.stderr).contains("has no map"));
}

#[test]
fn what_is_not_an_edge_is_said() {
    let place = &Sandbox::new();
    sources(place);
    place.cc("-O2 main.c top.c left.c right.c -o p");
    assert!(said(place, "--edge 0 p").contains("head"));
    let size = announced(place, "p").unwrap();
    assert!(said(place, &format!("--edge {} p", size - 1)).contains(" -> "));
    let out = inspect(place, &format!("--edge {size} p"));
    assert_eq!(out.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&out.stdout).contains("beyond"));
    place.command(fz_llvm::STRIP).arg("p").outcome().ok();
    let gone = "records are missing: `llvm-strip` or the like removed";
    assert!(said(place, "p").contains(gone));
    assert!(said(place, "--edge 1 p").contains(gone));
    place.write("map", vec![1; size as usize]);
    let out = inspect(place, "--map map p");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert_eq!(text.matches(gone).count(), 1, "{text}");
}

#[test]
fn where_there_is_nothing_it_is_said_why() {
    let place = &Sandbox::new();
    place.write("a.c", "int main(void) { return 0; }\n");
    place.run("gcc a.c -o plain").ok();
    place
        .run(&format!("{} -emit-llvm -c a.c -o code.o", fz_llvm::CLANG))
        .ok();
    place.run("ar rc empty.a").ok();
    for (file, why) in [
        ("plain", "plain has no counters: compile it with fz-cc"),
        ("code.o", "code.o is LLVM bitcode"),
        ("empty.a", "empty.a has no members"),
    ] {
        let text = said(place, file);
        assert!(text.contains(why), "{text}");
    }
    let out = inspect(place, "--edge 0x2 plain");
    assert!(String::from_utf8_lossy(&out.stdout).contains("has no counters"));
    // A reader that has enough is no error.
    let mut shell = place.command("sh");
    shell.args(["-c", "\"$0\" inspect $(yes plain | head -2000) | head -1"]);
    let out = shell.arg(fz().join("bin/fz")).outcome();
    assert_eq!(String::from_utf8_lossy(&out.stderr), "");
}

/// Calls between images, however addresses come into the records.
#[test]
fn calls_of_libraries_have_contexts_through_every_linker() {
    let place = &Sandbox::new();
    sources(place);
    let flags = "--fz-profile=context -O1 -g";
    for (set, args) in [
        ("bfd", ""),
        ("bfd-packed", "-Wl,-z,pack-relative-relocs"),
        ("lld", "-fuse-ld=lld"),
        ("gold", "-fuse-ld=gold"),
    ] {
        place.folder(set);
        let there = format!("-L{set} -Wl,-rpath,$ORIGIN");
        for (library, needs) in [("left", ""), ("right", ""), ("top", "-lright -lleft")] {
            let out = format!("{set}/lib{library}.so {there} {needs}");
            place.cc(&format!(
                "{flags} {args} -fPIC -shared {library}.c -o {out}"
            ));
        }
        for mode in ["-pie", "-no-pie"] {
            let name = format!("{set}/program{mode}");
            let out = format!("{name} {there} -ltop -lleft -lright");
            place.cc(&format!("{flags} {args} {mode} main.c -o {out}"));
            place
                .command("strip")
                .args([&name, "-o", &format!("{name}-stripped")])
                .outcome()
                .ok();
            for name in [&name, &format!("{name}-stripped")] {
                let map = json(place, name)["programs"][0]["map"].as_u64();
                assert!(map.is_some() && map == announced(place, name), "{name}");
            }
            // Where gold makes a program that is not position-independent, calls of a library's functions look like
            // calls of stubs of the program's own.
            let top = match name.as_str() {
                "gold/program-no-pie" => ", called from anywhere else in ",
                _ => ", called from main main.c:5:12 in ",
            };
            let edges = taken(place, &name, &["1", "2"]);
            for (function, called) in [("top ", top), ("right ", ", called from top top.c:2:")] {
                let of_it = edges.iter().filter(|e| e.starts_with(function));
                let called = of_it.clone().filter(|e| e.contains(called));
                assert_eq!(of_it.count(), 2, "{name}: {edges:?}");
                assert_eq!(called.count(), 2, "{name}: {edges:?}");
            }
            assert!(edges.iter().all(|e| !e.starts_with("left ")), "{edges:?}");
        }
    }
    let told = said(place, "bfd/libtop.so");
    assert!(
        told.contains("1 functions get rows, and at most 2 calls have one"),
        "{told}"
    );
    place.cc(&format!("{flags} -c top.c -o top.o"));
    let report = json(place, "top.o");
    let image = &report["programs"][0]["images"][0];
    let open = (&image["open-functions"], &image["open-calls"]);
    assert_eq!(open, (&1.into(), &2.into()));
}

/// A library whose functions only others call has no calls of its own; and of two definitions the first one counts.
#[test]
fn calls_are_bound_as_the_dynamic_linker_binds_them() {
    let place = &Sandbox::new();
    let leaf = "int leaf(int x) { return x > 3 ? x * 5 : x; }\n";
    place.write("a.c", leaf);
    place.write("b.c", leaf);
    place.write("main.c", "int leaf(int); __attribute__((weak)) int nobody(int);\n\
         int main(int c, char **v) { (void)v; return leaf(c) + leaf(c + 4) + (nobody ? nobody(c) : 0) == 99; }\n");
    let flags = "--fz-profile=context -O1 -g";
    for library in ["a", "b"] {
        place.cc(&format!(
            "{flags} -fPIC -shared {library}.c -o lib{library}.so"
        ));
    }
    for (name, needs, wins, loses) in [("ab", "-la -lb", 0, 1), ("ba", "-lb -la", 0, 1)] {
        place.cc(&format!(
            "{flags} main.c -o {name} -L. -Wl,--no-as-needed {needs} -Wl,-rpath,$ORIGIN"
        ));
        let report = json(place, name);
        assert_eq!(
            report["programs"][0]["map"].as_u64(),
            announced(place, name)
        );
        let contexts = |library: char| {
            let images = report["programs"][0]["images"].as_array().unwrap();
            let path = format!("lib{library}.so");
            let is_it = |i: &&Value| i["path"].as_str().unwrap().ends_with(&path);
            images.iter().find(is_it).unwrap()["contexts"].clone()
        };
        let order: Vec<char> = name.chars().collect();
        assert_eq!(contexts(order[wins]), 2, "{name}");
        assert_eq!(contexts(order[loses]), 0, "{name}");
    }
}

#[test]
fn edges_that_look_alike_are_numbered() {
    let place = &Sandbox::new();
    place.write(
        "pick.c",
        "#define PICK(x) ((x) > 3 && (x) < 9 ? (x) * 7 : (x) == 17 ? 5 : 0)\n\
         int pick(int x) { return PICK(x); }\n",
    );
    place.cc("-O1 -g -c pick.c -o pick.o");
    let report = json(place, "pick.o");
    let function = &report["programs"][0]["images"][0]["edges"][0];
    let mut words = Vec::new();
    for mut site in function["sites"].as_array().unwrap().clone() {
        site["counter"].take();
        words.push(site.to_string());
    }
    let different: BTreeSet<&String> = words.iter().collect();
    assert_eq!(different.len(), words.len(), "{words:#?}");
    let counters = function["counters"].as_u64().unwrap();
    let explained: String = (0..counters)
        .map(|counter| said(place, &format!("--edge {counter} pick.o")))
        .collect();
    assert!(
        explained.contains("(branch) #1 in") && explained.contains("(branch) #2 in"),
        "{explained}"
    );
}

/// Cases that lead to the same place are edges of their own, and are told by their values.
#[test]
fn cases_of_a_switch_are_named() {
    let place = &Sandbox::new();
    place.write(
        "cases.c",
        "int one(void), other(void);\n\
         int f(int x) {\n\
         \x20 switch (x) {\n\
         \x20 case 3:\n\
         \x20 case -70:\n\
         \x20 case 900: return one();\n\
         \x20 case 20: return other();\n\
         \x20 default: return 0;\n\
         \x20 }\n\
         }\n",
    );
    place.cc("-O1 -c cases.c -o cases.o");
    let all: String = (0..6)
        .map(|counter| said(place, &format!("--edge {counter} cases.o")))
        .collect();
    for (case, line) in [("3", 6), ("-70", 6), ("900", 6), ("20", 7)] {
        let edge = format!("cases.c:3:3 -> cases.c:{line}:");
        let words = format!("(switch, case {case}) in");
        let told = all
            .lines()
            .filter(|l| l.contains(&edge) && l.contains(&words));
        assert_eq!(told.count(), 1, "{case}: {all}");
    }
    assert!(all.contains("(switch, default) in"), "{all}");
}

/// A program whose records were damaged is refused with the place, however it was damaged.
#[test]
fn damaged_records_are_errors() {
    let place = &Sandbox::new();
    sources(place);
    place.cc("-O2 main.c top.c left.c right.c -o p");
    let mut data = place.read("p");
    let magic = <fz_records::FunctionEdges as fz_records::Record>::MAGIC;
    let at = data.windows(4).rposition(|w| w == magic).unwrap();
    let mut old = data.clone();
    old[at + 3] = b'1';
    place.write("old", &old);
    let error = String::from_utf8_lossy(&inspect(place, "old").stderr).into_owned();
    assert!(error.contains("by an older fz: compile"), "{error}");
    data[at + 4] = 0xff;
    data[at + 5] = 0xff;
    place.write("p", &data);
    let out = inspect(place, "p");
    assert_eq!(out.status.code(), Some(2));
    let error = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(
        error.contains("p: .debug_fz_edges: the record at offset "),
        "{error}"
    );
}

/// Compiles with an option set of `edges` over a profile.
fn with_options(place: &Sandbox, parent: &str, options: &str, args: &str) {
    let text = format!("summary = 'x'\nextends = '{parent}'\n[feedback.edges]\n{options}\n");
    place.write("mine.toml", text);
    place.cc(&format!("--fz-profile=./mine.toml {args}"));
}

/// `top` is called from two places of `main`, and from the library itself through a pointer.
fn caller_sources(place: &Sandbox) {
    place.write(
        "caller.c",
        "int top(int), again(int);\n\
         int main(int argc, char **argv) {\n\
         \x20 (void)argv;\n\
         \x20 int r = top(argc);\n\
         \x20 if (argc > 1)\n\
         \x20   r += top(-argc);\n\
         \x20 return again(argc) + r == 1000;\n\
         }\n",
    );
    place.write(
        "callee.c",
        "int top(int x) { return x > 0 ? x * 3 : 7; }\n\
         int (*volatile pointer)(int) = top;\n\
         int again(int x) { return pointer(x) + (x > 5); }\n",
    );
}

#[test]
fn contexts_are_laid_out_as_the_runtime_does() {
    let place = &Sandbox::new();
    caller_sources(place);
    let context = |args: &str| with_options(place, "context", "count = 'saturate'", args);
    context("-O2 -fPIC -shared callee.c -o libcallee.so");
    let shared = "caller.c -L. -lcallee -Wl,-rpath,$ORIGIN";
    for (name, args) in [
        ("libraries", shared),
        (
            "packed",
            &format!("{shared} -fuse-ld=lld -Wl,-z,pack-relative-relocs"),
        ),
        (
            "packed-alone",
            "-fuse-ld=lld -Wl,-z,pack-relative-relocs caller.c callee.c",
        ),
        ("pie", "-fPIE -pie caller.c callee.c"),
        ("no-pie", "-fno-pie -no-pie caller.c callee.c"),
        ("static", "-static caller.c callee.c"),
        ("static-pie", "-static-pie caller.c callee.c"),
        (
            "kept-relocations",
            "-pie -Wl,--emit-relocs caller.c callee.c",
        ),
        ("gold", "-fuse-ld=gold caller.c callee.c"),
    ] {
        context(&format!("-O2 {args} -o {name}"));
        let report = json(place, name);
        let program = &report["programs"][0];
        assert_eq!(program["map"].as_u64(), announced(place, name), "{name}");
        let images = program["images"].as_array().unwrap();
        let functions = images.iter().flat_map(|i| i["edges"].as_array().unwrap());
        let top = functions.into_iter().find(|f| f["name"] == "top").unwrap();
        // The default row, and one for each call.
        assert_eq!(top["rows"], 3, "{name}: {top}");
        let lines: Vec<_> = top["contexts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| &c["line"])
            .collect();
        assert_eq!(lines, [4, 6], "{name}");

        let calls = |arguments: &[&str]| -> BTreeSet<String> {
            let edges = taken(place, name, arguments);
            let of_top = edges
                .iter()
                .filter(|e| e.starts_with("top ") && e.contains("(entry)"));
            of_top
                .map(|e| e[e.find("called from").unwrap()..e.rfind(" in ").unwrap()].to_owned())
                .collect()
        };
        let first = "called from main caller.c:4:11".to_owned();
        let second = "called from main caller.c:6:10".to_owned();
        let pointer = "called from anywhere else".to_owned();
        assert_eq!(
            calls(&[]),
            BTreeSet::from([first.clone(), pointer.clone()]),
            "{name}"
        );
        assert_eq!(
            calls(&["1"]),
            BTreeSet::from([first, second, pointer]),
            "{name}"
        );
    }
    let said = said(place, "libraries");
    assert!(
        said.contains(
            "contexts: 11 counters in default rows + 9 in 3 rows for call sites: 1.8 times"
        ),
        "{said}"
    );
    assert!(
        said.contains("counts of passes:\n  select-reedge: 2\n"),
        "{said}"
    );
    with_options(
        place,
        "context",
        "max-contexts = 1",
        "-O2 caller.c callee.c -o capped",
    );
    let report = json(place, "capped");
    let image = &report["programs"][0]["images"][0];
    // One of `top`, one of `again`.
    assert_eq!(
        (&image["contexts"], &image["contexts-folded"]),
        (&2.into(), &1.into())
    );
    assert_eq!(
        report["programs"][0]["map"].as_u64(),
        announced(place, "capped")
    );
}

#[test]
fn pruned_edges_are_described_with_the_counter_that_tells_them() {
    let place = &Sandbox::new();
    place.write(
        "loop.c",
        "int loop(volatile int *p) {\n  while (*p)\n    ;\n  return 1;\n}\n",
    );
    for (prune, counters, known) in [("none", 3, 3), ("novelty", 2, 3), ("path", 2, 2)] {
        let options = format!("prune = '{prune}'");
        with_options(place, "vanilla", &options, "-O1 -c loop.c -o loop.o");
        let report = json(place, "loop.o");
        let function = &report["programs"][0]["images"][0]["edges"][0];
        assert_eq!(
            (&function["edges"], &function["counters"]),
            (&3.into(), &counters.into())
        );
        let sites = function["sites"].as_array().unwrap();
        let told = sites.iter().filter(|s| s["counter"].is_u64()).count();
        assert_eq!(told, known, "{prune}: {sites:?}");
    }
    with_options(
        place,
        "vanilla",
        "prune = 'novelty'",
        "-O1 -c loop.c -o loop.o",
    );
    let entry = said(place, "--edge 0 loop.o");
    assert!(entry.contains("(entry), as often as loop.c:2:"), "{entry}");
}

/// Feeds a map to `fz inspect --map`; what it says.
fn explained(place: &Sandbox, file: &str, program: &str) -> Outcome {
    inspect(place, &format!("--map {file} {program}"))
}

#[test]
fn maps_are_explained_in_source_terms() {
    let place = &Sandbox::new();
    sources(place);
    place.cc("-O2 main.c top.c left.c right.c -o p");
    taken(place, "p", &["1", "2", "3"]);
    let text = explained(place, "map", "p");
    assert!(text.status.success(), "{text:?}");
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("    1  left.c:1:0 -> left.c:1:"), "{text}");
    assert!(!text.contains("right.c"), "{text}");
    assert!(text.contains(" counters hit, 3 of 4 functions"), "{text}");

    // The same as bytes, and as a fuzzer keeps what it has not yet seen.
    let size = announced(place, "p").unwrap() as usize;
    let (mut bytes, mut virgin) = (vec![0u8; size.next_multiple_of(64)], vec![0xffu8; size]);
    for line in place.text("map").lines() {
        let (offset, count) = line.split_once(':').unwrap();
        let offset: usize = offset.parse().unwrap();
        bytes[offset] = count.parse().unwrap();
        virgin[offset] = 0xfe;
    }
    place.write("bytes", &bytes);
    place.write("fuzz_bitmap", &virgin);
    let same = explained(place, "bytes", "p");
    assert_eq!(String::from_utf8_lossy(&same.stdout), text);
    let seen = explained(place, "fuzz_bitmap", "p");
    let seen = String::from_utf8_lossy(&seen.stdout).into_owned();
    let without_counts = text
        .lines()
        .map(|l| l.trim_start_matches([' ', '1', '2']).to_owned());
    let both = seen.lines().zip(without_counts);
    assert!(
        both.into_iter()
            .all(|(a, b)| a.ends_with(b.as_str()) || b.contains("hit")),
        "{seen}"
    );

    // What cannot be the program's is refused.
    place.write("other", vec![1u8; size + 64]);
    let refused = explained(place, "other", "p");
    assert!(!refused.status.success());
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        error.contains(&format!("the {size} of the program's map")),
        "{error}"
    );
    let object = inspect(place, "--map bytes missing.o");
    assert!(!object.status.success());
}

/// The bytes of afl-showmap say the same as its text; edges come in the order of the source, and the rest is summed.
#[test]
fn maps_come_in_every_form() {
    let place = &Sandbox::new();
    with_libraries(place);
    let size = announced(place, "p").unwrap();
    let edges = taken(place, "p", &["1", "2"]).len();
    place
        .command("afl-showmap")
        .args(["-q", "-b", "-o", "raw", "--"])
        .arg(place.at("p"))
        .args(["1", "2"])
        .outcome()
        .ok();
    let raw = place.read("raw");
    let unseen: Vec<u8> = raw.iter().map(|count| !count).collect();
    place.write("fuzz_bitmap", unseen);
    let text = said(place, "--map map p");
    assert_eq!(said(place, "--map raw p"), text);
    assert_eq!(said(place, "--map fuzz_bitmap p"), text);
    let mut piped = place.command("fz");
    piped.args(["inspect", "--map", "-", "p"]);
    piped.stdin(fs::File::open(place.at("map")).unwrap());
    assert_eq!(piped.outcome().ok().out(), text);
    // The map's bytes stand above.
    let (dump, listed) = text.split_once("byte  count  edge\n").unwrap();
    let shown = dump
        .lines()
        .flat_map(|l| l.get(13..62).unwrap_or_default().split(' '));
    let ones = shown.filter(|byte| *byte == "01").count();
    assert_eq!(ones, edges, "{text}");
    let lines: Vec<&str> = listed.lines().collect();
    let places = lines[..edges]
        .iter()
        .map(|l| l.split_whitespace().nth(2).unwrap().split(':').next());
    assert!(places.is_sorted(), "{text}");
    assert!(lines[edges].starts_with(&format!("{edges} of ")), "{text}");

    let report = json(place, "--map map p");
    let hit = (&report["hit"], &report["functions-hit"]);
    assert_eq!(hit, (&edges.into(), &3.into()));
    for edge in report["edges"].as_array().unwrap() {
        assert_eq!(edge["count"], 1);
        assert!(edge["site"]["source"]["line"].is_u64(), "{edge}");
    }
    let report = json(place, "--map fuzz_bitmap p");
    assert_eq!(report["edges"][0]["buckets"], serde_json::json!(["1"]));

    // What AFL++ started with AFL_DEBUG says of edges that differ from run to run.
    let first = report["edges"][0]["offset"].as_u64().unwrap();
    let stats = format!("afl_version       : ++4.04c\nvar_bytes        : {first}\n");
    place.write("fuzzer_stats", &stats);
    let told = said(place, "--map fuzzer_stats p");
    let edge = lines[0].rsplit_once(" 1  ").unwrap().1;
    let row = told.lines().nth(1).unwrap();
    assert!(row.ends_with(&format!("unstable  {edge}")), "{told}");
    assert!(told.contains("1 of 14 counters unstable"), "{told}");
    let unstable = json(place, "--map fuzzer_stats p");
    assert_eq!(unstable["edges"][0]["unstable"], true);
    place.write("fuzzer_stats", stats.lines().next().unwrap());
    let refused = explained(place, "fuzzer_stats", "p");
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.contains("AFL_DEBUG=1"), "{error}");

    place.write("padding", "4000:1\n4001:2\n");
    let told = said(place, "--map padding p");
    assert!(
        told.contains("0 of 14 counters hit\nbytes that are not counters: 2 in padding\n"),
        "{told}"
    );
    place.write("behind", format!("1:1\n{size}:4\n"));
    place.write("short", &raw[..100]);
    for (map, programs, says) in [
        (
            "behind",
            "p",
            format!("names byte {size}, beyond the {size} of"),
        ),
        ("short", "p", format!("100 bytes, not the {size} of")),
        ("main.c", "p", "line 1 is not ID:COUNT".to_owned()),
        ("nothing", "p", "cannot read it".to_owned()),
        ("map", "libtop.so", "has no map".to_owned()),
        ("map", "p libtop.so", "name one program".to_owned()),
    ] {
        let out = explained(place, map, programs);
        assert_eq!(out.status.code(), Some(2), "{out:?}");
        let error = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(error.contains(&says), "{error}");
    }
}
