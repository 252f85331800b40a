//! The forms in which a counter counts, and what each costs.
//!
//! `cargo xtask bench edges --only speed` measures them. The short of it, on x86-64: `wrap` is one instruction, and one
//! that may be scheduled is the best of these; what modifies a counter twice in memory is dear; and where the address is
//! in a register, what reads it twice is dear too, for then the processor guesses, often wrongly, which of the last
//! stores the value comes from ([`super::edges`] places counters so that it guesses less).

use llvm_sys::{
    LLVMAttributeIndex, LLVMIntPredicate,
    core::*,
    prelude::{LLVMBuilderRef, LLVMValueRef},
};

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

/// What the code of one counter is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Means {
    /// Assembly that reads and writes memory: no optimisation touches it.
    MemoryAsm,
    /// A load, assembly between registers, a store.
    RegisterAsm,
    Ir,
}

/// Plants counter increments into one module.
pub struct Planter {
    module: Module,
    builder: LLVMBuilderRef,
    count: Count,
    form: Form,
    stage: Stage,
    x86_64: bool,
}

impl Planter {
    pub fn new(module: Module, count: Count, form: Form, stage: Stage) -> Result<Self, String> {
        let x86_64 = module.triple().starts_with("x86_64");
        if form == Form::Asm && !x86_64 {
            return Err(format!(
                "`form=asm` exists for x86-64, this module is for {}",
                module.triple()
            ));
        }
        Ok(Planter {
            module,
            // SAFETY: disposed in `drop`.
            builder: unsafe { LLVMCreateBuilderInContext(module.context()) },
            count,
            form,
            stage,
            x86_64,
        })
    }

    fn means(&self, function: Function, row: Value) -> Means {
        // Calls inside Windows' funclets need an operand bundle, assembly included; plain IR does not.
        if !self.x86_64 || uses_funclets(function) {
            return Means::Ir;
        }
        match (self.form, self.stage, self.count) {
            (Form::Ir, _, _) => Means::Ir,
            (Form::Asm, _, _) | (Form::Auto, Stage::Early, _) => Means::MemoryAsm,
            (Form::Auto, Stage::Late, Count::Wrap) if row.is_constant() => Means::Ir,
            (Form::Auto, Stage::Late, Count::Saturate) if row.is_constant() => Means::MemoryAsm,
            (Form::Auto, Stage::Late, _) => Means::RegisterAsm,
        }
    }

    /// The instructions for operand 0.
    fn text(&self) -> &'static str {
        match self.count {
            // `cmp` borrows, and so carries, exactly below 255.
            Count::Saturate => "cmpb $$-1, $0\n\tadcb $$0, $0",
            Count::Wrap => "incb $0",
            Count::NeverZero => "addb $$1, $0\n\tadcb $$0, $0",
        }
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
        // SAFETY: an instruction of this module.
        unsafe {
            LLVMPositionBuilderBefore(self.builder, point.raw());
            LLVMSetCurrentDebugLocation2(self.builder, std::ptr::null_mut());
        }
        let counter = match row.is_constant() {
            true => self.module.address_in(row, index),
            false => self.element(row, index),
        };
        match self.means(function, row) {
            Means::MemoryAsm => self.plant_in_memory(counter),
            means => self.plant_by_load_and_store(counter, means),
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

    fn plant_in_memory(&self, counter: Value) {
        let module = self.module;
        let ty = module.callback_type();
        // SAFETY: types and values of this module; both operands are the counter, written and read.
        unsafe {
            let asm = module.inline_asm(ty, self.text(), "=*m,*m,~{dirflag},~{fpsr},~{flags}");
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

    fn plant_by_load_and_store(&self, counter: Value, means: Means) {
        let (m, b) = (self.module, self.builder);
        // SAFETY: values and types of this module.
        unsafe {
            let old = LLVMBuildLoad2(b, m.int(8).raw(), counter.raw(), c"".as_ptr());
            let new = match means {
                Means::RegisterAsm => self.successor_by_asm(old),
                Means::MemoryAsm | Means::Ir => self.successor(old),
            };
            let store = LLVMBuildStore(b, new, counter.raw());
            for access in [old, store] {
                LLVMSetVolatile(access, (self.stage == Stage::Early).into());
                m.hide_from_sanitizers(Value::from_raw(access));
            }
        }
    }

    /// What a counter of value `old` becomes.
    ///
    /// # Safety
    /// `old` is a byte that is known where the builder stands.
    unsafe fn successor(&self, old: LLVMValueRef) -> LLVMValueRef {
        let (m, b) = (self.module, self.builder);
        let name = c"".as_ptr();
        let byte = m.int(8).raw();
        let constant = |value| m.const_int(8, value).raw();
        // SAFETY: by the contract.
        unsafe {
            let sum = || LLVMBuildAdd(b, old, constant(1), name);
            let is = |predicate, value, other| {
                let is = LLVMBuildICmp(b, predicate, value, constant(other), name);
                LLVMBuildZExt(b, is, byte, name)
            };
            match self.count {
                Count::Wrap => sum(),
                Count::Saturate => {
                    LLVMBuildAdd(b, old, is(LLVMIntPredicate::LLVMIntNE, old, 255), name)
                }
                Count::NeverZero => {
                    let sum = sum();
                    LLVMBuildAdd(b, sum, is(LLVMIntPredicate::LLVMIntEQ, sum, 0), name)
                }
            }
        }
    }

    /// The same in assembly.
    ///
    /// # Safety
    /// As for [`Planter::successor`].
    unsafe fn successor_by_asm(&self, old: LLVMValueRef) -> LLVMValueRef {
        let module = self.module;
        let ty = module.byte_function_type();
        let constraints = "=q,0,~{dirflag},~{fpsr},~{flags}";
        let asm = module.inline_asm_value(ty, self.text(), constraints);
        let mut argument = old;
        // SAFETY: by the contract.
        let call = Value::from_raw(unsafe {
            LLVMBuildCall2(
                self.builder,
                ty.raw(),
                asm.raw(),
                &mut argument,
                1,
                c"".as_ptr(),
            )
        });
        call.set_nounwind(module);
        module.hide_from_sanitizers(call);
        call.raw()
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
