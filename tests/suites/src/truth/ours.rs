//! What a coverage build counts in one run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use fz_records::ConditionKind;

use super::compare::{Key, inside};
use fz_harness::limited;
use fz_harness::subject::Subject;
use fz_harness::variant::{Around, Variant};
use xtask::{proc, repo};

const LIMIT: Duration = Duration::from_secs(60);

/// How often each outcome was seen; at most 255 where a counter is full.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seen {
    pub count: u64,
    pub is_full: bool,
}

/// Of a place: true, false.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    pub seen: [Seen; 2],
}

#[derive(Debug, Default)]
pub struct Counts {
    pub places: BTreeMap<Key, Place>,
    /// Where macros stand that conditions of system headers come from.
    pub system: BTreeMap<Key, Place>,
}

/// A condition of the program, with the addresses of its outcomes' counters.
struct Condition {
    key: Key,
    written: Option<Key>,
    outcomes: [Vec<u64>; 2],
}

pub struct Build {
    program: PathBuf,
    conditions: Vec<Condition>,
}

impl Build {
    pub fn new(subject: &mut Subject) -> Result<Build> {
        let dumper = repo::made().join("bench/counters.o");
        fs::create_dir_all(dumper.parent().expect("a file is in a folder"))?;
        let mut compiler = Command::new(fz_llvm::CLANG);
        compiler
            .args(["-O1", "-c"])
            .arg(repo::root().join("tests/coverage/counters.c"))
            .arg("-o")
            .arg(&dumper);
        proc::output(&mut compiler)?;
        let link = ["--fz-engine=none".to_owned(), dumper.display().to_string()];
        subject.link.extend(link);
        let variant = Variant::profile("coverage truth", "coverage", "");
        let built = variant.build(subject, Around::Loop)?;
        let image = fz_binary::Program::read(&built.program)?
            .into_images()?
            .into_iter()
            .next();
        let image = image.context("the build is not a program")?;
        let src = subject.src();
        let conditions = image.coverage.iter().flat_map(|f| {
            let conditions = f.conditions.iter();
            conditions.flat_map(|c| condition(c, f.start.at(), &src))
        });
        Ok(Build {
            conditions: conditions.collect(),
            program: built.program,
        })
    }

    pub fn counts(&self, arguments: &[String], dir: &Path) -> Result<Counts> {
        let scratch = tempfile::tempdir()?;
        let path = scratch.path().join("counters");
        run_for(&self.program, arguments, dir, ("COUNTERS_OUT", &path))?;
        let written = fs::read(&path).context("the program left no counters")?;
        let memory = memory(&written)?;
        let at = |address: u64| -> Result<u8> {
            let part = memory.range(..=address).next_back();
            let byte = part.and_then(|(start, bytes)| bytes.get((address - start) as usize));
            byte.copied()
                .context("a counter is not among those that were written")
        };
        let mut counts = Counts::default();
        for condition in &self.conditions {
            for (outcome, addresses) in condition.outcomes.iter().enumerate() {
                let mut seen = Seen::default();
                for address in addresses {
                    let count = at(*address)?;
                    seen.count += u64::from(count);
                    seen.is_full |= count == u8::MAX;
                }
                let add = |places: &mut BTreeMap<Key, Place>, key: &Key| {
                    let place = places.entry(key.clone()).or_default();
                    place.seen[outcome].count += seen.count;
                    place.seen[outcome].is_full |= seen.is_full;
                };
                add(&mut counts.places, &condition.key);
                if let Some(written) = &condition.written {
                    add(&mut counts.system, written);
                }
            }
        }
        Ok(counts)
    }
}

/// A condition as clang's coverage tells of it: each case of a switch is one, which is false where another was taken. A
/// default that nobody wrote is the other way around, and stands where the switch asks.
fn condition(c: &fz_records::Condition, start: u64, src: &Path) -> Vec<Condition> {
    let address = |counter: &u32| start + u64::from(*counter);
    let key_of = |place: &fz_binary::Place| Key {
        file: inside(src, &place.file),
        line: place.line,
        column: place.column,
    };
    let all = |outcomes: &mut dyn Iterator<Item = &fz_records::Outcome>| -> Vec<u64> {
        outcomes
            .flat_map(|o| o.counters.iter().map(address))
            .collect()
    };
    let outcomes = &c.outcomes;
    let key = key_of(&c.spelled.place);
    match c.kind {
        ConditionKind::Switch => {
            let case = |(at, case): (usize, &fz_records::Outcome)| {
                let place = case.place.as_ref().map_or(key.clone(), key_of);
                let own = all(&mut std::iter::once(case));
                let others = outcomes
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != at);
                let others = all(&mut others.map(|(_, o)| o));
                Condition {
                    outcomes: match place == key {
                        true => [others, own],
                        false => [own, others],
                    },
                    key: place,
                    written: None,
                }
            };
            outcomes.iter().enumerate().map(case).collect()
        }
        // Clang knows no others.
        ConditionKind::Value => Vec::new(),
        ConditionKind::Branch => {
            let is_system = key.file.starts_with('/');
            let written = c.spelled.in_macro.as_ref().filter(|_| is_system);
            vec![Condition {
                written: written.map(|of| key_of(&of.written)),
                key,
                outcomes: [
                    all(&mut outcomes[..1].iter()),
                    all(&mut outcomes[1..].iter()),
                ],
            }]
        }
    }
}

/// What the program wrote: the bytes at each address.
fn memory(mut written: &[u8]) -> Result<BTreeMap<u64, &[u8]>> {
    let mut memory = BTreeMap::new();
    while !written.is_empty() {
        let mut number = || -> Result<u64> {
            let end = written.iter().position(|b| *b == b'\n').context("a line")?;
            let text = std::str::from_utf8(&written[..end])?;
            written = &written[end + 1..];
            Ok(text.parse()?)
        };
        let (address, size) = (number()?, number()? as usize);
        ensure!(size <= written.len(), "counters are missing");
        memory.insert(address, &written[..size]);
        written = &written[size..];
    }
    Ok(memory)
}

/// Runs a program that leaves a file where the variable says.
pub fn run_for(
    program: &Path,
    arguments: &[String],
    dir: &Path,
    (variable, path): (&str, &Path),
) -> Result<()> {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(dir)
        .env(variable, path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    limited::run(&mut command, None, LIMIT)?;
    Ok(())
}
