//! x86-64: system calls and their numbers, and addresses of symbols that may not exist.

use core::arch::asm;
use core::ffi::c_int;

pub mod number {
    pub const READ: usize = 0;
    pub const WRITE: usize = 1;
    pub const OPEN: usize = 2;
    pub const CLOSE: usize = 3;
    pub const FSTAT: usize = 5;
    pub const POLL: usize = 7;
    pub const MMAP: usize = 9;
    pub const MPROTECT: usize = 10;
    pub const MUNMAP: usize = 11;
    pub const BRK: usize = 12;
    pub const RT_SIGACTION: usize = 13;
    pub const MREMAP: usize = 25;
    pub const MINCORE: usize = 27;
    pub const SHMAT: usize = 30;
    pub const SHMCTL: usize = 31;
    pub const GETPID: usize = 39;
    pub const SOCKET: usize = 41;
    pub const CONNECT: usize = 42;
    pub const WAIT4: usize = 61;
    pub const KILL: usize = 62;
    pub const FCNTL: usize = 72;
    pub const FTRUNCATE: usize = 77;
    pub const GETPPID: usize = 110;
    pub const PRCTL: usize = 157;
    pub const GETTID: usize = 186;
    pub const FUTEX: usize = 202;
    pub const EXIT_GROUP: usize = 231;
    pub const TGKILL: usize = 234;
    pub const PROCESS_VM_READV: usize = 310;
    pub const PIDFD_OPEN: usize = 434;
}

/// The negated error number of an interrupted call.
pub const EINTR: isize = -4;

/// Returns the result, or a negated error number. The functions of `sys` are the only callers; each one meets the
/// demands of its call.
pub fn call(number: usize, arguments: [usize; 6]) -> isize {
    let result: isize;
    // SAFETY: the kernel clobbers rcx and r11; memory it may read and write, for the asm says so.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") number as isize => result,
            in("rdi") arguments[0],
            in("rsi") arguments[1],
            in("rdx") arguments[2],
            in("r10") arguments[3],
            in("r8") arguments[4],
            in("r9") arguments[5],
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    result
}

/// The address of a symbol, or 0 if it is undefined. `extern` items will not do: the compiler takes their addresses for
/// non-null, and weak linkage is not stable.
#[macro_export]
macro_rules! address_of_weak {
    ($symbol:literal) => {
        $crate::address_of_weak!(@ concat!(".weak ", $symbol), $symbol)
    };
    ($symbol:literal, hidden) => {
        $crate::address_of_weak!(
            @ concat!(".weak ", $symbol, "\n.hidden ", $symbol), $symbol
        )
    };
    (@ $declaration:expr, $symbol:literal) => {{
        let address: usize;
        // SAFETY: loads a constant that the linker provides.
        unsafe {
            core::arch::asm!(
                $declaration,
                concat!("mov {}, qword ptr [rip + ", $symbol, "@GOTPCREL]"),
                out(reg) address,
                options(pure, readonly, nostack, preserves_flags),
            );
        }
        address
    }};
}

/// Whether images that call the exported functions reach this runtime's: compares the address in the GOT with our own.
pub fn exports_are_ours() -> bool {
    let (exported, own): (usize, usize);
    // SAFETY: loads two constants that the linker provides.
    unsafe {
        asm!(
            "mov {}, qword ptr [rip + __sanitizer_cov_8bit_counters_init@GOTPCREL]",
            "lea {}, [rip + fz_own_counters_init]",
            out(reg) exported,
            out(reg) own,
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    exported == own
}

// A second, local name for our function, which cannot be preempted.
core::arch::global_asm!(
    ".hidden fz_own_counters_init",
    ".set fz_own_counters_init, __sanitizer_cov_8bit_counters_init",
);

/// A signal's disposition, in the kernel's layout.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Disposition {
    handler: usize,
    flags: usize,
    restorer: usize,
    mask: u64,
}

impl Disposition {
    pub const DEFAULT: Disposition = Disposition {
        handler: 0,
        flags: 0,
        restorer: 0,
        mask: 0,
    };
    pub const MASK_SIZE: usize = size_of::<u64>();

    /// A handler for one delivery, on the alternate stack if there is one. It must not return: there is no `restorer`,
    /// though the kernel requires the flag.
    pub fn once(handler: extern "C" fn(c_int) -> !) -> Disposition {
        const SA_RESTORER: usize = 0x0400_0000;
        const SA_ONSTACK: usize = 0x0800_0000;
        const SA_NODEFER: usize = 0x4000_0000;
        const SA_RESETHAND: usize = 0x8000_0000;
        Disposition {
            handler: handler as usize,
            flags: SA_RESTORER | SA_ONSTACK | SA_NODEFER | SA_RESETHAND,
            ..Disposition::DEFAULT
        }
    }

    pub fn is_default(&self) -> bool {
        self.handler == 0
    }
}
