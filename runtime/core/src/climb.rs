//! Gates of steps (`fz_abi::climb`): images register them, and what one execution solves shuts them for the next.
//!
//! What instrumented code calls takes no locks and allocates nothing.

use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use fz_abi::climb::{FUZZER, OPEN, SHUT};

use crate::patches::Patches;
use crate::registers::keeping;
use crate::{environment, sys};

/// More than any program loads; the gates of further images stay open.
const MOST: usize = 1024;

/// The gates of an image: start and stop, and the bounds of its patches.
struct Image {
    gates: [AtomicUsize; 2],
    patches: [AtomicUsize; 2],
}

static IMAGES: [Image; MOST] = [const {
    Image {
        gates: [const { AtomicUsize::new(0) }; 2],
        patches: [const { AtomicUsize::new(0) }; 2],
    }
}; MOST];
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Memory that all children share: a word that says how many gates are closed, and a byte for each gate, in the order of
/// the images. Null: nothing is shut.
static SHARED: AtomicPtr<u8> = AtomicPtr::new(null_mut());
const HEAD: usize = size_of::<u64>();
/// That word, as it was when the gates were last looked at; at first as it never is.
static FOLLOWED: AtomicU64 = AtomicU64::new(u64::MAX);

fn images() -> &'static [Image] {
    &IMAGES[..COUNT.load(Relaxed).min(MOST)]
}

impl Image {
    fn bounds(&self) -> [usize; 2] {
        self.gates.each_ref().map(|bound| bound.load(Relaxed))
    }

    fn len(&self) -> usize {
        let [start, stop] = self.bounds();
        stop - start
    }

    fn patches(&self) -> Patches {
        let [start, stop] = self.patches.each_ref().map(|bound| bound.load(Relaxed));
        // SAFETY: what the image's constructor has said, before there was a fork server. Such images are not unloaded.
        unsafe { Patches::between(start, stop) }
    }
}

/// Called by each image's constructor, if it has gates of steps. Those of an image that is loaded later stay open.
#[unsafe(no_mangle)]
pub extern "C" fn __fz_climbs_init(start: usize, stop: usize, patches: usize, patches_stop: usize) {
    let is_known = || images().iter().any(|image| image.bounds()[0] == start);
    if !SHARED.load(Relaxed).is_null() || start >= stop || is_known() {
        return;
    }
    if let Some(image) = IMAGES.get(COUNT.load(Relaxed)) {
        image.gates[0].store(start, Relaxed);
        image.gates[1].store(stop, Relaxed);
        image.patches[0].store(patches, Relaxed);
        image.patches[1].store(patches_stop, Relaxed);
        COUNT.fetch_add(1, Relaxed);
    }
}

/// From now on gates are shut, if there are any and whoever started the program wants it so. Called where the fork server
/// begins.
pub fn attach() {
    let gates: usize = images().iter().map(Image::len).sum();
    let can = || images().iter().all(|image| image.patches().can_change());
    if gates > 0
        && is_wanted()
        && can()
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
    let mut first = 0;
    for image in images() {
        let [start, _] = image.bounds();
        for at in 0..image.len() {
            let is_open = shared.is_solved(first + at).load(Relaxed) == 0;
            // SAFETY: a byte of a registered section of an image that is not unloaded.
            let gate = unsafe { &*((start + at) as *const AtomicU8) };
            if gate.load(Relaxed) != u8::from(is_open) {
                gate.store(is_open.into(), Relaxed);
            }
        }
        first += image.len();
        image.patches().follow_gates();
    }
}

/// What has this gate is solved.
extern "C" fn solved(gate: usize) {
    let Some(shared) = shared() else {
        return;
    };
    let mut first = 0;
    for image in images() {
        let [start, stop] = image.bounds();
        if (start..stop).contains(&gate) {
            // SAFETY: a byte of a registered section of an image that is not unloaded.
            unsafe { &*(gate as *const AtomicU8) }.store(0, Relaxed);
            if shared.is_solved(first + gate - start).swap(1, Relaxed) == 0 {
                shared.count().fetch_add(1, Relaxed);
            }
            return;
        }
        first += stop - start;
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
