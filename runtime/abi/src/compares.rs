//! Compare feedback: who is told of a compare, and by which names. All of it is weak in objects, and called only while
//! [`GATE`] says that somebody listens.

/// Hidden, one per image (`linkonce_odr`): a byte that is not 0 while somebody listens to this image's compares.
pub const GATE: &str = "__fz_compares_on";

/// What [`functions::cmplog`](crate::functions::cmplog) is told of a compare.
pub mod cmplog {
    /// The attribute of a compare: its predicate, signed or not …
    pub const NE: u8 = 0;
    pub const EQ: u8 = 1;
    pub const GT: u8 = 2;
    pub const GE: u8 = 3;
    pub const LT: u8 = 4;
    pub const LE: u8 = 5;
    /// … and this bit if it compares floating-point numbers.
    pub const FLOAT: u8 = 8;
}
