//! The optimised dictionary: a custom mutator for an afl-fuzz that knows nothing of fz (AFL_CUSTOM_MUTATOR_LIBRARY).
//!
//! Of all tokens that a program compares its input with, only those of the blocks that its run reaches can help an
//! input. So, for each entry of the queue, [`mutator`] lets afl-fuzz run it as it is, looks into the map which
//! blocks that was ([`tokens`]), and tries their tokens at every offset, overwritten and inserted ([`tries`]). Each
//! is tried once; in between, and afterwards, afl-fuzz continues with its own work.
//!
//! This file is the boundary to C. No panic crosses it: after one, as after any error, fuzzing continues without us.

mod host;
mod mutator;
mod taint;
mod tokens;
mod tries;

use std::{
    ffi::{c_char, c_uint, c_void},
    panic::{AssertUnwindSafe, catch_unwind},
    ptr, slice,
};

use fz_base::tell;
use mutator::Mutator;

/// What afl-fuzz holds for us.
struct State {
    /// `None`: there is nothing to try.
    mutator: Option<Mutator>,
    /// The input that afl-fuzz has got from us, until it asks for the next one.
    input: Vec<u8>,
    /// What that is, for a file's name; ends with a NUL.
    description: Vec<u8>,
}

impl State {
    /// Has the mutator do something, as long as it is well.
    fn with<T>(&mut self, work: impl FnOnce(&mut Mutator) -> anyhow::Result<T>) -> Option<T> {
        let mutator = self.mutator.as_mut()?;
        match catch_unwind(AssertUnwindSafe(|| work(mutator))) {
            Ok(Ok(done)) => return Some(done),
            Ok(Err(error)) => say(&error),
            // The panic's own message has been printed.
            Err(_) => {}
        }
        self.mutator = None;
        None
    }
}

/// Why there is no optimised dictionary; afl-fuzz goes on.
fn say(error: &anyhow::Error) {
    tell!("fz: no optimised dictionary: {error:#}");
}

/// # Safety
/// Called by afl-fuzz, once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afl_custom_init(_afl: *mut c_void, _seed: c_uint) -> *mut c_void {
    let mut state = Box::new(State {
        mutator: None,
        input: Vec::new(),
        description: Vec::new(),
    });
    if let Ok(made) = catch_unwind(Mutator::new) {
        state.mutator = made.inspect_err(say).ok();
    }
    Box::into_raw(state).cast()
}

/// # Safety
/// `data` is what [`afl_custom_init`] has returned, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afl_custom_deinit(data: *mut c_void) {
    // SAFETY: the caller says so.
    drop(unsafe { Box::from_raw(data.cast::<State>()) });
}

/// How many inputs there are to make of the entry `buf`: at most so many, for what its run comes to may not be known yet.
///
/// # Safety
/// `data` is what [`afl_custom_init`] has returned; `buf` has `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afl_custom_fuzz_count(
    data: *mut c_void,
    buf: *const u8,
    size: usize,
) -> c_uint {
    // SAFETY: the caller says so.
    let (state, entry) = unsafe { (&mut *data.cast::<State>(), bytes(buf, size)) };
    state.with(|m| Ok(m.begin(entry))).unwrap_or(0)
}

/// The next input of the entry `buf`. 0: there is none.
///
/// # Safety
/// `data` is what [`afl_custom_init`] has returned; `buf` has `size` bytes, and `out` has room for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afl_custom_fuzz(
    data: *mut c_void,
    buf: *mut u8,
    size: usize,
    out: *mut *const u8,
    _add_buf: *const u8,
    _add_size: usize,
    max_size: usize,
) -> usize {
    // SAFETY: the caller says so.
    let (state, entry) = unsafe { (&mut *data.cast::<State>(), bytes(buf, size)) };
    let mut input = std::mem::take(&mut state.input);
    let made = state.with(|m| m.next(entry, max_size, &mut input));
    state.input = input;
    let size = match made {
        Some(true) => state.input.len(),
        _ => 0,
    };
    // SAFETY: as above.
    unsafe { *out = state.input.as_ptr() };
    size
}

/// What the last input was, for the name of its file.
///
/// # Safety
/// `data` is what [`afl_custom_init`] has returned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afl_custom_describe(data: *mut c_void, most: usize) -> *const c_char {
    // SAFETY: the caller says so.
    let state = unsafe { &mut *data.cast::<State>() };
    let Some(text) = state.with(|m| Ok(m.describe())) else {
        return ptr::null();
    };
    state.description = text.into_bytes();
    state.description.truncate(most.saturating_sub(1));
    state.description.push(0);
    state.description.as_ptr().cast()
}

/// Never called: that it is there says that no second entry is wanted.
#[unsafe(no_mangle)]
pub extern "C" fn afl_custom_splice_optout(_data: *mut c_void) {}

/// # Safety
/// There are so many bytes, for as long as the caller's call takes.
unsafe fn bytes<'a>(start: *const u8, size: usize) -> &'a [u8] {
    match start.is_null() {
        true => &[],
        // SAFETY: the caller says so.
        false => unsafe { slice::from_raw_parts(start, size) },
    }
}
