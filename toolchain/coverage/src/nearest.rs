//! How near inputs came to what never came out: the distances of a build by the profile `distance`, least over all inputs.

use std::{collections::HashMap, path::PathBuf};

use anyhow::{Context, Result};
use fz_abi::{
    distance,
    sites::{Predicate, SiteKind},
    types::Plain,
};
use fz_binary::{GatedBranch, Image, Map, Place};
use fz_process::Segment;
use fz_records::BranchKind;

use crate::{server::Setup, visits};

/// The least distance to an outcome, and the first input that had it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    pub distance: i64,
    /// In the order of the inputs.
    pub input: usize,
}

/// A branch of the executable that an input has reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    pub place: Place,
    /// Of each outcome; 0: it came out.
    pub outcomes: Vec<Near>,
}

/// Runs inputs in a build with distances. `images`: its own. Of its libraries nothing is told.
pub fn of_inputs(images: &[Image], inputs: &[PathBuf], setup: &Setup) -> Result<Vec<Branch>> {
    let Some(executable) = images.first() else {
        return Ok(Vec::new());
    };
    let all = || {
        let branches = executable.branches.iter().flat_map(|f| &f.branches);
        branches.filter(|branch| tells(branch))
    };
    let outcomes: u64 = images.iter().map(|i| i.outcomes).sum();
    let room = (outcomes as usize).next_multiple_of(8);
    let variable = distance::SEGMENT_ENV.to_str()?.to_owned();
    let map_size = Map::of(images).size as usize;

    let branches: Vec<&GatedBranch> = all().collect();
    let by_first: HashMap<u64, usize> = branches.iter().map(|b| b.first).zip(0..).collect();
    let own = |setup: &mut Setup| {
        let segment = Segment::new(distance::segment_size(outcomes as usize));
        let segment = segment.context("cannot share memory with the program for its distances")?;
        setup.map_size = map_size;
        setup.environment.push((variable.clone(), segment.name()));
        Ok((segment, vec![None; branches.len()]))
    };
    let see = |(segment, least): &mut (Segment, Vec<Option<Branch>>), input, _: &[u8]| {
        let bytes = segment.bytes_mut();
        let header = distance::Header::read(&bytes[..distance::HEADER]);
        let touched = (header.touched as usize).min(room);
        let list = distance::touched(room);
        let firsts: Vec<u64> = bytes[list..][..touched * size_of::<u32>()]
            .chunks_exact(size_of::<u32>())
            .map(|word| u64::from(u32::from_le_bytes(word.try_into().expect("four bytes"))))
            .collect();
        let mut nearer = Vec::new();
        for first in firsts {
            let Some(number) = by_first.get(&first) else {
                continue;
            };
            let branch = branches[*number];
            let begin = distance::distances(room) + size_of::<i64>() * first as usize;
            let of_branch = &mut bytes[begin..][..size_of::<i64>() * branch.outcomes as usize];
            let news = of_branch.chunks_exact(size_of::<i64>()).map(|word| Near {
                distance: i64::from_le_bytes(word.try_into().expect("eight bytes")),
                input,
            });
            let news: Vec<Near> = news.collect();
            let is_reached = news.iter().all(|n| n.distance != distance::NOT_REACHED);
            if is_reached && merge(&mut least[*number], &branch.place, &news) {
                nearer.push((*number, news));
            }
            of_branch.fill(0xff);
        }
        let touched = std::mem::offset_of!(distance::Header, touched);
        bytes[touched..][..size_of::<u64>()].fill(0);
        nearer
    };
    let mut found: Vec<Option<Branch>> = vec![None; branches.len()];
    visits::of_inputs(inputs, setup, own, see, |nearer| {
        for (number, news) in nearer {
            merge(&mut found[number], &branches[number].place, &news);
        }
    })?;
    Ok(found.into_iter().flatten().collect())
}

