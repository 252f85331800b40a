//! An engine without any fuzzing: the other side of what Angora and Valkyrie say to their 'fast' builds.

use std::{
    fs::{self, File},
    io::{Read, Seek, Write},
    os::unix::net::{UnixListener, UnixStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use fz_abi::angora::{Condition, TABLE_SIZE, env};
use fz_harness::fuzzer::Segment;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Angora,
    Valkyrie,
}

/// Where the program finds its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    Stdin,
    File,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Exit(i32),
    Crash(i32),
    TimeOut,
}

pub struct Run {
    pub end: End,
    /// What the program said of the condition.
    pub condition: Condition,
    /// What it counted, entry by entry.
    pub table: Vec<u16>,
}

pub struct Engine {
    kind: Kind,
    table: Table,
    condition: Segment,
    socket: UnixStream,
    server: Child,
    input: File,
    _folder: tempfile::TempDir,
}

const LIMIT: Duration = Duration::from_secs(20);

impl Engine {
    pub fn start(kind: Kind, program: &Path, input: Input) -> Engine {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cur_input");
        let socket = folder.path().join("socket");
        let options = fs::OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(&path);
        let file = options.unwrap();
        let mut table = Table::new(kind);
        let condition = Segment::new(size_of::<Condition>(), false);
        let listener = UnixListener::bind(&socket).unwrap();
        let mut command = Command::new(program);
        fz_tests::env::bare(&mut command);
        match input {
            Input::Stdin => command.stdin(file.try_clone().unwrap()),
            Input::File => command.arg(&path).stdin(Stdio::null()),
        };
        let server = command
            .env(name(env::TABLE), table.name())
            .env(name(env::CONDITION), &condition.name)
            .env(name(env::SOCKET), &socket)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let socket = accept(&listener);
        table.look();
        Engine {
            kind,
            table,
            condition,
            socket,
            server,
            input: file,
            _folder: folder,
        }
    }

    /// Runs an input, to see how it ends and what it counts.
    pub fn run(&mut self, input: &[u8]) -> Run {
        self.run_with(Condition::default(), input, LIMIT)
    }

    /// The same, with an eye on a condition.
    pub fn ask(&mut self, condition: Condition, input: &[u8]) -> Run {
        self.run_with(condition, input, LIMIT)
    }

    pub fn run_with(&mut self, condition: Condition, input: &[u8], limit: Duration) -> Run {
        let condition = Condition {
            held: Condition::UNREACHED,
            ..condition
        };
        let shared: *mut Condition = self.condition.bytes_mut().as_mut_ptr().cast();
        // SAFETY: the segment was made for one, and no run is going on.
        unsafe { shared.write_volatile(condition) };
        self.table.clear();
        self.input.set_len(0).unwrap();
        self.input.rewind().unwrap();
        self.input.write_all(input).unwrap();
        self.input.rewind().unwrap();
        let end = self.run_child(limit);
        Run {
            end,
            // SAFETY: as above.
            condition: unsafe { shared.read_volatile() },
            table: self.table.entries(self.kind),
        }
    }

    fn run_child(&mut self, limit: Duration) -> End {
        self.socket.set_read_timeout(Some(limit)).unwrap();
        self.socket.write_all(&[8; 4]).unwrap();
        let child = self.word().expect("a child");
        assert!(child > 0, "the fork server has no child: {child}");
        let Some(status) = self.word() else {
            // SAFETY: the server's child, which it has not waited for.
            unsafe { libc::kill(child, libc::SIGKILL) };
            self.socket.set_read_timeout(Some(LIMIT)).unwrap();
            assert_eq!(self.word(), Some(libc::SIGKILL));
            return End::TimeOut;
        };
        match libc::WIFSIGNALED(status) {
            true => End::Crash(libc::WTERMSIG(status)),
            false => End::Exit(libc::WEXITSTATUS(status)),
        }
    }

    fn word(&mut self) -> Option<i32> {
        let mut bytes = [0; 4];
        self.socket.read_exact(&mut bytes).ok()?;
        Some(i32::from_le_bytes(bytes))
    }
}

impl Drop for Engine {
    /// As the engines do: two bytes, and the socket is closed.
    fn drop(&mut self) {
        let _ = self.socket.write_all(&[0; 2]);
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        let deadline = Instant::now() + LIMIT;
        while let Ok(None) = self.server.try_wait() {
            if Instant::now() > deadline {
                let _ = self.server.kill();
                let _ = self.server.wait();
                assert!(
                    std::thread::panicking(),
                    "the fork server outlives its engine"
                );
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// A program that ends before it has connected would keep an engine waiting for ever.
fn accept(listener: &UnixListener) -> UnixStream {
    listener.set_nonblocking(true).unwrap();
    let deadline = Instant::now() + LIMIT;
    loop {
        match listener.accept() {
            Ok((socket, _)) => {
                socket.set_nonblocking(false).unwrap();
                return socket;
            }
            Err(error) => assert!(Instant::now() < deadline, "nobody connects: {error}"),
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

pub fn name(variable: &std::ffi::CStr) -> &str {
    variable.to_str().unwrap()
}

/// What the program counts in.
pub enum Table {
    Angora(Segment),
    /// A POSIX segment, by its file: empty until the program has given it a size.
    Valkyrie(PathBuf, Vec<u8>),
}

impl Table {
    pub fn new(kind: Kind) -> Table {
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        match kind {
            Kind::Angora => Table::Angora(Segment::new(TABLE_SIZE, false)),
            Kind::Valkyrie => {
                let next = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let name = format!("fz_angora_{}_{next}", std::process::id());
                let path = Path::new("/dev/shm").join(name);
                File::create_new(&path).unwrap();
                Table::Valkyrie(path, Vec::new())
            }
        }
    }

    pub fn name(&self) -> String {
        match self {
            Table::Angora(memory) => memory.name.clone(),
            Table::Valkyrie(path, _) => path.file_name().unwrap().to_str().unwrap().to_owned(),
        }
    }

    /// Sees how large it is.
    pub fn look(&mut self) {
        if let Table::Valkyrie(path, bytes) = self {
            *bytes = fs::read(path).unwrap();
            assert!(
                !bytes.is_empty(),
                "the program gives its table a size before it connects"
            );
        }
    }

    fn clear(&mut self) {
        match self {
            Table::Angora(memory) => memory.bytes_mut().fill(0),
            Table::Valkyrie(path, bytes) => {
                bytes.fill(0);
                fs::OpenOptions::new()
                    .write(true)
                    .open(path)
                    .unwrap()
                    .write_all(bytes)
                    .unwrap();
            }
        }
    }

    pub fn entries(&mut self, kind: Kind) -> Vec<u16> {
        match self {
            Table::Angora(memory) => memory.bytes().iter().map(|b| u16::from(*b)).collect(),
            Table::Valkyrie(path, bytes) => {
                assert_eq!(kind, Kind::Valkyrie);
                let now = fs::read(path).unwrap();
                assert_eq!(now.len(), bytes.len(), "its size stays");
                let pairs = now.chunks_exact(2);
                pairs.map(|p| u16::from_le_bytes([p[0], p[1]])).collect()
            }
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        if let Table::Valkyrie(path, _) = self {
            let _ = fs::remove_file(path);
        }
    }
}
