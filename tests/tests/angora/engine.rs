//! An engine without any fuzzing: the other side of what Angora and Valkyrie say to their 'fast' builds.

use std::{
    fs::{self, File},
    io::{Read, Seek, Write},
    os::unix::net::{UnixListener, UnixStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    ptr::NonNull,
    time::{Duration, Instant},
};

use fz_abi::angora::{Condition, TABLE_SIZE, env};

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
    condition: Memory,
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
        let condition = Memory::new(size_of::<Condition>());
        let listener = UnixListener::bind(&socket).unwrap();
        let mut command = Command::new(program);
        fz_tests::env::bare(&mut command);
        match input {
            Input::Stdin => command.stdin(file.try_clone().unwrap()),
            Input::File => command.arg(&path).stdin(Stdio::null()),
        };
        let server = command
            .env(name(env::TABLE), table.name())
            .env(name(env::CONDITION), condition.id.to_string())
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
        self.condition.write(Condition {
            held: Condition::UNREACHED,
            ..condition
        });
        self.table.clear();
        self.input.set_len(0).unwrap();
        self.input.rewind().unwrap();
        self.input.write_all(input).unwrap();
        self.input.rewind().unwrap();
        let end = self.run_child(limit);
        Run {
            end,
            condition: self.condition.read(),
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

/// A SysV segment, which goes away with the last process that has it.
pub struct Memory {
    pub id: i32,
    address: NonNull<u8>,
    size: usize,
}

impl Memory {
    pub fn new(size: usize) -> Memory {
        // SAFETY: plain calls; the results are checked.
        unsafe {
            let id = libc::shmget(libc::IPC_PRIVATE, size, libc::IPC_CREAT | 0o600);
            assert!(id >= 0, "shmget: {}", std::io::Error::last_os_error());
            let address = libc::shmat(id, std::ptr::null(), 0).cast::<u8>();
            assert_ne!(address as isize, -1);
            Memory {
                id,
                address: NonNull::new(address).unwrap(),
                size,
            }
        }
    }

    pub fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: attached, and no run is going on.
        unsafe { std::slice::from_raw_parts_mut(self.address.as_ptr(), self.size) }
    }

    fn write(&self, condition: Condition) {
        // SAFETY: made for one.
        unsafe { self.address.cast().write_volatile(condition) };
    }

    fn read(&self) -> Condition {
        // SAFETY: made for one.
        unsafe { self.address.cast().read_volatile() }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: ours.
        unsafe { libc::shmctl(self.id, libc::IPC_RMID, std::ptr::null_mut()) };
    }
}

/// What the program counts in.
pub enum Table {
    Angora(Memory),
    /// A POSIX segment, by its file: empty until the program has given it a size.
    Valkyrie(PathBuf, Vec<u8>),
}

impl Table {
    pub fn new(kind: Kind) -> Table {
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        match kind {
            Kind::Angora => Table::Angora(Memory::new(TABLE_SIZE)),
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
            Table::Angora(memory) => memory.id.to_string(),
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
            Table::Angora(memory) => memory.bytes().fill(0),
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
