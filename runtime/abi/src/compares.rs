//! Compare feedback: who is told of a compare, and by which names. All of it is weak in objects, and called only while
//! [`GATE`] says that somebody listens.

/// Hidden, one per image (`linkonce_odr`): a byte that is not 0 while somebody listens to this image's compares.
pub const GATE: &str = "__fz_compares_on";
pub const INIT: &str = crate::functions::images::COMPARES_INIT.name;

/// The names of [`functions::trace`](crate::functions::trace).
pub mod trace {
    use crate::functions::trace;

    pub const CMP: [&str; 4] = crate::functions::names(trace::CMP);
    pub const CONST_CMP: [&str; 4] = crate::functions::names(trace::CONST_CMP);
    pub const SWITCH: &str = trace::SWITCH.name;
    pub const DIV: [&str; 2] = crate::functions::names(trace::DIV);
    pub const GEP: &str = trace::GEP.name;
    pub const HOOKS: [&str; 8] = crate::functions::names(trace::HOOKS);
}

/// The names of [`functions::cmplog`](crate::functions::cmplog), and attributes.
pub mod cmplog {
    use crate::functions::cmplog;

    pub const INS: [&str; 5] = crate::functions::names(cmplog::INS);
    pub const INS_N: &str = cmplog::INS_N.name;
    pub const RTN: &str = cmplog::RTN.name;
    pub const RTN_N: &str = cmplog::RTN_N.name;
    pub const RTN_STR: &str = cmplog::RTN_STR.name;
    pub const RTN_STRN: &str = cmplog::RTN_STRN.name;
    pub const RTN_STRING_TEXT: &str = cmplog::RTN_STRING_TEXT.name;
    pub const RTN_STRING_STRING: &str = cmplog::RTN_STRING_STRING.name;
    pub const RTN_LIBCXX_STRING_TEXT: &str = cmplog::RTN_LIBCXX_STRING_TEXT.name;
    pub const RTN_LIBCXX_STRING_STRING: &str = cmplog::RTN_LIBCXX_STRING_STRING.name;

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
