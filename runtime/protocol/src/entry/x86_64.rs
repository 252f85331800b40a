//! x86-64: a return address is on top of the stack, arguments are in rdi, rsi, rdx, rcx, r8, r9.

/// Defines `$name`, which returns at once while [`crate::entry::fz_compare_log`] is null. Else it calls `$body` with its
/// `$count` words of arguments and, after them, its return address.
macro_rules! hook {
    ($name:ident, 2, $body:ident) => {
        $crate::entry::hook!(@ $name, $body, "mov rdx, [rsp]", "jmp {body}");
    };
    ($name:ident, 3, $body:ident) => {
        $crate::entry::hook!(@ $name, $body, "mov rcx, [rsp]", "jmp {body}");
    };
    ($name:ident, 4, $body:ident) => {
        $crate::entry::hook!(@ $name, $body, "mov r8, [rsp]", "jmp {body}");
    };
    ($name:ident, 5, $body:ident) => {
        $crate::entry::hook!(@ $name, $body, "mov r9, [rsp]", "jmp {body}");
    };
    // The seventh word is the first on the stack.
    ($name:ident, 6, $body:ident) => {
        $crate::entry::hook!(@ $name, $body, "push [rsp]", "call {body}", "pop rcx", "ret");
    };
    (@ $name:ident, $body:ident, $($line:literal),*) => {
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
