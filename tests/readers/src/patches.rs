//! Unified diffs, as `fz check --patch` and `fz cov report --view compare --patch` read them, and lists of functions and files.

use anyhow::Result;
use fz_coverage::{identities::Kind, samples};
use fz_report::{changes::Changes, compare::wanted::Wanted};

use crate::{Around, Reader};

const DIFF: &str = "diff --git a/a.c b/a.c\nindex 1..2 100644\n--- a/a.c\t2026-01-01\n+++ b/a.c\t2026-01-01\n@@ -1,3 +1,4 @@ f\n x\n-y\n+z\n+w\n \n\\ No newline at end of file\n";
const RENAMED: &str = "diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n";
const NEW: &str =
    "--- /dev/null\n+++ b/new.c\n@@ -0,0 +1 @@\n+x\nOnly in b: c\nBinary files a and b differ\n";
const LIST: &str = "fun:parse_*  # comment\nsrc:*.tab.c\nfun:{a,b}[!c]?\n";

pub fn start(around: &Around) -> Result<Reader> {
    let (path, write) = around.file("patch");
    let catalogue = samples::catalogue(1..20);
    Ok(Reader {
        seeds: [DIFF, RENAMED, NEW, LIST]
            .map(|s| s.as_bytes().to_vec())
            .into(),
        read: Box::new(move |data| {
            write(data);
            if let Ok(changes) = Changes::read(&path) {
                let touched = changes.touched(&catalogue);
                let outcomes = catalogue.identities.iter();
                for place in outcomes.filter_map(|i| i.place.as_ref()) {
                    let _ = touched.has(Kind::Outcome, place);
                }
                let _ = touched.lines().count();
            }
            let list = format!("@{}", path.display());
            for (rules, patch) in [(&[][..], Some(&*path)), (&[list][..], None)] {
                if let Ok(wanted) = Wanted::of(rules, patch) {
                    let _ = wanted.select(&catalogue);
                    let _ = wanted.functions(&[("f", "a.c"), ("_ZN1a1bEv", "b/c.cc")], "");
                }
            }
        }),
    })
}
