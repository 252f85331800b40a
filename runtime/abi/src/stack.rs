//! How deep the stack was, by the pass `stack-depth`.

use crate::layout::layouts;

layouts! {
    /// What functions compare the stack pointer with, as numbers without a sign: what is below `lowest` and not below `floor`
    /// becomes `lowest`. Who listens sets both before a run; what is below the floor are stacks of other threads. Zeros
    /// listen to nothing.
    #[repr(C)]
    "fz_depth" struct Depth {
        floor: u64,
        lowest: u64,
    }
}
