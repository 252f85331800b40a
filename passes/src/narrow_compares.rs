//! `narrow-compares`: compares use the width that their operands have in the program, not the one that C's integer
//! promotions gave them. Controlled compilation §III-B (listings 12 to 15).
//!
//! ```text
//! %w = zext i8 %x to i32
//! %c = icmp sgt i32 %w, 64       →       %c = icmp ugt i8 %x, 64
//! ```
//!
//! A width of 8, 16, 32 or 64 bits is enough if LLVM knows that in both operands all bits above are zero, or copies of
//! the sign bit. A signed compare of operands that are known not to be negative becomes unsigned.

use crate::{
    ir::{Builder, Inst, IntPredicate, Module, Op, Type, Value},
    pass::{Context, ModulePass},
};

/// The name of the pass.
pub const NAME: &str = fz_schema::passes::narrow_compares::PASS.name;

/// The pass.
pub struct NarrowCompares;

impl ModulePass for NarrowCompares {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let functions = cx.functions();
        cx.each(functions, |cx, function| {
            for block in function.blocks() {
                for instruction in block.instructions().collect::<Vec<_>>() {
                    if let Some(narrow) = Narrow::of(instruction) {
                        narrow.replace(module, instruction);
                        cx.did();
                    }
                }
            }
        });
        Ok(cx.did_any())
    }
}

/// How a compare is made narrower.
struct Narrow {
    bits: u32,
    predicate: IntPredicate,
}

impl Narrow {
    fn of(compare: Inst) -> Option<Narrow> {
        let predicate = compare.int_predicate()?;
        let operands = [compare.operand(0), compare.operand(1)];
        let bits = operands[0]
            .ty()
            .int_bits()
            .filter(|b| (9..=128).contains(b))?;
        // LLVM folds it when it simplifies the compare.
        if operands.iter().all(|o| o.is_constant()) {
            return None;
        }
        let [a, b] = operands.map(|o| o.known_at(compare));
        let as_unsigned = bits - a.leading_zeros(bits).min(b.leading_zeros(bits));
        let as_signed = bits - a.signs.min(b.signs) + 1;
        let enough = |needed: u32| {
            [8, 16, 32, 64]
                .into_iter()
                .find(|w| needed <= *w && *w < bits)
        };
        match (enough(as_unsigned), enough(as_signed)) {
            (Some(bits), signed) if signed.is_none_or(|s| bits <= s) => Some(Narrow {
                bits,
                predicate: unsigned(predicate),
            }),
            // Sign extension preserves both the signed and the unsigned order.
            (_, Some(bits)) => Some(Narrow { bits, predicate }),
            _ => None,
        }
    }

    fn replace(&self, module: Module, compare: Inst) {
        let builder = Builder::before(module, compare);
        let ty = module.int(self.bits);
        let [a, b] = [0, 1].map(|i| self.narrowed(&builder, compare.operand(i), ty));
        let narrow = builder.icmp(self.predicate, a, b);
        compare.replace_uses(narrow);
        // The extensions stay for debuggers; without other users they cost nothing.
        compare.erase();
    }

    fn narrowed(&self, builder: &Builder, value: Value, ty: Type) -> Value {
        if !is_extension(value) {
            return builder.trunc(value, ty);
        }
        let source = value.operand(0);
        match source.ty().int_bits().map(|bits| bits.cmp(&self.bits)) {
            Some(std::cmp::Ordering::Equal) => source,
            Some(std::cmp::Ordering::Less) => match value.op() {
                Some(Op::ZExt) => builder.zext(source, ty),
                _ => builder.sext(source, ty),
            },
            _ => builder.trunc(source, ty),
        }
    }
}

fn is_extension(value: Value) -> bool {
    value.is(Op::ZExt) || value.is(Op::SExt)
}

fn unsigned(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::Slt => IntPredicate::Ult,
        IntPredicate::Sle => IntPredicate::Ule,
        IntPredicate::Sgt => IntPredicate::Ugt,
        IntPredicate::Sge => IntPredicate::Uge,
        other => other,
    }
}
