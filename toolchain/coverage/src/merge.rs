//! Stores joined to one. The order does not matter, and a store that is joined twice changes nothing.
//!
//! Identities are joined by their keys; where two builds describe one differently (it stands on another line), the
//! smaller description stays. Runs of the same names are one, and so are their inputs of the same name and contents. If
//! such an input reached different sets, it has all of both, and what is in only one is unstable. Of its crashes one with a
//! stack stays; what a run has used is the most that any store knows of it.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    path::Path,
};

use anyhow::{Result, bail};

use super::{
    blocks::{self, Input},
    crashes::Crash,
    identities::{Catalogue, Identity, Source},
    sets::Set,
    store::{Build, Run, Store},
};

/// What joining has found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// By store: identities that no other has.
    pub alone: Vec<usize>,
    pub identities: usize,
    pub runs: usize,
    pub inputs: usize,
    /// Inputs that several stores have.
    pub joined: usize,
}

/// Of the smaller store's identities so many must be in the other, or they are of different programs.
const COMMON: f64 = 0.5;

/// Joins stores into a file that is not there yet.
pub fn merge(stores: &[Store], out: &Path, force: bool) -> Result<Report> {
    if !force {
        check(stores)?;
    }
    let (catalogue, names) = joined(&stores.iter().collect::<Vec<_>>());
    let limit = catalogue.identities.len();
    let names: Vec<&[usize]> = names.iter().map(Vec::as_slice).collect();

    let mut builds: BTreeMap<String, Build> = BTreeMap::new();
    for (store, names) in stores.iter().zip(&names) {
        for build in &store.builds {
            let members = build.members.renamed(limit, names);
            match builds.get_mut(&build.fingerprint) {
                Some(known) => known.members.unite(&members),
                None => {
                    let build = Build {
                        members,
                        ..build.clone()
                    };
                    builds.insert(build.fingerprint.clone(), build);
                }
            }
        }
    }
    let mut report = Report {
        alone: alone(&names, limit),
        identities: limit,
        ..Report::default()
    };
    let mut joined = Store::create(out, catalogue, builds.into_values().collect())?;
    let mut unstable = Set::new(limit);
    let mut crashes = Vec::new();
    for run in runs(stores) {
        let inputs = inputs_of(&run, stores, &names, &mut unstable, &mut report)?;
        report.runs += 1;
        report.inputs += inputs.len();
        let number = joined.run(&run)?;
        crashes.extend(crashes_of(&run, number, stores));
        for part in inputs.chunks(blocks::MOST) {
            let part = part.iter().map(|packed| packed.input(limit));
            joined.add(number, &part.collect::<Result<Vec<_>>>()?)?;
        }
    }
    joined.mark_unstable(&unstable)?;
    joined.add_crashes(crashes)?;
    Ok(report)
}

/// A catalogue with all that stores' have, and by store: which numbers its identities have there.
pub fn joined(stores: &[&Store]) -> (Catalogue, Vec<Vec<usize>>) {
    if let [first, others @ ..] = stores
        && others.iter().all(|s| s.catalogue == first.catalogue)
    {
        let same = (0..first.limit()).collect::<Vec<_>>();
        return (first.catalogue.clone(), vec![same; stores.len()]);
    }
    let mut functions = Vec::new();
    let mut identities = Vec::new();
    for store in stores {
        let before = functions.len();
        functions.extend(store.catalogue.functions.iter().cloned());
        let moved = store.catalogue.identities.iter().map(|identity| Identity {
            function: identity.function + before,
            ..identity.clone()
        });
        identities.extend(moved);
    }
    let roots = stores.iter().map(|s| s.catalogue.root.clone());
    let (mut catalogue, numbers) =
        Catalogue::of(roots.min().unwrap_or_default(), functions, identities);
    let sources = stores.iter().flat_map(|s| s.catalogue.sources.iter());
    let sources: BTreeSet<Source> = sources.cloned().collect();
    catalogue.sources = sources.into_iter().collect();
    let mut rest = &numbers[..];
    let names = stores.iter().map(|store| {
        let (names, others) = rest.split_at(store.limit());
        rest = others;
        names.to_vec()
    });
    let names = names.collect();
    (catalogue, names)
}

