//! The AFL runtime: what fz links into an executable that an AFL-protocol fuzzer drives.
//!
//! Counters are the shared map. Instrumented code increments bytes of its own image; this runtime
//! lays the fuzzer's shared memory over those bytes (`map`), so an edge costs no pointer load. Then
//! it answers the fuzzer (`server`, `persistent`). Without a fuzzer it reads the environment once
//! and does nothing else. Angora and Valkyrie speak another protocol (`angora`) about the same counters.
//!
//! Rules of the house: no allocation, no std, no libc except through `sys`. A constructor runs
//! before `main`, possibly in a chroot without /proc, under seccomp, as setuid or in a static
//! program; so nothing here may fail loudly unless a fuzzer is listening.
//!
//! Order at start: the constructors of instrumented libraries and of the executable register their
//! counters (priority 2), then [`start`] runs (priority 5). What `contexts` gives out then, and `check` watches,
//! lies in the same map.
#![no_std]

#[cfg(feature = "angora")]
mod angora;
#[cfg(not(feature = "angora"))]
#[path = "no_angora.rs"]
mod angora;
mod check;
mod cmplog;
mod contexts;
mod copy;
mod coverage;
mod environment;
mod ijon;
mod image;
mod leftovers;
mod map;
mod persistent;
mod segment;
mod server;
mod slots;
mod sync;
mod sys;
mod test_case;
mod words;

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use fz_abi::contexts::Bounds;

/// Whether this is the runtime for the first AFL's descendants. They know neither the words nor the segments that came
/// later, and answer nothing.
const CLASSIC: bool = cfg!(feature = "classic");
/// Whether this is the runtime for Angora and Valkyrie, whose fork server and variables are others.
const ANGORA: bool = cfg!(feature = "angora");

/// Constructors have not come to us yet: images only register.
const STARTING: u8 = 0;
/// A map is attached: images that come now are laid over it at once.
const ATTACHED: u8 = 1;
/// Nobody watches, or nobody any more.
const IDLE: u8 = 2;

static PHASE: AtomicU8 = AtomicU8::new(STARTING);

#[used]
#[unsafe(link_section = ".init_array.00005")]
static CONSTRUCTOR: extern "C" fn() = start;

#[used]
#[unsafe(link_section = ".fini_array.00005")]
static DESTRUCTOR: extern "C" fn() = finish;

extern "C" fn start() {
    // The executable and a preloaded libfz_afl.so may both bring a runtime: the one that the
    // instrumented images have registered with drives.
    if !sys::exports_are_ours() || !environment::read() {
        PHASE.store(IDLE, Relaxed);
        return;
    }
    if environment::dumps_map_size() {
        map::lay_out();
        let mut line = sys::Line::new();
        line.number(map::announce());
        line.write(sys::STDOUT);
        sys::exit(u32::MAX as i32);
    }
    let is_attached = if environment::MAP.is_set() && !environment::has_no_map() {
        map::attach()
    } else {
        map::attach_own()
    };
    if !is_attached {
        PHASE.store(IDLE, Relaxed);
        return;
    }
    PHASE.store(ATTACHED, Relaxed);
    if let Err(code) = cmplog::attach() {
        server::report_error(code);
    }
    map::lay_out();
    map::lay_over();
    if let Err(code) = angora::attach() {
        server::report_error(code);
    }
    check::start();
    if !environment::is_deferred() {
        server::serve();
    }
}

extern "C" fn finish() {
    if PHASE.load(Relaxed) == ATTACHED {
        copy::flush();
        // Else that is the server's.
        if !server::is_connected() {
            angora::end();
        }
    }
    check::summarise();
}

/// Called by each instrumented image's constructor directly before it registers the same image's counters.
///
/// # Safety
/// The range holds one [`Bounds`], or nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __fz_contexts_init(begin: *const Bounds, end: *const Bounds) {
    if PHASE.load(Relaxed) != IDLE && begin < end {
        // SAFETY: the caller says so.
        contexts::announce(unsafe { &*begin });
    }
}

/// Called by each image's constructor with its gate, if it has compares to tell of (`fz_abi::compares`).
#[unsafe(no_mangle)]
pub extern "C" fn __fz_compares_init(gate: usize, gate_end: usize) {
    if PHASE.load(Relaxed) != IDLE {
        cmplog::add_gate(gate, gate_end);
    }
}

/// Called by each image's constructor with its section of dictionary words, if it has any (`fz_abi::words::loaded`).
#[unsafe(no_mangle)]
pub extern "C" fn __fz_words_init(start: usize, stop: usize) {
    match PHASE.load(Relaxed) {
        STARTING => words::register(start, stop, false),
        ATTACHED if !server::is_connected() => words::register(start, stop, true),
        _ => {}
    }
}

/// Called by each instrumented image's constructor, maybe by several of one image.
#[unsafe(no_mangle)]
pub extern "C" fn __sanitizer_cov_8bit_counters_init(start: usize, stop: usize) {
    match PHASE.load(Relaxed) {
        STARTING => image::register(start, stop),
        ATTACHED => map::add(start, stop),
        _ => {}
    }
}

/// The pc table serves the host tools, which read it in the file.
#[unsafe(no_mangle)]
pub extern "C" fn __sanitizer_cov_pcs_init(_begin: usize, _end: usize) {}

/// `__AFL_INIT()`: starts the fork server here if the fuzzer has asked to defer it.
#[unsafe(no_mangle)]
pub extern "C" fn __afl_manual_init() {
    if PHASE.load(Relaxed) == ATTACHED {
        server::serve();
    }
}

/// `__AFL_LOOP(passes)`: whether to run the body once more.
#[unsafe(no_mangle)]
pub extern "C" fn __afl_persistent_loop(passes: u32) -> i32 {
    i32::from(persistent::next_pass(passes))
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    sys::exit(1)
}
