//! Without a fuzzer nothing happens, wherever the program runs; and what the runtime is made of.

use std::fs;
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use fz_abi::afl::{CONTROL_FD, EXPORTS, STATUS_FD};
use fz_abi::files;
use fz_tests::not_run::cannot_run;
use object::{Object, ObjectSymbol};

use super::fuzzer::{Fuzzer, Options, PERSISTENT, PROTOCOLS, Segment, pipe};
use super::programs::{self, EXECUTABLES, PIE, Programs, UNPLACED};
use super::{counters_of, start};

/// Has the kernel refuse to remap memory, as sandboxes do.
pub fn refuse_mremap() -> std::io::Result<()> {
    const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
    let refusal = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
    let mut filter = [
        libc::sock_filter {
            code: LOAD,
            jt: 0,
            jf: 0,
            k: 0,
        },
        libc::sock_filter {
            code: EQUAL,
            jt: 0,
            jf: 1,
            k: libc::SYS_mremap as u32,
        },
        libc::sock_filter {
            code: RETURN,
            jt: 0,
            jf: 0,
            k: refusal,
        },
        libc::sock_filter {
            code: RETURN,
            jt: 0,
            jf: 0,
            k: libc::SECCOMP_RET_ALLOW,
        },
    ];
    let program = libc::sock_fprog {
        len: filter.len() as u16,
        filter: filter.as_mut_ptr(),
    };
    // SAFETY: the filter lives until the call has returned.
    let refused = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
            || libc::prctl(
                libc::PR_SET_SECCOMP,
                libc::SECCOMP_MODE_FILTER,
                &raw const program,
            ) != 0
    };
    if refused {
        Err(std::io::Error::last_os_error())
    } else {
        Ok(())
    }
}

/// Runs a program with `input` on stdin, expects success, and returns stdout and stderr.
pub fn run_with(program: &Path, input: &[u8], prepare: impl FnOnce(&mut Command)) -> String {
    let mut command = Command::new(program);
    command.current_dir(program.parent().unwrap());
    prepare(&mut command);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{}: {e}", program.display()));
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{}: {text}", output.status);
    text
}

fn limit_address_space() -> std::io::Result<()> {
    let limit = libc::rlimit {
        rlim_cur: 32 << 20,
        rlim_max: 32 << 20,
    };
    // SAFETY: a valid limit.
    match unsafe { libc::setrlimit(libc::RLIMIT_AS, &limit) } {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()),
    }
}

#[test]
fn without_a_fuzzer_there_is_silence() {
    for link in EXECUTABLES {
        let programs = Programs::new();
        let program = programs.executable("actions.c", link, &[]);
        // Somebody else's descriptors.
        let (mut theirs, end) = pipe();
        let (fd, idle_fd) = (end.as_raw_fd(), theirs.as_raw_fd());
        let output = run_with(&program, b"L\x07W", |command| {
            // SAFETY: only system calls that are async-signal-safe.
            unsafe {
                command.pre_exec(move || {
                    libc::dup2(fd, STATUS_FD);
                    libc::dup2(idle_fd, CONTROL_FD);
                    limit_address_space()
                });
            }
            // Names that begin alike.
            command.env("__AFL_SHM_ID_", "1").env("__AFL_SHM", "1");
        });
        assert_eq!(output, "said\n", "{link:?}");
        drop(end);
        let mut said = Vec::new();
        theirs.read_to_end(&mut said).unwrap();
        assert!(said.is_empty());
    }
}

#[test]
fn under_a_limit_of_address_space_it_still_maps() {
    let programs = Programs::new();
    let program = programs.executable("actions.c", PIE, &[]);
    for protocol in PROTOCOLS {
        let options = Options {
            before_exec: limit_address_space,
            ..Options::new(protocol)
        };
        let mut fuzzer = start(&program, &options);
        assert_eq!(
            counters_of(&[1, 37], |rounds| fuzzer.run(&[b'L', rounds]).map).len(),
            1
        );
        assert_eq!(fuzzer.output(), "");
    }
}

/// Makes the working directory the root, with nothing in it but the program.
fn enter() -> std::io::Result<()> {
    // SAFETY: system calls with constant strings.
    unsafe {
        if libc::geteuid() != 0 && libc::unshare(libc::CLONE_NEWUSER) != 0 {
            return Err(std::io::Error::last_os_error());
        }
        match libc::chroot(c".".as_ptr()) {
            0 => Ok(()),
            _ => Err(std::io::Error::last_os_error()),
        }
    }
}

#[test]
fn it_needs_nothing_of_the_file_system() {
    for link in [EXECUTABLES[2], EXECUTABLES[3]] {
        let programs = Programs::new();
        programs.executable("actions.c", link, &[]);
        let output = run_with(Path::new("/program"), b"W", |command| {
            // SAFETY: only system calls that are async-signal-safe.
            unsafe { command.current_dir(programs.folder()).pre_exec(enter) };
        });
        assert_eq!(output, "said\n");
        for protocol in PROTOCOLS {
            let options = Options {
                before_exec: enter,
                ..Options::new(protocol)
            };
            let mut command = Command::new("/program");
            let mut fuzzer = Fuzzer::start(command.current_dir(programs.folder()), &options);
            assert_eq!(
                counters_of(&[1, 37], |rounds| fuzzer.run(&[b'L', rounds]).map).len(),
                1
            );
        }
    }
}

