//! Source locations, from debug information.

/// A source location, with the path that the compiler was given.
pub use fz_records::Place as Location;
use llvm_sys::{
    core::*,
    debuginfo::*,
    prelude::{LLVMMetadataRef, LLVMValueRef},
};

use super::{
    Block, Function, Inst,
    ffi::{fz_llvm_folder, fz_llvm_is_implicit},
    take,
};

/// A `!DILocation`, or none.
#[derive(Clone, Copy)]
pub struct DebugLoc(LLVMMetadataRef);

impl DebugLoc {
    /// No location.
    pub const NONE: DebugLoc = DebugLoc(std::ptr::null_mut());

    pub(crate) fn raw(self) -> LLVMMetadataRef {
        self.0
    }
}

impl Inst {
    /// Its debug location.
    pub fn debug_loc(self) -> DebugLoc {
        // SAFETY: an instruction; null is no place.
        DebugLoc(unsafe { LLVMInstructionGetDebugLoc(self.raw()) })
    }

    /// Its file, line and column, if it has a line.
    pub fn location(self) -> Option<Location> {
        of_metadata(self.debug_loc().0)
    }

    /// Where it stands, then where the functions were called that inlining brought it through: the innermost first.
    pub fn locations(self) -> Vec<Location> {
        let not_null = |location: LLVMMetadataRef| (!location.is_null()).then_some(location);
        // SAFETY: a location; null if nothing was inlined.
        let outer = |location: &_| not_null(unsafe { LLVMDILocationGetInlinedAt(*location) });
        let all = std::iter::successors(not_null(self.debug_loc().0), outer);
        all.filter_map(of_metadata).collect()
    }
}

fn of_metadata(location: LLVMMetadataRef) -> Option<Location> {
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

impl Block {
    /// The first debug location among its instructions, or else of its first successor, or else of its only
    /// predecessor's terminator.
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

    /// A debug location on the line of its `DISubprogram`.
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

    /// The file and line of its `DISubprogram`.
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

    /// Whether the compiler made it of what is written elsewhere.
    pub fn is_implicit(self) -> bool {
        // SAFETY: a live function, read only.
        unsafe { fz_llvm_is_implicit(self.raw()) }
    }

    /// The directory of its compile unit.
    pub fn unit_folder(self) -> Option<String> {
        folder(self.raw(), false)
    }

    /// The directory of its file. Debug information leaves it out of the file's name where it is the compile unit's.
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

/// The file of a debug scope, as the compiler was given it; empty if it has none.
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
