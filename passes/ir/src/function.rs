//! Functions.

use std::ffi::CString;

use llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMLinkage, LLVMOpcode,
    core::*,
    debuginfo::*,
    prelude::{LLVMMetadataRef, LLVMValueRef},
};

use super::{
    Block, Location, Module, Type, Value, c, fz_llvm_folder, fz_llvm_has_address_taken,
    fz_llvm_library_function, fz_llvm_take_token, take, value::file_of,
};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Function(LLVMValueRef);

impl Function {
    pub fn from_raw(function: LLVMValueRef) -> Self {
        Function(function)
    }

    pub fn value(self) -> Value {
        Value(self.0)
    }

    pub fn name(self) -> String {
        self.value().name()
    }

    pub fn c_name(self) -> CString {
        c(&self.name())
    }

    /// Has a body that will be emitted or inlined (`available_externally` bodies included).
    pub fn is_definition(self) -> bool {
        // SAFETY: a live function.
        unsafe { LLVMIsDeclaration(self.0) == 0 }
    }

    pub fn linkage(self) -> LLVMLinkage {
        self.value().linkage()
    }

    pub fn is_local(self) -> bool {
        matches!(
            self.linkage(),
            LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage
        )
    }

    pub fn blocks(self) -> Vec<Block> {
        // SAFETY: LLVM fills as many entries as it counted.
        unsafe {
            let count = LLVMCountBasicBlocks(self.0) as usize;
            let mut blocks = vec![std::ptr::null_mut(); count];
            LLVMGetBasicBlocks(self.0, blocks.as_mut_ptr());
            blocks.into_iter().map(Block::from_raw).collect()
        }
    }

    /// The entry block of a definition.
    pub fn entry(self) -> Block {
        // SAFETY: a function with a body.
        Block::from_raw(unsafe { LLVMGetEntryBasicBlock(self.0) })
    }

