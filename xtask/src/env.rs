//! Every environment variable that xtask reads. Nothing else in this crate calls `std::env::var*`.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::Command;

/// `FZ_CACHE`: where downloads are kept between runs (default `target/cache`).
pub fn cache_dir() -> Option<PathBuf> {
    folder("FZ_CACHE")
}

/// `CARGO`: the cargo that runs us, so that nested builds use the same toolchain.
pub fn cargo() -> PathBuf {
    folder("CARGO").unwrap_or_else(|| PathBuf::from("cargo"))
}

/// `CARGO_HOME`, else `~/.cargo`.
pub fn cargo_home() -> Option<PathBuf> {
    folder("CARGO_HOME").or_else(|| Some(folder("HOME")?.join(".cargo")))
}

/// `RUSTUP_HOME`, else `~/.rustup`.
pub fn rustup_home() -> Option<PathBuf> {
    folder("RUSTUP_HOME").or_else(|| Some(folder("HOME")?.join(".rustup")))
}

/// `RUSTUP_TOOLCHAIN`: the toolchain that runs us; rustup's proxies set it.
pub fn rustup_toolchain() -> Option<String> {
    std::env::var("RUSTUP_TOOLCHAIN").ok()
}

/// `PATH`.
pub fn path() -> Option<OsString> {
    std::env::var_os("PATH")
}

/// `CARGO_TARGET_DIR`: where cargo puts what it builds (default `target`).
pub fn cargo_target_dir() -> Option<PathBuf> {
    folder("CARGO_TARGET_DIR")
}

/// Keeps from `command` what would steer fz's compilers or AFL++'s from outside: builds that are compared differ in
/// what we say, and in nothing else. What a build asks for is set after this.
pub fn unsteered(command: &mut Command) {
    for (name, _) in std::env::vars_os().filter(|(name, _)| steers(name)) {
        command.env_remove(name);
    }
}

fn steers(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(b"FZ_") || name.starts_with(b"AFL_")
}

/// `INSTA_UPDATE=always`: expectations become what was found.
pub fn bless() -> bool {
    std::env::var_os("INSTA_UPDATE").is_some_and(|v| v == "always")
}

fn folder(name: &str) -> Option<PathBuf> {
    std::env::var_os(name)
        .filter(|v| !v.is_empty())
        .map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::steers;

    #[test]
    fn compilers_are_steered_by_two_families_of_names() {
        for name in ["FZ_SANITIZE", "AFL_LLVM_LAF_ALL"] {
            assert!(steers(name.as_ref()), "{name}");
        }
        for name in ["PATH", "XFZ_", "CARGO_TARGET_DIR"] {
            assert!(!steers(name.as_ref()), "{name}");
        }
    }
}
