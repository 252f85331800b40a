//! KnownBits bits of values.

use super::{Const, Inst, Value, ffi::fz_llvm_known_bits};

/// What LLVM knows of the bits of an integer of up to 128 bits (`llvm::KnownBits`, `ComputeNumSignBits`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBits {
    /// Bits that are known to be 0.
    pub zero: u128,
    /// Bits that are known to be 1.
    pub one: u128,
    /// How many of the highest bits are known to equal the sign bit, including itself.
    pub signs: u32,
}

impl KnownBits {
    /// How many of the highest bits of a `bits`-bit integer are known to be zero.
    pub fn leading_zeros(self, bits: u32) -> u32 {
        (self.zero << (128 - bits)).leading_ones().min(bits)
    }

    /// The byte at bit `shift`, if all its bits are known.
    pub fn byte(self, shift: u32) -> Option<u8> {
        let (zero, one) = ((self.zero >> shift) as u8, (self.one >> shift) as u8);
        (zero | one == 0xff).then_some(one)
    }
}

impl Value {
    /// The known bits of an integer or pointer of at most 128 bits, at the instruction `at`.
    pub fn known_at(self, at: impl Into<Inst>) -> KnownBits {
        known(self, at.into().value())
    }
}

impl Const {
    /// The known bits of a constant, which hold everywhere.
    pub fn known(self) -> KnownBits {
        known(self.value(), self.value())
    }
}

fn known(value: Value, at: Value) -> KnownBits {
    let is_scalar = value.ty().is_pointer() || value.ty().int_bits().is_some_and(|b| b <= 128);
    assert!(is_scalar, "bits of {:?}", value.ty());
    let (mut zero, mut one, mut signs) = ([0; 2], [0; 2], 0);
    // SAFETY: a scalar of at most 128 bits; the arrays have two words each.
    unsafe {
        fz_llvm_known_bits(
            value.0,
            at.0,
            zero.as_mut_ptr(),
            one.as_mut_ptr(),
            &mut signs,
        );
    }
    let join = |words: [u64; 2]| u128::from(words[0]) | u128::from(words[1]) << 64;
    KnownBits {
        zero: join(zero),
        one: join(one),
        signs,
    }
}
