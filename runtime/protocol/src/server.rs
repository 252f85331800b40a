//! The fork server: once a protocol has found a listening fuzzer, it forks a child per test case, or in persistent mode
//! per many.

use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};

use fz_runtime_core::sys::{self, Disposition};
use fz_runtime_core::{climb, counters, distance, layout, map};

use crate::protocol::{Channel, Protocol};
use crate::{environment, ijon, sync};

/// `int`: whether a fuzzer drives this process.
#[unsafe(no_mangle)]
pub static __afl_connected: AtomicI32 = AtomicI32::new(0);

static SERVED: AtomicBool = AtomicBool::new(false);

/// Whether a fuzzer drives this process through the fork server.
pub fn is_connected() -> bool {
    __afl_connected.load(Relaxed) != 0
}

/// Offers the fork server. Returns in each child; and at once if nobody is listening, as in a program that the target
/// itself has started, or one with a private map.
pub fn serve<P: Protocol>() {
    if !P::is_watched() || SERVED.swap(true, Relaxed) {
        return;
    }
    let size = layout::announce(P::demand());
    let channel = match P::greet(size) {
        Ok(Some(channel)) => channel,
        Ok(None) => return,
        Err(failure) => return P::report(failure),
    };
    __afl_connected.store(1, Relaxed);
    if !environment::HAS_NO_MAP.is_set() {
        counters::report();
    }
    restart();
    climb::attach();
    fork_children::<P>(channel);
    map::mark();
    P::begin_run();
}

/// The next test case counts from zero, in a map that the fuzzer clears.
pub fn restart() {
    counters::restart();
    ijon::restart();
}

/// Executes the fuzzer's commands until it goes away. Returns in children only.
fn fork_children<P: Protocol>(channel: Channel) {
    let Channel {
        control,
        status: status_fd,
        first_command: mut command,
    } = channel;
    // If SIGCHLD is ignored, `wait` gives no status.
    let at_child_end = sys::signal_disposition(sys::SIGCHLD);
    sys::set_signal_disposition(sys::SIGCHLD, &Disposition::DEFAULT);

    // Whether a persistent child stops between iterations.
    let (takes_turns, server) = (sync::is_agreed(), sys::own_pid());
    let stops = environment::IS_PERSISTENT.is_set() && !takes_turns;
    let mut stopped: Option<c_int> = None;
    loop {
        let Some(killed) = command.take().or_else(|| sys::read_word(control)) else {
            leave(stopped);
        };
        if killed != 0
            && let Some(dead) = stopped.take()
        {
            sys::wait(dead, false);
        }
        let child = match stopped.take() {
            Some(child) => {
                sys::kill(child, sys::SIGCONT);
                child
            }
            None => match fork_child() {
                0 => {
                    if takes_turns {
                        sys::end_with_parent(server);
                    }
                    sys::close(control);
                    sys::close(status_fd);
                    if let Some(at_child_end) = at_child_end {
                        sys::set_signal_disposition(sys::SIGCHLD, &at_child_end);
                    }
                    return;
                }
                child if child < 0 => sys::exit(1),
                child => child,
            },
        };
        if !sys::write_word(status_fd, child as u32) {
            leave(Some(child));
        }
        if takes_turns && sys::is_hung_up_before_end(control, child) {
            // The fuzzer is gone: a child that waits for it would never end.
            leave(Some(child));
        }
        let Some(status) = sys::wait(child, stops) else {
            leave(None);
        };
        P::end_run();
        if sys::is_stopped(status) {
            stopped = Some(child);
        } else {
            climb::end_run();
        }
        if !sys::write_word(status_fd, status) {
            leave(stopped);
        }
        sync::tell_end();
    }
}

fn fork_child() -> c_int {
    sync::reset();
    distance::begin_run();
    climb::begin_run();
    sys::fork_process()
}

/// The fuzzer is gone.
fn leave(child: Option<c_int>) -> ! {
    if let Some(child) = child {
        sys::kill(child, sys::SIGKILL);
    }
    sys::exit(1)
}
