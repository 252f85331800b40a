//! The operating system, and all there is of libc.
//!
//! System calls are made directly: a program may define its own `read` or `close`, or have them
//! interposed. From libc come only what cannot be had otherwise: `fork` (it has handlers to run),
//! `getauxval`, `environ`, and `dl_iterate_phdr` where there is a dynamic linker. (And what the compiler
//! calls by itself: `memcpy`, `strlen` and their like.)

use core::ffi::{c_char, c_int, c_void};
use core::ptr::NonNull;
use core::sync::atomic::AtomicU32;

use crate::address_of_weak;
pub use arch::{Disposition, exports_are_ours};
use arch::{call, number};

#[cfg(target_arch = "x86_64")]
#[path = "sys/x86_64.rs"]
mod arch;

pub const PAGE: usize = fz_abi::map::PAGE;
pub const STDOUT: c_int = 1;
pub const STDERR: c_int = 2;

pub const SIGILL: c_int = 4;
pub const SIGTRAP: c_int = 5;
pub const SIGABRT: c_int = 6;
pub const SIGBUS: c_int = 7;
pub const SIGFPE: c_int = 8;
pub const SIGKILL: c_int = 9;
pub const SIGSEGV: c_int = 11;
pub const SIGALRM: c_int = 14;
pub const SIGTERM: c_int = 15;
pub const SIGCHLD: c_int = 17;
pub const SIGCONT: c_int = 18;
pub const SIGSTOP: c_int = 19;
pub const SIGXCPU: c_int = 24;
pub const SIGXFSZ: c_int = 25;
pub const SIGSYS: c_int = 31;

const EINTR: isize = -4;
const AT_SECURE: usize = 23;
const O_WRONLY: usize = 1;
const O_RDWR: usize = 2;
const O_CREAT: usize = 0o100;
const O_APPEND: usize = 0o2_000;
const O_CLOEXEC: usize = 0o2_000_000;
const O_NOFOLLOW: usize = 0o400_000;
const PROT_READ_WRITE: usize = 3;
const MAP_SHARED: usize = 1;
const MAP_PRIVATE: usize = 2;
const MAP_FIXED: usize = 0x10;
const MAP_ANONYMOUS: usize = 0x20;
const MREMAP_MAYMOVE: usize = 1;
const MREMAP_FIXED: usize = 2;
const IPC_STAT: usize = 2;
const WUNTRACED: usize = 2;
const FUTEX_WAIT: usize = 0;
const FUTEX_WAKE: usize = 1;
const PR_SET_PDEATHSIG: usize = 1;

unsafe extern "C" {
    fn fork() -> c_int;
    fn getauxval(kind: usize) -> usize;
}

/// Whether the program has more rights than its caller.
pub fn is_secure() -> bool {
    // SAFETY: no preconditions.
    unsafe { getauxval(AT_SECURE) != 0 }
}

/// Calls `visit` with each variable, `NAME=value`.
pub fn for_each_variable(mut visit: impl FnMut(*const c_char)) {
    let environ = address_of_weak!("environ") as *const *const *const c_char;
    if environ.is_null() {
        return;
    }
    // SAFETY: `environ` is null or the start of an array of strings that ends with a null pointer.
    unsafe {
        let mut entry = *environ;
        while !entry.is_null() && !(*entry).is_null() {
            visit(*entry);
            entry = entry.add(1);
        }
    }
}

/// The symbols that linkers or linker scripts make in the image that this runtime is linked into.
pub mod bounds {
    use fz_abi::{map, sections};

    use super::address_of_weak;

    /// A function for a symbol. In assembly it has to be a literal, which must be the name on record.
    macro_rules! bound {
        ($function:ident, $symbol:literal, $name:expr) => {
            pub fn $function() -> usize {
                const { assert!(is_same($symbol, $name)) };
                address_of_weak!($symbol, hidden)
            }
        };
    }

    bound!(
        counters_start,
        "__start___sancov_cntrs",
        sections::COUNTERS_START
    );
    bound!(
        counters_stop,
        "__stop___sancov_cntrs",
        sections::COUNTERS_STOP
    );
    bound!(map_head, "__fz_map_head", map::HEAD_SYMBOL);
    bound!(counters_end, "__fz_counters_end", map::END_SYMBOL);

