//! A file with a fuzzer's map, or with what afl-showmap prints: which bytes of the map were hit. Or AFL++'s fuzzer_stats, if it
//! says which bytes are unstable.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{Read, stdin},
    path::Path,
};

use anyhow::{Context, Result, ensure};

/// What a file says of the bytes of a map.
#[derive(Debug, PartialEq, Eq)]
pub enum Hits {
    /// How often each was counted, or its bucket.
    Counts(BTreeMap<u64, u64>),
    /// Which buckets of each were seen: a bit for each of [`BUCKETS`].
    Seen(BTreeMap<u64, u8>),
    /// Those that an input hit in some of its runs only, or not as often in each.
    Unstable(BTreeSet<u64>),
}

/// What AFL tells apart of counts.
const BUCKETS: [&str; 8] = ["1", "2", "3", "4-7", "8-15", "16-31", "32-127", "128+"];

pub fn buckets(seen: u8) -> impl Iterator<Item = &'static str> {
    let is_seen = move |bit: &usize| seen >> bit & 1 != 0;
    (0..BUCKETS.len()).filter(is_seen).map(|bit| BUCKETS[bit])
}

/// In a fuzzer's own map (fuzz_bitmap) a bit is gone once its bucket was seen.
const UNSEEN: u8 = 0xff;

/// Each run leaves a 1 in the first byte of the map, or the fuzzer takes it away.
fn is_head_of_counts(byte: u8) -> bool {
    byte <= 1
}

fn is_head_of_unseen(byte: u8) -> bool {
    !byte <= 1
}

impl Hits {
    /// `-` is the standard input, and `size` is that of the program's map.
    pub fn read(file: &Path, size: u64) -> Result<Hits> {
        Hits::of(&read(file, size)?, size)
    }

    /// `size` is that of the program's map.
    pub fn of(data: &[u8], size: u64) -> Result<Hits> {
        let head = *data
            .first()
            .context("it is empty: did the program run, with its map?")?;
        let is_raw = is_head_of_counts(head) || is_head_of_unseen(head);
        let hits = match std::str::from_utf8(data) {
            Ok(text) if !is_raw && is_stats(text) => Hits::Unstable(unstable(text)?),
            Ok(text) if !is_raw => Hits::Counts(tuples(text)?),
            _ => bytes(data, size)?,
        };
        if let Some(last) = hits.values().map(|(offset, _)| offset).last() {
            ensure!(
                last < size,
                "it names byte {last}, beyond the {size} of the program's map: was it made by another build?"
            );
        }
        Ok(hits)
    }

    /// By offset: a count, the bits of buckets, or 1.
    pub fn values(&self) -> Box<dyn Iterator<Item = (u64, u64)> + '_> {
        match self {
            Hits::Counts(counts) => Box::new(counts.iter().map(|(o, n)| (*o, *n))),
            Hits::Seen(seen) => Box::new(seen.iter().map(|(o, bits)| (*o, u64::from(*bits)))),
            Hits::Unstable(offsets) => Box::new(offsets.iter().map(|o| (*o, 1))),
        }
    }
}

/// More than any map has.
const MOST: u64 = 1 << 30;

/// `size` is that of the program's map.
fn read(file: &Path, size: u64) -> Result<Vec<u8>> {
    if file.as_os_str() == "-" {
        return read_up_to(MOST, stdin().lock(), size);
    }
    let opened = File::open(file).context("cannot read it")?;
    // Pipes and devices have no length: of these the reading tells.
    let len = opened.metadata().context("cannot read it")?.len();
    ensure!(
        len <= MOST,
        "it has {len} bytes, and the program's map {size}: no map is that large; name what afl-showmap or afl-fuzz wrote"
    );
    read_up_to(MOST, opened, size)
}

