//! Many inputs of a run as one compressed block, which can be read by itself.
//!
//! What is compressed (zstd), column by column; numbers as [`put_number`] writes them:
//!
//! ```text
//! how many inputs
//! names        per input: how many bytes are those of the name before, how many follow; these
//! sizes        per input
//! hashes       per input: 8 bytes, XXH3 of the contents, little-endian
//! times        per input: 0 where it is not known, 1 where the name has it (`time:123`), else 2 + milliseconds since the
//!              start of the run
//! fates        per input: see [`Fate`]
//! classes      of identities that the same inputs of the block reach: how many identities any input reaches; per such
//!              identity how many are left out before it, and its class: 0 for a new one, else 1 + how many classes are
//!              newer
//! sets         per input: how far back the input is whose set this one's is compared with (0: the empty set), and the
//!              set of the classes that are in only one of both ([`Set::write`])
//! ```

use std::collections::HashMap;

use anyhow::{Context, Result, ensure};
use xxhash_rust::xxh3::xxh3_128;

use super::sets::{Set, put_number, take_number};

/// So many inputs are in a block at most: what an interrupted collection may lose, and a reader has in memory.
pub const MOST: usize = 1024;
/// How many earlier sets each is compared with.
const WINDOW: usize = 192;
const LEVEL: i32 = 6;
/// Decompressed.
const LARGEST: usize = 1 << 28;
/// The bytes of a name. No path is so long, and each name may begin with all of the one before.
const LONGEST: usize = 1 << 14;

/// How a run over an input ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    Exit(u8),
    Signal(u8),
    TimedOut,
    /// It ended the process that it was forked from as well.
    KilledServer,
}

impl Fate {
    fn number(self) -> u64 {
        match self {
            Fate::Exit(code) => u64::from(code),
            Fate::Signal(signal) => 256 + u64::from(signal),
            Fate::TimedOut => 512,
            Fate::KilledServer => 513,
        }
    }

    fn of(number: u64) -> Result<Fate> {
        Ok(match number {
            0..=255 => Fate::Exit(number as u8),
            256..=511 => Fate::Signal((number - 256) as u8),
            512 => Fate::TimedOut,
            513 => Fate::KilledServer,
            _ => anyhow::bail!("says that an input ended by {number}, which is unknown"),
        })
    }

    pub fn is_crash(self) -> bool {
        matches!(self, Fate::Signal(_) | Fate::KilledServer)
    }
}

/// An input that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Below the folder that was named; as the run knows it on every machine.
    pub name: Vec<u8>,
    pub size: u64,
    pub hash: u64,
    /// Milliseconds since the start of the run, where that is known.
    pub time: Option<u64>,
    pub fate: Fate,
    pub set: Set,
}

/// Of inputs of a store with so many identities: at most [`MOST`].
pub fn write(inputs: &[Input], limit: usize) -> Vec<u8> {
    let mut out = Vec::new();
    put_number(&mut out, inputs.len() as u64);
    let mut last: &[u8] = &[];
    for Input { name, .. } in inputs {
        let same = name.iter().zip(last).take_while(|(a, b)| a == b).count();
        put_number(&mut out, same as u64);
        put_number(&mut out, (name.len() - same) as u64);
        out.extend_from_slice(&name[same..]);
        last = name;
    }
    inputs.iter().for_each(|i| put_number(&mut out, i.size));
    for input in inputs {
        out.extend_from_slice(&input.hash.to_le_bytes());
    }
    inputs
        .iter()
        .for_each(|i| put_number(&mut out, time_number(i)));
    inputs
        .iter()
        .for_each(|i| put_number(&mut out, i.fate.number()));
    let classes = Classes::of(inputs, limit);
    classes.write(&mut out);
    let sets = classes.sets(inputs);
    let empty = Set::new(classes.count);
    let mut different: Vec<usize> = Vec::new();
    let mut known: HashMap<&Set, usize> = HashMap::new();
    for (at, set) in sets.iter().enumerate() {
        // Most inputs reach what others do.
        if let Some(same) = known.get(set) {
            put_number(&mut out, (at - same) as u64);
            empty.write(&mut out);
            continue;
        }
        let earlier = different.iter().rev().take(WINDOW);
        let nearest = earlier
            .map(|e| (sets[*e].distance(set), at - e))
            .chain([(set.len(), 0)])
            .min()
            .expect("there is the empty set");
        let (_, back) = nearest;
        let mut difference = set.clone();
        difference.differ(if back == 0 { &empty } else { &sets[at - back] });
        put_number(&mut out, back as u64);
        difference.write(&mut out);
        known.insert(set, at);
        different.push(at);
    }
    zstd::bulk::compress(&out, LEVEL).expect("memory is written to")
}

/// `limit`: how many identities the store has.
pub fn read(data: &[u8], limit: usize) -> Result<Vec<Input>> {
    Ok(Block::read(data, limit)?.take(limit, |_| true))
}

