//! The depth of the stack, measured by the pass `stack-depth`.

use crate::layout::layouts;

layouts! {
    /// Functions compare the stack pointer with these, unsigned: a value below `lowest` and not below `floor` becomes
    /// `lowest`. The engine sets both before a run. Stacks of other threads are below the floor. Zeros measure nothing.
    #[repr(C)]
    "fz_depth" struct Depth {
        floor: u64,
        lowest: u64,
    }
}
