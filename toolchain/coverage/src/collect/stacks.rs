//! What crashed is run once more, each by itself, for its stack.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
        mpsc::{self, RecvTimeoutError, Sender},
    },
};

use anyhow::{Context, Result};
use fz_base::file;

use super::{Report, Request, TICK};
use crate::{
    blocks::Fate,
    corpus::Listed,
    crashes::{
        Crash, STACK_OVERFLOW, report,
        stack::Modules,
        symbols::Symbols,
        trace::{self, Seen},
        written::Written,
    },
    progress::Progress,
    server::Feed,
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

/// What threads share.
struct Work<'a> {
    todo: &'a [Todo<'a>],
    request: &'a Request<'a>,
    next: AtomicUsize,
    stop: AtomicBool,
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
    let work = Work {
        todo: &todo,
        request,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
    };
    let mut symbols = Symbols::new(&store.catalogue.root, written);
    let mut progress = Progress::new(todo.len() as u64, "crashes");
    let (sender, receiver) = mpsc::channel();
    let jobs = request.jobs.clamp(1, todo.len());
    let stored = std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work.run(&sender));
        }
        drop(sender);
        let mut kept = Vec::new();
        let (mut done, mut result) = (0, Ok(()));
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(Ok((_, Seen::Forbidden))) => report.is_tracing_forbidden = true,
                Ok(Ok((_, Seen::Interrupted))) => {}
                Ok(Ok((number, seen))) => {
                    let crash = crash(&todo[number], seen, &mut symbols);
                    match crash.frames.is_empty() {
                        true => report.without_stack += 1,
                        false => report.stacks += 1,
                    }
                    kept.push(crash);
                }
                Ok(Err(error)) => result = Err(error),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            }
            done += 1;
            progress.set(done);
            if kept.len() == AT_ONCE && result.is_ok() {
                result = store.add_crashes(std::mem::take(&mut kept));
            }
            if result.is_err() || report.is_tracing_forbidden {
                work.stop.store(true, Relaxed);
            }
        }
        result.and_then(|()| store.add_crashes(kept))
    });
    progress.end();
    stored
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

impl Work<'_> {
    fn run(&self, sender: &Sender<Result<(usize, Seen)>>) {
        if let Err(error) = self.try_run(sender) {
            self.stop.store(true, Relaxed);
            // Who waits for it has gone only with an error of its own.
            let _ = sender.send(Err(error));
        }
    }

    fn try_run(&self, sender: &Sender<Result<(usize, Seen)>>) -> Result<()> {
        let scratch = fz_process::scratch().context("cannot make a folder for copies of inputs")?;
        let setup = (self.request.setup)(scratch.path());
        let mut feed = Feed::new(setup.input.as_deref())?;
        let mut modules = Modules::default();
        while !self.stop.load(Relaxed) && !fz_process::is_interrupted() {
            let number = self.next.fetch_add(1, Relaxed);
            let Some(todo) = self.todo.get(number) else {
                break;
            };
            let shown = || todo.listed.path.display().to_string();
            feed.put(&file::read(&todo.listed.path, file::INPUT).with_context(shown)?)?;
            let seen = trace::run(&setup, feed.stdin()?, &mut modules).with_context(shown)?;
            if sender.send(Ok((number, seen))).is_err() {
                break;
            }
        }
        Ok(())
    }
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
