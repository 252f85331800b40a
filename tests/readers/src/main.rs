//! Runs a target under libFuzzer, whose arguments follow those of ours: a folder of inputs, or an input to be repeated.
//!
//! `fz-readers` lists the targets; `fz-readers TARGET SAMPLES SECONDS ARGUMENTS…` fuzzes one for so much time of the processor,
//! and says how many inputs that were.

mod memory;

use std::{
    ffi::{CString, c_char, c_int},
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use anyhow::{Context, Result};
use fz_readers::{Around, Reader, TARGETS};

#[global_allocator]
static MEMORY: memory::Limited = memory::Limited::new();

/// How often the time is looked at.
const LOOK_EVERY: u64 = 64;

unsafe extern "C" {
    /// Of libFuzzer. It returns when its arguments say so, and ends the process at a finding.
    fn LLVMFuzzerRunDriver(
        count: *mut c_int,
        arguments: *mut *mut *mut c_char,
        run: extern "C" fn(*const u8, usize) -> c_int,
    ) -> c_int;
}

/// What [`run`] runs: libFuzzer hands nothing on to it.
struct Running {
    reader: Reader,
    /// Processor time that it may take.
    seconds: u64,
    runs: AtomicU64,
    /// Goes when the process ends.
    scratch: tempfile::TempDir,
}

// SAFETY: libFuzzer calls a target from the thread that has called it.
unsafe impl Sync for Running {}
// SAFETY: as above.
unsafe impl Send for Running {}

static RUNNING: OnceLock<Running> = OnceLock::new();

fn main() -> ExitCode {
    match start() {
        Ok(status) => ExitCode::from(u8::try_from(status).unwrap_or(1)),
        Err(error) => {
            eprintln!("fz-readers: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn start() -> Result<c_int> {
    let mut arguments = std::env::args();
    let own = arguments.next().unwrap_or_default();
    let Some(name) = arguments.next() else {
        for target in TARGETS {
            println!("{}\t{}", target.name, target.reads);
        }
        return Ok(0);
    };
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.with_context(|| format!("no target is named {name}"))?;
    let samples = PathBuf::from(arguments.next().context("no samples are named")?);
    let seconds = arguments.next().context("no time is named")?.parse()?;
    let rest: Vec<String> = arguments.collect();
    let scratch = tempfile::tempdir()?;
    let reader = (target.start)(&Around {
        samples,
        scratch: scratch.path().to_owned(),
    })?;
    if let Some(folder) = rest.iter().map(Path::new).find(|path| path.is_dir()) {
        for (number, seed) in reader.seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed-{number:04}")), seed)?;
        }
    }
    let running = Running {
        reader,
        seconds,
        runs: AtomicU64::new(0),
        scratch,
    };
    assert!(RUNNING.set(running).is_ok(), "it is set once");
    // A panic is a finding: libFuzzer notices how a process ends.
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        told(panic);
        std::process::abort();
    }));
    let words = std::iter::once(own).chain(rest);
    let words: Vec<CString> = words.map(CString::new).collect::<Result<_, _>>()?;
    let mut words: Vec<*mut c_char> = words.iter().map(|word| word.as_ptr().cast_mut()).collect();
    let mut count = words.len() as c_int;
    words.push(std::ptr::null_mut());
    let mut words = words.as_mut_ptr();
    // SAFETY: the words outlive the call, and end with a null pointer, as those of a `main` do.
    Ok(unsafe { LLVMFuzzerRunDriver(&raw mut count, &raw mut words, run) })
}

extern "C" fn run(data: *const u8, size: usize) -> c_int {
    let running = RUNNING.get().expect("it is set before libFuzzer begins");
    // SAFETY: libFuzzer says so; of an empty input it may give no address.
    let data = match size {
        0 => &[][..],
        _ => unsafe { std::slice::from_raw_parts(data, size) },
    };
    (running.reader.read)(data);
    let runs = running.runs.fetch_add(1, Relaxed) + 1;
    if runs.is_multiple_of(LOOK_EVERY) && processor_time() >= running.seconds {
        println!("{runs}");
        let _ = fs::remove_dir_all(running.scratch.path());
        // Without destructors, which would race with libFuzzer's threads.
        // SAFETY: it does not return.
        unsafe { libc::_exit(0) };
    }
    0
}

/// In seconds, of all threads of this process.
fn processor_time() -> u64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: it writes there.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    time.tv_sec as u64
}
