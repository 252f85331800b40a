//! What each run reached, and when: what comparing runs starts from.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    path::PathBuf,
};

use anyhow::{Result, bail};
use fz_coverage::{
    blocks::{Block, Fate, Input},
    conditions,
    crashes::Crash,
    identities::Catalogue,
    lines::Lines,
    merge,
    progress::Progress,
    sets::Set,
    store::{Run, Store},
    unrecorded::Unrecorded,
};
use xxhash_rust::xxh3::xxh3_64;

/// Milliseconds of what was not reached.
pub const NEVER: u32 = u32::MAX;
/// Of what was reached nobody knows when.
pub const UNDATED: u32 = u32::MAX - 1;

/// The runs of one program, in one or several stores.
#[derive(Debug)]
pub struct Matrix {
    /// What the program's file is called.
    pub program: String,
    /// With its lines, behind all else.
    pub catalogue: Catalogue,
    pub runs: Vec<Reached>,
    /// By identity: inputs that reached it, of all runs.
    pub inputs: Vec<u64>,
    /// By identity: of an outcome, inputs that came to its condition.
    pub came: Vec<u64>,
    /// Identities that some of the builds do not have.
    pub partial: usize,
    /// Units of some build of which nothing is known.
    pub unrecorded: Vec<Unrecorded>,
    /// Each with the number that its run has here.
    pub crashes: Vec<Crash>,
}

/// What one run reached.
#[derive(Clone, Debug)]
pub struct Reached {
    pub run: Run,
    /// Stores that have inputs of it.
    pub stores: Vec<PathBuf>,
    pub inputs: usize,
    pub crashes: usize,
    pub timeouts: usize,
    pub set: Set,
    /// By identity: milliseconds from the run's start to its first input that reached it, or [`NEVER`] or [`UNDATED`].
    pub first: Vec<u32>,
    /// Milliseconds from the run's start to its last input.
    pub last: Option<u32>,
}

/// A run of a store, which may be only a part of what the run has left: a shard of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    pub store: usize,
    pub run: usize,
}

impl Matrix {
    /// Of stores of one program; each run by its parts.
    pub fn read(stores: &[Store], runs: &[Vec<Part>], progress: &mut Progress) -> Result<Matrix> {
        let mut used: Vec<usize> = runs.iter().flatten().map(|p| p.store).collect();
        used.sort_unstable();
        used.dedup();
        let of_program: Vec<&Store> = used.iter().map(|s| &stores[*s]).collect();
        let (mut catalogue, names) = merge::joined(&of_program);
        let partial = partial(&of_program, &names, catalogue.identities.len());
        let mut numbers = Numbers {
            lines: Lines::of(&catalogue),
            first_line: catalogue.identities.len(),
            conditions: conditions::of(&catalogue),
            names: &[],
        };
        catalogue
            .identities
            .extend(numbers.lines.identities(&catalogue));
        let limit = catalogue.identities.len();
        let builds = of_program.iter().flat_map(|s| &s.builds);
        let unrecorded = builds.flat_map(|b| b.unrecorded.iter().cloned());
        let unrecorded: BTreeSet<Unrecorded> = unrecorded.collect();
        let mut matrix = Matrix {
            program: of_program
                .iter()
                .flat_map(|s| &s.builds)
                .map(|b| b.program.clone())
                .min()
                .unwrap_or_default(),
            partial,
            unrecorded: unrecorded.into_iter().collect(),
            runs: runs.iter().map(|r| Reached::of(r, stores, limit)).collect(),
            inputs: vec![0; limit],
            came: Vec::new(),
            crashes: crashes(stores, runs),
            catalogue,
        };
        let mut known: Vec<Option<Known>> = runs
            .iter()
            .map(|parts| (parts.len() > 1).then(Known::default))
            .collect();
        let mut came = vec![0; limit];
        for (store, names) in used.into_iter().zip(&names) {
            numbers.names = names;
            matrix.add(
                &stores[store],
                (store, &numbers),
                (runs, &mut came),
                &mut known,
                progress,
            )?;
        }
        let of = numbers.conditions.iter();
        matrix.came = of.map(|c| c.map_or(0, |c| came[c as usize])).collect();
        matrix.came.resize(limit, 0);
        Ok(matrix)
    }

