//! Of executions behind the first ones of a site: which bytes of the input flowed into any of them, a row of bits per site.
//!
//! Rows are as long as the input, and mostly empty. They stay in the file until they are asked for, and what was never
//! written is skipped there.

use std::{fs::File, ops::Range, os::unix::fs::FileExt};

use anyhow::{Context, Result, ensure};
use fz_abi::taint::label;
use rustix::{
    fs::{SeekFrom, seek},
    io::Errno,
};

use super::Bytes;

/// So much is read at once.
const CHUNK: u64 = 1 << 16;
const WORD: usize = 8;
/// In the last word: of the input's length.
const LENGTH: u64 = 1 << 63;

pub struct Rows {
    file: File,
    begin: u64,
    /// Of each row.
    bytes: u64,
    count: u64,
    /// A site's index, and the number of its row.
    of_sites: Vec<[u32; 2]>,
}

impl Rows {
    /// Rows of so many bytes in a file from `begin` on; none has a site yet.
    pub fn new(file: File, [count, begin, bytes]: [u64; 3]) -> Result<Rows> {
        let size = file.metadata()?.len();
        let end = count
            .checked_mul(bytes)
            .and_then(|all| all.checked_add(begin));
        ensure!(
            end.is_some_and(|end| end <= size),
            "it is cut short: {count} rows of {bytes} bytes from offset {begin} on do not fit in {size} bytes"
        );
        ensure!(
            bytes % WORD as u64 == 0,
            "its rows have {bytes} bytes, which is not a multiple of {WORD}"
        );
        Ok(Rows {
            file,
            begin,
            bytes,
            count,
            of_sites: Vec::new(),
        })
    }

    /// What a record says. Whoever is killed may have made the record of a row that is not there yet.
    pub fn add(&mut self, site: u32, number: u32) {
        if u64::from(number) < self.count {
            self.of_sites.push([site, number]);
        }
    }

    /// How many sites have one.
    pub fn len(&self) -> usize {
        self.of_sites.len()
    }

    pub fn is_empty(&self) -> bool {
        self.of_sites.is_empty()
    }

    /// The index of a site, and the bytes that flowed into its later executions.
    pub fn get(&self, at: usize) -> Result<(u32, Bytes)> {
        let [site, number] = self.of_sites[at];
        let bytes = self.bytes_of(number.into());
        let bytes = bytes.with_context(|| format!("row {number}"))?;
        Ok((site, bytes))
    }

    fn bytes_of(&self, number: u64) -> Result<Bytes> {
        let begin = self.begin + number * self.bytes;
        let row = begin..begin + self.bytes;
        let mut ranges = Vec::new();
        let mut length = false;
        let mut chunk = vec![0; CHUNK as usize];
        let mut at = row.start;
        while let Some(written) = self.written(at..row.end) {
            // Words are those of the row, wherever the file has it.
            at = row.start + (written.start - row.start) / WORD as u64 * WORD as u64;
            let bytes = &mut chunk[..(written.end - at).min(CHUNK) as usize];
            self.file.read_exact_at(bytes, at)?;
            for (word, bits) in bytes.chunks_exact(WORD).enumerate() {
                let mut bits = u64::from_le_bytes(bits.try_into().expect("eight bytes"));
                if at + ((word + 1) * WORD) as u64 == row.end {
                    length = bits & LENGTH != 0;
                    bits &= !LENGTH;
                }
                if bits != 0 {
                    add(&mut ranges, 8 * (at - row.start) + 64 * word as u64, bits)?;
                }
            }
            at += bytes.len() as u64;
        }
        Ok(Bytes {
            ranges,
            length,
            ..Bytes::default()
        })
    }

    /// What is left of a part of the file from the first byte on that was ever written.
    fn written(&self, part: Range<u64>) -> Option<Range<u64>> {
        if part.is_empty() {
            return None;
        }
        let found = match seek(&self.file, SeekFrom::Data(part.start)) {
            Ok(found) => found,
            Err(Errno::NXIO) => return None,
            // Of a file system that does not know, all is read.
            Err(_) => part.start,
        };
        (found < part.end).then_some(found..part.end)
    }
}

