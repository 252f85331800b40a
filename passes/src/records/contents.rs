//! Contents that a unit was made of, packed and named by their hashes (layout: [`fz_abi::capture`]).

use std::collections::HashSet;

use fz_abi::{capture::content as layout, unit_record::ALIGN};
use sha2::{Digest, Sha256};
use zstd::bulk::Compressor;

/// How much contents are packed: the compilation waits for it.
const LEVEL: i32 = 3;

/// Packs contents, each once.
pub struct Packer {
    compressor: Compressor<'static>,
    seen: HashSet<String>,
}

/// A content that has not been packed before, as it stands in a section.
pub struct Packed {
    pub hash: String,
    pub record: Vec<u8>,
}

impl Packer {
    pub fn new() -> Result<Packer, String> {
        let compressor = Compressor::new(LEVEL).map_err(|e| format!("zstd: {e}"))?;
        Ok(Packer {
            compressor,
            seen: HashSet::new(),
        })
    }

    /// The content's hash, and its record if it is new to this packer.
    pub fn pack(&mut self, content: &[u8]) -> Result<(String, Option<Packed>), String> {
        let digest: [u8; 32] = Sha256::digest(content).into();
        let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        if !self.seen.insert(hash.clone()) {
            return Ok((hash, None));
        }
        let frame = self.compressor.compress(content);
        let frame = frame.map_err(|e| format!("zstd: {e}"))?;
        let length = (size_of::<layout::Header>() + frame.len()).next_multiple_of(ALIGN);
        let number = |n: usize| {
            let number = u32::try_from(n);
            number.map_err(|_| format!("a file of {} bytes is too large", content.len()))
        };
        let mut record = Vec::with_capacity(length);
        record.extend(layout::MAGIC.to_le_bytes());
        for n in [length, frame.len(), content.len()] {
            record.extend(number(n)?.to_le_bytes());
        }
        record.extend(digest);
        record.extend(frame);
        record.resize(length, 0);
        let packed = Packed {
            hash: hash.clone(),
            record,
        };
        Ok((hash, Some(packed)))
    }
}
