//! Stores joined to one, by the rules of [`joined`](super::joined).

use std::{collections::HashSet, path::Path};

use anyhow::{Result, bail};

use super::{
    blocks::{self, Input},
    joined::Joined,
    store::Store,
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
    let stores: Vec<&Store> = stores.iter().collect();
    let joined = Joined::whole(&stores);
    let limit = joined.catalogue.identities.len();
    let flow = joined.flow()?.unwrap_or_default();
    let mut merged = Store::create(out, joined.catalogue.clone(), joined.builds.clone(), &flow)?;
    let mut doubles = joined.no_doubles();
    let mut inputs = 0;
    for (run, of) in joined.runs.iter().enumerate() {
        let number = merged.run(of)?;
        let mut open: Vec<Input> = Vec::new();
        let mut failure = None;
        joined.each_block(run, &mut doubles, |names, mut block| {
            for mut input in block.take(names.len(), |_| true) {
                input.set = input.set.renamed(limit, names);
                open.push(input);
                inputs += 1;
                if open.len() == blocks::MOST {
                    let added = merged.add(number, &std::mem::take(&mut open));
                    failure = failure.take().or(added.err());
                }
            }
        })?;
        if let Some(error) = failure {
            return Err(error);
        }
        merged.add(number, &open)?;
        merged.add_evaluations(number, joined.evaluations(run))?;
    }
    merged.mark_unstable(&doubles.unstable)?;
    merged.add_crashes(joined.crashes.clone())?;
    Ok(Report {
        alone: joined.alone(),
        identities: limit,
        runs: joined.runs.len(),
        inputs,
        joined: doubles.joined,
    })
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

/// Stores by the programs that they are of: each is of the program whose first store it has enough in common with.
pub fn programs(stores: &[Store]) -> Vec<Vec<usize>> {
    let is_one_program = |one: &Store, other: &Store| {
        one.catalogue.is_same(&other.catalogue) || Overlap::of(one, other).is_one_program()
    };
    let mut programs: Vec<Vec<usize>> = Vec::new();
    for (at, store) in stores.iter().enumerate() {
        let known = programs
            .iter_mut()
            .find(|of| is_one_program(&stores[of[0]], store));
        match known {
            Some(of) => of.push(at),
            None => programs.push(vec![at]),
        }
    }
    programs
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

#[cfg(test)]
mod tests {
    use std::{
        collections::{BTreeMap, BTreeSet},
        path::PathBuf,
    };

    use proptest::prelude::*;

    use super::*;
    use crate::{
        crashes::Crash,
        samples::{build, catalogue, crash, flow, input, run},
        sets::Set,
        store::{Run, Used},
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
        let flow = flow(&catalogue);
        let mut store = Store::create(&dir.join(name), catalogue, builds, &flow).unwrap();
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
    fn evaluations_of_one_decision_are_joined() {
        use crate::decisions::First;
        let scratch = scratch();
        let dir = scratch.0.path();
        let store = |name: &str, keys: &[u64], number: u64, time: u64| {
            let mut catalogue = catalogue(0..20);
            let of = |key: &u64| {
                crate::samples::decision(*key, &[[1, u32::MAX - 1], [u32::MAX, u32::MAX - 1]])
            };
            catalogue.decisions = keys.iter().map(of).collect();
            let builds = vec![build(&catalogue)];
            let flow = flow(&catalogue);
            let mut store = Store::create(&dir.join(name), catalogue, builds, &flow).unwrap();
            let run = store.run(&run("r")).unwrap();
            let input = name.as_bytes().to_vec();
            let last = keys.len() - 1;
            let evaluations = [((last, number), First { time, input })];
            store
                .add_evaluations(run, evaluations.clone().into())
                .unwrap();
            // A later one changes nothing.
            let later = evaluations.map(|(e, f)| {
                (
                    e,
                    First {
                        time: f.time + 1,
                        ..f
                    },
                )
            });
            store.add_evaluations(run, later.into()).unwrap();
            Store::open(&dir.join(name)).unwrap()
        };
        let stores = [
            store("a", &[30, 40], 1, 5),
            store("b", &[40], 1, 3),
            store("c", &[40, 50], 2, 9),
        ];
        let merged = scratch.merged(&stores.iter().collect::<Vec<_>>());
        let keys: Vec<u64> = merged.catalogue.decisions.iter().map(|d| d.key).collect();
        assert_eq!(keys, [30, 40, 50]);
        let found = merged.evaluations(0);
        let first = |time, input: &str| First {
            time,
            input: input.into(),
        };
        let wanted = [((1, 1), first(3, "b")), ((2, 2), first(9, "c"))];
        assert_eq!(found, wanted.into());
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
