//! A rung: a small program that aborts on inputs that get past all its conditions, built from a file of
//! `tests/bench/ladder/` or `tests/bench/solve/`. Comments in that file say how:
//!
//! ```text
//! // rung: NAME FLAG…
//! // solution: 6869 "text"
//! ```
//!
//! One file may hold several rungs, which differ in their flags. A solution is made of bytes in hexadecimal and of words
//! in quotes, and may go on in further lines.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use xtask::{proc, repo};

#[derive(Debug)]
pub struct Rung {
    pub name: String,
    source: PathBuf,
    flags: Vec<String>,
    /// An input that gets past all conditions.
    solution: Vec<u8>,
    /// What a fuzzer begins with, as long as the solution.
    pub seed: Vec<u8>,
}

/// Where the rungs stand that need five compares to hold, one behind the other.
pub fn ladder() -> PathBuf {
    repo::root().join("tests/bench/ladder")
}

/// Where the programs stand that compare what they have computed.
pub fn computed() -> PathBuf {
    repo::root().join("tests/bench/solve")
}

/// The rungs of a folder with these names, or all. `seed` makes a byte of a seed, by its place.
pub fn load(dir: &Path, only: &[String], seed: fn(usize) -> u8) -> Result<Vec<Rung>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(dir)? {
        paths.push(entry?.path());
    }
    paths.retain(|p| p.extension().is_some_and(|x| x == "c"));
    paths.sort();
    let mut rungs = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path)?;
        let of_file = parse(&path, &text).with_context(|| format!("in {}", repo::shown(&path)))?;
        rungs.extend(of_file);
    }
    let known: Vec<&str> = rungs.iter().map(|r| r.name.as_str()).collect();
    if let Some(stranger) = only.iter().find(|o| !known.contains(&o.as_str())) {
        bail!("no rung {stranger}; there are: {}", known.join(", "));
    }
    rungs.retain(|r| only.is_empty() || only.contains(&r.name));
    for rung in &mut rungs {
        rung.seed = (0..rung.solution.len()).map(seed).collect();
    }
    Ok(rungs)
}

fn parse(source: &Path, text: &str) -> Result<Vec<Rung>> {
    let mut rungs: Vec<Rung> = Vec::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("// rung: ") {
            let mut words = rest.split_whitespace().map(str::to_string);
            rungs.push(Rung {
                name: words.next().context("a rung has a name")?,
                source: source.to_path_buf(),
                flags: words.collect(),
                solution: Vec::new(),
                seed: Vec::new(),
            });
        } else if let Some(rest) = line.strip_prefix("// solution: ") {
            let rung = rungs
                .last_mut()
                .context("a solution stands below its rung")?;
            for word in rest.split_whitespace() {
                rung.solution.extend(bytes(word)?);
            }
        }
    }
    for rung in &rungs {
        ensure!(
            !rung.solution.is_empty(),
            "{} has no solution; add `// solution: …` below it",
            rung.name
        );
    }
    Ok(rungs)
}

fn bytes(word: &str) -> Result<Vec<u8>> {
    if let Some(text) = word.strip_prefix('"').and_then(|w| w.strip_suffix('"')) {
        return Ok(text.as_bytes().to_vec());
    }
    let digit = |c: u8| -> Result<u8> {
        let digit = (c as char).to_digit(16);
        let digit = digit.with_context(|| format!("`{word}` is neither in quotes nor hexadecimal"));
        Ok(digit? as u8)
    };
    ensure!(
        word.len().is_multiple_of(2),
        "`{word}` has an odd number of hexadecimal digits"
    );
    word.as_bytes()
        .chunks(2)
        .map(|pair| Ok(digit(pair[0])? << 4 | digit(pair[1])?))
        .collect()
}

impl Rung {
    /// Compiles the program and sees that it can be climbed: the seed ends well, the solution aborts. `command` is the
    /// compiler with what makes this build, which is called `name`.
    pub fn build(&self, mut command: Command, name: &str, place: &Path) -> Result<PathBuf> {
        let dir = place.join(&self.name);
        fs::create_dir_all(&dir)?;
        let program = dir.join(name);
        command
            .args(&self.flags)
            .arg(format!("-DNEEDS={}", self.solution.len()))
            .arg(&self.source)
            .arg("-o")
            .arg(&program);
        proc::output(&mut command)?;
        let solution = dir.join("solution");
        fs::write(&solution, &self.solution)?;
        let seed = self.seeds(place)?.join("seed");
        for (input, expected) in [(seed, false), (solution, true)] {
            ensure!(
                aborts(&program, &input)? == expected,
                "{} {} by {}; mend {} or the compiler",
                repo::shown(&input),
                if expected {
                    "is not accepted"
                } else {
                    "is no seed: it is accepted"
                },
                repo::shown(&program),
                repo::shown(&self.source),
            );
        }
        Ok(program)
    }

    /// A folder with the seed.
    pub fn seeds(&self, place: &Path) -> Result<PathBuf> {
        let seeds = place.join(&self.name).join("seeds");
        fs::create_dir_all(&seeds)?;
        fs::write(seeds.join("seed"), &self.seed)?;
        Ok(seeds)
    }
}

/// Whether the program gets past all conditions with this input.
pub fn aborts(program: &Path, input: &Path) -> Result<bool> {
    let mut command = Command::new(program);
    command
        .stdin(fs::File::open(input)?)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let status = command
        .status()
        .with_context(|| format!("cannot start {}", proc::rendered(&command)))?;
    match (status.code(), status.signal()) {
        (Some(0), _) => Ok(false),
        (_, Some(libc::SIGABRT)) => Ok(true),
        _ => bail!(
            "{} ended with {status} on {}",
            repo::shown(program),
            repo::shown(input)
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::{computed, ladder, load, parse};

    #[test]
    fn rungs_are_read_from_comments() {
        let text = "// About.\n// rung: a -DX=1 -DY\n// solution: 00ff \"hi\"\n// solution: 0a\n// rung: b\n// solution: 41\nint x;\n";
        let rungs = parse(Path::new("x.c"), text).unwrap();
        assert_eq!((rungs[0].name.as_str(), rungs[1].name.as_str()), ("a", "b"));
        assert_eq!(rungs[0].flags, ["-DX=1", "-DY"]);
        assert_eq!(rungs[0].solution, b"\x00\xffhi\x0a");
        assert_eq!(rungs[1].solution, b"A");
        for wrong in [
            "// solution: 00",
            "// rung: a",
            "// rung: a\n// solution: 0g",
        ] {
            assert!(parse(Path::new("x.c"), wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_rung_has_a_name_of_its_own() {
        for (dir, least) in [(ladder(), 30), (computed(), 20)] {
            let rungs = load(&dir, &[], |at| at as u8).unwrap();
            let names: BTreeSet<&str> = rungs.iter().map(|r| r.name.as_str()).collect();
            assert!(names.len() == rungs.len() && rungs.len() >= least);
            assert!(load(&dir, &["nothing".into()], |_| 0).is_err());
        }
    }
}
