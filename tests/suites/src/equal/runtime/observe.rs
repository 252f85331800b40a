//! What can be seen of a subject that one build of fz has made: what fork servers say, maps, track files, stores of coverage.
//!
//! Everything runs without address space randomization, and both builds stand in the same folder while they are looked at.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use anyhow::{Context, Result};

use super::build::{Build, tool};
use super::subject::{Shape, Subject};
use crate::equal::toolchain::Toolchain;
use fz_harness::fuzzer::{Fuzzer, Options, Protocol, Words};
use xtask::proc;

/// What was seen, by what it was seen of.
pub type Seen = BTreeMap<String, Vec<u8>>;

/// Profiles whose maps are read, with the engine.
const MAPS: &[(&str, &str)] = &[
    ("fuzz", "afl"),
    ("fuzz", "afl-classic"),
    ("split", "afl"),
    ("context", "afl"),
    ("compares", "afl"),
    ("guards", "afl"),
];

/// Profiles and engines of harnesses that run through all inputs and end.
const RUNS: &[(&str, &str)] = &[("compares", "libfuzzer"), ("fuzz", "standalone")];

/// What one run may take.
const LIMIT: Duration = Duration::from_secs(20);

/// The same for what runs through several inputs.
const SECONDS: &str = "300";

/// AFL++ 4.40c's segment for compares.
const COMPARES: usize = 67_633_152;

pub struct Observer<'a> {
    pub toolchain: &'a Toolchain,
    pub subject: &'a Subject,
    /// Empty, and the same for both builds.
    pub work: &'a Path,
}

