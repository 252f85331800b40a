//! Addresses as sums, and what constants hold at a place.

use llvm_sys::core::{LLVMGetFirstGlobal, LLVMGetNextGlobal, LLVMIsAGlobalVariable};

use super::{Module, Value, fz_llvm_address_parts, fz_llvm_numbers};

/// What a `getelementptr`, be it a constant, adds to its base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    pub base: Value,
    pub constant: i64,
    /// What all that is variable in it is a multiple of; 0 where nothing is.
    pub stride: u64,
}

/// What lies at some place in a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// An array of numbers of so many bytes each, in the target's order, from this place on.
    Numbers { bytes: Vec<u8>, width: usize },
    /// A number, a pointer, or zeros of any type.
    Single(Value),
}

impl Module {
    pub fn global_variables(self) -> impl Iterator<Item = Value> {
        // SAFETY: walks the module's list; null at its end.
        unsafe {
            std::iter::successors(Value::some(LLVMGetFirstGlobal(self.raw())), |g| {
                Value::some(LLVMGetNextGlobal(g.raw()))
            })
        }
    }

    /// The sum that an address is.
    pub fn sum(self, address: Value) -> Option<Sum> {
        const MOST: usize = 8;
        let (mut constant, mut scales) = (0, [0i64; MOST]);
        // SAFETY: any value; LLVM writes no more than there is room for.
        let count = unsafe {
            fz_llvm_address_parts(
                address.raw(),
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

    /// What a constant holds `offset` bytes behind its beginning; of an array of numbers `most` bytes at most.
    pub fn part_at(self, constant: Value, mut offset: u64, most: usize) -> Option<Part> {
        let mut constant = constant;
        loop {
            if let Some(part) = self.numbers(constant, offset as usize, most) {
                return part;
            }
            let ty = constant.ty();
            // Zeros of any type have members, too, and so they end here.
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

    /// The bytes of a number of this width at a place in a constant.
    pub fn bytes_at(self, constant: Value, offset: u64, width: usize) -> Option<Vec<u8>> {
        match self.part_at(constant, offset, width)? {
            Part::Numbers {
                mut bytes,
                width: w,
            } if w == width => {
                bytes.truncate(width);
                Some(bytes)
            }
            Part::Single(value) if value.ty().int_bits() == Some(8 * width as u32) => {
                let mut bytes = value.int_constant()?.to_le_bytes()[..width].to_vec();
                if self.is_big_endian() {
                    bytes.reverse();
                }
                Some(bytes)
            }
            _ => None,
        }
    }

    /// The first `most` bytes of an array of numbers, and how many each has.
    pub fn numbers_of(self, array: Value, most: usize) -> Option<(Vec<u8>, usize)> {
        match self.numbers(array, 0, most)?? {
            Part::Numbers { bytes, width } => Some((bytes, width)),
            Part::Single(_) => None,
        }
    }

    /// The last member that begins at `offset` or before, and where.
    fn member_at(self, ty: super::Type, count: u64, offset: u64) -> Option<(u32, u64)> {
        let (mut low, mut high) = (0, u32::try_from(count).ok()?);
        if high == 0 {
            return None;
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            match self.member(ty, middle).1 <= offset {
                true => low = middle,
                false => high = middle,
            }
        }
        Some((low, self.member(ty, low).1))
    }

    /// `None`: not such an array; `Some(None)`: nothing is there.
    fn numbers(self, array: Value, from: usize, most: usize) -> Option<Option<Part>> {
        let (mut length, mut width) = (0, 0);
        // SAFETY: LLVM's memory lives as long as the constant, and has this length.
        let mut bytes = unsafe {
            let data = fz_llvm_numbers(array.raw(), &mut length, &mut width);
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

impl Value {
    pub fn is_global_variable(self) -> bool {
        // SAFETY: any value.
        unsafe { !LLVMIsAGlobalVariable(self.raw()).is_null() }
    }
}

/// The greatest common divisor, where nothing is a multiple of zero.
pub fn divisor(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => divisor(b, a % b),
    }
}
