//! The wall alone: whatever options a program brings with it are taken, and code of the program's runs inside the compiler
//! and the linker.

use std::{
    fs, io,
    os::unix::{fs::MetadataExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Command, Output},
};

use fz_base::layout::Layout;
use fz_emit::{Cache, Program, Progress, Request, Variant};
use fz_tests::{Sandbox, fz, rooms};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

use super::{added, forge, place};

struct Silent;

impl Progress for Silent {
    fn done(&self, _: &str) {}
    fn note(&self, _: &str) {}
}

/// A folder with a program, one that no build may touch, and one that builds can read.
struct Walled {
    place: Sandbox,
    outside: PathBuf,
    cache: Cache,
}

impl Walled {
    fn new() -> Walled {
        let place = place();
        let outside = place.at("outside");
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("victim"), "as it was").unwrap();
        let cache = Cache::at(&place.at("cache")).unwrap();
        Walled {
            place,
            outside,
            cache,
        }
    }

    /// A library of ways out, where builds can read it. `more`: macros.
    fn breach(&self, more: &[&str]) -> PathBuf {
        let library = self.cache.folder().join("breach.so");
        let outside = format!("-DOUTSIDE=\"{}\"", self.outside.display());
        let read = format!("-DREAD=\"{}\"", self.cache.folder().display());
        let source = rooms().join("tests/wall/breach.c");
        let built = Command::new("gcc")
            .args(["-w", "-shared", "-fPIC", &outside, &read])
            .args(more)
            .arg(source)
            .arg("-o")
            .arg(&library)
            .status();
        assert!(built.unwrap().success());
        library
    }

    /// What a build says that takes all options.
    fn said(&self, words: &[&str], is_walled: bool) -> Result<(), String> {
        forge(&self.place, added(words));
        let program = fz_binary::Program::open(&self.place.at("program")).unwrap();
        let program = Program::read(&program, &[]).unwrap();
        let out = self.place.at("builds");
        fs::create_dir_all(&out).unwrap();
        let request = Request {
            variants: vec![Variant {
                profile: "split".to_owned(),
                engine: None,
                sanitizers: Vec::new(),
            }],
            out,
            trusts_options: true,
            is_walled,
            launcher: None,
        };
        let layout = Layout::at(fz());
        let done = fz_emit::emit(&program, &request, &layout, &self.cache, 1, &Silent);
        done.map(drop).map_err(|e| format!("{e:#}"))
    }

    fn is_untouched(&self) {
        let names: Vec<_> = fs::read_dir(&self.outside).unwrap().flatten().collect();
        assert_eq!(names.len(), 1, "{names:?}");
        let victim = self.outside.join("victim");
        assert_eq!(fs::read_to_string(&victim).unwrap(), "as it was");
        let found = fs::metadata(&victim).unwrap();
        assert_eq!((found.mode() & 0o111, found.nlink()), (0, 1));
    }
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Each word that has code run inside a compiler or a linker.
fn ways_in(library: &str) -> Vec<Vec<String>> {
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    vec![
        words(&["-Xclang", "-load", "-Xclang", library]),
        words(&[&format!("-fplugin={library}")]),
        words(&[&format!("-fpass-plugin={library}")]),
        words(&[&format!("-Wp,-load,{library}")]),
        words(&["-fuse-ld=bfd", &format!("-Wl,-plugin,{library}")]),
        words(&["-fuse-ld=gold", &format!("-Wl,--plugin,{library}")]),
        words(&[
            "-flto",
            "-fuse-ld=lld",
            &format!("-Wl,--load-pass-plugin={library}"),
        ]),
    ]
}

#[test]
fn code_inside_a_compiler_or_linker_stays_inside() {
    let walled = Walled::new();
    let library = walled.breach(&[]);
    for words in ways_in(path(&library)) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let said = walled.said(&words, true).unwrap_err();
        assert!(
            said.contains("ways out"),
            "{words:?}: it did not run: {said}"
        );
        assert!(!said.contains("breach: "), "{words:?}: {said}");
        walled.is_untouched();
    }
    // What it tries does work where there is no wall.
    let words = ["-Xclang", "-load", "-Xclang", path(&library)];
    let said = walled.said(&words, false).unwrap_err();
    for way in [
        "open(OUTSIDE",
        "unlink(VICTIM",
        "socket(AF_INET,",
        "copies()",
        "spawns(",
    ] {
        assert!(said.contains(&format!("breach: {way}")), "{way}: {said}");
    }
}

/// The dynamic loader may run, since compilers do. It would start any file that can be read.
#[test]
fn nothing_is_started_after_the_compiler() {
    let walled = Walled::new();
    let program = walled.cache.folder().join("started");
    let source = walled.place.at("started.c");
    fs::write(
        &source,
        "#include <unistd.h>\nint main(void) { write(2, \"started!\\n\", 9); return 0; }\n",
    )
    .unwrap();
    let words = [path(&source), "-o", path(&program)];
    let built = Command::new("gcc").args(words).status();
    assert!(built.unwrap().success());
    let clang = format!("/usr/bin/{}", fz_llvm::CLANG);
    for last in [
        "/lib64/ld-linux-x86-64.so.2",
        &clang,
        "/usr/bin/ld",
        "/bin/true",
        path(&program),
    ] {
        let last = format!("-DLAST=\"{last}\"");
        let argument = format!("-DLAST_ARGUMENT=\"{}\"", program.display());
        let library = walled.breach(&[&last, &argument]);
        // The loader in all ways, the others in the first.
        let all = ways_in(path(&library));
        let some = if last.contains("ld-linux") {
            all.len()
        } else {
            1
        };
        for words in &all[..some] {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let said = walled.said(&words, true).unwrap_err();
            assert!(
                said.contains("has tried to start a program"),
                "{words:?}: {said}"
            );
            assert!(!said.contains("started!"), "{words:?}: {said}");
        }
    }
}

/// As a kernel without landlock has it.
fn without_landlock(mut command: Command, arguments: &[&str]) -> Output {
    command.args(arguments);
    let call = libc::SYS_landlock_create_ruleset;
    let none = SeccompAction::Errno(libc::ENOSYS as u32);
    let rules = [(call, Vec::new())].into();
    let here = std::env::consts::ARCH.try_into().unwrap();
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, none, here).unwrap();
    let filter = BpfProgram::try_from(filter).unwrap();
    let apply = move || seccompiler::apply_filter(&filter).map_err(io::Error::other);
    // SAFETY: it makes two system calls.
    unsafe { command.pre_exec(apply) };
    command.output().unwrap()
}

#[test]
fn without_a_wall_only_programs_of_this_machine_are_built_again() {
    let place = place();
    let emit = |program: &str| {
        let args = ["emit", program, "split", "-o", "builds"];
        let out = without_landlock(place.command("fz"), &args);
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        (out.status.code(), said)
    };
    // On a machine that has a wall nobody notes who built it.
    let (status, said) = emit("program");
    assert_eq!(status, Some(2), "{said}");
    for part in [
        "was not linked on this machine",
        "kernel lacks landlock",
        "--trust-options",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!place.at("state").exists());
    let args = ["-g", "-O2", "a.c", "-o", "own"];
    let built = without_landlock(place.command("fz-cc"), &args);
    assert!(built.status.success(), "{built:?}");
    let (status, said) = emit("own");
    assert_eq!(status, Some(0), "{said}");
    assert!(
        said.contains("note: compilers are not shut in: this kernel lacks landlock"),
        "{said}"
    );
}
