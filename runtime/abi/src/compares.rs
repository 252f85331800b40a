//! Compare feedback: which callbacks instrumented code calls for a compare. Objects refer to them weakly, and call them
//! only while [`GATE`] is open.

/// Hidden, one per image (`linkonce_odr`): the gate, a byte that is not 0 while this image's compares are logged.
pub const GATE: &str = "__fz_compares_on";

/// The attribute that [`functions::cmplog`](crate::functions::cmplog) gets with a compare.
pub mod cmplog {
    /// The predicate …
    pub const NE: u8 = 0;
    pub const EQ: u8 = 1;
    pub const GT: u8 = 2;
    pub const GE: u8 = 3;
    pub const LT: u8 = 4;
    pub const LE: u8 = 5;
    /// … and a flag for floating-point operands.
    pub const FLOAT: u8 = 8;
}
