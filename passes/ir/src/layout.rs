//! The module's data layout.

use llvm_sys::target::{
    LLVMABISizeOfType, LLVMByteOrder, LLVMByteOrdering, LLVMGetModuleDataLayout,
    LLVMOffsetOfElement, LLVMPointerSize, LLVMStoreSizeOfType,
};

use super::{Module, Type};

impl Module {
    /// The size of a pointer in bytes.
    pub fn pointer_bytes(self) -> u32 {
        // SAFETY: every module has a data layout.
        unsafe { LLVMPointerSize(LLVMGetModuleDataLayout(self.raw())) }
    }

    /// Whether the target is big-endian.
    pub fn is_big_endian(self) -> bool {
        // SAFETY: every module has a data layout.
        unsafe {
            LLVMByteOrder(LLVMGetModuleDataLayout(self.raw())) == LLVMByteOrdering::LLVMBigEndian
        }
    }

    /// The store size of a type, in bytes.
    ///
    /// # Panics
    /// If the type has no size.
    pub fn store_size(self, ty: Type) -> u64 {
        assert!(ty.is_sized(), "{ty:?}");
        // SAFETY: a sized type.
        unsafe { LLVMStoreSizeOfType(LLVMGetModuleDataLayout(self.raw()), ty.0) }
    }

    /// The allocation size of a type in bytes, tail padding included: the stride of arrays.
    ///
    /// # Panics
    /// If the type has no size.
    pub fn array_stride(self, ty: Type) -> u64 {
        assert!(ty.is_sized(), "{ty:?}");
        // SAFETY: a sized type.
        unsafe { LLVMABISizeOfType(LLVMGetModuleDataLayout(self.raw()), ty.0) }
    }

    /// A member of a struct or an array with its offset in bytes; `None` if there is no such member.
    pub fn member(self, ty: Type, index: u32) -> Option<(Type, u64)> {
        let member = ty.member_type(index)?;
        let offset = match ty.is_struct() {
            // SAFETY: a structure with such a member.
            true => unsafe {
                LLVMOffsetOfElement(LLVMGetModuleDataLayout(self.raw()), ty.0, index)
            },
            false => u64::from(index) * self.array_stride(member),
        };
        Some((member, offset))
    }
}
