//! `fz extract --bitcode`: the module of a program links, and does what the program does.

use std::fs;

use fz_tests::{Outcome, RunCommand, Sandbox};

/// All happens in a folder whose name has a blank.
struct Place(Sandbox);

impl Place {
    fn new(sources: &str) -> Place {
        let place = Sandbox::new().env("FZ_CAPTURE", "embed");
        place.copy(sources, "a tree");
        let cache = place.at("a cache").display().to_string();
        Place(place.env("XDG_CACHE_HOME", &cache))
    }

    fn at(&self, name: &str) -> std::path::PathBuf {
        self.0.at("a tree").join(name)
    }

    /// Those of the tree by `./name`.
    fn run(&self, program: &str, words: &str) -> Outcome {
        let mut command = match program.strip_prefix("./") {
            Some(name) => self.0.command(self.at(name)),
            None => self.0.command(program),
        };
        command
            .current_dir(self.at(""))
            .args(words.split_whitespace())
            .outcome()
    }

    fn cc(&self, words: &str) {
        self.run("fz-cc", words).ok();
    }

    fn fz(&self, words: &str) -> String {
        self.run("fz", words).ok().err()
    }
}

/// C and C++, static functions of one name, constructors in the order of the link and by priority, assembly in functions
/// and beside them, a weak function that another unit has, a common symbol, a member of an archive that nobody needs, and
/// one that would not link.
#[test]
fn a_program_is_linked_again_from_its_module() {
    let place = Place::new("emit/bitcode/sources");
    place.cc("-O1 -g -fcommon -c main.c asm.c part.c deeper.c archived.c unneeded.c");
    place.run("fz-cxx", "-O1 -std=c++17 -c code.cc").ok();
    place.run(fz_llvm::CLANG, "-O1 -fPIC -c foreign.c").ok();
    place.cc("-r part.o deeper.o -o both.o");
    place
        .run("ar", "rcs libparts.a archived.o unneeded.o foreign.o")
        .ok();
    place.cc("-O1 -shared -fPIC library.c -Wl,-soname,libown.so,--version-script,exports.map -o libown.so");
    place
        .run(
            "fz-cxx",
            "main.o code.o asm.o both.o -L. -lparts -lown -Wl,-rpath,$ORIGIN -o program",
        )
        .ok();
    let original = place.run("./program", "word").ends(7);
    let kept = ["program", "libown.so"];
    for entry in fs::read_dir(place.at("")).unwrap() {
        let entry = entry.unwrap();
        if !kept.iter().any(|name| entry.file_name() == *name) {
            fs::remove_file(entry.path()).unwrap();
        }
    }
    let said = place.fz("extract --bitcode program -o program.bc");
    assert!(
        said.contains("no bitcode of -lparts(foreign.o)") && said.contains("--link FILE"),
        "{said}"
    );
    let said = place.fz("extract --bitcode program -o program.bc --link link");
    let command = format!("`{} @link -o PROGRAM`", fz_llvm::CLANGXX);
    assert!(said.contains(&command), "{said}");
    let module = fs::read(place.at("program.bc")).unwrap();
    assert!(module.starts_with(b"BC"), "it is no bitcode");
    // What was made on the way need not stay.
    fs::remove_dir_all(place.0.at("a cache")).unwrap();
    let nowhere = place.fz("extract --bitcode libown.so -o own.bc --link own");
    assert!(nowhere.contains(fz_llvm::CLANG), "{nowhere}");
    for words in ["@link -o again", "@own -o again.so"] {
        place.run(fz_llvm::CLANGXX, words).ok();
    }
    let again = place.run("./again", "word");
    assert_eq!(again.status, original.status);
    assert_eq!(again.out(), original.out());
    // The library that was linked from a module, in the place of the other.
    fs::rename(place.at("again.so"), place.at("libown.so")).unwrap();
    let again = place.run("./program", "word");
    assert_eq!(again.stdout, original.stdout, "{again:?}");
    let out = place.run("nm", "-D --defined-only --format=posix libown.so");
    let exported = out.out();
    assert!(
        exported.starts_with("in_library T ") && exported.lines().count() == 1,
        "{exported}"
    );
}

/// Sources that became IR or assembly before they became objects, one of them in the link's own command.
#[test]
fn what_was_ir_or_assembly_first_is_made_again() {
    let place = Place::new("emit/bitcode/first");
    for words in [
        "-O2 -emit-llvm -c f.c -o f.bc",
        "-O2 -emit-llvm -S g.c -o g.ll",
        "-O2 -S h.c",
        "-c f.bc g.ll h.s",
        "-c i.S",
        "-O2 m.c f.o g.o h.o -o objects",
        "-O2 m.c f.bc g.ll h.o -o together",
        "-O2 m.c f.bc g.ll i.o -o carried",
        "-O2 m.c f.bc g.ll i.S -o direct",
    ] {
        place.cc(words);
    }
    for name in ["m.c", "f.c", "g.c", "h.c", "i.S", "f.bc", "g.ll"] {
        fs::remove_file(place.at(name)).unwrap();
    }
    for name in ["objects", "together", "carried"] {
        place.fz(&format!("emit {name} split -o builds"));
        let out = place.run(&format!("./builds/{name}.split"), "");
        assert_eq!(out.stdout, b"7 1 6\n", "{name}: {out:?}");
        place.fz(&format!(
            "extract {name} --bitcode -o {name}.bc --link {name}.link"
        ));
        place
            .run(fz_llvm::CLANG, &format!("@{name}.link -o {name}.again"))
            .ok();
        let out = place.run(&format!("./{name}.again"), "");
        assert_eq!(out.stdout, b"7 1 6\n", "{name}: {out:?}");
    }
    let refused = place.run("fz", "emit direct split -o builds").ends(2);
    refused.says("i.S: ").says("with -c before the link");
}

/// A source that has no file: what says its name and its folder is as it was.
#[test]
fn the_standard_input_is_compiled_again() {
    let place = Place::new("emit/bitcode/beside");
    let compile = |words: &str| {
        let mut command = place.0.command("fz-cc");
        command.current_dir(place.at("")).args(words.split(' '));
        command
            .stdin(fs::File::open(place.at("text")).unwrap())
            .outcome()
            .ok();
    };
    compile("-g -O2 -x c - -c -o a.o");
    place.cc("a.o -o program");
    compile("--fz-profile=split -g -O2 -x c - -c -o direct.o");
    place.cc("--fz-profile=split direct.o -o direct");
    for name in ["text", "beside.h"] {
        fs::remove_file(place.at(name)).unwrap();
    }
    place.fz("emit program split coverage -o builds");
    for name in ["split", "coverage"] {
        let out = place.run(&format!("./builds/program.{name}"), "x");
        assert_eq!(out.stdout, b"<stdin>:3 4\n", "{name}: {out:?}");
    }
    let text = |name: &str| {
        let data = fs::read(place.at(name)).unwrap();
        let file = object::File::parse(&*data).unwrap();
        let section = object::Object::section_by_name(&file, ".text").unwrap();
        object::ObjectSection::data(&section).unwrap().to_vec()
    };
    assert!(text("direct") == text("builds/program.split"));
}
