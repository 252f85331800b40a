//! `byte-split`: compares wider than eight bits are split into compares of bytes, so that each further byte that is
//! right takes a new edge.
//!
//! ```text
//! %c = icmp eq i32 %x, 305419896            %d = xor i32 %x, 305419896
//! br i1 %c, label %yes, label %no           br (%d & 255 == 0), label %1, label %no
//!                                   →     1:
//!                                           br (%d == 0), label %yes, label %2
//!                                         2:
//!                                           br (%d & 65280 == 0), label %3, label %no
//!                                         3:
//!                                           br (%d & 16711680 == 0), label %no, label %no
//! ```
//!
//! Each byte that may be the first to differ has an edge ([`tell`]). Equality is decided from the lowest byte up. Order
//! (`<`, `>=`, signed, or of floating-point numbers) is decided from the highest byte down, and then by the program's
//! own compare, so that signs, NaN and signed zeros keep their meaning ([`compare`]). A switch becomes a switch for
//! each byte ([`switch`]). Bytes that LLVM knows to be equal have no edge, nor do those that an earlier bound has shown
//! already. Operands that may be undef or poison are frozen. Controlled compilation §III-B.
//!
//! With `gates`, the compare stays, and its steps stand before it ([`climb`]).
//!
//! Left alone, unless an option asks for them: compares with 0 and 1, and compares with a loop counter. `mode=light`
//! leaves compares with numbers that the dictionary has ([`Recorded`]).

use crate::{
    climb::{self, Steps},
    ir::Block,
    marks::tokens::Recorded,
    pass::{Context, ModulePass},
};
use fz_schema::passes::byte_split::{self as schema, Mode};

mod compare;
mod switch;
mod tell;

/// The name of the pass.
pub const NAME: &str = schema::PASS.name;

/// The pass, with its options.
pub struct ByteSplit {
    light: bool,
    floats: bool,
    zero_one: bool,
    loops: bool,
    gates: bool,
    /// The dictionary's tokens, in mode `light`.
    recorded: Recorded,
}

impl ByteSplit {
    /// The pass with these options.
    pub fn new(told: schema::Told) -> Self {
        ByteSplit {
            light: told.mode == Mode::Light,
            floats: told.floats,
            zero_one: told.zero_one,
            loops: told.loops,
            gates: told.gates,
            recorded: Recorded::default(),
        }
    }

    /// Whether the dictionary has the constant of a compare.
    fn leaves_to_dictionary(&self, constant: u128, bits: u32) -> bool {
        self.recorded.has_number(constant, bits)
    }
}

impl ModulePass for ByteSplit {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        if self.light {
            self.recorded = Recorded::of(module);
        }
        self.gates &= Steps::are_possible(module);
        let gates = self.gates;
        let functions = cx.functions_without_funclets();
        cx.each(functions, |cx, function| {
            let blocks = function.blocks();
            let plans: Vec<_> = blocks.iter().map(|b| self.compares(*b, cx)).collect();
            if plans.iter().any(|p| !p.is_empty()) {
                function.gather_allocas();
            }
            for (block, plan) in blocks.into_iter().zip(plans) {
                let terminator = block.terminator().expect("a finished block");
                if let Some(switch) = switch::find(terminator, self, cx) {
                    cx.did();
                    match gates {
                        true => switch.beside(module).split(module),
                        false => switch.split(module),
                    }
                }
                // From the last one on, so that no block is moved twice.
                for compare in plan.into_iter().rev() {
                    cx.did();
                    match gates {
                        true => compare.beside(module).split(module),
                        false => compare.split(module),
                    }
                }
            }
        });
        if gates && cx.did_any() {
            climb::register(module);
        }
        Ok(cx.did_any())
    }
}

impl ByteSplit {
    fn compares(&self, block: Block, cx: &mut Context) -> Vec<compare::Compare> {
        let find = |instruction| match compare::find(instruction, self) {
            Ok(found) => found,
            Err(reason) => {
                cx.skip(reason);
                None
            }
        };
        block.instructions().filter_map(find).collect()
    }
}

/// A mask for each byte of a value of `bits` bits, from the highest.
fn masks(bits: u32) -> impl Iterator<Item = u128> {
    let all = u128::MAX >> (128 - bits);
    (0..bits.div_ceil(8))
        .rev()
        .map(move |n| (0xff << (8 * n)) & all)
}

#[cfg(test)]
mod tests {
    use super::masks;

    #[test]
    fn masks_cover_each_bit_once() {
        assert_eq!(masks(16).collect::<Vec<_>>(), [0xff00, 0xff]);
        assert_eq!(masks(20).collect::<Vec<_>>(), [0xf0000, 0xff00, 0xff]);
        for bits in 9..=128 {
            assert_eq!(masks(bits).sum::<u128>(), u128::MAX >> (128 - bits));
        }
    }
}
