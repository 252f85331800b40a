//! What can be reached at all, what of it was, and the tree of calls. Of several programs, what each reaches alone.

use anyhow::{Result, bail};
use fz_base::{
    error::Error,
    tell,
    words::{many, visible},
};
use fz_coverage::{store::Store, unrecorded};
use fz_report::{
    compare::sides::Argument,
    matrix::Matrix,
    measure::Measure,
    reach::{self, Program, Several},
};

use super::ReportArgs;
use crate::{args::json, exit::Exit};

pub fn run(args: &ReportArgs) -> Result<Exit> {
    show(args, false)
}

/// The tree of calls.
pub fn calls(args: &ReportArgs) -> Result<Exit> {
    show(args, true)
}

fn show(args: &ReportArgs, has_tree: bool) -> Result<Exit> {
    args.is_text()?;
    let arguments = args.sided.arguments()?;
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
    let most = args.limit.or_usual();
    for ((_, matrix), name) in matrices.iter().zip(&names) {
        if let Some(note) = unrecorded::note(&matrix.unrecorded) {
            tell!("fz: note: {}: {note}", name);
        }
    }
    let several = Several::of(&programs);
    args.write(&match (args.json.is_wanted, has_tree) {
        (true, _) => json::text(&several.json(most, has_tree))?,
        (false, true) => trees(&programs, most),
        (false, false) => match &programs[..] {
            [program] => program.text(most),
            _ => several.text(most),
        },
    })?;
    Ok(Exit::Done)
}

fn trees(programs: &[Program], most: usize) -> String {
    let tree = |program: &Program| match programs.len() {
        1 => program.tree_text(most),
        _ => format!("{}\n{}", program.name, program.tree_text(most)),
    };
    programs.iter().map(tree).collect()
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
