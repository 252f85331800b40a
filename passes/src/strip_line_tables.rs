//! `strip-line-tables`: removes debug information that only fz asked for.
//!
//! The driver turns line tables on so that records can name lines. When the user gave no `-g`, they go again after
//! the records are written. Runs last.
//!
//! Before: `call void @f(), !dbg !7`; after: `call void @f()`, and no `!llvm.dbg.cu`.

use crate::pass::{Context, ModulePass};

pub struct StripLineTables;

impl ModulePass for StripLineTables {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        Ok(module.strip_debug_info())
    }
}
