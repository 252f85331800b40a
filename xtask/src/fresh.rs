//! `cargo xtask fresh`: the README's two commands in a Debian 12 made for it, with rustup and nothing else, as root
//! and as a user with sudo. The working tree is copied in as it stands.

pub mod machine;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

use crate::{parts, proc, table};
use machine::{CHECKOUT, Machine, Who};

/// What a person's first command does before anything of ours runs, step by step, so that each has its time.
const FIRST: [(&str, &str); 3] = [
    ("a C compiler (network)", "xtask/cc.sh --version"),
    (
        "crates (network)",
        "cargo fetch --locked && cargo fetch --locked --manifest-path runtime/Cargo.toml",
    ),
    ("compile xtask", "cargo xtask --help"),
];

#[derive(Args)]
pub struct Options {
    /// Only as this person
    #[arg(long = "as")]
    who: Option<Person>,
    /// Only this command (default: demo, then test)
    #[arg(long, value_name = "COMMAND")]
    only: Option<String>,
    /// Keep the machine afterwards, to look around in
    #[arg(long)]
    keep: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Person {
    Root,
    User,
}

impl From<Person> for Who {
    fn from(person: Person) -> Who {
        match person {
            Person::Root => Who::Root,
            Person::User => Who::User,
        }
    }
}

pub fn main(options: &Options) -> Result<()> {
    let people = options
        .who
        .map_or_else(|| vec![Who::Root, Who::User], |who| vec![who.into()]);
    let commands = options
        .only
        .clone()
        .map_or_else(|| vec!["demo".to_string(), "test".to_string()], |c| vec![c]);
    let mut rows = Vec::new();
    let mut tables = String::new();
    let mut failed = false;
    for who in people {
        let name = match who {
            Who::Root => "root",
            Who::User => "user",
        };
        let machine = Machine::with_checkout(name, who)?;
        let first = FIRST.map(|(part, script)| (part.to_owned(), script.to_owned()));
        let commands = commands.iter().map(|command| {
            let typed = format!("cargo xtask {command}");
            (typed.clone(), typed)
        });
        for (part, script) in first.into_iter().chain(commands) {
            let label = format!("fresh {} {part}", machine.who());
            let log = proc::log_for(&label);
            let mut run = machine.command(CHECKOUT, &script)?;
            let before = proc::cpu_of_children();
            let done = proc::run_to_log(&label, &mut run, &log)?;
            let cpu = proc::cpu_of_children().saturating_sub(before);
            if !done.status.success() {
                eprintln!("error: {}", proc::failure(&label, &run, &done, &log));
                failed = true;
            }
            let result = if done.status.success() {
                "ok"
            } else {
                "FAILED"
            };
            rows.push(vec![
                machine.who().to_string(),
                part.clone(),
                result.to_string(),
                proc::seconds(done.took),
                proc::seconds(cpu),
            ]);
            if let Some(table) = parts::table_in(&done.output) {
                tables += &format!("\n{part}, as {}:\n{table}\n", machine.who());
            }
        }
        if !options.keep {
            machine.remove()?;
        }
    }
    table::print(&["as", "part", "result", "took", "cpu"], &rows);
    print!("{tables}");
    if failed {
        bail!("the README's commands do not end well on a fresh machine")
    } else {
        Ok(())
    }
}
