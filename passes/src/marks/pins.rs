//! Pins: pseudoprobes of ours, by which a block of the source is known after optimisation.

use super::Life;
use crate::ir::{Block, Builder, Const, Function, Inst, Module};

/// Who makes the mark, who reads it, and after whom it is gone.
pub const LIFE: Life = Life {
    made_by: &["pins"],
    read_by: &["dictionary", "edges"],
    gone_after: &["pins"],
    leftover: Some(leftover),
};

const PROBE: &str = "llvm.pseudoprobe";
/// What tells a pin from a probe of clang's.
const PIN: u64 = u64::from_le_bytes(*b"fz.pins.");

/// Puts a pin in front of an instruction.
pub fn plant(module: Module, instruction: Inst, number: u32) {
    let builder = Builder::before(module, instruction);
    builder.no_location();
    let arguments = [
        module.const_int(64, PIN),
        module.const_int(64, number.into()),
        module.const_int(32, 0),
        module.const_int(64, u64::MAX),
    ];
    builder.intrinsic(PROBE, &[], &arguments.map(Const::value));
}

/// The number of a pin.
pub fn number(instruction: Inst) -> Option<u32> {
    let is_pin = instruction.called_name() == PROBE
        && instruction.operand(0).int_constant() == Some(PIN.into());
    let number = is_pin.then(|| instruction.operand(1).int_constant())??;
    Some(number as u32)
}

/// The pins of a block.
pub fn of_block(block: Block) -> impl Iterator<Item = u32> {
    block.instructions().filter_map(number)
}

fn leftover(module: Module) -> Option<String> {
    let has_pins = |f: &Function| f.blocks().into_iter().any(|b| of_block(b).next().is_some());
    let function = module.definitions().find(has_pins)?;
    Some(format!("in function `{}`", function.name()))
}

/// Takes all pins away; whether there were any.
pub fn erase(module: Module) -> bool {
    let blocks = module.definitions().flat_map(Function::blocks);
    let instructions = blocks.flat_map(Block::instructions);
    let pins: Vec<_> = instructions.filter(|i| number(*i).is_some()).collect();
    for pin in &pins {
        pin.erase();
    }
    !pins.is_empty()
}
