//! A generated compare: a C function, inputs that come closer to making it true, and inputs that may confuse it.

use fz_harness::random::Random;

use super::kind::Kind;

/// What a compare reads: `INPUT` in `tests/bench/compares/compares.h`.
pub const INPUT: usize = 64;
/// Where the second operand stands.
pub const SECOND: usize = 32;

pub type Input = [u8; INPUT];

pub struct Compare {
    pub kind: Kind,
    /// The body of a C function of `in`.
    pub body: String,
    /// Ways from all wrong to all right: each input has one more right byte than the one before.
    pub ways: Vec<Vec<Input>>,
    /// Other inputs, for which the result has to be right too.
    pub others: Vec<Input>,
}

/// An input that is wrong in every byte that matters, and one that is right.
#[derive(Clone, Copy)]
pub struct Ends {
    pub wrong: Input,
    pub right: Input,
}

impl Ends {
    pub fn new() -> Ends {
        Ends {
            wrong: [0; INPUT],
            right: [0; INPUT],
        }
    }

    /// A byte that has to be as it is.
    pub fn byte(&mut self, at: usize, wrong: u8, right: u8) {
        self.wrong[at] = wrong;
        self.right[at] = right;
    }

    /// Bytes that are given.
    pub fn both(&mut self, at: usize, bytes: &[u8]) {
        self.wrong[at..at + bytes.len()].copy_from_slice(bytes);
        self.right[at..at + bytes.len()].copy_from_slice(bytes);
    }

    /// From wrong to right, the bytes at `order` one by one.
    fn way(&self, order: &[usize]) -> Vec<Input> {
        let mut input = self.wrong;
        let mut way = vec![input];
        for &at in order {
            input[at] = self.right[at];
            way.push(input);
        }
        way
    }
}

impl Compare {
    /// One whose bytes have an order in which any sensible implementation looks at them.
    pub fn in_order(
        kind: Kind,
        body: String,
        ends: Ends,
        order: &[usize],
        random: &mut Random,
    ) -> Compare {
        Compare {
            kind,
            body,
            ways: vec![ends.way(order)],
            others: others(&ends.right, order, random),
        }
    }

    /// One that may be taken from either end.
    pub fn either_way(
        kind: Kind,
        body: String,
        ends: Ends,
        order: &[usize],
        random: &mut Random,
    ) -> Compare {
        let mut compare = Compare::in_order(kind, body, ends, order, random);
        let back: Vec<usize> = order.iter().rev().copied().collect();
        compare.ways.push(ends.way(&back));
        compare
    }

    /// All inputs, those of the ways first.
    pub fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.ways.iter().flatten().chain(&self.others)
    }
}

/// Neighbours of the right input, and a few from nowhere.
fn others(right: &Input, order: &[usize], random: &mut Random) -> Vec<Input> {
    let mut others = vec![[0; INPUT], [0xff; INPUT], *right];
    for &at in order {
        for at in [at, at + SECOND] {
            let Some(&byte) = right.get(at) else { continue };
            for other in [byte.wrapping_add(1), byte.wrapping_sub(1), byte ^ 0x80, 0] {
                let mut input = *right;
                input[at] = other;
                others.push(input);
            }
        }
    }
    for _ in 0..4 {
        others.push(std::array::from_fn(|_| random.byte()));
    }
    others
}

/// A byte with room below and above it that does not cross the sign.
pub fn digit(random: &mut Random) -> u8 {
    let low = 0x10 + random.below(0x60) as u8;
    low | (random.byte() & 0x80)
}

/// Anything but 0.
pub fn nonzero(random: &mut Random) -> u8 {
    1 + random.below(255) as u8
}

#[cfg(test)]
mod tests {
    use super::Ends;

    #[test]
    fn each_step_sets_one_more_byte_right() {
        let mut ends = Ends::new();
        ends.byte(3, 1, 2);
        ends.byte(5, 1, 7);
        ends.both(32, &[9]);
        let way = ends.way(&[5, 3]);
        assert_eq!(way.len(), 3);
        assert_eq!((way[0][5], way[1][5], way[1][3], way[2][3]), (1, 7, 1, 2));
        assert!(way.iter().all(|input| input[32] == 9));
        assert_eq!(way[2], ends.right);
    }
}
