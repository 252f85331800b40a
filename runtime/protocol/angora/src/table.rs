//! Valkyrie's table: two bytes per counter, in a segment whose size the program sets. Counters have one byte each, in
//! the fork server's memory; the table is filled from them when a run has ended, however it ended.

use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering::Relaxed};

use fz_runtime_core::layout::{self, Demand};
use fz_runtime_core::segment::{self, Failure};
use fz_runtime_core::{map, sys};

use crate::environment;

static TABLE: AtomicPtr<u16> = AtomicPtr::new(null_mut());

/// Sets the table's size, once that of the map is known.
pub fn attach(demand: Demand) -> Result<(), Failure> {
    if !environment::TABLE.is_set() {
        return Ok(());
    }
    let size = layout::announce(demand) * size_of::<u16>();
    let fd = sys::open_shared(&segment::path(&environment::TABLE)).ok_or(Failure::Open)?;
    let table = match sys::set_file_size(fd, size) {
        true => sys::map_shared(Some(fd), size),
        false => None,
    };
    sys::close(fd);
    let table = table.ok_or(Failure::Map)?;
    TABLE.store(table.as_ptr().cast(), Relaxed);
    Ok(())
}

/// Moves the counts into the table.
pub fn fill() {
    let table = TABLE.load(Relaxed);
    if table.is_null() {
        return;
    }
    let (counters, len) = (map::address(), layout::announced());
    for first in (0..len).step_by(size_of::<u64>()) {
        // SAFETY: the map ends where a page does.
        let word = unsafe { counters.add(first).cast::<u64>().replace(0) };
        if word == 0 {
            continue;
        }
        for (at, count) in (first..len).zip(word.to_ne_bytes()) {
            if count != 0 {
                // SAFETY: the table has as many entries as the map was announced with bytes.
                unsafe { table.add(at).write(count.into()) };
            }
        }
    }
}