/// How much two stores have in common.
struct Overlap {
    one: usize,
    other: usize,
    common: usize,
}

impl Overlap {
    fn of(one: &Store, other: &Store) -> Overlap {
        let keys = |s: &Store| {
            let identities = s.catalogue.identities.iter();
            identities.map(|i| i.key).collect::<HashSet<_>>()
        };
        let (known, found) = (keys(one), keys(other));
        Overlap {
            common: known.intersection(&found).count(),
            one: known.len(),
            other: found.len(),
        }
    }

    fn is_one_program(&self) -> bool {
        self.common as f64 >= COMMON * self.one.min(self.other) as f64
    }
}

/// Whether two stores are of builds of one program.
pub fn is_one_program(one: &Store, other: &Store) -> bool {
    one.catalogue.is_same(&other.catalogue) || Overlap::of(one, other).is_one_program()
}

fn check(stores: &[Store]) -> Result<()> {
    let Some((first, others)) = stores.split_first() else {
        return Ok(());
    };
    for other in others {
        let overlap = Overlap::of(first, other);
        if !overlap.is_one_program() {
            bail!(
                "{} and {} are of different programs: of {} and {} identities {} are in both; --force joins them all the \
                 same",
                first.path().display(),
                other.path().display(),
                overlap.one,
                overlap.other,
                overlap.common
            );
        }
    }
    Ok(())
}

/// How many identities only one store has, by store. The same store twice counts as one.
fn alone(names: &[&[usize]], limit: usize) -> Vec<usize> {
    let mut stores = vec![0; limit];
    names
        .iter()
        .flat_map(|n| n.iter())
        .for_each(|n| stores[*n] += 1);
    let of = |names: &&[usize]| names.iter().filter(|n| stores[**n] == 1).count();
    match names.len() {
        1 => vec![0],
        _ => names.iter().map(of).collect(),
    }
}

/// All runs once, sorted.
fn runs(stores: &[Store]) -> Vec<Run> {
    let mut runs: Vec<Run> = stores.iter().flat_map(|s| s.runs.iter().cloned()).collect();
    runs.sort();
    runs.dedup_by(|later, kept| {
        let is_same = later.is(kept);
        if is_same {
            kept.used = kept.used.joined(&later.used);
        }
        is_same
    });
    runs
}

/// The crashes of a run, by input: where several stores have one, that with a stack.
fn crashes_of(run: &Run, number: usize, stores: &[Store]) -> Vec<Crash> {
    let mut crashes: BTreeMap<Vec<u8>, Crash> = BTreeMap::new();
    let all = stores
        .iter()
        .flat_map(|s| s.crashes.iter().map(move |c| (s, c)));
    for (_, crash) in all.filter(|(store, crash)| store.runs[crash.run].is(run)) {
        let mut best = Crash {
            run: number,
            ..crash.clone()
        };
        if let Some(known) = crashes.remove(&crash.input) {
            let time = known.time.into_iter().chain(best.time).min();
            let quality = |c: &Crash| {
                (
                    c.frames.is_empty(),
                    c.what.clone(),
                    c.frames.clone(),
                    c.left_out,
                )
            };
            best = std::cmp::min_by_key(known, best, quality);
            best.time = time;
        }
        crashes.insert(crash.input.clone(), best);
    }
    crashes.into_values().collect()
}

/// The inputs of a run, by name.
fn inputs_of(
    run: &Run,
    stores: &[Store],
    names: &[&[usize]],
    unstable: &mut Set,
    report: &mut Report,
) -> Result<Vec<Packed>> {
    let limit = unstable.limit();
    // With the first store that has it.
    let mut inputs: BTreeMap<Vec<u8>, (Packed, usize)> = BTreeMap::new();
    for (at, (store, names)) in stores.iter().zip(names).enumerate() {
        let Some(number) = store.runs.iter().position(|r| r.is(run)) else {
            continue;
        };
        let (mut other, mut failure) = (None, None);
        store.each_input(|of, mut input| {
            if of != number {
                return;
            }
            input.set = input.set.renamed(limit, names);
            match inputs.get_mut(&input.name) {
                None => drop(inputs.insert(input.name.clone(), (Packed::of(input), at))),
                Some((known, _)) if known.is(&input) => {
                    failure = failure.take().or(known.join(&input, unstable).err());
                    report.joined += 1;
                }
                Some((_, first)) => other = other.take().or(Some((input.name, *first))),
            }
        })?;
        if let Some(error) = failure {
            return Err(error);
        }
        if let Some((name, first)) = other {
            bail!(
                "run {}: {} has other contents in {} than in {}: collect one of them with another --run",
                run.title(),
                String::from_utf8_lossy(&name),
                stores[first].path().display(),
                store.path().display()
            );
        }
    }
    Ok(inputs.into_values().map(|(packed, _)| packed).collect())
}

