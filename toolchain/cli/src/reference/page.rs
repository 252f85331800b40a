//! The reference in one page of Markdown.

use std::fmt::Write;

use clap::{Arg, Command};
use fz_base::env;
use fz_commandline::own;

use super::text;
use crate::exit::STATUSES;

const HEAD: &str = "\
# Reference of fz

`fz reference` writes this page from the grammar of the command line; `fz COMMAND --help` and the man pages say the same.

## What holds for all subcommands

An option means the same wherever it occurs. Times are written `500ms`, `10s`, `5m`, `2h`, and sizes `512M`, `2G`.

With `--json`, the result goes to the standard output as one JSON value: names are in kebab-case, and what is not known is
`null`. Notes and errors go to the standard error in either case. `fz taint --json` and `--format jsonl` print one value on
each line.

Exit statuses:

| status | meaning |
|---|---|
";

pub fn text_of(fz: &Command) -> String {
    let mut fz = fz.clone();
    fz.build();
    let mut page = HEAD.to_owned();
    let row = |(left, right): (&str, &str)| format!("| {left} | {} |\n", cell(right));
    page.extend(STATUSES.iter().map(|(status, what)| row((status, what))));
    for command in fz.get_subcommands() {
        of_command(command, 2, &mut page);
    }
    page += "\n## The compilers\n\n`fz-cc` and `fz-cxx` take clang's arguments, and these:\n\n| flag | meaning |\n|---|---|\n";
    page.extend(own::flags().map(|(flag, what)| row((&format!("`{flag}`"), what))));
    page += "\n## Environment variables\n\n| variable | meaning |\n|---|---|\n";
    let variables = env::VARIABLES.iter();
    page.extend(variables.map(|v| row((&format!("`{}`", v.name), v.summary))));
    page
}

fn of_command(command: &Command, level: usize, page: &mut String) {
    let name = command.get_bin_name().unwrap_or_default();
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    let mut say = |text: String| page.push_str(&text);
    say(format!("\n{} {name}\n\n", "#".repeat(level)));
    say(format!(
        "{}.\n\n```\n{usage}\n```\n",
        text(command.get_about())
    ));
    let shown = |a: &&Arg| !a.is_hide_set() && a.get_id() != "help";
    let arguments: Vec<&Arg> = command.get_arguments().filter(shown).collect();
    if !arguments.is_empty() {
        say("\n| argument | meaning |\n|---|---|\n".to_owned());
    }
    for argument in arguments {
        say(format!(
            "| {} | {} |\n",
            spelling(argument),
            meaning(argument)
        ));
    }
    let after = text(command.get_after_help());
    if !after.is_empty() {
        say(format!("\n```\n{after}\n```\n"));
    }
    for subcommand in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        of_command(subcommand, level + 1, page);
    }
}

/// `-o`, `--output FILE`
fn spelling(argument: &Arg) -> String {
    let values = argument.get_value_names().unwrap_or_default();
    let values: Vec<&str> = values.iter().map(|v| v.as_str()).collect();
    let value = match argument.get_action().takes_values() {
        true => values.join(" "),
        false => String::new(),
    };
    let long = argument.get_long().map(|long| format!("--{long} {value}"));
    let short = argument.get_short().map(|short| format!("`-{short}`, "));
    let last = if argument.is_last_set() { "-- " } else { "" };
    let name = long.unwrap_or_else(|| format!("{last}{value}"));
    cell(&format!("{}`{}`", short.unwrap_or_default(), name.trim()))
}

/// With the values that it can have, and its default.
fn meaning(argument: &Arg) -> String {
    let mut meaning = cell(&text(argument.get_help()));
    let is_flag = !argument.get_action().takes_values();
    for value in argument.get_possible_values().iter().filter(|_| !is_flag) {
        let help = value
            .get_help()
            .map(|h| format!(": {}", cell(&h.to_string())));
        write!(
            meaning,
            "<br>`{}`{}",
            value.get_name(),
            help.unwrap_or_default()
        )
        .expect("writing to a string");
    }
    let defaults = argument.get_default_values().iter();
    let defaults: Vec<_> = defaults.map(|d| d.to_string_lossy()).collect();
    if !defaults.is_empty() && !is_flag {
        write!(meaning, " [default: {}]", defaults.join(", ")).expect("writing to a string");
    }
    meaning
}

/// In a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
