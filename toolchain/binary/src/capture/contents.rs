//! Contents by their hashes, out of sections or out of stores.

use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, HashSet},
    io::{ErrorKind, Read},
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use fz_abi::{capture::content as layout, types::Plain, unit_record::ALIGN};
use fz_base::file;

use super::Hash;

/// No content is larger, packed or not.
const MOST_BYTES: u64 = 2 << 30;
/// Nor is a manifest: one of a unit that reads 20,000 headers has 3 MB.
const MOST_OF_MANIFEST: u64 = 32 << 20;
/// One content may have any number of names. Written as files, all have no more.
pub const MOST_WRITTEN: u64 = 8 << 30;

/// How much there may be of what is unpacked: so many times what it is packed, and what the smallest may have. Sources
/// pack to a quarter; a table of zeros packs to nothing.
#[derive(Clone, Copy)]
struct Ratio {
    times: u64,
    least: u64,
}

/// Of one content.
const OF_ONE: Ratio = Ratio {
    times: 64,
    least: 64 << 20,
};
/// Of all that are asked for: some are asked for again, for a further build.
const OF_ALL: Ratio = Ratio {
    times: 64,
    least: 1 << 30,
};
/// Of all manifests: what they say is kept in memory.
const OF_MANIFESTS: Ratio = Ratio {
    times: 16,
    least: 16 << 20,
};

impl Ratio {
    fn most(self, packed: u64) -> u64 {
        packed.saturating_mul(self.times).saturating_add(self.least)
    }
}

/// How much contents are packed: compilers wait for it.
const LEVEL: i32 = 3;

/// Contents, which are unpacked when they are asked for.
#[derive(Debug, Default)]
pub struct Contents {
    sections: Vec<Vec<u8>>,
    stores: Vec<PathBuf>,
    /// Which section, where in it, and how many bytes the content has.
    places: HashMap<Hash, (usize, Range<usize>, u32)>,
    /// What there was of them, packed, and what was unpacked of that.
    packed: Cell<u64>,
    /// Of stores, each counted once.
    taken: RefCell<HashSet<Hash>>,
    unpacked: Cell<u64>,
    of_manifests: Cell<u64>,
}

impl Contents {
    pub fn add_section(&mut self, data: Vec<u8>) -> Result<()> {
        let number = self.sections.len();
        const HEADER: usize = size_of::<layout::Header>();
        let mut at = 0;
        while data.len() - at >= ALIGN {
            // Linkers may put zeros between contents.
            if data[at..at + ALIGN] == [0; ALIGN] {
                at += ALIGN;
                continue;
            }
            let found = &data[at..];
            let header = found.get(..HEADER).map(layout::Header::read);
            let header = header.filter(|header| header.magic == layout::MAGIC);
            let header = header.with_context(|| format!("no content at offset {at}"))?;
            let (length, packed) = (header.length as usize, header.packed as usize);
            ensure!(
                (HEADER..=found.len()).contains(&length) && length.is_multiple_of(ALIGN),
                "the content at offset {at} says that it is {length} bytes long, and {} are left",
                found.len()
            );
            ensure!(
                packed <= length - HEADER,
                "the content at offset {at} is longer than its record"
            );
            let start = at + HEADER;
            let place = (number, start..start + packed, header.size);
            self.places.entry(Hash(header.hash)).or_insert(place);
            at += length;
        }
        self.packed.set(self.packed.get() + data.len() as u64);
        self.sections.push(data);
        Ok(())
    }

    pub fn add_store(&mut self, folder: &Path) {
        if !self.stores.iter().any(|s| s == folder) {
            self.stores.push(folder.to_owned());
        }
    }

    /// A content, which is what its hash says.
    pub fn get(&self, hash: &Hash) -> Result<Vec<u8>> {
        let content = self.of_at_most(hash, MOST_BYTES)?;
        self.unpacked
            .set(self.unpacked.get() + content.len() as u64);
        ensure!(
            self.unpacked.get() <= OF_ALL.most(self.packed.get()),
            "its contents are {} bytes so far, out of {}",
            self.unpacked.get(),
            self.packed.get()
        );
        Ok(content)
    }

    /// The content of a unit's or a link's record.
    pub fn manifest(&self, hash: &Hash) -> Result<Vec<u8>> {
        let manifest = self.of_at_most(hash, MOST_OF_MANIFEST)?;
        let all = self.of_manifests.get() + manifest.len() as u64;
        self.of_manifests.set(all);
        ensure!(
            all <= OF_MANIFESTS.most(self.packed.get()),
            "its manifests are {all} bytes so far, out of {}",
            self.packed.get()
        );
        Ok(manifest)
    }

    fn of_at_most(&self, hash: &Hash, most: u64) -> Result<Vec<u8>> {
        let content = match self.places.get(hash) {
            Some((section, range, size)) => {
                let packed = &self.sections[*section][range.clone()];
                unpacked(packed, u64::from(*size), most)?
            }
            None => self.stored(hash, |one| {
                if self.taken.borrow_mut().insert(*hash) {
                    self.packed.set(self.packed.get() + one.packed.get());
                }
                one.of_at_most(hash, most)
            })?,
        };
        ensure!(
            Hash::of(&content) == *hash,
            "the content {hash} is not what its hash says"
        );
        Ok(content)
    }

