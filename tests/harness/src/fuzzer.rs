//! A fuzzer without any fuzzing: the other side of the AFL protocol, in both of its forms, strict
//! about every word.

use std::ffi::CString;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::{Duration, Instant};

use fz_abi::afl::{
    CONTROL_FD, MAX_TEST_CASE, STATUS_FD, TEST_CASE_HEADER, env, error, new, old, sync,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Afl 2.52b and its descendants: reads a hello, whatever it is, and never answers.
    Ancient,
    Old,
    New,
    /// New, but the target has to find that out, as with AFL++ from 4.20c to 4.32c.
    Unsaid,
    /// New, and persistent children take turns with the fuzzer by a word in the map's segment, as with AFL++ from 5.0 on.
    Turns,
}

/// Fuzzers that tell the target about themselves.
pub const PROTOCOLS: [Protocol; 2] = [Protocol::Old, Protocol::New];

/// What persistent programs meet.
pub const PERSISTENT: [Protocol; 3] = [Protocol::Old, Protocol::New, Protocol::Turns];

/// How a child that waits for the next test case looks to whoever asks for its status.
const WAITS: i32 = libc::SIGSTOP << 8 | 0x7f;

/// What a fuzzer does about words that a target offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    Taken,
    /// As afl-showmap does it.
    Refused,
    /// As afl-fuzz does it with AFL_NO_AUTODICT: not a word about them. (Targets of the new protocol send them anyway.)
    Ignored,
    /// Whether any are offered depends on the compiler: then they are taken.
    IfAny,
}

pub struct Options {
    pub protocol: Protocol,
    pub map_size: usize,
    /// Segments by POSIX name instead of SysV id.
    pub posix: bool,
    /// Where the word by which they take turns is said to be; `None`: where it belongs, near the segment's end.
    pub turns_at: Option<usize>,
    /// Offer test cases in shared memory.
    pub test_cases: bool,
    /// Listen to compares, with a segment of so many bytes.
    pub compares: Option<usize>,
    pub persistent: bool,
    pub deferred: bool,
    /// `None`: the target must not offer any words.
    pub words: Option<Words>,
    pub variables: Vec<(&'static str, String)>,
    /// Runs in the child before the target.
    pub before_exec: fn() -> std::io::Result<()>,
}

impl Options {
    pub fn new(protocol: Protocol) -> Options {
        Options {
            protocol,
            map_size: 1 << 17,
            posix: false,
            turns_at: None,
            test_cases: false,
            compares: None,
            persistent: false,
            deferred: false,
            words: None,
            variables: Vec::new(),
            before_exec: || Ok(()),
        }
    }
}

pub struct Fuzzer {
    pub map: Segment,
    pub compares: Option<Segment>,
    test_cases: Option<Segment>,
    server: Child,
    stdin: File,
    output: File,
    control: File,
    status: File,
    /// The map's size as the target has announced it, 0 if it did not.
    pub announced: usize,
    /// Whether the target takes test cases from shared memory.
    pub shares_test_cases: bool,
    /// Whether the map ends with IJON's slots.
    pub has_ijon: bool,
    /// The dictionary that the target has sent.
    pub words: Option<Vec<Vec<u8>>>,
    /// The first word of a target that is not answered.
    pub hello: u32,
    /// Where the word is by which they take turns, if the target wants to.
    turns: Option<usize>,
    stopped: Option<i32>,
    last_was_killed: bool,
}

/// At most eight bytes for each of 65,536 sites.
const COMPARES_CLEARED: usize = 8 << 16;

pub struct Run {
    pub pid: i32,
    pub status: i32,
    pub map: Vec<u8>,
}

impl Fuzzer {
    /// Starts the target and shakes hands.
    pub fn start(target: &mut Command, options: &Options) -> Fuzzer {
        Fuzzer::try_start(target, options)
            .unwrap_or_else(|word| panic!("the target says {word:#x}"))
    }

