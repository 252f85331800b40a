//! The condition that the engine works on.
//!
//! A condition names a site. Before a run its id is stored into a word of each image, and only the site with this id
//! calls the callbacks. After the execution that the engine asks for, the words are cleared.

use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering::Relaxed};

use fz_abi::angora::Condition;
use fz_runtime_core::phase::{self, Phase};
use fz_runtime_core::segment;
use fz_runtime_protocol::Failure;

use crate::environment;

static CONDITION: AtomicPtr<Condition> = AtomicPtr::new(null_mut());
/// How often the site was executed in this run, up to the execution that the engine asks for.
static EXECUTIONS: AtomicU32 = AtomicU32::new(0);

/// `uint32_t`: the id stored in all words.
#[unsafe(no_mangle)]
pub static __angora_cond_cmpid: AtomicU32 = AtomicU32::new(0);

/// Words of the images present at start: start and end.
static WORDS: [[AtomicUsize; 2]; MOST_WORDS] =
    [const { [const { AtomicUsize::new(0) }; 2] }; MOST_WORDS];
static WORD_COUNT: AtomicUsize = AtomicUsize::new(0);
/// As many as there may be images; sites of further images are not reported.
const MOST_WORDS: usize = 1024;

/// Attaches the engine's condition, if it has one.
pub fn attach() -> Result<(), Failure> {
    if !environment::CONDITION.is_set() {
        return Ok(());
    }
    let segment = segment::attach(&environment::CONDITION)?;
    if segment.size < size_of::<Condition>() {
        return Err(segment::Failure::Attach.into());
    }
    CONDITION.store(segment.address.as_ptr().cast(), Relaxed);
    Ok(())
}

/// A run begins, in a child of the fork server.
pub fn begin_run() {
    EXECUTIONS.store(0, Relaxed);
    if let Some(condition) = condition() {
        // SAFETY: attached; the engine waits for this run.
        listen_to(unsafe { (&raw const (*condition).id).read_volatile() });
    }
}

fn condition() -> Option<*mut Condition> {
    let condition = CONDITION.load(Relaxed);
    (!condition.is_null()).then_some(condition)
}

/// Lets the site with this id call, in images present at start.
fn listen_to(id: u32) {
    __angora_cond_cmpid.store(id, Relaxed);
    for [start, end] in &WORDS[..WORD_COUNT.load(Relaxed).min(MOST_WORDS)] {
        set(start.load(Relaxed), end.load(Relaxed), id);
    }
}

fn set(start: usize, end: usize, id: u32) {
    for word in (start..end).step_by(size_of::<u32>()) {
        // SAFETY: a word of an image's that is for us to write, at a time when the image is there.
        unsafe { (word as *mut u32).write_volatile(id) };
    }
}

/// Called by each image's constructor with its word, if it reports compares.
#[unsafe(no_mangle)]
pub extern "C" fn __fz_angora_init(start: usize, end: usize) {
    match phase::get() {
        Phase::Starting => {
            if let Some(words) = WORDS.get(WORD_COUNT.fetch_add(1, Relaxed)) {
                words[0].store(start, Relaxed);
                words[1].store(end, Relaxed);
            }
        }
        Phase::Idle => {}
        // The image may be unloaded later, so its word is not stored.
        Phase::Attached => set(start, end, __angora_cond_cmpid.load(Relaxed)),
    }
}

/// The condition, if this is the execution that the engine asks for.
fn reached(id: u32, context: u32) -> Option<(*mut Condition, Condition)> {
    let shared = condition()?;
    // SAFETY: attached; the engine writes between runs.
    let asked = unsafe { shared.read_volatile() };
    let order = asked.order & Condition::EXECUTION;
    if asked.id != id || asked.context != context || EXECUTIONS.load(Relaxed) >= order {
        return None;
    }
    (EXECUTIONS.fetch_add(1, Relaxed) + 1 == order).then_some((shared, asked))
}

fn answer(shared: *mut Condition, held: u32, operands: [u64; 2]) {
    // SAFETY: attached. `held` comes last: it says that the rest is there.
    unsafe {
        (&raw mut (*shared).operands).write_volatile(operands);
        (&raw mut (*shared).held).write_volatile(held);
    }
    listen_to(0);
}

#[unsafe(no_mangle)]
pub extern "C" fn __angora_trace_cmp(held: u32, id: u32, context: u32, a: u64, b: u64) -> u32 {
    if let Some((shared, asked)) = reached(id, context) {
        answer(shared, held, distance(&asked, held, [a, b]));
    }
    held
}

#[unsafe(no_mangle)]
pub extern "C" fn __angora_trace_switch(id: u32, context: u32, value: u64) -> u64 {
    if let Some((shared, asked)) = reached(id, context) {
        let case = asked.operands[1];
        answer(shared, u32::from(value == case), [value, case]);
    }
    value
}

/// Of floating-point operands, engines use only the difference, and take 0 for success whatever the predicate. So the
/// difference is 0 exactly if the outcome is not the one that the engine started from.
fn distance(asked: &Condition, held: u32, [a, b]: [u64; 2]) -> [u64; 2] {
    /// The largest of LLVM's predicates for floating-point numbers, in the lower byte; compares that no branch depends
    /// on have more bits.
    const LAST_FLOAT: u32 = 15;
    const PREDICATE: u32 = 0xff;
    const FIRST_UNASKED: u32 = 0x4000;
    let is_float = asked.op & PREDICATE <= LAST_FLOAT && asked.op < FIRST_UNASKED;
    match (is_float, held == asked.condition) {
        (true, false) => [a, a],
        (true, true) if a == b => [a, a ^ 1],
        _ => [a, b],
    }
}

fz_abi::implements! {
    images::ANGORA_INIT: __fz_angora_init(_, _);
    angora::TRACE_COMPARE: __angora_trace_cmp(_, _, _, _, _);
    angora::TRACE_SWITCH: __angora_trace_switch(_, _, _);
}
