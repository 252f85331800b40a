//! What containers and shells forbid their processes.

/// Mappings of 2^43 bytes and more fail with `EPERM`.
pub fn forbid_large_mappings() -> std::io::Result<()> {
    let [mmap, length] = [libc::SYS_mmap as u32, 16 + 8 + 4];
    let allow = libc::SECCOMP_RET_ALLOW;
    let refuse = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
    // The upper half of the second argument says how large it is.
    let row = |code: u32, jt, jf, k| libc::sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    let load = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    let mut filter = [
        row(load, 0, 0, 0),
        row(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 0, 3, mmap),
        row(load, 0, 0, length),
        row(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, 1 << 11),
        row(libc::BPF_RET | libc::BPF_K, 0, 0, refuse),
        row(libc::BPF_RET | libc::BPF_K, 0, 0, allow),
    ];
    let program = libc::sock_fprog {
        len: filter.len() as u16,
        filter: filter.as_mut_ptr(),
    };
    // SAFETY: the program lives until the call returns.
    let failed = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
            || libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &program) != 0
    };
    match failed {
        true => Err(std::io::Error::last_os_error()),
        false => Ok(()),
    }
}
