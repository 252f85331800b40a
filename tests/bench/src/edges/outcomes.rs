//! Which outcomes (true, false) of which branches of the source a run reached, from clang's source coverage.
//!
//! llvm-cov answers that for whole profiles, in a second or so; for thousands of inputs that takes too long. So this
//! reads the coverage mapping itself (`__llvm_covfun`, format version 6 and later): a branch region names two counters
//! or sums and differences of counters, and an outcome was reached if its value is not 0.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use fz_harness::variant::Built;
use xtask::proc;

/// The branches of a program, over its counters.
pub struct Outcomes {
    /// How many bytes of counters a run leaves.
    pub bytes: usize,
    /// For each outcome the counters that add up to it, each with its factor.
    sums: Vec<Vec<(u32, i64)>>,
}

impl Outcomes {
    /// Those of a build with source coverage.
    pub fn of(built: &Built) -> Result<Outcomes> {
        let mut describe = Command::new(&built.program);
        // Else it leaves a profile where it was started.
        describe.arg("layout").env("LLVM_PROFILE_FILE", "/dev/null");
        let text = proc::output(&mut describe)?;
        let (bytes, functions) = layout(&text).context("the harness describes its counters")?;
        let section = built.program.with_extension("covfun");
        proc::output(
            Command::new(fz_llvm::OBJCOPY)
                .arg(format!(
                    "--dump-section=__llvm_covfun={}",
                    section.display()
                ))
                .arg(&built.program)
                .arg(section.with_extension("copy")),
        )?;
        let sums = read(&section, &functions)?;
        ensure!(!sums.is_empty(), "the coverage mapping knows no branches");
        Ok(Outcomes { bytes, sums })
    }

    pub fn len(&self) -> usize {
        self.sums.len()
    }

    /// Whether a run that left these counters reached the outcome. A difference can come out below 0, since longjmp
    /// leaves blocks where the compiler does not expect it.
    pub fn reached(&self, outcome: usize, counters: &[u8]) -> bool {
        let counter = |at: u32| {
            let at = at as usize * 8;
            let bytes = counters[at..at + 8].try_into().expect("eight bytes");
            i64::from_le_bytes(bytes)
        };
        let terms = self.sums[outcome].iter();
        terms.map(|&(at, factor)| factor * counter(at)).sum::<i64>() > 0
    }
}

/// A function's name and shape, as hashes.
type Key = (u64, u64);
/// Its first counter and how many there are.
type Place = (u32, u32);

/// What `counters_source.c` prints.
fn layout(text: &str) -> Option<(usize, HashMap<Key, Place>)> {
    let mut lines = text.lines();
    let bytes = lines.next()?.parse().ok()?;
    let function = |line: &str| {
        let mut words = line.split(' ');
        let mut word = || words.next();
        let key = (word()?.parse().ok()?, word()?.parse().ok()?);
        Some((key, (word()?.parse().ok()?, word()?.parse().ok()?)))
    };
    Some((bytes, lines.map(function).collect::<Option<_>>()?))
}

fn read(section: &Path, functions: &HashMap<Key, Place>) -> Result<Vec<Vec<(u32, i64)>>> {
    let bytes = fs::read(section)?;
    let mut rest = &bytes[..];
    let mut sums = Vec::new();
    while let Some(record) = Record::take(&mut rest)? {
        // Functions that the linker dropped or that are never used have a mapping, but no counters.
        if let Some(&place) = functions.get(&record.key) {
            sums.extend(branches(record.mapping, place).context("in __llvm_covfun")?);
        }
    }
    Ok(sums)
}

/// One function in `__llvm_covfun`.
struct Record<'a> {
    key: Key,
    mapping: &'a [u8],
}

impl<'a> Record<'a> {
    /// The hash of the name, the mapping's size, the hash of the shape, that of the file names.
    const HEAD: usize = 8 + 4 + 8 + 8;