/// An input whose set takes little room: there may be a hundred thousand of them in a run.
struct Packed {
    /// Without its set.
    input: Input,
    set: Vec<u8>,
}

impl Packed {
    fn of(mut input: Input) -> Packed {
        let mut set = Vec::new();
        std::mem::take(&mut input.set).write(&mut set);
        set.shrink_to_fit();
        Packed { input, set }
    }

    fn input(&self, limit: usize) -> Result<Input> {
        Ok(Input {
            set: Set::read(&mut &self.set[..], limit)?,
            ..self.input.clone()
        })
    }

    /// Whether it is the same, if its name is.
    fn is(&self, other: &Input) -> bool {
        (self.input.hash, self.input.size) == (other.hash, other.size)
    }

    fn join(&mut self, other: &Input, unstable: &mut Set) -> Result<()> {
        let mut known = self.input(unstable.limit())?;
        let mut different = known.set.clone();
        different.differ(&other.set);
        unstable.unite(&different);
        known.set.unite(&other.set);
        known.fate = known.fate.max(other.fate);
        known.time = known.time.into_iter().chain(other.time).min();
        *self = Packed::of(known);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, path::PathBuf};

    use proptest::prelude::*;

    use super::*;
    use crate::{
        samples::{build, catalogue, crash, input, run},
        store::Used,
    };

    /// What is in a store, whatever the order: by run and name what was reached, by key.
    type Content = (
        Vec<(u64, bool)>,
        BTreeMap<(String, Vec<u8>), (Input, Vec<u64>)>,
        BTreeSet<(String, Crash)>,
        BTreeSet<(String, Used)>,
    );

    fn content(store: &Store) -> Content {
        let identities = &store.catalogue.identities;
        let mut inputs = BTreeMap::new();
        let crash = |c: &Crash| {
            let nameless = Crash {
                run: 0,
                ..c.clone()
            };
            (store.runs[c.run].title(), nameless)
        };
        store
            .each_input(|run, mut input| {
                let keys = input.set.iter().map(|n| identities[n].key).collect();
                input.set = Set::new(0);
                inputs.insert((store.runs[run].title(), input.name.clone()), (input, keys));
            })
            .unwrap();
        (
            identities.iter().map(|i| (i.key, i.is_unstable)).collect(),
            inputs,
            store.crashes.iter().map(crash).collect(),
            store.runs.iter().map(|r| (r.title(), r.used)).collect(),
        )
    }

    /// Inputs by run and name, and what each reached of 20 identities from `first` on.
    type Part = (u64, BTreeMap<(u8, u8), Vec<usize>>);

    fn part() -> impl Strategy<Value = Part> {
        let sets = proptest::collection::vec(0..20usize, 0..8);
        let inputs = proptest::collection::btree_map((0..3u8, 0..6u8), sets, 0..8);
        (0..8u64, inputs)
    }

    fn store(dir: &Path, name: &str, (first, inputs): &Part) -> Store {
        let catalogue = catalogue(*first..first + 20);
        let builds = vec![build(&catalogue)];
        let mut store = Store::create(&dir.join(name), catalogue, builds).unwrap();
        for ((of, name), set) in inputs {
            let used = Used {
                cpu: set.first().map(|n| *n as u64),
                wall: Some(set.len() as u64),
                ..Used::default()
            };
            let run = Run {
                used,
                ..run(&format!("r{of}"))
            };
            let number = store.run(&run).unwrap();
            // The same input may crash here and there, with and without a stack.
            let crashes = set.first().map(|n| Crash {
                run: number,
                input: name.to_string().into(),
                time: set.get(1).map(|n| *n as u64),
                ..crash(["SIGSEGV", "SIGABRT"][n % 2], &["f", "g"][..n % 3])
            });
            store.add_crashes(crashes.into_iter().collect()).unwrap();
            let one = Input {
                time: Some(set.len() as u64),
                ..input(&name.to_string(), 20, set)
            };
            store.add(number, &[one]).unwrap();
        }
        store
    }

