//! Functions.

use std::{ffi::CString, ops::Deref};

use llvm_sys::{core::*, prelude::LLVMValueRef};

use super::{Block, Call, Global, Inst, Type, Value, c, ffi::*, inst::retire};

/// A function (`llvm::Function`), defined or declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Function(Global);

impl Deref for Function {
    type Target = Global;

    fn deref(&self) -> &Global {
        &self.0
    }
}

impl From<Function> for Global {
    fn from(function: Function) -> Global {
        function.0
    }
}

impl From<Function> for Value {
    fn from(function: Function) -> Value {
        function.value()
    }
}

impl Function {
    /// # Safety
    /// `function` is a live function.
    pub(crate) unsafe fn from_raw(function: LLVMValueRef) -> Function {
        // SAFETY: a function is a global.
        Function(unsafe { Global::from_raw(function) })
    }

    /// The function as a global.
    pub fn global(self) -> Global {
        self.0
    }

    /// Its name as a C string.
    pub fn c_name(self) -> CString {
        c(&self.name())
    }

    /// Whether it has a body here (`available_externally` bodies included).
    pub fn is_definition(self) -> bool {
        // SAFETY: a live function.
        unsafe { LLVMIsDeclaration(self.raw()) == 0 }
    }

    /// Its basic blocks in order; none in a declaration.
    pub fn blocks(self) -> Vec<Block> {
        // SAFETY: LLVM fills as many entries as it counted.
        unsafe {
            let count = LLVMCountBasicBlocks(self.raw()) as usize;
            let mut blocks = vec![std::ptr::null_mut(); count];
            LLVMGetBasicBlocks(self.raw(), blocks.as_mut_ptr());
            blocks.into_iter().map(|b| Block::from_raw(b)).collect()
        }
    }

    /// Its instructions in order; none in a declaration. The blocks are collected first, the instructions looked up one
    /// by one.
    pub fn instructions(self) -> impl Iterator<Item = Inst> {
        self.blocks().into_iter().flat_map(Block::instructions)
    }

    /// Its calls in order; none in a declaration.
    pub fn calls(self) -> impl Iterator<Item = Call> {
        self.instructions().filter_map(Inst::as_call)
    }

    /// The entry block.
    ///
    /// # Panics
    /// If it is a declaration.
    pub fn entry(self) -> Block {
        assert!(self.is_definition(), "the entry of a declaration");
        // SAFETY: a function with a body.
        unsafe { Block::from_raw(LLVMGetEntryBasicBlock(self.raw())) }
    }

