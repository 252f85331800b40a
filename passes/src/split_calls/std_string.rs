//! `std::string::compare` of libstdc++, which is a call if the library's compiled copy is used: before C++20, and at
//! -O0.
//!
//! ```text
//! %r = call i32 @…compare…(ptr %s, ptr @ab)        %d = load ptr, ptr %s
//!                                                  %n = load i64, ptr (%s + 8)
//!                                                  br (%n == 0), label %sizes, label %1
//!                                             →  1:
//!                                                  br (load %d == 'a'), label %2, label %differs
//!                                                2:
//!                                                  br (%n == 1), label %sizes, label %3
//!                                                …
//! ```
//!
//! If one string is a prefix of the other, and if `unroll` bytes do not decide, the function itself is called for its
//! result, unless it is enough that it is not zero. NUL is a character like any other in a `std::string`, but ends the
//! constant that it is compared with.

use super::{
    SplitCalls,
    emit::{Differences, Emit},
};
use crate::{
    ir::{Block, Call, IntPredicate, Value},
    libc::{Other, StdString},
};

/// A compare to be split.
pub struct StringPlan {
    other: Other,
    /// The constant that the string is compared with, without its NUL.
    constant: Option<Vec<u8>>,
    unroll: u64,
}

/// The characters of a `std::string`, and their number.
struct Text {
    data: Value,
    size: Value,
}

impl StringPlan {
    /// The plan for a call, or the reason to leave it alone.
    pub fn of(
        function: StdString,
        call: Call,
        pass: &SplitCalls,
    ) -> Result<StringPlan, &'static str> {
        let mut constant = match function.other {
            Other::Pointer => call.operand(1).constant_bytes(),
            Other::String => None,
        };
        if let Some(bytes) = &mut constant {
            let end = bytes.iter().position(|b| *b == 0).ok_or("no-terminator")?;
            bytes.truncate(end);
            if bytes.is_empty() {
                return Err("empty");
            }
            pass.leave_recorded(bytes)?;
        }
        Ok(StringPlan {
            other: function.other,
            constant,
            unroll: pass.unroll,
        })
    }

    /// Emits the steps.
    pub fn expand(&self, emit: &mut Emit) {
        let string = text(emit, emit.argument(0));
        let other = match self.other {
            Other::String => Some(text(emit, emit.argument(1))),
            Other::Pointer => None,
        };
        // The target if only one of the strings ends here.
        let sizes = match emit.is_branch() {
            true => emit.number(1),
            false => emit.original(),
        };
        let mut differences = Differences::default();
        let known = self.constant.as_ref().map(|c| c.len() as u64);
        for at in 0..known.unwrap_or(u64::MAX).min(self.unroll) {
            let ends = at_end(emit, &string, at);
            let b = match (&self.constant, &other) {
                (Some(constant), _) => {
                    emit.leave_if(ends, sizes);
                    let byte = constant[at as usize];
                    emit.module.int(8).constant(byte.into()).value()
                }
                (None, Some(other)) => {
                    let other_ends = at_end(emit, other, at);
                    either_ends(emit, ends, other_ends, sizes);
                    emit.byte(other.data, at)
                }
                (None, None) => {
                    let b = emit.byte(emit.argument(1), at);
                    let nul = emit.builder.icmp(IntPredicate::Eq, b, b.ty().constant(0));
                    either_ends(emit, ends, nul, sizes);
                    b
                }
            };
            let a = emit.byte(string.data, at);
            let same = emit.builder.icmp(IntPredicate::Eq, a, b);
            let next = emit.block();
            let differs = match emit.is_branch() {
                true => emit.number(1),
                false => differences.of(emit, a, b),
            };
            emit.cond_br(same, next, differs);
            emit.enter(next);
        }
        match known {
            Some(length) if length <= self.unroll => {
                let ends = at_end(emit, &string, length);
                let equal = emit.number(0);
                emit.cond_br(ends, equal, sizes);
            }
            _ => {
                let result = emit.again(&[]);
                emit.end_with(result, false);
            }
        }
        if let Some(pair) = differences.enter(emit) {
            emit.end_with_difference(pair);
        }
    }
}

/// Continues if neither string ends here; branches to `sizes` if one does.
fn either_ends(emit: &mut Emit, ends: Value, other_ends: Value, sizes: Block) {
    let equal = emit.number(0);
    let [last, next] = [emit.block(), emit.block()];
    emit.cond_br(ends, last, next);
    emit.enter(last);
    emit.cond_br(other_ends, equal, sizes);
    emit.enter(next);
    emit.leave_if(other_ends, sizes);
}

fn text(emit: &Emit, string: Value) -> Text {
    let bytes = u64::from(emit.module.pointer_bytes());
    let size = emit.module.int(8 * bytes as u32);
    let at = emit.advanced(string, bytes);
    Text {
        data: emit.builder.load(emit.module.ptr(), string).value(),
        size: emit.builder.freeze(emit.builder.load(size, at)),
    }
}

fn at_end(emit: &Emit, text: &Text, at: u64) -> Value {
    let here = text.size.ty().constant(at.into());
    emit.builder.icmp(IntPredicate::Eq, text.size, here)
}
