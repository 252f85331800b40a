//! Work on items, spread over threads: on each thread with a state of its own, such as a program's server and a folder for
//! what it is given. Results come back in the order of the items, so that what is made of them does not depend on threads.
//!
//! (rayon makes such state anew for every part that it splits off, and says nothing of threads.)

use std::{
    collections::BTreeMap,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use anyhow::Result;

use crate::{MOST, progress::Progress, signals};

/// How often the progress is looked at.
const TICK: Duration = Duration::from_millis(100);

/// So many results wait for one before them that takes long; then threads wait, too.
const AHEAD: usize = 4096;

/// Does the work on so many items, with so many threads. `what` they are is shown to those who wait.
///
/// `state`: what a thread needs, by its number. `work`: on an item, by its number; `None` ends the work on all of them, as
/// does an error, and as do signals. `keep`: what to do with a result, on the calling thread. What was done before the end
/// is kept, also where results before it are missing.
pub fn each<S, T: Send>(
    (items, what): (usize, &str),
    jobs: usize,
    state: impl Fn(usize) -> Result<S> + Sync,
    work: impl Fn(&mut S, usize) -> Result<Option<T>> + Sync,
    mut keep: impl FnMut(usize, T) -> Result<()>,
) -> Result<()> {
    signals::catch();
    let (next, kept) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let stop = AtomicBool::new(false);
    let is_over = || stop.load(Relaxed) || signals::is_interrupted();
    let on_thread = |number: usize, sender: &Sender<(usize, T)>| -> Result<()> {
        let mut state = state(number)?;
        while !is_over() {
            let item = next.fetch_add(1, Relaxed);
            if item >= items {
                break;
            }
            while item >= kept.load(Relaxed) + AHEAD && !is_over() {
                thread::sleep(Duration::from_millis(1));
            }
            let Some(done) = work(&mut state, item)? else {
                stop.store(true, Relaxed);
                break;
            };
            if sender.send((item, done)).is_err() {
                break;
            }
        }
        Ok(())
    };
    let mut progress = Progress::new(items as u64, what);
    let result = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let threads = 0..jobs.min(items).clamp(1, MOST);
        let threads: Vec<_> = threads
            .map(|number| {
                let (sender, on_thread, stop) = (sender.clone(), &on_thread, &stop);
                scope.spawn(move || {
                    pin(number, jobs);
                    let result = on_thread(number, &sender);
                    stop.fetch_or(result.is_err(), Relaxed);
                    result
                })
            })
            .collect();
        drop(sender);
        let mut waiting = BTreeMap::new();
        let (mut done, mut result) = (0, Ok(()));
        loop {
            match receiver.recv_timeout(TICK) {
                Ok((item, one)) => {
                    waiting.insert(item, one);
                    done += 1;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            progress.set(done);
            while let (true, Some(one)) = (result.is_ok(), waiting.remove(&kept.load(Relaxed))) {
                result = keep(kept.fetch_add(1, Relaxed), one);
                stop.fetch_or(result.is_err(), Relaxed);
            }
        }
        result = waiting.into_iter().fold(result, |result, (item, one)| {
            result.and_then(|()| keep(item, one))
        });
        let ended = threads.into_iter().map(|t| t.join().expect("no panic"));
        let ended = ended.collect::<Result<Vec<()>>>();
        // Programs that are told to end, too, end in the middle of things.
        result.and_then(|()| match signals::is_interrupted() {
            true => Ok(()),
            false => ended.map(drop),
        })
    });
    progress.end();
    result
}

/// Keeps this thread, and the processes that it starts, on a processor of its own, where there is one thread for each: a
/// program and who waits for it take turns, and one that wakes up elsewhere wakes up late.
fn pin(number: usize, jobs: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let Ok(allowed) = sched_getaffinity(None) else {
        return;
    };
    let allowed: Vec<usize> = (0..CpuSet::MAX_CPU)
        .filter(|n| allowed.is_set(*n))
        .collect();
    if jobs > 1 && allowed.len() == jobs {
        let mut own = CpuSet::new();
        own.set(allowed[number]);
        // Without it, the same is done a little later.
        let _ = sched_setaffinity(None, &own);
    }
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[test]
    fn results_come_in_order_from_threads_with_states_of_their_own() {
        let mut kept = Vec::new();
        let work = |done: &mut usize, item: usize| {
            *done += 1;
            // The first takes longest.
            thread::sleep(Duration::from_millis(20 / (item as u64 + 1)));
            Ok(Some((item * item, *done)))
        };
        let keep = |item, (square, done): (usize, usize)| {
            kept.push((item, square));
            assert!(done <= 20);
            Ok(())
        };
        each((20, "items"), 4, |_| Ok(0), work, keep).unwrap();
        let all: Vec<_> = (0..20).map(|n| (n, n * n)).collect();
        assert_eq!(kept, all);
        each(
            (0, "items"),
            4,
            |_| Ok(()),
            |(), _| Ok(Some(())),
            |_, ()| Ok(()),
        )
        .unwrap();
    }

    #[test]
    fn the_first_error_ends_the_work_and_what_was_done_is_kept() {
        let mut kept = Vec::new();
        let work = |(): &mut (), item| match item {
            3 => bail!("no {item}"),
            item => Ok(Some(item)),
        };
        let keep = |item, _| {
            kept.push(item);
            Ok(())
        };
        let ended = each((1 << 20, "items"), 1, |_| Ok(()), work, keep);
        assert_eq!(ended.unwrap_err().to_string(), "no 3");
        assert_eq!(kept, [0, 1, 2]);
        let failing = |item, _| match item {
            5 => bail!("not {item}"),
            _ => Ok(()),
        };
        let work = |(): &mut (), item| Ok(Some(item));
        let ended = each((1 << 20, "items"), 3, |_| Ok(()), work, failing);
        assert_eq!(ended.unwrap_err().to_string(), "not 5");
        let no_state = |number| match number {
            0 => bail!("none"),
            _ => Ok(()),
        };
        let ended = each((9, "items"), 2, no_state, work, |_, _| Ok(()));
        assert_eq!(ended.unwrap_err().to_string(), "none");
    }

    #[test]
    fn who_has_enough_ends_it_without_an_error() {
        let mut kept = 0;
        let work = |(): &mut (), item| Ok((item < 4).then_some(item));
        let keep = |_, _| {
            kept += 1;
            Ok(())
        };
        each((1 << 20, "items"), 1, |_| Ok(()), work, keep).unwrap();
        assert_eq!(kept, 4);
    }
}
