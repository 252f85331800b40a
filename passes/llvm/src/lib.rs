//! The release of LLVM that this build of fz is for, and the names of its tools, libraries and Debian packages.
//!
//! A build is for one release: a plugin is compiled against that release's headers and loads only into its programs.
//! `build.rs` sets the number as a constant, so everything that is built together agrees, and an installed tree needs
//! no file that says which clang it belongs to. `FZ_LLVM=23 cargo build` builds for another release than the pinned
//! one; `cargo xtask test llvm 23` does that in a Debian root that has the release. No other file names a versioned
//! tool.

/// The name that Debian gives a tool or library of this release.
macro_rules! named {
    ($before:literal) => {
        concat!($before, env!("FZ_LLVM_RELEASE"))
    };
    ($before:literal, $after:literal) => {
        concat!($before, env!("FZ_LLVM_RELEASE"), $after)
    };
}

/// The major version, such as `22`.
pub const RELEASE: &str = env!("FZ_LLVM_RELEASE");
/// The major version of the release that fz is developed with and installed for.
pub const PINNED: &str = env!("FZ_LLVM_PINNED");
/// The installed tree of this release, relative to the checkout's root.
pub const TREE: &str = env!("FZ_LLVM_TREE");
/// The environment variable that selects another release for a build.
pub const VARIABLE: &str = "FZ_LLVM";

/// `llvm-ar`.
pub const AR: &str = named!("llvm-ar-");
/// `clang`.
pub const CLANG: &str = named!("clang-");
/// `clang++`.
pub const CLANGXX: &str = named!("clang++-");
/// `llvm-config`.
pub const CONFIG: &str = named!("llvm-config-");
/// `llvm-cov`.
pub const COV: &str = named!("llvm-cov-");
/// `llc`.
pub const LLC: &str = named!("llc-");
/// `ld.lld`.
pub const LLD: &str = named!("ld.lld-");
/// `llvm-link`.
pub const LINK: &str = named!("llvm-link-");
/// `llvm-nm`.
pub const NM: &str = named!("llvm-nm-");
/// `llvm-objcopy`.
pub const OBJCOPY: &str = named!("llvm-objcopy-");
/// `opt`.
pub const OPT: &str = named!("opt-");
/// `llvm-profdata`.
pub const PROFDATA: &str = named!("llvm-profdata-");
/// `llvm-readelf`.
pub const READELF: &str = named!("llvm-readelf-");
/// `llvm-strip`.
pub const STRIP: &str = named!("llvm-strip-");
/// `llvm-symbolizer`.
pub const SYMBOLIZER: &str = named!("llvm-symbolizer-");

/// Every tool above.
pub const TOOLS: &[&str] = &[
    AR, CLANG, CLANGXX, CONFIG, COV, LINK, LLC, LLD, NM, OBJCOPY, OPT, PROFDATA, READELF, STRIP,
    SYMBOLIZER,
];

/// Tools that CMake looks for beside a compiler: the name of each begins as the compiler's does (`fz-llvm-ar` for `fz-cc`).
/// LLVM's name of each, and that of binutils.
pub const BESIDE: [(&str, &str); 4] = [
    ("llvm-ar", "ar"),
    ("llvm-nm", "nm"),
    ("llvm-ranlib", "ranlib"),
    ("llvm-strip", "strip"),
];

/// The names of libclang in the library folder beside clang's programs.
pub const LIBCLANG: [&str; 4] = [
    "libclang.so.1",
    named!("libclang-", ".so.1"),
    "libclang.so",
    named!("libclang-", ".so"),
];
/// Clang's own headers and runtimes, relative to the folder of its programs.
pub const RESOURCES: &str = named!("lib/clang/");

/// The Debian package of compiler-rt.
pub const RUNTIMES_PACKAGE: &str = named!("libclang-rt-", "-dev");
/// The Debian package of libclang.
pub const LIBCLANG_PACKAGE: &str = named!("libclang-", "-dev");
/// The Debian packages of libc++.
pub const LIBCXX_PACKAGES: [&str; 2] = [named!("libc++-", "-dev"), named!("libc++abi-", "-dev")];
/// The Debian packages that building and testing fz needs.
pub const PACKAGES: &[&str] = &[
    // The compiler that fz-cc runs and the plugin extends.
    CLANG,
    LIBCLANG_PACKAGE,
    RUNTIMES_PACKAGE,
    // The C++ library of `-stdlib=libc++`.
    LIBCXX_PACKAGES[0],
    LIBCXX_PACKAGES[1],
    // What programs with -fopenmp are linked with.
    named!("libomp-", "-dev"),
    named!("lld-"),
    named!("llvm-"),
    named!("llvm-", "-dev"),
];

/// Code generation options that a later release spells differently: since which release, the spelling in profiles, the
/// new spelling.
const RESPELLED: &[(u8, &str, &str)] = &[
    // The pass moved from code generation to the optimiser.
    (23, "-disable-mergeicmps", "-enable-mergeicmps=false"),
];

/// A code generation option as this release spells it.
#[must_use]
pub fn option(text: &str) -> &str {
    let release: u8 = RELEASE.parse().expect("a release is a number");
    option_of(text, release)
}

fn option_of(text: &str, release: u8) -> &str {
    let is_meant = |(since, old, _): &&(u8, &str, &str)| *since <= release && *old == text;
    let respelled = RESPELLED.iter().find(is_meant);
    respelled.map_or(text, |(_, _, new)| new)
}

/// `name`, a versioned name of this release, renamed for `release`.
#[must_use]
pub fn of_release(name: &str, release: u8) -> String {
    name.replace(&format!("-{RELEASE}"), &format!("-{release}"))
}

#[cfg(test)]
mod tests {
    use super::{CLANGXX, PACKAGES, RELEASE, TOOLS, of_release, option_of};

    #[test]
    fn another_release_has_the_same_names_with_its_number() {
        for name in TOOLS.iter().chain(PACKAGES) {
            let other = of_release(name, 99);
            assert_eq!(other.replace("99", RELEASE), **name);
            assert_ne!(other, **name);
        }
        assert_eq!(of_release(CLANGXX, 99), "clang++-99");
    }

    #[test]
    fn options_are_spelled_as_the_release_has_them() {
        let old = "-disable-mergeicmps";
        assert_eq!(option_of(old, 22), old);
        assert_eq!(option_of(old, 23), "-enable-mergeicmps=false");
        assert_eq!(
            option_of("-enable-tail-merge=false", 23),
            "-enable-tail-merge=false"
        );
    }
}
