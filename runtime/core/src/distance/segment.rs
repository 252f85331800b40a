//! The engine's segment.

use core::ptr::null_mut;
use core::sync::atomic::{
    AtomicI64, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed,
};

use fz_abi::distance::{self as layout, Header, NOT_REACHED};

use crate::segment::{self, Failure, Name};
use crate::sys;

static ADDRESS: AtomicPtr<u8> = AtomicPtr::new(null_mut());
static ROOM: AtomicUsize = AtomicUsize::new(0);

/// The attached segment.
#[derive(Clone, Copy)]
pub struct Segment {
    address: *mut u8,
    room: usize,
}

/// The segment, once it is attached.
pub fn get() -> Option<Segment> {
    let address = ADDRESS.load(Relaxed);
    (!address.is_null()).then(|| Segment {
        address,
        room: ROOM.load(Relaxed),
    })
}

/// Attaches a segment, and prepares one that is new.
pub fn attach(name: &Name, outcomes: usize) -> Result<(), Failure> {
    let found = segment::attach(name)?;
    if found.size < layout::HEADER {
        return Err(Failure::Attach);
    }
    let room = layout::room(found.size).min(outcomes.next_multiple_of(8));
    let segment = Segment {
        address: found.address.as_ptr(),
        room,
    };
    let header = segment.address.cast::<Header>();
    // SAFETY: the segment has at least a header, and what the sizes say after it.
    unsafe {
        let is_new = (&raw const (*header).magic).read_volatile() != layout::MAGIC;
        if is_new {
            let distances = segment.address.add(layout::distances(room)).cast::<i64>();
            (0..room).for_each(|at| distances.add(at).write_volatile(NOT_REACHED));
        }
        (&raw mut (*header).outcomes).write_volatile(outcomes as u64);
        (&raw mut (*header).room).write_volatile(room as u64);
        (&raw mut (*header).magic).write_volatile(layout::MAGIC);
    }
    ROOM.store(room, Relaxed);
    ADDRESS.store(segment.address, Relaxed);
    Ok(())
}

impl Segment {
    /// For how many outcomes it has room.
    pub fn room(self) -> usize {
        self.room
    }

    fn header(self) -> *mut Header {
        self.address.cast()
    }

    /// The engine's mode.
    pub fn mode(self) -> u32 {
        // SAFETY: the header is there.
        unsafe { (&raw const (*self.header()).mode).read_volatile() }
    }

    /// How often gates have been shut or opened.
    pub fn changes(self) -> u64 {
        self.count_of_changes().load(Relaxed)
    }

    /// A gate has been shut.
    pub fn changed(self) {
        self.count_of_changes().fetch_add(1, Relaxed);
    }

    fn count_of_changes(self) -> &'static AtomicU64 {
        // SAFETY: the header is there, in memory that is never unmapped.
        unsafe { &*(&raw const (*self.header()).changes).cast() }
    }

    /// What is known of an outcome; `None` if it is beyond the room.
    pub fn gate(self, outcome: usize) -> Option<&'static AtomicU8> {
        // SAFETY: within the room, in memory that is never unmapped.
        (outcome < self.room)
            .then(|| unsafe { &*self.address.add(layout::HEADER + outcome).cast() })
    }

    /// What is known of each outcome of a branch, and its distances.
    ///
    /// # Safety
    /// The segment has room for them.
    pub unsafe fn branch(
        self,
        first: usize,
        outcomes: usize,
    ) -> (&'static [AtomicU8], &'static [AtomicI64]) {
        // SAFETY: the caller says so, and the memory is never unmapped.
        unsafe {
            let gates = self.address.add(layout::HEADER + first).cast();
            let distances = self
                .address
                .add(layout::distances(self.room))
                .cast::<AtomicI64>();
            (
                core::slice::from_raw_parts(gates, outcomes),
                core::slice::from_raw_parts(distances.add(first), outcomes),
            )
        }
    }

    /// Adds a branch to the list of those that this run has reached.
    pub fn touch(self, first: usize) {
        // SAFETY: the header and the list are there; entries beyond the list are not written.
        unsafe {
            let count = &*(&raw const (*self.header()).touched).cast::<AtomicU64>();
            // An atomic addition takes longer than all else that is done for a branch.
            let at = match sys::has_one_thread() {
                true => {
                    let at = count.load(Relaxed);
                    count.store(at + 1, Relaxed);
                    at
                }
                false => count.fetch_add(1, Relaxed),
            } as usize;
            if at < self.room {
                let list = self
                    .address
                    .add(layout::touched(self.room))
                    .cast::<AtomicU32>();
                (*list.add(at)).store(first as u32, Relaxed);
            }
        }
    }
}
