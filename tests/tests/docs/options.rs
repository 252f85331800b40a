//! Options that guides name are options that the programs take.

use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
};

use fz_tests::{env, fz};

use crate::guide::{Action, Guide};

/// Rooms whose guides are for developers.
const OF_DEVELOPERS: &[&str] = &["passes", "runtime", "tests", "toolchain/cli", "xtask"];

/// The options of each command, by its words: `fz cov report`.
pub struct Known {
    by_command: BTreeMap<String, BTreeSet<String>>,
}

impl Known {
    /// Asks the staged programs.
    pub fn ask() -> Known {
        let mut by_command = BTreeMap::new();
        by_command.insert("fz-cc".to_owned(), options(&help("fz-cc", &["--fz-help"])));
        walk(&mut Vec::new(), &mut by_command);
        Known { by_command }
    }

    /// What is wrong with the commands and words of a guide.
    pub fn complaints(&self, guide: &Guide) -> Vec<String> {
        let mut wrong = Vec::new();
        for step in &guide.steps {
            let commands = match &step.action {
                Action::Write { .. } => continue,
                Action::Run { commands } => commands,
                Action::Show { command, .. } => command,
            };
            self.check(guide, step.line, commands, &mut wrong);
        }
        for (line, commands) in &guide.only_shown {
            self.check(guide, *line, commands, &mut wrong);
        }
        // Guides for developers speak of other commands' options, and of what was renamed.
        let is_of_developers = |room: &&str| guide.path.starts_with(room);
        if OF_DEVELOPERS.iter().any(is_of_developers) {
            return wrong;
        }
        for (line, ticked) in &guide.ticked {
            self.check(guide, *line, ticked, &mut wrong);
            // An option by itself belongs to some command.
            let first = ticked.split([' ', '=']).next().unwrap_or_default();
            if first.starts_with("--") && first.len() > 2 && !self.is_known(first) {
                wrong.push(guide.error(*line, &format!("no command of fz takes `{first}`")));
            }
        }
        wrong
    }

    fn is_known(&self, option: &str) -> bool {
        // Of other programs, which guides name by themselves.
        const OTHERS: &[&str] = &["--coverage", "--cap-add", "--config", "--target"];
        let mut all = self.by_command.values();
        all.any(|known| known.contains(option)) || OTHERS.contains(&option)
    }

    fn check(&self, guide: &Guide, line: usize, commands: &str, wrong: &mut Vec<String>) {
        let joined = commands.replace("\\\n", " ");
        for command in joined
            .split(['\n', ';', '|', '(', ')'])
            .flat_map(|c| c.split("&&"))
        {
            let words = command.split(" #").next().unwrap_or_default();
            let words: Vec<&str> = words
                .split_whitespace()
                .map(|w| w.trim_matches(['"', '\'']))
                .skip_while(|w| w.contains('=') || *w == "eval" || *w == "$")
                .collect();
            let Some((program, rest)) = words.split_first() else {
                continue;
            };
            match *program {
                "fz" => self.check_fz(guide, line, rest, wrong),
                "fz-cc" | "fz-cxx" => {
                    let known = &self.by_command["fz-cc"];
                    let own = rest.iter().filter(|w| w.starts_with("--fz-"));
                    for word in own.map(|w| name(w)).filter(|w| !known.contains(*w)) {
                        wrong.push(guide.error(line, &format!("{program} does not take `{word}`")));
                    }
                }
                _ => {}
            }
        }
    }

    fn check_fz(&self, guide: &Guide, line: usize, words: &[&str], wrong: &mut Vec<String>) {
        // `fz help WORDS…` shows what `fz --help` does not.
        if matches!(words.first(), Some(&("help" | "--help"))) {
            return;
        }
        let mut command = "fz".to_owned();
        let mut rest = words;
        while let Some((word, others)) = rest.split_first() {
            let longer = format!("{command} {word}");
            if !self.by_command.contains_key(&longer) {
                break;
            }
            (command, rest) = (longer, others);
        }
        let is_word = |w: &&&str| w.chars().all(|c| c.is_ascii_lowercase());
        if command == "fz"
            && let Some(word) = words.first().filter(is_word)
        {
            wrong.push(guide.error(line, &format!("fz has no subcommand `{word}`")));
            return;
        }
        let known = &self.by_command[&command];
        // What follows `--` is the program's own.
        let own = rest.iter().take_while(|w| **w != "--");
        for word in own.filter(|w| w.starts_with('-') && w.len() > 1) {
            let name = name(word);
            if !known.contains(name) {
                wrong.push(guide.error(line, &format!("`{command}` does not take `{name}`")));
            }
        }
    }
}

/// An option without its value.
fn name(word: &str) -> &str {
    word.split('=').next().unwrap_or(word)
}

fn help(program: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(fz().join("bin").join(program));
    let out = env::bare(&mut command).args(arguments).output();
    let out = out.unwrap_or_else(|e| panic!("{program} {arguments:?}: {e}"));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// The options and subcommands of `fz WORDS…`, and of all below it.
fn walk(words: &mut Vec<String>, by_command: &mut BTreeMap<String, BTreeSet<String>>) {
    let mut arguments: Vec<&str> = words.iter().map(String::as_str).collect();
    arguments.push("--help");
    let text = help("fz", &arguments);
    let command = ["fz"].into_iter().chain(words.iter().map(String::as_str));
    by_command.insert(command.collect::<Vec<_>>().join(" "), options(&text));
    let below = match words.is_empty() {
        true => grouped(&text),
        false => listed(&text),
    };
    for word in below {
        words.push(word);
        walk(words, by_command);
        words.pop();
    }
}

/// The subcommands of `fz --help`: a column after the names of groups.
fn grouped(help: &str) -> Vec<String> {
    const COLUMN: usize = 11;
    let column = |line: &str| line.get(COLUMN - 1..).map(str::to_owned);
    let second = help.lines().skip(1).filter_map(column);
    second
        .filter(|rest| rest.starts_with(' '))
        .filter_map(|rest| rest.split_whitespace().next().map(str::to_owned))
        .collect()
}

/// Those of a subcommand.
fn listed(help: &str) -> Vec<String> {
    let listed = help
        .lines()
        .skip_while(|l| *l != "Commands:")
        .skip(1)
        .take_while(|l| !l.trim().is_empty());
    listed
        .filter(|l| l.starts_with("  ") && !l.starts_with("   "))
        .filter_map(|l| l.split_whitespace().next().map(str::to_owned))
        .filter(|w| w != "help")
        .collect()
}

/// What looks like an option in a help text.
fn options(help: &str) -> BTreeSet<String> {
    let words = help.split(|c: char| c.is_whitespace() || ",[]()`'\"".contains(c));
    words
        .filter(|w| w.starts_with('-') && w.len() > 1)
        .map(|w| {
            let end = w
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
                .unwrap_or(w.len());
            w[..end].to_owned()
        })
        .collect()
}
