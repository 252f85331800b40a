//! The inputs of a generated program. Each of its conditions looks at a region of the input of its own, and names
//! contents that matter to it; inputs are put together from those.

use fz_harness::random::Random;

/// Bytes that one condition looks at.
#[derive(Debug, Clone)]
struct Region {
    length: usize,
    /// What the region may hold, shorter than it or longer; the first is what the condition waits for.
    contents: Vec<Vec<u8>>,
}

/// Where a program's input is looked at.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    regions: Vec<Region>,
    size: usize,
}

impl Layout {
    /// Adds a region; returns its offset.
    pub fn region(&mut self, length: usize, contents: Vec<Vec<u8>>) -> usize {
        let at = self.size;
        self.size += length;
        self.regions.push(Region { length, contents });
        at
    }

    pub fn size(&self) -> usize {
        self.size
    }

    /// `count` inputs: nothing, noise, everything that is waited for, and mixtures.
    pub fn inputs(&self, random: &mut Random, count: usize) -> Vec<Vec<u8>> {
        let mut inputs = vec![
            Vec::new(),
            random.bytes(self.size),
            self.filled(random, |_, _| Choice::Content(0)),
        ];
        while inputs.len() < count {
            // Some inputs get nearly everything right: else what lies deep is never reached.
            let right = *random.pick(&[20, 50, 80, 95]);
            let mut input = self.filled(random, |random, contents| {
                if contents > 0 && random.chance(right) {
                    Choice::Content(0)
                } else if contents > 0 && random.chance(85) {
                    Choice::Content(random.below(contents))
                } else {
                    Choice::Noise
                }
            });
            if random.chance(10) {
                input.truncate(random.below(self.size + 1));
            } else if random.chance(10) {
                input.extend(random.bytes(40));
            }
            inputs.push(input);
        }
        inputs.truncate(count);
        inputs
    }

    fn filled(
        &self,
        random: &mut Random,
        mut choose: impl FnMut(&mut Random, usize) -> Choice,
    ) -> Vec<u8> {
        let mut input = Vec::with_capacity(self.size);
        for region in &self.regions {
            let mut bytes = match choose(random, region.contents.len()) {
                Choice::Content(at) if at < region.contents.len() => region.contents[at].clone(),
                _ => random.bytes(region.length),
            };
            bytes.resize(region.length, 0);
            input.extend(bytes);
        }
        input
    }
}

enum Choice {
    Content(usize),
    Noise,
}

/// `bytes`, and what is nearly that: prefixes, bytes that are off, other case, more of it.
pub fn near(random: &mut Random, bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![bytes.to_vec()];
    let changed = |at: usize, f: &dyn Fn(u8) -> u8| {
        let mut copy = bytes.to_vec();
        if let Some(byte) = copy.get_mut(at) {
            *byte = f(*byte);
        }
        copy
    };
    let last = bytes.len().saturating_sub(1);
    let somewhere = random.below(bytes.len().max(1));
    all.push(changed(0, &|b| b.wrapping_add(1)));
    all.push(changed(last, &|b| b.wrapping_sub(1)));
    all.push(changed(somewhere, &|b| b ^ 0x80));
    all.push(changed(somewhere, &|b| b ^ 0x20));
    all.push(bytes[..bytes.len() / 2].to_vec());
    all.push(bytes[..last].to_vec());
    let flip = |b: &u8| {
        if b.is_ascii_alphabetic() {
            b ^ 0x20
        } else {
            *b
        }
    };
    all.push(bytes.iter().map(flip).collect());
    all.push([bytes, b"z"].concat());
    all
}

#[cfg(test)]
mod tests {
    use super::{Layout, near};
    use fz_harness::random::Random;

    #[test]
    fn an_input_has_everything_in_its_place() {
        let mut layout = Layout::default();
        assert_eq!(layout.region(3, vec![b"ab".to_vec()]), 0);
        assert_eq!(layout.region(2, vec![b"xyz".to_vec()]), 3);
        let inputs = layout.inputs(&mut Random::new(1), 20);
        assert_eq!(inputs.len(), 20);
        assert_eq!(inputs[0], b"");
        assert_eq!(inputs[2], b"ab\0xy");
    }

    #[test]
    fn what_is_near_begins_with_the_thing_itself() {
        let all = near(&mut Random::new(1), b"Key");
        assert_eq!(all[0], b"Key");
        assert!(all.contains(&b"kEY".to_vec()) && all.contains(&b"Ke".to_vec()));
        assert_eq!(near(&mut Random::new(1), b"")[0], b"");
    }
}
