//! cmplog (`afl-fuzz -c`): logs the operands of compares, site by site, in the fuzzer's shared memory.
//!
//! Only a target that the fuzzer has started for it gets that memory. There the gates of all images are opened
//! (`fz_abi::compares`) and the hooks log; elsewhere they return at once. Hooks may be called at any time, also by a
//! sanitizer's interceptors before `main` and by signal handlers: they take no locks, and call no function that is
//! intercepted.

mod hooks;
mod layout;
mod memory;

use core::ptr::null_mut;
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering::Relaxed};

use fz_runtime_core::phase::{self, Phase};
use fz_runtime_core::segment::{self, Segment};
use fz_runtime_core::sys;

use crate::entry::fz_compare_log;
use crate::environment;
use crate::protocol::Failure;
use layout::Layout;

/// The segment, once it is attached.
static ATTACHED: AtomicPtr<u8> = AtomicPtr::new(null_mut());
/// Never null while [`fz_compare_log`] is not.
static LAYOUT: AtomicPtr<Layout> = AtomicPtr::new(null_mut());
/// Whether the segment belongs to a fuzzer that knows only the new handshake for targets of `-c`.
static NEEDS_NEW_PROTOCOL: AtomicBool = AtomicBool::new(false);

/// Gates of images that were loaded before the segment was attached: start and end.
static GATES: [[AtomicUsize; 2]; MOST_GATES] =
    [const { [const { AtomicUsize::new(0) }; 2] }; MOST_GATES];
static GATE_COUNT: AtomicUsize = AtomicUsize::new(0);
/// As many as there may be images; the gates of further ones stay closed.
const MOST_GATES: usize = 1024;

/// Attaches the segment, if there is one, and opens the gates.
pub fn attach() -> Result<(), Failure> {
    if !environment::COMPARES.is_set() {
        return Ok(());
    }
    let Segment { address, size } = segment::attach(&environment::COMPARES)?;
    NEEDS_NEW_PROTOCOL.store(!layout::is_oldest(size), Relaxed);
    let Some(layout) = layout::of_size(size) else {
        let mut line = sys::Line::new();
        line.text("fz: the fuzzer's segment for compares has ");
        line.number(size);
        line.text(" bytes, which is that of no AFL++ from 4.00c to 5.02c: run it without -c");
        line.write(sys::STDERR);
        return Err(Failure::CompareLayout);
    };
    memory::learn_images();
    LAYOUT.store(core::ptr::from_ref(layout).cast_mut(), Relaxed);
    ATTACHED.store(address.as_ptr(), Relaxed);
    listen(true);
    let gates = &GATES[..GATE_COUNT.load(Relaxed).min(MOST_GATES)];
    for [start, end] in gates {
        open(start.load(Relaxed), end.load(Relaxed));
    }
    Ok(())
}

pub fn is_attached() -> bool {
    !ATTACHED.load(Relaxed).is_null()
}

pub fn needs_new_protocol() -> bool {
    NEEDS_NEW_PROTOCOL.load(Relaxed)
}

/// Called by each image's constructor with its gate, if it reports compares (`fz_abi::compares`).
#[unsafe(no_mangle)]
pub extern "C" fn __fz_compares_init(gate: usize, gate_end: usize) {
    if phase::get() != Phase::Idle {
        add_gate(gate, gate_end);
    }
}

/// If the segment is already attached, opens the gate at once and does not store it: the image may be unloaded later.
fn add_gate(start: usize, end: usize) {
    if is_attached() {
        open(start, end);
    } else if let Some(gate) = GATES.get(GATE_COUNT.fetch_add(1, Relaxed)) {
        gate[0].store(start, Relaxed);
        gate[1].store(end, Relaxed);
    }
}

fn open(start: usize, end: usize) {
    for gate in start..end {
        // SAFETY: a byte of an image's that is for us to write, at a time when the image is there.
        unsafe { (gate as *mut u8).write_volatile(1) };
    }
}

/// Starts or stops logging.
pub fn listen(is_listening: bool) {
    let log = if is_listening {
        ATTACHED.load(Relaxed)
    } else {
        null_mut()
    };
    fz_compare_log.store(log, Relaxed);
}

/// Clears the log.
pub fn clear() {
    let log = ATTACHED.load(Relaxed);
    if !log.is_null() {
        // SAFETY: attached, and of this layout.
        unsafe { (*LAYOUT.load(Relaxed)).clear(log) };
    }
}

/// An open log.
struct Log {
    address: *mut u8,
    layout: &'static Layout,
}

/// None if it was closed after the hook's entry looked.
fn log() -> Option<Log> {
    let address = fz_compare_log.load(Relaxed);
    // SAFETY: null, or one of the layouts.
    let layout = unsafe { LAYOUT.load(Relaxed).as_ref()? };
    (!address.is_null()).then_some(Log { address, layout })
}

/// A site's place in the log: XXH3 of the eight bytes of its return address, as in AFL++.
fn key(site: usize) -> usize {
    /// The words at offsets 8 and 16 of XXH3's default secret, combined.
    const SECRET: u64 = 0x1cad_21f7_2c81_017c ^ 0xdb97_9083_e96d_d4de;
    const PRIME: u64 = 0x9fb2_1c65_1e98_df25;
    let mut hash = (site as u64).rotate_left(32) ^ SECRET;
    hash ^= hash.rotate_left(49) ^ hash.rotate_left(24);
    hash = hash.wrapping_mul(PRIME);
    hash ^= (hash >> 35) + size_of::<u64>() as u64;
    hash = hash.wrapping_mul(PRIME);
    hash ^= hash >> 28;
    hash as usize & 0xffff
}

fz_abi::implements! {
    images::COMPARES_INIT: __fz_compares_init(_, _);
}
