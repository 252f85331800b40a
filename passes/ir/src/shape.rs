//! How values lie in memory, and what vectors and aggregates are made of.

use llvm_sys::{
    LLVMAtomicRMWBinOp, LLVMThreadLocalMode, LLVMTypeKind,
    core::*,
    ir_reader::LLVMParseIRInContext2,
    linker::LLVMLinkModules2,
    target::{
        LLVMABISizeOfType, LLVMByteOrder, LLVMByteOrdering, LLVMGetModuleDataLayout,
        LLVMOffsetOfElement, LLVMStoreSizeOfType,
    },
};

use super::{Builder, Function, Module, Type, Value, c};

/// Where names would stand.
const NO_NAME: *const std::ffi::c_char = c"".as_ptr();

impl Type {
    /// A vector of so many of this type.
    pub fn vector_of(self, lanes: u32) -> Type {
        // SAFETY: an integer, floating-point or pointer type.
        Type(unsafe { LLVMVectorType(self.0, lanes) })
    }

    pub fn array_of(self, count: u64) -> Type {
        // SAFETY: a sized type.
        Type(unsafe { LLVMArrayType2(self.0, count) })
    }

    /// The zero of a first-class type.
    pub fn zero(self) -> Value {
        // SAFETY: a type that has one.
        Value(unsafe { LLVMConstNull(self.0) })
    }

    /// A function that takes these and returns this.
    pub fn function_of(self, of: &[Type]) -> Type {
        let mut parameters: Vec<_> = of.iter().map(|t| t.0).collect();
        // SAFETY: types of one context.
        Type(unsafe {
            LLVMFunctionType(self.0, parameters.as_mut_ptr(), parameters.len() as u32, 0)
        })
    }

    /// Whether a function of this type takes further arguments.
    pub fn is_variadic(self) -> bool {
        // SAFETY: a function type.
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }

    /// Of a structure or an array: how many members it has.
    pub fn member_count(self) -> Option<u64> {
        // SAFETY: a live type.
        unsafe {
            match LLVMGetTypeKind(self.0) {
                LLVMTypeKind::LLVMStructTypeKind => {
                    Some(LLVMCountStructElementTypes(self.0).into())
                }
                LLVMTypeKind::LLVMArrayTypeKind => Some(LLVMGetArrayLength2(self.0)),
                _ => None,
            }
        }
    }

    pub fn is_struct(self) -> bool {
        // SAFETY: a live type.
        unsafe { LLVMGetTypeKind(self.0) == LLVMTypeKind::LLVMStructTypeKind }
    }

    /// Whether its size is known only when the program runs.
    pub fn is_scalable(self) -> bool {
        // SAFETY: a live type.
        unsafe { LLVMGetTypeKind(self.0) == LLVMTypeKind::LLVMScalableVectorTypeKind }
    }

    /// Whether it can be loaded and stored.
    pub fn is_sized(self) -> bool {
        // SAFETY: a live type.
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }
}

impl Module {
    pub fn is_big_endian(self) -> bool {
        // SAFETY: every module has a data layout.
        unsafe {
            LLVMByteOrder(LLVMGetModuleDataLayout(self.raw())) == LLVMByteOrdering::LLVMBigEndian
        }
    }

    /// The bytes that a store of this type writes.
    pub fn store_size(self, ty: Type) -> u64 {
        // SAFETY: a sized type of this module's context.
        unsafe { LLVMStoreSizeOfType(LLVMGetModuleDataLayout(self.raw()), ty.0) }
    }

    /// The bytes from one to the next in an array of them.
    pub fn array_stride(self, ty: Type) -> u64 {
        // SAFETY: a sized type of this module's context.
        unsafe { LLVMABISizeOfType(LLVMGetModuleDataLayout(self.raw()), ty.0) }
    }

    /// A member of a structure or an array, and where in it that begins.
    pub fn member(self, ty: Type, index: u32) -> (Type, u64) {
        // SAFETY: a structure or an array with so many members.
        unsafe {
            match LLVMGetTypeKind(ty.0) {
                LLVMTypeKind::LLVMStructTypeKind => {
                    let layout = LLVMGetModuleDataLayout(self.raw());
                    let offset = LLVMOffsetOfElement(layout, ty.0, index);
                    (Type(LLVMStructGetTypeAtIndex(ty.0, index)), offset)
                }
                _ => {
                    let element = Type(LLVMGetElementType(ty.0));
                    (element, u64::from(index) * self.array_stride(element))
                }
            }
        }
    }

