//! Calls.

use std::ops::Deref;

use llvm_sys::{LLVMTailCallKind, core::*};

use super::{Function, Inst, Module, Op, Type, Value, attributes::Place, ffi::*, inst::retire};

/// A `call`, an `invoke` or a `callbr` (`llvm::CallBase`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Call(Inst);

impl Deref for Call {
    type Target = Inst;

    fn deref(&self) -> &Inst {
        &self.0
    }
}

impl From<Call> for Inst {
    fn from(call: Call) -> Inst {
        call.0
    }
}

impl From<Call> for Value {
    fn from(call: Call) -> Value {
        call.value()
    }
}

impl PartialEq<Value> for Call {
    fn eq(&self, other: &Value) -> bool {
        self.value() == *other
    }
}

impl PartialEq<Inst> for Call {
    fn eq(&self, other: &Inst) -> bool {
        self.0 == *other
    }
}

impl Call {
    pub(crate) fn of(inst: Inst) -> Option<Call> {
        matches!(inst.op(), Op::Call | Op::Invoke | Op::CallBr).then_some(Call(inst))
    }

    /// As an instruction.
    pub fn inst(self) -> Inst {
        self.0
    }

    /// The function type that it calls its callee as.
    pub fn called_type(self) -> Type {
        // SAFETY: a call.
        Type(unsafe { LLVMGetCalledFunctionType(self.raw()) })
    }

    /// What it calls, whatever that is.
    pub fn callee(self) -> Value {
        // SAFETY: a call.
        Value(unsafe { LLVMGetCalledValue(self.raw()) })
    }

    /// The function that it calls directly.
    pub fn called(self) -> Option<Function> {
        self.callee().as_function()
    }

    /// Whether it is inline assembly.
    pub fn calls_asm(self) -> bool {
        // SAFETY: a call.
        unsafe { !LLVMIsAInlineAsm(LLVMGetCalledValue(self.raw())).is_null() }
    }

    /// The text of the inline assembly that it is.
    pub fn called_asm(self) -> Option<String> {
        // SAFETY: a call; the text belongs to the assembly and has this length.
        unsafe {
            let asm = LLVMIsAInlineAsm(LLVMGetCalledValue(self.raw()));
            if asm.is_null() {
                return None;
            }
            let mut length = 0;
            let text = LLVMGetInlineAsmAsmString(asm, &mut length);
            let text = std::slice::from_raw_parts(text.cast(), length);
            Some(String::from_utf8_lossy(text).into_owned())
        }
    }

    /// What it passes, those of `...` included.
    pub fn arguments(self) -> Vec<Value> {
        // SAFETY: a call; its arguments are its first operands.
        let count = unsafe { LLVMGetNumArgOperands(self.raw()) };
        (0..count).map(|n| self.operand(n)).collect()
    }

    /// Whether it has operand bundles.
    pub fn has_operand_bundles(self) -> bool {
        // SAFETY: a call.
        unsafe { LLVMGetNumOperandBundles(self.raw()) != 0 }
    }

    /// Its calling convention, by LLVM's number.
    pub fn calling_convention(self) -> u32 {
        // SAFETY: a call.
        unsafe { LLVMGetInstructionCallConv(self.raw()) }
    }

    /// Whether the call or its callee has an attribute of LLVM's own (`willreturn`).
    pub fn has_attribute(self, name: &str) -> bool {
        self.has_own_attribute(Place::Function, name)
            || self.called().is_some_and(|f| f.has_attribute(name))
    }

    /// Whether it may exit, throw, longjmp or hang: whether it does not promise to return.
    pub fn may_not_return(self) -> bool {
        !(self.has_attribute("willreturn") && self.has_attribute("nounwind"))
    }

    /// Whether control may come back after it a second time, as after `setjmp`.
    pub fn returns_twice(self) -> bool {
        self.has_attribute("returns_twice") || self.called_name() == "llvm.eh.sjlj.setjmp"
    }