    /// `number`: the store's; `numbers`: those that its identities have here; `came`: by condition.
    fn add(
        &mut self,
        store: &Store,
        (number, numbers): (usize, &Numbers),
        (runs, came): (&[Vec<Part>], &mut [u64]),
        known: &mut [Option<Known>],
        progress: &mut Progress,
    ) -> Result<()> {
        let of = |run: usize| {
            let part = Part { store: number, run };
            let wanted = runs.iter().enumerate();
            wanted.filter(move |(_, parts)| parts.contains(&part))
        };
        let mut failure = None;
        store.each_block(|run, block| {
            progress.step();
            for (number, _) in of(run) {
                let told = known[number].as_mut().map(|k| k.tell(&block.inputs));
                let is_new = match told.transpose() {
                    Ok(is_new) => is_new,
                    Err(name) => {
                        failure.get_or_insert((number, name));
                        return;
                    }
                };
                let reached = &mut self.runs[number];
                reached.add(block, is_new.as_deref(), numbers, (&mut self.inputs, came));
            }
        })?;
        if let Some((number, name)) = failure {
            bail!(
                "run {}: {name} has other contents in {} than elsewhere: if these are two runs, collect one of them with \
                 another --run",
                self.runs[number].run.title(),
                store.path().display()
            );
        }
        Ok(())
    }
}

/// Which numbers a store's identities have here, and their lines.
struct Numbers<'a> {
    names: &'a [usize],
    lines: Lines,
    first_line: usize,
    /// By identity.
    conditions: Vec<Option<u32>>,
}

/// By line or condition: the classes of a block that came to it.
type Classes = BTreeMap<u32, Vec<usize>>;

/// Those of the runs; what several parts have of one input counts once.
fn crashes(stores: &[Store], runs: &[Vec<Part>]) -> Vec<Crash> {
    let mut crashes = Vec::new();
    for (run, parts) in runs.iter().enumerate() {
        let of_parts = parts.iter().flat_map(|part| {
            let all = stores[part.store].crashes.iter();
            all.filter(|c| c.run == part.run)
        });
        let of_run = of_parts.map(|crash| Crash {
            run,
            ..crash.clone()
        });
        crashes.extend(of_run);
    }
    // With a stack comes first.
    crashes.sort_by(|a, b| {
        let order = |c: &Crash| (c.run, c.frames.is_empty());
        (order(a), &a.input).cmp(&(order(b), &b.input))
    });
    let mut known = HashSet::new();
    crashes.retain(|crash| known.insert((crash.run, crash.input.clone())));
    crashes
}

/// How many identities not every store has.
fn partial(stores: &[&Store], names: &[Vec<usize>], limit: usize) -> usize {
    let mut counts = vec![0; limit];
    names.iter().flatten().for_each(|n| counts[*n] += 1);
    counts.iter().filter(|n| **n < stores.len()).count()
}

impl Reached {
    fn of(parts: &[Part], stores: &[Store], limit: usize) -> Reached {
        let mut all = parts.iter().map(|p| stores[p.store].runs[p.run].clone());
        let first = all.next().unwrap_or_default();
        let run = all.fold(first, |run, part| Run {
            used: run.used.joined(&part.used),
            ..run
        });
        let paths = parts.iter().map(|p| stores[p.store].path().to_owned());
        Reached {
            run,
            stores: paths.collect(),
            inputs: 0,
            crashes: 0,
            timeouts: 0,
            set: Set::new(limit),
            first: vec![NEVER; limit],
            last: None,
        }
    }

