//! Named metadata of a module, in which one pass leaves notes for a later one. It survives `-save-temps`, which runs
//! the passes in several processes, and `opt` prints it.

use llvm_sys::{
    core::*,
    prelude::{LLVMMetadataRef, LLVMValueRef},
};

use super::{Module, c, ffi::fz_llvm_erase_named_metadata};

/// An operand of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// An `i64`.
    Number(u64),
    /// A string.
    Text(Vec<u8>),
}

impl Module {
    /// Appends a node to the named metadata `name`.
    pub fn note(self, name: &str, fields: &[Field]) {
        let name = c(name);
        // SAFETY: strings, constants and nodes of the module's context.
        unsafe {
            let context = self.context();
            let mut operands: Vec<LLVMMetadataRef> = fields
                .iter()
                .map(|field| match field {
                    Field::Number(n) => LLVMValueAsMetadata(self.const_int(64, *n).value().0),
                    Field::Text(text) => {
                        LLVMMDStringInContext2(context, text.as_ptr().cast(), text.len())
                    }
                })
                .collect();
            let node = LLVMMDNodeInContext2(context, operands.as_mut_ptr(), operands.len());
            let node = LLVMMetadataAsValue(context, node);
            LLVMAddNamedMetadataOperand(self.raw(), name.as_ptr(), node);
        }
    }

    /// The nodes of the named metadata `name`, with those operands that are integers or strings.
    pub fn noted(self, name: &str) -> Vec<Vec<Field>> {
        nodes(self, name)
            .into_iter()
            // SAFETY: a node's operands, of which LLVM tells the number.
            .map(|node| unsafe {
                let count = LLVMGetMDNodeNumOperands(node) as usize;
                let mut operands = vec![std::ptr::null_mut(); count];
                LLVMGetMDNodeOperands(node, operands.as_mut_ptr());
                operands.into_iter().filter_map(|o| field(o)).collect()
            })
            .collect()
    }

    /// Removes the named metadata `name`.
    pub fn forget(self, name: &str) {
        // SAFETY: a look-up by a C string.
        unsafe { fz_llvm_erase_named_metadata(self.raw(), c(name).as_ptr()) }
    }
}

fn nodes(module: Module, name: &str) -> Vec<LLVMValueRef> {
    let name = c(name);
    // SAFETY: LLVM fills as many entries as it counted.
    unsafe {
        let count = LLVMGetNamedMetadataNumOperands(module.raw(), name.as_ptr()) as usize;
        let mut nodes = vec![std::ptr::null_mut(); count];
        LLVMGetNamedMetadataOperands(module.raw(), name.as_ptr(), nodes.as_mut_ptr());
        nodes
    }
}

/// # Safety
/// `operand` is an operand of a node, or null.
unsafe fn field(operand: LLVMValueRef) -> Option<Field> {
    // SAFETY: values are asked for what they are; LLVM's text lives as long as the context.
    unsafe {
        if operand.is_null() {
            return None;
        }
        if !LLVMIsAConstantInt(operand).is_null() {
            return Some(Field::Number(LLVMConstIntGetZExtValue(operand)));
        }
        let mut length = 0;
        let text = LLVMGetMDString(operand, &mut length);
        (!text.is_null()).then(|| {
            let bytes = std::slice::from_raw_parts(text.cast::<u8>(), length as usize);
            Field::Text(bytes.to_vec())
        })
    }
}
