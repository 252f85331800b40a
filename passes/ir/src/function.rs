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

    /// As a global.
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

    /// Its blocks in order; none of a declaration.
    pub fn blocks(self) -> Vec<Block> {
        // SAFETY: LLVM fills as many entries as it counted.
        unsafe {
            let count = LLVMCountBasicBlocks(self.raw()) as usize;
            let mut blocks = vec![std::ptr::null_mut(); count];
            LLVMGetBasicBlocks(self.raw(), blocks.as_mut_ptr());
            blocks.into_iter().map(|b| Block::from_raw(b)).collect()
        }
    }

    /// Its instructions in order; none of a declaration. Blocks are listed at once, the instructions of each as they come.
    pub fn instructions(self) -> impl Iterator<Item = Inst> {
        self.blocks().into_iter().flat_map(Block::instructions)
    }

    /// Its calls in order; none of a declaration.
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

    /// A new, empty block after all others. A declaration becomes a definition.
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

    /// The function type that it has.
    pub fn function_type(self) -> Type {
        self.value_type()
    }

    /// Its type as IR writes it: `void (i32, ptr)`.
    pub fn signature(self) -> String {
        self.function_type().text()
    }

    /// Whether it takes further arguments (`...`).
    pub fn is_variadic(self) -> bool {
        self.function_type().is_variadic()
    }

    /// How many parameters it has.
    pub fn parameter_count(self) -> u32 {
        // SAFETY: a function.
        unsafe { LLVMCountParams(self.raw()) }
    }

    /// Its parameters in order.
    pub fn parameters(self) -> Vec<Value> {
        // SAFETY: a function; parameters are numbered from 0.
        let parameter = |n| Value(unsafe { LLVMGetParam(self.raw(), n) });
        (0..self.parameter_count()).map(parameter).collect()
    }

    /// Its calling convention, by LLVM's number.
    pub fn calling_convention(self) -> u32 {
        // SAFETY: a live function.
        unsafe { LLVMGetFunctionCallConv(self.raw()) }
    }

    /// Whether it is an intrinsic of LLVM's.
    pub fn is_intrinsic(self) -> bool {
        // SAFETY: a live function.
        unsafe { LLVMGetIntrinsicID(self.raw()) != 0 }
    }

    /// The name of the exception personality, if it has one.
    pub fn personality(self) -> Option<String> {
        // SAFETY: a live function; the personality is a constant, often a function.
        unsafe {
            (LLVMHasPersonalityFn(self.raw()) != 0)
                .then(|| Value(LLVMGetPersonalityFn(self.raw())).name())
        }
    }

    /// Whether its exception handlers are funclets, as on Windows: code in them cannot be cut anywhere.
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

    /// How many operands are this function. Addresses of its blocks refer to it too, and are not counted.
    pub fn uses_but_block_addresses(self) -> usize {
        // SAFETY: users are asked for what they are.
        let is_address = |user: Value| unsafe { !LLVMIsABlockAddress(user.0).is_null() };
        self.uses().iter().filter(|u| !is_address(u.user)).count()
    }

    /// Whether somebody may call it who does not name it.
    pub fn has_address_taken(self) -> bool {
        // SAFETY: a live function.
        unsafe { fz_llvm_has_address_taken(self.raw()) }
    }

    /// A function of the C library, to be called from this one as this type. `None` where there may be no such function:
    /// in what is compiled for no library, or with one of this name that is the program's own.
    pub fn library_function(self, name: &str, ty: Type) -> Option<Function> {
        // LLVM's assertion on it.
        ty.signature();
        let name = c(name);
        // SAFETY: a function type of this function's context; a function is found or added.
        unsafe {
            let found = fz_llvm_library_function(self.raw(), name.as_ptr(), ty.0);
            let found = Value::some(found)?.as_function()?;
            (!found.is_definition() && found.function_type() == ty).then_some(found)
        }
    }

    /// Moves `alloca`s of a fixed size to the entry's top: after other code of the entry they would stay in the entry only
    /// until that is split, and then be taken anew each time.
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

    /// Makes the function anew with one parameter more, a pointer in the register of the static chain (`nest`), which is
    /// returned too. The old one is erased: all that referred to it refers to the new one, calls with an argument too few.
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

    /// Takes a function out of its module.
    ///
    /// # Panics
    /// If something uses it.
    pub fn erase(self) {
        assert!(!self.has_uses(), "a function that is used was erased");
        retire(self.value());
    }
}