impl Observer<'_> {
    /// Builds the subject in every way, and looks at it.
    pub fn all(&self) -> Result<Seen> {
        let inputs = self.subject.write_inputs(&self.work.join("inputs"))?;
        let mut seen = Seen::new();
        for profile in [
            "fuzz", "split", "context", "compares", "guards", "coverage", "taint",
        ] {
            let build = Build::new(self.toolchain, self.subject, profile, self.work)?;
            for (_, engine) in MAPS.iter().filter(|(p, _)| *p == profile) {
                let program = build.program(engine, profile)?;
                self.maps(profile, engine, &program, &inputs, &mut seen)?;
            }
            let is_harness = self.subject.shape == Shape::Harness;
            for (_, engine) in RUNS.iter().filter(|(p, _)| is_harness && *p == profile) {
                let program = build.program(engine, profile)?;
                let said = self.run_through(engine, &program)?;
                seen.insert(format!("{profile}, {engine}"), said);
            }
            match profile {
                "coverage" => self.coverage(&build.program("afl", profile)?, &mut seen)?,
                "taint" => {
                    let engine = if is_harness { "standalone" } else { "none" };
                    self.taint(&build.program(engine, profile)?, &inputs, &mut seen)?;
                }
                _ => {}
            }
        }
        Ok(seen)
    }

    /// Maps after each input, and all else that a fuzzer sees, under each protocol.
    fn maps(
        &self,
        profile: &str,
        engine: &str,
        program: &Path,
        inputs: &[PathBuf],
        seen: &mut Seen,
    ) -> Result<()> {
        let contents: Vec<Vec<u8>> = inputs.iter().map(fs::read).collect::<Result<_, _>>()?;
        for (name, options) in sessions(engine, profile, self.subject.shape) {
            let session = || self.session(program, options, &contents);
            // Whatever surprises the fuzzer has to surprise it twice.
            let said = catch_unwind(AssertUnwindSafe(session)).unwrap_or_else(|p| panicked(&*p));
            seen.insert(format!("{profile}, {engine}, {name}"), said.into_bytes());
        }
        Ok(())
    }

    fn session(&self, program: &Path, options: Options, inputs: &[Vec<u8>]) -> String {
        let mut command = Command::new(program);
        command.current_dir(self.work).args(&self.subject.arguments);
        xtask::env::unsteered(&mut command);
        let mut fuzzer = match Fuzzer::try_start(&mut command, &options) {
            Ok(fuzzer) => fuzzer,
            Err(word) => return format!("refuses: {word:#x}"),
        };
        let mut said = format!(
            "hello {:#x}, map {}, test cases {}, ijon {}, turns {}\n",
            fuzzer.hello,
            fuzzer.announced,
            fuzzer.shares_test_cases,
            fuzzer.has_ijon,
            fuzzer.takes_turns()
        );
        for word in fuzzer.words.iter().flatten() {
            writeln!(said, "word {}", word.escape_ascii()).expect("writing to a string");
        }
        for (at, input) in inputs.iter().enumerate() {
            let run = fuzzer.run_for(input, LIMIT);
            writeln!(said, "input {at}: status {:#x}", run.status).expect("writing to a string");
            let hit = run.map.iter().enumerate().filter(|(_, count)| **count != 0);
            for (place, count) in hit {
                writeln!(said, "  {place}: {count}").expect("writing to a string");
            }
            if let Some(compares) = &fuzzer.compares {
                let hash = xxhash_rust::xxh3::xxh3_64(compares.bytes());
                writeln!(said, "  compares {hash:016x}").expect("writing to a string");
            }
        }
        writeln!(said, "output: {}", fuzzer.output()).expect("writing to a string");
        said
    }

    /// What a harness says that runs through a folder.
    fn run_through(&self, engine: &str, program: &Path) -> Result<Vec<u8>> {
        self.subject.write_inputs(&self.work.join("corpus"))?;
        let mut command = fixed(program, self.work);
        if engine == "libfuzzer" {
            command.args(["-runs=2000", "-seed=1", "-detect_leaks=0"]);
        }
        // It adds to the folder what it finds.
        let out = command.arg("corpus").output()?;
        Ok(without_figures(&told(&out)))
    }

    fn coverage(&self, program: &Path, seen: &mut Seen) -> Result<()> {
        let store = self.work.join("store.fzcov");
        let mut collect = self.fz(["cov", "collect"]);
        collect
            .arg(program)
            .args(["-i", "inputs", "-j", "1", "-o"])
            .arg(&store);
        collect.args(["--label", "campaign=c,fuzzer=f,run=r,configuration=x", "--"]);
        collect.args(&self.subject.arguments);
        proc::output(&mut collect)?;
        for format in ["json", "lcov"] {
            let mut export = self.fz(["cov", "report"]);
            export.args(["--format", format]).arg(&store);
            let said = told(&export.output()?);
            seen.insert(format!("coverage, {format}"), without_fingerprint(&said));
        }
        Ok(())
    }

    fn taint(&self, program: &Path, inputs: &[PathBuf], seen: &mut Seen) -> Result<()> {
        for format in ["jsonl", "angora", "valkyrie"] {
            for input in inputs {
                let name = input.file_name().context("an input without a name")?;
                let out = self.work.join("track");
                let mut command = self.fz(["taint", "--format"]);
                command.arg(format).arg("-i").arg(input);
                command.arg("-o").arg(&out).arg(program);
                if self.subject.shape == Shape::Harness {
                    command.args(["--", "@@"]);
                } else {
                    command.arg("--").args(&self.subject.arguments);
                }
                let ended = command.output()?;
                let mut track = fs::read(&out).unwrap_or_default();
                track.extend(told(&ended));
                seen.insert(format!("taint, {format}, {}", name.display()), track);
                let _ = fs::remove_file(&out);
            }
        }
        Ok(())
    }

    /// `fz` of this build.
    fn fz<const N: usize>(&self, words: [&str; N]) -> Command {
        let own = tool(self.toolchain, "fz");
        let mut command = fixed(Path::new(own.get_program()), self.work);
        command.args(words);
        command
    }
}

/// A command in `dir`, without address space randomization.
fn fixed(program: &Path, dir: &Path) -> Command {
    let mut command = Command::new("timeout");
    xtask::env::unsteered(&mut command);
    let words = ["--kill-after=5", SECONDS, "setarch", "-R"];
    command.args(words).arg(program).current_dir(dir);
    command
}

