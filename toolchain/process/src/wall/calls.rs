//! The system calls that compilers and linkers need, by seccomp. All others answer that there are none: C libraries then take
//! an older way, or do without.

use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Is, SeccompCondition,
    SeccompFilter, SeccompRule,
};

/// Calls that can do nothing to what the files do not allow, whatever their arguments are.
const ANY: &[i64] = &[
    // Files: which ones is landlock's affair. Without modes, owners, times, attributes, links and devices.
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_lseek,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_preadv,
    libc::SYS_pwritev,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_pipe2,
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_chdir,
    libc::SYS_fchdir,
    libc::SYS_mkdirat,
    libc::SYS_unlinkat,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_ftruncate,
    libc::SYS_fallocate,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_flock,
    libc::SYS_copy_file_range,
    libc::SYS_sendfile,
    libc::SYS_fadvise64,
    libc::SYS_umask,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    // Memory and threads.
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_mincore,
    libc::SYS_msync,
    libc::SYS_brk,
    libc::SYS_futex,
    libc::SYS_set_robust_list,
    libc::SYS_get_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_rseq,
    libc::SYS_membarrier,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_getcpu,
    // The process itself.
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getrusage,
    libc::SYS_times,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_getrandom,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_setitimer,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    // Other filters decide.
    libc::SYS_execve,
    libc::SYS_fchmod,
];

/// Those that only this processor has, from the time before `…at`.
#[cfg(target_arch = "x86_64")]
const OLD: &[i64] = &[
    libc::SYS_open,
    libc::SYS_creat,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_access,
    libc::SYS_readlink,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_dup2,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_getrlimit,
    libc::SYS_arch_prctl,
    libc::SYS_time,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[i64] = &[];

/// What descriptors are asked: none of these gives signals an owner.
const OF_DESCRIPTORS: [i32; 10] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_GETPIPE_SZ,
];

/// What terminals and pipes are asked: nothing is typed into a terminal, and none is taken over.
const OF_TERMINALS: [u64; 3] = [libc::TCGETS, libc::TIOCGWINSZ, libc::FIONREAD];

/// What a process says of itself. (`PR_SET_VMA` names memory.)
const OF_PROCESSES: [i32; 4] = [
    libc::PR_SET_NAME,
    libc::PR_GET_NAME,
    libc::PR_SET_VMA,
    libc::PR_CAPBSET_READ,
];

pub fn is_there() -> bool {
    // SAFETY: it asks for a number, and passes no memory.
    unsafe { libc::prctl(libc::PR_GET_SECCOMP, 0, 0, 0, 0) >= 0 }
}

/// What compilers and linkers may call. For the process that calls this, and all that it becomes.
fn of_tools() -> io::Result<BpfProgram> {
    let itself = u64::from(std::process::id());
    let one = |argument, is, value| rule(argument, Length::Dword, is, value);
    let each = |argument, values: &[i32]| -> io::Result<Vec<SeccompRule>> {
        let values = values.iter();
        values
            .map(|value| one(argument, Is::Eq, *value as u64))
            .collect()
    };
    let mut rules: Vec<(i64, Vec<SeccompRule>)> =
        ANY.iter().chain(OLD).map(|call| (*call, vec![])).collect();
    let thread = libc::CLONE_THREAD as u64;
    let terminals: io::Result<_> = OF_TERMINALS
        .iter()
        .map(|value| one(1, Is::Eq, *value))
        .collect();
    rules.extend([
        (libc::SYS_fcntl, each(1, &OF_DESCRIPTORS)?),
        (libc::SYS_prctl, each(0, &OF_PROCESSES)?),
        (libc::SYS_ioctl, terminals?),
        // Threads, and no processes.
        (libc::SYS_clone, vec![one(0, Is::MaskedEq(thread), thread)?]),
        // Limits and signals of its own.
        (libc::SYS_prlimit64, vec![one(0, Is::Eq, 0)?]),
        (libc::SYS_tgkill, vec![one(0, Is::Eq, itself)?]),
        (libc::SYS_kill, vec![one(0, Is::Eq, itself)?]),
    ]);
    #[cfg(target_arch = "x86_64")]
    rules.push((libc::SYS_setrlimit, vec![]));
    let refused = SeccompAction::Errno(libc::ENOSYS as u32);
    compiled(rules, refused, SeccompAction::Allow)
}

/// mold gives up where it cannot say what may be done with the file that it has made. It is told that it could; who takes the
/// file says so himself.
fn pretends() -> io::Result<BpfProgram> {
    let rules = vec![(libc::SYS_fchmod, vec![])];
    compiled(rules, SeccompAction::Allow, SeccompAction::Errno(0))
}

/// The one program that may be started is the one whose name lies at this address. After that the process has other memory,
/// and nobody in it knows the address: who guesses ends the process.
fn starts_only(name: Option<usize>) -> io::Result<BpfProgram> {
    let others = match name {
        Some(name) => vec![rule(0, Length::Qword, Is::Ne, name as u64)?],
        None => vec![],
    };
    let rules = vec![(libc::SYS_execve, others), (libc::SYS_execveat, vec![])];
    compiled(rules, SeccompAction::Allow, SeccompAction::KillProcess)
}

/// Has this thread and all that it starts call nothing else; `name`: where the name of the one program is that may be started.
pub fn restrict(name: Option<usize>) -> io::Result<()> {
    if !is_there() {
        return Ok(());
    }
    // The last leaves no call with which another could be applied.
    for filter in [starts_only(name)?, pretends()?, of_tools()?] {
        seccompiler::apply_filter(&filter).map_err(io::Error::other)?;
    }
    Ok(())
}

fn rule(argument: u8, length: Length, is: Is, value: u64) -> io::Result<SeccompRule> {
    SeccompCondition::new(argument, length, is, value)
        .and_then(|condition| SeccompRule::new(vec![condition]))
        .map_err(io::Error::other)
}

fn compiled(
    rules: Vec<(i64, Vec<SeccompRule>)>,
    otherwise: SeccompAction,
    then: SeccompAction,
) -> io::Result<BpfProgram> {
    let rules = rules.into_iter().collect();
    let architecture = std::env::consts::ARCH.try_into();
    architecture
        .and_then(|architecture| SeccompFilter::new(rules, otherwise, then, architecture))
        .and_then(BpfProgram::try_from)
        .map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_ones_that_the_kernel_takes() {
        for filter in [of_tools(), starts_only(None), starts_only(Some(1 << 40))] {
            assert!(filter.unwrap().len() < 4096);
        }
    }
}
