//! Every environment variable that xtask reads. Nothing else in this crate calls `std::env::var*`.

use std::path::PathBuf;

/// `FZ_CACHE`: where downloads are kept between runs (default `target/cache`).
pub fn cache_dir() -> Option<PathBuf> {
    path("FZ_CACHE")
}

/// `CARGO`: the cargo that runs us, so that nested builds use the same toolchain.
pub fn cargo() -> PathBuf {
    path("CARGO").unwrap_or_else(|| PathBuf::from("cargo"))
}

/// `CARGO_HOME`, else `~/.cargo`.
pub fn cargo_home() -> Option<PathBuf> {
    path("CARGO_HOME").or_else(|| Some(path("HOME")?.join(".cargo")))
}

/// `RUSTUP_HOME`, else `~/.rustup`.
pub fn rustup_home() -> Option<PathBuf> {
    path("RUSTUP_HOME").or_else(|| Some(path("HOME")?.join(".rustup")))
}

/// `RUSTUP_TOOLCHAIN`: the toolchain that runs us; rustup's proxies set it.
pub fn rustup_toolchain() -> Option<String> {
    std::env::var("RUSTUP_TOOLCHAIN").ok()
}

/// `CARGO_TARGET_DIR`: where cargo puts what it builds (default `target`).
pub fn cargo_target_dir() -> Option<PathBuf> {
    path("CARGO_TARGET_DIR")
}

fn path(name: &str) -> Option<PathBuf> {
    std::env::var_os(name)
        .filter(|v| !v.is_empty())
        .map(PathBuf::from)
}
