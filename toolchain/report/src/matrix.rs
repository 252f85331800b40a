//! What each run reached, and when: what comparing runs starts from.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::PathBuf,
};

use anyhow::{Result, ensure};
use fz_coverage::{
    blocks::{Block, Fate},
    conditions,
    crashes::Crash,
    decisions::{self, Evaluations},
    flow::Flow,
    identities::{Catalogue, Identity, Kind},
    joined::{Joined, Part},
    lines::Lines,
    progress::Progress,
    selection::Selection,
    sets::Set,
    store::{Build, Run, Store},
    unrecorded::Unrecorded,
};

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
    /// What stands in which line, and the number of the first of them.
    pub lines: Lines,
    pub first_line: usize,
    pub builds: Vec<Build>,
    pub runs: Vec<Reached>,
    /// By identity: inputs that reached it, of all runs.
    pub inputs: Vec<u64>,
    /// By identity: of an outcome, inputs that came to its condition.
    pub came: Vec<u64>,
    /// Identities that some of the builds do not have.
    pub partial: usize,
    /// The control flow; `None`: no store has it.
    pub flow: Option<Flow>,
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
    pub evaluations: Evaluations,
    /// By identity: milliseconds from the run's start to its first input that reached it, or [`NEVER`] or [`UNDATED`].
    /// Empty where nobody asks.
    pub first: Vec<u32>,
    /// Milliseconds from the run's start to its last input.
    pub last: Option<u32>,
}

impl Matrix {
    /// Of the runs of a store that are selected, without when.
    pub fn of(store: &Store, selection: &Selection) -> Result<Matrix> {
        selection.check(&store.runs)?;
        let runs = store.runs.iter().enumerate();
        let runs = runs.filter(|(_, run)| selection.has(run));
        let parts: Vec<Vec<Part>> = runs.map(|(run, _)| vec![Part { store: 0, run }]).collect();
        ensure!(
            !parts.is_empty() || store.runs.is_empty(),
            "{}: no run matches everything that was asked for",
            store.path().display()
        );
        Self::read_joined(
            Joined::of(&[store], parts),
            false,
            &mut Progress::new(0, ""),
        )
    }

    pub fn read(joined: Joined, progress: &mut Progress) -> Result<Matrix> {
        Self::read_joined(joined, true, progress)
    }

    fn read_joined(mut joined: Joined, is_dated: bool, progress: &mut Progress) -> Result<Matrix> {
        let flow = joined.flow()?;
        let numbers = Numbers {
            lines: Lines::of(&joined.catalogue),
            first_line: joined.catalogue.identities.len(),
            conditions: conditions::of(&joined.catalogue),
        };
        let lines = numbers.lines.identities(&joined.catalogue);
        let lines: Vec<Identity> = lines.into_iter().collect();
        let limit = numbers.first_line + lines.len();
        // Before the catalogue, which says what they are of, is taken.
        let runs = (0..joined.runs.len()).map(|run| Reached::of(&joined, run, limit, is_dated));
        let runs: Vec<Reached> = runs.collect();
        let mut catalogue = std::mem::take(&mut joined.catalogue);
        catalogue.identities.extend(lines);
        let builds = std::mem::take(&mut joined.builds);
        let unrecorded = builds.iter().flat_map(|b| b.unrecorded.iter().cloned());
        let unrecorded: BTreeSet<Unrecorded> = unrecorded.collect();
        let programs = builds.iter().map(|b| &b.program);
        let mut matrix = Matrix {
            program: programs.min().cloned().unwrap_or_default(),
            partial: partial(&builds, &catalogue.identities[..numbers.first_line]),
            unrecorded: unrecorded.into_iter().collect(),
            runs,
            inputs: vec![0; limit],
            came: Vec::new(),
            crashes: std::mem::take(&mut joined.crashes),
            flow,
            catalogue,
            builds,
            lines: Lines::default(),
            first_line: numbers.first_line,
        };
        let mut came = vec![0; limit];
        let mut doubles = joined.no_doubles();
        for (run, reached) in matrix.runs.iter_mut().enumerate() {
            joined.each_block(run, &mut doubles, |names, block| {
                progress.step();
                reached.add(&block, names, &numbers, (&mut matrix.inputs, &mut came));
            })?;
        }
        for number in doubles.unstable.iter() {
            matrix.catalogue.identities[number].is_unstable = true;
        }
        let of = numbers.conditions.iter();
        matrix.came = of.map(|c| c.map_or(0, |c| came[c as usize])).collect();
        matrix.came.resize(limit, 0);
        matrix.lines = numbers.lines;
        Ok(matrix)
    }