    /// Appends an empty basic block. A declaration becomes a definition.
    pub fn append_block(self, name: &str) -> Block {
        let name = c(name);
        // SAFETY: a function and its context.
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.raw()));
            Block::from_raw(LLVMAppendBasicBlockInContext(
                context,
                self.raw(),
                name.as_ptr(),
            ))
        }
    }

    /// Its function type.
    pub fn function_type(self) -> Type {
        self.value_type()
    }

    /// Its type as printed in IR: `void (i32, ptr)`.
    pub fn signature(self) -> String {
        self.function_type().text()
    }

    /// Whether it is variadic (`...`).
    pub fn is_variadic(self) -> bool {
        self.function_type().is_variadic()
    }

    /// The number of its fixed parameters.
    pub fn parameter_count(self) -> u32 {
        // SAFETY: a function.
        unsafe { LLVMCountParams(self.raw()) }
    }

    /// Its fixed parameters in order.
    pub fn parameters(self) -> Vec<Value> {
        // SAFETY: a function; parameters are numbered from 0.
        let parameter = |n| Value(unsafe { LLVMGetParam(self.raw(), n) });
        (0..self.parameter_count()).map(parameter).collect()
    }

    /// Its calling convention, as LLVM's number.
    pub fn calling_convention(self) -> u32 {
        // SAFETY: a live function.
        unsafe { LLVMGetFunctionCallConv(self.raw()) }
    }

    /// Gives it a calling convention, by LLVM's number. Its calls have to have the same.
    pub fn set_calling_convention(self, convention: u32) {
        // SAFETY: a live function.
        unsafe { LLVMSetFunctionCallConv(self.raw(), convention) }
    }

    /// Whether it is an LLVM intrinsic.
    pub fn is_intrinsic(self) -> bool {
        // SAFETY: a live function.
        unsafe { LLVMGetIntrinsicID(self.raw()) != 0 }
    }

    /// The name of its exception personality, if it has one.
    pub fn personality(self) -> Option<String> {
        // SAFETY: a live function; the personality is a constant, often a function.
        unsafe {
            (LLVMHasPersonalityFn(self.raw()) != 0)
                .then(|| Value(LLVMGetPersonalityFn(self.raw())).name())
        }
    }

    /// Whether its exception handlers are funclets, as on Windows: blocks in them cannot be split everywhere.
    pub fn has_funclets(self) -> bool {
        self.personality().is_some_and(|name| {
            ![
                "__gxx_personality",
                "__gcc_personality",
                "__objc_personality",
                "__gnat",
                "rust_eh",
            ]
            .iter()
            .any(|known| name.starts_with(known))
        })
    }

    /// How many operands refer to this function, not counting `blockaddress` constants of its blocks.
    pub fn uses_but_block_addresses(self) -> usize {
        // SAFETY: users are asked for what they are.
        let is_address = |user: Value| unsafe { !LLVMIsABlockAddress(user.0).is_null() };
        self.uses().iter().filter(|u| !is_address(u.user)).count()
    }

    /// Whether it may be called indirectly.
    pub fn has_address_taken(self) -> bool {
        // SAFETY: a live function.
        unsafe { fz_llvm_has_address_taken(self.raw()) }
    }

    /// Declares a function of the C library, to be called from this one as this type. `None` if the library may lack it
    /// (as in freestanding code), or the module has another function of that name.
    pub fn library_function(self, name: &str, ty: Type) -> Option<Function> {
        // LLVM asserts that it is a function type.
        ty.signature();
        let name = c(name);
        // SAFETY: a function type of this function's context; a function is found or added.
        unsafe {
            let found = fz_llvm_library_function(self.raw(), name.as_ptr(), ty.0);
            let found = Value::some(found)?.as_function()?;
            (!found.is_definition() && found.function_type() == ty).then_some(found)
        }
    }

    /// Moves static `alloca`s to the top of the entry block. After other code they would end up outside the entry block
    /// when that is split, and allocate anew at each execution.
    pub fn gather_allocas(self) {
        let is_fixed = |i: &Inst| i.is_alloca() && i.operand(0).is_constant() && !i.is_inalloca();
        let all: Vec<_> = self.entry().instructions().collect();
        let Some(first) = all.iter().position(|i| !is_fixed(i)) else {
            return;
        };
        for alloca in all[first..].iter().filter(|i| is_fixed(i)) {
            alloca.move_before(all[first]);
        }
    }

    /// Replaces the function by one with an additional `nest` pointer parameter, passed in the static chain register;
    /// returns both. The old function is erased. All uses refer to the new one, so its calls lack an argument until
    /// they get one.
    ///
    /// # Panics
    /// If it is a declaration.
    pub fn add_nest_parameter(self) -> (Function, Value) {
        assert!(self.is_definition());
        // SAFETY: a definition.
        let new = unsafe { Function::from_raw(fz_llvm_add_nest_parameter(self.raw())) };
        retire(self.value());
        let last = new.parameters().pop();
        (new, last.expect("one was added"))
    }

    /// Removes a function from its module.
    ///
    /// # Panics
    /// If something uses it.
    pub fn erase(self) {
        assert!(!self.has_uses(), "a function that is used was erased");
        retire(self.value());
    }
}
