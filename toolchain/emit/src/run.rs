//! Does the tasks of a graph, on several processors.

use std::{
    collections::HashMap,
    ffi::OsStr,
    fs, io,
    path::Path,
    process::Output,
    sync::{Condvar, Mutex},
};

use anyhow::{Context, Result, bail};
use fz_base::{error::Error, scratch::Scratch};

use crate::{
    cache,
    graph::{Graph, Kind, Task, Word},
};

/// Who is told how far it is.
pub trait Progress: Sync {
    /// A task is done.
    fn done(&self, label: &str);
    /// Something that the user has to know.
    fn note(&self, text: &str);
}

/// Of each task.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    Running,
    Done,
}

struct Board {
    states: Vec<State>,
    /// Why it cannot go on.
    failed: Option<anyhow::Error>,
}

/// Runs what is left to do. After a failure nothing more is begun.
pub fn run(graph: &Graph, jobs: usize, progress: &dyn Progress) -> Result<()> {
    let made_by: HashMap<&Path, usize> = graph
        .tasks
        .iter()
        .enumerate()
        .map(|(at, t)| (t.output.as_path(), at))
        .collect();
    let needs: Vec<Vec<usize>> = graph
        .tasks
        .iter()
        .map(|task| {
            task.needs
                .iter()
                .filter_map(|n| made_by.get(n.as_path()).copied())
                .collect()
        })
        .collect();
    let states = graph.tasks.iter().map(|task| match task.is_to_do() {
        true => State::Waiting,
        false => State::Done,
    });
    // A signal is noted, and what is half made goes.
    fz_process::catch_signals();
    let board = Mutex::new(Board {
        states: states.collect(),
        failed: None,
    });
    let changed = Condvar::new();
    let order = graph.order();
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                while let Some(at) = next(&board, &changed, &needs, &order) {
                    let task = &graph.tasks[at];
                    let done = do_one(task, progress);
                    let mut board = board.lock().expect("no thread panics with it");
                    match done {
                        Ok(()) => {
                            board.states[at] = State::Done;
                            progress.done(&task.label);
                        }
                        // What was told to end has not failed.
                        Err(_) if fz_process::is_interrupted() => {}
                        Err(error) => {
                            board.failed.get_or_insert(error);
                        }
                    }
                    changed.notify_all();
                }
            });
        }
    });
    let board = board.into_inner().expect("no thread panics with it");
    match board.failed {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// The next task that can be done; waits for one. `None`: there is none any more.
fn next(
    board: &Mutex<Board>,
    changed: &Condvar,
    needs: &[Vec<usize>],
    order: &[usize],
) -> Option<usize> {
    let mut board = board.lock().expect("no thread panics with it");
    loop {
        if board.failed.is_some() || fz_process::is_interrupted() {
            return None;
        }
        let waiting = || {
            let all = order.iter().copied();
            all.filter(|at| board.states[*at] == State::Waiting)
        };
        let can = |at: &usize| needs[*at].iter().all(|n| board.states[*n] == State::Done);
        if let Some(at) = waiting().find(can) {
            board.states[at] = State::Running;
            return Some(at);
        }
        waiting().next()?;
        board = changed.wait(board).expect("no thread panics with it");
    }
}

fn do_one(task: &Task, progress: &dyn Progress) -> Result<()> {
    let output = &task.output;
    let elsewhere = match task.kind {
        Kind::Place => "-o",
        _ => cache::ELSEWHERE,
    };
    let wrong = |error: io::Error| cache::unwritten(output, &error, elsewhere);
    let folder = output.parent().unwrap_or(Path::new("."));
    if task.kind == Kind::Place {
        is_where_it_says(folder)?;
    }
    fs::create_dir_all(folder).map_err(wrong)?;
    // All of the cache in one place, where the next run finds what a killed one has left.
    let place = match task.kind {
        Kind::Place => folder,
        _ => cache::root(output),
    };
    let beside = Scratch::in_folder(place).map_err(wrong)?;
    // By its own name: linkers and clang write names of outputs into them.
    let made = beside.path().join(output.file_name().unwrap_or_default());
    let mut ended = started(task, &task.arguments, &made)?;
    if !ended.status.success()
        && let Some(otherwise) = &task.otherwise
        && String::from_utf8_lossy(&ended.stderr).contains("file not found")
    {
        let again = started(task, otherwise, &made)?;
        if again.status.success() {
            progress.note(&format!(
                "{}: the captured build has not read all headers that it needs here; this machine's were taken",
                task.label
            ));
            ended = again;
        }
    }
    if !ended.status.success() {
        let said = String::from_utf8_lossy(&ended.stderr);
        let advice = match said.contains(FULL) && !said.contains(fz_process::SCRATCH_FOLDER) {
            true => {
                let folder = folder.display();
                format!(
                    ": {folder} is full: make room there, or name another folder with {elsewhere}"
                )
            }
            false => String::new(),
        };
        bail!(Error::Quoting {
            what: format!("{}: {}{advice}", task.label, how(&ended)),
            said: said.trim_end().to_owned(),
        });
    }
    if !made.exists() {
        bail!("{}: nothing was made", task.label);
    }
    fs::rename(&made, output).map_err(wrong)
}

/// Folders for results have names that everybody knows, and a link by such a name would lead elsewhere.
fn is_where_it_says(folder: &Path) -> Result<()> {
    let there = folder.ancestors().find(|folder| folder.exists());
    let leads = there.and_then(|there| Some((there, there.canonicalize().ok()?)));
    match leads {
        Some((there, real)) if there != real => bail!(
            "{}: it is a link, or behind one, and leads to {}: remove it, or name another folder with -o",
            there.display(),
            real.display()
        ),
        _ => Ok(()),
    }
}

/// What programs say where a disk has no room left.
const FULL: &str = "No space left on device";

fn how(ended: &Output) -> String {
    match ended.status.code() {
        Some(_) => "failed".to_owned(),
        None => format!("was ended: {}", ended.status),
    }
}

fn started(task: &Task, arguments: &[Word], made: &Path) -> Result<Output> {
    let arguments: Vec<&OsStr> = arguments
        .iter()
        .map(|word| match word {
            Word::Text(text) => OsStr::new(text),
            Word::Output => made.as_os_str(),
        })
        .collect();
    let environment: Vec<(&str, &OsStr)> = task
        .environment
        .iter()
        .map(|(name, value)| (name.as_str(), OsStr::new(value)))
        .collect();
    fz_process::output_in(Path::new("."), &task.program, &arguments, &environment)
        .with_context(|| format!("{} cannot be run", task.program.display()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn results_go_through_no_link() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path().canonicalize().unwrap();
        fs::create_dir(place.join("elsewhere")).unwrap();
        symlink("elsewhere", place.join("program.libs")).unwrap();
        assert!(is_where_it_says(&place.join("new/folder")).is_ok());
        assert!(is_where_it_says(&place.join("elsewhere")).is_ok());
        for folder in ["program.libs", "program.libs/1"] {
            let said = is_where_it_says(&place.join(folder))
                .unwrap_err()
                .to_string();
            assert!(said.contains("it is a link"), "{said}");
        }
    }
}