#[test]
fn a_setuid_program_ignores_the_environment() {
    // SAFETY: no preconditions.
    if unsafe { libc::geteuid() } != 0 {
        return cannot_run("only root can make a program that runs as somebody else");
    }
    const NOBODY: u32 = 65534;
    for link in [PIE, EXECUTABLES[2]] {
        let programs = Programs::new();
        let program = programs.executable("actions.c", link, &[]);
        fs::set_permissions(programs.folder(), fs::Permissions::from_mode(0o755)).unwrap();
        let map = Segment::new(1 << 16, false);
        let is_mapped = |mode| {
            fs::set_permissions(&program, fs::Permissions::from_mode(mode)).unwrap();
            let output = run_with(&program, b"L\x25W", |command| {
                command.env("__AFL_SHM_ID", &map.name).uid(NOBODY);
            });
            assert_eq!(output, "said\n");
            map.bytes().contains(&37)
        };
        assert!(!is_mapped(0o4755));
        assert!(is_mapped(0o755));
    }
}

#[test]
fn a_program_that_the_target_starts_is_no_fork_server() {
    let programs = Programs::new();
    let program = programs.executable("actions.c", PIE, &[]);
    for protocol in PROTOCOLS {
        let mut fuzzer = start(&program, &Options::new(protocol));
        for _ in 0..3 {
            assert_eq!(fuzzer.run(b"L\x07E").status, 0);
        }
        assert_eq!(fuzzer.output(), "");
    }
}

#[test]
fn nothing_is_counted_into_the_map_of_another_program() {
    let only_server = || vec![("AFL_LLVM_ONLY_FSRV", "1".to_string())];
    for link in [PIE, EXECUTABLES[2], EXECUTABLES[3], UNPLACED] {
        let programs = Programs::new();
        let program = programs.executable("actions.c", link, &[]);
        for (protocol, posix) in PROTOCOLS.into_iter().zip([false, true]) {
            let options = Options {
                posix,
                variables: only_server(),
                ..Options::new(protocol)
            };
            let mut fuzzer = start(&program, &options);
            for (input, status) in [(&b"L\x25W"[..], 0), (b"A", libc::SIGABRT)] {
                let run = fuzzer.run(input);
                assert_eq!(run.status, status);
                assert!(
                    run.map.iter().all(|&count| count == 0),
                    "{link:?} {input:?}"
                );
            }
            assert_eq!(fuzzer.output(), "said\n");
        }
        let program = programs.executable("harness.c", link, &[]);
        for protocol in PERSISTENT {
            let options = Options {
                persistent: true,
                test_cases: true,
                variables: only_server(),
                ..Options::new(protocol)
            };
            let mut fuzzer = start(&program, &options);
            assert!(fuzzer.shares_test_cases && !fuzzer.takes_turns());
            let runs = [(); 3].map(|()| fuzzer.run(b"L\x25"));
            for run in &runs {
                assert!(libc::WIFSTOPPED(run.status) && run.pid == runs[0].pid);
                assert!(run.map.iter().all(|&count| count == 0), "{link:?}");
            }
            assert_eq!(fuzzer.run(b"A").status & 0x7f, libc::SIGABRT);
        }
    }
}

#[test]
fn the_map_size_can_be_asked_for() {
    for link in EXECUTABLES {
        let programs = Programs::new();
        let program = programs.executable("actions.c", link, &[]);
        let size = start(&program, &Options::new(PROTOCOLS[0])).announced;
        let output = Command::new(&program)
            .env("AFL_DUMP_MAP_SIZE", "1")
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{size}\n"));
        assert_eq!(output.status.code(), Some(255), "as AFL++'s runtime does");
    }
}

#[test]
fn the_runtime_shows_its_abi_and_needs_little() {
    let file = fs::read(programs::library(files::RUNTIME_OBJECT)).unwrap();
    let object = object::File::parse(&*file).unwrap();
    let names = |keep: fn(&object::Symbol<'_, '_>) -> bool| {
        let mut names: Vec<String> = object
            .symbols()
            .filter(keep)
            .map(|symbol| symbol.name().unwrap().to_string())
            .collect();
        names.sort();
        names
    };
    let shown = names(|symbol| symbol.is_definition() && symbol.is_global());
    let mut exports = EXPORTS.map(String::from);
    exports.sort();
    assert_eq!(shown, exports);
    let needed = names(|symbol| symbol.is_undefined() && symbol.is_global() && !symbol.is_weak());
    assert_eq!(
        needed,
        ["bcmp", "fork", "getauxval", "memcpy", "memset", "strlen"]
    );
}
