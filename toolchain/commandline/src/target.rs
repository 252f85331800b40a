//! What a target triple says to fz: of any that clang takes. (target-lexicon refuses many of those, as clang's own
//! `x86_64-linux-android21` and `x86_64-w64-mingw32`.)

/// Whose code is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// What the runtime is made for.
    Here,
    /// Another system, whose objects counters and records fit into.
    Elsewhere,
    /// Objects that are not ELF, or numbers with their high byte first: sections and records have another form there.
    Foreign,
}

/// How processors that keep the low byte first are called.
const LOW_BYTE_FIRST: [&str; 12] = [
    "x86",
    "amd64",
    "i386",
    "i486",
    "i586",
    "i686",
    "aarch64",
    "arm",
    "thumb",
    "riscv",
    "loongarch",
    "powerpc64le",
];
/// Of these the ones that do not after all.
const HIGH_BYTE_FIRST: [&str; 5] = ["aarch64_be", "armeb", "thumbeb", "riscv32be", "riscv64be"];
/// Systems and formats without ELF.
const NOT_ELF: [&str; 14] = [
    "apple",
    "darwin",
    "macos",
    "ios",
    "tvos",
    "watchos",
    "xros",
    "driverkit",
    "macho",
    "windows",
    "win32",
    "mingw",
    "cygwin",
    "uefi",
];

/// By the triple, or what stands for one.
pub fn of(triple: &str) -> Target {
    let processor = triple.split('-').next().unwrap_or_default();
    let begins = |all: &[&str]| all.iter().any(|name| processor.starts_with(name));
    let system = &triple[processor.len()..];
    if !begins(&LOW_BYTE_FIRST)
        || begins(&HIGH_BYTE_FIRST)
        || NOT_ELF.iter().any(|name| system.contains(name))
    {
        return Target::Foreign;
    }
    match processor == "x86_64"
        && system.contains("linux")
        && !["x32", "android"].iter().any(|a| system.contains(a))
    {
        true => Target::Here,
        false => Target::Elsewhere,
    }
}

/// Whether it is Linux with one of its usual C libraries, for which clang starts nothing but a linker. A name is no part of
/// a path: clang looks for tools that begin with it.
pub fn is_of_linux(triple: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let mut parts = triple.split('-').skip(1);
    let is_linux = parts.any(|part| part == "linux");
    let is_usual = parts.all(|part| part.starts_with("gnu") || part.starts_with("musl"));
    of(triple) != Target::Foreign && triple.chars().all(is_plain) && is_linux && is_usual
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triples_are_told_apart() {
        for (triple, target) in [
            ("x86_64-linux-gnu", Target::Here),
            ("x86_64-pc-linux-musl", Target::Here),
            ("x86_64-linux-gnux32", Target::Elsewhere),
            ("x86_64-linux-android21", Target::Elsewhere),
            ("x86_64-unknown-freebsd", Target::Elsewhere),
            ("aarch64-linux-gnu", Target::Elsewhere),
            ("i686-linux-gnu", Target::Elsewhere),
            ("armv7-none-eabi", Target::Elsewhere),
            ("aarch64_be-linux-gnu", Target::Foreign),
            ("s390x-linux-gnu", Target::Foreign),
            ("powerpc64-linux-gnu", Target::Foreign),
            ("x86_64-apple-darwin", Target::Foreign),
            ("arm64-apple-ios", Target::Foreign),
            ("x86_64-w64-mingw32", Target::Foreign),
            ("x86_64-pc-windows-msvc", Target::Foreign),
            ("wasm32-wasi", Target::Foreign),
            ("bpf", Target::Foreign),
            ("bpfel", Target::Foreign),
        ] {
            assert_eq!(of(triple), target, "{triple}");
        }
    }

    #[test]
    fn names_of_linux_are_no_paths() {
        for triple in [
            "x86_64-linux-gnu",
            "x86_64-pc-linux-musl",
            "i686-linux-gnu",
            "aarch64-unknown-linux-gnu",
            "x86_64-linux",
        ] {
            assert!(is_of_linux(triple), "{triple}");
        }
        for triple in [
            "x86_64-../../tmp/evil-linux-gnu",
            "x86_64-linux-gnu/../evil",
            "x86_64-apple-darwin",
            "x86_64-linux-android21",
            "hexagon-unknown-linux-musl",
            "x86_64-unknown-freebsd",
            "linux",
            "",
        ] {
            assert!(!is_of_linux(triple), "{triple}");
        }
    }
}
