//! Objects of every kind through every linker: the counters must end up on pages of their own, dead functions must
//! go, and the program must do what it did.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::OnceLock,
};

use fz_tests::{RunCommand, Sandbox, env, fz, in_parallel, rooms};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Static,
    StaticPie,
    Pie,
    NoPie,
    Shared,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lto {
    None,
    Full,
    Thin,
}

#[derive(Clone, Copy, Debug)]
struct Combination {
    place: Place,
    linker: &'static str,
    gc: bool,
    lto: Lto,
}

impl Combination {
    fn all() -> Vec<Combination> {
        let mut all = Vec::new();
        for place in [
            Place::Static,
            Place::StaticPie,
            Place::Pie,
            Place::NoPie,
            Place::Shared,
        ] {
            for linker in ["bfd", "lld", "gold"] {
                for gc in [false, true] {
                    for lto in [Lto::None, Lto::Full, Lto::Thin] {
                        let combination = Combination {
                            place,
                            linker,
                            gc,
                            lto,
                        };
                        if combination.exists() {
                            all.push(combination);
                        }
                    }
                }
            }
        }
        all
    }

    fn exists(self) -> bool {
        // LLVM's plugin for the GNU linkers is a matter of its own; lld is what LTO users take.
        (self.lto == Lto::None || self.linker == "lld")
            // gold makes no static position-independent executables that glibc's start code accepts.
            && !(self.place == Place::StaticPie && self.linker == "gold")
    }

    /// gold takes all of a section that `__start_…` asks for as live, and the table of addresses refers to every
    /// function: there is no option against it.
    fn drops_dead(self) -> bool {
        self.gc && self.linker != "gold"
    }

    fn flags(self) -> Vec<String> {
        let mut flags = vec![format!("-fuse-ld={}", self.linker)];
        match self.place {
            Place::Static => flags.push("-static".into()),
            Place::StaticPie => flags.push("-static-pie".into()),
            Place::Pie | Place::Shared => flags.push("-pie".into()),
            Place::NoPie => flags.push("-no-pie".into()),
        }
        flags.extend(self.gc.then(|| "-Wl,--gc-sections".into()));
        flags.extend(self.lto_flag().map(Into::into));
        flags
    }

    fn lto_flag(self) -> Option<&'static str> {
        match self.lto {
            Lto::None => None,
            Lto::Full => Some("-flto"),
            Lto::Thin => Some("-flto=thin"),
        }
    }
}

fn compiler(cxx: bool, profile: &str) -> Command {
    let mut command = Command::new(fz().join(if cxx { "bin/fz-cxx" } else { "bin/fz-cc" }));
    env::bare(&mut command);
    command.arg(format!("--fz-profile={profile}"));
    command
}

