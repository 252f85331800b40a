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
    (
        "main.c",
        "#include <stdio.h>\n#include <string.h>\n\
         int in_archive(int), in_cxx(int), from_asm(int), in_part(int), in_object(int), in_library(int), weak(void), common;\n\
         extern const char *order[]; extern int ordered;\n\
         static int helper(int x) { return x + 1; }\n\
         __attribute__((constructor)) static void begin(void) { order[ordered++] = \"main\"; }\n\
         __attribute__((weak)) int weak(void) { return 1; }\n\
         int main(int argc, char **argv) {\n\
         \x20 int x = argc + (int)strlen(argv[1]);\n\
         \x20 printf(\"%d %d %d %d %d %d %d %d %d\\n\", helper(x), in_archive(x), in_cxx(x), from_asm(x), in_part(x), in_object(x),\n\
         \x20        in_library(x), weak(), common);\n\
         \x20 for (int i = 0; i < ordered; i++) puts(order[i]);\n\
         \x20 return 7;\n\
         }\n",
    ),
    (
        "archived.c",
        "static int helper(int x) { return x * 3; }\nint common;\nextern const char *order[]; extern int ordered;\n\
         __attribute__((constructor)) static void begin(void) { order[ordered++] = \"archived\"; common = 5; }\n\
         __attribute__((constructor(200))) static void early(void) { order[ordered++] = \"early\"; }\n\
         int in_archive(int x) { return helper(x) > 9 ? helper(x) : 9; }\nint weak(void) { return 2; }\n",
    ),
    (
        "unneeded.c",
        "int nowhere(void);\nint unneeded(void) { return nowhere(); }\n",
    ),
    (
        "code.cc",
        "#include <map>\n#include <stdexcept>\n\
         static int helper(int x) { std::map<int, int> m{{x, 40}, {x + 1, 50}}; return m.at(x); }\n\
         extern \"C\" int in_cxx(int x) { try { if (x > 3) throw std::runtime_error(\"x\"); } catch (const std::exception &e) { return helper(x); }\n\
         \x20 return 0; }\n",
    ),
    (
        "asm.c",
        "__asm__(\".globl outside\\noutside:\\n  lea 2(%rdi), %eax\\n  ret\\n\");\nint outside(int);\n\
         int from_asm(int x) { int y; __asm__(\"lea (%1,%1), %0\" : \"=r\"(y) : \"r\"(x)); return outside(y); }\n",
    ),
    (
        "part.c",
        "static int helper(int x) { return x - 8; }\nint deeper(int);\nint in_part(int x) { return deeper(helper(x)); }\n",
    ),
    ("deeper.c", "int deeper(int x) { return x > 0 ? x : -x; }\n"),
    (
        "foreign.c",
        "int in_object(int x) { return x ^ 5; }\nconst char *order[9]; int ordered;\n",
    ),
    (
        "library.c",
        "static int helper(int x) { return x / 2; }\nint hidden(int x) { return helper(x); }\nint in_library(int x) { return hidden(x) + 600; }\n",
    ),
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
