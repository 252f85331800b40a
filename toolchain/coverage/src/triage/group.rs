//! Which inputs have found the same bug.
//!
//! The first build in which an input crashes decides, in the order in which builds are good at telling errors: AddressSanitizer
//! stops at the error, a plain build crashes where it comes to.

use std::collections::{BTreeMap, HashMap};

use petgraph::unionfind::UnionFind;

use super::{
    again::{Build, Content},
    fault::{Fault, Outcome},
};

/// Of an input, by build; `None`: it was not run there.
pub type Outcomes = Vec<Option<Outcome>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What it is known by.
    pub key: u64,
    /// Inputs, by their numbers.
    pub members: Vec<usize>,
    /// The one that is shown: the smallest, of those that always crash if there are any.
    pub first: usize,
    /// The build that decided about it.
    pub build: usize,
    /// Ways that lead to it.
    pub stacks: usize,
}

/// The build that decides about an input, and how it crashed there most often.
pub fn decided(outcomes: &Outcomes) -> Option<(usize, &Fault)> {
    let faults = outcomes.iter().map(|o| o.as_ref().and_then(Outcome::fault));
    faults
        .zip(0..)
        .find_map(|(fault, build)| Some((build, fault?)))
}

/// Groups by the number of their files, the largest first.
pub fn groups(builds: &[Build], contents: &[Content], outcomes: &[Outcomes]) -> Vec<Group> {
    let is_plain: Vec<bool> = builds.iter().map(|b| b.is_plain).collect();
    let mut groups = of(&is_plain, outcomes, &|content| {
        (contents[content].size, contents[content].paths[0].clone())
    });
    let files = |g: &Group| {
        g.members
            .iter()
            .map(|m| contents[*m].paths.len())
            .sum::<usize>()
    };
    groups.sort_by_key(|g| (std::cmp::Reverse(files(g)), g.key));
    groups
}

fn of<O: Ord>(is_plain: &[bool], outcomes: &[Outcomes], order: &dyn Fn(usize) -> O) -> Vec<Group> {
    let crashed: Vec<(usize, usize, &Fault)> = outcomes
        .iter()
        .enumerate()
        .filter_map(|(content, outcomes)| {
            let (build, fault) = decided(outcomes)?;
            Some((content, build, fault))
        })
        .collect();
    let mut same = UnionFind::new(outcomes.len());
    let mut by_mark: HashMap<u64, usize> = HashMap::new();
    for (content, _, fault) in &crashed {
        for mark in [Some(fault.stack_mark()), fault.about_mark()]
            .into_iter()
            .flatten()
        {
            same.union(*by_mark.entry(mark).or_insert(*content), *content);
        }
    }
    for (content, build, fault) in &crashed {
        if let Some(other) = elsewhere(*build, fault, is_plain[*build], &crashed, outcomes, &same) {
            same.union(other, *content);
        }
    }
    let mut members: BTreeMap<usize, Vec<&(usize, usize, &Fault)>> = BTreeMap::new();
    for one in &crashed {
        members.entry(same.find(one.0)).or_default().push(one);
    }
    members
        .into_values()
        .map(|m| group(&m, outcomes, order))
        .collect()
}

/// The one bug, if there is just one, that other inputs show as this input does where they are not decided: a better build
/// has missed it this time.
fn elsewhere(
    build: usize,
    fault: &Fault,
    is_plain: bool,
    crashed: &[(usize, usize, &Fault)],
    outcomes: &[Outcomes],
    same: &UnionFind<usize>,
) -> Option<usize> {
    let function = |f: &Fault| f.site().map(|s| s.name());
    let mut found = crashed.iter().filter(|(content, by, decisive)| {
        let there = || outcomes[*content][build].as_ref().and_then(Outcome::fault);
        // What is merely undefined may come before any other error: it has to be of the same function.
        *by < build
            && (is_plain || function(decisive) == function(fault))
            && there().is_some_and(|there| there.stack_mark() == fault.stack_mark())
    });
    let (first, ..) = found.next()?;
    let is_one = found.all(|(content, ..)| same.equiv(*first, *content));
    is_one.then_some(*first)
}

