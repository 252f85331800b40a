//! Stores as one: what `fz cov merge` writes, and what a comparison of several stores reads.
//!
//! The order of stores does not matter, and a store that is joined twice changes nothing. Identities are joined by their
//! keys; where two builds describe one differently (it stands on another line), the smaller description stays. Runs of
//! the same names are one, and so are their inputs of the same name and contents. If such an input reached different
//! sets, it has all of both, and what is in only one is unstable; it ended in the worst of its ways, at the earliest of its
//! times. Of its crashes one with a stack stays; what a run has used is the most that any store knows of it.
//!
//! Decisions are joined by their keys, too; of what they were evaluated to the earliest input stays.
//!
//! A run cannot have two inputs of one name, nor, if a fuzzer of AFL's kind has numbered them, of one number: these are two
//! runs under one name, and joining them is refused.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use anyhow::{Result, bail};
use xxhash_rust::xxh3::xxh3_64;

use super::{
    blocks::{self, Block, Input},
    crashes::Crash,
    decisions::{self, Decision, Evaluations},
    flow::Flow,
    identities::{Catalogue, Identity, Source},
    sets::Set,
    store::{Build, Run, Store},
};

/// A run of a store, which may be only a part of what the run has left: a shard of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    pub store: usize,
    pub run: usize,
}

/// Runs of stores, each put together from its parts.
#[derive(Debug)]
pub struct Joined<'a> {
    stores: &'a [&'a Store],
    /// By store: which numbers its identities have here.
    names: Vec<Vec<usize>>,
    parts: Vec<Vec<Part>>,
    /// Numbers of identities are below this.
    limit: usize,
    pub catalogue: Catalogue,
    /// Sorted by fingerprint.
    pub builds: Vec<Build>,
    pub runs: Vec<Run>,
    /// Sorted by run and input.
    pub crashes: Vec<Crash>,
}

/// What joining inputs has found.
#[derive(Debug)]
pub struct Doubles {
    /// What an input reached in one store and not in another.
    pub unstable: Set,
    /// How often an input was in one more store.
    pub joined: usize,
}