    /// Whether it has to be a tail call (`musttail`).
    pub fn is_musttail(self) -> bool {
        self.tail_call_kind() == Some(LLVMTailCallKind::LLVMTailCallKindMustTail)
    }

    /// Makes it a tail call at every level of optimisation (`musttail`): the last thing of its function, which is called
    /// in the same way.
    ///
    /// # Panics
    /// If it is not a `call`.
    pub fn set_musttail(self) {
        assert_eq!(self.op(), Op::Call);
        // SAFETY: a `call`.
        unsafe {
            LLVMSetTailCallKind(self.raw(), LLVMTailCallKind::LLVMTailCallKindMustTail);
        }
    }

    /// Keeps it from being a tail call (`notail`). An `invoke` never is one.
    pub fn set_notail(self) {
        if self.op() == Op::Call {
            // SAFETY: a `call`.
            unsafe { LLVMSetTailCallKind(self.raw(), LLVMTailCallKind::LLVMTailCallKindNoTail) }
        }
    }

    /// Makes the call anew with one pointer more after its fixed arguments, in the register of the static chain (`nest`).
    /// The old one is erased.
    ///
    /// # Panics
    /// If it is a `callbr`.
    pub fn add_nest_argument(self, argument: impl Into<Value>) -> Call {
        assert_ne!(self.op(), Op::CallBr);
        let argument = argument.into();
        assert!(argument.ty().is_pointer(), "{:?}", argument.ty());
        // SAFETY: a call or an invoke, and a pointer; LLVM makes one of the same kind.
        let new = unsafe { Inst::from_raw(fz_llvm_add_nest_argument(self.raw(), argument.0)) };
        retire(self.value());
        Call(new)
    }

    /// Makes an `invoke` of what never throws a `call`, and joins the block that it goes on to with its own where nothing
    /// else leads there. The `invoke` and the joined block are deleted.
    ///
    /// # Panics
    /// If it is not an `invoke`.
    ///
    /// # Safety
    /// No handle to the `invoke` or to that block is used again.
    pub unsafe fn make_call(self) -> Call {
        assert_eq!(self.op(), Op::Invoke);
        // SAFETY: an invoke.
        Call(unsafe { Inst::from_raw(fz_llvm_make_call(self.raw())) })
    }

    /// What a call of a function of the C library comes to, as LLVM's simplifier has it; the call itself stays. The call
    /// where its users became others, and it is used no more.
    ///
    /// # Safety
    /// No handle to an instruction that LLVM simplifies away with it is used again.
    pub unsafe fn simplified(self) -> Option<Value> {
        if self.op() != Op::Call {
            return None;
        }
        // SAFETY: a `call`; what LLVM makes stands before it.
        Value::some(unsafe { fz_llvm_simplified_call(self.raw()) })
    }

    /// Makes an attribute of LLVM's own hold for this call.
    pub fn add_attribute(self, module: Module, name: &str) {
        self.add_own_attribute(module, Place::Function, name);
    }

    /// Keeps the call from being inlined, whatever its callee says (`noinline`).
    pub fn set_noinline(self, module: Module) {
        self.add_attribute(module, "noinline");
    }

    /// Says that the call never throws (`nounwind`).
    pub fn set_nounwind(self, module: Module) {
        self.add_attribute(module, "nounwind");
    }

    /// Keeps the call from being made one with others (`nomerge`).
    pub fn set_nomerge(self, module: Module) {
        self.add_attribute(module, "nomerge");
    }

    /// Keeps the call from being made several (`noduplicate`).
    pub fn set_noduplicate(self, module: Module) {
        self.add_attribute(module, "noduplicate");
    }

    /// Keeps the callee from being taken for the library function of its name (`nobuiltin`).
    pub fn set_nobuiltin(self, module: Module) {
        self.add_attribute(module, "nobuiltin");
    }
}