    /// As `start`; an error word of the target's is returned.
    pub fn try_start(target: &mut Command, options: &Options) -> Result<Fuzzer, u32> {
        let map = Segment::new(options.map_size, options.posix);
        let test_cases = options
            .test_cases
            .then(|| Segment::new(TEST_CASE_HEADER + MAX_TEST_CASE, options.posix));
        let compares = options
            .compares
            .map(|size| Segment::new(size, options.posix));
        let (control_end, control) = pipe();
        let (status, status_end) = pipe();
        let stdin = tempfile::tempfile().unwrap();
        let output = tempfile::tempfile().unwrap();
        let (read_end, write_end) = (control_end.as_raw_fd(), status_end.as_raw_fd());
        let before_exec = options.before_exec;
        target
            .env(env::SHM_ID.to_str().unwrap(), &map.name)
            .stdin(Stdio::from(stdin.try_clone().unwrap()))
            .stdout(Stdio::from(output.try_clone().unwrap()))
            .stderr(Stdio::from(output.try_clone().unwrap()));
        if let Some(test_cases) = &test_cases {
            target.env(env::SHM_FUZZ_ID.to_str().unwrap(), &test_cases.name);
        }
        let turns_at = options.turns_at.unwrap_or((options.map_size - 64) & !63);
        if options.protocol == Protocol::Turns && options.persistent {
            target.env(env::SYNC.to_str().unwrap(), turns_at.to_string());
        }
        if let Some(compares) = &compares {
            target.env(env::CMPLOG_SHM_ID.to_str().unwrap(), &compares.name);
        }
        for (is_set, name, value) in [
            (
                matches!(options.protocol, Protocol::New | Protocol::Turns),
                env::SHM_FUZZ_MAP_SIZE,
                "1048580",
            ),
            (options.persistent, env::PERSISTENT, "1"),
            (options.deferred, env::DEFERRED, "1"),
        ] {
            if is_set {
                target.env(name.to_str().unwrap(), value);
            }
        }
        target.envs(options.variables.iter().map(|(name, value)| (name, value)));
        // SAFETY: only system calls that are async-signal-safe.
        unsafe {
            target.pre_exec(move || {
                if libc::dup2(read_end, CONTROL_FD) < 0 || libc::dup2(write_end, STATUS_FD) < 0 {
                    return Err(std::io::Error::last_os_error());
                }
                before_exec()
            });
        }
        let server = target.spawn().unwrap();
        let mut fuzzer = Fuzzer {
            map,
            compares,
            test_cases,
            server,
            stdin,
            output,
            control,
            status,
            announced: 0,
            shares_test_cases: false,
            has_ijon: false,
            words: None,
            hello: 0,
            turns: None,
            stopped: None,
            last_was_killed: false,
        };
        drop((control_end, status_end));
        match options.protocol {
            Protocol::Ancient => {
                fuzzer.hello = fuzzer.word();
            }
            Protocol::Old => fuzzer.shake_old(options.words)?,
            Protocol::New | Protocol::Unsaid => fuzzer.shake_new(options.words, None)?,
            Protocol::Turns => {
                let turns_at = options.persistent.then_some(turns_at);
                fuzzer.shake_new(options.words, turns_at)?;
            }
        }
        Ok(fuzzer)
    }

    fn shake_old(&mut self, words: Option<Words>) -> Result<(), u32> {
        let hello = self.word();
        if hello & 0xf800_008f == old::ERROR {
            return Err(hello);
        }
        if hello == 0 {
            return Ok(());
        }
        assert_eq!(hello & old::ENABLED, old::ENABLED);
        assert_eq!(
            hello & 0x2000_0000,
            0,
            "options that nobody has asked for: {hello:#x}"
        );
        let words = decided(words, hello & old::AUTODICT != 0);
        // Without this AFL++ takes no target for `-c`.
        assert_eq!(hello & old::COMPARES != 0, self.compares.is_some());
        if hello & old::MAP_SIZE != 0 {
            self.announced = ((hello & 0x00ff_fffe) >> 1) as usize + 1;
        }
        if hello & old::SHARED_TEST_CASES != 0 {
            assert!(
                self.test_cases.is_some(),
                "the target wants a segment that is not there"
            );
            self.shares_test_cases = true;
        }
        let mut reply = old::ENABLED;
        if self.shares_test_cases {
            reply |= old::SHARED_TEST_CASES;
        }
        if words == Some(Words::Taken) {
            reply |= old::AUTODICT;
        }
        if self.shares_test_cases || matches!(words, Some(Words::Taken | Words::Refused)) {
            self.say(reply);
        }
        if words == Some(Words::Taken) {
            self.words = Some(self.dictionary());
        }
        Ok(())
    }

