//! The forms in which a counter counts, and what each costs.
//!
//! Measured ratios stand with `cargo xtask bench`; the short of it: what matters is to touch the counter by memory
//! instructions alone. Everything that moves it through a register, or modifies it twice, is dear.

use llvm_sys::{LLVMAttributeIndex, LLVMIntPredicate, core::*, prelude::LLVMBuilderRef};

use crate::ir::{Block, Function, Module, Value};

/// What happens behind 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Stays at 255: a counter never forgets that it ran.
    Saturate,
    /// Goes to 0.
    Wrap,
    /// Goes to 1.
    NeverZero,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Assembly where the target has it and it is the cheaper one, else IR.
    Auto,
    Asm,
    Ir,
}

/// When the counters come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Optimisations follow: LICM would move plain counters into registers, and an endless loop would then never
    /// store them. So assembly or volatile.
    Early,
    /// Code generation follows.
    Late,
}

/// A counter in the code.
pub struct Planted {
    /// Its address.
    pub counter: Value,
    /// The instruction behind it.
    pub before: Value,
}

/// Plants counter increments into one module.
pub struct Planter {
    module: Module,
    builder: LLVMBuilderRef,
    count: Count,
    asm: bool,
    volatile: bool,
}

impl Planter {
    pub fn new(module: Module, count: Count, form: Form, stage: Stage) -> Result<Self, String> {
        let x86_64 = module.triple().starts_with("x86_64");
        let asm = match form {
            Form::Asm if !x86_64 => {
                return Err(format!(
                    "`form=asm` exists for x86-64, this module is for {}",
                    module.triple()
                ));
            }
            Form::Asm => true,
            Form::Ir => false,
            // A late `wrap` is one `inc` after instruction selection anyway, and free to be scheduled.
            Form::Auto => x86_64 && (stage == Stage::Early || count != Count::Wrap),
        };
        Ok(Planter {
            module,
            // SAFETY: disposed in `drop`.
            builder: unsafe { LLVMCreateBuilderInContext(module.context()) },
            count,
            asm,
            volatile: stage == Stage::Early,
        })
    }

    /// Counts each execution of `block` in byte `index` of the row at `row`, which is a constant or a value that the
    /// entry has made.
    ///
    /// # Panics
    /// If the block takes no code.
    pub fn plant(&self, function: Function, block: Block, row: Value, index: usize) -> Planted {
        let mut point = insertion_point(function, block).expect("a block that takes code");
        if function.entry() == block && row.is_instruction() {
            point = row
                .next()
                .expect("a row is found before the end of the entry");
        }
        // Calls inside Windows' funclets need an operand bundle, assembly included; plain IR does not.
        let asm = self.asm && !uses_funclets(function);
        // SAFETY: an instruction of this module.
        unsafe {
            LLVMPositionBuilderBefore(self.builder, point.raw());
            LLVMSetCurrentDebugLocation2(self.builder, std::ptr::null_mut());
        }
        let counter = match row.is_constant() {
            true => self.module.address_in(row, index),
            false => self.element(row, index),
        };
        if asm {
            self.plant_asm(counter);
        } else {
            self.plant_ir(counter);
        }
        Planted {
            counter,
            before: point,
        }
    }

    fn element(&self, row: Value, index: usize) -> Value {
        let mut index = self.module.const_int(64, index as u64).raw();
        let byte = self.module.int(8).raw();
        // SAFETY: a pointer and an index of this module.
        Value::from_raw(unsafe {
            LLVMBuildInBoundsGEP2(self.builder, byte, row.raw(), &mut index, 1, c"".as_ptr())
        })
    }

    fn plant_asm(&self, counter: Value) {
        let text = match self.count {
            // `cmp` borrows, and so carries, exactly below 255.
            Count::Saturate => "cmpb $$-1, $0\n\tadcb $$0, $0",
            Count::Wrap => "incb $0",
            Count::NeverZero => "addb $$1, $0\n\tadcb $$0, $0",
        };
        let module = self.module;
        let ty = module.callback_type();
        // SAFETY: types and values of this module; both operands are the counter, written and read.
        unsafe {
            let asm = module.inline_asm(ty, text, "=*m,*m,~{dirflag},~{fpsr},~{flags}");
            let mut operands = [counter.raw(), counter.raw()];
            let call = LLVMBuildCall2(
                self.builder,
                ty.raw(),
                asm.raw(),
                operands.as_mut_ptr(),
                2,
                c"".as_ptr(),
            );
            let name = "elementtype";
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let element = LLVMCreateTypeAttribute(module.context(), kind, module.int(8).raw());
            for parameter in [1, 2] as [LLVMAttributeIndex; 2] {
                LLVMAddCallSiteAttribute(call, parameter, element);
            }
            let call = Value::from_raw(call);
            call.set_nounwind(module);
            module.hide_from_sanitizers(call);
        }
    }

    fn plant_ir(&self, counter: Value) {
        let (m, b) = (self.module, self.builder);
        let name = c"".as_ptr();
        // SAFETY: values and types of this module.
        unsafe {
            let old = LLVMBuildLoad2(b, m.int(8).raw(), counter.raw(), name);
            let one = m.const_int(8, 1).raw();
            let new = match self.count {
                Count::Wrap => LLVMBuildAdd(b, old, one, name),
                Count::Saturate => {
                    let room = LLVMBuildICmp(
                        b,
                        LLVMIntPredicate::LLVMIntNE,
                        old,
                        m.const_int(8, 255).raw(),
                        name,
                    );
                    LLVMBuildAdd(b, old, LLVMBuildZExt(b, room, m.int(8).raw(), name), name)
                }
                Count::NeverZero => {
                    let sum = LLVMBuildAdd(b, old, one, name);
                    let zero = m.const_int(8, 0).raw();
                    let wrapped = LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntEQ, sum, zero, name);
                    LLVMBuildAdd(
                        b,
                        sum,
                        LLVMBuildZExt(b, wrapped, m.int(8).raw(), name),
                        name,
                    )
                }
            };
            let store = LLVMBuildStore(b, new, counter.raw());
            for access in [old, store] {
                LLVMSetVolatile(access, self.volatile.into());
                m.hide_from_sanitizers(Value::from_raw(access));
            }
        }
    }
}

impl Drop for Planter {
    fn drop(&mut self) {
        // SAFETY: made in `new`.
        unsafe { LLVMDisposeBuilder(self.builder) }
    }
}

/// Behind the allocas of the entry block, which code generation wants in one run at its start.
pub fn insertion_point(function: Function, block: Block) -> Option<Value> {
    let mut point = block.first_insertion_point()?;
    if function.entry() == block {
        while point.opcode() == llvm_sys::LLVMOpcode::LLVMAlloca {
            point = point.next()?;
        }
    }
    Some(point)
}

fn uses_funclets(function: Function) -> bool {
    function.personality().is_some_and(|p| {
        matches!(
            p.as_str(),
            "__CxxFrameHandler3"
                | "__CxxFrameHandler4"
                | "__C_specific_handler"
                | "_except_handler3"
                | "_except_handler4"
                | "ProcessCLRException"
                | "__gxx_wasm_personality_v0"
        )
    })
}
