//! `--fz-dry-run`: a plan as text.

use std::{ffi::OsString, path::Path};

use fz_base::{shell, words::visible};
use fz_process::Command;

use crate::plan::{Plan, Step};

/// A plan as text: reasons as comments, commands as a shell would take them.
pub fn text(plan: &Plan) -> String {
    let mut text = String::new();
    for reason in &plan.reasons {
        text.push_str(&format!("# {}\n", visible(reason)));
    }
    for file in &plan.files {
        text.push_str(&format!(
            "# {}: {}\n",
            visible(&file.path.to_string_lossy()),
            file.text
        ));
    }
    for step in &plan.steps {
        match step {
            Step::Run(command) => render_command(command, &mut text),
            Step::Unit(unit) => {
                let shown = |path: &Path| visible(&path.to_string_lossy());
                let (source, to) = (shown(&unit.source), shown(&unit.text));
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
    let program = std::iter::once(command.program.as_os_str());
    let words = program.chain(command.arguments.iter().map(OsString::as_os_str));
    text.push_str(&(shell::line(words) + "\n"));
}
