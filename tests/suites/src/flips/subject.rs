//! What is run: programs of our own, and those of `tests/bench/`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use fz_harness::subject::{self, Subject, sorted};
use fz_harness::variant::{Around, Variant};
use xtask::{proc, repo};

/// Also what has no labels is told of.
const LINES: &str = "[feedback.taint]\nunlabelled = true\naddresses = true\n";

/// Those of `tests/bench/`, the largest input of each (a run is quick), and what they are compiled with besides: hashes of
/// libxml2's are salted by the time of day without it.
const REAL: [(&str, u64, &[&str]); 5] = [
    ("jhead", 12 << 10, &[]),
    ("readelf", 32 << 10, &[]),
    (
        "xmllint",
        16 << 10,
        &["-DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION"],
    ),
    ("libpng", 1 << 10, &[]),
    ("libyaml", 1 << 10, &[]),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Own,
    Real,
}

pub struct Program {
    pub name: String,
    pub kind: Kind,
    pub program: PathBuf,
    /// Before its input.
    pub arguments: Vec<String>,
    source: Source,
}

enum Source {
    /// A file, with inputs in the folder of its name.
    Own(PathBuf),
    Real(Box<Subject>, u64),
}

/// Ours first.
pub fn all() -> Result<Vec<Program>> {
    let mut programs = Vec::new();
    for path in sorted(&repo::root().join("tests/taint/flips"))? {
        if path.extension().is_some_and(|x| x == "c") {
            let stem = path.file_stem().expect("a file has a name");
            let name = stem.to_string_lossy().into_owned();
            programs.push(Program {
                program: dir().join(&name),
                name,
                kind: Kind::Own,
                arguments: Vec::new(),
                source: Source::Own(path),
            });
        }
    }
    for (name, limit, flags) in REAL {
        let mut subject = subject::load(&[name.to_string()])?.remove(0);
        let flags = flags.iter().map(ToString::to_string);
        subject.flags.extend(flags);
        programs.push(Program {
            name: name.to_string(),
            kind: Kind::Real,
            program: dir().join(name),
            arguments: subject.before_inputs(),
            source: Source::Real(Box::new(subject), limit),
        });
    }
    Ok(programs)
}

/// Where the programs are built.
fn dir() -> PathBuf {
    repo::made().join("taint-flips")
}

impl Program {
    pub fn build(&self) -> Result<()> {
        fs::create_dir_all(dir())?;
        match &self.source {
            Source::Own(path) => compile(path, &self.program),
            Source::Real(subject, _) => {
                subject.prepare()?;
                let variant = Variant::profile("taint flips", "taint", LINES).level("-g");
                let built = variant.build(subject, Around::Loop)?;
                fs::copy(&built.program, &self.program)?;
                Ok(())
            }
        }
    }

    pub fn inputs(&self) -> Result<Vec<PathBuf>> {
        let inputs = match &self.source {
            Source::Own(path) => sorted(&path.with_extension(""))?,
            Source::Real(subject, limit) => subject.seeds(*limit)?,
        };
        ensure!(!inputs.is_empty(), "{} has no inputs", self.name);
        Ok(inputs)
    }
}

fn compile(source: &Path, program: &Path) -> Result<()> {
    let profile = program.with_extension("toml");
    let text = format!("summary = \"taint, and what has no labels\"\nextends = \"taint\"\n{LINES}");
    fs::write(&profile, text)?;
    let mut compiler = repo::tool("fz-cc");
    compiler
        .arg(format!("--fz-profile={}", profile.display()))
        .args(["-O2", "-g"])
        .arg(source)
        .arg("-o")
        .arg(program);
    proc::output(&mut compiler).with_context(|| repo::shown(source))?;
    Ok(())
}
