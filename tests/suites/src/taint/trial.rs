//! One file of programs: what ours and DFSan say of each mark, and whether bytes that only DFSan names matter.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::builds::{self, Build};
use super::program::{INPUT, Program};
use super::said::{self, Bytes, Mark, shown};
use fz_harness::level::Level;
use fz_harness::limited::{self, End};
use xtask::{proc, repo};

const LIMIT: Duration = Duration::from_secs(20);
/// What a byte is changed by: its lowest and highest bits, all of them, some.
const CHANGES: [u8; 8] = [1, 0x80, 0xff, 2, 4, 0x10, 0x20, 0x55];

pub struct Trial<'a> {
    pub program: &'a Program,
    pub levels: &'a [Level],
}

/// How marks came out.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    pub marks: usize,
    pub equal: usize,
    /// Parts of DFSan's bytes, shown right.
    pub fewer: usize,
    /// With bytes that DFSan's have not.
    pub more: usize,
    /// Bytes that one of both leaves out, each of which was changed.
    pub flipped: usize,
    /// Those whose every change led another way.
    pub unshown: usize,
}

impl Counts {
    pub fn add(&mut self, other: Counts) {
        self.marks += other.marks;
        self.equal += other.equal;
        self.fewer += other.fewer;
        self.more += other.more;
        self.flipped += other.flipped;
        self.unshown += other.unshown;
    }
}

/// The plain program over inputs of which one byte is another.
struct Flips<'a> {
    trial: &'a Trial<'a>,
    input: &'a [u8],
    dir: &'a Path,
    marks: BTreeMap<usize, Vec<Vec<Mark>>>,
}

/// What becomes of a value if a byte changes.
#[derive(Default)]
struct Flipped {
    /// On the same path.
    is_same: bool,
    differs: Option<u64>,
    /// On another one.
    differs_elsewhere: bool,
}

impl Trial<'_> {
    /// Says what differs.
    pub fn run(&self, dir: &Path) -> (Counts, Vec<String>) {
        let ran = self.compared(dir);
        ran.unwrap_or_else(|error| {
            let what = format!("{}: {error:#}", self.program.file());
            (Counts::default(), vec![what])
        })
    }

    fn compared(&self, dir: &Path) -> Result<(Counts, Vec<String>)> {
        let both = |level: &Level| [Build::Dfsan(*level), Build::Ours(*level)];
        let levels = self.levels.iter().flat_map(both);
        let builds: Vec<Build> = std::iter::once(Build::Plain).chain(levels).collect();
        builds::write(self.program, dir)?;
        for build in &builds {
            let made = build.compile(self.program, dir);
            made.with_context(|| format!("in {}", repo::shown(dir)))?;
        }
        let (mut counts, mut wrong) = (Counts::default(), Vec::new());
        for number in 0..self.program.inputs.len() {
            let (more, said) = self.input(number, dir)?;
            counts.add(more);
            wrong.extend(said);
        }
        // What failed stays for whoever looks into it.
        if wrong.is_empty() {
            for build in builds {
                fs::remove_file(build.program(self.program, dir))?;
            }
        }
        Ok((counts, wrong))
    }

    fn input(&self, number: usize, dir: &Path) -> Result<(Counts, Vec<String>)> {
        let program = self.program;
        let input = builds::input(program, number, dir);
        let marks = self.plain(&input, dir)?;
        let written = self.dfsan(Level::O0, &input, &marks, dir)?;
        let mut flips = Flips {
            trial: self,
            input: &program.inputs[number],
            dir,
            marks: BTreeMap::new(),
        };
        let (mut counts, mut wrong) = (Counts::default(), Vec::new());
        for level in self.levels {
            let optimised = self.dfsan(*level, &input, &marks, dir)?;
            // Not limited: traces are large files with holes.
            let mut command = repo::tool("fz");
            command
                .arg("taint")
                .arg(Build::Ours(*level).program(program, dir))
                .args(["--hits", "1000000", "-i"])
                .arg(&input)
                .args(["--", "@@"]);
            let ours = said::ours(&proc::output(&mut command)?, &marks)?;
            for (at, (bytes, value)) in ours.into_iter().enumerate() {
                counts.marks += 1;
                let judged = match value {
                    Some(value) if value != marks[at].value => Err(format!(
                        "the value is {value:#x}, and that of the plain build {:#x}",
                        marks[at].value
                    )),
                    _ => {
                        flips.judge(&marks, at, bytes, [written[at], optimised[at]], &mut counts)?
                    }
                };
                wrong.extend(judged.err().map(|what| {
                    format!(
                        "{}:{} at -{}, input {number}, mark {at}: {what}",
                        program.file(),
                        marks[at].line,
                        level.name()
                    )
                }));
            }
        }
        Ok((counts, wrong))
    }

    /// DFSan's labels at each mark.
    fn dfsan(&self, level: Level, input: &Path, marks: &[Mark], dir: &Path) -> Result<Vec<Bytes>> {
        let mut labels = vec![0; marks.len()];
        for group in 0..INPUT / 8 {
            let mut command = Command::new(Build::Dfsan(level).program(self.program, dir));
            command
                .arg(input)
                .arg(group.to_string())
                .env("DFSAN_OPTIONS", "strict_data_dependencies=0");
            said::dfsan(&output(&mut command)?, group, marks, &mut labels)?;
        }
        Ok(labels)
    }

    fn plain(&self, input: &Path, dir: &Path) -> Result<Vec<Mark>> {
        let mut command = Command::new(Build::Plain.program(self.program, dir));
        said::marks(&output(command.arg(input))?)
    }
}

