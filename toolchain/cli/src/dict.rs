//! `fz dict`: the words that a program compares its input with, as a dictionary for fuzzers.

mod explain;

use std::{ffi::OsString, path::PathBuf, process::ExitCode, time::Duration};

use anyhow::{Result, ensure};
use clap::ValueEnum;
use fz_abi::tokens::{BEST, JUNK};
use fz_base::words::were;
use fz_coverage::{
    server::{self, Setup},
    visits::{self, Visits},
};
use fz_dictionary::{
    Dictionary, Token,
    text::{self, AFL, Fuzzer, HONGGFUZZ, LIBFUZZER},
};
use fz_engines::launch::target::{LINK_AGAIN, Target};

use super::{
    place::{self, spare},
    replay,
};

pub const EXAMPLES: &str = "\
Examples:
  fz dict ./program -o program.dict                      for afl-fuzz -x program.dict
  fz dict ./program --format libfuzzer -o program.dict   for ./program -dict=program.dict
  fz dict ./program --limit 256                          the best ones
  fz dict ./program --explain                            where each comes from
  fz dict ./program ./plugin.so                          also of what it loads while it runs
  fz dict ./program --for seeds/a -- -v @@               only what the run over this input comes by

@@ stands for a file with a copy of the input, which else is the standard input. Words are told from the records that fz-cc
writes into objects; the libraries that a program needs are looked into, too. With --for, words stay of which nobody knows
whether their code ran. A run that crashes or takes too long counts up to where it got.";

#[derive(clap::Args)]
pub struct DictArgs {
    /// A program, a shared library, an object or an archive
    program: PathBuf,
    /// What the program loads while it runs
    #[arg(value_name = "LIBRARY")]
    more: Vec<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value_t = Format::Afl, conflicts_with_all = ["json", "explain"])]
    format: Format,
    /// Print where each word comes from, as a table
    #[arg(long)]
    explain: bool,
    /// Print JSON: as --format json
    #[arg(long)]
    json: bool,
    /// No more words, the best ones
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Only words with this score or a better one; what is below the default is most likely of no use
    #[arg(long, value_name = "N", default_value_t = JUNK, value_parser = clap::value_parser!(u32).range(..=i64::from(BEST)))]
    min_score: u32,
    /// Only words in blocks that the runs of these inputs, and of those in these folders, visit
    #[arg(long = "for", value_name = "INPUT", num_args = 1..)]
    inputs: Vec<PathBuf>,
    /// What one run may take, in milliseconds
    #[arg(short = 't', long, value_name = "MS", default_value_t = 5000, requires = "inputs", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// Write to a file, whole or not at all
    #[arg(short = 'o', long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The program's arguments, with --for
    #[arg(last = true, value_name = "ARGS…|@@", requires = "inputs")]
    arguments: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For afl-fuzz -x
    Afl,
    /// For -dict=
    Libfuzzer,
    /// For honggfuzz -w
    Honggfuzz,
    /// All that is known of each word
    Json,
}

/// What the fuzzers take that read a format, as people call them.
const FUZZERS: [(Format, &str, Fuzzer); 3] = [
    (Format::Afl, "AFL++", AFL),
    (Format::Libfuzzer, "libFuzzer", LIBFUZZER),
    (Format::Honggfuzz, "honggfuzz", HONGGFUZZ),
];

