//! What crashed is run once more, each by itself, for its stack.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use anyhow::{Context, Result};
use fz_base::file;

use super::{Report, Request};
use crate::{
    blocks::Fate,
    corpus::Listed,
    crashes::{
        Crash, STACK_OVERFLOW, report,
        symbols::Symbols,
        trace::{self, Seen, Tracer},
        written::Written,
    },
    store::Store,
};

/// Crashes of a run that are looked at.
const MOST: usize = 1000;
/// So many are stored at once.
const AT_ONCE: usize = 64;

/// A crash that is to be looked at.
struct Todo<'a> {
    listed: &'a Listed,
    /// In the store.
    run: usize,
    fate: Fate,
}

/// Adds the stacks of crashes that the store does not have yet. `listed`: the store's runs, and inputs by the store's names.
pub fn look(
    request: &Request,
    written: &Written,
    store: &mut Store,
    listed: (&[usize], &[Cow<'_, Listed>]),
    report: &mut Report,
) -> Result<()> {
    let todo = todo(store, listed, report)?;
    if todo.is_empty() {
        return Ok(());
    }
    let is_forbidden = AtomicBool::new(false);
    let mut symbols = Symbols::new(&store.catalogue.root, written);
    let mut kept = Vec::new();
    let ended = fz_process::each(
        (todo.len(), "crashes"),
        request.jobs,
        |_| Tracer::new(request.setup),
        |tracer, number| {
            let path = &todo[number].listed.path;
            let shown = || path.display().to_string();
            let input = file::read(path, file::INPUT).with_context(shown)?;
            let seen = tracer.run(&input).with_context(shown)?;
            is_forbidden.fetch_or(matches!(seen, Seen::Forbidden), Relaxed);
            Ok(match seen {
                Seen::Forbidden | Seen::Interrupted => None,
                seen => Some(seen),
            })
        },
        |number, seen| {
            let crash = crash(&todo[number], seen, &mut symbols);
            match crash.frames.is_empty() {
                true => report.without_stack += 1,
                false => report.stacks += 1,
            }
            kept.push(crash);
            match kept.len() {
                AT_ONCE => store.add_crashes(std::mem::take(&mut kept)),
                _ => Ok(()),
            }
        },
    );
    report.is_tracing_forbidden = is_forbidden.into_inner();
    ended.and_then(|()| store.add_crashes(kept))
}

/// In the order of the corpus.
fn todo<'a>(
    store: &Store,
    (runs, inputs): (&[usize], &'a [Cow<'_, Listed>]),
    report: &mut Report,
) -> Result<Vec<Todo<'a>>> {
    let mut crashed: HashMap<(usize, Vec<u8>), (u64, Fate)> = HashMap::new();
    store.each_input(|run, input| {
        if input.fate.is_crash() {
            crashed.insert((run, input.name), (input.size, input.fate));
        }
    })?;
    let known = store.crashes.iter().map(|c| (c.run, c.input.clone()));
    let known: HashSet<_> = known.collect();
    let mut of_run = vec![0; store.runs.len()];
    known.iter().for_each(|(run, _)| of_run[*run] += 1);
    let mut todo = Vec::new();
    for listed in inputs.iter().map(Cow::as_ref) {
        let key = (runs[listed.run], listed.name.clone());
        let Some((size, fate)) = crashed.get(&key) else {
            continue;
        };
        if *size != listed.size || known.contains(&key) {
            continue;
        }
        let run = key.0;
        match of_run[run] < MOST {
            true => todo.push(Todo {
                listed,
                run,
                fate: *fate,
            }),
            false => report.not_looked_at += 1,
        }
        of_run[run] += 1;
    }
    Ok(todo)
}

fn crash(todo: &Todo, seen: Seen, symbols: &mut Symbols) -> Crash {
    let mut crash = Crash {
        run: todo.run,
        input: todo.listed.name.clone(),
        time: todo.listed.time,
        what: match todo.fate {
            Fate::Signal(signal) => trace::signal_name(signal.into()),
            _ => trace::signal_name(libc::SIGKILL),
        },
        ..Crash::default()
    };
    let Seen::Crashed {
        signal,
        stack,
        report: text,
    } = seen
    else {
        return crash;
    };
    let stack = stack.unwrap_or_default();
    crash.what = match stack.is_full {
        true => STACK_OVERFLOW.to_owned(),
        false => report::kind(&text).unwrap_or_else(|| trace::signal_name(signal)),
    };
    (crash.frames, crash.left_out) = symbols.frames(&stack);
    crash
}
