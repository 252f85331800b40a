//! `fz --help`: the subcommands in groups, on one screen.

use clap::{CommandFactory, Subcommand};

use crate::Cli;

/// What people do, and with which subcommands.
pub const GROUPS: [(&str, &[&str]); 5] = [
    (
        "build",
        &[
            "new", "build", "env", "emit", "extract", "profiles", "refactor",
        ],
    ),
    ("fuzz", &["fuzz", "status", "dict", "taint"]),
    ("see", &["cov", "frontier", "inspect"]),
    ("fix", &["crashes", "guards", "min"]),
    ("make sure", &["doctor", "check"]),
];

pub fn help() -> String {
    let all = crate::Command::augment_subcommands(clap::Command::new("fz"));
    let about = Cli::command().get_about().map(ToString::to_string);
    let mut text = format!("{}: fz COMMAND …\n", about.unwrap_or_default());
    for (group, names) in GROUPS {
        for (at, name) in names.iter().enumerate() {
            let command = all.find_subcommand(name).expect("a subcommand");
            let about = command
                .get_about()
                .map(ToString::to_string)
                .unwrap_or_default();
            let title = if at == 0 { group } else { "" };
            text += &format!("{title:<10} {name:<9} {about}\n");
        }
    }
    text + "fz help COMMAND: options and examples; man fz: exit statuses, --trust-options"
}
