//! `fz extract --bitcode`: the module of a program links, and does what the program does.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use fz_tests::{env, fz};
use tempfile::TempDir;

/// C and C++, static functions of one name, constructors in the order of the link and by priority, assembly in functions
/// and beside them, a weak function that another unit has, a common symbol, a member of an archive that nobody needs, and
/// one that would not link.
const SOURCES: [(&str, &str); 10] = [
    ("main.c", include_str!("bitcode/sources/main.c")),
    ("archived.c", include_str!("bitcode/sources/archived.c")),
    ("unneeded.c", include_str!("bitcode/sources/unneeded.c")),
    ("code.cc", include_str!("bitcode/sources/code.cc")),
    ("asm.c", include_str!("bitcode/sources/asm.c")),
    ("part.c", include_str!("bitcode/sources/part.c")),
    ("deeper.c", "int deeper(int x) { return x > 0 ? x : -x; }\n"),
    ("foreign.c", include_str!("bitcode/sources/foreign.c")),
    ("library.c", include_str!("bitcode/sources/library.c")),
    ("exports.map", "{ global: in_library; local: *; };\n"),
];

struct Place(TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        fs::create_dir(place.tree()).unwrap();
        for (name, text) in SOURCES {
            fs::write(place.tree().join(name), text).unwrap();
        }
        place
    }

    fn dir(&self) -> &Path {
        self.0.path()
    }

    fn tree(&self) -> PathBuf {
        self.dir().join("a tree")
    }

    fn run(&self, program: impl AsRef<Path>, words: &str) -> Output {
        let mut command = Command::new(program.as_ref());
        env::bare(&mut command)
            .env("XDG_CACHE_HOME", self.dir().join("a cache"))
            .env("FZ_CAPTURE", "embed")
            .current_dir(self.tree())
            .stdin(Stdio::null());
        command.args(words.split_whitespace()).output().unwrap()
    }

    fn good(&self, program: impl AsRef<Path>, words: &str) -> String {
        let out = self.run(program, words);
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.success(), "{words}: {said}");
        said
    }

    fn cc(&self, words: &str) {
        self.good(fz().join("bin/fz-cc"), words);
    }

    fn fz(&self, words: &str) -> String {
        self.good(fz().join("bin/fz"), words)
    }
}

