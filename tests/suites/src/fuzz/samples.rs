//! What fuzzing starts from: small programs, built with fz-cc in many ways.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use fz_harness::parallel;
use xtask::{proc, repo};

/// Has loops, a switch, compares and calls of all kinds, and needs no library.
const SOURCE: &str = r#"
extern int other(const char *, int);
struct item { int kind; unsigned char name[8]; };
static int table[16];
int (*chosen)(const char *, int) = other;
__attribute__((noinline)) int look(const struct item *item, int length) {
    int sum = 0;
    for (int at = 0; at < length && at < 8; at++) {
        switch (item->name[at]) {
        case 'a': sum += 3; break;
        case 'b': sum -= item->kind; break;
        case 'z': return other((const char *)item->name, sum);
        default: table[item->name[at] & 15]++;
        }
    }
    if (item->kind == 0x1234 && (sum > 7 || length / (item->kind - 3) == 2))
        return chosen((const char *)item->name, sum);
    return __builtin_memcmp(item->name, "fuzz", 4) == 0 ? sum * length : table[sum & 15];
}
"#;

/// A program that carries units, a header, an archive, a partial link and a script.
const FILES: [(&str, &str); 5] = [
    (
        "main.c",
        "#include \"part.h\"\nint main(void) { return part(3) - LATER; }\nvoid _start(void) { main(); for (;;); }\n",
    ),
    ("part.h", "#define LATER 4\nint part(int);\n"),
    (
        "part.c",
        "#include \"part.h\"\nint part(int x) { return x + 1; }\n",
    ),
    ("more.c", "int more(void) { return 1; }\n"),
    ("version.map", "{ global: *; };\n"),
];
const OBJECTS: [&str; 3] = ["main", "part", "more"];

/// Profiles with records of their own.
const PROFILES: [&str; 15] = [
    "angora",
    "climb",
    "cmplog",
    "compares",
    "context",
    "coverage",
    "coverage-mcdc",
    "distance",
    "exploit",
    "fox",
    "fuzz",
    "guards",
    "split",
    "taint",
    "valkyrie",
];

/// Makes them anew.
pub fn build(folder: &Path) -> Result<()> {
    repo::clear(folder)?;
    let sources = folder.join("sources");
    fs::create_dir_all(&sources)?;
    fs::write(sources.join("a.c"), SOURCE)?;
    parallel::each(PROFILES, |_, profile| {
        let [object, library] =
            ["o", "so"].map(|ending| folder.join(format!("{profile}.{ending}")));
        let mut compile = fz_cc(&sources, profile);
        compile
            .args(["-O1", "-g", "-fPIC", "-c", "a.c", "-o"])
            .arg(&object);
        proc::output(compile.env("FZ_CAPTURE", "off"))?;
        let mut link = fz_cc(&sources, profile);
        link.args(["-g", "-shared", "-nostdlib", "-o"])
            .arg(&library)
            .arg(&object);
        proc::output(link.env("FZ_CAPTURE", "off"))?;
        Ok(())
    })?;
    let mut archive = Command::new(fz_llvm::AR);
    archive
        .current_dir(folder)
        .args(["rc", "all.a", "fuzz.o", "coverage.o"]);
    proc::output(&mut archive)?;
    captured(&sources, &folder.join("program.captured"))?;
    let profiles = folder.join("profiles");
    fs::create_dir(&profiles)?;
    for entry in fs::read_dir(repo::root().join("profiles"))? {
        let entry = entry?;
        if entry.path().extension().is_some_and(|e| e == "toml") {
            fs::copy(entry.path(), profiles.join(entry.file_name()))?;
        }
    }
    // Plans ask the compilers what shapes their objects: here nothing does.
    let programs = folder.join("layout/bin");
    fs::create_dir_all(&programs)?;
    for compiler in ["fz-cc", "fz-cxx"] {
        symlink("/bin/true", programs.join(compiler))?;
    }
    Ok(())
}

fn captured(sources: &Path, program: &Path) -> Result<()> {
    for (name, text) in FILES {
        fs::write(sources.join(name), text)?;
    }
    let fz_cc = || fz_cc(sources, "fuzz");
    for object in OBJECTS {
        proc::output(fz_cc().args(["-O2", "-c", &format!("{object}.c")]))?;
    }
    proc::output(fz_cc().args(["-r", "-nostdlib", "more.o", "-o", "joined.o"]))?;
    let mut archive = Command::new(fz_llvm::AR);
    proc::output(
        archive
            .current_dir(sources)
            .args(["rc", "libpart.a", "part.o"]),
    )?;
    let mut link = fz_cc();
    link.args(["-static", "-nostdlib", "-Wl,--version-script=version.map"]);
    proc::output(
        link.args(["main.o", "joined.o", "libpart.a", "-o"])
            .arg(program),
    )?;
    Ok(())
}

fn fz_cc(folder: &Path, profile: &str) -> Command {
    let mut command = Command::new(repo::stage().join("bin/fz-cc"));
    command
        .current_dir(folder)
        .arg(format!("--fz-profile={profile}"));
    command
}