impl Flips<'_> {
    fn judge(
        &mut self,
        marks: &[Mark],
        at: usize,
        ours: Bytes,
        [dfsan, optimised]: [Bytes; 2],
        counts: &mut Counts,
    ) -> Result<Result<(), String>> {
        if ours == dfsan || ours == optimised {
            counts.equal += 1;
            return Ok(Ok(()));
        }
        let say = |what: &str| {
            Ok(Err(format!(
                "{} flow there, DFSan says {}: {what}",
                shown(ours),
                shown(dfsan)
            )))
        };
        let bytes = |of: Bytes| (0..INPUT).filter(move |b| of >> b & 1 == 1);
        let program = self.trial.program;
        for byte in bytes(ours & !dfsan & !optimised) {
            let flipped = self.flip(marks, at, byte)?;
            // What a branch decides is data where an optimiser leaves none.
            if flipped.differs.is_none() && !flipped.differs_elsewhere {
                return say(&format!("byte {byte} is too much"));
            }
            if program.missed.is_none() {
                return say(&format!(
                    "byte {byte} matters, and the file does not say why DFSan misses it"
                ));
            }
            counts.flipped += 1;
        }
        for byte in bytes(dfsan & !ours) {
            let flipped = self.flip(marks, at, byte)?;
            if let Some(value) = flipped.differs {
                return say(&format!(
                    "byte {byte} changes the value from {:#x} to {value:#x}",
                    marks[at].value
                ));
            }
            if program.precise.is_none() {
                return say(&format!(
                    "byte {byte} does not matter, and the file does not say why"
                ));
            }
            match flipped.is_same {
                true => counts.flipped += 1,
                false => counts.unshown += 1,
            }
        }
        match ours & !dfsan {
            0 => counts.fewer += 1,
            _ => counts.more += 1,
        }
        Ok(Ok(()))
    }

    /// What becomes of a value if a byte is another.
    fn flip(&mut self, marks: &[Mark], at: usize, byte: usize) -> Result<Flipped> {
        if !self.marks.contains_key(&byte) {
            let changed = CHANGES.map(|change| self.changed(byte, change));
            let changed: Result<Vec<_>> = changed.into_iter().collect();
            self.marks.insert(byte, changed?);
        }
        // Programs of a file are apart: one may have another number of marks.
        let place = |marks: &[Mark], at: usize| {
            let program = marks[at].program;
            at - marks.iter().take_while(|m| m.program < program).count()
        };
        let (wanted, nth) = (&marks[at], place(marks, at));
        let mut flipped = Flipped::default();
        for changed in &self.marks[&byte] {
            let mut there = changed.iter().filter(|m| m.program == wanted.program);
            let Some(mark) = there.nth(nth).filter(|m| m.line == wanted.line) else {
                continue;
            };
            let is_other = mark.value != wanted.value;
            match mark.path == wanted.path {
                true if is_other => flipped.differs = Some(mark.value),
                true => flipped.is_same = true,
                false => flipped.differs_elsewhere |= is_other,
            }
        }
        Ok(flipped)
    }

    fn changed(&self, byte: usize, change: u8) -> Result<Vec<Mark>> {
        let mut input = self.input.to_vec();
        input[byte] ^= change;
        let path = self
            .dir
            .join(format!("{}.changed", self.trial.program.name));
        fs::write(&path, input)?;
        self.trial.plain(&path, self.dir)
    }
}

fn output(command: &mut Command) -> Result<String> {
    let run = limited::run(command, None, LIMIT)?;
    if run.end != End::Exited(0) {
        bail!(
            "{} {}: {}",
            proc::rendered(command),
            run.end,
            String::from_utf8_lossy(&run.stderr)
        );
    }
    Ok(String::from_utf8_lossy(&run.stdout).into_owned())
}
