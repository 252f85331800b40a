//! `--fz-dry-run`: a plan as text.

use std::ffi::OsString;

use fz_process::Command;

use crate::plan::{Plan, Step};

/// A plan as text: reasons as comments, commands as a shell would take them.
pub fn text(plan: &Plan) -> String {
    let mut text = String::new();
    for reason in &plan.reasons {
        text.push_str(&format!("# {reason}\n"));
    }
    for file in &plan.files {
        text.push_str(&format!("# {}: {}\n", file.path.display(), file.text));
    }
    for step in &plan.steps {
        match step {
            Step::Run(command) => render_command(command, &mut text),
            Step::Unit(unit) => {
                let (source, to) = (unit.source.display(), unit.text.display());
                text.push_str(&format!("# {source}: expand\n"));
                render_command(&unit.expand, &mut text);
                text.push_str(&format!("# {source}: lay out as {to}\n"));
                text.push_str(&format!("# {source}: if there are diagnostics\n"));
                render_command(&unit.check, &mut text);
                text.push_str(&format!("# {source}: compile\n"));
                render_command(&unit.compile, &mut text);
                text.push_str(&format!("# {source}: if that cannot be done\n"));
                render_command(&unit.original("why", false), &mut text);
            }
        }
    }
    text
}

fn render_command(command: &Command, text: &mut String) {
    let words: Vec<_> = std::iter::once(command.program.as_os_str())
        .chain(command.arguments.iter().map(OsString::as_os_str))
        .map(|w| w.to_string_lossy().into_owned())
        .collect();
    let line = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
    text.push_str(&line);
    text.push('\n');
}
