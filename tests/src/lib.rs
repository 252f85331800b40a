//! What the tests share: where things are, and how differences are shown.

use std::path::PathBuf;

/// The checkout's root.
pub fn rooms() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .canonicalize()
        .expect("the checkout exists")
}

/// The staged toolchain (`cargo xtask build`).
pub fn fz() -> PathBuf {
    let staged = rooms().join("target/fz");
    assert!(
        staged.join("lib/fz").is_dir(),
        "{} is not there: run `cargo xtask build` first",
        staged.display()
    );
    staged
}

/// Whether expectations are to be rewritten.
pub fn bless() -> bool {
    std::env::var_os("BLESS").is_some()
}

/// A unified diff.
pub fn diff(expected: &str, actual: &str) -> String {
    similar::TextDiff::from_lines(expected, actual)
        .unified_diff()
        .context_radius(3)
        .to_string()
}