    pub fn sum(&self, of: fn(&Reached) -> usize) -> usize {
        self.runs.iter().map(of).sum()
    }

    /// Whether so many inputs did not end as they should that what they reach says little of the program.
    pub fn says_little(&self) -> bool {
        2 * self.sum(|r| r.crashes + r.timeouts) > self.sum(|r| r.inputs)
    }

    /// What the runs of these numbers have evaluated.
    pub fn evaluations(&self, is_wanted: impl Fn(usize) -> bool) -> Evaluations {
        let mut all = Evaluations::new();
        for (_, run) in self.runs.iter().enumerate().filter(|(n, _)| is_wanted(*n)) {
            decisions::join(&mut all, run.evaluations.clone());
        }
        all
    }
}

/// The lines of identities, and their conditions.
struct Numbers {
    lines: Lines,
    first_line: usize,
    /// By identity.
    conditions: Vec<Option<u32>>,
}

/// By line or condition: the classes of a block that came to it.
type Classes = BTreeMap<u32, Vec<usize>>;

/// How many identities not every build has.
fn partial(builds: &[Build], identities: &[Identity]) -> usize {
    let counted = identities
        .iter()
        .zip(0..)
        .filter(|(i, _)| i.kind != Kind::Passed);
    let is_partial = |n: usize| builds.iter().any(|b| !b.members.contains(n));
    counted.filter(|(_, n)| is_partial(*n)).count()
}

impl Reached {
    fn of(joined: &Joined, run: usize, limit: usize, is_dated: bool) -> Reached {
        let paths = joined.stores_of(run).map(|store| store.path().to_owned());
        Reached {
            run: joined.runs[run].clone(),
            stores: paths.collect(),
            inputs: 0,
            crashes: 0,
            timeouts: 0,
            set: Set::new(limit),
            evaluations: joined.evaluations(run),
            first: vec![NEVER; if is_dated { limit } else { 0 }],
            last: None,
        }
    }

    /// `names`: the numbers that the block's identities have here; `came`: by condition.
    fn add(
        &mut self,
        block: &Block,
        names: &[usize],
        numbers: &Numbers,
        (inputs, came): (&mut [u64], &mut [u64]),
    ) {
        let mut counts = vec![0u64; block.classes()];
        let mut first = vec![NEVER; block.classes()];
        for (input, set) in block.inputs.iter().zip(&block.sets) {
            let time = input.time.map(dated);
            self.inputs += 1;
            self.crashes += usize::from(input.fate.is_crash());
            self.timeouts += usize::from(input.fate == Fate::TimedOut);
            self.last = self.last.max(time);
            let time = time.unwrap_or(UNDATED);
            for class in set.iter() {
                counts[class] += 1;
                first[class] = first[class].min(time);
            }
        }
        // What stands in a line is mostly of one class.
        let (mut lines, mut conditions) = (Classes::new(), Classes::new());
        for (identity, class) in block.members() {
            if first[*class] == NEVER {
                continue;
            }
            let identity = names[*identity];
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
                let sets = block.sets.iter();
                let any = sets.filter(|set| classes.iter().any(|c| set.contains(*c)));
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
        if let Some(known) = self.first.get_mut(identity) {
            *known = time.min(*known);
        }
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

#[cfg(test)]
pub mod tests {
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;
    use fz_coverage::{
        blocks::Input,
        samples::{build, catalogue, flow, input, run},
    };

    const LIMIT: usize = 90;

    /// An input: name, time, numbers.
    type Found = (String, Option<u64>, Vec<usize>);

    /// A store with runs, each by its inputs.
    pub fn store(path: &Path, keys: std::ops::Range<u64>, runs: &[(Run, Vec<Found>)]) -> Store {
        let catalogue = catalogue(keys);
        let limit = catalogue.identities.len();
        let builds = vec![build(&catalogue)];
        let flow = flow(&catalogue);
        let mut store = Store::create(path, catalogue, builds, &flow).unwrap();
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
        let stores: Vec<&Store> = stores.iter().collect();
        let joined = Joined::of(&stores, runs.to_vec());
        Matrix::read(joined, &mut Progress::new(0, ""))
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