impl<'a> Joined<'a> {
    /// `parts`: by run.
    pub fn of(stores: &'a [&'a Store], parts: Vec<Vec<Part>>) -> Joined<'a> {
        let (catalogue, names) = catalogues(stores);
        let limit = catalogue.identities.len();
        let crashes = parts.iter().enumerate();
        Joined {
            builds: builds(stores, &names, limit),
            runs: parts.iter().map(|parts| run(stores, parts)).collect(),
            crashes: crashes
                .flat_map(|(run, parts)| crashes_of(stores, parts, run))
                .collect(),
            stores,
            names,
            parts,
            limit,
            catalogue,
        }
    }

    /// All runs of all stores, sorted by their names.
    pub fn whole(stores: &'a [&'a Store]) -> Joined<'a> {
        let mut runs: BTreeMap<[&str; 4], Vec<Part>> = BTreeMap::new();
        for (store, of) in stores.iter().enumerate() {
            for (number, run) in of.runs.iter().enumerate() {
                let parts = runs.entry(run.names()).or_default();
                parts.push(Part { store, run: number });
            }
        }
        Self::of(stores, runs.into_values().collect())
    }

    /// The control flow of all that have it, of what all have that of the first.
    pub fn flow(&self) -> Result<Option<Flow>> {
        let keys = self.catalogue.functions.iter().map(|f| f.key);
        let numbers: HashMap<u64, usize> = keys.zip(0..).collect();
        let mut joined: Option<Flow> = None;
        for (store, names) in self.stores.iter().zip(&self.names) {
            let Some(flow) = store.flow()? else { continue };
            let functions = store.catalogue.functions.iter();
            let functions: Vec<usize> = functions.map(|f| numbers[&f.key]).collect();
            let flow = flow.renumbered(names, &functions);
            match &mut joined {
                Some(joined) => joined.join(flow),
                None => joined = Some(flow),
            }
        }
        Ok(joined)
    }

    /// What the inputs of a run have evaluated.
    pub fn evaluations(&self, run: usize) -> Evaluations {
        let keys = self.catalogue.decisions.iter().map(|d| d.key);
        let numbers: HashMap<u64, usize> = keys.zip(0..).collect();
        let mut joined = Evaluations::new();
        for part in &self.parts[run] {
            let store = self.stores[part.store];
            let here = |decision: usize| numbers[&store.catalogue.decisions[decision].key];
            let of = store.evaluations(part.run).into_iter();
            let renamed = of.map(|((decision, n), first)| ((here(decision), n), first));
            decisions::join(&mut joined, renamed.collect());
        }
        joined
    }

    /// How many identities only one store has, by store. The same store twice counts as one.
    pub fn alone(&self) -> Vec<usize> {
        let mut stores = vec![0; self.limit];
        self.names.iter().flatten().for_each(|n| stores[*n] += 1);
        let of = |names: &Vec<usize>| names.iter().filter(|n| stores[**n] == 1).count();
        match self.names.len() {
            1 => vec![0],
            _ => self.names.iter().map(of).collect(),
        }
    }

    /// The files that a run's inputs are in.
    pub fn stores_of(&self, run: usize) -> impl Iterator<Item = &'a Store> {
        self.parts[run].iter().map(|part| self.stores[part.store])
    }

    /// For [`Joined::each_block`].
    pub fn no_doubles(&self) -> Doubles {
        Doubles {
            unstable: Set::new(self.limit),
            joined: 0,
        }
    }

    /// Calls `visit` with blocks of the inputs of a run, each input once, and with the numbers that the block's identities
    /// have here.
    pub fn each_block(
        &self,
        run: usize,
        doubles: &mut Doubles,
        mut visit: impl FnMut(&[usize], Block),
    ) -> Result<()> {
        let several = self.in_several(run)?;
        let mut inputs: BTreeMap<Vec<u8>, Packed> = BTreeMap::new();
        for part in &self.parts[run] {
            let (store, names) = (self.stores[part.store], &self.names[part.store]);
            let is_renamed = names.iter().enumerate().any(|(old, new)| old != *new);
            let mut failure = None;
            store.each_block_of(part.run, |mut block| {
                if !several.is_empty() {
                    let is_double = |input: &Input| several.contains(&xxh3_64(&input.name));
                    for mut input in block.take(store.limit(), is_double) {
                        if is_renamed || store.limit() != self.limit {
                            input.set = input.set.renamed(self.limit, names);
                        }
                        let added = doubles.add(&mut inputs, input);
                        failure = failure.take().or(added.err());
                    }
                }
                visit(names, block);
            })?;
            if let Some(error) = failure {
                return Err(error);
            }
        }
        if inputs.is_empty() {
            return Ok(());
        }
        let same: Vec<usize> = (0..self.limit).collect();
        let inputs: Vec<Packed> = inputs.into_values().collect();
        for part in inputs.chunks(blocks::MOST) {
            let part = part.iter().map(|packed| packed.input(self.limit));
            visit(&same, Block::of(part.collect::<Result<_>>()?, self.limit));
        }
        Ok(())
    }

    /// The names (as numbers) of the inputs that several of a run's parts have.
    fn in_several(&self, run: usize) -> Result<HashSet<u64>> {
        let parts = &self.parts[run];
        let mut several = HashSet::new();
        if parts.len() < 2 {
            return Ok(several);
        }
        let mut known: HashMap<u64, (u64, u64, usize)> = HashMap::new();
        // By what AFL's number stands in: the first input of that number.
        let mut numbers: HashMap<u64, u64> = HashMap::new();
        let mut is_numbered_twice = false;
        let mut other = None;
        for part in parts {
            self.stores[part.store].each_block_of(part.run, |block| {
                for Input {
                    name, hash, size, ..
                } in &block.inputs
                {
                    let number = xxh3_64(name);
                    let new = (*hash, *size, part.store);
                    if let Some(before) = known.insert(number, new) {
                        several.insert(number);
                        if (before.0, before.1) != (*hash, *size) && other.is_none() {
                            other = Some((name.clone(), part.store, before.2));
                        }
                    }
                    if let Some(place) = numbered(name) {
                        let first = *numbers.entry(xxh3_64(place)).or_insert(number);
                        is_numbered_twice |= first != number;
                    }
                }
            })?;
        }
        if let Some((name, store, first)) = other {
            bail!(self.two_runs(run, (&name, store), (&name, first)));
        }
        if is_numbered_twice {
            self.check_numbers(run)?;
        }
        Ok(several)
    }

    /// Refuses two inputs of one number that no store has both of: those are of two runs.
    fn check_numbers(&self, run: usize) -> Result<()> {
        let mut numbers: BTreeMap<Vec<u8>, BTreeMap<Vec<u8>, BTreeSet<usize>>> = BTreeMap::new();
        for part in &self.parts[run] {
            self.stores[part.store].each_block_of(part.run, |block| {
                for Input { name, .. } in &block.inputs {
                    if let Some(place) = numbered(name) {
                        let of = numbers.entry(place.to_vec()).or_default();
                        of.entry(name.clone()).or_default().insert(part.store);
                    }
                }
            })?;
        }
        for inputs in numbers.values() {
            let inputs: Vec<(&Vec<u8>, &BTreeSet<usize>)> = inputs.iter().collect();
            for (at, (name, stores)) in inputs.iter().enumerate() {
                let other = inputs[..at].iter().find(|(_, of)| of.is_disjoint(stores));
                if let Some((other, of)) = other {
                    let first = |stores: &BTreeSet<usize>| *stores.first().expect("one has it");
                    bail!(self.two_runs(run, (name, first(stores)), (other, first(of))));
                }
            }
        }
        Ok(())
    }

    /// Why an input and another one cannot be of one run: each by its name and its store.
    fn two_runs(
        &self,
        run: usize,
        (name, store): (&[u8], usize),
        (other, of): (&[u8], usize),
    ) -> String {
        let path = |store: usize| self.stores[store].path().display();
        let shown = String::from_utf8_lossy;
        let than = match name == other {
            true => format!("than in {}", path(of)),
            false => format!("than {} in {}", shown(other), path(of)),
        };
        format!(
            "run {}: {} has other contents in {} {than}: these are two runs of one name; collect one of them with another \
             --run",
            self.runs[run].title(),
            shown(name),
            path(store),
        )
    }
}

