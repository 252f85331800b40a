//! What `FZ_VERIFY` checks besides LLVM's own verifier: passes run in the order of [`fz_schema::order`], and no mark
//! that a pass has to erase reaches code generation.

use std::cell::RefCell;

use fz_schema::order::{Extension, ROWS, Row, row_of};

use crate::{ir::Module, marks};

/// A module's progress: the last pass that ran, and its row in the table.
struct Progress {
    module: Module,
    /// The module's source. LLVM may have made a later module where an earlier one was.
    source: String,
    pass: &'static str,
    row: usize,
    /// Whether the optimiser's pipeline runs for the second time.
    is_second: bool,
}

/// The global that `-ffat-lto-objects` puts the bitcode into. After that the optimiser's pipeline runs once more.
const EMBEDDED: &str = "llvm.embedded.object";

thread_local! {
    /// The progress of the module that this thread compiles.
    static PROGRESS: RefCell<Option<Progress>> = const { RefCell::new(None) };
}

/// Notes that a pass with this `stage` runs. An error names a pass that ran before it and has to run after it.
pub fn runs(module: Module, pass: &'static str, stage: Option<&str>) -> Result<(), String> {
    // A pass that only a test has is not in the table.
    let Some(first) = row_of(0, pass, stage) else {
        return Ok(());
    };
    let source = module.source();
    let last = PROGRESS
        .take()
        .filter(|last| last.module == module && last.source == source);
    let is_second = last.as_ref().is_some_and(|last| last.is_second);
    let from = last.as_ref().map_or(0, |last| last.row);
    let again = || {
        let is_fat = !is_second && module.global(EMBEDDED).is_some();
        is_fat.then(|| row_of(optimizer(), pass, stage))?
    };
    let row = row_of(from, pass, stage);
    let (row, is_second) = match row {
        Some(_) => (row, is_second),
        None => (again(), true),
    };
    PROGRESS.set(Some(Progress {
        module,
        source,
        pass,
        row: row.unwrap_or(first),
        is_second,
    }));
    match (row, last) {
        (None, Some(last)) => Err(format!(
            "pass `{pass}` runs after `{}`, and has to run before it",
            last.pass
        )),
        _ => Ok(()),
    }
}

/// The first row of the optimiser's own extension points.
fn optimizer() -> usize {
    let is_start = |row: &&Row| row.at == Extension::Start;
    ROWS.iter().take_while(is_start).count()
}

/// Ends a module's progress, and returns an error for each mark that is left in it.
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
    fn a_fat_object_is_optimised_twice() {
        let scratch =
            Scratch::parse("@llvm.embedded.object = private constant [1 x i8] zeroinitializer");
        let module = scratch.module();
        for pass in ["unit-record", "edges", "unit-record"] {
            runs(module, pass, None).unwrap();
        }
        runs(module, "edges", None).unwrap_err();
        reaches_code_generation(module);
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