    struct Scratch(tempfile::TempDir, std::cell::Cell<u32>);

    impl Scratch {
        fn path(&self) -> PathBuf {
            self.1.set(self.1.get() + 1);
            self.0.path().join(format!("{}.fzcov", self.1.get()))
        }

        fn merged(&self, stores: &[&Store]) -> Store {
            let stores: Vec<Store> = stores
                .iter()
                .map(|s| Store::open(s.path()).unwrap())
                .collect();
            let path = self.path();
            merge(&stores, &path, false).unwrap();
            Store::open(&path).unwrap()
        }
    }

    fn scratch() -> Scratch {
        Scratch(tempfile::tempdir().unwrap(), std::cell::Cell::new(0))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn the_order_of_stores_does_not_matter(a in part(), b in part(), c in part()) {
            let scratch = scratch();
            let stores = [("a", &a), ("b", &b), ("c", &c)];
            let [a, b, c] = stores.map(|(name, part)| store(scratch.0.path(), name, part));
            let all = content(&scratch.merged(&[&a, &b, &c]));
            prop_assert_eq!(&content(&scratch.merged(&[&c, &a, &b])), &all);
            let (ab, bc) = (scratch.merged(&[&a, &b]), scratch.merged(&[&b, &c]));
            prop_assert_eq!(&content(&scratch.merged(&[&ab, &c])), &all);
            let abc = scratch.merged(&[&a, &bc]);
            prop_assert_eq!(&content(&abc), &all);
            let again = scratch.merged(&[&abc, &a, &abc]);
            prop_assert_eq!(&content(&again), &all);
            prop_assert_eq!(&again.catalogue, &abc.catalogue);
            prop_assert_eq!(&again.builds, &abc.builds);
        }

        #[test]
        fn shards_are_the_whole((first, inputs) in part()) {
            let scratch = scratch();
            let dir = scratch.0.path();
            let shard = |n: u8| -> Part {
                let mine = inputs.iter().filter(|((_, name), _)| name % 2 == n);
                (first, mine.map(|(k, v)| (*k, v.clone())).collect())
            };
            let [one, two] = [0, 1].map(|n| store(dir, &n.to_string(), &shard(n)));
            let whole = store(dir, "whole", &(first, inputs.clone()));
            prop_assert_eq!(content(&scratch.merged(&[&two, &one])), content(&whole));
        }
    }

    #[test]
    fn it_is_told_what_only_one_has() {
        let scratch = scratch();
        let dir = scratch.0.path();
        let [a, b] =
            [("a", 0), ("b", 3)].map(|(name, first)| store(dir, name, &(first, BTreeMap::new())));
        let report = merge(&[a, b], &scratch.path(), false).unwrap();
        assert_eq!((report.alone, report.identities), (vec![3, 3], 23));
    }

    #[test]
    fn what_does_not_fit_together_is_refused() {
        let scratch = scratch();
        let dir = scratch.0.path();
        let stores =
            || [("a", 0), ("b", 15)].map(|(name, _)| Store::open(&dir.join(name)).unwrap());
        store(dir, "a", &(0, BTreeMap::new()));
        store(dir, "b", &(15, BTreeMap::new()));
        let error = merge(&stores(), &scratch.path(), false)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("of 20 and 20 identities 5 are in both"),
            "{error}"
        );
        merge(&stores(), &scratch.path(), true).unwrap();

        let [mut c, mut d] = ["c", "d"].map(|name| store(dir, name, &(0, BTreeMap::new())));
        for (store, hash) in [(&mut c, 1), (&mut d, 2)] {
            let number = store.run(&run("r")).unwrap();
            let other = Input {
                hash,
                ..input("x", 20, &[])
            };
            store.add(number, &[other]).unwrap();
        }
        let error = merge(&[c, d], &scratch.path(), false)
            .unwrap_err()
            .to_string();
        assert!(error.contains("run r: x has other contents"), "{error}");
    }
}
