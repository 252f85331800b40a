//! x86-64: the return address is on top of the stack, arguments are in rdi, rsi, rdx, rcx, r8, r9.

/// Defines `$name`, which returns at once while [`crate::entry::fz_compare_log`] is null. Otherwise it calls `$body`
/// with the first `$count` words of its arguments, followed by its return address.
macro_rules! hook {
    ($name:ident, 2, $body:ident) => {
        $crate::entry::hook!(@ $name, 2, $body, "mov rdx, [rsp]", "jmp {body}");
    };
    ($name:ident, 3, $body:ident) => {
        $crate::entry::hook!(@ $name, 3, $body, "mov rcx, [rsp]", "jmp {body}");
    };
    ($name:ident, 4, $body:ident) => {
        $crate::entry::hook!(@ $name, 4, $body, "mov r8, [rsp]", "jmp {body}");
    };
    ($name:ident, 5, $body:ident) => {
        $crate::entry::hook!(@ $name, 5, $body, "mov r9, [rsp]", "jmp {body}");
    };
    // The seventh word is the first on the stack.
    ($name:ident, 6, $body:ident) => {
        $crate::entry::hook!(@ $name, 6, $body, "push [rsp]", "call {body}", "pop rcx", "ret");
    };
    (@ $name:ident, $count:literal, $body:ident, $($line:literal),*) => {
        const _: () = assert!(
            fz_abi::functions::words(stringify!($name)) >= $count,
            concat!(stringify!($name), " has fewer parameters in the ABI"),
        );
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub extern "C" fn $name() {
            core::arch::naked_asm!(
                "cmp qword ptr [rip + {log}], 0",
                "je 2f",
                $($line,)*
                "2: ret",
                log = sym $crate::entry::fz_compare_log,
                body = sym $body,
            )
        }
    };
}
pub(crate) use hook;

/// Defines `$name`, a function without parameters that passes its return address to `$body`.
macro_rules! caller_of {
    ($name:ident, $body:ident) => {
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub extern "C" fn $name() -> u32 {
            core::arch::naked_asm!("mov rdi, [rsp]", "jmp {body}", body = sym $body)
        }
    };
}
pub(crate) use caller_of;
