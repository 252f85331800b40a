//! A fork server that runs: the handshake, and the words between both.

use std::{
    fs::File,
    io::{self, ErrorKind, Read, Write},
    os::fd::OwnedFd,
    process::Child,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use fz_abi::afl::{env, new};
use fz_process::{Ends, Segment};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    process::{Pid, Signal, kill_process, kill_process_group},
};

use super::{NOT_TOLD, Passes, Setup};

pub struct Live {
    server: Child,
    control: File,
    status: File,
    /// The map's size, as the program has it.
    pub announced: usize,
    pub shares_test_cases: bool,
    /// At how many places the map is laid while no child runs.
    pub idle: u64,
}

/// What came from the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    Word(u32),
    /// It has ended.
    Gone,
    /// Not in time.
    Nothing,
    /// This process was told to end.
    Interrupted,
}

impl Live {
    /// Starts the program and shakes hands. `None`: this process was told to end.
    pub fn start(
        setup: &Setup,
        map: &Segment,
        test_cases: &Segment,
        stdin: File,
        patience: Duration,
    ) -> Result<Option<Live>> {
        let (control_end, control) = pipe()?;
        let (status, status_end) = pipe()?;
        let name = |name: &std::ffi::CStr| name.to_string_lossy().into_owned();
        let mut environment = setup.environment.clone();
        environment.extend([
            (name(env::WHOLE), "1".to_owned()),
            (name(env::SHM_ID), map.name()),
            (name(env::SHM_FUZZ_ID), test_cases.name()),
            (
                name(env::SHM_FUZZ_MAP_SIZE),
                test_cases.bytes().len().to_string(),
            ),
        ]);
        if setup.passes != Passes::One {
            environment.push((name(env::PERSISTENT), "1".to_owned()));
        }
        if setup.passes == Passes::Alone {
            environment.push((name(env::ALONE), "1".to_owned()));
        }
        let ends = Ends {
            control: control_end.into(),
            status: status_end.into(),
            stdin,
            memory: setup.memory,
        };
        let mut live = Live {
            server: fz_process::serve(&setup.command, &environment, ends)?,
            control,
            status,
            announced: 0,
            shares_test_cases: false,
            idle: 0,
        };
        let is_there = live.shake(Instant::now() + patience)?;
        live.idle = map.places().context(NOT_TOLD)?;
        Ok(is_there.then_some(live))
    }

    /// The new handshake, in which sizes have no limit. `false`: this process was told to end.
    fn shake(&mut self, until: Instant) -> Result<bool> {
        let Some(hello) = self.expect(until)? else {
            return Ok(false);
        };
        ensure!(
            hello & 0xffff_0000 != new::ERROR,
            "it reports error {}: shared memory may be forbidden or used up",
            hello & 0xffff
        );
        ensure!(
            hello == new::HELLO,
            "it answers {hello:#x} instead of {:#x}: link it again with this fz",
            new::HELLO
        );
        self.say(!new::HELLO)?;
        let (Some(options), Some(size)) = (self.expect(until)?, self.expect(until)?) else {
            return Ok(false);
        };
        // A dictionary is for those who make inputs.
        if options & new::AUTODICT != 0 && !self.skip(until)? {
            return Ok(false);
        }
        let Some(end) = self.expect(until)? else {
            return Ok(false);
        };
        ensure!(
            options & new::MAP_SIZE != 0 && end == new::HELLO,
            "it continues with {options:#x}, {size:#x}, {end:#x}, which this fz does not understand: link it again"
        );
        self.announced = size as usize;
        self.shares_test_cases = options & new::SHARED_TEST_CASES != 0;
        Ok(true)
    }

    /// Reads so many bytes as the next word says. `false`: this process was told to end.
    fn skip(&mut self, until: Instant) -> Result<bool> {
        let Some(length) = self.expect(until)? else {
            return Ok(false);
        };
        let read = io::copy(&mut (&self.status).take(length.into()), &mut io::sink());
        let read = read.context("cannot read from the program's fork server")?;
        ensure!(
            read == u64::from(length),
            "it ended within its dictionary, after {read} of {length} bytes"
        );
        Ok(true)
    }

    fn expect(&mut self, until: Instant) -> Result<Option<u32>> {
        match self.hear(until)? {
            Heard::Word(word) => Ok(Some(word)),
            Heard::Interrupted => Ok(None),
            Heard::Gone => {
                let status = self.server.wait();
                let status = status.map_or_else(|e| e.to_string(), |s| s.to_string());
                bail!(
                    "it ended before it could be given an input ({status}): run it by itself to see why"
                )
            }
            Heard::Nothing => bail!(
                "it does not answer: the program has to reach its main, or __AFL_INIT(), without an input"
            ),
        }
    }

    /// Has it fork a child, and hears its number.
    pub fn fork(&mut self, patience: Duration) -> Result<Heard> {
        match self.say(0) {
            Ok(()) => self.hear(Instant::now() + patience),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Heard::Gone),
            Err(error) => Err(error).context("cannot write to the program's fork server"),
        }
    }

    pub fn hear(&mut self, until: Instant) -> Result<Heard> {
        match readable(&self.status, until).context("cannot wait for the program")? {
            Some(Heard::Word(_)) | None => {}
            Some(other) => return Ok(other),
        }
        let mut word = [0; 4];
        match self.status.read_exact(&mut word) {
            Ok(()) => Ok(Heard::Word(u32::from_ne_bytes(word))),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(Heard::Gone),
            Err(error) => Err(error).context("cannot read from the program's fork server"),
        }
    }

    fn say(&mut self, word: u32) -> io::Result<()> {
        self.control.write_all(&word.to_ne_bytes())
    }

    pub fn kill(&self, child: i32) {
        // The server waits for the child only now, or has just done so and is about to say it.
        if let Some(child) = Pid::from_raw(child) {
            let _ = kill_process(child, Signal::KILL);
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        // Its session begins with itself, and so does the group that its children are in.
        let _ = kill_process_group(Pid::from_child(&self.server), Signal::KILL);
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Reading and writing end, which no program inherits.
fn pipe() -> Result<(File, File)> {
    let (read, write) = io::pipe().context("cannot make a pipe")?;
    Ok((OwnedFd::from(read).into(), OwnedFd::from(write).into()))
}

/// Waits for something to read, or the end. `None`: it is there.
fn readable(file: &File, until: Instant) -> io::Result<Option<Heard>> {
    // A signal reaches one thread only: the others have to look.
    const SLICE: Duration = Duration::from_millis(100);
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let slice = Timespec::try_from(left.min(SLICE)).expect("a slice is short");
        let mut events = [PollFd::new(file, PollFlags::IN)];
        match poll(&mut events, Some(&slice)) {
            Ok(1..) => return Ok(None),
            Ok(0) if fz_process::is_interrupted() => return Ok(Some(Heard::Interrupted)),
            Ok(0) if left.is_zero() => return Ok(Some(Heard::Nothing)),
            Ok(0) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
