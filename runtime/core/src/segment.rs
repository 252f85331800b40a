//! Shared memory segments, as fuzzers name them: a SysV id in decimal, or the name of a POSIX shared memory object.

use core::ptr::NonNull;

use fz_abi::map::page_up;

use crate::sys;
use crate::value::Value;

const LONGEST: usize = 64;
/// Where C libraries keep POSIX shared memory objects.
const DIRECTORY: &[u8] = b"/dev/shm";

/// A segment's name. One that is too long or malformed counts as set and fails to attach, so that the fuzzer hears of
/// it.
pub type Name = Value<LONGEST>;

/// An attached segment.
pub struct Segment {
    /// Where it is.
    pub address: NonNull<u8>,
    /// How many bytes are accessible: up to the end of the last page.
    pub size: usize,
}

/// Why a segment could not be attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// There is no such segment, or it may not be opened.
    Open,
    /// SysV shared memory cannot be attached, or is not as it should be.
    Attach,
    /// A POSIX object cannot be mapped.
    Map,
}

/// One byte more than the longest path for the NUL, and one for a slash that the name may lack.
const PATH_ROOM: usize = DIRECTORY.len() + 1 + LONGEST + 1;

/// Attaches the segment.
pub fn attach(name: &Name) -> Result<Segment, Failure> {
    let mut bytes = [0; LONGEST];
    let len = name.copy_to(&mut bytes);
    if bytes.first() == Some(&b'/') {
        posix(&path(name))
    } else {
        sysv(&bytes[..len])
    }
}

/// The path of a POSIX shared memory object.
pub fn path(name: &Name) -> [u8; PATH_ROOM] {
    let mut path = [0; PATH_ROOM];
    path[..DIRECTORY.len()].copy_from_slice(DIRECTORY);
    path[DIRECTORY.len()] = b'/';
    // An additional slash does no harm.
    name.copy_to(&mut path[DIRECTORY.len() + 1..]);
    path
}

fn sysv(id: &[u8]) -> Result<Segment, Failure> {
    let id = sys::parse_number(id)
        .and_then(|id| i32::try_from(id).ok())
        .ok_or(Failure::Open)?;
    let size = sys::shm_size(id).ok_or(Failure::Open)?;
    let address = sys::shm_attach(id).ok_or(Failure::Attach)?;
    Ok(Segment {
        address,
        size: page_up(size),
    })
}

fn posix(path: &[u8]) -> Result<Segment, Failure> {
    let fd = sys::open_shared(path).ok_or(Failure::Open)?;
    let address = sys::file_size(fd).and_then(|size| {
        let address = sys::map_shared(Some(fd), size)?;
        Some(Segment {
            address,
            size: page_up(size),
        })
    });
    sys::close(fd);
    address.ok_or(Failure::Map)
}