fn run(command: &mut Command) -> Result<Output, String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("{command:?}: {e}"))?;
    match output.status.success() {
        true => Ok(output),
        false => Err(format!(
            "{command:?}: {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// The four objects, compiled once per kind.
fn objects(dir: &Path, lto: Lto, dead: bool, profile: &str) -> Result<Vec<PathBuf>, String> {
    let mut objects = Vec::new();
    for source in ["main.c", "library.c", "cxx.cc", "other.cc"] {
        let object = dir.join(format!("{source}.{lto:?}.{dead}.{profile}.o"));
        let mut command = compiler(source.ends_with("cc"), profile);
        command
            .args([
                "-O2",
                "-fPIC",
                "-ffunction-sections",
                "-Wall",
                "-Werror",
                "-c",
                "-o",
            ])
            .args([&object, &rooms().join("tests/link").join(source)]);
        match lto {
            Lto::None => {}
            Lto::Full => {
                command.arg("-flto");
            }
            Lto::Thin => {
                command.arg("-flto=thin");
            }
        }
        if dead {
            command.arg("-DWITH_DEAD");
        }
        run(&mut command)?;
        objects.push(object);
    }
    Ok(objects)
}

/// Links `c`; the output is the executable.
fn link(c: Combination, dir: &Path, objects: &[PathBuf], profile: &str) -> Result<PathBuf, String> {
    let exe = dir.join("program");
    let mut command = compiler(true, profile);
    command.args(c.flags());
    if c.place == Place::Shared {
        let library = dir.join("libpart.so");
        let mut shared = compiler(true, profile);
        shared
            .arg(format!("-fuse-ld={}", c.linker))
            .args(c.gc.then_some("-Wl,--gc-sections"))
            .args(c.lto_flag())
            .args(["-shared", "-Wl,-z,defs", "-o"])
            .arg(&library)
            .args(&objects[1..]);
        run(&mut shared)?;
        command.arg(&objects[0]).arg(&library);
        command.arg(format!("-Wl,-rpath,{}", dir.display()));
    } else {
        command.args(objects);
    }
    run(command.arg("-o").arg(&exe))?;
    Ok(exe)
}

fn plain() -> &'static str {
    static OUTPUT: OnceLock<String> = OnceLock::new();
    OUTPUT.get_or_init(|| {
        let dir = tempfile::tempdir().unwrap();
        let exe = dir.path().join("plain");
        let sources = ["cxx.cc", "other.cc"].map(|s| rooms().join("tests/link").join(s));
        let c = ["main.c", "library.c"].map(|s| rooms().join("tests/link").join(s));
        run(Command::new(fz_llvm::CLANGXX)
            .args(["-O2", "-x", "c"])
            .args(c)
            .args(["-x", "c++"])
            .args(sources)
            .arg("-o")
            .arg(&exe))
        .unwrap();
        String::from_utf8(run(&mut Command::new(&exe)).unwrap().stdout).unwrap()
    })
}

/// Runs under afl-showmap; the tuples it saw.
fn showmap(exe: &Path, word: &str) -> Result<Vec<String>, String> {
    let dir = exe.parent().expect("a file in a directory");
    let (map, input) = (dir.join("map"), dir.join("input"));
    std::fs::write(&input, word).map_err(|e| e.to_string())?;
    let output = Command::new("afl-showmap")
        .args(["-q", "-r", "-o"])
        .arg(&map)
        .arg("--")
        .arg(exe)
        .stdin(std::fs::File::open(&input).map_err(|e| e.to_string())?)
        .output()
        .map_err(|e| format!("afl-showmap: {e}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("fz:") {
        return Err(format!("the runtime complains: {said}"));
    }
    let text = std::fs::read_to_string(&map).map_err(|e| format!("{e}: {said}"))?;
    Ok(text.lines().map(str::to_owned).collect())
}

fn check(c: Combination, dir: &Path, objects: &[PathBuf], profile: &str) -> Result<(), String> {
    let exe = link(c, dir, objects, profile)?;
    let output = run(&mut Command::new(&exe))?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    if stdout != plain() || !output.stderr.is_empty() {
        return Err(format!(
            "printed {stdout:?} and {:?}, the plain program {:?}",
            String::from_utf8_lossy(&output.stderr),
            plain()
        ));
    }
    let (a, n) = (showmap(&exe, "abc")?, showmap(&exe, "nop")?);
    if a.len() < 15 || a == n {
        return Err(format!(
            "{} and {} tuples, equal: {}",
            a.len(),
            n.len(),
            a == n
        ));
    }
    // 299 rounds of the library's loop: a saturated counter says that it is counted at all. (Under LTO and -O2 the
    // loop may be unrolled, never removed.)
    if !a.iter().any(|t| t.ends_with(":255")) && profile == "fuzz" {
        return Err("no counter of the long loop is saturated".to_owned());
    }
    Ok(())
}

fn matrix(profile: &str) {
    let scratch = tempfile::tempdir().unwrap();
    let kinds: Vec<_> = [Lto::None, Lto::Full, Lto::Thin]
        .into_iter()
        .flat_map(|lto| [false, true].map(|dead| (lto, dead)))
        .collect();
    let built = in_parallel(&kinds, |(lto, gc)| {
        objects(scratch.path(), *lto, *gc, profile)
    });
    let objects_of = |c: &Combination| {
        let at = kinds
            .iter()
            .position(|k| *k == (c.lto, c.drops_dead()))
            .expect("all kinds are built");
        built[at].clone()
    };
    let all = Combination::all();
    let results = in_parallel(&all, |c| {
        let dir = scratch
            .path()
            .join(format!("{:?}-{}-{}-{:?}", c.place, c.linker, c.gc, c.lto));
        std::fs::create_dir(&dir).map_err(|e| e.to_string())?;
        check(*c, &dir, &objects_of(c)?, profile)
    });
    let failures: Vec<_> = all
        .iter()
        .zip(results)
        .filter_map(|(c, r)| Some(format!("{c:?}: {}", r.err()?)))
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {} combinations:\n{}",
        failures.len(),
        all.len(),
        failures.join("\n")
    );
}

#[test]
fn fuzz_objects_link_everywhere() {
    matrix("fuzz");
}

#[test]
fn vanilla_objects_link_everywhere() {
    matrix("vanilla");
}

#[test]
fn context_objects_link_everywhere() {
    matrix("context");
}

/// An object without an engine is an ordinary object.
#[test]
fn objects_link_with_plain_gcc_and_run_uninstrumented() {
    let scratch = tempfile::tempdir().unwrap();
    for profile in ["fuzz", "context"] {
        let objects = objects(scratch.path(), Lto::None, false, profile).unwrap();
        for flags in [&["-no-pie"][..], &["-pie"], &["-static"], &["-static-pie"]] {
            let exe = scratch.path().join("plain");
            run(Command::new("g++")
                .args(flags)
                .args(&objects)
                .arg("-o")
                .arg(&exe))
            .unwrap();
            let output = run(&mut Command::new(&exe)).unwrap();
            let printed = String::from_utf8_lossy(&output.stdout);
            assert_eq!(printed, plain(), "{profile} {flags:?}");
            assert!(output.stderr.is_empty(), "{profile} {flags:?}");
        }
    }
}

/// `ld -r` and archives between compilation and link change nothing.
#[test]
fn partial_links_and_archives() {
    let scratch = tempfile::tempdir().unwrap();
    let objects = objects(scratch.path(), Lto::None, false, "fuzz").unwrap();
    let (merged, archive) = (
        scratch.path().join("merged.o"),
        scratch.path().join("libpart.a"),
    );
    run(compiler(false, "fuzz")
        .arg("-r")
        .arg("-o")
        .arg(&merged)
        .args(&objects[2..]))
    .unwrap();
    run(Command::new("ar")
        .arg("rcs")
        .arg(&archive)
        .arg(&objects[1])
        .arg(&merged))
    .unwrap();
    let exe = scratch.path().join("program");
    run(compiler(true, "fuzz")
        .arg(&objects[0])
        .arg(&archive)
        .arg("-o")
        .arg(&exe))
    .unwrap();
    let output = run(&mut Command::new(&exe)).unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), plain());
    assert!(showmap(&exe, "abc").unwrap().len() >= 15);
}

/// Whatever profile has a file of the installation linked in, whichever linker reads its path.
#[test]
fn the_installation_s_path_may_hold_commas() {
    let dir = Sandbox::with([("m.c", "int main(void) { return 0; }\n")]);
    let root = dir.at("with, comma");
    let copied = Command::new("cp").arg("-r").arg(fz()).arg(&root).status();
    assert!(copied.unwrap().success());
    let compiler = root.join("bin/fz-cc");
    for profile in ["fuzz", "split", "coverage", "guards", "taint"] {
        for linker in ["bfd", "gold", "lld"] {
            let linker = format!("-fuse-ld={linker}");
            let mut cc = dir.command(&compiler);
            cc.args(["-g", "-O2", "m.c", "-o", "m", &linker])
                .env("FZ_PROFILE", profile);
            cc.outcome().ok();
            dir.run("./m").ok();
        }
    }
}
