//! Where code is in the source, by its debug information.

use llvm_sys::{
    core::*,
    debuginfo::*,
    prelude::{LLVMMetadataRef, LLVMValueRef},
};

use super::{Block, Function, Inst, ffi::fz_llvm_folder, take};

/// A place in the source: line and column from 1, 0 where unknown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// As the compiler was given it.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A `!DILocation`, or none.
#[derive(Clone, Copy)]
pub struct DebugLoc(LLVMMetadataRef);

impl DebugLoc {
    /// No place in the source.
    pub const NONE: DebugLoc = DebugLoc(std::ptr::null_mut());

    pub(crate) fn raw(self) -> LLVMMetadataRef {
        self.0
    }
}

impl Inst {
    /// Its place in the source.
    pub fn debug_loc(self) -> DebugLoc {
        // SAFETY: an instruction; null is no place.
        DebugLoc(unsafe { LLVMInstructionGetDebugLoc(self.raw()) })
    }

    /// File, line and column, where it has a line.
    pub fn location(self) -> Option<Location> {
        let location = self.debug_loc().0;
        // SAFETY: a location is read only.
        unsafe {
            if location.is_null() || LLVMDILocationGetLine(location) == 0 {
                return None;
            }
            Some(Location {
                file: file_of(LLVMDILocationGetScope(location)),
                line: LLVMDILocationGetLine(location),
                column: LLVMDILocationGetColumn(location),
            })
        }
    }
}

impl Block {
    /// The first place in the source that its code has, or else the code after it, or the code before it.
    pub fn debug_loc(self) -> DebugLoc {
        let first = |block: Block| block.instructions().find(|i| i.location().is_some());
        let after = || self.successors().first().and_then(|b| first(*b));
        let before = || {
            let block = self.single_predecessor();
            block.and_then(Block::terminator).map(|t| t.inst())
        };
        let found = first(self).or_else(after).or_else(before);
        found.map_or(DebugLoc::NONE, Inst::debug_loc)
    }
}

impl Function {
    fn subprogram(self) -> Option<LLVMMetadataRef> {
        // SAFETY: a function; null if it has none.
        let subprogram = unsafe { LLVMGetSubprogram(self.raw()) };
        (!subprogram.is_null()).then_some(subprogram)
    }

    /// The line on which it begins.
    pub fn debug_loc(self) -> DebugLoc {
        let Some(subprogram) = self.subprogram() else {
            return DebugLoc::NONE;
        };
        // SAFETY: metadata of a live function.
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.raw()));
            let line = LLVMDISubprogramGetLine(subprogram);
            let null = std::ptr::null_mut();
            DebugLoc(LLVMDIBuilderCreateDebugLocation(
                context, line, 0, subprogram, null,
            ))
        }
    }

    /// File and line on which it begins.
    pub fn location(self) -> Option<Location> {
        let subprogram = self.subprogram()?;
        // SAFETY: metadata of a live function, read only.
        unsafe {
            Some(Location {
                file: file_of(subprogram),
                line: LLVMDISubprogramGetLine(subprogram),
                column: 0,
            })
        }
    }

    /// The folder in which its unit was compiled.
    pub fn unit_folder(self) -> Option<String> {
        folder(self.raw(), false)
    }

    /// The folder in which the name of its file begins: debug information cuts what is the same as the unit's.
    pub fn file_folder(self) -> Option<String> {
        folder(self.raw(), true)
    }
}

fn folder(function: LLVMValueRef, of_file: bool) -> Option<String> {
    // SAFETY: a live function; the text is malloc'd for us.
    unsafe {
        let folder = fz_llvm_folder(function, of_file);
        (!folder.is_null()).then(|| take(folder))
    }
}

/// The file that a debug scope is in, as the compiler was given it; empty if it has none.
///
/// # Safety
/// `scope` is a `DIScope`.
unsafe fn file_of(scope: LLVMMetadataRef) -> String {
    // SAFETY: see above; the text lives in the context.
    unsafe {
        let file = LLVMDIScopeGetFile(scope);
        if file.is_null() {
            return String::new();
        }
        let mut len = 0;
        let text = LLVMDIFileGetFilename(file, &mut len);
        if text.is_null() {
            return String::new();
        }
        let bytes = std::slice::from_raw_parts(text.cast::<u8>(), len as usize);
        String::from_utf8_lossy(bytes).into_owned()
    }
}
