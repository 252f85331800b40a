//! Signals that tell this process to end: they are noted, and passed on to the children.

use std::{
    io,
    process::{Child, ExitStatus},
    sync::atomic::{AtomicI32, Ordering},
};

use crate::MOST;

/// Whom signals are passed on to; 0 is nobody.
pub(crate) static CHILDREN: [AtomicI32; MOST] = [const { AtomicI32::new(0) }; MOST];
/// Which one came last; 0 is none.
static SIGNALLED: AtomicI32 = AtomicI32::new(0);

extern "C" fn pass_on(signal: libc::c_int) {
    SIGNALLED.store(signal, Ordering::Relaxed);
    for child in &CHILDREN {
        let child = child.load(Ordering::Relaxed);
        if child > 0 {
            // SAFETY: kill is async-signal-safe.
            unsafe { libc::kill(child, signal) };
        }
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

pub(crate) fn catch() {
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT] {
        let handler = pass_on as extern "C" fn(libc::c_int);
        // SAFETY: the handler calls async-signal-safe functions only.
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
        // SAFETY: our own child, not yet waited for.
        unsafe { libc::kill(child.id() as i32, signal) };
    }
    doing(child);
    let status = child.wait();
    CHILDREN[0].store(0, Ordering::Relaxed);
    status
}
