//! Code that the runtime changes ([`fz_abi::patch::Patch`]): five bytes that do nothing, or jump.

use fz_abi::{functions::Function, sections};

use crate::{
    ir::{Block, Builder, Const, Inst, IntPredicate, Module, Value},
    marks::step,
    runtime,
};

/// The weights of the code after a gate, and of the way past it.
const WEIGHTS: [u32; 2] = [1, (1 << 20) - 1];
/// LLVM's number of the calling convention that keeps the registers of the code before a gate.
const PRESERVE_MOST: u32 = 14;

/// What the five bytes do until a runtime changes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initially {
    Nothing,
    Jumps,
}

/// Whether the runtime knows the machine.
pub fn is_possible(module: Module) -> bool {
    module.triple().starts_with("x86_64") && module.pointer_bytes() == 8
}

/// The five bytes of a gate, for [`Builder::asm_goto`] with the address of the first gate, and their entry in the section of
/// patches. That has to be kept and dropped with the code: hence `?`, the section group of the surrounding code.
fn assembly(gates: usize, initially: Initially) -> String {
    let section = sections::PATCHES;
    let bytes = match initially {
        Initially::Nothing => ".byte 0x0f,0x1f,0x44,0,0",
        // Written out, since an assembler would make it short.
        Initially::Jumps => ".byte 0xe9\n\t.long ${1:l}-.-4",
    };
    // Within eight aligned bytes: where they are not so already, at most four bytes lead there.
    format!(
        ".p2align 3,,4\n772:\n\t{bytes}\n\t.pushsection {section},\"a?\",@progbits\n\t\
         .p2align 2\n\t.long 772b-.\n\t.long ${{1:l}}-.\n\t.long ${{0:c}}-.\n\t.long {gates}\n\t.popsection"
    )
}

/// An address that is computed here and nowhere else: code generation would compute a constant before a loop and keep it in a
/// register, for code that hardly ever runs.
pub fn near(builder: &Builder, address: Const) -> Value {
    let module = builder.module();
    let pointer = module.ptr();
    let ty = pointer.function_of(&[pointer]);
    let asm = module.inline_asm(ty, "leaq ${1:c}(%rip), $0", "=r,i");
    let call = builder.call(ty, asm, &[address.value()]);
    call.set_nounwind(module);
    module.set_nosanitize(call);
    call.value()
}

/// A gate: a jump to code that runs only while one of its gates is open.
pub struct Gate {
    /// The block that ends with the jump.
    pub head: Block,
    /// Where the jump leads.
    pub code: Block,
    /// The block that goes on.
    pub rest: Block,
    /// In the code, which has no end yet.
    pub builder: Builder,
}

impl Gate {
    /// Splits a block before an instruction. The code has the location of `source`. No edge of the jump is counted: that a gate is
    /// open is nothing that the program does.
    pub fn before(
        module: Module,
        before: Inst,
        source: Inst,
        gates: Const,
        count: usize,
        initially: Initially,
    ) -> Gate {
        let head = before.block();
        let rest = Block::split_before(before);
        let end = head.terminator().expect("made by the split");
        let code = head.function().append_block("");
        let builder = Builder::before(module, end);
        builder.locate(source);
        let jump = builder.asm_goto(&assembly(count, initially), gates, rest, code);
        module.set_branch_weights(jump, [WEIGHTS[1], WEIGHTS[0]]);
        module.set_nosanitize(jump);
        step::silence(module, jump);
        end.erase();
        builder.go_to_end(code);
        builder.locate(source);
        Gate {
            head,
            code,
            rest,
            builder,
        }
    }

    /// A builder in code that runs if any of `bits` of gates at an address are set; otherwise the gate's code, or this
    /// part of it, goes on after the gate.
    pub fn if_open(&self, builder: &Builder, gates: Value, bits: u32) -> Builder {
        let module = builder.module();
        let ty = module.int(bits);
        let held = builder.load_aligned(ty, gates, 1);
        // Another thread, or the runtime in a signal handler, may shut it. And where clang's pipeline follows, it would
        // carry the answer of one load to the next.
        held.set_volatile();
        module.set_nosanitize(held);
        let is_open = builder.icmp(IntPredicate::Ne, held, ty.constant(0));
        let open = self.head.function().append_block("");
        let jump = builder.cond_br(is_open, open, self.rest);
        module.set_branch_weights(jump, WEIGHTS);
        module.set_nosanitize(jump);
        step::silence(module, jump);
        let after = Builder::at_end(module, open);
        after.locate(jump.inst());
        after
    }
}

/// Calls a function of the runtime that keeps registers.
pub fn call(builder: &Builder, function: &Function, arguments: &[Value]) -> Value {
    let module = builder.module();
    let callee = runtime::declare(module, function);
    callee.set_calling_convention(PRESERVE_MOST);
    let call = runtime::call(builder, function, callee, arguments);
    call.set_calling_convention(PRESERVE_MOST);
    call.set_nounwind(module);
    call.set_notail();
    module.set_nosanitize(call);
    call.value()
}

/// Adds the constructor that hands an image's gates and patches to a function of the runtime. `gates`: the bounds of their
/// section.
pub fn register(module: Module, name: &str, to: &Function, gates: [&str; 2]) {
    let bounds = gates
        .into_iter()
        .chain([sections::PATCHES_START, sections::PATCHES_STOP]);
    let bounds: Vec<_> = bounds
        .map(|symbol| module.section_bound(symbol).value())
        .collect();
    runtime::register(module, name, to, &bounds, None);
}
