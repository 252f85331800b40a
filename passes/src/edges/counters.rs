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

use fz_abi::sections;

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

/// A counter that tells where its code is, wherever that goes ([`fz_abi::places`]).
#[derive(Clone, Copy)]
pub struct Told {
    /// The function's array.
    pub counters: Value,
    /// Counters in a row.
    pub row: usize,
    pub rows: usize,
}

impl Told {
    /// The label before the code, and the entry behind it. It shares the fate of the code, which may end up in any
    /// function: hence `?`, the group that the code is in. `operand` is the array.
    fn around(self, code: &str, operand: usize, index: usize) -> String {
        let Told { row, rows, .. } = self;
        let section = sections::PLACES;
        format!(
            "771:\n\t{code}\n\t.pushsection {section},\"a?\",@progbits\n\t.p2align 2\n\t.long 771b-.\n\t\
             .long ${{{operand}:c}}+{index}-.\n\t.long {row}, {rows}\n\t.popsection"
        )
    }
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

/// What the code changes beside the counter.
const CLOBBERS: &str = "~{dirflag},~{fpsr},~{flags}";

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
    /// entry has made. `told`: where it is possible, in assembly.
    ///
    /// # Panics
    /// If the block takes no code.
    pub fn plant(
        &self,
        function: Function,
        block: Block,
        row: Value,
        index: usize,
        told: Option<Told>,
    ) -> Planted {
        let mut point = block
            .insertion_point_after_allocas()
            .expect("a block that takes code");
        if function.entry() == block && row.is_instruction() {
            point = row
                .next()
                .expect("a row is found before the end of the entry");
        }
        // SAFETY: an instruction of this module.
        unsafe {
            LLVMPositionBuilderBefore(self.builder, point.raw());
            // An address is looked up in the lines; else a counter is of no line.
            let place = match told {
                Some(_) if function.entry() == block => function.place(),
                Some(_) => block.place(),
                None => std::ptr::null_mut(),
            };
            LLVMSetCurrentDebugLocation2(self.builder, place);
        }
        let told = told.map(|told| (told, index));
        let counter = match row.is_constant() {
            true => self.module.address_in(row, index),
            false => self.element(row, index),
        };
        match self.means(function, row) {
            Means::MemoryAsm => self.plant_in_memory(counter, told),
            means => self.plant_by_load_and_store(counter, means, told),
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

    fn plant_in_memory(&self, counter: Value, told: Option<(Told, usize)>) {
        let module = self.module;
        // SAFETY: types and values of this module; two operands are the counter, written and read.
        unsafe {
            let mut operands = vec![counter.raw(); 2];
            let (text, constraints) = match told {
                Some((told, index)) => {
                    operands.push(told.counters.raw());
                    (told.around(self.text(), 2, index), "=*m,*m,i")
                }
                None => (self.text().to_owned(), "=*m,*m"),
            };
            let ty = module.void_type(&vec![module.ptr(); operands.len()], false);
            let asm = module.inline_asm(ty, &text, &format!("{constraints},{CLOBBERS}"));
            let call = LLVMBuildCall2(
                self.builder,
                ty.raw(),
                asm.raw(),
                operands.as_mut_ptr(),
                operands.len() as u32,
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

    fn plant_by_load_and_store(&self, counter: Value, means: Means, told: Option<(Told, usize)>) {
        let (m, b) = (self.module, self.builder);
        // SAFETY: values and types of this module.
        unsafe {
            let old = LLVMBuildLoad2(b, m.int(8).raw(), counter.raw(), c"".as_ptr());
            let new = match means {
                Means::RegisterAsm => self.successor_by_asm(old, told),
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
    unsafe fn successor_by_asm(
        &self,
        old: LLVMValueRef,
        told: Option<(Told, usize)>,
    ) -> LLVMValueRef {
        let module = self.module;
        let mut arguments = vec![old];
        let (text, constraints) = match told {
            Some((told, index)) => {
                arguments.push(told.counters.raw());
                (told.around(self.text(), 2, index), "=q,0,i")
            }
            None => (self.text().to_owned(), "=q,0"),
        };
        let of = [module.int(8), module.ptr()];
        let ty = module.int(8).function_of(&of[..arguments.len()]);
        let asm = module.inline_asm_value(ty, &text, &format!("{constraints},{CLOBBERS}"));
        // SAFETY: by the contract.
        let call = Value::from_raw(unsafe {
            LLVMBuildCall2(
                self.builder,
                ty.raw(),
                asm.raw(),
                arguments.as_mut_ptr(),
                arguments.len() as u32,
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
