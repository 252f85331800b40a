//! Values: everything that can be an operand.

use llvm_sys::{core::*, prelude::LLVMValueRef};

use super::{
    Call, Const, Function, Global, Inst, Op, Type, c,
    ffi::{fz_llvm_constant_bytes, fz_llvm_is_well_defined, fz_llvm_operand_number},
};

/// Any value (`llvm::Value`): an instruction, a constant, a global, a parameter, a block, metadata.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value(pub(crate) LLVMValueRef);

/// One use of a value (`llvm::Use`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// The instruction or constant that has the value as an operand.
    pub user: Value,
    /// The operand's number.
    pub operand: u32,
}

impl Value {
    pub(crate) fn some(value: LLVMValueRef) -> Option<Value> {
        (!value.is_null()).then_some(Value(value))
    }

    /// Its name in IR, empty if it has none. The name of a global is its symbol, without the prefix of private symbols.
    pub fn name(self) -> String {
        let mut len = 0;
        // SAFETY: pointer into the value's name and its length.
        let bytes = unsafe {
            let text = LLVMGetValueName2(self.0, &mut len);
            std::slice::from_raw_parts(text.cast::<u8>(), len)
        };
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Sets its name, which LLVM makes unique. In contexts that discard names (clang's), only globals keep theirs.
    pub fn set_name(self, name: &str) {
        let name = c(name);
        // SAFETY: a C string with its length.
        unsafe { LLVMSetValueName2(self.0, name.as_ptr(), name.as_bytes().len()) }
    }

    /// Its type.
    pub fn ty(self) -> Type {
        // SAFETY: any value has one.
        Type(unsafe { LLVMTypeOf(self.0) })
    }

    /// Whether it is an `llvm::Constant`: a number, an aggregate, a global, a constant expression, poison.
    pub fn is_constant(self) -> bool {
        // SAFETY: any value.
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    /// The constant, if it is one.
    pub fn as_const(self) -> Option<Const> {
        // SAFETY: asked before.
        self.is_constant()
            .then(|| unsafe { Const::from_raw(self.0) })
    }

    /// Whether it is an instruction.
    pub fn is_instruction(self) -> bool {
        // SAFETY: any value.
        unsafe { !LLVMIsAInstruction(self.0).is_null() }
    }

    /// The instruction, if it is one.
    pub fn as_inst(self) -> Option<Inst> {
        // SAFETY: asked before.
        self.is_instruction()
            .then(|| unsafe { Inst::from_raw(self.0) })
    }

    /// The call, if it is a `call`, an `invoke` or a `callbr`.
    pub fn as_call(self) -> Option<Call> {
        self.as_inst().and_then(Inst::as_call)
    }

    /// The function, if it is one.
    pub fn as_function(self) -> Option<Function> {
        // SAFETY: any value; null if it is none.
        unsafe { (!LLVMIsAFunction(self.0).is_null()).then(|| Function::from_raw(self.0)) }
    }

    /// The global, if it is a function, a variable, an alias or an ifunc.
    pub fn as_global(self) -> Option<Global> {
        // SAFETY: any value; null if it is none.
        unsafe { (!LLVMIsAGlobalValue(self.0).is_null()).then(|| Global::from_raw(self.0)) }
    }

    /// The function of which it is a parameter.
    pub fn parameter_of(self) -> Option<Function> {
        // SAFETY: only parameters are asked.
        unsafe {
            let is_parameter = !LLVMIsAArgument(self.0).is_null();
            is_parameter.then(|| Function::from_raw(LLVMGetParamParent(self.0)))
        }
    }

    /// Whether it is a function that a resolver chooses when the program starts.
    pub fn is_ifunc(self) -> bool {
        // SAFETY: any value; null if it is none.
        unsafe { !LLVMIsAGlobalIFunc(self.0).is_null() }
    }

    /// Whether it is a global variable.
    pub fn is_global_variable(self) -> bool {
        // SAFETY: any value.
        unsafe { !LLVMIsAGlobalVariable(self.0).is_null() }
    }

    /// Whether it is the address of a block.
    pub fn is_block_address(self) -> bool {
        // SAFETY: any value.
        unsafe { !LLVMIsABlockAddress(self.0).is_null() }
    }

    /// Its opcode, if it is an instruction.
    pub fn op(self) -> Option<Op> {
        self.as_inst().map(Inst::op)
    }

    /// Whether it is an instruction with this opcode.
    pub fn is(self, op: Op) -> bool {
        self.op() == Some(op)
    }

    /// The number of its operands; 0 if it is neither an instruction nor a constant with operands.
    pub fn operand_count(self) -> u32 {
        // SAFETY: only users are asked.
        unsafe {
            match LLVMIsAUser(self.0).is_null() {
                true => 0,
                false => LLVMGetNumOperands(self.0) as u32,
            }
        }
    }

    /// An operand. A call has its arguments first, then those of its operand bundles, then its callee. A branch or an
    /// `invoke` has its successors among them, in an order internal to LLVM.
    ///
    /// # Panics
    /// If it has no such operand, or was erased.
    pub fn operand(self, index: u32) -> Value {
        assert!(index < self.operand_count(), "operand {index} of {self:?}");
        // SAFETY: a user with so many operands; null in what was erased.
        Value::some(unsafe { LLVMGetOperand(self.0, index) }).expect("an instruction in a block")
    }

    /// Its uses, without those in metadata; the most recent first, as in LLVM's use list.
    pub fn uses(self) -> Vec<Use> {
        // SAFETY: walks the list of uses.
        unsafe {
            let first = LLVMGetFirstUse(self.0);
            std::iter::successors((!first.is_null()).then_some(first), |u| {
                let next = LLVMGetNextUse(*u);
                (!next.is_null()).then_some(next)
            })
            .map(|one| Use {
                user: Value(LLVMGetUser(one)),
                operand: fz_llvm_operand_number(one),
            })
            .collect()
        }
    }

    /// Whether anything uses it.
    pub fn has_uses(self) -> bool {
        // SAFETY: any value.
        unsafe { !LLVMGetFirstUse(self.0).is_null() }
    }

    /// Whether it has exactly one use.
    pub fn has_one_use(self) -> bool {
        // SAFETY: walks the first two uses.
        unsafe {
            let first = LLVMGetFirstUse(self.0);
            !first.is_null() && LLVMGetNextUse(first).is_null()
        }
    }

    /// Replaces all its uses by another value (`replaceAllUsesWith`).
    ///
    /// # Panics
    /// If the values have different types, or are the same.
    pub fn replace_uses(self, by: impl Into<Value>) {
        let by = by.into();
        assert_eq!(self.ty(), by.ty(), "uses replaced by another type");
        assert_ne!(self, by, "uses replaced by themselves");
        // SAFETY: values of one type.
        unsafe { LLVMReplaceAllUsesWith(self.0, by.0) }
    }

    /// The value of an integer constant of up to 128 bits, zero-extended: `i8 -1` is 255.
    pub fn int_constant(self) -> Option<u128> {
        self.as_const().and_then(Const::int)
    }

    /// The value of an `i1` constant.
    pub fn bool_constant(self) -> Option<bool> {
        match self.ty().is_bool() {
            true => self.int_constant().map(|v| v != 0),
            false => None,
        }
    }

    /// The bits of a floating-point constant of up to 128 bits.
    pub fn float_constant(self) -> Option<u128> {
        self.as_const().and_then(Const::float)
    }

    /// Whether it is the zero of its type: 0, 0.0, `null`, `zeroinitializer`.
    pub fn is_null(self) -> bool {
        // SAFETY: any value.
        unsafe { LLVMIsNull(self.0) != 0 }
    }

    /// Whether it is neither undef nor poison at the instruction `at`.
    pub fn is_well_defined(self, at: impl Into<Inst>) -> bool {
        let at = at.into();
        // SAFETY: a value and an instruction.
        unsafe { fz_llvm_is_well_defined(self.0, at.raw()) }
    }

    /// The bytes from a pointer to the end of the constant array that it points into, at most 64 KiB.
    pub fn constant_bytes(self) -> Option<Vec<u8>> {
        const MOST: usize = 64 << 10;
        // SAFETY: LLVM writes no more than there is room for, and says how much there is.
        unsafe {
            let length = fz_llvm_constant_bytes(self.0, std::ptr::null_mut(), 0);
            if length == usize::MAX {
                return None;
            }
            let mut bytes = vec![0u8; length.min(MOST)];
            fz_llvm_constant_bytes(self.0, bytes.as_mut_ptr().cast(), bytes.len());
            Some(bytes)
        }
    }

    /// The name of the function that a call calls directly; empty for everything else.
    pub fn called_name(self) -> String {
        let called = self.as_call().and_then(Call::called);
        called.map_or(String::new(), |f| f.name())
    }
}
