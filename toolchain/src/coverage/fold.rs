//! From a map that a run has left behind to the set of what it reached.

use super::{identities::Program, sets::Set};

/// Which identities each position of the map counts.
pub struct Fold {
    /// Of position `p`: `identities[starts[p]..starts[p + 1]]`.
    starts: Vec<u32>,
    identities: Vec<u32>,
    limit: usize,
    /// The positions of libraries that are loaded later: nobody knows what these count.
    room: std::ops::Range<usize>,
}

impl Fold {
    pub fn new(program: &Program) -> Fold {
        let size = program.map.size as usize;
        let mut starts = vec![0u32; size + 2];
        for position in program.counters.iter().flatten() {
            starts[*position as usize + 2] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut identities = vec![0; starts[size + 1] as usize];
        for (identity, positions) in (0..).zip(&program.counters) {
            for position in positions {
                let next = &mut starts[*position as usize + 1];
                identities[*next as usize] = identity;
                *next += 1;
            }
        }
        Fold {
            starts,
            identities,
            limit: program.catalogue.identities.len(),
            room: size - program.map.room as usize..size,
        }
    }

    pub fn limit(&self) -> usize {
        self.limit
    }

    fn identities(&self, position: usize) -> &[u32] {
        let [from, to] = [position, position + 1].map(|p| self.starts[p] as usize);
        &self.identities[from..to]
    }
}

/// The set of one map after the other. Only where a map differs from the one before there is something to do.
pub struct Folded<'a> {
    fold: &'a Fold,
    /// Of the last map: [`counted`] of each word.
    last: Vec<u64>,
    /// How many positions reach each identity.
    reached: Vec<u32>,
    set: Set,
}

const STEP: usize = size_of::<u64>();

impl<'a> Folded<'a> {
    pub fn new(fold: &'a Fold) -> Folded<'a> {
        Folded {
            last: vec![0; fold.room.start.div_ceil(STEP)],
            reached: vec![0; fold.limit],
            set: Set::new(fold.limit),
            fold,
        }
    }

    /// What a map says. Whether libraries that nobody knows have counted, too.
    pub fn of(&mut self, map: &[u8]) -> (&Set, bool) {
        let known = &map[..self.fold.room.start.min(map.len())];
        let (words, rest) = known.as_chunks::<STEP>();
        let mut tail = [0; STEP];
        tail[..rest.len()].copy_from_slice(rest);
        for at in 0..self.last.len() {
            let word = words.get(at).unwrap_or(match at == words.len() {
                true => &tail,
                false => &[0; STEP],
            });
            let now = counted(u64::from_le_bytes(*word));
            let mut changed = self.last[at] ^ now;
            self.last[at] = now;
            while changed != 0 {
                let bit = changed & changed.wrapping_neg();
                let position = at * STEP + bit.trailing_zeros() as usize / 8;
                self.change(position, now & bit != 0);
                changed ^= bit;
            }
        }
        let room = map.get(self.fold.room.clone()).unwrap_or_default();
        (&self.set, room.iter().any(|count| *count != 0))
    }

    fn change(&mut self, position: usize, is_counted: bool) {
        for identity in self.fold.identities(position) {
            let identity = *identity as usize;
            let reached = &mut self.reached[identity];
            match is_counted {
                true => *reached += 1,
                false => *reached -= 1,
            }
            match (is_counted, *reached) {
                (true, 1) => self.set.insert(identity),
                (false, 0) => self.set.remove(identity),
                _ => {}
            }
        }
    }
}

/// The highest bit of each byte that is not 0.
fn counted(word: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    (((word & LOW) + LOW) | word) & !LOW
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{coverage::identities::Catalogue, program::Map};

    #[test]
    fn what_any_of_its_positions_counts_is_reached() {
        let program = Program {
            catalogue: Catalogue {
                identities: vec![crate::coverage::store::tests::identity(1); 3],
                ..Catalogue::default()
            },
            map: Map {
                size: 40,
                room: 10,
                places: Vec::new(),
                rows: Vec::new(),
            },
            counters: vec![vec![1, 9], vec![9, 29], vec![28]],
        };
        let fold = Fold::new(&program);
        let mut folded = Folded::new(&fold);
        let mut reached = |positions: &[usize]| {
            let mut map = vec![0; 40];
            positions.iter().for_each(|p| map[*p] = 255);
            let (set, unknown) = folded.of(&map);
            (set.iter().collect::<Vec<_>>(), unknown)
        };
        assert_eq!(reached(&[0, 2, 8]), (vec![], false));
        assert_eq!(reached(&[1]), (vec![0], false));
        assert_eq!(reached(&[9]), (vec![0, 1], false));
        assert_eq!(reached(&[28, 29]), (vec![1, 2], false));
        assert_eq!(reached(&[28, 31]), (vec![2], true));
        assert_eq!(reached(&[1, 29]), (vec![0, 1], false));
        assert_eq!(reached(&[9, 1]), (vec![0, 1], false));
        assert_eq!(reached(&[]), (vec![], false));
    }
}
