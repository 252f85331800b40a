//! What `FZ_VERIFY` asks of a compilation, beside LLVM's own verifier: passes run in the order of
//! [`fz_schema::order`], and no mark that a pass has to take away reaches code generation.

use std::cell::RefCell;

use fz_schema::order::row_of;

use crate::{ir::Module, marks};

/// How far a module has come: the last pass, and its row in the table.
struct Progress {
    module: Module,
    pass: &'static str,
    row: usize,
}

thread_local! {
    /// Of the module that this thread compiles.
    static PROGRESS: RefCell<Option<Progress>> = const { RefCell::new(None) };
}

/// Notes that a pass with this `stage` runs; an error if one ran before it that it has to precede.
pub fn runs(module: Module, pass: &'static str, stage: Option<&str>) -> Result<(), String> {
    let before = PROGRESS.take().filter(|last| last.module == module);
    let from = before.as_ref().map_or(0, |last| last.row);
    let row = row_of(from, pass, stage);
    // Not a pass that the table has: a toy of a test.
    let Some(first) = row_of(0, pass, stage) else {
        return Ok(());
    };
    PROGRESS.set(Some(Progress {
        module,
        pass,
        row: row.unwrap_or(first),
    }));
    match (row, before) {
        (None, Some(last)) => Err(format!(
            "pass `{pass}` runs after `{}`, and has to run before it",
            last.pass
        )),
        _ => Ok(()),
    }
}

/// Ends a module: what is left in it is code, or an error.
pub fn reaches_code_generation(module: Module) -> Vec<String> {
    PROGRESS.take();
    marks::leftovers(module)
}

#[cfg(test)]
mod tests {
    use fz_ir::testing::Scratch;

    use super::*;

    #[test]
    fn a_pass_that_runs_too_late_is_found() {
        let scratch = Scratch::empty();
        let module = scratch.module();
        let order = [
            ("conditions", None),
            ("sites", Some("early")),
            ("byte-split", None),
            ("byte-split", None),
            ("sites", Some("all")),
            ("edges", Some("early")),
            ("edges", Some("late")),
            ("compares", None),
            ("unit-record", None),
        ];
        for (pass, stage) in order {
            runs(module, pass, stage).unwrap();
        }
        let error = runs(module, "sites", None).unwrap_err();
        assert!(
            error.contains("`sites` runs after `unit-record`"),
            "{error}"
        );
        reaches_code_generation(module);
        runs(module, "sites", None).unwrap();
    }

    #[test]
    fn a_mark_that_nobody_took_away_is_found() {
        let scratch = Scratch::parse(
            "declare void @fz.site(i32, i32, i32, i32, ...)
            declare void @g() nobuiltin
            define void @f() {
              call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 1, i32 0, i32 0)
              call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
              call void @g() \"fz-held\"
              ret void
            }
            !fz.words = !{!0}
            !0 = !{i64 0}",
        );
        let found = reaches_code_generation(scratch.module());
        for (mark, eraser) in [
            ("(`held`)", "`split-calls`"),
            ("(`pins`)", "`pins`"),
            ("(`site`)", "`compares` or `taint`"),
            ("(`tokens`)", "`dictionary`"),
        ] {
            let is_it = |m: &&String| m.contains(mark) && m.contains(eraser);
            assert!(found.iter().any(|m| is_it(&m)), "{mark}: {found:?}");
        }
        assert_eq!(found.len(), 4, "{found:?}");
    }
}
