//! FNV-1a.

/// Of what was added so far.
pub struct Hash(u32);

impl Hash {
    /// Of nothing.
    pub fn new() -> Hash {
        Hash(0x811c_9dc5)
    }

    /// Adds these bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }

    /// The hash.
    pub fn value(&self) -> u32 {
        self.0
    }
}
