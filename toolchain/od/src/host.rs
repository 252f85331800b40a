//! What afl-fuzz, in whose process this is, tells without knowing it: the program that it fuzzes, and its map.

use std::{
    ffi::OsString,
    fs, io,
    os::{fd::AsRawFd, unix::ffi::OsStringExt},
    path::PathBuf,
    ptr::{self, NonNull},
    slice,
};

use anyhow::{Context, Result};
use fz_base::env;

/// Options of afl-fuzz that have a value, of all versions.
const VALUED: &[u8] = b"abBceEfFgGiIKlLmMopPsStTVwx";

/// The program that is fuzzed.
pub fn program() -> Result<PathBuf> {
    let named = env::read(&env::OD_PROGRAM);
    let name = match &named {
        Some(name) => OsString::from(name),
        None => {
            let line = fs::read("/proc/self/cmdline").context("cannot read /proc/self/cmdline")?;
            target(&line).with_context(|| {
                format!(
                    "the command line names no program: {} can",
                    env::OD_PROGRAM.name
                )
            })?
        }
    };
    let shown = PathBuf::from(&name);
    which::which(&name).with_context(|| {
        format!(
            "there is no program {}: {} can name it",
            shown.display(),
            env::OD_PROGRAM.name
        )
    })
}

/// The first word that is no option, as getopt has it.
fn target(line: &[u8]) -> Option<OsString> {
    let line = line.strip_suffix(b"\0").unwrap_or(line);
    let mut words = line.split(|byte| *byte == 0).skip(1);
    loop {
        let word = words.next()?;
        match word {
            b"--" => return words.next().map(|w| OsString::from_vec(w.to_vec())),
            [b'-', letters @ ..] if !letters.is_empty() => {
                let valued = letters.iter().position(|l| VALUED.contains(l));
                if valued.is_some_and(|at| at + 1 == letters.len()) {
                    words.next();
                }
            }
            _ => return Some(OsString::from_vec(word.to_vec())),
        }
    }
}

/// The map, as afl-fuzz sees it.
pub struct Map {
    address: NonNull<u8>,
    size: usize,
}

impl Map {
    /// Attaches it a second time, to read. To be called once afl-fuzz has settled on its size.
    pub fn attach() -> Result<Map> {
        let name = env::read(&env::AFL_MAP)
            .with_context(|| format!("afl-fuzz has no {}", env::AFL_MAP.name))?;
        let map = match name.starts_with('/') {
            true => posix(&name),
            false => name
                .parse()
                .map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))
                .and_then(sysv),
        };
        map.with_context(|| format!("cannot attach the map {}={name}", env::AFL_MAP.name))
    }

    /// What the last run has left there.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: attached for as long as this process lives. Targets write to it only while afl-fuzz waits for them.
        unsafe { slice::from_raw_parts(self.address.as_ptr(), self.size) }
    }
}

#[cfg(test)]
impl Map {
    pub fn of(bytes: Vec<u8>) -> Map {
        let bytes = bytes.leak();
        Map {
            address: NonNull::from(&mut *bytes).cast(),
            size: bytes.len(),
        }
    }
}

fn sysv(id: i32) -> io::Result<Map> {
    // SAFETY: plain calls, whose results are looked at.
    unsafe {
        let mut status: libc::shmid_ds = std::mem::zeroed();
        if libc::shmctl(id, libc::IPC_STAT, &mut status) != 0 {
            return Err(io::Error::last_os_error());
        }
        let address = libc::shmat(id, ptr::null(), libc::SHM_RDONLY);
        match NonNull::new(address.cast()).filter(|_| address as isize != -1) {
            Some(address) => Ok(Map {
                address,
                size: status.shm_segsz,
            }),
            None => Err(io::Error::last_os_error()),
        }
    }
}

/// As the C libraries name their files.
fn posix(name: &str) -> io::Result<Map> {
    let file = fs::File::open(format!("/dev/shm{name}"))?;
    let size = file.metadata()?.len() as usize;
    // SAFETY: a new mapping of a file that is open.
    let address = unsafe {
        libc::mmap(
            ptr::null_mut(),
            size,
            libc::PROT_READ,
            libc::MAP_SHARED,
            file.as_raw_fd(),
            0,
        )
    };
    match NonNull::new(address.cast()).filter(|_| address != libc::MAP_FAILED) {
        Some(address) => Ok(Map { address, size }),
        None => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_behind_the_options() {
        let cases = [
            ("afl-fuzz -i in -o out -- ./prog -x @@", Some("./prog")),
            ("afl-fuzz -iin -oout -Dd -V 60 prog", Some("prog")),
            ("afl-fuzz -Dt 1000+ -E5 -c 0 ./a b", Some("./a")),
            ("afl-fuzz -i - -o out ./a", Some("./a")),
            ("afl-fuzz -i in", None),
        ];
        for (line, expected) in cases {
            let line = line.replace(' ', "\0") + "\0";
            let expected = expected.map(OsString::from);
            assert_eq!(target(line.as_bytes()), expected, "{line}");
        }
    }
}