    pub const fn is_same(a: &str, b: &str) -> bool {
        let (a, b) = (a.as_bytes(), b.as_bytes());
        let mut at = 0;
        while at < a.len() && at < b.len() && a[at] == b[at] {
            at += 1;
        }
        at == a.len() && at == b.len()
    }
}

/// What `dl_iterate_phdr` reports of an image (the part that every libc has).
#[repr(C)]
pub struct LoadedImage {
    pub base: usize,
    pub name: *const c_char,
    pub headers: *const ProgramHeader,
    pub header_count: u16,
}

impl LoadedImage {
    pub fn headers(&self) -> &[ProgramHeader] {
        if self.headers.is_null() {
            return &[];
        }
        // SAFETY: the dynamic linker reports that many.
        unsafe { core::slice::from_raw_parts(self.headers, usize::from(self.header_count)) }
    }
}

#[repr(C)]
pub struct ProgramHeader {
    pub kind: u32,
    pub flags: u32,
    pub offset: usize,
    pub address: usize,
    pub physical: usize,
    pub file_size: usize,
    pub size: usize,
    pub align: usize,
}

/// Calls `visit` with each loaded image, the executable first, until it returns true. Does nothing
/// where there is no dynamic linker.
pub fn for_each_image<F: FnMut(&LoadedImage) -> bool>(mut visit: F) {
    unsafe extern "C" fn trampoline<F: FnMut(&LoadedImage) -> bool>(
        image: *const LoadedImage,
        _size: usize,
        visit: *mut c_void,
    ) -> c_int {
        // SAFETY: the dynamic linker passes a valid image and the pointer that we gave it.
        unsafe { c_int::from((*visit.cast::<F>())(&*image)) }
    }
    type Callback = unsafe extern "C" fn(*const LoadedImage, usize, *mut c_void) -> c_int;
    type Iterate = unsafe extern "C" fn(Callback, *mut c_void) -> c_int;

    let address = address_of_weak!("dl_iterate_phdr");
    if address != 0 {
        // SAFETY: that is the function's type.
        unsafe {
            let iterate = core::mem::transmute::<usize, Iterate>(address);
            iterate(trampoline::<F>, (&raw mut visit).cast());
        }
    }
}

/// Has a sanitizer's runtime, if there is one, call `callback` before it ends the program.
pub fn at_sanitizer_death(callback: extern "C" fn()) {
    let address = address_of_weak!("__sanitizer_set_death_callback");
    if address != 0 {
        // SAFETY: that is the function's type.
        unsafe {
            core::mem::transmute::<usize, extern "C" fn(extern "C" fn())>(address)(callback);
        }
    }
}

/// The pid in the parent, 0 in the child, negative if there is no child.
pub fn fork_process() -> c_int {
    // SAFETY: no preconditions.
    unsafe { fork() }
}

pub fn exit(status: c_int) -> ! {
    loop {
        call(number::EXIT_GROUP, [status as usize, 0, 0, 0, 0, 0]);
    }
}

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

pub fn own_pid() -> c_int {
    call(number::GETPID, [0; 6]) as c_int
}

pub fn kill(pid: c_int, signal: c_int) {
    call(number::KILL, [pid as usize, signal as usize, 0, 0, 0, 0]);
}

/// Sends a signal to the calling thread.
pub fn raise_in_thread(signal: c_int) {
    let thread = call(number::GETTID, [0; 6]) as usize;
    call(
        number::TGKILL,
        [own_pid() as usize, thread, signal as usize, 0, 0, 0],
    );
}

/// Waits until the child has ended, or stopped if `stopped` says so, and returns its status.
pub fn wait(pid: c_int, stopped: bool) -> Option<u32> {
    let mut status = 0u32;
    let options = if stopped { WUNTRACED } else { 0 };
    loop {
        let arguments = [pid as usize, (&raw mut status) as usize, options, 0, 0, 0];
        match call(number::WAIT4, arguments) {
            EINTR => {}
            0.. => return Some(status),
            _ => return None,
        }
    }
}

