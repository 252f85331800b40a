//! The hash in the names of COMDAT groups and of arrays: XXH3 of 64 bits, without a seed, over the concatenated
//! bytes. A number is 8 bytes, little-endian. The linker merges groups of equal names, so that names have to agree
//! between machines, builds of the plugin, and releases of Rust.

use xxhash_rust::xxh3::Xxh3Default;

/// A hash in the making.
#[derive(Default)]
pub struct Hash(Xxh3Default);

impl Hash {
    /// Adds a number.
    pub fn number(&mut self, number: u64) -> &mut Hash {
        self.0.update(&number.to_le_bytes());
        self
    }

    /// Adds a text: its length in bytes, then the bytes.
    pub fn text(&mut self, text: &str) -> &mut Hash {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
        self
    }

    /// The hash of everything added so far.
    pub fn finish(&self) -> u64 {
        self.0.digest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_depend_on_the_bytes_alone() {
        // From XXH3's specification: the hash of no bytes.
        assert_eq!(Hash::default().finish(), 0x2d06_8005_38d3_94c2);
        let bytes = [&3u64.to_le_bytes()[..], b"abc", &7u64.to_le_bytes()].concat();
        let hash = Hash::default().text("abc").number(7).finish();
        assert_eq!(hash, xxhash_rust::xxh3::xxh3_64(&bytes));
    }
}
