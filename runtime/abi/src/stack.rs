//! How deep the stack was, by the pass `stack-depth`: `runtime/harness/stack.h` has the layout for C.

/// What functions compare the stack pointer with, as numbers without a sign: what is below `lowest` and not below `floor`
/// becomes `lowest`. Who listens sets both before a run; what is below the floor are stacks of other threads. Zeros
/// listen to nothing.
#[repr(C)]
pub struct Depth {
    pub floor: u64,
    pub lowest: u64,
}