    fn shake_new(&mut self, words: Option<Words>, turns_at: Option<usize>) -> Result<(), u32> {
        let hello = self.word();
        if hello & 0xffff_0000 == new::ERROR {
            return Err(hello);
        }
        assert_eq!(hello, new::HELLO);
        self.say(!new::HELLO);
        let options = self.word();
        assert_eq!(
            options & !(new::SHARED_TEST_CASES | new::IJON | new::AUTODICT | new::SYNC),
            new::MAP_SIZE
        );
        self.has_ijon = options & new::IJON != 0;
        self.announced = self.word() as usize;
        if options & new::SYNC != 0 {
            let at = turns_at.expect("nobody has offered to take turns");
            assert!(self.announced <= at && at + 4 <= self.map.size && at.is_multiple_of(4));
            self.turns = Some(at);
        }
        if decided(words, options & new::AUTODICT != 0).is_some() {
            self.words = Some(self.dictionary());
        }
        assert_eq!(self.word(), new::HELLO);
        if options & new::SHARED_TEST_CASES != 0 {
            assert!(
                self.test_cases.is_some(),
                "the target wants a segment that is not there"
            );
            self.shares_test_cases = true;
        }
        Ok(())
    }

    /// Each word has its length before it.
    fn dictionary(&mut self) -> Vec<Vec<u8>> {
        let len = self.word();
        assert!((2..0xff_fff0).contains(&len), "{len} bytes");
        let mut text = vec![0; len as usize];
        self.status.read_exact(&mut text).unwrap();
        let mut rest = &text[..];
        let mut words = Vec::new();
        while let [len, bytes @ ..] = rest {
            let (word, behind) = bytes.split_at(usize::from(*len));
            words.push(word.to_vec());
            rest = behind;
        }
        words
    }

    pub fn run(&mut self, input: &[u8]) -> Run {
        self.run_for(input, Duration::from_secs(20))
    }

    /// One run; the target is killed if it takes longer.
    pub fn run_for(&mut self, input: &[u8], limit: Duration) -> Run {
        let counted = self.turns.unwrap_or(self.map.size);
        self.map.bytes_mut()[..counted].fill(0);
        if let Some(compares) = &mut self.compares {
            // The headers, but of what they lead to no more than AFL++ clears.
            compares.bytes_mut()[..COMPARES_CLEARED].fill(0);
        }
        match &mut self.test_cases {
            Some(segment) if self.shares_test_cases => {
                let (header, data) = segment.bytes_mut().split_at_mut(TEST_CASE_HEADER);
                header.copy_from_slice(&(input.len() as u32).to_ne_bytes());
                data[..input.len()].copy_from_slice(input);
            }
            _ => {
                self.stdin.set_len(0).unwrap();
                self.stdin.rewind().unwrap();
                self.stdin.write_all(input).unwrap();
                self.stdin.rewind().unwrap();
            }
        }
        let (pid, status) = match self.turns {
            Some(at) => self.turn(at, limit),
            None => self.round(limit),
        };
        if libc::WIFSTOPPED(status) {
            self.stopped = Some(pid);
        }
        Run {
            pid,
            status,
            map: self.map.bytes()[..counted].to_vec(),
        }
    }

    /// Whether the target takes turns with its fuzzer.
    pub fn takes_turns(&self) -> bool {
        self.turns.is_some()
    }

    /// One run that the server manages.
    fn round(&mut self, limit: Duration) -> (i32, i32) {
        let pid = self.start_child();
        if let Some(stopped) = self.stopped.take() {
            assert_eq!(stopped, pid, "a stopped child goes on");
        }
        if !readable(&self.status, limit) {
            self.kill(pid);
        }
        (pid, self.word() as i32)
    }

    /// Asks the server for a child.
    fn start_child(&mut self) -> i32 {
        self.say(u32::from(self.last_was_killed));
        self.last_was_killed = false;
        let pid = self.word() as i32;
        assert!(pid > 0, "the fork server has no child: {pid}");
        pid
    }