/// A block as it is stored: what counts over many inputs is faster class by class.
pub struct Block {
    /// Without their sets.
    pub inputs: Vec<Input>,
    /// By input: the classes that it reaches.
    pub sets: Vec<Set>,
    classes: Classes,
}

impl Block {
    pub fn of(mut inputs: Vec<Input>, limit: usize) -> Block {
        let classes = Classes::of(&inputs, limit);
        let sets = classes.sets(&inputs);
        inputs
            .iter_mut()
            .for_each(|input| input.set = Set::default());
        Block {
            inputs,
            sets,
            classes,
        }
    }

    pub fn read(data: &[u8], limit: usize) -> Result<Block> {
        let size = zstd::zstd_safe::get_frame_content_size(data)
            .ok()
            .flatten()
            .context("is no compressed block")?;
        ensure!(
            size <= LARGEST as u64,
            "says that it has {size} bytes, which no block has"
        );
        let bytes =
            zstd::bulk::decompress(data, size as usize).context("cannot be decompressed")?;
        let from = &mut &bytes[..];
        let count = take_number(from)? as usize;
        ensure!(count <= MOST, "has {count} inputs, which no block has");
        let mut names: Vec<Vec<u8>> = Vec::with_capacity(count);
        for _ in 0..count {
            let (same, more) = (take_number(from)? as usize, take_number(from)? as usize);
            let last = names.last().map_or(&[][..], |n| n);
            let mut name = last.get(..same).context("has half a name")?.to_vec();
            name.extend_from_slice(take(from, more)?);
            ensure!(name.len() <= LONGEST, "has a name that no file has");
            names.push(name);
        }
        let mut column = |read: fn(&mut &[u8]) -> Result<u64>| -> Result<Vec<u64>> {
            (0..count).map(|_| read(from)).collect()
        };
        let sizes = column(take_number)?;
        let hashes = column(|from| Ok(u64::from_le_bytes(take(from, 8)?.try_into()?)))?;
        let times = column(take_number)?;
        let fates = column(take_number)?;
        let classes = Classes::read(from, limit)?;
        let mut sets: Vec<Set> = Vec::with_capacity(count);
        let mut inputs: Vec<Input> = Vec::with_capacity(count);
        for (at, name) in names.into_iter().enumerate() {
            let back = take_number(from)? as usize;
            let mut set = Set::read(from, classes.count)?;
            if back > 0 {
                let base = at.checked_sub(back).context("begins with a difference")?;
                set.differ(&sets[base]);
            }
            inputs.push(Input {
                time: time_of(times[at], &name),
                name,
                size: sizes[at],
                hash: hashes[at],
                fate: Fate::of(fates[at])?,
                set: Set::default(),
            });
            sets.push(set);
        }
        ensure!(from.is_empty(), "has {} bytes too many", from.len());
        Ok(Block {
            inputs,
            sets,
            classes,
        })
    }

    /// Takes inputs out of it, with their sets.
    pub fn take(&mut self, limit: usize, mut is_wanted: impl FnMut(&Input) -> bool) -> Vec<Input> {
        let mut taken = Vec::new();
        let inputs = std::mem::take(&mut self.inputs).into_iter();
        for (mut input, set) in inputs.zip(std::mem::take(&mut self.sets)) {
            if is_wanted(&input) {
                input.set = self.classes.members(&set, limit);
                taken.push(input);
            } else {
                self.inputs.push(input);
                self.sets.push(set);
            }
        }
        taken
    }

    /// How many classes there are.
    pub fn classes(&self) -> usize {
        self.classes.count
    }

    /// Identities that any input reaches, in their order, and their classes.
    pub fn members(&self) -> &[(usize, usize)] {
        &self.classes.of
    }
}

/// The milliseconds since its start that AFL++ writes into a name.
pub fn time_in_name(name: &[u8]) -> Option<u64> {
    let file = name.rsplit(|b| *b == b'/').next()?;
    let mut parts = file.split(|b| *b == b',');
    let time = parts.find_map(|part| part.strip_prefix(b"time:"))?;
    std::str::from_utf8(time).ok()?.parse().ok()
}

fn time_number(input: &Input) -> u64 {
    match input.time {
        None => 0,
        time if time == time_in_name(&input.name) => 1,
        Some(time) => time.saturating_add(2),
    }
}

fn time_of(number: u64, name: &[u8]) -> Option<u64> {
    match number {
        0 => None,
        1 => time_in_name(name),
        _ => Some(number - 2),
    }
}

/// Identities that the same inputs of a block reach. A line, its edges and outcomes mostly are such, and there are far
/// fewer classes than identities.
struct Classes {
    count: usize,
    /// Identities that are reached at all, and their classes.
    of: Vec<(usize, usize)>,
}