    /// How many bytes a content has, as it says.
    pub fn size(&self, hash: &Hash) -> Option<u64> {
        match self.places.get(hash) {
            Some((_, _, size)) => Some(u64::from(*size)),
            None => self.stored(hash, |one| one.size(hash).context("none")).ok(),
        }
    }

    /// Bytes of all contents as they are packed.
    pub fn packed_bytes(&self) -> u64 {
        let ranges = self.places.values();
        ranges.map(|(_, range, _)| range.len() as u64).sum()
    }

    /// What there is to say of a content that is in a store.
    fn stored<T>(&self, hash: &Hash, of: impl FnOnce(&Contents) -> Result<T>) -> Result<T> {
        for store in &self.stores {
            let path = store.join(hash.place());
            let wrong = || path.display().to_string();
            let data = match file::read(&path, MOST_BYTES) {
                Ok(data) => data,
                Err(error) if is_missing(&error) => continue,
                Err(error) => return Err(error).with_context(wrong),
            };
            let mut one = Contents::default();
            one.add_section(data).with_context(wrong)?;
            if one.places.contains_key(hash) {
                return of(&one);
            }
        }
        match self.stores.first() {
            Some(store) => bail!("{} has no content {hash}", store.display()),
            None => bail!("the content {hash} is missing"),
        }
    }
}

fn is_missing(error: &std::io::Error) -> bool {
    [ErrorKind::NotFound, ErrorKind::NotADirectory].contains(&error.kind())
}

fn unpacked(packed: &[u8], size: u64, most: u64) -> Result<Vec<u8>> {
    let length = packed.len() as u64;
    ensure!(
        size <= most.min(OF_ONE.most(length)),
        "a content says that it has {size} bytes, out of {length}"
    );
    let mut content = Vec::new();
    // One byte more than it may have: so a frame that is longer is noticed, and no more of it is unpacked.
    let decoder = zstd::Decoder::with_buffer(packed)?;
    decoder.take(size + 1).read_to_end(&mut content)?;
    ensure!(
        content.len() as u64 == size,
        "a content has not the {size} bytes that it says"
    );
    Ok(content)
}

/// A content as it stands in a section.
pub fn packed(content: &[u8]) -> Result<Vec<u8>> {
    let hash = Hash::of(content);
    let frame = zstd::bulk::compress(content, LEVEL)?;
    let header = size_of::<layout::Header>();
    let length = (header + frame.len()).next_multiple_of(ALIGN);
    let mut bytes = Vec::with_capacity(length);
    for number in [
        layout::MAGIC,
        u32::try_from(length)?,
        u32::try_from(frame.len())?,
        u32::try_from(content.len())?,
    ] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(hash.0);
    bytes.extend(frame);
    bytes.resize(length, 0);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn contents_come_back_from_sections_and_stores() {
        let texts: Vec<Vec<u8>> = vec![b"int a;\n".repeat(100), Vec::new(), b"x".to_vec()];
        let section: Vec<u8> = texts.iter().flat_map(|t| packed(t).unwrap()).collect();
        let mut contents = Contents::default();
        contents.add_section(section).unwrap();
        let store = tempfile::tempdir().unwrap();
        let other = b"in a store".to_vec();
        let path = store.path().join(Hash::of(&other).place());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, packed(&other).unwrap()).unwrap();
        contents.add_store(store.path());
        for text in texts.iter().chain([&other]) {
            assert_eq!(&contents.get(&Hash::of(text)).unwrap(), text);
        }
        let error = contents.get(&Hash::of(b"nowhere")).unwrap_err().to_string();
        assert!(error.contains("has no content"), "{error}");
    }

    #[test]
    fn hostile_contents_are_refused() {
        let is_refused = |data: Vec<u8>, hash: Hash| {
            let mut contents = Contents::default();
            contents.add_section(data).is_err() || contents.get(&hash).is_err()
        };
        let text = b"int main(void) { return 0; }";
        let (good, hash) = (packed(text).unwrap(), Hash::of(text));
        assert!(!is_refused(good.clone(), hash));
        // Each byte of the header and of the frame: lengths, sizes, the hash.
        for at in 0..good.len() - 3 {
            let mut bad = good.clone();
            bad[at] ^= 0x55;
            let mut contents = Contents::default();
            let got = contents.add_section(bad).and_then(|()| contents.get(&hash));
            assert!(got.map_or(true, |got| got == text), "byte {at}");
        }
        // A frame that explodes.
        let bomb = vec![0; 1 << 24];
        let mut packed = packed(&bomb).unwrap();
        packed[12..16].copy_from_slice(&16u32.to_le_bytes());
        assert!(is_refused(packed, Hash::of(&bomb)));
        assert!(is_refused(good[..good.len() / 2].to_vec(), hash));
    }
}
