//! How values lie in the target's memory.

use llvm_sys::target::{
    LLVMABISizeOfType, LLVMByteOrder, LLVMByteOrdering, LLVMGetModuleDataLayout,
    LLVMOffsetOfElement, LLVMPointerSize, LLVMStoreSizeOfType,
};

use super::{Module, Type};

impl Module {
    /// How many bytes a pointer has.
    pub fn pointer_bytes(self) -> u32 {
        // SAFETY: every module has a data layout.
        unsafe { LLVMPointerSize(LLVMGetModuleDataLayout(self.raw())) }
    }

    /// Whether the highest byte of a number comes first.
    pub fn is_big_endian(self) -> bool {
        // SAFETY: every module has a data layout.
        unsafe {
            LLVMByteOrder(LLVMGetModuleDataLayout(self.raw())) == LLVMByteOrdering::LLVMBigEndian
        }
    }

    /// The bytes that a store of this type writes.
    ///
    /// # Panics
    /// If the type has no size.
    pub fn store_size(self, ty: Type) -> u64 {
        assert!(ty.is_sized(), "{ty:?}");
        // SAFETY: a sized type.
        unsafe { LLVMStoreSizeOfType(LLVMGetModuleDataLayout(self.raw()), ty.0) }
    }

    /// The bytes from one value to the next in an array of this type.
    ///
    /// # Panics
    /// If the type has no size.
    pub fn array_stride(self, ty: Type) -> u64 {
        assert!(ty.is_sized(), "{ty:?}");
        // SAFETY: a sized type.
        unsafe { LLVMABISizeOfType(LLVMGetModuleDataLayout(self.raw()), ty.0) }
    }

    /// A member of a structure or an array, and at which byte it begins; `None` where there is no such member.
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