/// Waits until the child has ended or nobody can write to `fd` any more; whether it is the latter. Where the kernel cannot
/// say when a child ends this does not wait.
pub fn is_hung_up_before_end(fd: c_int, child: c_int) -> bool {
    /// `struct pollfd`: what happened is the upper half of `events`.
    #[repr(C)]
    struct Poll {
        fd: c_int,
        events: u32,
    }
    const POLLIN: u32 = 1;
    /// Told also of those that nobody has asked for: an end, or an error.
    const GONE: u32 = 0x18 << 16;
    let end = call(number::PIDFD_OPEN, [child as usize, 0, 0, 0, 0, 0]);
    if end < 0 {
        return false;
    }
    let end = end as c_int;
    let mut polls = [
        Poll { fd, events: 0 },
        Poll {
            fd: end,
            events: POLLIN,
        },
    ];
    let forever = -1isize as usize;
    let arguments = [polls.as_mut_ptr() as usize, polls.len(), forever, 0, 0, 0];
    while call(number::POLL, arguments) == EINTR {}
    close(end);
    polls[0].events & GONE != 0 && polls[1].events >> 16 == 0
}

/// Has the kernel kill this process when its parent ends; `parent` may have done so already.
pub fn end_with_parent(parent: c_int) {
    call(
        number::PRCTL,
        [PR_SET_PDEATHSIG, SIGKILL as usize, 0, 0, 0, 0],
    );
    if call(number::GETPPID, [0; 6]) as c_int != parent {
        exit(1);
    }
}

/// Sleeps while `word`, which other processes share, has this value, or for no reason not at all.
pub fn sleep_while(word: &AtomicU32, value: u32) {
    let address = word.as_ptr() as usize;
    call(
        number::FUTEX,
        [address, FUTEX_WAIT, value as usize, 0, 0, 0],
    );
}

/// Wakes one process that sleeps because of `word`.
pub fn wake(word: &AtomicU32) {
    let address = word.as_ptr() as usize;
    call(number::FUTEX, [address, FUTEX_WAKE, 1, 0, 0, 0]);
}

pub fn is_stopped(status: u32) -> bool {
    status & 0xff == 0x7f
}

pub fn signal_disposition(signal: c_int) -> Option<Disposition> {
    let mut old = Disposition::DEFAULT;
    let arguments = [
        signal as usize,
        0,
        (&raw mut old) as usize,
        Disposition::MASK_SIZE,
        0,
        0,
    ];
    (call(number::RT_SIGACTION, arguments) == 0).then_some(old)
}

pub fn set_signal_disposition(signal: c_int, new: &Disposition) {
    let new: *const Disposition = new;
    call(
        number::RT_SIGACTION,
        [
            signal as usize,
            new as usize,
            0,
            Disposition::MASK_SIZE,
            0,
            0,
        ],
    );
}

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

/// Opens a POSIX segment by its path, which ends with a NUL.
pub fn open_shared(path: &[u8]) -> Option<c_int> {
    let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW;
    let fd = call(number::OPEN, [path.as_ptr() as usize, flags, 0, 0, 0, 0]);
    (fd >= 0).then_some(fd as c_int)
}

/// Opens a file to write at its end, and makes it if need be. The path ends with a NUL.
pub fn open_to_append(path: &[u8]) -> Option<c_int> {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    let mode = 0o666;
    let fd = call(number::OPEN, [path.as_ptr() as usize, flags, mode, 0, 0, 0]);
    (fd >= 0).then_some(fd as c_int)
}

/// Gives a file its size; what is new in it is zeros.
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

/// Maps a file, or fresh memory, that children share.
pub fn map_shared(fd: Option<c_int>, size: usize) -> Option<NonNull<u8>> {
    let (flags, fd) = match fd {
        Some(fd) => (MAP_SHARED, fd as usize),
        None => (MAP_SHARED | MAP_ANONYMOUS, usize::MAX),
    };
    pointer(call(number::MMAP, [0, size, PROT_READ_WRITE, flags, fd, 0]))
}

/// Zeros of this process's own.
pub fn map_private(size: usize) -> Option<NonNull<u8>> {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS;
    pointer(call(
        number::MMAP,
        [0, size, PROT_READ_WRITE, flags, usize::MAX, 0],
    ))
}

/// Replaces the pages at `address` by private zeros.
///
/// # Safety
/// Nobody may need what is in those pages.
pub unsafe fn replace_by_zeros(address: usize, size: usize) -> bool {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    call(
        number::MMAP,
        [address, size, PROT_READ_WRITE, flags, usize::MAX, 0],
    ) >= 0
}

