//! Command lines that run a crash again, as a shell takes them.

use std::ffi::OsString;

use fz_base::shell::quoted;
use fz_engines::launch::arguments::with_input;
use fz_report::crashes::Bug;

use super::{builds::Builds, results::Folder};

/// By build: those in which the input that is shown crashes.
pub fn of(
    builds: &Builds,
    bug: &Bug,
    arguments: &[OsString],
    folder: &Folder,
) -> Vec<(String, String)> {
    let input = folder.path().join(&bug.smallest.file);
    let named = with_input(arguments, &input);
    let mut lines = Vec::new();
    for (build, options) in builds.builds.iter().zip(&builds.options) {
        let crashes = bug
            .outcomes
            .iter()
            .any(|o| o.build == build.name && o.crashed > 0);
        if !crashes {
            continue;
        }
        let mut words = Vec::new();
        words.extend(options.map(|(name, value)| format!("{name}={}", quoted(value))));
        words.push(quoted(&build.setup.command.program));
        words.extend(named.iter().map(quoted));
        if named == arguments {
            words.push(format!("< {}", quoted(&input)));
        }
        lines.push((build.name.clone(), words.join(" ")));
    }
    lines
}
