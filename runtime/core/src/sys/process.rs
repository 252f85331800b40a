//! Processes, signals, and what the C library knows about this process.

use core::ffi::{c_char, c_int};
use core::sync::atomic::AtomicU32;

use super::arch::{Disposition, EINTR, call, number};
use super::files::close;
use crate::address_of_weak;

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
const AT_PHDR: usize = 3;
const AT_PHENT: usize = 4;
const AT_PHNUM: usize = 5;
const AT_SECURE: usize = 23;
const WUNTRACED: usize = 2;
const FUTEX_WAIT: usize = 0;
const FUTEX_WAKE: usize = 1;
const PR_SET_PDEATHSIG: usize = 1;

unsafe extern "C" {
    fn fork() -> c_int;
    fn getauxval(kind: usize) -> usize;
}

/// Whether the program is setuid or otherwise has privileges that its caller lacks (AT_SECURE).
pub fn is_secure() -> bool {
    // SAFETY: no preconditions.
    unsafe { getauxval(AT_SECURE) != 0 }
}

/// Calls `visit` with each environment variable, `NAME=value`.
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

/// Puts `entry` in the place of the environment's entry of this name, for this process and all that it starts.
///
/// # Safety
/// `entry` is a string `NAME=value` that stays.
pub unsafe fn replace_variable(name: &[u8], entry: *const c_char) {
    let environ = address_of_weak!("environ") as *const *mut *const c_char;
    if environ.is_null() {
        return;
    }
    // SAFETY: as above; the array is the process's own, and may be written to.
    unsafe {
        let mut slot = *environ;
        while !slot.is_null() && !(*slot).is_null() {
            let known = core::ffi::CStr::from_ptr(*slot).to_bytes();
            if known
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with(b"="))
            {
                *slot = entry;
            }
            slot = slot.add(1);
        }
    }
}

/// The program headers of this executable.
pub fn own_headers() -> &'static [u8] {
    // SAFETY: getauxval has no preconditions; the kernel says where the headers are, and how large.
    unsafe {
        let address = getauxval(AT_PHDR) as *const u8;
        match address.is_null() {
            true => &[],
            false => {
                core::slice::from_raw_parts(address, getauxval(AT_PHNUM) * getauxval(AT_PHENT))
            }
        }
    }
}

/// Makes a sanitizer's runtime, if there is one, call `callback` before it ends the program.
pub fn at_sanitizer_death(callback: extern "C" fn()) {
    let address = address_of_weak!("__sanitizer_set_death_callback");
    if address != 0 {
        // SAFETY: that is the function's type.
        unsafe {
            core::mem::transmute::<usize, extern "C" fn(extern "C" fn())>(address)(callback);
        }
    }
}

/// Forks. Returns the pid in the parent, 0 in the child, a negative number on failure.
pub fn fork_process() -> c_int {
    // SAFETY: no preconditions.
    unsafe { fork() }
}

pub fn exit(status: c_int) -> ! {
    loop {
        call(number::EXIT_GROUP, [status as usize, 0, 0, 0, 0, 0]);
    }
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

/// Waits until the child has ended, or stopped if `stopped` is set, and returns its status.
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

/// Waits until the child ends or the last writer of `fd` closes it. Returns whether the latter came first. Does not
/// wait on kernels without `pidfd_open`.
pub fn is_hung_up_before_end(fd: c_int, child: c_int) -> bool {
    /// `struct pollfd`: what happened is the upper half of `events`.
    #[repr(C)]
    struct Poll {
        fd: c_int,
        events: u32,
    }
    const POLLIN: u32 = 1;
    /// POLLERR or POLLHUP, which are reported even when they are not asked for.
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

/// Makes the kernel kill this process when its parent ends; `parent` may have ended already.
pub fn end_with_parent(parent: c_int) {
    call(
        number::PRCTL,
        [PR_SET_PDEATHSIG, SIGKILL as usize, 0, 0, 0, 0],
    );
    if call(number::GETPPID, [0; 6]) as c_int != parent {
        exit(1);
    }
}

/// Sleeps while `word`, which is shared with other processes, has this value (futex). May wake up early.
pub fn sleep_while(word: &AtomicU32, value: u32) {
    let address = word.as_ptr() as usize;
    call(
        number::FUTEX,
        [address, FUTEX_WAIT, value as usize, 0, 0, 0],
    );
}

/// Wakes one process that sleeps on `word`.
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

/// The upper end of the main thread's stack, or 0 if unknown.
pub fn stack_end() -> usize {
    let variable = address_of_weak!("__libc_stack_end") as *const usize;
    if variable.is_null() {
        return 0;
    }
    // SAFETY: the C library's own.
    unsafe { *variable }
}

/// Whether the process has never had a second thread, according to the C library.
pub fn has_one_thread() -> bool {
    let variable = address_of_weak!("__libc_single_threaded") as *const u8;
    // SAFETY: the C library's own.
    !variable.is_null() && unsafe { variable.read_volatile() } != 0
}
