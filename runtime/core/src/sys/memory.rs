//! Memory: mappings, shared memory, and memory that may not be mapped.

use core::ffi::c_int;
use core::ptr::NonNull;

use super::arch::{call, number};
use super::process::own_pid;

/// Bytes of a page.
pub const PAGE: usize = fz_abi::map::PAGE;

const PROT_READ_WRITE: usize = 3;
const PROT_READ_EXECUTE: usize = 5;
const PROT_ALL: usize = 7;
const MAP_SHARED: usize = 1;
const MAP_PRIVATE: usize = 2;
const MAP_FIXED: usize = 0x10;
const MAP_ANONYMOUS: usize = 0x20;
const MREMAP_MAYMOVE: usize = 1;
const MREMAP_FIXED: usize = 2;
const IPC_STAT: usize = 2;

pub fn is_page_aligned(address: usize) -> bool {
    address.is_multiple_of(PAGE)
}

/// The size that the segment was created with.
pub fn shm_size(id: c_int) -> Option<usize> {
    /// `struct shmid_ds`: 48 bytes of permissions, then the size; 112 bytes in all.
    const WORDS: usize = 14;
    const SIZE: usize = 6;
    let mut status = [0usize; WORDS];
    let arguments = [id as usize, IPC_STAT, status.as_mut_ptr() as usize, 0, 0, 0];
    (call(number::SHMCTL, arguments) >= 0).then_some(status[SIZE])
}

pub fn shm_attach(id: c_int) -> Option<NonNull<u8>> {
    pointer(call(number::SHMAT, [id as usize, 0, 0, 0, 0, 0]))
}

/// Maps a file, or fresh memory, shared with children.
pub fn map_shared(fd: Option<c_int>, size: usize) -> Option<NonNull<u8>> {
    let (flags, fd) = match fd {
        Some(fd) => (MAP_SHARED, fd as usize),
        None => (MAP_SHARED | MAP_ANONYMOUS, usize::MAX),
    };
    pointer(call(number::MMAP, [0, size, PROT_READ_WRITE, flags, fd, 0]))
}

/// Maps private zeroed memory.
pub fn map_private(size: usize) -> Option<NonNull<u8>> {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS;
    pointer(call(
        number::MMAP,
        [0, size, PROT_READ_WRITE, flags, usize::MAX, 0],
    ))
}

/// Replaces the pages at `address` by private zeroed memory.
///
/// # Safety
/// The contents of those pages must not be needed any more.
pub unsafe fn replace_by_zeros(address: usize, size: usize) -> bool {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    call(
        number::MMAP,
        [address, size, PROT_READ_WRITE, flags, usize::MAX, 0],
    ) >= 0
}

/// Maps the shared pages at `from` a second time, at any address.
pub fn duplicate(from: usize, size: usize) -> Option<usize> {
    let to = call(number::MREMAP, [from, 0, size, MREMAP_MAYMOVE, 0, 0]);
    pointer(to).map(|to| to.as_ptr() as usize)
}

/// Maps the shared pages at `from` a second time, over those at `to`.
///
/// # Safety
/// The contents of the pages at `to` must not be needed any more. They may be lost even if this fails.
pub unsafe fn duplicate_over(from: usize, size: usize, to: usize) -> bool {
    call(
        number::MREMAP,
        [from, 0, size, MREMAP_MAYMOVE | MREMAP_FIXED, to, 0],
    ) == to as isize
}

/// Whether the pages of a range of code could be made writable, or are so no more. They stay executable.
pub fn allow_changes(range: core::ops::Range<usize>, allowed: bool) -> bool {
    let start = range.start / PAGE * PAGE;
    let protection = if allowed { PROT_ALL } else { PROT_READ_EXECUTE };
    let arguments = [start, range.end - start, protection, 0, 0, 0];
    call(number::MPROTECT, arguments) >= 0
}

/// # Safety
/// Those pages must not be used any more.
pub unsafe fn unmap(address: usize, size: usize) {
    call(number::MUNMAP, [address, size, 0, 0, 0, 0]);
}

/// Copies memory that may not be mapped. Returns how many bytes could be read.
pub fn read_if_mapped(address: usize, to: &mut [u8]) -> usize {
    read_all_if_mapped([(address, to)])
}

/// The same for several ranges in order. Stops at the first byte that cannot be read.
pub fn read_all_if_mapped<const COUNT: usize>(parts: [(usize, &mut [u8]); COUNT]) -> usize {
    /// `struct iovec`.
    type Range = [usize; 2];
    let local: [Range; COUNT] = parts
        .each_ref()
        .map(|(_, to)| [to.as_ptr() as usize, to.len()]);
    let remote: [Range; COUNT] = parts.each_ref().map(|(from, to)| [*from, to.len()]);
    let arguments = [
        own_pid() as usize,
        local.as_ptr() as usize,
        COUNT,
        remote.as_ptr() as usize,
        COUNT,
        0,
    ];
    usize::try_from(call(number::PROCESS_VM_READV, arguments)).unwrap_or(0)
}

/// Sets the lowest bit of each entry of `pages` if that page is resident (`mincore`).
pub fn resident(address: usize, size: usize, pages: &mut [u8]) {
    debug_assert!(size.div_ceil(PAGE) <= pages.len());
    let arguments = [address, size, pages.as_mut_ptr() as usize, 0, 0, 0];
    call(number::MINCORE, arguments);
}

/// # Safety
/// Both are readable for `size` bytes.
pub unsafe fn is_equal(a: *const u8, b: *const u8, size: usize) -> bool {
    // SAFETY: the caller says so.
    unsafe { core::slice::from_raw_parts(a, size) == core::slice::from_raw_parts(b, size) }
}

/// The end of the `brk` heap.
pub fn heap_end() -> usize {
    call(number::BRK, [0; 6]) as usize
}

/// The address that a successful call returns; errors are the last 4095 addresses.
fn pointer(result: isize) -> Option<NonNull<u8>> {
    if (-4095..0).contains(&result) {
        None
    } else {
        NonNull::new(result as *mut u8)
    }
}
