//! How deep the stack was, by the pass `stack-depth`: `runtime/harness/stack.h` has the layout for C.

/// Where it is in an image. Who listens sets both before a run: the stack pointer minus [`FLOOR`](Self) is compared
/// with the span as numbers without a sign, and what is less becomes the span. Stacks below the floor, or above where
/// the run began, have large numbers: those of other threads. Zeros listen to nothing.
#[repr(C)]
pub struct Depth {
    pub floor: u64,
    pub span: u64,
}
