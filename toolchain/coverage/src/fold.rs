//! From a map that a run has left behind to the set of what it reached.

use fz_abi::decisions as abi;

use super::{
    decisions::LOST,
    identities::{Area, Program},
    sets::{Part, Set},
};

/// Which identities each position of the map counts.
pub struct Fold {
    /// Of position `p`: `parts[starts[p]..starts[p + 1]]`, parts of a set.
    starts: Vec<u32>,
    parts: Vec<Part>,
    limit: usize,
    areas: Vec<Area>,
    /// The positions of libraries that are loaded later: nobody knows what these count.
    room: std::ops::Range<usize>,
}

impl Fold {
    pub fn new(program: &Program) -> Fold {
        let size = program.map.size as usize;
        // Identities of one position tend to be neighbours: they go into a set at once.
        let mut of_positions: Vec<Vec<Part>> = vec![Vec::new(); size];
        for (identity, positions) in program.counters.iter().enumerate() {
            for position in positions {
                let parts = &mut of_positions[*position as usize];
                let new = Part::of(identity);
                let is_joined = parts.last_mut().is_some_and(|last| last.join(new));
                if !is_joined {
                    parts.push(new);
                }
            }
        }
        let ends = of_positions.iter().scan(0, |end, parts| {
            *end += parts.len() as u32;
            Some(*end)
        });
        Fold {
            starts: std::iter::once(0).chain(ends).collect(),
            parts: of_positions.concat(),
            limit: program.catalogue.identities.len(),
            areas: program.areas.clone(),
            room: size - program.map.room as usize..size,
        }
    }

    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Adds what a map says to a set. Whether libraries that nobody knows have counted.
    pub fn add(&self, map: &[u8], set: &mut Set) -> bool {
        const STEP: usize = size_of::<u64>();
        let size = self.room.start.min(map.len());
        let (words, rest) = map[..size].as_chunks::<STEP>();
        for (at, word) in words.iter().enumerate() {
            if u64::from_ne_bytes(*word) != 0 {
                for (byte, count) in word.iter().enumerate() {
                    if *count != 0 {
                        self.reach(at * STEP + byte, set);
                    }
                }
            }
        }
        for (at, count) in rest.iter().enumerate() {
            if *count != 0 {
                self.reach(words.len() * STEP + at, set);
            }
        }
        let room = map.get(self.room.clone()).unwrap_or_default();
        room.iter().any(|count| *count != 0)
    }

    /// Calls `visit` with each evaluation that a map has: its decision, and its number or [`LOST`].
    pub fn evaluations(&self, map: &[u8], mut visit: impl FnMut(usize, u64)) {
        const WORD: usize = size_of::<u64>();
        for Area {
            start,
            decision,
            ways,
        } in &self.areas
        {
            let part = map.get(*start as usize..(start + abi::bytes(*ways)) as usize);
            let part = part.unwrap_or_default();
            if *ways <= abi::BYTES {
                let seen = part.iter().zip(0..).filter(|(byte, _)| **byte != 0);
                seen.for_each(|(_, number)| visit(*decision, number));
                continue;
            }
            let (words, _) = part.as_chunks::<WORD>();
            let words = words.iter().map(|word| u64::from_ne_bytes(*word)).zip(0..);
            for (word, slot) in words.filter(|(word, _)| *word != 0) {
                match slot == abi::SLOTS {
                    true => visit(*decision, LOST),
                    false => visit(*decision, word - 1),
                }
            }
        }
    }

    fn reach(&self, position: usize, set: &mut Set) {
        let [from, to] = [position, position + 1].map(|p| self.starts[p] as usize);
        set.insert_parts(&self.parts[from..to]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identities::Catalogue;
    use fz_binary::Map;

    #[test]
    fn evaluations_stand_in_bytes_or_in_a_table() {
        let bytes = Area {
            start: 3,
            decision: 4,
            ways: 3,
        };
        let table = Area {
            start: 7,
            decision: 5,
            ways: abi::BYTES + 1,
        };
        let fold = Fold {
            starts: Vec::new(),
            parts: Vec::new(),
            limit: 0,
            areas: vec![bytes, table],
            room: 0..0,
        };
        let mut map = vec![0; 7 + abi::bytes(table.ways) as usize];
        map[5] = 1;
        map[7 + 8..][..8].copy_from_slice(&1001u64.to_ne_bytes());
        map[7 + 8 * abi::SLOTS as usize] = 1;
        let mut seen = Vec::new();
        fold.evaluations(&map, |decision, number| seen.push((decision, number)));
        assert_eq!(seen, [(4, 2), (5, 1000), (5, LOST)]);
        // A map that is too short has none.
        fold.evaluations(&map[..7], |decision, number| seen.push((decision, number)));
        assert_eq!(seen.len(), 4);
    }

    #[test]
    fn what_any_of_its_positions_counts_is_reached() {
        let program = Program {
            catalogue: Catalogue {
                identities: vec![crate::samples::identity(1); 3],
                ..Catalogue::default()
            },
            map: Map {
                size: 40,
                room: 10,
                places: Vec::new(),
                rows: Vec::new(),
            },
            counters: vec![vec![1, 9], vec![9, 29], vec![28]],
            areas: Vec::new(),
            counted: Default::default(),
        };
        let fold = Fold::new(&program);
        let reached = |positions: &[usize]| {
            let mut map = vec![0; 40];
            positions.iter().for_each(|p| map[*p] = 255);
            let mut set = Set::new(fold.limit());
            let unknown = fold.add(&map, &mut set);
            (set.iter().collect::<Vec<_>>(), unknown)
        };
        assert_eq!(reached(&[0, 2, 8]), (vec![], false));
        assert_eq!(reached(&[1]), (vec![0], false));
        assert_eq!(reached(&[9]), (vec![0, 1], false));
        assert_eq!(reached(&[28, 29]), (vec![1, 2], false));
        assert_eq!(reached(&[28, 31]), (vec![2], true));
    }
}