impl Classes {
    fn of(inputs: &[Input], limit: usize) -> Classes {
        // The sum of random numbers of the inputs that reach it: 128 bits tell any two sums apart.
        let mut sums = vec![0u128; limit];
        for (at, input) in inputs.iter().enumerate() {
            let number = xxh3_128(&at.to_le_bytes()) | 1;
            for identity in input.set.iter() {
                sums[identity] = sums[identity].wrapping_add(number);
            }
        }
        let mut classes: HashMap<u128, usize> = HashMap::new();
        let reached = sums.iter().enumerate().filter(|(_, sum)| **sum != 0);
        let of = reached.map(|(identity, sum)| {
            let next = classes.len();
            (identity, *classes.entry(*sum).or_insert(next))
        });
        Classes {
            of: of.collect(),
            count: classes.len(),
        }
    }

    /// By input: the classes that it reaches. What reaches one identity of a class reaches all.
    fn sets(&self, inputs: &[Input]) -> Vec<Set> {
        let members = self.members_of_each();
        let of = |input: &Input| {
            let reached = (0..).zip(&members).filter(|(_, m)| input.set.contains(**m));
            Set::of(self.count, reached.map(|(class, _)| class))
        };
        inputs.iter().map(of).collect()
    }

    /// An identity of each class.
    fn members_of_each(&self) -> Vec<usize> {
        let mut members = Vec::with_capacity(self.count);
        for (identity, class) in &self.of {
            if *class == members.len() {
                members.push(*identity);
            }
        }
        members
    }

    /// The other way round.
    fn members(&self, classes: &Set, limit: usize) -> Set {
        let reached = self.of.iter().filter(|(_, c)| classes.contains(*c));
        Set::of(limit, reached.map(|(identity, _)| *identity))
    }

    fn write(&self, out: &mut Vec<u8>) {
        put_number(out, self.of.len() as u64);
        let (mut last, mut known) = (0, 0);
        for (identity, class) in &self.of {
            put_number(out, (identity - last) as u64);
            last = identity + 1;
            put_number(
                out,
                if *class == known {
                    0
                } else {
                    (known - class) as u64
                },
            );
            known += usize::from(*class == known);
        }
    }

    fn read(from: &mut &[u8], limit: usize) -> Result<Classes> {
        let reached = take_number(from)?;
        let mut classes = Classes {
            count: 0,
            of: Vec::new(),
        };
        let mut next = 0usize;
        for _ in 0..reached {
            let (gap, back) = (take_number(from)?, take_number(from)?);
            let identity = next.checked_add(usize::try_from(gap)?);
            let identity = identity.filter(|i| *i < limit);
            let identity =
                identity.with_context(|| format!("has numbers beyond the {limit} identities"))?;
            let class = match back {
                0 => classes.count,
                _ => classes
                    .count
                    .checked_sub(usize::try_from(back)?)
                    .context("has a class that is not there")?,
            };
            classes.count = classes.count.max(class + 1);
            classes.of.push((identity, class));
            next = identity + 1;
        }
        Ok(classes)
    }
}

fn take<'a>(from: &mut &'a [u8], count: usize) -> Result<&'a [u8]> {
    let (taken, rest) = from.split_at_checked(count).context("ends too early")?;
    *from = rest;
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIMIT: usize = 200;

    prop_compose! {
        fn input()(
            name in proptest::collection::vec(any::<u8>(), 0..20), size: u64, hash: u64,
            time in proptest::option::of(0..u64::MAX - 2), fate in 0u64..514,
            numbers in proptest::collection::vec(0..LIMIT, 0..40),
        ) -> Input {
            Input { name, size, hash, time, fate: Fate::of(fate).unwrap(), set: Set::of(LIMIT, numbers) }
        }
    }

    proptest! {
        #[test]
        fn blocks_are_read_as_they_were_written(inputs in proptest::collection::vec(input(), 0..50)) {
            prop_assert_eq!(read(&write(&inputs, LIMIT), LIMIT).unwrap(), inputs);
        }

        /// A sum beside each block finds broken ones; this is about never panicking.
        #[test]
        fn broken_blocks_are_refused_or_read(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = read(&zstd::bulk::compress(&bytes, 1).unwrap(), LIMIT);
            let _ = read(&bytes, LIMIT);
        }
    }

    /// Names as AFL++ gives them, and sets that differ little.
    #[test]
    fn inputs_that_add_little_are_small() {
        let limit = 20_000;
        let inputs: Vec<Input> = (0..MOST)
            .map(|n| {
                let name = format!(
                    "queue/id:{n:06},src:{:06},time:{},execs:{},op:havoc,rep:2",
                    n / 3,
                    n * 977,
                    n * 5003
                );
                let common = (0..2000).map(|i| i * 3);
                Input {
                    hash: xxhash_rust::xxh3::xxh3_64(name.as_bytes()),
                    name: name.into_bytes(),
                    size: 100 + n as u64 % 37,
                    time: Some(n as u64 * 977),
                    fate: Fate::Exit(0),
                    set: Set::of(
                        limit,
                        common.chain((0..8).map(|i| (n * 7919 + i * 389) % limit)),
                    ),
                }
            })
            .collect();
        let size = write(&inputs, limit).len();
        assert!(size < MOST * 70, "{size} bytes");
    }
}
