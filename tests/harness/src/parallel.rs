//! Work that is spread over the machine's cores.

use std::sync::{Mutex, OnceLock};

use anyhow::{Error, Result};

use xtask::repo;

/// Does `work` on every item, on as many threads as there are cores; each is told its number. After an error nothing
/// more is started, and the first error is returned.
pub fn each<T>(
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    work: impl Fn(usize, T) -> Result<()> + Sync,
) -> Result<()> {
    on(repo::jobs(), items, work)
}

/// The same on this many threads.
pub fn on<T>(
    threads: usize,
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    work: impl Fn(usize, T) -> Result<()> + Sync,
) -> Result<()> {
    let items = Mutex::new(items.into_iter().fuse());
    let failure: OnceLock<Error> = OnceLock::new();
    let take = || match failure.get() {
        None => items.lock().expect("no panic between items").next(),
        Some(_) => None,
    };
    let run = |worker: usize| {
        while let Some(item) = take() {
            if let Err(error) = work(worker, item) {
                // Of several that fail at once, one is enough.
                let _ = failure.set(error);
            }
        }
    };
    std::thread::scope(|scope| {
        for worker in 0..threads {
            let run = &run;
            scope.spawn(move || run(worker));
        }
    });
    failure.into_inner().map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use anyhow::bail;

    use super::each;
    use xtask::repo;

    #[test]
    fn every_item_has_its_turn() {
        let seen = Mutex::new(Vec::new());
        each(0..1000, |worker, item| {
            assert!(worker < repo::jobs());
            seen.lock().unwrap().push(item);
            Ok(())
        })
        .unwrap();
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        assert!(seen.into_iter().eq(0..1000));
    }

    #[test]
    fn an_error_ends_what_would_not_end() {
        let error = each(0.., |_, item| match item {
            100 => bail!("not this one"),
            _ => Ok(()),
        });
        assert_eq!(error.unwrap_err().to_string(), "not this one");
    }
}
