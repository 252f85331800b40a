//! What links say that they take, read back from what they have made; and what `fz` does with it.

mod collected;
mod place;
mod units;

use std::fs;

use fz_binary::capture::{Capture, Hash, InputKind, Kind, Link, Member};
use fz_tests::in_parallel;
use place::{clang, hash, objects, read, unit};

const LINKERS: [&str; 3] = ["bfd", "gold", "lld"];

fn link(capture: &Capture) -> &Link {
    &capture.made_by().expect("fz-cc has linked it").1
}

/// An input's argument, and its kind without hashes.
fn shown(link: &Link) -> Vec<String> {
    let kind = |kind: &InputKind| match kind {
        InputKind::Object { object } => member(object),
        InputKind::Archive { members } => {
            let members = members
                .iter()
                .map(|m| format!("{} {}", m.name, member(&m.object)));
            format!("archive of {}", members.collect::<Vec<_>>().join(", "))
        }
        InputKind::Shared {
            soname, captured, ..
        } => format!(
            "library {}{}",
            soname.as_deref().unwrap_or("-"),
            if *captured { ", captured" } else { "" }
        ),
        InputKind::Source => "source".to_owned(),
        InputKind::Foreign { .. } => "foreign".to_owned(),
    };
    let inputs = link.inputs.iter();
    inputs
        .map(|i| format!("{}: {}", i.argument, kind(&i.kind)))
        .collect()
}

