//! `fz cov reach`

use anyhow::{Result, bail};
use fz_base::{
    error::Error,
    say, tell, terminal,
    words::{many, visible},
};
use fz_coverage::{store::Store, unrecorded};
use fz_report::{
    compare::sides::Argument,
    matrix::Matrix,
    measure::Measure,
    reach::{self, Program, Several},
};

use crate::{
    args::{
        Says,
        json::{self, Json},
        limit::Limit,
    },
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz cov reach all.fzcov                                      how much can be reached, and what of it was not
  fz cov reach all.fzcov --tree --limit 0                     the tree of calls, with the inputs that came by
  fz cov reach one.fzcov other.fzcov                          harnesses of a library: what each reaches alone, what none can
  fz cov reach new=a/s.fzcov old=b/s.fzcov:fuzzer=afl++       under other names; of a store only some runs

A function can be reached if calls by name lead to it from the harness or `main`, or if code or data that can be reached has
its address. What cannot be reached, no input runs: look for another harness.";

/// So many functions are listed, unless the user says otherwise.
const USUAL: usize = 20;

#[derive(clap::Args)]
#[command(mut_arg("limit", |a| a.says(": functions, or lines of the tree [default: 20]")))]
pub struct ReachArgs {
    /// The stores, one for each program: [NAME=]FILE.fzcov[:DIMENSION=VALUE,…], where a dimension is campaign, fuzzer,
    /// configuration or run
    #[arg(value_name = "STORE", required = true)]
    stores: Vec<String>,
    /// Print the tree of calls, with the inputs that came by
    #[arg(long)]
    tree: bool,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &ReachArgs) -> Result<Exit> {
    let arguments = args.stores.iter().map(|text| Argument::parse(text));
    let arguments: Vec<Argument> = arguments.collect::<Result<_, _>>()?;
    let mut bad = Vec::new();
    let stores = arguments.iter().map(|argument| {
        let store = Store::open(&argument.path);
        (argument, store)
    });
    let stores = good(stores, |_, error| bad.push(format!("{error:#}")));
    let mut of_file = |argument: &Argument, error: anyhow::Error| {
        bad.push(format!("{}: {error:#}", argument.path.display()));
    };
    let matrices = stores
        .iter()
        .map(|(argument, store)| ((*argument, store), Matrix::of(store, &argument.wanted)));
    let matrices = good(matrices, |(argument, _), error| of_file(argument, error));
    let named = matrices.iter().map(|((argument, store), _)| {
        let name = argument.name.as_deref();
        (name, *store)
    });
    let names = reach::names(&named.collect::<Vec<_>>())?;
    let measures: Vec<Measure> = matrices.iter().map(|(_, m)| Measure::of(m)).collect();
    let programs = matrices.iter().zip(measures.iter().zip(&names));
    let programs = programs
        .map(|(((argument, _), _), (measure, name))| (*argument, Program::of(name, measure)));
    let programs = good(programs, of_file);
    match &bad[..] {
        [] => {}
        [only] => bail!("{only}"),
        all => bail!(Error::Quoting {
            what: format!("{} cannot be used", many(all.len(), "store")),
            said: all
                .iter()
                .map(|why| visible(why))
                .collect::<Vec<_>>()
                .join("\n"),
        }),
    }
    let programs: Vec<Program> = programs.into_iter().map(|(_, program)| program).collect();
    let most = args.limit.or(USUAL);
    for ((_, matrix), name) in matrices.iter().zip(&names) {
        if let Some(note) = unrecorded::note(&matrix.unrecorded) {
            tell!("fz: note: {}: {note}", name);
        }
    }
    let several = Several::of(&programs);
    if args.json.is_wanted {
        json::print(&several.json(most, args.tree))?;
        return Ok(Exit::Done);
    }
    if args.tree {
        for program in &programs {
            if programs.len() > 1 {
                say!("{}", program.name)?;
            }
            terminal::say_lines(&program.tree_text(most))?;
        }
        return Ok(Exit::Done);
    }
    match &programs[..] {
        [program] => terminal::say_lines(&program.text(most))?,
        _ => terminal::say_lines(&several.text(most))?,
    }
    Ok(Exit::Done)
}

/// What went well; the rest is told, and nobody has to repair one store to hear of the next.
fn good<A: Copy, T>(
    all: impl Iterator<Item = (A, Result<T>)>,
    mut tell: impl FnMut(A, anyhow::Error),
) -> Vec<(A, T)> {
    let kept = all.filter_map(|(of, result)| match result {
        Ok(value) => Some((of, value)),
        Err(error) => {
            tell(of, error);
            None
        }
    });
    kept.collect()
}
