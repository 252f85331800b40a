//! Whether a program looks at the input that it is given. One that does not was started in another way than it takes inputs:
//! whatever is found out about its runs, it is the same for all inputs.

use std::{
    ffi::OsString,
    mem::MaybeUninit,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use anyhow::Result;
use fz_abi::taint::REFUSED;
use fz_process::Fate;
use rustix::fs::inotify;

use super::{
    replay::{self, Environment, Request, Watch},
    target::Target,
};

/// Runs it over one input, which has bytes: nobody is told of a read at the end of a file. Where nobody can tell, it looks: its runtime hands inputs over, it was still running, or the
/// kernel does not say.
pub fn at(
    target: &Target,
    arguments: &[OsString],
    input: &Path,
    timeout: Duration,
) -> Result<bool> {
    let is_by_itself = target.engines.is_empty() || target.engines.contains(&"afl");
    if !is_by_itself || target.is_driven || target.shares_test_cases {
        return Ok(true);
    }
    let request = Request {
        target,
        arguments,
        inputs: &[input.to_owned()],
        jobs: 1,
        timeout,
    };
    let mut looks = true;
    let accesses = Accesses {
        may_refuse: target.has_taint,
    };
    replay::run(&request, &accesses, |seen| {
        looks = seen;
        Ok(())
    })?;
    Ok(looks)
}

/// Hears of accesses to the copy of the input, whatever process they are of.
struct Accesses {
    /// A taint build that cannot begin says so itself.
    may_refuse: bool,
}

struct Place {
    input: PathBuf,
    heard: Option<OwnedFd>,
}

impl Watch for Accesses {
    type Place = Place;
    type Seen = bool;

    fn place(&self, _: &Path, input: &Path) -> Result<(Place, Environment)> {
        let place = Place {
            input: input.to_owned(),
            heard: None,
        };
        Ok((place, Vec::new()))
    }

    fn before(&self, place: &mut Place) -> Result<Stdio> {
        let flags = inotify::CreateFlags::NONBLOCK | inotify::CreateFlags::CLOEXEC;
        let accesses = inotify::WatchFlags::OPEN | inotify::WatchFlags::ACCESS;
        place.heard = inotify::init(flags).ok().filter(|heard| {
            let watch = inotify::add_watch(heard, &place.input, accesses);
            watch.is_ok()
        });
        Ok(Stdio::null())
    }

    fn after(&self, place: &mut Place, _: usize, fate: Fate) -> Result<bool> {
        let Some(heard) = place.heard.take() else {
            return Ok(true);
        };
        let mut room = [MaybeUninit::uninit(); 512];
        let is_any = inotify::Reader::new(heard, &mut room).next().is_ok();
        Ok(match fate {
            Fate::Ended(status) if self.may_refuse => is_any || status.code() == Some(REFUSED),
            Fate::Ended(_) => is_any,
            Fate::TimedOut | Fate::Interrupted => true,
        })
    }
}