    fn take(rest: &mut &'a [u8]) -> Result<Option<Record<'a>>> {
        if rest.len() < Record::HEAD {
            return Ok(None);
        }
        let long =
            |at: usize| u64::from_le_bytes(rest[at..at + 8].try_into().expect("eight bytes"));
        let size = u32::from_le_bytes(rest[8..12].try_into().expect("four bytes")) as usize;
        let record = Record {
            key: (long(0), long(12)),
            mapping: rest
                .get(Record::HEAD..Record::HEAD + size)
                .context("__llvm_covfun is cut off")?,
        };
        let next = (Record::HEAD + size).next_multiple_of(8);
        *rest = rest.get(next..).unwrap_or_default();
        Ok(Some(record))
    }
}

/// A counter, as it is written.
#[derive(Clone, Copy)]
enum Term {
    Zero,
    Counter(u32),
    Difference(u32),
    Sum(u32),
}

impl Term {
    const TAG: u64 = 3;

    fn decode(word: u64) -> Term {
        let id = (word >> 2) as u32;
        match word & Term::TAG {
            0 => Term::Zero,
            1 => Term::Counter(id),
            2 => Term::Difference(id),
            _ => Term::Sum(id),
        }
    }
}

/// The outcomes of a function's branches.
fn branches(mapping: &[u8], (first, count): Place) -> Result<Vec<Vec<(u32, i64)>>> {
    /// Kinds of regions that have no counter of their own.
    const CODE: u64 = 0;
    const SKIPPED: u64 = 2;
    const BRANCH: u64 = 4;
    const EXPANSION_BIT: u64 = 1 << 2;

    let mut words = Leb(mapping);
    let files = words.next()?;
    for _ in 0..files {
        words.next()?;
    }
    let mut expressions = Vec::new();
    for _ in 0..words.next()? {
        expressions.push((Term::decode(words.next()?), Term::decode(words.next()?)));
    }
    let mut outcomes = Vec::new();
    for _ in 0..files {
        for _ in 0..words.next()? {
            let head = words.next()?;
            if head & Term::TAG == 0 && head & EXPANSION_BIT == 0 {
                match head >> 3 {
                    CODE | SKIPPED => {}
                    BRANCH => {
                        for _ in 0..2 {
                            outcomes.push(Term::decode(words.next()?));
                        }
                    }
                    kind => bail!("a region of kind {kind}"),
                }
            }
            // Line and column of start and end.
            for _ in 0..4 {
                words.next()?;
            }
        }
    }
    let mut sums = Vec::new();
    for outcome in outcomes {
        let mut sum = BTreeMap::new();
        expand(outcome, 1, &expressions, &mut sum);
        sum.retain(|_, factor| *factor != 0);
        ensure!(
            sum.keys().all(|&at| at < count),
            "a branch names a counter that its function does not have"
        );
        // Conditions that the compiler knows have no counters.
        if !sum.is_empty() {
            sums.push(sum.into_iter().map(|(at, f)| (first + at, f)).collect());
        }
    }
    Ok(sums)
}

fn expand(term: Term, factor: i64, expressions: &[(Term, Term)], sum: &mut BTreeMap<u32, i64>) {
    let (id, right) = match term {
        Term::Zero => return,
        Term::Counter(at) => {
            *sum.entry(at).or_default() += factor;
            return;
        }
        Term::Difference(id) => (id, -factor),
        Term::Sum(id) => (id, factor),
    };
    let (a, b) = expressions[id as usize];
    expand(a, factor, expressions, sum);
    expand(b, right, expressions, sum);
}

/// Numbers in LEB128.
struct Leb<'a>(&'a [u8]);

impl Leb<'_> {
    fn next(&mut self) -> Result<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first().context("a mapping is cut off")?;
            self.0 = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        bail!("a number is too long")
    }
}

#[cfg(test)]
mod tests {
    use super::{branches, layout};

    #[test]
    fn a_branch_is_a_counter_and_a_difference() {
        // One file; one expression #0 - #1; two regions: the code, a branch (#1, #0 - #1).
        let mapping = [1, 0, 1, 1, 5, 2, 1, 1, 10, 2, 2, 4 << 3, 5, 2, 1, 5, 0, 9];
        let sums = branches(&mapping, (10, 2)).unwrap();
        assert_eq!(sums, [vec![(11, 1)], vec![(10, 1), (11, -1)]]);
        assert!(branches(&mapping, (10, 1)).is_err());
        assert!(branches(&mapping[..9], (10, 2)).is_err());
    }

    #[test]
    fn layouts_are_read() {
        let (bytes, functions) = layout("24\n1 2 0 3\n").unwrap();
        assert_eq!((bytes, functions[&(1, 2)]), (24, (0, 3)));
        assert!(layout("24\n1 2 0\n").is_none());
    }
}
