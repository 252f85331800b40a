//! Gates of steps (`fz_abi::climb`): images register them, and what one execution solves shuts them for later ones.
//!
//! What instrumented code calls takes no locks and allocates nothing.

use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU8, AtomicU64, Ordering::Relaxed};

use fz_abi::climb::{FUZZER, OPEN, SHUT};

use crate::gates::{Images, gate_at};
use crate::registers::keeping;
use crate::{environment, layout, map, sys};

static IMAGES: Images = Images::new();

/// Memory that all children share: a [`Head`], and a byte for each gate, in the order of the images. Null: nothing is shut.
static SHARED: AtomicPtr<u8> = AtomicPtr::new(null_mut());
/// [`Head::shut`], as it was when the gates were last looked at; at first as it never is.
static FOLLOWED: AtomicU64 = AtomicU64::new(u64::MAX);

#[repr(C)]
struct Head {
    /// How many gates' compares are solved.
    solved: AtomicU64,
    /// The same, when gates were last shut.
    shut: AtomicU64,
    /// What the maps of the last two runs were like, the last one first, since something was solved that is not shut; 0: nothing.
    maps: [AtomicU64; 2],
}

/// A gate's byte: what is solved, and when it is shut.
const SOLVED: u8 = 1;
const IS_SHUT: u8 = 2;

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
        && map::is_attached()
        && is_wanted()
        && IMAGES.can_change()
        && let Some(shared) = sys::map_shared(None, size_of::<Head>() + gates)
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
    let now = shared.head().shut.load(Relaxed);
    if FOLLOWED.swap(now, Relaxed) == now {
        return;
    }
    // What is solved and not shut counts as open: the code jumps as long as one gate is.
    IMAGES.set(|number| Some(shared.gate(number).load(Relaxed) != IS_SHUT));
}

/// A run has ended, and its counters are in the map. Shuts what was solved before, if this is no moment at which the fuzzer
/// compares runs of one input: the last three runs all had other counters.
pub fn end_run() {
    let Some(shared) = shared() else {
        return;
    };
    let head = shared.head();
    let solved = head.solved.load(Relaxed);
    if solved == head.shut.load(Relaxed) {
        return;
    }
    let now = fingerprint();
    let [last, before] = head.maps.each_ref().map(|map| map.load(Relaxed));
    let all_differ = now != last && now != before && last != before;
    if last == 0 || before == 0 || !all_differ {
        head.maps[0].store(now, Relaxed);
        head.maps[1].store(last, Relaxed);
        return;
    }
    let gates = (0..IMAGES.gates()).map(|number| shared.gate(number));
    gates
        .filter(|gate| gate.load(Relaxed) == SOLVED)
        .for_each(|gate| gate.store(IS_SHUT, Relaxed));
    head.maps.iter().for_each(|map| map.store(0, Relaxed));
    head.shut.store(solved, Relaxed);
}

/// A number for what is in the map, which is not 0.
fn fingerprint() -> u64 {
    let size = layout::announced().min(map::size());
    let words = size / size_of::<u64>();
    // SAFETY: the map is that large, and on a page of its own.
    let words = unsafe { core::slice::from_raw_parts(map::address().cast::<AtomicU64>(), words) };
    let words = words.iter().map(|word| word.load(Relaxed));
    let mut sum = 0u64;
    for (at, word) in words.enumerate().filter(|(_, word)| *word != 0) {
        sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum = (sum ^ (sum >> 32) ^ at as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
    sum | 1
}

/// What has this gate is solved.
extern "C" fn solved(gate: usize) {
    let (Some(shared), Some(number)) = (shared(), IMAGES.number_at(gate)) else {
        return;
    };
    gate_at(gate).store(0, Relaxed);
    let byte = shared.gate(number);
    if byte.compare_exchange(0, SOLVED, Relaxed, Relaxed).is_ok() {
        shared.head().solved.fetch_add(1, Relaxed);
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
    fn head(self) -> &'static Head {
        // SAFETY: mapped with room for it, and never unmapped.
        unsafe { &*self.0.cast() }
    }

    /// 0, or how far what has this gate is known to be solved.
    fn gate(self, gate: usize) -> &'static AtomicU8 {
        // SAFETY: mapped with room for all gates of the images, and never unmapped.
        unsafe { &*self.0.add(size_of::<Head>() + gate).cast() }
    }
}

keeping! {
    __fz_solved(usize) = solved, "rax";
}

fz_abi::implements! {
    climb::SOLVED: __fz_solved(_);
    images::CLIMBS_INIT: __fz_climbs_init(_, _, _, _);
}
