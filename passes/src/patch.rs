//! Code that the runtime changes ([`fz_abi::distance::Patch`]): five bytes that do nothing, or jump.

use fz_abi::{functions::Function, priority, sections};

use crate::{
    ir::{Builder, Const, IntPredicate, Module, Value},
    runtime,
};

/// The weights of the code after a gate, and of the way past it.
pub const WEIGHTS: [u32; 2] = [1, (1 << 20) - 1];
/// LLVM's number of the calling convention that keeps the registers of the code before a gate.
pub const PRESERVE_MOST: u32 = 14;

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
pub fn assembly(gates: usize, initially: Initially) -> String {
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

/// Adds the constructor that hands the bounds of sections to a function of the runtime, if there is one.
pub fn register(module: Module, name: &str, init: &Function, bounds: [&str; 4]) {
    if module.function(name).is_some() {
        return;
    }
    let procedure = module.void().function_of(&[]);
    let constructor = module.add_image_function(name, procedure);
    constructor.add_attribute(module, "nounwind");
    constructor.add_attribute(module, "disable_sanitizer_instrumentation");
    let [entry, register, end] = [(); 3].map(|()| constructor.append_block(""));
    let builder = Builder::at_end(module, entry);
    let takes = runtime::declare(module, init);
    let is_there = builder.icmp(IntPredicate::Ne, takes, module.null_ptr());
    builder.cond_br(is_there, register, end);
    builder.go_to_end(register);
    let bounds = bounds.map(|symbol| module.section_bound(symbol).value());
    runtime::call(&builder, init, takes, &bounds);
    builder.br(end);
    builder.go_to_end(end);
    builder.ret_void();
    module.add_constructor(constructor, priority::REGISTER);
}
