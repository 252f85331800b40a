//! The system calls of tracing, by thread. rustix has none, and nix knows no signals beyond the named ones, while threads
//! of glibc get others that have to be passed on.

use std::{io, mem, ptr};

use rustix::process::{Pid, Signal, kill_process};

/// What a thread of the program does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It is stopped; 0: at no signal that it would get.
    Stopped(i32, i32),
    Exited(i32),
    Killed(i32, i32),
    /// Nothing new.
    Nothing,
    /// There is no thread left.
    Gone,
}

/// Where a thread stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers {
    pub ip: u64,
    pub sp: u64,
    pub bp: u64,
}

/// Of threads that the calling thread traces; it does not wait.
pub fn next() -> Event {
    let mut status = 0;
    // Children of other threads are theirs.
    let flags = libc::__WALL | libc::__WNOTHREAD | libc::WNOHANG;
    // SAFETY: the status is a number of ours.
    let thread = unsafe { libc::waitpid(-1, &mut status, flags) };
    match thread {
        0 => Event::Nothing,
        ..0 => Event::Gone,
        _ if libc::WIFSIGNALED(status) => Event::Killed(thread, libc::WTERMSIG(status)),
        _ if libc::WIFSTOPPED(status) => {
            // Else it tells of a new thread or program.
            let is_signal = status >> 16 == 0;
            Event::Stopped(thread, if is_signal { libc::WSTOPSIG(status) } else { 0 })
        }
        _ => Event::Exited(thread),
    }
}

/// Threads and processes that it starts are traced too, and all end with this process.
pub fn follow(thread: i32) -> bool {
    let options = libc::PTRACE_O_EXITKILL
        | libc::PTRACE_O_TRACECLONE
        | libc::PTRACE_O_TRACEFORK
        | libc::PTRACE_O_TRACEVFORK
        | libc::PTRACE_O_TRACEEXEC;
    // SAFETY: a stopped thread of ours, and numbers.
    unsafe { libc::ptrace(libc::PTRACE_SETOPTIONS, thread, 0, options) == 0 }
}

/// With a signal, or none (0). One that has gone meanwhile is heard of later.
pub fn go_on(thread: i32, signal: i32) {
    // SAFETY: a thread of ours, and numbers.
    unsafe { libc::ptrace(libc::PTRACE_CONT, thread, 0, signal) };
}

/// One of the traced, which was not waited for to its end.
pub fn kill(process: i32) {
    if let Some(process) = Pid::from_raw(process) {
        let _ = kill_process(process, Signal::KILL);
    }
}

/// One of the traced, which is heard of when it has stopped.
pub fn stop(process: i32) {
    if let Some(process) = Pid::from_raw(process) {
        let _ = kill_process(process, Signal::STOP);
    }
}

pub fn registers(thread: i32) -> io::Result<Registers> {
    // SAFETY: a stopped thread of ours; a struct of numbers, which the call fills.
    let (got, all) = unsafe {
        let mut all: libc::user_regs_struct = mem::zeroed();
        let got = libc::ptrace(
            libc::PTRACE_GETREGS,
            thread,
            ptr::null_mut::<u8>(),
            &mut all,
        );
        (got, all)
    };
    match got {
        0 => Ok(Registers {
            ip: all.rip,
            sp: all.rsp,
            bp: all.rbp,
        }),
        _ => Err(io::Error::last_os_error()),
    }
}

/// The address that the signal is about, if it is about one.
pub fn address(thread: i32) -> Option<u64> {
    // SAFETY: a stopped thread of ours; a struct that the call fills, whose address is there for any signal of a fault.
    unsafe {
        let mut about: libc::siginfo_t = mem::zeroed();
        let got = libc::ptrace(
            libc::PTRACE_GETSIGINFO,
            thread,
            ptr::null_mut::<u8>(),
            &mut about,
        );
        (got == 0 && about.si_code > 0).then(|| about.si_addr() as u64)
    }
}
