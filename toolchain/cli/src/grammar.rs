//! The whole grammar, walked: what holds for all subcommands.

use std::collections::BTreeMap;

use clap::{Arg, Args, Command, ValueEnum, builder::PossibleValue};

use crate::{args, groups};

/// Letters that mean one thing in one subcommand and another elsewhere, with the reason.
const TWO_MEANINGS: &[(&str, char, &str)] = &[(
    "fz fuzz",
    'V',
    "afl-fuzz calls its time so; elsewhere it is the version, as everywhere",
)];

/// All that people can type, `help` aside: `fz cov report` and its grammar.
fn commands() -> Vec<(String, Command)> {
    fn add(command: &Command, path: &str, all: &mut Vec<(String, Command)>) {
        let path = format!("{path} {}", command.get_name());
        let path = path.trim();
        all.push((path.to_owned(), command.clone()));
        let subcommands = command.get_subcommands();
        for subcommand in subcommands.filter(|c| c.get_name() != "help") {
            add(subcommand, path, all);
        }
    }
    let mut fz = crate::command();
    fz.build();
    let mut all = Vec::new();
    add(&fz, "", &mut all);
    all
}

#[test]
fn clap_finds_nothing_wrong() {
    crate::command().debug_assert();
}

/// What is typed: no folder of subcommands, and nothing that is hidden.
fn typed() -> Vec<(String, Command)> {
    let is_typed = |command: &Command| !command.has_subcommands() && !command.is_hide_set();
    let all = commands().into_iter();
    all.filter(|(_, command)| is_typed(command)).collect()
}

/// A line of a terminal.
const COLUMNS: usize = 79;
/// A terminal's, with the command itself and the next prompt.
const ROWS: usize = 24;
/// As much as people hold in the head.
const MOST_COMMANDS: usize = 22;
const MOST_OPTIONS: usize = 149;

#[test]
fn there_are_few_commands_and_options() {
    let all = typed();
    let is_option = |a: &&Arg| !a.is_positional() && !a.is_hide_set() && a.get_id() != "help";
    let options = |command: &Command| command.get_arguments().filter(is_option).count();
    let options: usize = all.iter().map(|(_, command)| options(command)).sum();
    assert!(all.len() <= MOST_COMMANDS, "{} commands", all.len());
    // `--trust-options` is one of all of them.
    assert!(options < MOST_OPTIONS, "{options} options");
}

#[test]
fn the_first_help_is_a_screen_and_has_each_subcommand_once() {
    let help = groups::help();
    assert!(help.lines().count() + 2 <= ROWS, "{help}");
    let shown = crate::command();
    let shown = shown.get_subcommands().filter(|c| !c.is_hide_set());
    let mut shown: Vec<&str> = shown.map(Command::get_name).collect();
    let mut grouped: Vec<&str> = groups::GROUPS
        .iter()
        .flat_map(|(_, names)| *names)
        .copied()
        .collect();
    shown.sort_unstable();
    grouped.sort_unstable();
    assert_eq!(shown, grouped);
}

