//! The numbers that code has before any optimisation: all others are computed by inlining and folding.
//!
//! ```text
//! !fz.written = !{!0}
//! !0 = !{!"numbers of eight bytes, little-endian"}
//! ```

use std::collections::BTreeSet;

use super::Life;
use crate::ir::{Call, Const, Function, Inst, Module, Op, Value, named::Field};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["dictionary"],
    read_by: &["dictionary"],
    gone_after: &["dictionary"],
    leftover: Some(leftover),
};

const WRITTEN: &str = "fz.written";

/// Numbers up to this one are everywhere, and it says nothing that one is written.
pub const SMALL: u64 = 0xff;
/// The most parts of one initial value that are looked at.
const PARTS: usize = 4096;

/// Numbers that are written, each at 64 bits: as it is, and with its sign.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Written(BTreeSet<u64>);

impl Written {
    /// Those of a module that nothing has optimised.
    pub fn find(module: Module) -> Written {
        let mut written = Written::default();
        for instruction in module.definitions().flat_map(Function::instructions) {
            if has_numbers(instruction) {
                let operands = (0..instruction.operand_count()).map(|n| instruction.operand(n));
                operands.for_each(|operand| written.add(operand));
            }
        }
        let initial = module.global_variables().filter_map(|g| g.initializer());
        for value in initial {
            written.add_parts(value, &mut PARTS.clone());
        }
        written
    }

    /// Those that were noted.
    pub fn noted(module: Module) -> Written {
        let nodes = module.noted(WRITTEN).into_iter().flatten();
        let texts = nodes.filter_map(|field| match field {
            Field::Text(text) => Some(text),
            Field::Number(_) => None,
        });
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b));
        let numbers = texts.flat_map(|t| t.chunks(8).map(number).collect::<Vec<_>>());
        Written(numbers.collect())
    }

    /// Notes them in the module.
    pub fn note(&self, module: Module) {
        let bytes: Vec<u8> = self.0.iter().flat_map(|n| n.to_le_bytes()).collect();
        if !bytes.is_empty() {
            module.note(WRITTEN, &[Field::Text(bytes)]);
        }
    }

    /// Whether a number of so many bits is written, at any width. Small ones and those of more than 64 bits never are.
    pub fn has(&self, number: u128, bits: u32) -> bool {
        forms(number, bits).is_some_and(|forms| forms.iter().any(|n| self.0.contains(n)))
    }

    fn add(&mut self, value: Value) {
        if let Some(bits) = value.ty().int_bits()
            && let Some(number) = value.int_constant()
        {
            self.0.extend(forms(number, bits).into_iter().flatten());
        } else if let Some(bits) = value.ty().ieee_bits()
            && let Some(number) = value.float_constant()
        {
            self.0.extend(forms(number, bits).into_iter().flatten());
        }
    }

    fn add_parts(&mut self, value: Const, left: &mut usize) {
        self.add(value.value());
        let count = value.ty().member_count().unwrap_or(0);
        for index in 0..u32::try_from(count).unwrap_or(0) {
            if *left == 0 || value.is_null() {
                return;
            }
            *left -= 1;
            if let Some(part) = value.part(index) {
                self.add_parts(part, left);
            }
        }
    }
}

/// A number as it is, and with its sign.
fn forms(number: u128, bits: u32) -> Option<[u64; 2]> {
    let unused = 64_u32.checked_sub(bits).filter(|unused| *unused < 64)?;
    let plain = u64::try_from(number).ok().filter(|n| *n > SMALL)?;
    Some([plain, ((plain << unused) as i64 >> unused) as u64])
}

/// Whether the numbers in an instruction may be the source's: those that reckon addresses and sizes are not.
fn has_numbers(instruction: Inst) -> bool {
    match instruction.op() {
        Op::GetElementPtr | Op::Alloca => false,
        Op::Call => !instruction.as_call().is_some_and(is_intrinsic),
        _ => true,
    }
}

fn is_intrinsic(call: Call) -> bool {
    call.called().is_some_and(Function::is_intrinsic)
}

fn leftover(module: Module) -> Option<String> {
    let count = module.noted(WRITTEN).len();
    (count > 0).then(|| format!("as {count} nodes of `!{WRITTEN}`"))
}

/// Removes them from the module.
pub fn erase(module: Module) {
    module.forget(WRITTEN);
}

#[cfg(test)]
mod tests {
    use fz_ir::testing::Scratch;

    use super::*;

    #[test]
    fn numbers_are_known_at_other_widths() {
        let scratch = Scratch::parse(
            "@g = constant { i16, [2 x i32] } { i16 -40, [2 x i32] [i32 1, i32 74565] }
            define i1 @f(i32 %x, ptr %p) {
              %y = add i32 %x, -559038737
              %q = getelementptr i8, ptr %p, i64 4660
              %c = icmp eq i32 %y, 255
              ret i1 %c
            }",
        );
        let module = scratch.module();
        Written::find(module).note(module);
        let written = Written::noted(module);
        assert_eq!(written, Written::find(module));
        for (number, bits) in [
            (0xdead_beef, 32),
            (0xdead_beef, 64),
            (0xffff_ffff_dead_beef, 64),
            (0xffd8, 16),
            (0x12345, 32),
        ] {
            assert!(written.has(number, bits), "{number:#x}");
        }
        for (number, bits) in [(0x1234, 16), (255, 32), (1, 32), (0xdead_beef, 128)] {
            assert!(!written.has(number, bits), "{number:#x}");
        }
        erase(module);
        assert_eq!(Written::noted(module), Written::default());
    }
}
