//! honggfuzz's files below an engines' folder.

pub const RUNTIME: &str = "honggfuzz/libhfuzz.a";
pub const COMMON: &str = "honggfuzz/libhfcommon.a";
pub const FUZZER: &str = "honggfuzz/honggfuzz";
