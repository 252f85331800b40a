//! Constants, and what they hold at an offset.

use std::ops::Deref;

use llvm_sys::{core::*, prelude::LLVMValueRef};

use super::{Module, Type, Value, divisor, ffi::*};

/// A constant (`llvm::Constant`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Const(Value);

impl Deref for Const {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

impl From<Const> for Value {
    fn from(constant: Const) -> Value {
        constant.0
    }
}

/// The offset that a `getelementptr`, instruction or constant expression, adds to its base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    /// The base pointer.
    pub base: Value,
    /// The constant part of the offset, in bytes.
    pub constant: i64,
    /// The variable part is a multiple of this; 0 if there is none.
    pub stride: u64,
}

/// What a constant holds at an offset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Elements of a constant data array, from the offset on, in the target's byte order.
    Numbers {
        /// The elements' bytes.
        bytes: Vec<u8>,
        /// Bytes of one element.
        width: usize,
    },
    /// A number, a pointer, or a zero of any type.
    Single(Const),
}

impl Const {
    /// # Safety
    /// `value` is a live constant.
    pub(crate) unsafe fn from_raw(value: LLVMValueRef) -> Const {
        Const(Value(value))
    }

    fn some(value: LLVMValueRef) -> Option<Const> {
        Value::some(value).and_then(Value::as_const)
    }

    /// The constant as an operand.
    pub fn value(self) -> Value {
        self.0
    }

    /// An integer of up to 128 bits, zero-extended: `i8 -1` is 255.
    pub fn int(self) -> Option<u128> {
        // SAFETY: constants are asked for what they are.
        unsafe {
            if LLVMIsAConstantInt(self.0.0).is_null() {
                return None;
            }
            match self.ty().int_bits()? {
                0..=64 => Some(LLVMConstIntGetZExtValue(self.0.0).into()),
                // All bits of a constant are known.
                65..=128 => Some(self.known().one),
                _ => None,
            }
        }
    }

    /// The bits of a floating-point number of up to 128 bits.
    pub fn float(self) -> Option<u128> {
        let mut bits = [0; 2];
        // SAFETY: a value; the array has two words.
        let known = unsafe { fz_llvm_float_bits(self.0.0, bits.as_mut_ptr()) };
        known.then(|| u128::from(bits[0]) | u128::from(bits[1]) << 64)
    }

    /// Whether it is 0.0 or -0.0.
    pub fn is_float_zero(self) -> bool {
        let mut lossy = 0;
        // SAFETY: constants are asked for what they are.
        unsafe {
            !LLVMIsAConstantFP(self.0.0).is_null()
                && LLVMConstRealGetDouble(self.0.0, &mut lossy) == 0.0
                && lossy == 0
        }
    }

    /// Whether it is an `llvm::ConstantArray`: an array that lists its elements as constants.
    pub fn is_array_of_constants(self) -> bool {
        // SAFETY: a value.
        unsafe { !LLVMIsAConstantArray(self.0.0).is_null() }
    }

    /// A member of a struct, an array or a vector.
    pub fn part(self, index: u32) -> Option<Const> {
        // SAFETY: null where there is none.
        Const::some(unsafe { LLVMGetAggregateElement(self.0.0, index) })
    }
}

impl Module {
    /// The base and offset of a `getelementptr`.
    pub fn sum(self, address: Value) -> Option<Sum> {
        const MOST: usize = 8;
        let (mut constant, mut scales) = (0, [0i64; MOST]);
        // SAFETY: any value; LLVM writes no more than there is room for.
        let count = unsafe {
            fz_llvm_address_parts(
                address.0,
                self.raw(),
                &mut constant,
                scales.as_mut_ptr(),
                MOST,
            )
        };
        let scales = scales.get(..count)?;
        let stride = scales.iter().fold(0, |a, b| divisor(a, b.unsigned_abs()));
        Some(Sum {
            base: address.operand(0),
            constant,
            stride,
        })
    }

    /// What a constant holds at an offset in bytes; of constant data at most `most` bytes.
    pub fn part_at(self, constant: Const, mut offset: u64, most: usize) -> Option<Part> {
        let mut constant = constant;
        loop {
            if let Some(part) = self.numbers(constant, offset as usize, most) {
                return part;
            }
            let ty = constant.ty();
            // A zero initializer of any type has members too, so it ends the search here.
            let count = match constant.is_null() {
                true => None,
                false => ty.member_count(),
            };
            let Some(count) = count else {
                let is_inside = ty.is_sized() && offset < self.array_stride(ty);
                let is_whole = offset == 0 || constant.is_null();
                return (is_inside && is_whole).then_some(Part::Single(constant));
            };
            let (index, begin) = self.member_at(ty, count, offset)?;
            constant = constant.part(index)?;
            offset -= begin;
        }
    }

    /// The bytes of an integer of this width at an offset.
    pub fn bytes_at(self, constant: Const, offset: u64, width: usize) -> Option<Vec<u8>> {
        match self.part_at(constant, offset, width)? {
            Part::Numbers {
                mut bytes,
                width: w,
            } if w == width => {
                bytes.truncate(width);
                Some(bytes)
            }
            Part::Single(value) if value.ty().int_bits() == Some(8 * width as u32) => {
                let mut bytes = value.int()?.to_le_bytes()[..width].to_vec();
                if self.is_big_endian() {
                    bytes.reverse();
                }
                Some(bytes)
            }
            _ => None,
        }
    }

    /// The first `most` bytes of a constant data array, and the bytes of one element.
    pub fn numbers_of(self, array: Const, most: usize) -> Option<(Vec<u8>, usize)> {
        match self.numbers(array, 0, most)?? {
            Part::Numbers { bytes, width } => Some((bytes, width)),
            Part::Single(_) => None,
        }
    }

    /// The last member that begins at or before `offset`, and its own offset.
    fn member_at(self, ty: Type, count: u64, offset: u64) -> Option<(u32, u64)> {
        let (mut low, mut high) = (0, u32::try_from(count).ok()?);
        if high == 0 {
            return None;
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            match self.member(ty, middle)?.1 <= offset {
                true => low = middle,
                false => high = middle,
            }
        }
        Some((low, self.member(ty, low)?.1))
    }

    /// `None`: it is no constant data array. `Some(None)`: the offset is past its end.
    fn numbers(self, array: Const, from: usize, most: usize) -> Option<Option<Part>> {
        let (mut length, mut width) = (0, 0);
        // SAFETY: LLVM's memory lives as long as the constant, and has this length.
        let mut bytes = unsafe {
            let data = fz_llvm_numbers(array.0.0, &mut length, &mut width);
            if data.is_null() {
                return None;
            }
            let all = std::slice::from_raw_parts(data.cast::<u8>(), length);
            match all.get(from..) {
                Some(rest) if from.is_multiple_of(width) && !rest.is_empty() => {
                    rest[..rest.len().min(most.next_multiple_of(width))].to_vec()
                }
                _ => return Some(None),
            }
        };
        if self.is_big_endian() != cfg!(target_endian = "big") {
            bytes.chunks_mut(width).for_each(<[u8]>::reverse);
        }
        Some(Some(Part::Numbers { bytes, width }))
    }
}