fn read_up_to(most: u64, input: impl Read, size: u64) -> Result<Vec<u8>> {
    let mut data = Vec::new();
    input
        .take(most + 1)
        .read_to_end(&mut data)
        .context("cannot read it")?;
    ensure!(
        data.len() as u64 <= most,
        "it has more than {most} bytes, and the program's map {size}: no map is that large; name what afl-showmap or \
         afl-fuzz wrote"
    );
    Ok(data)
}

/// Whether it is what AFL++ says of a run in `fuzzer_stats`.
fn is_stats(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("afl_version "))
}

/// What stands in `fuzzer_stats` if afl-fuzz was started with AFL_DEBUG.
fn unstable(text: &str) -> Result<BTreeSet<u64>> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("var_bytes "));
    let offsets = line.and_then(|line| line.trim_start().strip_prefix(':'));
    let offsets = offsets.context(
        "afl-fuzz has not written which bytes are unstable (var_bytes): start it with AFL_DEBUG=1",
    )?;
    let read = |word: &str| {
        let offset = word.parse::<u64>().ok();
        offset.with_context(|| format!("var_bytes is not a list of numbers: {word:?}"))
    };
    offsets.split_whitespace().map(read).collect()
}

/// `ID:COUNT` lines, as afl-showmap prints them.
fn tuples(text: &str) -> Result<BTreeMap<u64, u64>> {
    let mut counts = BTreeMap::new();
    for (line, number) in text.lines().map(str::trim).zip(1..) {
        if line.is_empty() {
            continue;
        }
        let tuple = line
            .split_once(':')
            .and_then(|(id, count)| Some((id.parse::<u64>().ok()?, count.parse::<u64>().ok()?)));
        let (id, count) = tuple.with_context(|| {
            let start: String = line.chars().take(40).collect();
            format!("line {number} is not ID:COUNT as afl-showmap -q prints it: {start:?}")
        })?;
        // A byte that is named, but was not hit, is as one that is not named.
        if count > 0 {
            let sum: &mut u64 = counts.entry(id).or_default();
            *sum = sum.saturating_add(count);
        }
    }
    Ok(counts)
}

/// A map as it is in memory.
fn bytes(data: &[u8], size: u64) -> Result<Hits> {
    let len = data.len() as u64;
    let is_unseen = match data[0] {
        head if is_head_of_counts(head) => false,
        head if is_head_of_unseen(head) => true,
        _ => data.iter().filter(|b| **b == UNSEEN).count() > data.len() / 2,
    };
    let untouched = if is_unseen { UNSEEN } else { 0 };
    let (map, rest) = data.split_at(data.len().min(size as usize));
    ensure!(
        len >= size,
        "it has {len} bytes, not the {size} of the program's map: was it made by another build?"
    );
    // Fuzzers round the size up, and `afl-showmap -b` writes all the memory that it has.
    let beyond = rest.iter().position(|b| *b != untouched);
    ensure!(
        beyond.is_none(),
        "it has {len} bytes, of which one after the {size} of the program's map was hit: was it made by another build?"
    );
    let hit = (0..).zip(map).filter(|(_, b)| **b != untouched);
    Ok(match is_unseen {
        false => Hits::Counts(hit.map(|(o, b)| (o, u64::from(*b))).collect()),
        true => Hits::Seen(hit.map(|(o, b)| (o, !*b)).collect()),
    })
}

#[cfg(test)]
mod tests {
    use std::io::repeat;

    use super::*;

    #[test]
    fn text_and_bytes_say_the_same() {
        let text = Hits::of(b"000001:1\r\n\n000004:32\n", 8).unwrap();
        let mut raw = vec![0; 8];
        (raw[1], raw[4]) = (1, 32);
        assert_eq!(Hits::of(&raw, 8).unwrap(), text);
        // Rounded up; all that afl-showmap has.
        for len in [64, 1 << 20] {
            raw.resize(len, 0);
            assert_eq!(Hits::of(&raw, 8).unwrap(), text);
        }
        let more = Hits::of(b"1:18446744073709551615\n1:1\n4:32\n5:0\n", 8).unwrap();
        assert_eq!(more.values().collect::<Vec<_>>(), [(1, u64::MAX), (4, 32)]);
    }