    /// A new, empty block behind all others.
    pub fn append_block(self, name: &str) -> Block {
        let name = c(name);
        // SAFETY: a function with a body.
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            Block::from_raw(LLVMAppendBasicBlockInContext(
                context,
                self.0,
                name.as_ptr(),
            ))
        }
    }

    /// The name of the exception personality, if it has one.
    pub fn personality(self) -> Option<String> {
        // SAFETY: a live function; the personality is a constant, often a function.
        unsafe {
            (LLVMHasPersonalityFn(self.0) != 0).then(|| Value(LLVMGetPersonalityFn(self.0)).name())
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

    /// A function of the C library, to be called from this one as this type. `None` where there may be no such function:
    /// in what is compiled for no library, or with one of this name that is the program's own.
    pub fn library_function(self, name: &str, result: Type, of: &[Type]) -> Option<(Value, Type)> {
        let name = c(name);
        let mut parameters: Vec<_> = of.iter().map(|t| t.0).collect();
        // SAFETY: types of this function's context; a function is found or added.
        unsafe {
            let count = parameters.len() as u32;
            let ty = LLVMFunctionType(result.0, parameters.as_mut_ptr(), count, 0);
            let found = fz_llvm_library_function(self.0, name.as_ptr(), ty);
            let fits = !found.is_null()
                && LLVMIsDeclaration(found) != 0
                && LLVMGlobalGetValueType(found) == ty;
            fits.then_some((Value(found), Type(ty)))
        }
    }

    /// Moves what takes stack memory of a fixed size to the entry's top: behind other code of the entry it would stay
    /// in the entry only until that is split, and then be taken anew each time.
    pub fn gather_allocas(self) {
        let is_fixed = |i: &Value| {
            i.is(LLVMOpcode::LLVMAlloca) && i.operand(0).is_constant() && !i.is_inalloca()
        };
        let all: Vec<_> = self.entry().instructions().collect();
        let Some(first) = all.iter().position(|i| !is_fixed(i)) else {
            return;
        };
        for alloca in all[first..].iter().filter(|i| is_fixed(i)) {
            alloca.move_before(all[first]);
        }
    }

    /// An attribute of LLVM's own, by its name in IR (`naked`, `optnone`).
    pub fn has_attribute(self, name: &str) -> bool {
        // SAFETY: pointer and length; kind 0 means that LLVM knows no such attribute.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            debug_assert_ne!(kind, 0, "{name}");
            !LLVMGetEnumAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, kind).is_null()
        }
    }

    /// The value of a string attribute.
    pub fn string_attribute(self, key: &str) -> Option<String> {
        // SAFETY: pointers and lengths; the value lives in the context.
        unsafe {
            let attribute = LLVMGetStringAttributeAtIndex(
                self.0,
                LLVMAttributeFunctionIndex,
                key.as_ptr().cast(),
                key.len() as u32,
            );
            if attribute.is_null() {
                return None;
            }
            let mut len = 0;
            let text = LLVMGetStringAttributeValue(attribute, &mut len);
            let bytes = std::slice::from_raw_parts(text.cast::<u8>(), len as usize);
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
    }

    pub fn set_string_attribute(self, module: Module, key: &str, value: &str) {
        // SAFETY: the attribute belongs to the module's context.
        unsafe {
            let attribute = LLVMCreateStringAttribute(
                module.context(),
                key.as_ptr().cast(),
                key.len() as u32,
                value.as_ptr().cast(),
                value.len() as u32,
            );
            LLVMAddAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, attribute);
        }
    }

    pub fn add_attribute(self, module: Module, name: &str) {
        // SAFETY: as above.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMCreateEnumAttribute(module.context(), kind, 0);
            LLVMAddAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, attribute);
        }
    }

    /// It reads what its arguments point to, touches memory that no code here can touch, and nothing else.
    pub fn set_reads_arguments(self, module: Module) {
        // `MemoryEffects`: two bits for each kind of memory; the first kind is the arguments', the second the inaccessible
        // one.
        const READ: u64 = 0b01;
        const READ_AND_WRITE: u64 = 0b11 << 2;
        let name = "memory";
        // SAFETY: the attribute belongs to the module's context.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMCreateEnumAttribute(module.context(), kind, READ | READ_AND_WRITE);
            LLVMAddAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, attribute);
        }
    }

    /// Removes a function that nothing uses.
    pub fn erase(self) {
        debug_assert!(!self.value().has_uses());
        // SAFETY: nothing keeps its handle.
        unsafe { LLVMDeleteFunction(self.0) }
    }

    pub fn remove_attribute(self, name: &str) {
        // SAFETY: pointer and length; removing what is not there is allowed.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            LLVMRemoveEnumAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, kind);
        }
    }

    pub fn is_intrinsic(self) -> bool {
        // SAFETY: a live function.
        unsafe { LLVMGetIntrinsicID(self.0) != 0 }
    }

    /// How many operands are this function; addresses of its blocks refer to it too, and are not counted.
    pub fn uses_but_block_addresses(self) -> usize {
        // SAFETY: walks the list of uses.
        unsafe {
            let first = LLVMGetFirstUse(self.0);
            std::iter::successors((!first.is_null()).then_some(first), |u| {
                let next = LLVMGetNextUse(*u);
                (!next.is_null()).then_some(next)
            })
            .filter(|u| LLVMIsABlockAddress(LLVMGetUser(*u)).is_null())
            .count()
        }
    }

    pub fn calling_convention(self) -> u32 {
        // SAFETY: a live function.
        unsafe { LLVMGetFunctionCallConv(self.0) }
    }

    /// Its type as IR writes it: `void (i32, ptr)`.
    pub fn signature(self) -> String {
        // SAFETY: the text is LLVM's until it is disposed of.
        unsafe {
            let text = LLVMPrintTypeToString(LLVMGlobalGetValueType(self.0));
            let owned = std::ffi::CStr::from_ptr(text)
                .to_string_lossy()
                .into_owned();
            LLVMDisposeMessage(text);
            owned
        }
    }

    /// Whether a parameter has one of these attributes of LLVM's own.
    pub fn has_parameter_attribute(self, names: &[&str]) -> bool {
        // SAFETY: parameters are numbered from 1.
        unsafe {
            (1..=LLVMCountParams(self.0)).any(|parameter| {
                names.iter().any(|name| {
                    let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
                    debug_assert_ne!(kind, 0, "{name}");
                    !LLVMGetEnumAttributeAtIndex(self.0, parameter, kind).is_null()
                })
            })
        }
    }

    pub fn parameters(self) -> Vec<Value> {
        // SAFETY: a function; parameters are numbered from 0.
        unsafe {
            (0..LLVMCountParams(self.0))
                .map(|n| Value(LLVMGetParam(self.0, n)))
                .collect()
        }
    }

    /// A parameter comes in as many bits as C's `int` has.
    pub fn set_zero_extended(self, module: Module, parameter: u32) {
        let name = "zeroext";
        // SAFETY: a function with so many parameters; they are numbered from 1.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMCreateEnumAttribute(module.context(), kind, 0);
            LLVMAddAttributeAtIndex(self.0, parameter + 1, attribute);
        }
    }

    pub fn last_parameter(self) -> Value {
        // SAFETY: null without parameters.
        Value::some(unsafe { LLVMGetLastParam(self.0) }).expect("a function with parameters")
    }

    /// Makes the function anew with one parameter more, a pointer in the register of the static chain. The old one is
    /// gone: all that referred to it refers to the new one, calls with a parameter too few.
    pub fn take_token(self) -> Function {
        // SAFETY: a definition; nothing keeps its handle.
        Function(unsafe { fz_llvm_take_token(self.0) })
    }

    /// Whether somebody may call it who does not name it.
    pub fn has_address_taken(self) -> bool {
        // SAFETY: a live function.
        unsafe { fz_llvm_has_address_taken(self.0) }
    }

    /// The folder in which its unit was compiled.
    pub fn unit_folder(self) -> Option<String> {
        self.folder(false)
    }

    /// The folder in which the name of its file begins: debug information cuts what is the same as the unit's.
    pub fn file_folder(self) -> Option<String> {
        self.folder(true)
    }

    fn folder(self, of_file: bool) -> Option<String> {
        // SAFETY: a live function; the text is malloc'd for us.
        unsafe {
            let folder = fz_llvm_folder(self.0, of_file);
            (!folder.is_null()).then(|| take(folder))
        }
    }

    /// Where debug information says that it begins.
    pub fn place(self) -> LLVMMetadataRef {
        // SAFETY: metadata of a live function.
        unsafe {
            let subprogram = LLVMGetSubprogram(self.0);
            if subprogram.is_null() {
                return subprogram;
            }
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            let line = LLVMDISubprogramGetLine(subprogram);
            LLVMDIBuilderCreateDebugLocation(context, line, 0, subprogram, std::ptr::null_mut())
        }
    }

    /// Where the function begins, by its debug information.
    pub fn location(self) -> Option<Location> {
        // SAFETY: metadata of a live function, read only.
        unsafe {
            let subprogram = LLVMGetSubprogram(self.0);
            if subprogram.is_null() {
                return None;
            }
            Some(Location {
                file: file_of(subprogram),
                line: LLVMDISubprogramGetLine(subprogram),
                column: 0,
            })
        }
    }
}