fn group<O: Ord>(
    members: &[&(usize, usize, &Fault)],
    outcomes: &[Outcomes],
    order: &dyn Fn(usize) -> O,
) -> Group {
    let is_flaky = |content: usize, build: usize| {
        let outcome = &outcomes[content][build];
        outcome.as_ref().is_some_and(Outcome::is_flaky)
    };
    let first = members
        .iter()
        .min_by_key(|(content, build, _)| (*build, is_flaky(*content, *build), order(*content)));
    let (first, build, _) = first.expect("a bug that an input finds");
    let decisive = || {
        members
            .iter()
            .filter(|(_, by, _)| by == build)
            .map(|(.., f)| f)
    };
    let mut stacks: Vec<u64> = decisive().map(|f| f.stack_mark()).collect();
    stacks.sort_unstable();
    stacks.dedup();
    let about = decisive().filter_map(|f| f.about_mark()).min();
    Group {
        key: about.unwrap_or(stacks[0]),
        members: members.iter().map(|(content, ..)| *content).collect(),
        first: *first,
        build: *build,
        stacks: stacks.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::fault::tests::fault, *};

    const PLAIN: [bool; 3] = [false, false, true];

    fn outcome(fault: Option<Fault>, times: u32) -> Option<Outcome> {
        let mut outcome = Outcome {
            runs: 3,
            ..Outcome::default()
        };
        if let Some(fault) = fault {
            (0..times).for_each(|_| outcome.add(fault.clone()));
        }
        Some(outcome)
    }

    /// Under the address, the undefined and the plain build.
    fn outcomes(faults: [Option<Fault>; 3]) -> Outcomes {
        faults.map(|f| outcome(f, 3)).into()
    }

    fn members(all: &[Outcomes]) -> Vec<Vec<usize>> {
        let mut groups = of(&PLAIN, all, &|content| content);
        groups.sort_by_key(|g| g.first);
        groups.into_iter().map(|g| g.members).collect()
    }

    #[test]
    fn the_first_build_that_crashes_decides() {
        let overflow = || fault("heap-buffer-overflow", &["f a.c 3", "main"]);
        let late = || fault("SIGABRT", &["!abort", "!free", "g a.c 9", "main"]);
        let all = [
            outcomes([Some(overflow()), None, Some(late())]),
            outcomes([Some(overflow()), None, None]),
            outcomes([None, None, None]),
            // AddressSanitizer has missed it.
            outcomes([None, None, Some(late())]),
            outcomes([None, None, Some(fault("SIGABRT", &["h a.c 1"]))]),
        ];
        assert_eq!(members(&all), [vec![0, 1, 3], vec![4]]);
        // Two bugs come to the same end: nobody knows which of them it is.
        let other = fault("heap-buffer-overflow", &["x a.c 3", "main"]);
        let mut all = all.to_vec();
        all.push(outcomes([Some(other), None, Some(late())]));
        assert_eq!(members(&all), [vec![0, 1], vec![3], vec![4], vec![5]]);
    }

    #[test]
    fn what_is_undefined_before_each_error_is_none_of_them() {
        let overflow = |function| fault("heap-buffer-overflow", &[function, "main"]);
        let shift = || fault("shift exponent", &["hash a.c 1", "main"]);
        let all = [
            outcomes([Some(overflow("f a.c 3")), Some(shift()), None]),
            outcomes([None, Some(shift()), None]),
        ];
        assert_eq!(members(&all), [vec![0], vec![1]]);
        let all = [
            outcomes([Some(overflow("hash a.c 3")), Some(shift()), None]),
            outcomes([None, Some(shift()), None]),
        ];
        assert_eq!(members(&all), [vec![0, 1]]);
    }

    #[test]
    fn what_they_are_about_joins_ways() {
        let by = |way, about: &str| Fault {
            about: Some(about.to_owned()),
            ..fault("heap-buffer-overflow", &["put a.c 3", way, "main"])
        };
        let all = [
            outcomes([Some(by("f a.c 1", "x")), None, None]),
            outcomes([Some(by("g a.c 1", "x")), None, None]),
            outcomes([Some(by("h a.c 1", "y")), None, None]),
        ];
        assert_eq!(members(&all), [vec![0, 1], vec![2]]);
        let groups = of(&PLAIN, &all, &|content| content);
        let mut stacks: Vec<usize> = groups.iter().map(|g| g.stacks).collect();
        stacks.sort_unstable();
        assert_eq!(stacks, [1, 2]);
    }

    #[test]
    fn the_smallest_that_always_crashes_is_shown() {
        let null = || fault("SIGSEGV", &["f a.c 3"]);
        let mut all = vec![
            outcomes([Some(null()), None, None]),
            outcomes([Some(null()), None, None]),
            outcomes([None, None, Some(null())]),
        ];
        all[0][0] = outcome(Some(null()), 1);
        let groups = of(&PLAIN, &all, &|content| content);
        assert_eq!((groups.len(), groups[0].first, groups[0].build), (1, 1, 0));
    }
}