    #[test]
    fn a_fuzzers_own_map_is_read_the_other_way_round() {
        // Most bytes were hit: the head tells, not the majority.
        let mut raw = vec![0xfe; 64];
        (raw[5], raw[6]) = (0b1111_0110, UNSEEN);
        raw[60..].fill(UNSEEN);
        let Hits::Seen(seen) = Hits::of(&raw, 60).unwrap() else {
            panic!("read as counts");
        };
        assert_eq!((seen.len(), seen[&5], seen.get(&6)), (59, 0b1001, None));
        assert_eq!(buckets(seen[&5]).collect::<Vec<_>>(), ["1", "4-7"]);
        assert_eq!(buckets(0x80).collect::<Vec<_>>(), ["128+"]);
        // Counts that are high everywhere are still counts.
        let mut raw = vec![0xff; 8];
        raw[0] = 1;
        assert!(matches!(Hits::of(&raw, 8), Ok(Hits::Counts(_))));
    }

    #[test]
    fn what_afl_calls_unstable_is_read_from_its_stats() {
        let stats = "start_time        : 1\nvar_byte_count    : 2\nafl_version       : ++4.04c\n";
        let with = |line: &str| Hits::of(format!("{stats}{line}").as_bytes(), 8);
        let found = with("virgin_bytes     : 0[fe]\nvar_bytes        : 2 5\n").unwrap();
        assert_eq!(found, Hits::Unstable([2, 5].into()));
        assert_eq!(found.values().collect::<Vec<_>>(), [(2, 1), (5, 1)]);
        assert_eq!(
            with("var_bytes        :\n").unwrap(),
            Hits::Unstable([].into())
        );
        let refused = |line: &str| format!("{:#}", with(line).unwrap_err());
        assert!(refused("").contains("AFL_DEBUG=1"));
        assert!(refused("var_bytes        : 2 x\n").contains("not a list of numbers"));
        assert!(refused("var_bytes        : 9\n").contains("byte 9, beyond the 8"));
    }

    #[test]
    fn maps_of_other_builds_are_refused() {
        let refused = |data: &[u8], size| format!("{:#}", Hits::of(data, size).unwrap_err());
        assert!(refused(b"9:1\n", 8).contains("byte 9, beyond the 8 of the program's map"));
        assert!(refused(&[0; 7], 8).contains("7 bytes, not the 8 of the program's map"));
        assert!(refused(&[0, 0, 1], 2).contains("3 bytes, of which one after the 2"));
    }

    #[test]
    fn what_is_no_map_is_refused_in_words() {
        let refused = |data: &[u8]| format!("{:#}", Hits::of(data, 8).unwrap_err());
        assert!(refused(b"").contains("empty"));
        assert!(refused(b"1:1\nhello\n").contains("line 2 is not ID:COUNT"));
        assert!(refused(b"\x1b[1mafl-showmap++\n").contains("line 1"));
        assert!(refused(b"\x7fELF\x02\xff\xfe").contains("7 bytes"));
    }

    #[test]
    fn what_is_too_large_for_a_map_is_not_read_to_its_end() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("huge");
        File::create(&path).unwrap().set_len(3 << 30).unwrap();
        let error = read(&path, 8).unwrap_err().to_string();
        assert!(
            error.starts_with("it has 3221225472 bytes, and the program's map 8:"),
            "{error}"
        );
        let error = read_up_to(99, repeat(0), 8).unwrap_err().to_string();
        assert!(
            error.starts_with("it has more than 99 bytes, and"),
            "{error}"
        );
        assert_eq!(read_up_to(99, &[1; 99][..], 8).unwrap(), [1; 99]);
    }
}