/// Maps the shared pages at `from` a second time, somewhere.
pub fn duplicate(from: usize, size: usize) -> Option<usize> {
    let to = call(number::MREMAP, [from, 0, size, MREMAP_MAYMOVE, 0, 0]);
    pointer(to).map(|to| to.as_ptr() as usize)
}

/// Maps the shared pages at `from` a second time, over those at `to`.
///
/// # Safety
/// Nobody may need what is in the pages at `to`. If this fails they may be gone.
pub unsafe fn duplicate_over(from: usize, size: usize, to: usize) -> bool {
    call(
        number::MREMAP,
        [from, 0, size, MREMAP_MAYMOVE | MREMAP_FIXED, to, 0],
    ) == to as isize
}

/// # Safety
/// Nobody may use those pages any more.
pub unsafe fn unmap(address: usize, size: usize) {
    call(number::MUNMAP, [address, size, 0, 0, 0, 0]);
}

/// Copies memory that may not be there any more; how much of it was.
pub fn read_if_mapped(address: usize, to: &mut [u8]) -> usize {
    read_all_if_mapped([(address, to)])
}

/// The same for memory in several places, one behind the other; the first byte that is not there is the end.
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

/// Says of each page, by its lowest bit, whether there is one yet.
pub fn resident(address: usize, size: usize, pages: &mut [u8]) {
    debug_assert!(size.div_ceil(PAGE) <= pages.len());
    let arguments = [address, size, pages.as_mut_ptr() as usize, 0, 0, 0];
    call(number::MINCORE, arguments);
}

/// # Safety
/// Both have so many bytes.
pub unsafe fn is_equal(a: *const u8, b: *const u8, size: usize) -> bool {
    // SAFETY: the caller says so.
    unsafe { core::slice::from_raw_parts(a, size) == core::slice::from_raw_parts(b, size) }
}

/// Where the heap ends that `brk` makes.
pub fn heap_end() -> usize {
    call(number::BRK, [0; 6]) as usize
}

/// Where the first thread's stack began; 0: not known.
pub fn stack_end() -> usize {
    let variable = address_of_weak!("__libc_stack_end") as *const usize;
    if variable.is_null() {
        return 0;
    }
    // SAFETY: the C library's own.
    unsafe { *variable }
}

/// Whether there was never another thread, as far as the C library says.
pub fn has_one_thread() -> bool {
    let variable = address_of_weak!("__libc_single_threaded") as *const u8;
    // SAFETY: the C library's own.
    !variable.is_null() && unsafe { variable.read_volatile() } != 0
}

/// The lowest that is not open, behind those of the standard streams.
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

/// A successful call's address; errors are the last 4095 of the address space.
fn pointer(result: isize) -> Option<NonNull<u8>> {
    if (-4095..0).contains(&result) {
        None
    } else {
        NonNull::new(result as *mut u8)
    }
}

pub fn parse_number(digits: &[u8]) -> Option<usize> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0usize, |number, &digit| {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number.checked_mul(10)?.checked_add(usize::from(digit))
    })
}

/// A line of text, written at once so that lines of several processes do not mix.
pub struct Line {
    bytes: [u8; 256],
    len: usize,
}

impl Default for Line {
    fn default() -> Line {
        Line::new()
    }
}

impl Line {
    /// An empty line.
    pub fn new() -> Line {
        Line {
            bytes: [0; 256],
            len: 0,
        }
    }

    fn byte(&mut self, byte: u8) {
        // The last byte is kept for the line feed.
        if self.len < self.bytes.len() - 1 {
            self.bytes[self.len] = byte;
            self.len += 1;
        }
    }

    pub fn text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.byte(byte));
    }

    pub fn number(&mut self, number: usize) {
        if number >= 10 {
            self.number(number / 10);
        }
        self.byte(b'0' + (number % 10) as u8);
    }

    pub fn hex(&mut self, number: u64) {
        self.text("0x");
        let digits = (u64::BITS - number.leading_zeros()).div_ceil(4).max(1);
        for digit in (0..digits).rev() {
            self.byte(b"0123456789abcdef"[(number >> (4 * digit)) as usize & 15]);
        }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    pub fn write(mut self, fd: c_int) {
        self.bytes[self.len] = b'\n';
        write_all(fd, &self.bytes[..=self.len]);
    }
}