#[test]
fn help_stays_within_a_line_of_a_terminal() {
    let mut long = Vec::new();
    let help = |command: &mut Command| {
        [
            command.render_help().to_string(),
            command.render_long_help().to_string(),
        ]
        .concat()
    };
    for (path, mut command) in commands() {
        let text = help(&mut command);
        let lines = text.lines().filter(|line| line.chars().count() > COLUMNS);
        long.extend(lines.map(|line| format!("{path}: {line}")));
    }
    long.dedup();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// Wrapped examples cannot be typed.
#[test]
fn examples_are_no_longer_than_a_line() {
    let mut long = Vec::new();
    for (path, command) in commands() {
        let after = command.get_after_help().map(ToString::to_string);
        let after = after.unwrap_or_default();
        let lines = after.lines().filter(|line| line.chars().count() > COLUMNS);
        long.extend(lines.map(|line| format!("{path}: {line}")));
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn each_subcommand_has_examples_of_itself() {
    for (path, command) in commands() {
        let after = command.get_after_help().map(ToString::to_string);
        let after = after.unwrap_or_default();
        assert!(after.starts_with("Examples:\n"), "{path}");
        let words = after.lines().any(|line| line.contains(&path));
        assert!(words, "{path} is in no example of its own");
        assert!(command.get_about().is_some(), "{path} has no summary");
    }
}

#[test]
fn each_option_has_a_long_form_and_a_line_of_help() {
    for (path, command) in commands() {
        for argument in command.get_arguments() {
            let name = argument.get_id();
            assert!(
                argument.is_positional() || argument.get_long().is_some(),
                "{path}: {name}"
            );
            let help = argument.get_help().map(ToString::to_string);
            assert!(help.is_some_and(|help| !help.is_empty()), "{path}: {name}");
        }
    }
}

#[test]
fn a_letter_means_one_thing() {
    let mut meanings: BTreeMap<char, (String, String)> = BTreeMap::new();
    for (path, command) in commands() {
        for argument in command.get_arguments() {
            let (Some(letter), Some(long)) = (argument.get_short(), argument.get_long()) else {
                continue;
            };
            if TWO_MEANINGS
                .iter()
                .any(|(p, l, _)| *p == path && *l == letter)
            {
                continue;
            }
            let here = (long.to_owned(), path.clone());
            let (known, elsewhere) = meanings.entry(letter).or_insert(here);
            assert_eq!(known, long, "-{letter} in {path} and in {elsewhere}");
        }
    }
}

/// Stands for the formats of any subcommand.
#[derive(Clone)]
enum AnyFormat {}

impl ValueEnum for AnyFormat {
    fn value_variants<'a>() -> &'a [AnyFormat] {
        &[]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        None
    }
}

/// The shared options, as they are declared.
fn shared() -> Vec<Arg> {
    fn of<A: Args>() -> Vec<Arg> {
        let command = A::augment_args(Command::new("shared"));
        command.get_arguments().cloned().collect()
    }
    [
        of::<args::input::Inputs>(),
        of::<args::output::Output>(),
        of::<args::timeout::Timeout>(),
        of::<args::memory::Memory>(),
        of::<args::jobs::Jobs>(),
        of::<args::format::Format<AnyFormat>>(),
        of::<args::json::Json>(),
        of::<args::limit::Limit>(),
        of::<args::select::Select>(),
    ]
    .concat()
}

#[test]
fn shared_options_mean_the_same_wherever_they_occur() {
    let help = |a: &Arg| a.get_help().map(ToString::to_string).unwrap_or_default();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (path, command) in commands() {
        for argument in command.get_arguments() {
            let is_like = |shared: &&Arg| {
                let is_short =
                    shared.get_short().is_some() && shared.get_short() == argument.get_short();
                is_short || shared.get_long() == argument.get_long()
            };
            let all = shared();
            let Some(shared) = all.iter().find(is_like) else {
                continue;
            };
            let name = shared.get_id();
            assert_eq!(argument.get_id(), name, "{path}: another option called so");
            assert_eq!(argument.get_short(), shared.get_short(), "{path}: {name}");
            assert_eq!(argument.get_long(), shared.get_long(), "{path}: {name}");
            let (here, everywhere) = (help(argument), help(shared));
            assert!(here.starts_with(&everywhere), "{path}: {name}: {here}");
            // Formats are of each subcommand's own.
            if name != "format" {
                let [here, everywhere] = [argument, shared].map(|a| a.get_value_parser().type_id());
                assert_eq!(here, everywhere, "{path}: {name}");
            }
            *seen.entry(name.to_string()).or_default() += 1;
        }
    }
    for shared in shared() {
        assert!(
            seen.contains_key(shared.get_id().as_str()),
            "no command has {}",
            shared.get_id()
        );
    }
}