    /// The functions that choose what others are, before anything else runs (`ifunc`).
    pub fn resolvers(self) -> Vec<Function> {
        // SAFETY: walks the module's list; null at its end.
        unsafe {
            let first = LLVMGetFirstGlobalIFunc(self.raw());
            let all = std::iter::successors(Value::some(first), |i| {
                Value::some(LLVMGetNextGlobalIFunc(i.0))
            });
            all.map(|i| Function::from_raw(LLVMGetGlobalIFuncResolver(i.0)))
                .collect()
        }
    }

    /// A variable of each thread's own, which the executable has; an existing declaration is used as it is.
    pub fn thread_local(self, name: &str, ty: Type) -> Value {
        if let Some(found) = self.global(name) {
            return found;
        }
        // SAFETY: a type of this context.
        unsafe {
            let global = LLVMAddGlobal(self.raw(), ty.0, c(name).as_ptr());
            LLVMSetThreadLocalMode(global, LLVMThreadLocalMode::LLVMInitialExecTLSModel);
            Value(global)
        }
    }

    /// Defines what is declared here and has a body in this text of IR.
    pub fn link_text(self, text: &str) -> Result<(), String> {
        let name = c"fz";
        // SAFETY: the buffer is a copy; the new module is taken by linking.
        unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                text.as_ptr().cast(),
                text.len(),
                name.as_ptr(),
            );
            // The parser needs names, which clang's contexts drop.
            let drops_names = LLVMContextShouldDiscardValueNames(self.context());
            LLVMContextSetDiscardValueNames(self.context(), 0);
            let (mut module, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
            let failed =
                LLVMParseIRInContext2(self.context(), buffer, &mut module, &mut message) != 0;
            LLVMDisposeMemoryBuffer(buffer);
            LLVMContextSetDiscardValueNames(self.context(), drops_names);
            if failed {
                let why = std::ffi::CStr::from_ptr(message)
                    .to_string_lossy()
                    .into_owned();
                LLVMDisposeMessage(message);
                return Err(why);
            }
            LLVMSetTarget(module, LLVMGetTarget(self.raw()));
            LLVMSetDataLayout(module, LLVMGetDataLayoutStr(self.raw()));
            match LLVMLinkModules2(self.raw(), module) {
                0 => Ok(()),
                _ => Err("cannot be linked".to_owned()),
            }
        }
    }
}

impl Function {
    /// Whether it takes further arguments.
    pub fn is_variadic(self) -> bool {
        self.ty().is_variadic()
    }

    /// What it returns follows from its arguments alone, and it always returns.
    pub fn set_pure(self, module: Module) {
        for name in ["memory", "willreturn", "nounwind"] {
            self.add_attribute(module, name);
        }
    }

    /// The function type it has.
    pub fn ty(self) -> Type {
        // SAFETY: a function.
        Type(unsafe { LLVMGlobalGetValueType(self.value().0) })
    }

    /// What a parameter that is memory passed by value points to.
    pub fn by_value(self, parameter: u32) -> Option<Type> {
        // SAFETY: a function with so many parameters; they are numbered from 1.
        unsafe {
            let attribute =
                LLVMGetEnumAttributeAtIndex(self.value().0, parameter + 1, by_value_kind());
            (!attribute.is_null()).then(|| Type(LLVMGetTypeAttributeValue(attribute)))
        }
    }
}

fn by_value_kind() -> u32 {
    // SAFETY: pointer and length.
    unsafe { LLVMGetEnumAttributeKindForName(c"byval".as_ptr(), 5) }
}

impl Value {
    /// What an argument of a call points to, if that is memory passed by value.
    pub fn argument_by_value(self, argument: u32) -> Option<Type> {
        // SAFETY: a call with so many arguments; they are numbered from 1.
        unsafe {
            let attribute = LLVMGetCallSiteEnumAttribute(self.0, argument + 1, by_value_kind());
            (!attribute.is_null()).then(|| Type(LLVMGetTypeAttributeValue(attribute)))
        }
    }

