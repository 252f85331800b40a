//! Metadata on instructions.

use llvm_sys::{core::*, prelude::LLVMValueRef};

use super::{Const, Inst, Module, Term, Value};

/// A metadata kind (`!prof`), by its number in one context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MetadataKind(u32);

impl Module {
    /// The metadata kind of this name (`nosanitize`).
    pub fn metadata_kind(self, name: &str) -> MetadataKind {
        // SAFETY: pointer and length.
        MetadataKind(unsafe {
            LLVMGetMDKindIDInContext(self.context(), name.as_ptr().cast(), name.len() as u32)
        })
    }

    /// Attaches the empty node `!{}` to an instruction.
    pub fn mark(self, inst: impl Into<Inst>, kind: MetadataKind) {
        self.set(inst.into(), kind, &[]);
    }

    /// Attaches `!{value}` to an instruction.
    pub fn mark_with(self, inst: impl Into<Inst>, kind: MetadataKind, value: impl Into<Const>) {
        self.set(inst.into(), kind, &[value.into()]);
    }

    /// Attaches `!nosanitize`, so that sanitizers do not instrument the instruction.
    pub fn set_nosanitize(self, inst: impl Into<Inst>) {
        self.mark(inst, self.metadata_kind("nosanitize"));
    }

    fn set(self, inst: Inst, kind: MetadataKind, operands: &[Const]) {
        // SAFETY: an instruction and constants of this module; a node of its context.
        unsafe {
            let mut operands: Vec<_> = operands
                .iter()
                .map(|c| LLVMValueAsMetadata(c.value().0))
                .collect();
            let (first, count) = (operands.as_mut_ptr(), operands.len());
            let node = LLVMMDNodeInContext2(self.context(), first, count);
            LLVMSetMetadata(
                inst.raw(),
                kind.0,
                LLVMMetadataAsValue(self.context(), node),
            );
        }
    }

    /// Attaches branch weights (`!prof`) to a conditional branch.
    pub fn set_branch_weights(self, branch: Term, weights: [u32; 2]) {
        let name = "branch_weights";
        let weights = weights.map(|w| self.const_int(32, w.into()));
        // SAFETY: an instruction of this module; strings, constants and a node of its context.
        unsafe {
            let mut operands = [
                LLVMMDStringInContext2(self.context(), name.as_ptr().cast(), name.len()),
                LLVMValueAsMetadata(weights[0].value().0),
                LLVMValueAsMetadata(weights[1].value().0),
            ];
            let node = LLVMMDNodeInContext2(self.context(), operands.as_mut_ptr(), 3);
            let node = LLVMMetadataAsValue(self.context(), node);
            LLVMSetMetadata(branch.raw(), self.metadata_kind("prof").0, node);
        }
    }
}

impl Inst {
    /// The metadata kind of this name, in the instruction's context.
    pub fn metadata_kind(self, name: &str) -> MetadataKind {
        // SAFETY: a value has a type, and that a context; pointer and length.
        MetadataKind(unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.raw()));
            LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32)
        })
    }

    /// Whether it has metadata of this kind.
    pub fn has_metadata(self, kind: MetadataKind) -> bool {
        self.node(kind).is_some()
    }

    fn node(self, kind: MetadataKind) -> Option<LLVMValueRef> {
        // SAFETY: an instruction; null if it has none.
        let node = unsafe { LLVMGetMetadata(self.raw(), kind.0) };
        (!node.is_null()).then_some(node)
    }

    /// The value that [`Module::mark_with`] attached, if it is still there.
    pub fn marked_with(self, kind: MetadataKind) -> Option<Value> {
        let node = self.node(kind)?;
        // SAFETY: a node; room for the one operand that such nodes have.
        unsafe {
            if LLVMGetMDNodeNumOperands(node) != 1 {
                return None;
            }
            let mut operand = std::ptr::null_mut();
            LLVMGetMDNodeOperands(node, &mut operand);
            Value::some(operand)
        }
    }

    /// The weights that [`Module::set_branch_weights`] attached.
    pub fn branch_weights(self) -> Option<[u128; 2]> {
        let node = self.node(self.metadata_kind("prof"))?;
        // SAFETY: a node, and room for its operands.
        let operands = unsafe {
            let count = LLVMGetMDNodeNumOperands(node) as usize;
            let mut operands = vec![std::ptr::null_mut(); count];
            LLVMGetMDNodeOperands(node, operands.as_mut_ptr());
            operands
        };
        let [_, first, second] = operands[..] else {
            return None;
        };
        let weight = |value| Value::some(value)?.int_constant();
        Some([weight(first)?, weight(second)?])
    }

    /// Copies another instruction's metadata of this kind, if it has any.
    pub fn copy_metadata(self, from: impl Into<Inst>, kind: MetadataKind) {
        if let Some(node) = from.into().node(kind) {
            // SAFETY: instructions of one context.
            unsafe { LLVMSetMetadata(self.raw(), kind.0, node) }
        }
    }

    /// Removes metadata of this kind, if it has any.
    pub fn remove_metadata(self, kind: MetadataKind) {
        // SAFETY: an instruction; null removes.
        unsafe { LLVMSetMetadata(self.raw(), kind.0, std::ptr::null_mut()) }
    }
}