pub fn run(args: &DictArgs) -> Result<ExitCode> {
    let mut dictionary = Dictionary::of_program(&args.program)?;
    for library in &args.more {
        dictionary.add(Dictionary::of_program(library)?);
    }
    let mut inputs = args.more.clone();
    let mut is_whole = true;
    if !args.inputs.is_empty() {
        let found = replay::gather("--for", &args.inputs)?;
        let known = dictionary.tokens.len();
        let visits = visit(args, &dictionary, &found)?;
        inputs.extend(found);
        dictionary.retain(|u| u.is_visited(&visits.map));
        is_whole = !visits.interrupted;
        for note in notes(&visits, dictionary.tokens.len(), known) {
            eprintln!("fz: {note}");
        }
    }
    spare(args.out.iter(), &inputs, &args.program)?;
    if !dictionary.missing.is_empty() {
        let missing = dictionary.missing.join(", ");
        eprintln!(
            "fz: libraries are not found, and their words are missing: {missing}; name their folder with LD_LIBRARY_PATH"
        );
    }

    let tokens = choose(args, &dictionary);
    place::write(args.out.as_deref(), |out| match args.print() {
        Print::Text => Ok(text::write(&tokens, &mut &mut *out)?),
        Print::Table => explain::print(&tokens, &mut &mut *out),
        Print::Json => {
            let value = explain::json(&args.program, &dictionary, &tokens);
            Ok(writeln!(out, "{}", serde_json::to_string_pretty(&value)?)?)
        }
    })?;
    Ok(match is_whole {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

enum Print {
    Text,
    Table,
    Json,
}

impl DictArgs {
    fn print(&self) -> Print {
        match (self.json || self.format == Format::Json, self.explain) {
            (true, _) => Print::Json,
            (_, true) => Print::Table,
            _ => Print::Text,
        }
    }
}

/// The words to print. Says what is left out.
fn choose<'a>(args: &DictArgs, dictionary: &'a Dictionary) -> Vec<&'a Token> {
    let all = dictionary.tokens.iter();
    let tokens: Vec<&Token> = all.filter(|w| w.score >= args.min_score).collect();
    let low = dictionary.tokens.len() - tokens.len();
    if low > 0 {
        let least = args.min_score;
        eprintln!(
            "fz: {low} words have scores below {least} and are left out; --min-score 0 has all"
        );
    }
    let limit = args.limit.unwrap_or(usize::MAX);
    let reader = FUZZERS.iter().find(|(format, ..)| *format == args.format);
    let (Print::Text, Some((_, name, fuzzer))) = (args.print(), reader) else {
        return tokens.into_iter().take(limit).collect();
    };
    let long = tokens.iter().filter(|w| w.bytes.len() > fuzzer.longest);
    let long = long.count();
    if long > 0 {
        let longest = fuzzer.longest;
        eprintln!(
            "fz: {long} words are longer than the {longest} bytes that {name} takes, and are left out"
        );
    }
    if tokens.len() - long > fuzzer.most && limit > fuzzer.most {
        eprintln!("fz: {name} takes the best {} words only", fuzzer.most);
    }
    text::chosen(&tokens, *fuzzer, limit)
}

/// Runs the program over the inputs.
fn visit(args: &DictArgs, dictionary: &Dictionary, inputs: &[PathBuf]) -> Result<Visits> {
    let target = Target::read(&args.program)?;
    let shown = target.named.display();
    ensure!(
        target.engines.contains(&"afl") && dictionary.map.is_some(),
        "--for: {shown} has no fork server: {LINK_AGAIN}"
    );
    ensure!(
        dictionary.missing.is_empty(),
        "--for: {shown}: libraries are not found: {}; name their folder with LD_LIBRARY_PATH",
        dictionary.missing.join(", ")
    );
    server::ignore_broken_pipes();
    let setup = Setup {
        timeout: Duration::from_millis(args.timeout),
        map_size: dictionary.map.unwrap_or_default(),
        ..Setup::of(&target, &args.arguments)?
    };
    let visits = visits::of_inputs(inputs, |scratch, largest| Setup {
        largest,
        ..setup.placed(scratch)
    })?;
    super::end_quietly_with_the_reader();
    Ok(visits)
}

fn notes(visits: &Visits, visited: usize, known: usize) -> Vec<String> {
    let mut lines = vec![format!(
        "{} run, which {} by {visited} of {known} words",
        were(visits.ran, "input"),
        if visits.ran == 1 { "comes" } else { "come" }
    )];
    let counted = [
        (visits.crashed, "crashed; they count up to where they got"),
        (
            visits.timed_out,
            "took too long; they count up to where they got (-t)",
        ),
    ];
    let counted = counted.iter().filter(|(n, _)| *n > 0);
    lines.extend(counted.map(|(n, what)| format!("{n} {what}")));
    if visits.interrupted {
        lines.push("interrupted; the other inputs were not run".to_owned());
    }
    lines
}
