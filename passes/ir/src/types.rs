//! Types.

use std::fmt;

use llvm_sys::{core::*, prelude::LLVMTypeRef};

use super::{Const, TypeKind, ffi::LLVMGetTypeKind};

/// A type (`llvm::Type`). Types are uniqued in their context: equal types are identical.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type(pub(crate) LLVMTypeRef);

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Type {
    /// Its kind.
    pub fn kind(self) -> TypeKind {
        // SAFETY: a live type.
        TypeKind::from(unsafe { LLVMGetTypeKind(self.0) })
    }

    /// The width of an integer type.
    pub fn int_bits(self) -> Option<u32> {
        // SAFETY: an integer type has a width.
        (self.kind() == TypeKind::Integer).then(|| unsafe { LLVMGetIntTypeWidth(self.0) })
    }

    /// Whether it is `i1`, and not a vector of `i1`.
    pub fn is_bool(self) -> bool {
        self.int_bits() == Some(1)
    }

    /// The width of an IEEE 754 type: not `x86_fp80`, nor `ppc_fp128`.
    pub fn ieee_bits(self) -> Option<u32> {
        match self.kind() {
            TypeKind::Half | TypeKind::BFloat => Some(16),
            TypeKind::Float => Some(32),
            TypeKind::Double => Some(64),
            TypeKind::Fp128 => Some(128),
            _ => None,
        }
    }

    /// The width of any floating-point type but `ppc_fp128`.
    pub fn float_bits(self) -> Option<u32> {
        match self.kind() {
            TypeKind::X86Fp80 => Some(80),
            _ => self.ieee_bits(),
        }
    }

    /// Whether it is `void`.
    pub fn is_void(self) -> bool {
        self.kind() == TypeKind::Void
    }

    /// Whether it is a pointer, in any address space.
    pub fn is_pointer(self) -> bool {
        self.kind() == TypeKind::Pointer
    }

    /// Whether it is a vector, fixed or scalable.
    pub fn is_vector(self) -> bool {
        matches!(self.kind(), TypeKind::Vector | TypeKind::ScalableVector)
    }

    /// Whether it is a scalable vector.
    pub fn is_scalable(self) -> bool {
        self.kind() == TypeKind::ScalableVector
    }

    /// Whether it is a struct.
    pub fn is_struct(self) -> bool {
        self.kind() == TypeKind::Struct
    }

    /// Whether it has a size, so that it can be loaded and stored.
    pub fn is_sized(self) -> bool {
        // SAFETY: a live type.
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }

    /// The element type and lane count of a fixed vector.
    pub fn vector(self) -> Option<(Type, u32)> {
        // SAFETY: a vector has elements.
        (self.kind() == TypeKind::Vector)
            .then(|| unsafe { (Type(LLVMGetElementType(self.0)), LLVMGetVectorSize(self.0)) })
    }

    /// The element type and the length of an array.
    pub fn array(self) -> Option<(Type, u64)> {
        // SAFETY: an array has elements.
        (self.kind() == TypeKind::Array).then(|| unsafe {
            (
                Type(LLVMGetElementType(self.0)),
                LLVMGetArrayLength2(self.0),
            )
        })
    }

    /// The number of members of a struct or an array.
    pub fn member_count(self) -> Option<u64> {
        match self.kind() {
            // SAFETY: a structure has members.
            TypeKind::Struct => Some(unsafe { LLVMCountStructElementTypes(self.0) }.into()),
            TypeKind::Array => self.array().map(|(_, length)| length),
            _ => None,
        }
    }

    /// The type of a member of a struct or an array; `None` if there is no such member.
    pub fn member_type(self, index: u32) -> Option<Type> {
        let is_there = self.member_count()? > u64::from(index);
        is_there.then(|| match self.array() {
            Some((element, _)) => element,
            // SAFETY: a structure with such a member.
            None => Type(unsafe { LLVMStructGetTypeAtIndex(self.0, index) }),
        })
    }

    /// The return type and the fixed parameter types of a function type.
    ///
    /// # Panics
    /// If it is not a function type.
    pub fn signature(self) -> (Type, Vec<Type>) {
        assert_eq!(self.kind(), TypeKind::Function, "{self:?}");
        // SAFETY: a function type; LLVM fills as many entries as it counted.
        unsafe {
            let mut parameters = vec![std::ptr::null_mut(); LLVMCountParamTypes(self.0) as usize];
            LLVMGetParamTypes(self.0, parameters.as_mut_ptr());
            let result = Type(LLVMGetReturnType(self.0));
            (result, parameters.into_iter().map(Type).collect())
        }
    }

    /// Whether it is a variadic function type (`...`).
    pub fn is_variadic(self) -> bool {
        // SAFETY: only function types are asked.
        self.kind() == TypeKind::Function && unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }

    /// Its text in IR: `i32`, `<4 x i32>`, `void (ptr)`.
    pub fn text(self) -> String {
        // SAFETY: the text is LLVM's until it is disposed of.
        unsafe {
            let text = LLVMPrintTypeToString(self.0);
            let owned = std::ffi::CStr::from_ptr(text)
                .to_string_lossy()
                .into_owned();
            LLVMDisposeMessage(text);
            owned
        }
    }

    /// `<lanes x self>`.
    ///
    /// # Panics
    /// If it is not an integer, floating-point or pointer type, or `lanes` is 0.
    pub fn vector_of(self, lanes: u32) -> Type {
        let is_element = self.int_bits().is_some()
            || self.is_pointer()
            || self.float_bits().is_some()
            || matches!(self.kind(), TypeKind::Other(_));
        assert!(is_element && lanes > 0, "<{lanes} x {self:?}>");
        // SAFETY: a type that vectors can have.
        Type(unsafe { LLVMVectorType(self.0, lanes) })
    }

    /// `[count x self]`.
    ///
    /// # Panics
    /// If the type has no size.
    pub fn array_of(self, count: u64) -> Type {
        assert!(self.is_sized(), "[{count} x {self:?}]");
        // SAFETY: a sized type.
        Type(unsafe { LLVMArrayType2(self.0, count) })
    }

    /// The type of functions with these parameters and this return type.
    pub fn function_of(self, parameters: &[Type]) -> Type {
        self.function(parameters, false)
    }

    /// The same for variadic functions (`...`).
    pub fn variadic_function_of(self, parameters: &[Type]) -> Type {
        self.function(parameters, true)
    }

    fn function(self, parameters: &[Type], variadic: bool) -> Type {
        let mut raw: Vec<_> = parameters.iter().map(|t| t.0).collect();
        // SAFETY: live types, and their number.
        Type(unsafe {
            LLVMFunctionType(self.0, raw.as_mut_ptr(), raw.len() as u32, variadic.into())
        })
    }

    /// `zeroinitializer`: the zero of a sized type.
    ///
    /// # Panics
    /// If the type has no size.
    pub fn zero(self) -> Const {
        assert!(self.is_sized(), "{self:?}");
        // SAFETY: a type that has a zero.
        unsafe { Const::from_raw(LLVMConstNull(self.0)) }
    }

    /// The constant of an integer type of at most 128 bits with the low bits of `value`.
    ///
    /// # Panics
    /// If it is not such a type.
    pub fn constant(self, value: u128) -> Const {
        assert!(self.int_bits().is_some_and(|bits| bits <= 128), "{self:?}");
        let words = [value as u64, (value >> 64) as u64];
        // SAFETY: an integer type; LLVM takes the bits that it has room for.
        unsafe { Const::from_raw(LLVMConstIntOfArbitraryPrecision(self.0, 2, words.as_ptr())) }
    }
}