#[test]
fn a_program_is_linked_again_from_its_module() {
    let place = Place::new();
    place.cc("-O1 -g -fcommon -c main.c asm.c part.c deeper.c archived.c unneeded.c");
    place.good(fz().join("bin/fz-cxx"), "-O1 -std=c++17 -c code.cc");
    place.good(fz_llvm::CLANG, "-O1 -fPIC -c foreign.c");
    place.cc("-r part.o deeper.o -o both.o");
    place.good("ar", "rcs libparts.a archived.o unneeded.o foreign.o");
    place.cc("-O1 -shared -fPIC library.c -Wl,-soname,libown.so,--version-script,exports.map -o libown.so");
    place.good(
        fz().join("bin/fz-cxx"),
        "main.o code.o asm.o both.o -L. -lparts -lown -Wl,-rpath,$ORIGIN -o program",
    );
    let original = place.run(place.tree().join("program"), "word");
    assert_eq!(original.status.code(), Some(7), "{original:?}");
    let kept = ["program", "libown.so"];
    for entry in fs::read_dir(place.tree()).unwrap() {
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
    let module = fs::read(place.tree().join("program.bc")).unwrap();
    assert!(module.starts_with(b"BC"), "it is no bitcode");
    // What was made on the way need not stay.
    fs::remove_dir_all(place.dir().join("a cache")).unwrap();
    let nowhere = place.fz("extract --bitcode libown.so -o own.bc --link own --cache other");
    assert!(nowhere.contains(fz_llvm::CLANG), "{nowhere}");
    for words in ["@link -o again", "@own -o again.so"] {
        place.good(fz_llvm::CLANGXX, words);
    }
    let again = place.run(place.tree().join("again"), "word");
    assert_eq!(again.status, original.status);
    assert_eq!(
        String::from_utf8_lossy(&again.stdout),
        String::from_utf8_lossy(&original.stdout)
    );
    // The library that was linked from a module, in the place of the other.
    fs::rename(
        place.tree().join("again.so"),
        place.tree().join("libown.so"),
    )
    .unwrap();
    let again = place.run(place.tree().join("program"), "word");
    assert_eq!(again.stdout, original.stdout, "{again:?}");
    let out = place.run("nm", "-D --defined-only --format=posix libown.so");
    let exported = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(
        exported.starts_with("in_library T ") && exported.lines().count() == 1,
        "{exported}"
    );
}

/// Sources that became IR or assembly before they became objects, one of them in the link's own command.
#[test]
fn what_was_ir_or_assembly_first_is_made_again() {
    let place = Place::new();
    let texts = [
        (
            "m.c",
            "#include <stdio.h>\nint f(int), g(int), h(int);\nint main(int c, char **v) { (void)v; printf(\"%d %d %d\\n\", f(c), g(c), h(c)); return 3; }\n",
        ),
        (
            "f.c",
            "int f(int a) { if (a > 3) return a * 2; return a ? 7 : 9; }\n",
        ),
        (
            "g.c",
            "int f(int);\nint g(int a) { return a > 1 ? f(a) : 1; }\n",
        ),
        ("h.c", "int h(int a) { return a > 2 ? 5 : 6; }\n"),
        (
            "i.S",
            "#define SIX 6\n.globl h\nh:\n  mov $SIX, %eax\n  ret\n.section .note.GNU-stack,\"\",@progbits\n",
        ),
    ];
    for (name, text) in texts {
        fs::write(place.tree().join(name), text).unwrap();
    }
    place.cc("-O2 -emit-llvm -c f.c -o f.bc");
    place.cc("-O2 -emit-llvm -S g.c -o g.ll");
    place.cc("-O2 -S h.c");
    place.cc("-c f.bc g.ll h.s");
    place.cc("-c i.S");
    place.cc("-O2 m.c f.o g.o h.o -o objects");
    place.cc("-O2 m.c f.bc g.ll h.o -o together");
    place.cc("-O2 m.c f.bc g.ll i.o -o carried");
    place.cc("-O2 m.c f.bc g.ll i.S -o direct");
    for name in ["m.c", "f.c", "g.c", "h.c", "i.S", "f.bc", "g.ll"] {
        fs::remove_file(place.tree().join(name)).unwrap();
    }
    for name in ["objects", "together", "carried"] {
        place.fz(&format!("emit {name} --profile split -o builds"));
        let out = place.run(place.tree().join(format!("builds/{name}.split")), "");
        assert_eq!(out.stdout, b"7 1 6\n", "{name}: {out:?}");
        place.fz(&format!(
            "extract {name} --bitcode -o {name}.bc --link {name}.link"
        ));
        place.good(fz_llvm::CLANG, &format!("@{name}.link -o {name}.again"));
        let out = place.run(place.tree().join(format!("{name}.again")), "");
        assert_eq!(out.stdout, b"7 1 6\n", "{name}: {out:?}");
    }
    let out = place.run(fz().join("bin/fz"), "emit direct --profile split -o builds");
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(
        out.status.code() == Some(2)
            && said.contains("i.S: ")
            && said.contains("with -c before the link"),
        "{said}"
    );
}

/// A source that has no file: what says its name and its folder is as it was.
#[test]
fn the_standard_input_is_compiled_again() {
    let place = Place::new();
    let text = "#include <stdio.h>\n#include \"beside.h\"\n\
                int main(int c, char **v) { printf(\"%s:%d %d\\n\", __FILE__, __LINE__, c > 1 ? BESIDE : v[0][0] == 0); return 0; }\n";
    fs::write(place.tree().join("beside.h"), "#define BESIDE 4\n").unwrap();
    fs::write(place.tree().join("text"), text).unwrap();
    let compile = |compiler: &Path, words: &str| {
        let mut command = Command::new(compiler);
        env::bare(&mut command)
            .env("FZ_CAPTURE", "embed")
            .current_dir(place.tree())
            .stdin(fs::File::open(place.tree().join("text")).unwrap())
            .args(words.split_whitespace());
        assert!(command.status().unwrap().success(), "{words}");
    };
    let fz_cc = fz().join("bin/fz-cc");
    compile(&fz_cc, "-g -O2 -x c - -c -o a.o");
    place.cc("a.o -o program");
    compile(&fz_cc, "--fz-profile=split -g -O2 -x c - -c -o direct.o");
    place.cc("--fz-profile=split direct.o -o direct");
    for name in ["text", "beside.h"] {
        fs::remove_file(place.tree().join(name)).unwrap();
    }
    place.fz("emit program --profile split,coverage -o builds");
    for name in ["split", "coverage"] {
        let out = place.run(place.tree().join(format!("builds/program.{name}")), "x");
        assert_eq!(out.stdout, b"<stdin>:3 4\n", "{name}: {out:?}");
    }
    let text = |name: &str| {
        let data = fs::read(place.tree().join(name)).unwrap();
        let file = object::File::parse(&*data).unwrap();
        let section = object::Object::section_by_name(&file, ".text").unwrap();
        object::ObjectSection::data(&section).unwrap().to_vec()
    };
    assert!(text("direct") == text("builds/program.split"));
}