fn member(object: &Member) -> String {
    match (object.units.len(), object.link, object.carried) {
        (0, None, Some(_)) => "carried".to_owned(),
        (n, None, None) => format!("{n} units"),
        (n, Some(_), None) => format!("{n} units and a link"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_program_says_what_it_is_linked_from() {
    let place = objects();
    place.run("ar rcs lib.a other.o one.o").ok();
    place.write("words", "lib.a -Wl,--version-script=names.map\n");
    place.write("names.map", "{ local: *; };\n");
    for linker in LINKERS {
        let line = format!("-fuse-ld={linker} main.o more.c @words -lm -o program");
        place.cc(&line);
        place.run("./program").ok();
        let whole = read(&place, "program");
        let link = link(&whole);
        assert_eq!(
            link.arguments.join(" "),
            line.replace("@words", "lib.a -Wl,--version-script=names.map")
        );
        assert_eq!(
            (link.output.as_str(), link.profile.as_str()),
            ("program", "fuzz")
        );
        assert_eq!(
            (link.directory.as_path(), link.engine.as_str()),
            (place.dir(), "afl")
        );
        let [main, more, lib, map] = &link.inputs[..] else {
            panic!("{:?}", shown(link));
        };
        assert_eq!(
            shown(link),
            [
                "main.o: 1 units",
                "more.c: source",
                "lib.a: archive of other.o carried, one.o 1 units",
                &format!(
                    "-lm: {}",
                    if matches!(map.kind, InputKind::Foreign { .. }) {
                        "foreign"
                    } else {
                        "library libm.so.6"
                    }
                ),
            ],
            "{linker}"
        );
        assert_eq!(main.path, place.at("main.o"));
        assert_eq!(more.path, place.at("more.c"));
        let InputKind::Archive { members } = &lib.kind else {
            panic!("{lib:?}")
        };
        let carried = members[0].object.carried.unwrap();
        assert_eq!(carried, hash(&place, "other.o"));
        assert_eq!(
            whole.contents.get(&carried).unwrap(),
            fs::read(place.at("other.o")).unwrap()
        );
        assert_eq!(members[1].object.units, [unit(&place, "one.o")]);
        let files: Vec<_> = link
            .files
            .iter()
            .map(|f| (f.argument.as_str(), f.content))
            .collect();
        assert_eq!(files, [("names.map", hash(&place, "names.map"))]);
        assert_eq!(
            whole.contents.get(&files[0].1).unwrap(),
            b"{ local: *; };\n"
        );
        // It is still there after `strip`, and in programs that fz-cc strips.
        place.run("strip -s program").ok();
        assert_eq!(&read(&place, "program").links, &whole.links);
        place.cc(&format!("{line} -s"));
        assert_eq!(shown(self::link(&read(&place, "program"))), shown(link));
    }
}

#[test]
fn archives_are_taken_apart_thin_ones_too() {
    let place = objects();
    fs::create_dir(place.at("sub")).unwrap();
    place.run("ar rcT sub/thin.a one.o other.o more.o").ok();
    place.run("ar rcs twice.a more.o more.o").ok();
    place.cc("main.o -Wl,--whole-archive,sub/thin.a,--no-whole-archive twice.a -Lsub -l:thin.a -o program");
    let whole = read(&place, "program");
    assert_eq!(
        shown(link(&whole)),
        [
            "main.o: 1 units",
            "sub/thin.a: archive of ../one.o 1 units, ../other.o carried, ../more.o carried",
            "twice.a: archive of more.o carried, more.o carried",
            "-l:thin.a: archive of ../one.o 1 units, ../other.o carried, ../more.o carried",
        ]
    );
    let members: Vec<&Member> = link(&whole).objects().collect();
    assert_eq!(members[3].carried, members[4].carried);
    assert_eq!(
        whole
            .contents
            .get(&members[2].carried.unwrap())
            .unwrap()
            .len(),
        fs::read(place.at("other.o")).unwrap().len()
    );
}

#[test]
fn partial_links_say_what_they_are_made_from() {
    let place = objects();
    in_parallel(&LINKERS, |linker| {
        let part = format!("part.{linker}.o");
        place.cc(&format!("-fuse-ld={linker} -r one.o other.o -o {part}"));
        let captured = read(&place, &part);
        assert_eq!(
            shown(link(&captured)),
            ["one.o: 1 units", "other.o: carried"]
        );
        let outer = format!("outer.{linker}.o");
        place.cc(&format!("-fuse-ld={linker} -r {part} more.o -o {outer}"));
        let program = format!("program.{linker}");
        place.cc(&format!("-fuse-ld={linker} main.o {outer} -o {program}"));
        place.run(&format!("./{program}")).ok();
        let whole = read(&place, &program);
        assert_eq!(
            shown(link(&whole)),
            [
                "main.o: 1 units".to_owned(),
                format!("{outer}: 1 units and a link")
            ]
        );
        assert_eq!(whole.units.len(), 2, "{linker}");
        let outputs = |links: &[(Hash, Link)]| -> Vec<String> {
            let mut outputs: Vec<_> = links.iter().map(|(_, l)| l.output.clone()).collect();
            outputs.sort();
            outputs
        };
        let mut all = vec![part, outer, program];
        all.sort();
        assert_eq!(outputs(&whole.links), all);
        // Each names the one before.
        let (_, last) = whole.made_by().unwrap();
        let next = |link: &Link| {
            let hash = link.links().next().copied();
            whole
                .links
                .iter()
                .find(|(h, _)| Some(*h) == hash)
                .map(|(_, l)| l)
        };
        assert_eq!(next(next(last).unwrap()).unwrap(), link(&captured));
    });
}

#[test]
fn libraries_are_named_by_their_hashes() {
    let place = objects();
    place.cc("-shared -fPIC shared.c -Wl,-soname,libshared.so.3 -o libshared.so");
    clang(&place, "-shared -fPIC more.c -o libplain.so");
    place.cc("main.o one.o other.o ./libplain.so -L. -lshared -Wl,-rpath,$ORIGIN -o program");
    let whole = read(&place, "program");
    assert_eq!(
        shown(link(&whole))[3..],
        [
            "./libplain.so: library -",
            "-lshared: library libshared.so.3, captured"
        ]
    );
    let InputKind::Shared { content, .. } = link(&whole).inputs[4].kind else {
        panic!()
    };
    assert_eq!(content, hash(&place, "libshared.so"));
    assert_eq!(link(&whole).inputs[4].path, place.at("libshared.so"));
}

/// A file that is called like a value of an option, one that the link writes, and a script that is an input.
#[test]
fn other_files_are_carried_where_they_are_read() {
    let place = objects();
    place.write("libx.so.1", "old");
    place.write("old.map", "old");
    place.write("list", "{ main; };\n");
    place.write("more.ld", "INPUT(more.o)\n");
    place.write("deep", "-Map=old.map --dynamic-list list\n");
    place.cc("main.o one.o other.o more.ld -Wl,-soname,libx.so.1,@deep -o program");
    let whole = read(&place, "program");
    assert_eq!(
        shown(link(&whole)),
        [
            "main.o: 1 units",
            "one.o: 1 units",
            "other.o: carried",
            "more.ld: foreign"
        ]
    );
    let files: Vec<_> = link(&whole)
        .files
        .iter()
        .map(|f| f.argument.as_str())
        .collect();
    assert_eq!(files, ["more.ld", "deep", "list"]);
}

/// What is compiled without a capture would be of its first profile for ever.
#[test]
fn objects_of_fz_without_captures_are_not_carried() {
    let place = objects();
    place
        .run("objcopy --remove-section .debug_fz_captures --remove-section .debug_fz_sources one.o")
        .ok();
    place.cc("main.o one.o other.o more.o -o program");
    assert_eq!(
        shown(link(&read(&place, "program"))),
        [
            "main.o: 1 units",
            "one.o: 0 units",
            "other.o: carried",
            "more.o: carried"
        ]
    );
}

#[test]
fn bitcode_is_known_by_its_content() {
    let place = objects();
    place.cc("-O1 -flto -c one.c");
    place.cc("-flto -fuse-ld=lld main.o one.o other.o more.o -o program");
    assert_eq!(shown(link(&read(&place, "program")))[1], "one.o: 1 units");
    place.run("./program").ok();
    fs::create_dir(place.at("sub")).unwrap();
    fs::rename(place.at("one.o"), place.at("sub/moved.o")).unwrap();
    for words in ["rcs lib.a", "rcsT thin.a"] {
        place
            .run(&format!("{} {words} sub/moved.o", fz_llvm::AR))
            .ok();
        let archive = words.split(' ').next_back().unwrap();
        place.cc(&format!(
            "-flto -fuse-ld=lld main.o {archive} other.o more.o -o program"
        ));
        let shown = &shown(link(&read(&place, "program")))[1];
        assert!(shown.ends_with("moved.o 1 units"), "{shown}");
    }
}

#[test]
fn a_store_has_what_links_take() {
    let place = objects();
    let store = place.at("store");
    let settings = format!(
        "capture = \"store\"\ncapture-store = \"{}\"\n",
        store.display()
    );
    place.write("fz.toml", &settings);
    place.cc("main.o one.o other.o more.o -o program");
    let data = fs::read(place.at("program")).unwrap();
    let records = fz_binary::capture::records(&object::File::parse(&*data).unwrap()).unwrap();
    let of_link = records.iter().find(|r| r.kind == Kind::Link).unwrap();
    assert_eq!(of_link.store.as_deref(), Some(store.as_path()));
    let whole = read(&place, "program");
    let carried: Vec<Hash> = link(&whole).objects().filter_map(|o| o.carried).collect();
    assert_eq!(carried, [hash(&place, "other.o"), hash(&place, "more.o")]);
    for hash in &carried {
        assert!(store.join(hash.place()).is_file());
        assert!(whole.contents.get(hash).is_ok());
    }
    fs::remove_dir_all(&store).unwrap();
    let error = place.refuses("extract program");
    assert!(error.contains("has no content"), "{error}");
}

/// What is too large to be carried is foreign, and has to be there.
#[test]
fn huge_objects_are_not_carried() {
    let place = objects();
    fs::rename(place.at("other.o"), place.at("huge.o")).unwrap();
    let huge = fs::OpenOptions::new().write(true).open(place.at("huge.o"));
    huge.unwrap().set_len((512 << 20) + 8).unwrap();
    place.cc("main.o one.o huge.o more.o -o program");
    let whole = read(&place, "program");
    assert_eq!(
        shown(link(&whole))[2..],
        ["huge.o: foreign", "more.o: carried"]
    );
    assert!(
        place
            .prints("extract program")
            .contains("huge.o: unchanged")
    );
}
