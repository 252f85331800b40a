//! What instrumented code calls, with the convention of `preserve_most`: all general-purpose registers but r11 and the
//! result stay as they were. The compiler of this runtime has no such convention.

use core::arch::naked_asm;

/// Functions that keep the registers of the caller, by those that do the work. The stack is aligned again by eight bytes.
macro_rules! keeping {
    ($($name:ident($($parameter:ty),*) $(-> $result:ty)? = $work:path, $last:literal;)*) => {$(
        /// # Safety
        /// As the ABI says.
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub unsafe extern "C" fn $name($(_: $parameter),*) $(-> $result)? {
            naked_asm!(
                "push rcx", "push rdx", "push rsi", "push rdi", "push r8", "push r9", "push r10",
                concat!("push ", $last), "sub rsp, 8",
                "call {work}",
                "add rsp, 8", concat!("pop ", $last),
                "pop r10", "pop r9", "pop r8", "pop rdi", "pop rsi", "pop rdx", "pop rcx",
                "ret",
                work = sym $work,
            )
        }
    )*};
}

// Those with a result leave it in rax, and save r11 in its place.
keeping! {
    __fz_distance_integers(u32, u64, u64) -> i64 = super::integers, "r11";
    __fz_distance_wide(u32, u128, u128) -> i64 = super::wide, "r11";
    __fz_distance_bytes(u32, *const u8, *const u8, usize) -> i64 = super::compared, "r11";
    __fz_distance_find(u32, *const u8, usize, *const u8, usize) -> i64 = super::found, "r11";
    __fz_distance_both(i64, i64) -> i64 = super::both, "r11";
    __fz_distance_branch(usize, u32, i64) = super::branch, "rax";
    __fz_distance_switch(usize, u32, u64, *const u64) = super::switch, "rax";
    __fz_solved(usize) = crate::climb::solved, "rax";
}

fz_abi::implements! {
    climb::SOLVED: __fz_solved(_);
    distance::INTEGERS: __fz_distance_integers(_, _, _);
    distance::WIDE: __fz_distance_wide(_, _, _);
    distance::BYTES: __fz_distance_bytes(_, _, _, _);
    distance::FIND: __fz_distance_find(_, _, _, _, _);
    distance::BOTH: __fz_distance_both(_, _);
    distance::BRANCH: __fz_distance_branch(_, _, _);
    distance::SWITCH: __fz_distance_switch(_, _, _, _);
}
