//! The fork server: both handshakes, then one child per test case (or, in persistent mode, per many).

use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};

use fz_abi::afl::{CONTROL_FD, STATUS_FD, classic, new, old};

use crate::sys::{self, Disposition};
use crate::test_case::{self, TestCases};
use crate::words::{self, Offer};
use crate::{ANGORA, CLASSIC, angora, cmplog, environment, ijon, map, sync};

/// `int`: whether a fuzzer drives this process.
#[unsafe(no_mangle)]
pub static __afl_connected: AtomicI32 = AtomicI32::new(0);

static SERVED: AtomicBool = AtomicBool::new(false);

/// Where commands come from, and where answers go.
static CONTROL: AtomicI32 = AtomicI32::new(CONTROL_FD);
static STATUS: AtomicI32 = AtomicI32::new(STATUS_FD);

pub fn is_connected() -> bool {
    __afl_connected.load(Relaxed) != 0
}

/// Offers to serve. Returns in each child; and at once if nobody listens, as in a program that the
/// target itself has started, or one whose map is its own.
pub fn serve() {
    if !environment::is_watched() || SERVED.swap(true, Relaxed) {
        return;
    }
    let size = map::announce();
    let test_cases = match test_case::attach() {
        Ok(test_cases) => test_cases,
        Err(code) => return report_error(code),
    };
    let shake = if ANGORA {
        shake_angora
    } else if CLASSIC {
        shake_classic
    } else if speaks_new_protocol() {
        shake_new
    } else {
        shake_old
    };
    let words = words::gather();
    let Some(first_command) = shake(size, test_cases, words.as_ref()) else {
        return;
    };
    drop(words);
    __afl_connected.store(1, Relaxed);
    map::report();
    map::restart();
    fork_children(first_command);
    ijon::restart();
    map::mark();
    angora::begin();
}

/// Fuzzers from 4.20c to 4.32c do not say which protocol they speak. They put up with the old one, but for `-c`.
pub fn speaks_new_protocol() -> bool {
    environment::speaks_new_protocol() || cmplog::needs_new_protocol()
}

/// Tells a fuzzer that listens what is wrong, and ends.
pub fn report_error(code: u32) {
    if ANGORA {
        if environment::SOCKET.is_set() {
            sys::exit(1);
        }
        return;
    }
    if CLASSIC {
        // There is no word for that: whoever waits for a hello sees that none comes.
        if sys::file_size(STATUS_FD).is_some() {
            sys::exit(1);
        }
        return;
    }
    let word = if speaks_new_protocol() {
        new::ERROR | code
    } else {
        old::ERROR | code << old::ERROR_SHIFT
    };
    if sys::write_word(STATUS_FD, word) {
        sys::exit(1);
    }
}

/// A word that the handshake has read although it is the first command.
type FirstCommand = Option<u32>;

/// `None` if nobody listens: the engine sometimes runs the program without a server.
fn shake_angora(_: usize, _: Option<TestCases>, _: Option<&Offer>) -> Option<FirstCommand> {
    let socket = angora::connect()?;
    CONTROL.store(socket, Relaxed);
    STATUS.store(socket, Relaxed);
    Some(None)
}

/// `None` if nobody listens.
fn shake_classic(_: usize, _: Option<TestCases>, _: Option<&Offer>) -> Option<FirstCommand> {
    sys::write_word(STATUS_FD, classic::HELLO).then_some(None)
}

/// `None` if nobody listens.
fn shake_old(
    size: usize,
    test_cases: Option<TestCases>,
    words: Option<&Offer>,
) -> Option<FirstCommand> {
    let mut hello = 0;
    if size <= old::MAX_MAP_SIZE {
        hello |= old::ENABLED | old::MAP_SIZE | (size as u32 - 1) << 1;
    }
    if test_cases.is_some() {
        hello |= old::ENABLED | old::SHARED_TEST_CASES;
    }
    if words.is_some() {
        hello |= old::ENABLED | old::AUTODICT;
    }
    if cmplog::is_attached() {
        hello |= old::ENABLED | old::COMPARES;
    }
    if !sys::write_word(STATUS_FD, hello) {
        return None;
    }
    if test_cases.is_none() && words.is_none() {
        return Some(None);
    }
    let reply = sys::read_word(CONTROL_FD).unwrap_or_else(|| sys::exit(1));
    if reply & old::ENABLED != old::ENABLED {
        // A fuzzer that knows no options, or wants none, does not answer them.
        return Some(Some(reply));
    }
    if let Some(test_cases) = test_cases
        && reply & old::SHARED_TEST_CASES != 0
    {
        test_cases.accept();
    }
    if let Some(words) = words
        && reply & old::AUTODICT != 0
        && !send(words)
    {
        sys::exit(1);
    }
    Some(None)
}

/// `None` if nobody listens.
fn shake_new(
    size: usize,
    test_cases: Option<TestCases>,
    words: Option<&Offer>,
) -> Option<FirstCommand> {
    if !sys::write_word(STATUS_FD, new::HELLO) {
        return None;
    }
    let mut options = new::MAP_SIZE;
    if test_cases.is_some() {
        options |= new::SHARED_TEST_CASES;
    }
    if words.is_some() {
        options |= new::AUTODICT;
    }
    if ijon::has_slots() {
        options |= new::IJON;
    }
    let takes_turns = sync::is_offered(size);
    if takes_turns {
        options |= new::SYNC;
    }
    let agreed = sys::read_word(CONTROL_FD) == Some(!new::HELLO)
        && sys::write_word(STATUS_FD, options)
        && sys::write_word(STATUS_FD, size as u32)
        && words.is_none_or(send)
        && sys::write_word(STATUS_FD, new::HELLO);
    if !agreed {
        sys::exit(1);
    }
    if takes_turns {
        sync::agree();
    }
    if let Some(test_cases) = test_cases {
        test_cases.accept();
    }
    Some(None)
}

/// The dictionary, its length before it.
fn send(words: &Offer) -> bool {
    let text = words.text();
    sys::write_word(STATUS_FD, text.len() as u32) && sys::write_all(STATUS_FD, text)
}

/// Obeys the fuzzer until it goes away. Returns only in children.
fn fork_children(mut command: FirstCommand) {
    // Whoever ignores SIGCHLD gets no status.
    let (control, status_fd) = (CONTROL.load(Relaxed), STATUS.load(Relaxed));
    let at_child_end = sys::signal_disposition(sys::SIGCHLD);
    sys::set_signal_disposition(sys::SIGCHLD, &Disposition::DEFAULT);

    // Whether a child that goes on to the next pass stops in between.
    let (takes_turns, server) = (sync::is_agreed(), sys::own_pid());
    let stops = environment::is_persistent() && !takes_turns;
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
            // Of a child that waits for the fuzzer nothing would ever be heard.
            leave(Some(child));
        }
        let Some(status) = sys::wait(child, stops) else {
            leave(None);
        };
        angora::end();
        if sys::is_stopped(status) {
            stopped = Some(child);
        }
        if !sys::write_word(status_fd, status) {
            leave(stopped);
        }
        sync::tell_end();
    }
}

fn fork_child() -> c_int {
    sync::reset();
    sys::fork_process()
}

/// The fuzzer has gone.
fn leave(child: Option<c_int>) -> ! {
    if let Some(child) = child {
        sys::kill(child, sys::SIGKILL);
    }
    sys::exit(1)
}
