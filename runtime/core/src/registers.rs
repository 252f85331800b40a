//! Functions with the convention of `preserve_most`: all general-purpose registers but r11 and the result stay as they were.
//! The compiler of this runtime has no such convention.

/// Functions that keep the registers of the caller, by those that do the work. The stack is aligned again by eight bytes.
macro_rules! keeping {
    ($($name:ident($($parameter:ty),*) $(-> $result:ty)? = $work:path, $last:literal;)*) => {$(
        /// # Safety
        /// As the ABI says.
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub unsafe extern "C" fn $name($(_: $parameter),*) $(-> $result)? {
            core::arch::naked_asm!(
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

pub(crate) use keeping;
