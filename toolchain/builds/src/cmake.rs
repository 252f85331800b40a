//! A toolchain file of CMake's.

use std::{fmt::Write, path::Path};

use crate::Tools;

/// The name of a variable that names another toolchain file.
pub const CHAINED: &str = "FZ_CHAINLOAD_TOOLCHAIN_FILE";

/// The text. CMake reads such files again for each `try_compile`; whatever it says there is the same.
pub fn toolchain(tools: &Tools) -> String {
    let mut text = format!(
        "\
# fz-cc and fz-cxx as the compilers of a CMake project; `fz env cmake` prints this file.
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=THIS-FILE -B build
#
# If the project needs a toolchain file of its own, name that one too:
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=THIS-FILE -D{CHAINED}=/path/to/its-own.cmake -B build
#
# or write `include(THIS-FILE)` at the end of it.

# What try_compile configures reads this file again, and knows only the variables in this list.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES {CHAINED})
if({CHAINED})
  include(\"${{{CHAINED}}}\")
endif()

"
    );
    let mut set = |name: &str, path: &Path| {
        writeln!(text, "set({name} {})", quoted(path)).expect("a string");
    };
    set("CMAKE_C_COMPILER", &tools.cc);
    set("CMAKE_CXX_COMPILER", &tools.cxx);
    // The last two are for INTERPROCEDURAL_OPTIMIZATION, whose objects are bitcode.
    for (name, path) in [
        ("AR", &tools.ar),
        ("RANLIB", &tools.ranlib),
        ("NM", &tools.nm),
        // Beside clang CMake takes LLVM's, which removes what `fz emit` needs.
        ("STRIP", &tools.strip),
        ("C_COMPILER_AR", &tools.ar),
        ("CXX_COMPILER_AR", &tools.ar),
        ("C_COMPILER_RANLIB", &tools.ranlib),
        ("CXX_COMPILER_RANLIB", &tools.ranlib),
    ] {
        if let Some(path) = path {
            set(&format!("CMAKE_{name}"), path);
        }
    }
    text
}

/// As CMake reads it.
fn quoted(path: &Path) -> String {
    let mut quoted = String::from("\"");
    for c in path.to_string_lossy().chars() {
        if matches!(c, '"' | '\\' | '$' | ';') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_installed_is_not_named() {
        let tools = Tools {
            cc: "/a b/fz-cc".into(),
            cxx: "/a$b/fz-cxx".into(),
            linker: None,
            ar: Some("/bin/llvm-ar".into()),
            ranlib: None,
            nm: None,
            strip: Some("/bin/strip".into()),
        };
        let text = toolchain(&tools);
        assert!(
            text.contains("set(CMAKE_C_COMPILER \"/a b/fz-cc\")\n"),
            "{text}"
        );
        assert!(
            text.contains("set(CMAKE_CXX_COMPILER \"/a\\$b/fz-cxx\")\n"),
            "{text}"
        );
        assert!(text.contains("set(CMAKE_AR \"/bin/llvm-ar\")\n"), "{text}");
        assert!(!text.contains("set(CMAKE_RANLIB"), "{text}");
        assert!(text.contains("set(CMAKE_STRIP \"/bin/strip\")\n"), "{text}");
    }
}
