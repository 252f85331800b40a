//! A program of functions with one branch each, and what their calls leave in a segment.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use fz_abi::distance;
use fz_tests::{env, fz};

/// A POSIX object of shared memory, which is a file.
pub struct Shared {
    name: String,
}

impl Shared {
    pub fn new(purpose: &str, size: usize) -> Shared {
        let shared = Shared {
            name: format!("/fz-distance-{purpose}-{}", std::process::id()),
        };
        fs::write(shared.path(), vec![0; size]).unwrap();
        shared
    }

    /// As the environment names it.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn path(&self) -> PathBuf {
        Path::new("/dev/shm").join(&self.name[1..])
    }

    pub fn bytes(&self) -> Vec<u8> {
        fs::read(self.path()).unwrap()
    }

    pub fn write(&self, bytes: &[u8]) {
        fs::write(self.path(), bytes).unwrap();
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.path());
    }
}

/// The name of the environment variable.
pub fn variable() -> &'static str {
    distance::SEGMENT_ENV.to_str().unwrap()
}

pub fn run(command: &mut Command, dir: &Path) -> Vec<u8> {
    let out = env::bare(command).current_dir(dir).output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{command:?}: {}: {said}", out.status);
    out.stdout
}

/// A compiler of fz's, with a profile that has more lines, and says which distances of a run are kept.
pub fn compiler(dir: &Path, lines: &str, keep: &str) -> Command {
    let text = format!(
        "summary = 'x'\nextends = 'distance'\n{lines}[feedback.distance]\nkeep = '{keep}'\n"
    );
    fs::write(dir.join(format!("{keep}.toml")), text).unwrap();
    let mut compile = Command::new(fz().join("bin/fz-cc"));
    compile.arg(format!("--fz-profile=./{keep}.toml"));
    compile
}

/// One call: of the function of this number, with so many outcomes.
#[derive(Clone, Debug)]
pub struct Call {
    pub function: usize,
    pub outcomes: usize,
    pub a: Vec<u8>,
    pub b: Vec<u8>,
    pub n: u64,
}

/// What a call returned and left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    pub result: i32,
    /// How many branches it reached.
    pub touched: u32,
    /// The number of the branch's first outcome.
    pub first: u32,
    pub distances: Vec<i64>,
}

/// Compiles functions `f0`, `f1`, … of a source (`source.c`, `source.ll`), and makes calls. Gates stay open, as they do
/// where the least distances are kept.
pub fn called(
    dir: &Path,
    lines: &str,
    source: &str,
    level: &str,
    functions: usize,
    calls: &[Call],
) -> Vec<Left> {
    let mut table = String::from("#include <stddef.h>\n");
    let names: Vec<_> = (0..functions).map(|at| format!("f{at}")).collect();
    for name in &names {
        table += &format!("int {name}(const void *, const void *, size_t);\n");
    }
    table += "typedef int function(const void *, const void *, size_t);\n";
    table += &format!("function *const functions[] = {{{}}};\n", names.join(", "));
    fs::write(dir.join("table.c"), table).unwrap();
    fs::write(dir.join("harness.c"), include_str!("harness.c")).unwrap();
    let mut plain = Command::new(fz_llvm::CLANG);
    run(plain.args(["-O1", "-c", "table.c", "harness.c"]), dir);
    let mut compile = compiler(dir, lines, "minimum");
    run(
        compile.args([level, "-c", source, "-o", "functions.o"]),
        dir,
    );
    let mut link = compiler(dir, lines, "minimum");
    let link = link.args(["--fz-engine=afl", "functions.o", "table.o", "harness.o"]);
    run(link.args(["-o", "program"]), dir);
    let name = format!("{}{level}", source.replace('.', ""));
    let shared = Shared::new(&name, distance::segment_size(1 << 16));
    let mut input = Vec::new();
    for call in calls {
        let sizes = [call.function, call.outcomes, call.a.len(), call.b.len()];
        input.extend(sizes.iter().flat_map(|size| (*size as u32).to_le_bytes()));
        input.extend(call.n.to_le_bytes());
        input.extend(&call.a);
        input.extend(&call.b);
    }
    let mut program = Command::new(dir.join("program"));
    let program = env::bare(&mut program).env(variable(), shared.name());
    let program = program.arg(shared.path()).current_dir(dir);
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success(), "{}", out.status);
    writer.join().unwrap().unwrap();
    let mut rest = &out.stdout[..];
    let mut take = |count: usize| {
        let (taken, after) = rest.split_at(count);
        rest = after;
        taken
    };
    let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
    let left = calls.iter().map(|call| Left {
        result: number(take(4)) as i32,
        touched: number(take(4)),
        first: number(take(4)),
        distances: take(8 * call.outcomes)
            .chunks_exact(8)
            .map(|bytes| i64::from_le_bytes(bytes.try_into().unwrap()))
            .collect(),
    });
    left.collect()
}
