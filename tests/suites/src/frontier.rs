//! `cargo xtask test frontier`: what `fz frontier` says of real programs is right. Lists that people have made by reading
//! the sources (`tests/coverage/frontier/`) name places where a few inputs must stop, and functions behind them; each has
//! to be among what is said. Then inputs come one at a time: a function that was said to lie behind a place may run only
//! if the place came out the way that it never had.

mod check;
mod list;
mod told;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail, ensure};
use clap::Args;

use fz_harness::budget::{Budget, Deadline};
use fz_harness::parallel;
use fz_harness::subject;
use fz_harness::toolchain::Toolchain;
use fz_harness::variant::{Around, Variant};
use xtask::{proc, repo, table};

use check::Opened;
use list::List;
use told::{Place, Reached};

/// Programs that CI checks.
const OF_CI: [&str; 1] = ["xmllint"];

const EXAMPLES: &str = "\
Examples:
  cargo xtask test frontier             every program that tests/coverage/frontier/ has a list of
  cargo xtask test frontier readelf     this one";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only these programs
    #[arg(value_name = "PROGRAM")]
    programs: Vec<String>,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    toolchain: Toolchain,
}

pub fn main(options: &Options) -> Result<()> {
    options.toolchain.ready()?;
    run(&options.programs, options.budget.start())
}

/// A part of it, with the toolchain that is staged.
pub fn share() -> Result<()> {
    run(&OF_CI.map(String::from), Deadline::NONE)
}

fn run(names: &[String], deadline: Deadline) -> Result<()> {
    let lists = list::load(names)?;
    let all = lists.len();
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    for list in deadline.cuts(lists) {
        let seen = seen(&list)?;
        let listed = list.inputs.iter().filter(|i| i.in_list).count();
        let at_list = &seen[listed - 1];
        let said = check::of_list(&list, &at_list.places, &at_list.reached);
        let mut opened = Opened::default();
        for pair in seen.windows(2) {
            check::opened(&pair[0].places, &pair[1].reached, &mut opened);
        }
        ensure!(
            opened.functions > 0,
            "{}: no input ran anything that lay behind a place",
            list.name
        );
        rows.push(vec![
            list.name.clone(),
            list.inputs.len().to_string(),
            at_list.places.len().to_string(),
            (list.places.len() + list.nowhere.len()).to_string(),
            opened.functions.to_string(),
            (said.len() + opened.wrong.len()).to_string(),
        ]);
        let all = said.into_iter().chain(opened.wrong);
        wrong.extend(all.map(|what| format!("{}: {what}", list.name)));
    }
    table::under(
        "program | inputs | places | listed | came to run | wrong",
        &rows,
    );
    deadline.tell(rows.len(), all, "programs");
    for what in &wrong {
        println!("{what}");
    }
    match wrong.len() {
        0 => Ok(()),
        n => bail!("{n} things that `fz frontier` says are wrong, or an expectation is"),
    }
}

/// What is known after some inputs.
struct Seen {
    places: Vec<Place>,
    reached: Reached,
}

/// After the first input, after the first two, and so on.
fn seen(list: &List) -> Result<Vec<Seen>> {
    let mut subject = subject::load(std::slice::from_ref(&list.name))?.remove(0);
    subject.prepare()?;
    // No other builds are made of it.
    for words in [&mut subject.flags, &mut subject.link] {
        words.push("--fz-capture=off".to_owned());
    }
    let program = Variant::shipped("coverage")
        .build(&subject, Around::Loop)?
        .program;
    let scratch = tempfile::tempdir()?;
    let mut corpora = Vec::new();
    for count in 1..=list.inputs.len() {
        let corpus = scratch.path().join(count.to_string());
        fs::create_dir(&corpus)?;
        for input in &list.inputs[..count] {
            input.make(&corpus)?;
        }
        corpora.push(corpus);
    }
    let made: Vec<_> = corpora.iter().map(|_| std::sync::OnceLock::new()).collect();
    parallel::each(corpora.iter().zip(&made), |_, (corpus, made)| {
        let seen = after(&program, corpus, &subject.arguments)?;
        made.set(seen).ok().expect("each corpus has its turn once");
        Ok(())
    })?;
    let seen = made.into_iter().filter_map(std::sync::OnceLock::into_inner);
    Ok(seen.collect())
}

fn after(program: &Path, corpus: &Path, arguments: &[String]) -> Result<Seen> {
    let fz = |words: &[&str]| -> Command {
        let mut command = repo::tool("fz");
        command.args(words);
        command
    };
    let on_corpus = |command: &mut Command, more: &[&str]| -> Result<String> {
        command.arg(program).arg("-i").arg(corpus).args(more);
        proc::output(command.arg("--").args(arguments).arg("@@"))
    };
    let said = on_corpus(&mut fz(&["frontier"]), &["--limit", "0", "--json"])?;
    let store: PathBuf = corpus.with_extension("fzcov");
    let mut collect = fz(&["cov", "collect", "--no-stacks", "-j", "1", "-o"]);
    on_corpus(collect.arg(&store), &[])?;
    let stored = proc::output(fz(&["cov", "report", "--format", "json"]).arg(&store))?;
    Ok(Seen {
        places: told::places(&said)?,
        reached: Reached::read(&stored)?,
    })
}