/// Whether the distances of a branch are those of the input. Of a truth nothing is nearer; and whether two addresses are equal
/// may depend on where the program is loaded.
fn tells(branch: &GatedBranch) -> bool {
    match branch.kind {
        BranchKind::Of(SiteKind::Truth) => false,
        BranchKind::Of(SiteKind::Address) => !branch.predicate.is_some_and(Predicate::is_equality),
        _ => true,
    }
}

/// Whether any of them is nearer than what is known.
fn merge(known: &mut Option<Branch>, place: &Place, news: &[Near]) -> bool {
    let Some(branch) = known else {
        *known = Some(Branch {
            place: place.clone(),
            outcomes: news.to_vec(),
        });
        return true;
    };
    let mut is_nearer = false;
    for (least, new) in branch.outcomes.iter_mut().zip(news) {
        if new.distance < least.distance {
            *least = *new;
            is_nearer = true;
        }
    }
    is_nearer
}

/// The branches of a line, by their columns.
type OfLine<'a> = Vec<(u32, Vec<&'a Branch>)>;

/// The branches of a build, by where a condition of the source has them.
pub struct Places<'a> {
    /// By the name of the file without its folders, and the line.
    of_lines: HashMap<(&'a str, u32), OfLine<'a>>,
}

impl<'a> Places<'a> {
    pub fn of(branches: &'a [Branch]) -> Places<'a> {
        let mut of_lines: HashMap<_, OfLine> = HashMap::new();
        for branch in branches {
            let Place { file, line, column } = &branch.place;
            let of_line = of_lines.entry((base(file), *line)).or_default();
            match of_line.iter_mut().find(|(c, _)| c == column) {
                Some((_, same)) => same.push(branch),
                None => of_line.push((*column, vec![branch])),
            }
        }
        for of_line in of_lines.values_mut() {
            of_line.sort_by_key(|(column, _)| *column);
        }
        Places { of_lines }
    }

    /// How near inputs came to what never came out of a condition: the condition of this number among the `conditions` of a
    /// line. `None`: it is not known, as where other conditions of the line were joined or taken apart.
    pub fn nearest(&self, file: &str, line: u32, number: usize, conditions: usize) -> Option<Near> {
        let of_line = self.of_lines.get(&(base(file), line))?;
        if of_line.len() != conditions {
            return None;
        }
        let outcomes = of_line[number].1.iter().flat_map(|b| &b.outcomes);
        outcomes
            .filter(|near| near.distance > 0)
            .min_by_key(|near| (near.distance, near.input))
            .copied()
    }
}

fn base(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(line: u32, column: u32, distances: &[(i64, usize)]) -> Branch {
        let near = |(distance, input): &(i64, usize)| Near {
            distance: *distance,
            input: *input,
        };
        Branch {
            place: Place::new("/s/a.c", line, column),
            outcomes: distances.iter().map(near).collect(),
        }
    }

    #[test]
    fn conditions_of_a_line_are_told_apart_by_their_order() {
        let branches = [
            branch(3, 14, &[(0, 1), (9, 4)]),
            branch(3, 5, &[(70, 2), (0, 0)]),
            // Another copy of the first, after inlining.
            branch(3, 5, &[(20, 3), (0, 0)]),
        ];
        let places = Places::of(&branches);
        let near = |number, conditions| places.nearest("a.c", 3, number, conditions);
        assert_eq!(near(0, 2).map(|n| (n.distance, n.input)), Some((20, 3)));
        assert_eq!(near(1, 2).map(|n| (n.distance, n.input)), Some((9, 4)));
        assert_eq!(near(0, 3), None);
        assert_eq!(places.nearest("b.c", 3, 0, 2), None);
    }

    #[test]
    fn the_least_of_all_inputs_stays() {
        let mut known = None;
        let near = |distance, input| Near { distance, input };
        let place = branch(1, 1, &[]).place;
        assert!(merge(&mut known, &place, &[near(5, 0), near(0, 0)]));
        assert!(merge(&mut known, &place, &[near(2, 1), near(0, 1)]));
        assert!(!merge(&mut known, &place, &[near(2, 2), near(0, 2)]));
        assert_eq!(known.unwrap().outcomes, [near(2, 1), near(0, 0)]);
    }
}