    fn kill(&mut self, pid: i32) {
        // SAFETY: the target's child, which has not been waited for.
        unsafe { libc::kill(pid, libc::SIGKILL) };
        self.last_was_killed = true;
    }

    /// One run of which the server hears only if the child ends.
    fn turn(&mut self, at: usize, limit: Duration) -> (i32, i32) {
        let pid = match self.stopped.take() {
            Some(pid) => {
                let seen = self.map.shared_word(at).swap(sync::RUN, SeqCst);
                assert_eq!(seen, sync::DONE, "the child waits");
                wake(self.map.shared_word(at));
                pid
            }
            None => self.start_child(),
        };
        let deadline = Instant::now() + limit;
        loop {
            match self.map.shared_word(at).load(SeqCst) {
                sync::DONE => return (pid, WAITS),
                sync::EXITED => break,
                seen if Instant::now() < deadline => sleep_while(self.map.shared_word(at), seen),
                _ => {
                    self.map.shared_word(at).store(sync::EXITED, SeqCst);
                    wake(self.map.shared_word(at));
                    self.kill(pid);
                    break;
                }
            }
        }
        let status = self.word() as i32;
        self.map.shared_word(at).store(sync::IDLE, SeqCst);
        (pid, status)
    }

    /// Tells a child that waits for the next test case to end instead; its status.
    pub fn dismiss(&mut self) -> i32 {
        let at = self.turns.expect("a target that takes turns");
        self.stopped.take().expect("a child that waits");
        self.map.shared_word(at).store(sync::EXITED, SeqCst);
        wake(self.map.shared_word(at));
        self.word() as i32
    }

    /// Kills a child that is stopped between two runs, as fuzzers do with one that they distrust.
    pub fn kill_stopped(&mut self) {
        let stopped = self.stopped.take().expect("a stopped child");
        self.kill(stopped);
        if self.takes_turns() {
            assert_eq!(self.word() as i32, libc::SIGKILL);
        }
    }

    /// What the target has written to stdout and stderr so far.
    pub fn output(&mut self) -> String {
        // The target shares the position, which must stay at the end.
        let mut text = String::new();
        self.output.rewind().unwrap();
        self.output.read_to_string(&mut text).unwrap();
        text
    }

    fn say(&mut self, word: u32) {
        self.control.write_all(&word.to_ne_bytes()).unwrap();
    }

    fn word(&mut self) -> u32 {
        assert!(
            readable(&self.status, Duration::from_secs(20)),
            "the target says nothing"
        );
        let mut word = [0; 4];
        if let Err(end) = self.status.read_exact(&mut word) {
            panic!("the target has gone ({end}): {}", self.output());
        }
        u32::from_ne_bytes(word)
    }
}

impl Drop for Fuzzer {
    fn drop(&mut self) {
        // The end of commands ends the server.
        let (_, closed) = pipe();
        self.control = closed;
        let deadline = Instant::now() + Duration::from_secs(10);
        while matches!(self.server.try_wait(), Ok(None)) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        if let Ok(None) = self.server.try_wait() {
            let _ = self.server.kill();
            let _ = self.server.wait();
            if !std::thread::panicking() {
                panic!("the fork server outlives its fuzzer");
            }
        }
    }
}

/// What is done about words that are offered, or not.
fn decided(words: Option<Words>, are_offered: bool) -> Option<Words> {
    let words = match (words, are_offered) {
        (Some(Words::IfAny), true) => Some(Words::Taken),
        (Some(Words::IfAny), false) => None,
        _ => words,
    };
    assert_eq!(are_offered, words.is_some(), "words are offered or not");
    words
}

/// The code in an error word of either protocol.
pub fn error_code(word: u32) -> u32 {
    if word & 0xffff_0000 == new::ERROR {
        word & 0xffff
    } else {
        word >> old::ERROR_SHIFT & 0xffff
    }
}

pub const NO_SUCH_SEGMENT: u32 = error::SHM_OPEN;

/// Shared memory, removed from the system at once after the target is gone.
pub struct Segment {
    pub name: String,
    address: NonNull<u8>,
    size: usize,
    removal: Removal,
}

enum Removal {
    SysV(i32),
    Posix(CString),
}

impl Segment {
    pub fn new(size: usize, posix: bool) -> Segment {
        if posix {
            Segment::posix(size)
        } else {
            Segment::sysv(size)
        }
    }

