//! The graph as a file for Ninja, and for whatever else runs its files.

use std::{fmt::Write, os::unix::ffi::OsStrExt};

use anyhow::{Result, ensure};

use fz_base::{shell::quoted, words::visible};

use crate::graph::{Graph, Kind, Task, Word};

/// The text of a `build.ninja`: paths in it are absolute, so that it can be run in any folder of a machine that sees the
/// same files.
pub fn text(graph: &Graph) -> Result<String> {
    let mut text = String::from(
        "# Written by `fz emit --ninja`.\nninja_required_version = 1.5\n\nrule run\n  command = $command\n  description = $label\n\n",
    );
    let paths = graph
        .tasks
        .iter()
        .flat_map(|t| t.needs.iter().chain([&t.output]));
    for path in paths {
        ensure!(
            !path.as_os_str().as_bytes().contains(&b'\n'),
            "{}: Ninja knows no names with line breaks: name another folder, or leave out --ninja",
            path.display()
        );
    }
    for task in &graph.tasks {
        let needs: String = task
            .needs
            .iter()
            .map(|n| format!(" {}", path(&n.to_string_lossy())))
            .collect();
        let output = path(&task.output.to_string_lossy());
        write!(
            text,
            "build {output}: run{needs}\n  command = {}\n  label = {}\n\n",
            value(&command(task)),
            value(&visible(&task.label))
        )
        .expect("writing to a string");
    }
    let placed = graph.tasks.iter().filter(|t| t.kind == Kind::Place);
    let placed: String = placed
        .map(|t| format!(" {}", path(&t.output.to_string_lossy())))
        .collect();
    writeln!(text, "default{placed}").expect("writing to a string");
    Ok(text)
}

/// As a shell takes it.
fn command(task: &Task) -> String {
    let output = task.output.to_string_lossy();
    let mut words: Vec<String> = Vec::new();
    if task.kind == Kind::Archive {
        // An archiver adds to what is there.
        words.extend(["rm".into(), "-f".into(), quoted(&*output), "&&".into()]);
    }
    if !task.environment.is_empty() {
        words.push("env".to_owned());
        let variables = task.environment.iter();
        words.extend(variables.map(|(name, value)| quoted(format!("{name}={value}"))));
    }
    words.push(quoted(&task.program));
    words.extend(task.arguments.iter().map(|word| match word {
        Word::Text(word) => quoted(word),
        Word::Output => quoted(&*output),
    }));
    words.join(" ")
}

/// A path in a `build` line.
fn path(text: &str) -> String {
    value(text).replace(':', "$:").replace(' ', "$ ")
}

fn value(text: &str) -> String {
    text.replace('$', "$$")
}