    /// `is_new`: by input, whether no other part had it; without it, none had.
    fn add(
        &mut self,
        block: &Block,
        is_new: Option<&[bool]>,
        numbers: &Numbers,
        (inputs, came): (&mut [u64], &mut [u64]),
    ) {
        let mut counts = vec![0u64; block.classes()];
        let mut first = vec![NEVER; block.classes()];
        for (at, (input, set)) in block.inputs.iter().zip(&block.sets).enumerate() {
            let new = is_new.is_none_or(|is_new| is_new[at]);
            let time = input.time.map(dated);
            if new {
                self.inputs += 1;
                self.crashes += usize::from(input.fate.is_crash());
                self.timeouts += usize::from(input.fate == Fate::TimedOut);
                self.last = self.last.max(time);
            }
            let time = time.unwrap_or(UNDATED);
            for class in set.iter() {
                counts[class] += u64::from(new);
                first[class] = first[class].min(time);
            }
        }
        // What stands in a line is mostly of one class.
        let (mut lines, mut conditions) = (Classes::new(), Classes::new());
        for (identity, class) in block.members() {
            if first[*class] == NEVER {
                continue;
            }
            let identity = numbers.names[*identity];
            inputs[identity] += counts[*class];
            self.reach(identity, first[*class]);
            for (of, all) in [
                (numbers.lines.of[identity], &mut lines),
                (numbers.conditions[identity], &mut conditions),
            ] {
                let Some(of) = of else { continue };
                let classes = all.entry(of).or_default();
                if let Err(place) = classes.binary_search(class) {
                    classes.insert(place, *class);
                }
            }
        }
        let mut unions: HashMap<Vec<usize>, u64> = HashMap::new();
        let mut union = |classes: Vec<usize>| match classes[..] {
            [class] => counts[class],
            _ => *unions.entry(classes).or_insert_with_key(|classes| {
                let sets = block.sets.iter().enumerate();
                let new = sets.filter(|(at, _)| is_new.is_none_or(|is_new| is_new[*at]));
                let any = new.filter(|(_, set)| classes.iter().any(|c| set.contains(*c)));
                any.count() as u64
            }),
        };
        for (line, classes) in lines {
            let line = numbers.first_line + line as usize;
            for class in &classes {
                self.reach(line, first[*class]);
            }
            inputs[line] += union(classes);
        }
        for (condition, classes) in conditions {
            came[condition as usize] += union(classes);
        }
    }

    fn reach(&mut self, identity: usize, time: u32) {
        self.set.insert(identity);
        let known = &mut self.first[identity];
        *known = time.min(*known);
    }

    /// Whether it is known when what it reached was reached.
    pub fn is_dated(&self) -> bool {
        self.set.iter().all(|n| self.first[n] < UNDATED)
    }
}

/// Runs take less than 49 days.
fn dated(time: u64) -> u32 {
    u32::try_from(time).unwrap_or(UNDATED - 1).min(UNDATED - 1)
}

/// The inputs of a run's parts: parts that have one both may be shards that overlap, but not if AFL's number of it is that
/// of another input.
#[derive(Default)]
struct Known(HashMap<u64, (u64, u64)>);

impl Known {
    /// By input, whether it is new; or the name of one that cannot be of this run.
    fn tell(&mut self, inputs: &[Input]) -> Result<Vec<bool>, String> {
        inputs.iter().map(|input| self.is_new(input)).collect()
    }

