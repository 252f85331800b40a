//! Sets the release of LLVM that this build is for: `FZ_LLVM`, or else the pinned one.

/// The release that fz is developed with and installed for.
const PINNED: &str = "22";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=FZ_LLVM");
    let wanted = std::env::var("FZ_LLVM").ok().filter(|v| !v.is_empty());
    let release = wanted.as_deref().unwrap_or(PINNED);
    assert!(
        release.parse::<u8>().is_ok(),
        "FZ_LLVM={release}: name a release of LLVM by its major version, such as {PINNED}"
    );
    let tree = match release {
        PINNED => "target/fz".to_owned(),
        other => format!("target/llvm-{other}/fz"),
    };
    println!("cargo:rustc-env=FZ_LLVM_TREE={tree}");
    println!("cargo:rustc-env=FZ_LLVM_PINNED={PINNED}");
    println!("cargo:rustc-env=FZ_LLVM_RELEASE={release}");
}
