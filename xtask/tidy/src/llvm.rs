//! Tools of LLVM are named in one place: elsewhere a name with a release's number would be of another release one day.

use std::path::Path;

use anyhow::Result;

use super::House;

/// Where such names stand.
const PLACE: &str = "passes/llvm/";

/// A peer's own compiler, in a root of its own.
const PEER: &str = "xtask/src/setup/aflpp_root.rs";

const CODE: &[&str] = &["rs", "c", "cc", "cpp", "h", "sh", "py"];

/// What such a name begins with; Debian adds the number.
const NAMES: &[&str] = &[
    "clang-",
    "clang++-",
    "llvm-",
    "lld-",
    "ld.lld-",
    "opt-",
    "llc-",
    "libc++-",
    "libc++abi-",
    "lib/clang/",
    "LLVM-",
];

/// What may stand between the beginning and the number.
const TOOLS: &[&str] = &[
    "",
    "ar-",
    "as-",
    "config-",
    "cov-",
    "dis-",
    "link-",
    "nm-",
    "objcopy-",
    "objdump-",
    "profdata-",
    "readelf-",
    "rt-",
    "strip-",
    "symbolizer-",
];

pub fn check(house: &House) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for (path, text) in house.texts(CODE)? {
        if path.starts_with(PLACE) || path == Path::new(PEER) {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            if let Some(name) = versioned(line) {
                complaints.push(format!(
                    "{}:{}: `{name}` is a tool of one release of LLVM; take its name from the crate fz-llvm ({PLACE})",
                    path.display(),
                    number + 1
                ));
            }
        }
    }
    Ok(complaints)
}

/// The first versioned name in `line`.
fn versioned(line: &str) -> Option<String> {
    let at = |name: &&str| {
        line.match_indices(*name)
            .map(|(at, _)| at)
            .collect::<Vec<_>>()
    };
    for name in NAMES {
        for start in at(name) {
            let rest = &line[start + name.len()..];
            for tool in TOOLS {
                let number: String = rest
                    .strip_prefix(tool)
                    .unwrap_or_default()
                    .chars()
                    .take_while(char::is_ascii_digit)
                    .collect();
                if number.len() == 2 {
                    return Some(format!("{name}{tool}{number}"));
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{check, versioned};
    use crate::planted;

    /// Split, so that this file does not name one.
    const SEEDED: &str = concat!("Command::new(\"clang", "-22\")");

    #[test]
    fn a_versioned_tool_is_seen() {
        for name in [
            concat!("clang++", "-22"),
            concat!("llvm-objcopy", "-23"),
            concat!("libclang-rt", "-22-dev"),
            concat!("ld.lld", "-22"),
            concat!("usr/lib/llvm", "-22/bin"),
            concat!("lib/clang", "/22"),
        ] {
            assert!(versioned(name).is_some(), "{name}");
        }
        for name in [
            "clang-format",
            "llvm-ar",
            "clang-sys 1.9",
            "opt-in",
            "llvm-2",
        ] {
            assert_eq!(versioned(name), None, "{name}");
        }
    }

    #[test]
    fn a_seeded_violation_is_found() {
        let (_dir, house) = planted(&[
            ("tests/tests/a.rs", &format!("fn main() {{}}\n{SEEDED}\n")),
            ("passes/llvm/src/lib.rs", SEEDED),
        ]);
        let complaints = check(&house).unwrap();
        assert_eq!(complaints.len(), 1, "{complaints:?}");
        assert!(
            complaints[0].starts_with("tests/tests/a.rs:2: "),
            "{complaints:?}"
        );
    }
}