    fn is_new(&mut self, input: &Input) -> Result<bool, String> {
        let (place, name) = {
            let name = &input.name;
            let begin = name.iter().rposition(|b| *b == b'/').map_or(0, |at| at + 1);
            let number = name[begin..].iter().position(|b| *b == b',');
            let is_afl = name[begin..].starts_with(b"id:");
            let end = number
                .filter(|_| is_afl)
                .map_or(name.len(), |at| begin + at);
            (&name[..end], name)
        };
        let what = (xxh3_64(name), input.hash);
        match self.0.insert(xxh3_64(place), what) {
            None => Ok(true),
            Some(known) if known == what => Ok(false),
            Some(_) => Err(String::from_utf8_lossy(name).into_owned()),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;
    use fz_coverage::{
        identities::Kind,
        samples::{build, catalogue, input, run},
    };

    const LIMIT: usize = 90;

    /// An input: name, time, numbers.
    type Found = (String, Option<u64>, Vec<usize>);

    /// A store with runs, each by its inputs.
    pub fn store(path: &Path, keys: std::ops::Range<u64>, runs: &[(Run, Vec<Found>)]) -> Store {
        let catalogue = catalogue(keys);
        let limit = catalogue.identities.len();
        let builds = vec![build(&catalogue)];
        let mut store = Store::create(path, catalogue, builds).unwrap();
        for (run, inputs) in runs {
            let number = store.run(run).unwrap();
            let inputs: Vec<Input> = inputs
                .iter()
                .map(|(name, time, numbers)| Input {
                    time: *time,
                    ..input(name, limit, numbers)
                })
                .collect();
            store.add(number, &inputs).unwrap();
        }
        store
    }

    pub fn read(stores: &[Store], runs: &[Vec<Part>]) -> Result<Matrix> {
        Matrix::read(stores, runs, &mut Progress::new(0, ""))
    }

    fn part(store: usize, run: usize) -> Part {
        Part { store, run }
    }

    fn named(name: &str, time: u64, numbers: &[usize]) -> Found {
        (name.to_owned(), Some(time), numbers.to_vec())
    }

    #[test]
    fn what_a_run_reaches_first_counts() {
        let scratch = tempfile::tempdir().unwrap();
        let runs = [
            (
                run("a"),
                vec![named("x", 70, &[1, 2]), named("y", 30, &[2, 3])],
            ),
            (
                run("b"),
                vec![
                    ("z".to_owned(), None, vec![4]),
                    named("y", 5_000_000_000, &[3]),
                ],
            ),
        ];
        let stores = [store(&scratch.path().join("s"), 0..10, &runs)];
        let matrix = read(&stores, &[vec![part(0, 0)], vec![part(0, 1)]]).unwrap();
        let [a, b] = &matrix.runs[..] else { panic!() };
        assert_eq!(a.first[..5], [NEVER, 70, 30, 30, NEVER]);
        assert_eq!(b.first[..5], [NEVER, NEVER, NEVER, UNDATED - 1, UNDATED]);
        assert_eq!((a.inputs, a.last, a.is_dated()), (2, Some(70), true));
        assert!(!b.is_dated());
        assert_eq!(matrix.inputs[..5], [0, 1, 2, 2, 1]);
        assert_eq!(matrix.program, "p");
    }

    /// Builds that have other identities: all count, under the numbers of all.
    #[test]
    fn builds_are_joined_by_their_identities() {
        let scratch = tempfile::tempdir().unwrap();
        let runs = |numbers: &[usize]| [(run("a"), vec![named("x", 1, numbers)])];
        let stores = [
            store(&scratch.path().join("s"), 0..10, &runs(&[9])),
            store(&scratch.path().join("t"), 5..12, &runs(&[0, 6])),
        ];
        let matrix = read(&stores, &[vec![part(0, 0)], vec![part(1, 0)]]).unwrap();
        let keys = |run: usize| -> Vec<u64> {
            let reached = matrix.runs[run].set.iter();
            let reached = reached.map(|n| &matrix.catalogue.identities[n]);
            let stored = reached.filter(|i| i.kind == Kind::Edge);
            stored.map(|i| i.key).collect()
        };
        assert_eq!((keys(0), keys(1)), (vec![9], vec![5, 11]));
        assert_eq!(matrix.partial, 7);
    }

    #[test]
    fn one_number_of_two_inputs_is_of_two_runs() {
        let scratch = tempfile::tempdir().unwrap();
        let runs = |name: &str| [(run("out"), vec![named(name, 1, &[1])])];
        let stores = [
            store(
                &scratch.path().join("s"),
                0..10,
                &runs("queue/id:000001,time:5"),
            ),
            store(
                &scratch.path().join("t"),
                0..10,
                &runs("queue/id:000001,time:6"),
            ),
        ];
        let error = read(&stores, &[vec![part(0, 0), part(1, 0)]]).unwrap_err();
        let said = error.to_string();
        assert!(
            said.contains("run out: queue/id:000001,time:6 has other contents in"),
            "{said}"
        );
    }

    proptest! {
        /// However the inputs of a run are dealt out, and if some are dealt twice, the run is the same.
        #[test]
        fn shards_are_the_whole(
            inputs in proptest::collection::vec((proptest::option::of(0u64..99), proptest::collection::vec(0..LIMIT, 0..9), 0u8..4), 0..40),
        ) {
            let scratch = tempfile::tempdir().unwrap();
            let named: Vec<_> = inputs.iter().enumerate()
                .map(|(at, (time, numbers, _))| (format!("i{at}"), *time, numbers.clone())).collect();
            let shard = |keep: &dyn Fn(u8) -> bool| {
                let kept = named.iter().zip(&inputs).filter(|(_, (_, _, to))| keep(*to));
                kept.map(|(input, _)| input.clone()).collect::<Vec<_>>()
            };
            let keys = 0..LIMIT as u64;
            let make = |name: &str, inputs| store(&scratch.path().join(name), keys.clone(), &[(run("r"), inputs)]);
            let whole = [make("whole", named.clone())];
            let parts = [make("one", shard(&|to| to < 2)), make("two", shard(&|to| to >= 1))];
            let whole = read(&whole, &[vec![part(0, 0)]]).unwrap();
            let joined = read(&parts, &[vec![part(0, 0), part(1, 0)]]).unwrap();
            let [one, other] = [&whole.runs[0], &joined.runs[0]];
            prop_assert_eq!(&one.set, &other.set);
            prop_assert_eq!(&one.first, &other.first);
            prop_assert_eq!((one.inputs, one.last), (other.inputs, other.last));
            prop_assert_eq!(&whole.inputs, &joined.inputs);
        }
    }
}
