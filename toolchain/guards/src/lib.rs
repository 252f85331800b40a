//! What guards of integer operations say over many runs: that an operation executed is in the map, as the edges of its guard;
//! that it failed is there too, and in the runtime's log with its operands. A run has a map of its own, as under afl-showmap.

mod meant;
mod tally;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    sync::Mutex,
};

use anyhow::{Context, Result};
use fz_abi::{afl, guards::env};
use fz_binary::{Mapped, Place};
use fz_engines::launch::{
    folder,
    replay::{Environment, Watch},
};
use fz_process::{Fate, Segment};

pub use meant::Meant;
pub use tally::{Example, Guard, Tally};

/// Adds up what guards say.
pub struct Counts {
    /// The size of the map, if there is one.
    map: Option<usize>,
    tally: Mutex<Tally>,
}

impl Counts {
    /// `with_map`: whether the program's map says anything of its guards.
    pub fn of(program: &Mapped, with_map: bool) -> Counts {
        let map = program.map.as_ref().filter(|_| with_map);
        Counts {
            map: map.map(|m| m.size as usize),
            tally: Mutex::new(Tally::of(program)),
        }
    }

    /// What the runs came to: the guards that failed first, and of these last what is probably meant. `line` has a line of
    /// a source, if that is there.
    pub fn guards(self, line: impl Fn(&Place) -> Option<String>) -> Vec<Guard> {
        let mut tally = self.tally.into_inner().expect("all threads ended");
        for guard in tally.guards.iter_mut().filter(|g| g.failed > 0) {
            guard.meant = meant::of(guard, line(&guard.place).as_deref());
        }
        tally.sort();
        tally.guards
    }
}

/// Where runs leave it.
pub struct Room {
    map: Option<Segment>,
    log: PathBuf,
}

impl Watch for Counts {
    type Place = Room;
    type Seen = ();

    fn place(&self, scratch: &Path, _: &Path) -> Result<(Room, Environment)> {
        let map = self.map.map(|size| {
            let failed =
                || format!("no shared memory of {size} bytes (`ipcs -l` shows the limits)");
            Segment::new(size).with_context(failed)
        });
        let place = Room {
            map: map.transpose()?,
            log: scratch.join("reports"),
        };
        let variable = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut environment = vec![
            variable(env::MODE, "report"),
            variable(env::MAP, "on"),
            variable(env::LOG, &place.log.to_string_lossy()),
        ];
        if let Some(map) = &place.map {
            let name = afl::env::SHM_ID.to_string_lossy();
            environment.push(variable(&name, &map.name()));
        }
        Ok((place, environment))
    }

    fn before(&self, place: &mut Room) -> Result<Stdio> {
        fs::write(&place.log, "").map_err(|e| folder::failed(&place.log, &e))?;
        if let Some(map) = &mut place.map {
            map.clear();
        }
        Ok(Stdio::null())
    }

    fn after(&self, place: &mut Room, input: usize, _: Fate) -> Result<()> {
        let lines = fs::read(&place.log).map_err(|e| folder::failed(&place.log, &e))?;
        let mut tally = self.tally.lock().expect("no panic");
        let counts = place.map.as_ref().map_or(&[][..], |map| map.bytes());
        tally.add(input, counts, tally::reports(&lines));
        Ok(())
    }
}
