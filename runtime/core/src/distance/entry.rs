//! What instrumented code calls.

use crate::registers::keeping;

// Those with a result leave it in rax, and save r11 in its place.
keeping! {
    __fz_distance_integers(u32, u64, u64) -> i64 = super::integers, "r11";
    __fz_distance_wide(u32, u128, u128) -> i64 = super::wide, "r11";
    __fz_distance_bytes(u32, *const u8, *const u8, usize) -> i64 = super::compared, "r11";
    __fz_distance_find(u32, *const u8, usize, *const u8, usize) -> i64 = super::found, "r11";
    __fz_distance_both(i64, i64) -> i64 = super::both, "r11";
    __fz_distance_branch(usize, u32, i64) = super::branch, "rax";
    __fz_distance_switch(usize, u32, u64, *const u64) = super::switch, "rax";
}

fz_abi::implements! {
    distance::INTEGERS: __fz_distance_integers(_, _, _);
    distance::WIDE: __fz_distance_wide(_, _, _);
    distance::BYTES: __fz_distance_bytes(_, _, _, _);
    distance::FIND: __fz_distance_find(_, _, _, _, _);
    distance::BOTH: __fz_distance_both(_, _);
    distance::BRANCH: __fz_distance_branch(_, _, _);
    distance::SWITCH: __fz_distance_switch(_, _, _, _);
}
