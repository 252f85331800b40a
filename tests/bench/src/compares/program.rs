//! All compares as one program, in a build; and its answers.

use std::fs;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::compare::Compare;
use crate::contender::Contender;
use fz_harness::{novelty, parallel, progress};
use xtask::{proc, repo};

/// How many compares stand in one file.
const BATCH: usize = 50;

/// What a program makes of one input.
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    pub result: i32,
    /// Counters that are not 0: their places, and the classes of their values.
    pub map: Vec<(u32, u8)>,
}

fn harness() -> PathBuf {
    repo::root().join("tests/bench/compares")
}

/// Writes the C files, which all builds share.
pub fn write(compares: &[Compare], dir: &Path) -> Result<Vec<PathBuf>> {
    repo::fresh(dir)?;
    let mut sources = Vec::new();
    let numbered: Vec<(usize, &Compare)> = compares.iter().enumerate().collect();
    for (at, batch) in numbered.chunks(BATCH).enumerate() {
        let mut text = String::from("#include \"body.h\"\n");
        for (number, compare) in batch {
            text += &format!(
                "\n/* {} */\nint c{number}(const unsigned char *in) {{\n  {}\n}}\n",
                compare.kind.name(),
                compare.body
            );
        }
        let path = dir.join(format!("{at}.c"));
        fs::write(&path, text)?;
        sources.push(path);
    }
    let mut table = String::from("#include \"compares.h\"\n\n");
    for number in 0..compares.len() {
        table += &format!("compare c{number};\n");
    }
    let names: Vec<String> = (0..compares.len()).map(|n| format!("c{n}")).collect();
    table += &format!(
        "\ncompare *const compares[] = {{{}}};\nconst uint32_t compare_count = {};\n",
        names.join(", "),
        compares.len()
    );
    fs::write(dir.join("table.c"), table)?;
    Ok(sources)
}

/// Compiles and links the compares.
pub fn build(contender: &Contender, sources: &[PathBuf], dir: &Path) -> Result<PathBuf> {
    let place = dir.join(contender.name());
    fs::create_dir_all(&place)?;
    let object = |source: &Path| {
        let name = source.file_stem().expect("a source has a name");
        place.join(name).with_extension("o")
    };
    let compile = |mut command: Command, source: &Path| -> Result<()> {
        command
            .arg("-c")
            .arg("-I")
            .arg(harness())
            .arg(source)
            .arg("-o")
            .arg(object(source));
        proc::output(&mut command)?;
        Ok(())
    };
    let bar = progress::bar(&format!("{}: build", contender.name()), sources.len());
    parallel::each(sources, |_, source| {
        compile(contender.compiler(), source)?;
        bar.inc(1);
        Ok(())
    })?;
    bar.finish_and_clear();
    let around = [dir.join("table.c"), harness().join("main.c")];
    for source in &around {
        compile(Contender::Clang.compiler(), source)?;
    }
    let program = place.join("compares");
    let mut link = contender.compiler();
    link.args(sources.iter().chain(&around).map(|s| object(s)))
        .arg("-lm")
        .arg("-o")
        .arg(&program);
    proc::output(&mut link)?;
    Ok(program)
}

/// Writes all inputs of all compares as the program reads them.
pub fn write_inputs(compares: &[Compare], file: &Path) -> Result<()> {
    let mut bytes = Vec::new();
    for (number, compare) in (0u32..).zip(compares) {
        for input in compare.inputs() {
            bytes.extend(number.to_ne_bytes());
            bytes.extend(input);
        }
    }
    fs::write(file, bytes)?;
    Ok(())
}

/// The answers to all inputs, compare by compare.
pub fn answers(program: &Path, compares: &[Compare], inputs: &Path) -> Result<Vec<Vec<Answer>>> {
    let mut command = Command::new(program);
    let mut child = command
        .stdin(fs::File::open(inputs)?)
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", proc::rendered(&command)))?;
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let label = format!("{}: run", repo::shown(program));
    let bar = progress::bar(&label, compares.len());
    let mut all = Vec::new();
    let mut read = || -> std::io::Result<()> {
        for compare in compares {
            let of_compare = compare.inputs().map(|_| Answer::read(&mut out));
            all.push(of_compare.collect::<Result<_, _>>()?);
            bar.inc(1);
        }
        Ok(())
    };
    let result = read();
    drop(out);
    let status = child.wait()?;
    bar.finish_and_clear();
    result.with_context(|| format!("{} ended early: {status}", proc::rendered(&command)))?;
    ensure!(
        status.success(),
        "{} failed: {status}",
        proc::rendered(&command)
    );
    Ok(all)
}

impl Answer {
    /// As `main.c` writes it.
    fn read(from: &mut impl Read) -> std::io::Result<Answer> {
        let mut word = || {
            let mut bytes = [0; 4];
            from.read_exact(&mut bytes)?;
            std::io::Result::Ok(u32::from_ne_bytes(bytes))
        };
        let result = word()? as i32;
        let counters = word()?;
        let counter = |word: u32| (word >> 8, novelty::class(word as u8));
        let map = (0..counters)
            .map(|_| Ok(counter(word()?)))
            .collect::<std::io::Result<_>>()?;
        Ok(Answer { result, map })
    }
}

#[cfg(test)]
mod tests {
    use super::Answer;

    #[test]
    fn answers_are_read() {
        let words = [u32::MAX, 2, 7 << 8 | 1, 300 << 8 | 255, 9];
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_ne_bytes()).collect();
        let answer = Answer::read(&mut &bytes[..]).unwrap();
        assert_eq!(answer.result, -1);
        assert_eq!(answer.map, [(7, 1), (300, 128)]);
        assert!(Answer::read(&mut &bytes[..10]).is_err());
    }
}