/// Protocols and ways of taking test cases, as far as an engine and a program have them.
fn sessions(engine: &str, profile: &str, shape: Shape) -> Vec<(&'static str, Options)> {
    let options = |protocol| Options {
        words: Some(Words::IfAny),
        before_exec: without_randomization,
        ..Options::new(protocol)
    };
    if engine == "afl-classic" {
        let map_size = fz_abi::afl::classic::MAP_SIZE;
        return vec![(
            "ancient",
            Options {
                map_size,
                words: None,
                ..options(Protocol::Ancient)
            },
        )];
    }
    let mut sessions = vec![
        ("old", options(Protocol::Old)),
        ("new", options(Protocol::New)),
    ];
    if profile == "compares" {
        let compares = Some(COMPARES);
        sessions.push((
            "compares",
            Options {
                compares,
                ..options(Protocol::Old)
            },
        ));
    }
    if shape != Shape::Program {
        let persistent = |protocol| Options {
            persistent: true,
            test_cases: true,
            ..options(protocol)
        };
        sessions.push(("persistent, old", persistent(Protocol::Old)));
        sessions.push(("persistent, new", persistent(Protocol::New)));
        sessions.push(("persistent, turns", persistent(Protocol::Turns)));
    }
    sessions
}

fn without_randomization() -> std::io::Result<()> {
    // SAFETY: a system call that is async-signal-safe.
    match unsafe { libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong) } {
        -1 => Err(std::io::Error::last_os_error()),
        _ => Ok(()),
    }
}

fn panicked(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    format!("unexpected: {}", text.unwrap_or_default())
}

/// Output and end of a program.
fn told(out: &Output) -> Vec<u8> {
    let mut text = format!("{}\n", out.status).into_bytes();
    text.extend(&out.stdout);
    text.extend(&out.stderr);
    text
}

/// A store names the program by a hash of the file, in which the runtime is.
fn without_fingerprint(said: &[u8]) -> Vec<u8> {
    const KEY: &str = "\"fingerprint\":\"";
    let said = String::from_utf8_lossy(said);
    let mut parts = said.split(KEY);
    let mut kept = parts.next().unwrap_or_default().to_string();
    for part in parts {
        kept += KEY;
        kept += part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    kept.into_bytes()
}

/// What libFuzzer says of time, memory and addresses stands at the ends of its lines.
const VARIES: &[&str] = &[" exec/s", " rss: ", " [0x", " runs in "];

fn without_figures(said: &[u8]) -> Vec<u8> {
    let said = String::from_utf8_lossy(said);
    let kept = |line: &str| {
        let ends = VARIES.iter().filter_map(|what| line.find(what));
        without_address(&line[..ends.min().unwrap_or(line.len())])
    };
    let lines: Vec<String> = said.lines().map(kept).collect();
    lines.join("\n").into_bytes()
}

/// A new function by its name and place: `NEW_FUNC[1/2]: 0x401000 in f a.c:3`.
fn without_address(line: &str) -> String {
    match line.split_once("]: 0x") {
        Some((begin, rest)) if begin.contains("NEW_FUNC") => {
            let (_, named) = rest.split_once(' ').unwrap_or(("", rest));
            format!("{begin}]: {named}")
        }
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{without_figures, without_fingerprint};

    #[test]
    fn figures_are_cut_off() {
        let said = b"#15\tINITED cov: 12 ft: 13 corp: 1/1b exec/s: 0 rss: 30Mb\nDone 15 runs in 0 second(s)";
        let kept = "#15\tINITED cov: 12 ft: 13 corp: 1/1b\nDone 15";
        assert_eq!(without_figures(said), kept.as_bytes());
        let said = b"INFO: seed corpus: files: 16 total: 12613b rss: 26Mb";
        assert_eq!(
            without_figures(said),
            b"INFO: seed corpus: files: 16 total: 12613b"
        );
        let said = b"\tNEW_FUNC[1/2]: 0x401000 in f a.c:3";
        assert_eq!(without_figures(said), b"\tNEW_FUNC[1/2]: in f a.c:3");
    }

    #[test]
    fn programs_of_stores_have_no_hashes() {
        let kept = without_fingerprint(br#"[{"fingerprint":"ea60","n":1}]"#);
        assert_eq!(kept, br#"[{"fingerprint":"","n":1}]"#);
    }
}
