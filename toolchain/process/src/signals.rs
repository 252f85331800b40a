//! Signals that tell this process to end: they are noted, and passed on to the children.

use std::{
    io,
    process::{Child, ExitStatus},
    sync::atomic::{AtomicI32, Ordering},
};

use rustix::process::{Pid, Signal, kill_process};

/// Processes at a time.
pub const MOST: usize = 256;

/// Whom signals are passed on to; 0 is nobody.
pub(crate) static CHILDREN: [AtomicI32; MOST] = [const { AtomicI32::new(0) }; MOST];
/// Which one came last; 0 is none.
static SIGNALLED: AtomicI32 = AtomicI32::new(0);

extern "C" fn pass_on(signal: libc::c_int) {
    SIGNALLED.store(signal, Ordering::Relaxed);
    for child in &CHILDREN {
        // A system call and nothing else, which a handler may make.
        send(Pid::from_raw(child.load(Ordering::Relaxed)), signal);
    }
}

/// Passes a signal on to a child that was not waited for. One that has ended needs none.
pub(crate) fn send(child: Option<Pid>, signal: i32) {
    if let (Some(child), Some(signal)) = (child, Signal::from_named_raw(signal)) {
        let _ = kill_process(child, signal);
    }
}

/// Whether this process was told to end, once signals are caught: they are from the first child on, and from the first
/// [`crate::scratch`].
pub fn is_interrupted() -> bool {
    received().is_some()
}

/// The signal that told this process to end.
pub fn received() -> Option<i32> {
    let signal = SIGNALLED.load(Ordering::Relaxed);
    (signal != 0).then_some(signal)
}

/// Has signals that would end this process noted instead.
pub fn catch() {
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT] {
        let handler = pass_on as extern "C" fn(libc::c_int);
        // SAFETY: the handler makes system calls only. (rustix sets no handlers: the C library has its part in them.)
        unsafe { libc::signal(signal, handler as libc::sighandler_t) };
    }
}

/// Waits for a child, which gets the signals meanwhile.
pub(crate) fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    while_forwarding(child, |_| ())
}

/// The same, after something that takes as long as it lives.
pub(crate) fn while_forwarding(
    child: &mut Child,
    doing: impl FnOnce(&mut Child),
) -> io::Result<ExitStatus> {
    CHILDREN[0].store(child.id() as i32, Ordering::Relaxed);
    catch();
    // One that came before there was a child to pass it on to.
    if let Some(signal) = received() {
        send(Some(Pid::from_child(child)), signal);
    }
    doing(child);
    let status = child.wait();
    CHILDREN[0].store(0, Ordering::Relaxed);
    status
}
