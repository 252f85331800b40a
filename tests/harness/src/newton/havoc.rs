//! Few mutations at once, of the kinds that afl-fuzz stacks in its havoc stage.

use crate::random::Random;

/// Stacked mutations of one mutant.
const MOST: usize = 3;
/// The most that is added or subtracted, as with afl-fuzz.
const ARITHMETIC: usize = 35;
/// Growth ends here.
const LONGEST: usize = 512;

const INTERESTING: [i32; 27] = [
    -128,
    -1,
    0,
    1,
    16,
    32,
    64,
    100,
    127,
    -32768,
    -129,
    128,
    255,
    256,
    512,
    1000,
    1024,
    4096,
    32767,
    i32::MIN,
    -100_663_046,
    -32769,
    32768,
    65535,
    65536,
    100_663_045,
    i32::MAX,
];

pub fn mutant(input: &[u8], random: &mut Random) -> Vec<u8> {
    let mut mutant = input.to_vec();
    for _ in 0..random.within(1, MOST) {
        mutate(&mut mutant, random);
    }
    mutant
}

fn mutate(input: &mut Vec<u8>, random: &mut Random) {
    if input.is_empty() {
        input.push(random.byte());
        return;
    }
    let at = random.below(input.len());
    match random.below(10) {
        0 => input[at] ^= 1 << random.below(8),
        1 => input[at] ^= random.within(1, 255) as u8,
        2 => {
            let value = i64::from(*random.pick(&INTERESTING));
            word(input, random, |_| value);
        }
        3..=5 => {
            let by = random.within(1, ARITHMETIC) as i64;
            let by = if random.chance(50) { by } else { -by };
            word(input, random, |old| old.wrapping_add(by));
        }
        6 => {
            let (from, to, size) = blocks(input.len(), random);
            input.copy_within(from..from + size, to);
        }
        7 => {
            let (_, to, size) = blocks(input.len(), random);
            let value = random.byte();
            input[to..to + size].fill(value);
        }
        8 if input.len() > 1 => {
            let (_, from, size) = blocks(input.len() - 1, random);
            input.drain(from..from + size);
        }
        _ if input.len() < LONGEST => {
            let (from, to, size) = blocks(input.len(), random);
            let block = match random.chance(75) {
                true => input[from..from + size].to_vec(),
                false => vec![random.byte(); size],
            };
            input.splice(to..to, block);
        }
        _ => input[at] = random.byte(),
    }
}

/// Two places, each with room for a block of this size after it.
fn blocks(length: usize, random: &mut Random) -> (usize, usize, usize) {
    let size = random.within(1, length.min(32));
    let places = length - size + 1;
    (random.below(places), random.below(places), size)
}

/// Changes a number of one, two, four or eight bytes, in either byte order.
fn word(input: &mut [u8], random: &mut Random, change: impl Fn(i64) -> i64) {
    let size = (1 << random.below(4)).min(1 << input.len().ilog2());
    let at = random.below(input.len() - size + 1);
    let bytes = &mut input[at..at + size];
    let is_big = random.chance(50);
    let mut wide = [0; 8];
    if is_big {
        bytes.reverse();
    }
    wide[..size].copy_from_slice(bytes);
    let new = change(i64::from_le_bytes(wide)).to_le_bytes();
    bytes.copy_from_slice(&new[..size]);
    if is_big {
        bytes.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, mutant};
    use crate::random::Random;

    #[test]
    fn mutants_of_every_length_stay_within_bounds() {
        let mut random = Random::new(1);
        for length in 0..80 {
            let input = random.bytes(length);
            let mut changed = 0;
            for _ in 0..200 {
                let mutant = mutant(&input, &mut random);
                assert!(mutant.len() <= length.max(LONGEST) + 3 * 32);
                changed += usize::from(mutant != input);
            }
            assert!(changed > 100, "{length}: {changed}");
        }
    }
}