    /// The members that `extractvalue` and `insertvalue` name, from the outermost inwards.
    pub fn member_path(self) -> Vec<u32> {
        // SAFETY: one of those; LLVM's array has as many entries as it says.
        unsafe {
            let count = LLVMGetNumIndices(self.0) as usize;
            std::slice::from_raw_parts(LLVMGetIndices(self.0), count).to_vec()
        }
    }

    /// For each lane of a `shufflevector` the lane of its operands, one behind the other; `None` where any will do.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        // SAFETY: a `shufflevector`.
        unsafe {
            let undefined = LLVMGetUndefMaskElem();
            let lanes = 0..LLVMGetNumMaskElements(self.0);
            let lane = lanes.map(|at| LLVMGetMaskValue(self.0, at));
            lane.map(|l| (l != undefined).then_some(l as u32)).collect()
        }
    }

    /// What an `alloca` makes room for.
    pub fn allocated_type(self) -> Type {
        // SAFETY: an alloca.
        Type(unsafe { LLVMGetAllocatedType(self.0) })
    }

    /// Whether an `atomicrmw` leaves nothing of what was there.
    pub fn is_exchange(self) -> bool {
        // SAFETY: an `atomicrmw`.
        let operation = unsafe { LLVMGetAtomicRMWBinOp(self.0) };
        operation == LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpXchg
    }

    /// Whether each bit of what an `atomicrmw` leaves depends on the same bit of its operands alone.
    pub fn is_bitwise_update(self) -> bool {
        use LLVMAtomicRMWBinOp::*;
        // SAFETY: an `atomicrmw`.
        let operation = unsafe { LLVMGetAtomicRMWBinOp(self.0) };
        matches!(
            operation,
            LLVMAtomicRMWBinOpAnd
                | LLVMAtomicRMWBinOpNand
                | LLVMAtomicRMWBinOpOr
                | LLVMAtomicRMWBinOpXor
        )
    }

    pub fn is_alloca(self) -> bool {
        // SAFETY: any value.
        unsafe { !LLVMIsAAllocaInst(self.0).is_null() }
    }
}

impl Builder {
    /// Lanes of two vectors of one type, as [`Value::shuffle_mask`] has them.
    pub fn shuffle(&self, a: Value, b: Value, mask: &[u32]) -> Value {
        let index = |lane: &u32| self.module().const_int(32, u64::from(*lane)).0;
        let mut mask: Vec<_> = mask.iter().map(index).collect();
        // SAFETY: vectors of one type, and constants within them.
        Value(unsafe {
            let mask = LLVMConstVector(mask.as_mut_ptr(), mask.len() as u32);
            LLVMBuildShuffleVector(self.raw(), a.0, b.0, mask, NO_NAME)
        })
    }

    /// A vector with another value in one lane.
    pub fn with_lane(&self, vector: Value, value: Value, lane: u32) -> Value {
        let index = self.module().const_int(32, lane.into()).0;
        // SAFETY: a value of the vector's element type, and one of its lanes.
        Value(unsafe { LLVMBuildInsertElement(self.raw(), vector.0, value.0, index, NO_NAME) })
    }

    /// A new place on the stack; in the entry block a fixed one.
    pub fn alloca(&self, ty: Type) -> Value {
        // SAFETY: a sized type.
        Value(unsafe { LLVMBuildAlloca(self.raw(), ty.0, NO_NAME) })
    }

    pub fn int_to_ptr(&self, address: Value) -> Value {
        let ty = self.module().ptr();
        // SAFETY: an integer and a pointer type.
        Value(unsafe { LLVMBuildIntToPtr(self.raw(), address.0, ty.0, NO_NAME) })
    }

    /// Loads what is aligned as its elements of four bytes are.
    pub fn load_labels(&self, ty: Type, from: Value) -> Value {
        let load = self.load(ty, from);
        // SAFETY: a load; so it is for an empty one, too.
        unsafe { LLVMSetAlignment(load.0, 4) }
        load
    }

    /// Stores as [`Builder::load_labels`] loads.
    pub fn store_labels(&self, value: Value, to: Value) {
        let store = self.store(value, to);
        // SAFETY: a store.
        unsafe { LLVMSetAlignment(store.0, 4) }
    }
}
