//! Inputs made from seeds, the same ones every time.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Result;

use fz_harness::random::Random;
use xtask::repo;

/// Larger inputs are cut.
pub const BYTES: usize = 4 << 10;

/// Values at which programs change their minds.
const INTERESTING: &[u8] = &[
    0, 1, 7, 8, 16, 31, 32, 63, 64, 99, 100, 127, 128, 192, 224, 254, 255,
];

/// Writes the seeds and what is made of them, `count` files in all, into `dir`, which is made anew.
pub fn write(seeds: &[PathBuf], count: usize, dir: &Path) -> Result<Vec<PathBuf>> {
    let seeds: Vec<Vec<u8>> = seeds.iter().map(fs::read).collect::<Result<_, _>>()?;
    repo::fresh(dir)?;
    let mut paths = Vec::new();
    for (at, input) in inputs(&seeds, count).iter().enumerate() {
        let path = dir.join(format!("{at:06}"));
        fs::write(&path, input)?;
        paths.push(path);
    }
    Ok(paths)
}

fn inputs(seeds: &[Vec<u8>], count: usize) -> Vec<Vec<u8>> {
    let mut random = Random::new(1);
    let mut inputs: Vec<Vec<u8>> = seeds.iter().take(count).cloned().collect();
    while inputs.len() < count {
        // Mutants of mutants reach further; mutants of seeds keep their shape.
        let from = if random.below(3) == 0 { &inputs } else { seeds };
        let mut input = random.pick(from).clone();
        for _ in 0..1 << random.below(5) {
            mutate(&mut input, seeds, &mut random);
        }
        input.truncate(BYTES);
        // afl-showmap passes over empty files.
        if input.is_empty() {
            input.push(b'\n');
        }
        inputs.push(input);
    }
    inputs
}

fn mutate(data: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    if data.is_empty() {
        data.push(random.byte());
    }
    let at = random.below(data.len());
    match random.below(12) {
        0 | 1 => data[at] ^= 1 << random.below(8),
        2 => data[at] = random.byte(),
        3 => data[at] = *random.pick(INTERESTING),
        4 => {
            data[at] = data[at]
                .wrapping_add(random.below(71) as u8)
                .wrapping_sub(35)
        }
        5 => {
            let block = block(data, random);
            data.drain(block);
        }
        6 => {
            let copy = data[block(data, random)].to_vec();
            data.splice(at..at, copy);
        }
        7 => {
            let other = random.pick(seeds);
            if !other.is_empty() {
                let block = other[block(other, random)].to_vec();
                data.splice(at..at, block);
            }
        }
        8 => {
            let copy = data[block(data, random)].to_vec();
            let end = (at + copy.len()).min(data.len());
            data[at..end].copy_from_slice(&copy[..end - at]);
        }
        9 => {
            // A splice: the head of one, the tail of another.
            let other = random.pick(seeds);
            data.truncate(at);
            data.extend_from_slice(&other[random.below(other.len() + 1)..]);
        }
        10 => data.truncate(at.max(data.len() / 2)),
        _ => {
            let digit = data.iter().position(u8::is_ascii_digit);
            data[digit.unwrap_or(at)] = b'0' + random.below(10) as u8;
        }
    }
}

/// A block of `data`, short more often than long.
fn block(data: &[u8], random: &mut Random) -> Range<usize> {
    let start = random.below(data.len());
    let longest = (data.len() - start).min(1 << random.below(9));
    start..start + 1 + random.below(longest)
}

#[cfg(test)]
mod tests {
    use super::{BYTES, inputs};

    #[test]
    fn inputs_are_bounded_and_always_the_same() {
        let seeds = [b"<a b='1'>text</a>".to_vec(), vec![7; 5000], b"x".to_vec()];
        let made = inputs(&seeds, 500);
        assert_eq!(made, inputs(&seeds, 500));
        assert_eq!(made.len(), 500);
        let fits = |input: &Vec<u8>| (1..=BYTES).contains(&input.len());
        assert!(made[seeds.len()..].iter().all(fits));
        let distinct: std::collections::BTreeSet<_> = made.iter().collect();
        assert!(distinct.len() > 400);
    }
}