/// Of an input that AFL has numbered: its folder and number. There is one such input in a run.
fn numbered(name: &[u8]) -> Option<&[u8]> {
    let begin = name.iter().rposition(|b| *b == b'/').map_or(0, |at| at + 1);
    let file = &name[begin..];
    let end = file.iter().position(|b| *b == b',').unwrap_or(file.len());
    file.starts_with(b"id:").then(|| &name[..begin + end])
}

/// A catalogue with all that stores' have, and by store: which numbers its identities have there.
fn catalogues(stores: &[&Store]) -> (Catalogue, Vec<Vec<usize>>) {
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
    catalogue.decisions = joined_decisions(stores);
    let mut rest = &numbers[..];
    let names = stores.iter().map(|store| {
        let (names, others) = rest.split_at(store.limit());
        rest = others;
        names.to_vec()
    });
    let names = names.collect();
    (catalogue, names)
}

/// Of two descriptions the smaller.
fn joined_decisions(stores: &[&Store]) -> Vec<Decision> {
    let mut by_key: BTreeMap<u64, Decision> = BTreeMap::new();
    for decision in stores.iter().flat_map(|s| &s.catalogue.decisions) {
        let known = by_key.entry(decision.key);
        let known = known.or_insert_with(|| decision.clone());
        let order = |d: &Decision| (!d.is_recorded, d.place.clone(), d.write());
        if order(decision) < order(known) {
            known.clone_from(decision);
        }
    }
    by_key.into_values().collect()
}

fn builds(stores: &[&Store], names: &[Vec<usize>], limit: usize) -> Vec<Build> {
    let mut builds: BTreeMap<&str, Build> = BTreeMap::new();
    for (store, names) in stores.iter().zip(names) {
        for build in &store.builds {
            let members = build.members.renamed(limit, names);
            let known = builds.entry(&build.fingerprint).or_insert_with(|| Build {
                members: Set::new(limit),
                ..build.clone()
            });
            known.members.unite(&members);
            if build.program < known.program {
                known.program.clone_from(&build.program);
            }
            known.unrecorded.extend(build.unrecorded.iter().cloned());
            known.unrecorded.sort();
            known.unrecorded.dedup();
        }
    }
    builds.into_values().collect()
}

/// What is known of a run from all of its parts.
fn run(stores: &[&Store], parts: &[Part]) -> Run {
    let of = |part: &Part| &stores[part.store].runs[part.run];
    let first = parts.iter().map(of).min().cloned().unwrap_or_default();
    parts.iter().map(of).fold(first, |run, part| Run {
        used: run.used.joined(&part.used),
        ..run
    })
}

/// The crashes of a run, by input: where several stores have one, that with a stack.
fn crashes_of(stores: &[&Store], parts: &[Part], run: usize) -> Vec<Crash> {
    let mut crashes: BTreeMap<&[u8], Crash> = BTreeMap::new();
    let of = |part: &Part| {
        let number = part.run;
        let all = stores[part.store].crashes.iter();
        all.filter(move |c| c.run == number)
    };
    for crash in parts.iter().flat_map(of) {
        let mut best = Crash {
            run,
            ..crash.clone()
        };
        if let Some(known) = crashes.remove(&crash.input[..]) {
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
        crashes.insert(&crash.input, best);
    }
    crashes.into_values().collect()
}

impl Doubles {
    fn add(&mut self, inputs: &mut BTreeMap<Vec<u8>, Packed>, input: Input) -> Result<()> {
        match inputs.get_mut(&input.name) {
            None => drop(inputs.insert(input.name.clone(), Packed::of(input))),
            Some(known) => {
                known.join(input, &mut self.unstable)?;
                self.joined += 1;
            }
        }
        Ok(())
    }
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

    fn join(&mut self, other: Input, unstable: &mut Set) -> Result<()> {
        self.input.fate = self.input.fate.max(other.fate);
        self.input.time = self.input.time.into_iter().chain(other.time).min();
        let other = Packed::of(other);
        // Most inputs reach the same each time, and a set is written in one way.
        if self.set == other.set {
            return Ok(());
        }
        let limit = unstable.limit();
        let (mut known, other) = (self.input(limit)?, other.input(limit)?);
        let mut different = known.set.clone();
        different.differ(&other.set);
        unstable.unite(&different);
        known.set.unite(&other.set);
        *self = Packed::of(known);
        Ok(())
    }
}
