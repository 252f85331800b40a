//! What the protocols share: how a process starts and ends under a fuzzer, the fork server, and what harnesses call
//! (AFL++'s persistent mode, its coverage switches, test cases in shared memory, IJON, cmplog).
//!
//! A protocol is a crate in a folder beside this one. It implements [`Protocol`] and is linked by [`runtime!`], which
//! makes a static library of it: `runtime!(Aflpp);`. All of them export the same symbols (`fz_abi::afl::EXPORTS`); what
//! a protocol does not support is defined and does nothing.
//!
//! Without a fuzzer the runtime reads the environment once and does nothing else.
//!
//! Each module uses only those before it:
//!
//! ```text
//! entry, environment, protocol → cmplog, ijon, sync, test_case → server → tokens, coverage → persistent → lib
//! ```
#![no_std]

pub mod cmplog;
mod coverage;
mod entry;
pub mod environment;
pub mod ijon;
mod persistent;
mod protocol;
pub mod server;
pub mod sync;
pub mod test_case;
pub mod tokens;

use fz_runtime_core::phase::{self, Phase};
use fz_runtime_core::{
    check, counters, distance, environment as core_environment, layout, map, segment, sys,
};

pub use protocol::{Channel, Failure, Protocol};

/// Links a protocol: defines what the linker, images and harnesses refer to.
#[macro_export]
macro_rules! runtime {
    ($protocol:ty) => {
        #[used]
        #[unsafe(link_section = ".init_array.00005")]
        static CONSTRUCTOR: extern "C" fn() = $crate::start::<$protocol>;

        #[used]
        #[unsafe(link_section = ".fini_array.00005")]
        static DESTRUCTOR: extern "C" fn() = $crate::finish::<$protocol>;

        /// `__AFL_INIT()`: starts the fork server here if the fuzzer has asked to defer it.
        #[unsafe(no_mangle)]
        pub extern "C" fn __afl_manual_init() {
            $crate::start_deferred::<$protocol>();
        }
        fz_abi::implements! { afl::MANUAL_INIT: __afl_manual_init(); }

        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo) -> ! {
            $crate::end_in_panic()
        }
    };
}

/// The runtime's constructor.
pub extern "C" fn start<P: Protocol>() {
    // The executable and a preloaded libfz_afl.so may both contain a runtime. The one that instrumented images have
    // registered with takes over.
    if !sys::exports_are_ours() || !core_environment::read(P::VARIABLES) || !is_needed::<P>() {
        return phase::set(Phase::Idle);
    }
    if let Err(failure) = distance::attach() {
        P::report(failure.into());
    }
    if environment::DUMPS_MAP_SIZE.is_set() {
        layout::lay_out();
        let mut line = sys::Line::new();
        line.number(layout::announce(P::demand()));
        line.write(sys::STDOUT);
        sys::exit(u32::MAX as i32);
    }
    if !attach_map::<P>() {
        return phase::set(Phase::Idle);
    }
    core_environment::claim(P::VARIABLES);
    phase::set(Phase::Attached);
    layout::lay_out();
    counters::lay_over();
    if let Err(failure) = P::attach() {
        P::report(failure);
    }
    check::start();
    if !environment::IS_DEFERRED.is_set() {
        server::serve::<P>();
    }
}

/// Whether the runtime has anything to do.
fn is_needed<P: Protocol>() -> bool {
    P::is_watched()
        || check::is_wanted()
        || distance::is_wanted()
        || environment::DUMPS_MAP_SIZE.is_set()
}

/// Attaches the fuzzer's map, or private memory if there is none. If that fails, a listening fuzzer is told and the
/// program ends; without one the program runs on.
fn attach_map<P: Protocol>() -> bool {
    if !environment::MAP.is_set() || environment::HAS_NO_MAP.is_set() {
        return layout::attach_own(P::demand());
    }
    match segment::attach(&environment::MAP) {
        Ok(segment) => {
            map::attach(&segment);
            true
        }
        Err(failure) => {
            P::report(failure.into());
            false
        }
    }
}

/// `__AFL_INIT()`.
pub fn start_deferred<P: Protocol>() {
    if phase::is_attached() {
        server::serve::<P>();
    }
}

/// The runtime's destructor.
pub extern "C" fn finish<P: Protocol>() {
    if phase::is_attached() {
        counters::flush();
        // With a fork server, the server does that.
        if !server::is_connected() {
            P::end_run();
        }
    }
    check::summarise();
}

/// Nothing panics on purpose. If something does, the process ends at once.
pub fn end_in_panic() -> ! {
    sys::exit(1)
}
