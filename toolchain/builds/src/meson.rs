//! A native file of Meson's.

use std::{fmt::Write, path::Path};

use crate::Tools;

/// The text.
pub fn native(tools: &Tools) -> String {
    let mut text = String::from(
        "\
# fz-cc and fz-cxx as the compilers of a Meson project; `fz env meson` prints this file.
#
#   meson setup --native-file THIS-FILE build
#
# Further native files may follow it, each with --native-file: of two that say the same, the later one wins.

[binaries]
",
    );
    let mut set = |name: &str, path: &Path| {
        writeln!(text, "{name} = {}", quoted(path)).expect("a string");
    };
    set("c", &tools.cc);
    set("cpp", &tools.cxx);
    for (name, path) in [
        ("ar", &tools.ar),
        ("ranlib", &tools.ranlib),
        ("nm", &tools.nm),
    ] {
        if let Some(path) = path {
            set(name, path);
        }
    }
    text
}

/// As Meson reads it.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_texts() {
        assert_eq!(quoted(Path::new("/it's/a\\b")), "'/it\\'s/a\\\\b'");
    }
}
