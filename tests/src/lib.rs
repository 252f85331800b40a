//! What the tests share: where things are, and how differences are shown.

pub mod cases;
pub mod env;
pub mod file_tests;
pub mod header;
pub mod limits;
pub mod not_run;
pub mod peers;
pub mod recorded;
pub mod releases;
pub mod sandbox;
pub mod shown;
pub mod traces;
pub mod tracks;

pub use sandbox::{Outcome, RunCommand, Sandbox};

use std::{
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

/// The checkout's root.
pub fn rooms() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .canonicalize()
        .expect("the checkout exists")
}

/// The staged toolchain (`cargo xtask build`).
pub fn fz() -> PathBuf {
    let staged = rooms().join(fz_llvm::TREE);
    assert!(
        staged.join("lib/fz").is_dir(),
        "{} is not there: run `cargo xtask build` first",
        staged.display()
    );
    staged
}

/// A unified diff.
pub fn diff(expected: &str, actual: &str) -> String {
    similar::TextDiff::from_lines(expected, actual)
        .unified_diff()
        .context_radius(3)
        .to_string()
}

/// Applies `f` to all items on as many threads as there are processors; results in the order of the items.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                while let Some(at) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|i| *i < items.len())
                {
                    *results[at].lock().expect("one writer") = Some(f(&items[at]));
                }
            });
        }
    });
    results
        .into_iter()
        .map(|r| {
            r.into_inner()
                .expect("all threads ended")
                .expect("every item was taken")
        })
        .collect()
}
