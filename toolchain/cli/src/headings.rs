//! Options under headings: what is used most stands first.

use clap::{Arg, ArgAction, Command};

/// By subcommand: what is used most.
const FIRST: &[(&str, &[&str])] = &[
    (
        "collect",
        &["input", "output", "watch", "reports", "labels"],
    ),
    ("crashes", &["input", "output", "minimise", "runs", "sarif"]),
    ("dict", &["output", "format", "input", "limit", "min_score"]),
    ("emit", &["output", "ninja", "libraries"]),
    (
        "extract",
        &["source", "commands", "bitcode", "remove", "output"],
    ),
    ("frontier", &["input", "limit", "select", "ignore", "map"]),
    (
        "fuzz",
        &["input", "output", "dictionaries", "duration", "jobs"],
    ),
    ("guards", &["input", "all", "kind", "select", "ignore"]),
    ("report", &["output", "view", "at", "format", "by"]),
    ("taint", &["input", "output", "map", "format", "site"]),
];

/// What other options are about.
const HEADINGS: &[(&str, &[&str])] = &[
    (
        "What runs beside",
        &["cmplog", "sanitized", "companion", "engine", "engine_args"],
    ),
    (
        "What counts",
        &["select", "ignore", "kind", "lines", "patch", "by", "shard"],
    ),
    (
        "How it runs",
        &[
            "jobs",
            "timeout",
            "memory",
            "time",
            "repeat",
            "process",
            "no_stacks",
            "hits",
            "seed",
            "until_crash",
            "tokens",
            "runs",
            "minimise",
        ],
    ),
    (
        "What is printed",
        &[
            "json", "limit", "all", "screen", "dry_run", "diff", "source",
        ],
    ),
];

/// So many options need no headings.
const FEW: usize = 7;

/// All subcommands, with theirs under headings.
pub fn under(command: Command) -> Command {
    let command = arranged(command);
    let names: Vec<String> = command
        .get_subcommands()
        .map(|c| c.get_name().to_owned())
        .collect();
    names
        .iter()
        .fold(command, |command, name| command.mut_subcommand(name, under))
}

fn arranged(command: Command) -> Command {
    let options = command.get_arguments().filter(|a| !a.is_positional());
    if options.count() <= FEW {
        return command;
    }
    let first = FIRST.iter().find(|(name, _)| *name == command.get_name());
    let first = first.map_or(&[][..], |(_, ids)| ids);
    command.mut_args(|argument| placed(argument, first))
}

fn placed(argument: Arg, first: &[&str]) -> Arg {
    let id = argument.get_id().to_string();
    let is_help = matches!(argument.get_action(), ArgAction::Help | ArgAction::Version);
    if argument.is_positional() || is_help {
        return argument;
    }
    if let Some(at) = first.iter().position(|known| *known == id) {
        return argument.display_order(at);
    }
    let heading = HEADINGS.iter().find(|(_, ids)| ids.contains(&id.as_str()));
    match heading {
        Some((heading, _)) => argument.help_heading(*heading),
        None => argument.help_heading("More options"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(command: &Command, all: &mut Vec<String>) {
        all.extend(command.get_arguments().map(|a| a.get_id().to_string()));
        command.get_subcommands().for_each(|c| ids(c, all));
    }

    #[test]
    fn what_is_placed_is_there() {
        let mut known = Vec::new();
        ids(&crate::command(), &mut known);
        let placed = FIRST.iter().chain(HEADINGS).flat_map(|(_, ids)| *ids);
        let gone: Vec<_> = placed
            .filter(|id| !known.iter().any(|k| k == *id))
            .collect();
        assert!(gone.is_empty(), "{gone:?}");
    }
}
