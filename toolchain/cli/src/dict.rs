//! `fz dict`: the words that a program compares its input with, as a dictionary for fuzzers.

mod explain;

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use fz_abi::tokens::{BEST, JUNK};
use fz_base::{
    tell,
    words::{many, were},
};
use fz_binary::Program;
use fz_coverage::{
    corpus,
    server::{self, Setup},
    visits::{self, Visits},
};
use fz_dictionary::{
    Dictionary, Token,
    text::{self, AFL, Fuzzer, HONGGFUZZ, LIBFUZZER},
};
use fz_engines::launch::target::{self, Target};

use super::place::{self, spare};
use crate::{
    args::{
        self, Says,
        input::Inputs,
        json::{self, Json},
        limit::Limit,
        output::Output,
        program::Arguments,
        timeout::Timeout,
    },
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz dict ./program -o program.dict
      for afl-fuzz -x program.dict
  fz dict ./program --format libfuzzer -o program.dict
      for ./program -dict=program.dict
  fz dict ./program --limit 256
      the best ones
  fz dict ./program --format table
      where each comes from
  fz dict ./program ./plugin.so
      with what it loads while it runs
  fz dict ./program -i seeds/a -- -v @@
      only what the run of this input reaches

@@ stands for a file with a copy of the input, which otherwise is the standard
input. fz-cc records tokens in object files; the libraries that a program needs
are read, too. With --input, a token also stays if nothing tells whether its
code ran. A run that crashes or times out counts up to where it got.";

#[derive(clap::Args)]
#[command(
    mut_arg("format", |a| a.conflicts_with("json").says(" [default: afl]")),
    mut_arg("limit", |a| a.says(": the best tokens [default: all]")),
    mut_arg("input", |a| a.says(": files, and folders of files; only tokens in blocks that they visit are written")),
    mut_arg("timeout", |a| a.requires("input").says(" [default: 5s]")),
    mut_arg("output", |a| a.says(": a file, whole or not at all [default: the standard output]")),
    mut_arg("arguments", |a| a.requires("input"))
)]
pub struct DictArgs {
    /// A program, a shared library, an object or an archive
    program: PathBuf,
    /// Libraries that the program loads while it runs
    #[arg(value_name = "LIBRARY")]
    more: Vec<PathBuf>,
    #[command(flatten)]
    format: args::format::Format<Format>,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    limit: Limit,
    /// Only tokens with this score or a better one; those below the default are hardly ever of use
    #[arg(long, value_name = "N", default_value_t = JUNK, value_parser = clap::value_parser!(u32).range(..=i64::from(BEST)))]
    min_score: u32,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    arguments: Arguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For afl-fuzz -x
    Afl,
    /// For -dict=
    Libfuzzer,
    /// For honggfuzz -w
    Honggfuzz,
    /// A table for people: where each token comes from
    Table,
}

/// What the fuzzers take that read a format, as people call them.
const FUZZERS: [(Format, &str, Fuzzer); 3] = [
    (Format::Afl, "AFL++", AFL),
    (Format::Libfuzzer, "libFuzzer", LIBFUZZER),
    (Format::Honggfuzz, "honggfuzz", HONGGFUZZ),
];

pub fn run(args: &DictArgs) -> Result<Exit> {
    let program = Program::read(&args.program)?;
    let mut dictionary = Dictionary::of_program(&program)?;
    for library in &args.more {
        dictionary.add(Dictionary::of_program(&Program::read(library)?)?);
    }
    let mut inputs = args.more.clone();
    let mut is_whole = true;
    if !args.inputs.inputs.is_empty() {
        let found = corpus::paths(&args.inputs.inputs)?;
        let known = dictionary.tokens.len();
        let visits = visit(args, program, &dictionary, &found)?;
        inputs.extend(found);
        dictionary.retain(|u| u.is_visited(&visits.map));
        is_whole = !visits.interrupted;
        for note in notes(&visits, dictionary.tokens.len(), known) {
            tell!("fz: {note}");
        }
    }
    spare(args.output.file().into_iter(), &inputs, &args.program)?;
    if !dictionary.missing.is_empty() {
        let missing = dictionary.missing.join(", ");
        tell!(
            "fz: libraries are not found, and their tokens are missing: {missing}; name their folder with LD_LIBRARY_PATH"
        );
    }

    let tokens = choose(args, &dictionary);
    place::write(args.output.file(), |out| match args.print() {
        Print::Text => Ok(text::write(&tokens, &mut &mut *out)?),
        Print::Table => explain::print(&tokens, &mut &mut *out),
        Print::Json => {
            let value = explain::json(&args.program, &dictionary, &tokens);
            json::write(&value, out)
        }
    })?;
    Ok(Exit::interrupted().when(!is_whole))
}

enum Print {
    Text,
    Table,
    Json,
}

impl DictArgs {
    fn format(&self) -> Format {
        self.format.or(Format::Afl)
    }

    fn print(&self) -> Print {
        match (self.json.is_wanted, self.format()) {
            (true, _) => Print::Json,
            (_, Format::Table) => Print::Table,
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
        let low = many(low, "token");
        tell!("fz: {low} with scores below {least} left out; --min-score 0 has all");
    }
    let limit = args.limit.or(usize::MAX);
    let reader = FUZZERS.iter().find(|(format, ..)| *format == args.format());
    let (Print::Text, Some((_, name, fuzzer))) = (args.print(), reader) else {
        return tokens.into_iter().take(limit).collect();
    };
    let long = tokens.iter().filter(|w| w.bytes.len() > fuzzer.longest);
    let long = long.count();
    if long > 0 {
        let longest = fuzzer.longest;
        tell!(
            "fz: {long} tokens are longer than the {longest} bytes that {name} takes, and are left out"
        );
    }
    if tokens.len() - long > fuzzer.most && limit > fuzzer.most {
        tell!("fz: {name} takes only the best {} tokens", fuzzer.most);
    }
    text::chosen(&tokens, *fuzzer, limit)
}

/// Runs the program over the inputs.
fn visit(
    args: &DictArgs,
    program: Program,
    dictionary: &Dictionary,
    inputs: &[PathBuf],
) -> Result<Visits> {
    let target = Target::of(&target::found_again(program)?)?;
    let shown = target.named.display();
    ensure!(
        target.engines.contains(&"afl") && dictionary.map.is_some(),
        "-i: {shown} {}",
        target.why_no_server()
    );
    ensure!(
        dictionary.missing.is_empty(),
        "-i: {shown}: libraries are not found: {}; name their folder with LD_LIBRARY_PATH",
        dictionary.missing.join(", ")
    );
    server::ignore_broken_pipes();
    let (named, timeout) = (&args.inputs.inputs, args.timeout.or_usual());
    let arguments = args
        .arguments
        .heard(&args.program, &target, named, inputs, timeout)?;
    let setup = Setup {
        timeout,
        map_size: dictionary.map.unwrap_or_default(),
        ..Setup::of(&target, &arguments)?
    };
    let visits = visits::of_inputs(inputs, &setup, |_| Ok(()), |(), _, _| (), |()| ())?;
    super::end_quietly_with_the_reader();
    Ok(visits)
}

fn notes(visits: &Visits, visited: usize, known: usize) -> Vec<String> {
    let mut lines = vec![format!(
        "{} run, which {} by {visited} of {known} words",
        were(visits.ran, "input"),
        if visits.ran == 1 { "comes" } else { "come" }
    )];
    lines.extend(visits.notes());
    lines
}
