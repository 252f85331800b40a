//! Contents on their way into an object or a store.

use std::{
    collections::HashSet,
    fs,
    io::{self, Write},
    os::unix::fs::PermissionsExt,
    path::Path,
};

use anyhow::{Result, anyhow};
use fz_base::env::CAPTURE_STORE as STORE;

use super::{Hash, packed};

/// Contents as they stand in a section, each once.
#[derive(Debug, Default)]
pub struct Collected {
    pub contents: Vec<(Hash, Vec<u8>)>,
    known: HashSet<Hash>,
    bytes: u64,
}

impl Collected {
    pub fn add(&mut self, content: &[u8]) -> Result<Hash> {
        let hash = Hash::of(content);
        if self.known.insert(hash) {
            let packed = packed(content)?;
            self.bytes += packed.len() as u64;
            self.contents.push((hash, packed));
        }
        Ok(hash)
    }

    /// Of all of them, packed.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Puts them into a store, where each that is not there comes whole or not at all.
    pub fn store(&self, store: &Path) -> Result<()> {
        for (hash, packed) in &self.contents {
            put(store, hash, packed).map_err(|error| {
                let (store, other) = (store.display(), STORE.name);
                anyhow!(
                    "the store {store} cannot be written: {error}; {other} names another folder"
                )
            })?;
        }
        Ok(())
    }
}

fn put(store: &Path, hash: &Hash, packed: &[u8]) -> io::Result<()> {
    let path = store.join(hash.place());
    if path.exists() {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(store);
    fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new()
        .prefix(".fz-")
        // Of which the user's mask takes away.
        .permissions(fs::Permissions::from_mode(0o666))
        .tempfile_in(folder)?;
    file.write_all(packed)?;
    file.persist(&path).map_err(|e| e.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capture::Contents;

    #[test]
    fn each_content_is_collected_once_and_found_in_a_store() {
        let mut collected = Collected::default();
        let hash = collected.add(b"one").unwrap();
        assert_eq!(collected.add(b"one").unwrap(), hash);
        let other = collected.add(b"two").unwrap();
        assert_eq!(collected.contents.len(), 2);
        let store = tempfile::tempdir().unwrap();
        let folder = store.path().join("deep/store");
        collected.store(&folder).unwrap();
        collected.store(&folder).unwrap();
        let mut contents = Contents::default();
        contents.add_store(&folder);
        assert_eq!(contents.get(&hash).unwrap(), b"one");
        assert_eq!(contents.get(&other).unwrap(), b"two");
    }
}
