//! Stores joined to one. The order does not matter, and a store that is joined twice changes nothing.
//!
//! Identities are joined by their keys; where two builds describe one differently (it stands on another line), the
//! smaller description stays. Runs of the same names are one, and so are their inputs of the same name and contents. If
//! such an input reached different sets, it has all of both, and what is in only one is unstable.

use std::{
    collections::{BTreeMap, HashSet},
    path::Path,
};

use anyhow::{Result, bail};

use super::{
    blocks::Input,
    identities::{Catalogue, Identity},
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
    let (catalogue, numbers) =
        Catalogue::of(roots.min().unwrap_or_default(), functions, identities);
    let limit = catalogue.identities.len();
    let mut rest = &numbers[..];
    let names: Vec<&[usize]> = stores
        .iter()
        .map(|store| {
            let (names, others) = rest.split_at(store.limit());
            rest = others;
            names
        })
        .collect();

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
    let members = names
        .iter()
        .map(|names| Set::of(limit, names.iter().copied()));
    let members: Vec<Set> = members.collect();
    for run in runs(stores) {
        let inputs = inputs_of(&run, stores, &names, &members, &mut unstable, &mut report)?;
        report.runs += 1;
        report.inputs += inputs.len();
        let number = joined.run(&run)?;
        joined.add(number, &inputs)?;
    }
    joined.mark_unstable(&unstable)?;
    Ok(report)
}

fn check(stores: &[Store]) -> Result<()> {
    let keys = |s: &Store| {
        s.catalogue
            .identities
            .iter()
            .map(|i| i.key)
            .collect::<HashSet<_>>()
    };
    let Some((first, others)) = stores.split_first() else {
        return Ok(());
    };
    let known = keys(first);
    for other in others {
        let found = keys(other);
        let common = known.intersection(&found).count();
        let smaller = known.len().min(found.len());
        if (common as f64) < COMMON * smaller as f64 {
            bail!(
                "{} and {} are of different programs: of {} and {} identities {common} are in both; --force joins them \
                 all the same",
                first.path().display(),
                other.path().display(),
                known.len(),
                found.len()
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
    runs.dedup_by(|later, kept| later.is(kept));
    runs
}

/// The inputs of a run, by name.
fn inputs_of(
    run: &Run,
    stores: &[Store],
    names: &[&[usize]],
    members: &[Set],
    unstable: &mut Set,
    report: &mut Report,
) -> Result<Vec<Input>> {
    let limit = unstable.limit();
    // With the stores that have it.
    let mut inputs: BTreeMap<Vec<u8>, (Input, Vec<usize>)> = BTreeMap::new();
    for (at, (store, names)) in stores.iter().zip(names).enumerate() {
        let Some(number) = store.runs.iter().position(|r| r.is(run)) else {
            continue;
        };
        let mut other = None;
        store.each_input(|of, mut input| {
            if of != number {
                return;
            }
            input.set = input.set.renamed(limit, names);
            match inputs.get_mut(&input.name) {
                None => drop(inputs.insert(input.name.clone(), (input, vec![at]))),
                Some((known, those)) if (known.hash, known.size) == (input.hash, input.size) => {
                    // What one's build does not have, it could not reach.
                    let could = |n: usize| {
                        members[at].contains(n) && those.iter().any(|s| members[*s].contains(n))
                    };
                    join(known, &input, could, unstable);
                    those.push(at);
                    report.joined += 1;
                }
                Some((_, those)) => other = other.take().or(Some((input.name, those[0]))),
            }
        })?;
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
    Ok(inputs.into_values().map(|(input, _)| input).collect())
}

fn join(known: &mut Input, other: &Input, could: impl Fn(usize) -> bool, unstable: &mut Set) {
    let mut different = known.set.clone();
    different.differ(&other.set);
    let reachable = different.iter().filter(|n| could(*n));
    reachable.for_each(|n| unstable.insert(n));
    known.set.unite(&other.set);
    known.fate = known.fate.max(other.fate);
    known.time = known.time.into_iter().chain(other.time).min();
}
