//! `strip-line-tables`: removes debug information that only fz has asked for.
//!
//! The driver turns line tables on so that records can name lines. If the user gave no `-g`, this pass removes them
//! once the records are written. It runs last.
//!
//! Before: `call void @f(), !dbg !7`; after: `call void @f()`, and no `!llvm.dbg.cu`.

use crate::pass::{Context, ModulePass};

/// The pass; it has no options.
pub struct StripLineTables;

impl ModulePass for StripLineTables {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        Ok(module.strip_debug_info())
    }
}