    fn sysv(size: usize) -> Segment {
        // SAFETY: plain calls; the results are checked.
        unsafe {
            let id = libc::shmget(libc::IPC_PRIVATE, size, libc::IPC_CREAT | 0o666);
            assert!(id >= 0, "shmget: {}", std::io::Error::last_os_error());
            let address = libc::shmat(id, std::ptr::null(), 0).cast();
            assert!(
                address as isize != -1,
                "shmat: {}",
                std::io::Error::last_os_error()
            );
            let address = NonNull::new(address).unwrap();
            Segment {
                name: id.to_string(),
                address,
                size,
                removal: Removal::SysV(id),
            }
        }
    }

    fn posix(size: usize) -> Segment {
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let next = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("/fz_test_{}_{next}", std::process::id());
        let path = CString::new(name.clone()).unwrap();
        // SAFETY: plain calls; the results are checked.
        unsafe {
            let fd = libc::shm_open(
                path.as_ptr(),
                libc::O_CREAT | libc::O_RDWR | libc::O_EXCL,
                0o600 as libc::c_uint,
            );
            assert!(fd >= 0, "shm_open: {}", std::io::Error::last_os_error());
            let fd = OwnedFd::from_raw_fd(fd);
            assert_eq!(libc::ftruncate(fd.as_raw_fd(), size as i64), 0);
            let address = libc::mmap(
                std::ptr::null_mut(),
                size,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                fd.as_raw_fd(),
                0,
            );
            assert_ne!(address, libc::MAP_FAILED);
            let address = NonNull::new(address.cast()).unwrap();
            Segment {
                name,
                address,
                size,
                removal: Removal::Posix(path),
            }
        }
    }

    pub fn bytes(&self) -> &[u8] {
        // SAFETY: mapped for as long as self lives; the target is not running.
        unsafe { std::slice::from_raw_parts(self.address.as_ptr(), self.size) }
    }

    /// A word that the target changes while it runs.
    fn shared_word(&self, at: usize) -> &AtomicU32 {
        assert!(at.is_multiple_of(4) && at + 4 <= self.size);
        // SAFETY: in the segment, aligned, and always used as an atomic while the target runs.
        unsafe { AtomicU32::from_ptr(self.address.as_ptr().add(at).cast()) }
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.address.as_ptr(), self.size) }
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        // SAFETY: ours, and nobody borrows it any more.
        unsafe {
            match &self.removal {
                Removal::SysV(id) => {
                    libc::shmdt(self.address.as_ptr().cast());
                    libc::shmctl(*id, libc::IPC_RMID, std::ptr::null_mut());
                }
                Removal::Posix(path) => {
                    libc::munmap(self.address.as_ptr().cast(), self.size);
                    libc::shm_unlink(path.as_ptr());
                }
            }
        }
    }
}

/// Sleeps while a word that the target shares has this value, but not for long.
fn sleep_while(word: &AtomicU32, value: u32) {
    let limit = libc::timespec {
        tv_sec: 0,
        tv_nsec: 5_000_000,
    };
    // SAFETY: a word, and a time.
    unsafe {
        libc::syscall(
            libc::SYS_futex,
            word.as_ptr(),
            libc::FUTEX_WAIT,
            value,
            &limit,
        )
    };
}

fn wake(word: &AtomicU32) {
    // SAFETY: a word.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, 1) };
}

/// Reading and writing end.
pub fn pipe() -> (File, File) {
    let mut ends = [0; 2];
    // SAFETY: two fresh descriptors, whose only owners the files are.
    unsafe {
        assert_eq!(libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC), 0);
        (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1]))
    }
}

/// Whether there is something to read, or the end, within the limit.
fn readable(file: &File, limit: Duration) -> bool {
    let mut poll = libc::pollfd {
        fd: file.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    // SAFETY: one valid entry.
    unsafe { libc::poll(&mut poll, 1, limit.as_millis() as i32) > 0 }
}