/// The bytes of the bits that are set in a word, the first of which is that of the byte at `at`.
fn add(ranges: &mut Vec<[u32; 2]>, at: u64, bits: u64) -> Result<()> {
    let mut left = bits;
    while left != 0 {
        let from = left.trailing_zeros();
        let until = from + (left >> from).trailing_ones();
        left &= u64::MAX.checked_shl(until).unwrap_or(0);
        let [begin, end] = [from, until].map(|bit| at + u64::from(bit));
        ensure!(
            end <= label::LAST_OFFSET.into(),
            "it has byte {}, and none from {} on has a label",
            end - 1,
            label::LAST_OFFSET
        );
        let [begin, end] = [begin as u32, end as u32];
        match ranges.last_mut() {
            Some([_, last]) if *last == begin => *last = end,
            _ => ranges.push([begin, end]),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, io::Write};

    use super::*;

    fn row(bytes: &[u8]) -> Result<Bytes> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        let mut rows = Rows::new(file, [1, 0, bytes.len() as u64])?;
        rows.add(7, 0);
        let (site, bytes) = rows.get(0)?;
        assert_eq!(site, 7);
        Ok(bytes)
    }

    #[test]
    fn bits_are_ranges_across_words() {
        // The last one is no byte's.
        let all = row(&[0xff; 16]).unwrap();
        assert_eq!((all.ranges, all.length), (vec![[0, 127]], true));
        assert!(row(&[0; 16]).unwrap().is_empty());
        let mut bytes = [0; 24];
        (bytes[0], bytes[7], bytes[8], bytes[23]) = (0b1011, 0x80, 0x0f, 0x40);
        let some = row(&bytes).unwrap();
        assert_eq!(some.ranges, [[0, 2], [3, 4], [63, 68], [190, 191]]);
        assert!(!some.length);
    }

    #[test]
    fn any_bits_are_what_they_were() {
        let mut random = 1u64;
        for rare in [1, 5, 200] {
            let mut bytes = vec![0u8; 3 * CHUNK as usize / 2];
            let mut model = BTreeSet::new();
            for at in 0..8 * bytes.len() as u32 {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                if (random >> 33).is_multiple_of(rare + 1) {
                    bytes[at as usize / 8] |= 1 << (at % 8);
                    model.insert(at);
                }
            }
            let found = row(&bytes).unwrap();
            let length = model.remove(&(8 * bytes.len() as u32 - 1));
            assert_eq!(found.length, length);
            let found: BTreeSet<u32> = found.ranges.iter().flat_map(|[b, e]| *b..*e).collect();
            assert_eq!(found, model);
        }
    }

    /// Rows in a sparse file, which are not read where they are holes.
    #[test]
    fn holes_are_skipped() {
        const BYTES: u64 = 1 << 28;
        let file = tempfile::tempfile().unwrap();
        file.set_len(4096 + 64 * BYTES).unwrap();
        let at = |number: u64, byte: u64| 4096 + number * BYTES + byte;
        for (number, byte) in [(3, 0), (3, 123_457), (63, BYTES / 2)] {
            file.write_at(&[0x11], at(number, byte)).unwrap();
        }
        let mut rows = Rows::new(file, [64, 4096, BYTES]).unwrap();
        for number in 0..64 {
            rows.add(number, number);
        }
        // Whoever was killed had no time for it.
        rows.add(64, 64);
        assert_eq!(rows.len(), 64);
        for number in 0..64 {
            let (_, bytes) = rows.get(number as usize).unwrap();
            let expected = match number {
                3 => vec![[0, 1], [4, 5], [987_656, 987_657], [987_660, 987_661]],
                63 => vec![[1 << 30, (1 << 30) + 1], [(1 << 30) + 4, (1 << 30) + 5]],
                _ => Vec::new(),
            };
            assert_eq!(bytes.ranges, expected, "{number}");
        }
    }

    #[test]
    fn what_cannot_be_rows_is_refused() {
        let says = |layout| {
            let file = tempfile::tempfile().unwrap();
            file.set_len(100).unwrap();
            Rows::new(file, layout).err().unwrap().to_string()
        };
        assert!(says([2, 50, 32]).contains("2 rows of 32 bytes from offset 50"));
        assert!(says([u64::MAX, 0, 8]).contains("cut short"));
        assert!(says([1, 0, 12]).contains("not a multiple of 8"));
        let file = tempfile::tempfile().unwrap();
        file.set_len(1 << 29).unwrap();
        file.write_at(&[0x80], (1 << 28) - 1).unwrap();
        let mut rows = Rows::new(file, [1, 0, 1 << 29]).unwrap();
        rows.add(0, 0);
        let error = format!("{:#}", rows.get(0).unwrap_err());
        assert!(error.contains("row 0: it has byte 2147483647"), "{error}");
    }
}
