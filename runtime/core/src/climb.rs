//! Gates of steps (`fz_abi::climb`): images register them, and what one execution solves shuts them for the next.
//!
//! What instrumented code calls takes no locks and allocates nothing.

use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU8, AtomicU64, Ordering::Relaxed};

use fz_abi::climb::{FUZZER, OPEN, SHUT};

use crate::gates::{Images, gate_at};
use crate::registers::keeping;
use crate::{environment, sys};

static IMAGES: Images = Images::new();

/// Memory that all children share: a word that says how many gates are closed, and a byte for each gate, in the order of
/// the images. Null: nothing is shut.
static SHARED: AtomicPtr<u8> = AtomicPtr::new(null_mut());
const HEAD: usize = size_of::<u64>();
/// That word, as it was when the gates were last looked at; at first as it never is.
static FOLLOWED: AtomicU64 = AtomicU64::new(u64::MAX);

/// Called by each image's constructor, if it has gates of steps. Those of an image that is loaded later stay open.
#[unsafe(no_mangle)]
pub extern "C" fn __fz_climbs_init(start: usize, stop: usize, patches: usize, patches_stop: usize) {
    if shared().is_none() {
        IMAGES.add(start..stop, patches..patches_stop);
    }
}

/// From now on gates are shut, if there are any and whoever started the program wants it so. Called where the fork server
/// begins.
pub fn attach() {
    let gates = IMAGES.gates();
    if gates > 0
        && is_wanted()
        && IMAGES.can_change()
        && let Some(shared) = sys::map_shared(None, HEAD + gates)
    {
        SHARED.store(shared.as_ptr(), Relaxed);
    }
}

fn is_wanted() -> bool {
    let (mut said, mut name) = ([0; environment::GATES_ROOM], [0; 16]);
    let len = environment::GATES.copy_to(&mut said);
    match &said[..len] {
        word if word == OPEN.as_bytes() => false,
        word if word == SHUT.as_bytes() => true,
        _ => sys::name_of_parent(&mut name) == FUZZER.as_bytes(),
    }
}

/// Opens and closes the gates for the next run.
pub fn begin_run() {
    let Some(shared) = shared() else {
        return;
    };
    let now = shared.count().load(Relaxed);
    if FOLLOWED.swap(now, Relaxed) == now {
        return;
    }
    IMAGES.set(|number| Some(shared.is_solved(number).load(Relaxed) == 0));
}

/// What has this gate is solved.
extern "C" fn solved(gate: usize) {
    let (Some(shared), Some(number)) = (shared(), IMAGES.number_at(gate)) else {
        return;
    };
    gate_at(gate).store(0, Relaxed);
    if shared.is_solved(number).swap(1, Relaxed) == 0 {
        shared.count().fetch_add(1, Relaxed);
    }
}

/// The shared memory.
#[derive(Clone, Copy)]
struct Shared(*mut u8);

fn shared() -> Option<Shared> {
    let address = SHARED.load(Relaxed);
    (!address.is_null()).then_some(Shared(address))
}

impl Shared {
    fn count(self) -> &'static AtomicU64 {
        // SAFETY: mapped with room for it, and never unmapped.
        unsafe { &*self.0.cast() }
    }

    /// Whether what has a gate is solved, as 0 or 1.
    fn is_solved(self, gate: usize) -> &'static AtomicU8 {
        // SAFETY: mapped with room for all gates of the images, and never unmapped.
        unsafe { &*self.0.add(HEAD + gate).cast() }
    }
}

keeping! {
    __fz_solved(usize) = solved, "rax";
}

fz_abi::implements! {
    climb::SOLVED: __fz_solved(_);
    images::CLIMBS_INIT: __fz_climbs_init(_, _, _, _);
}
