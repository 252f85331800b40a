//! Files, sockets, and words on pipes.

use core::ffi::c_int;

use super::arch::{EINTR, call, number};
use super::line::Line;

/// Standard output.
pub const STDOUT: c_int = 1;
/// Standard error.
pub const STDERR: c_int = 2;

const O_WRONLY: usize = 1;
const O_RDWR: usize = 2;
const O_CREAT: usize = 0o100;
const O_APPEND: usize = 0o2_000;
const O_CLOEXEC: usize = 0o2_000_000;
const O_NOFOLLOW: usize = 0o400_000;

pub fn read_word(fd: c_int) -> Option<u32> {
    let mut bytes = [0u8; 4];
    let mut done = 0;
    while done < bytes.len() {
        let rest = &mut bytes[done..];
        match call(
            number::READ,
            [fd as usize, rest.as_mut_ptr() as usize, rest.len(), 0, 0, 0],
        ) {
            EINTR => {}
            got @ 1.. => done += got as usize,
            _ => return None,
        }
    }
    Some(u32::from_ne_bytes(bytes))
}

pub fn write_word(fd: c_int, word: u32) -> bool {
    write_all(fd, &word.to_ne_bytes())
}

pub fn write_all(fd: c_int, mut bytes: &[u8]) -> bool {
    while !bytes.is_empty() {
        match call(
            number::WRITE,
            [fd as usize, bytes.as_ptr() as usize, bytes.len(), 0, 0, 0],
        ) {
            EINTR => {}
            put @ 1.. => bytes = &bytes[put as usize..],
            _ => return false,
        }
    }
    true
}

pub fn close(fd: c_int) {
    call(number::CLOSE, [fd as usize, 0, 0, 0, 0, 0]);
}

/// Opens a POSIX shared memory object by its path, which ends with a NUL.
pub fn open_shared(path: &[u8]) -> Option<c_int> {
    let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW;
    let fd = call(number::OPEN, [path.as_ptr() as usize, flags, 0, 0, 0, 0]);
    (fd >= 0).then_some(fd as c_int)
}

/// The name of the parent process, as the kernel keeps it: at most 15 bytes. Empty if unknown.
pub fn name_of_parent(to: &mut [u8; 16]) -> &[u8] {
    let mut path = Line::new();
    path.text("/proc/");
    path.number(call(number::GETPPID, [0; 6]) as usize);
    path.text("/comm\0");
    let flags = O_CLOEXEC;
    let fd = call(
        number::OPEN,
        [path.bytes().as_ptr() as usize, flags, 0, 0, 0, 0],
    );
    if fd < 0 {
        return &[];
    }
    let got = call(
        number::READ,
        [fd as usize, to.as_mut_ptr() as usize, to.len(), 0, 0, 0],
    );
    close(fd as c_int);
    let name = &to[..usize::try_from(got).unwrap_or(0)];
    name.strip_suffix(b"\n").unwrap_or(name)
}

/// Opens a file for appending; creates it if needed. The path ends with a NUL.
pub fn open_to_append(path: &[u8]) -> Option<c_int> {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    let mode = 0o666;
    let fd = call(number::OPEN, [path.as_ptr() as usize, flags, mode, 0, 0, 0]);
    (fd >= 0).then_some(fd as c_int)
}

/// Sets a file's size; new bytes are zero.
pub fn set_file_size(fd: c_int, size: usize) -> bool {
    call(number::FTRUNCATE, [fd as usize, size, 0, 0, 0, 0]) == 0
}

/// Connects to the socket at a path.
pub fn connect(path: &[u8]) -> Option<c_int> {
    const AF_UNIX: usize = 1;
    const SOCK_STREAM: usize = 1;
    const SOCK_CLOEXEC: usize = 0o2_000_000;
    /// `struct sockaddr_un`: the family, then the path, which ends with a NUL.
    const SIZE: usize = 2 + 108;
    let mut address = [0u8; SIZE];
    address[..2].copy_from_slice(&(AF_UNIX as u16).to_ne_bytes());
    address[2..].get_mut(..path.len())?.copy_from_slice(path);
    let arguments = [AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, 0, 0, 0];
    let fd = call(number::SOCKET, arguments);
    if fd < 0 {
        return None;
    }
    let arguments = [fd as usize, address.as_ptr() as usize, SIZE, 0, 0, 0];
    if call(number::CONNECT, arguments) != 0 {
        close(fd as c_int);
        return None;
    }
    Some(fd as c_int)
}

pub fn file_size(fd: c_int) -> Option<usize> {
    /// `struct stat`: the size is its seventh word; 144 bytes in all.
    const WORDS: usize = 18;
    const SIZE: usize = 6;
    let mut status = [0usize; WORDS];
    let arguments = [fd as usize, status.as_mut_ptr() as usize, 0, 0, 0, 0];
    (call(number::FSTAT, arguments) == 0).then_some(status[SIZE])
}

/// The lowest descriptor from 3 on that is not open.
pub fn lowest_free_descriptor() -> usize {
    const F_DUPFD_CLOEXEC: usize = 1030;
    let made = call(
        number::FCNTL,
        [STDERR as usize, F_DUPFD_CLOEXEC, 3, 0, 0, 0],
    );
    if made >= 0 {
        close(made as c_int);
    }
    made as usize
}
