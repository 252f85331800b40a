//! Call-site contexts: who gets which row of the map (`fz_abi::contexts` says how).
//!
//! Rows are not laid over anything. Tokens point into the fuzzer's memory where it is attached.

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use fz_abi::contexts::{Bounds, Call, Function};

use crate::image::Image;
use crate::sys;

/// What an image brings, and where its rows are if it came later than the others.
pub struct Contexts {
    /// Start and stop of its [`Function`]s.
    functions: Range,
    /// Start and stop of its [`Call`]s.
    calls: Range,
    /// Offset of the first row in the map, and of the end of the last. The images that were there from the start share
    /// their rows.
    rows: Range,
}

type Range = [AtomicUsize; 2];

const fn empty() -> Range {
    [const { AtomicUsize::new(0) }; 2]
}

fn load(range: &Range) -> [usize; 2] {
    [range[0].load(Relaxed), range[1].load(Relaxed)]
}

fn store(range: &Range, [from, to]: [usize; 2]) {
    range[0].store(from, Relaxed);
    range[1].store(to, Relaxed);
}

/// The bounds that an image has told of just before its counters: until these come nobody knows the image.
static COMING: Contexts = Contexts::new();
static COMING_COUNTERS: AtomicUsize = AtomicUsize::new(0);

/// Notes what the image brings that is about to register its counters.
pub fn announce(bounds: &Bounds) {
    COMING_COUNTERS.store(bounds.counters[0] as usize, Relaxed);
    store(
        &COMING.functions,
        bounds.functions.map(|bound| bound as usize),
    );
    store(&COMING.calls, bounds.calls.map(|bound| bound as usize));
}

impl Contexts {
    pub const fn new() -> Contexts {
        Contexts {
            functions: empty(),
            calls: empty(),
            rows: empty(),
        }
    }

    /// Takes what was announced for the image whose counters begin at `start`. The same image may also come without,
    /// as objects that others have instrumented do.
    pub fn take_announced(&self, start: usize) {
        if COMING_COUNTERS.swap(0, Relaxed) == start {
            store(&self.functions, load(&COMING.functions));
            store(&self.calls, load(&COMING.calls));
        }
    }

    /// The image is not where it was.
    pub fn forget_sections(&self) {
        store(&self.functions, [0; 2]);
        store(&self.calls, [0; 2]);
    }

    pub fn rows(&self) -> core::ops::Range<usize> {
        let [from, to] = load(&self.rows);
        from..to
    }

    pub fn set_rows(&self, from: usize, to: usize) {
        store(&self.rows, [from, to]);
    }

    fn functions(&self) -> impl Iterator<Item = *mut Function> + use<> {
        records(load(&self.functions))
    }

    fn calls(&self) -> impl Iterator<Item = *mut Call> + use<> {
        records(load(&self.calls))
    }
}

fn records<T>([start, stop]: [usize; 2]) -> impl Iterator<Item = *mut T> {
    (0..stop.saturating_sub(start) / size_of::<T>())
        .map(move |index| (start as *mut T).wrapping_add(index))
}

/// How many rows each function of some images gets for the calls within these images.
pub struct Layout<Images> {
    images: Images,
    index: Index,
    size: usize,
}

impl<Images: Iterator<Item = &'static Image> + Clone> Layout<Images> {
    pub fn new(images: Images) -> Self {
        let functions = || {
            images
                .clone()
                .flat_map(|image| image.contexts().functions())
        };
        let mut index = Index::with_room(functions().count());
        for (order, (entry, function)) in index.entries().iter_mut().zip(functions()).enumerate() {
            // SAFETY: a record of a loaded image.
            *entry = unsafe { Entry::new(&*function, order) };
        }
        // Of several records of one function the first is the one that `find` finds.
        index
            .entries()
            .sort_unstable_by_key(|entry| (entry.function, entry.order));
        for call in images.clone().flat_map(|image| image.contexts().calls()) {
            // SAFETY: a record of a loaded image.
            if let Some(entry) = index.find(unsafe { (*call).callee }) {
                entry.calls += 1;
            }
        }
        let size = index.entries().iter().map(|entry| entry.size()).sum();
        Layout {
            images,
            index,
            size,
        }
    }

    /// Bytes of all rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Hands the rows out, in the map at `map` from offset `from` on. Whether all of them end before the offset
    /// `limit`; those that do not are not handed out.
    pub fn hand_out(mut self, map: usize, from: usize, limit: usize) -> bool {
        let mut free = from;
        let functions = self
            .images
            .clone()
            .flat_map(|image| image.contexts().functions());
        for (order, function) in functions.enumerate() {
            // SAFETY: a record of a loaded image, which is not running yet.
            let function = unsafe { &mut *function };
            (function.rows, function.span) = (0, 0);
            let entry = self.index.find(function.function);
            let Some(entry) = entry.filter(|entry| entry.order == order as u32) else {
                continue;
            };
            let size = entry.size();
            entry.fit(limit.saturating_sub(free));
            if entry.most != 0 {
                entry.next = (map + free) as u64;
                function.rows = entry.next;
                function.span = u64::from(entry.most - 1) * u64::from(entry.counters) + 1;
            }
            free += size;
        }
        for call in self.images.flat_map(|image| image.contexts().calls()) {
            // SAFETY: as above.
            let call = unsafe { &mut *call };
            let entry = self.index.find(call.callee);
            call.token = entry.map_or(0, Entry::next_row);
        }
        free <= limit
    }
}

/// A function while its rows are laid out.
struct Entry {
    function: u64,
    /// The next row to be given to a call.
    next: u64,
    /// Of its record among all.
    order: u32,
    calls: u32,
    counters: u32,
    /// The most rows that it can get; then, those that no call has got yet.
    most: u32,
}

impl Entry {
    fn new(function: &Function, order: usize) -> Entry {
        Entry {
            function: function.function,
            next: 0,
            order: order as u32,
            calls: 0,
            counters: function.counters,
            most: if function.counters == 0 {
                0
            } else {
                function.most
            },
        }
    }

    fn size(&self) -> usize {
        self.most.min(self.calls) as usize * self.counters as usize
    }

    /// Settles how many rows there are, in at most so many bytes.
    fn fit(&mut self, room: usize) {
        let most = self.most.min(self.calls);
        let fitting = room.checked_div(self.counters as usize).unwrap_or(0);
        self.most = fitting.min(most as usize) as u32;
    }

    /// The token of the next call, 0 if no row is left.
    fn next_row(&mut self) -> u64 {
        if self.most == 0 {
            return 0;
        }
        self.most -= 1;
        let row = self.next;
        self.next += u64::from(self.counters);
        row
    }
}

/// Finds functions by their address, in memory that the system lends for the time of the layout.
struct Index {
    memory: Option<core::ptr::NonNull<Entry>>,
    len: usize,
}

impl Index {
    /// Where there is no memory nobody is found, and so nobody gets rows.
    fn with_room(len: usize) -> Index {
        let memory = if len == 0 {
            None
        } else {
            sys::map_private(len * size_of::<Entry>()).map(core::ptr::NonNull::cast)
        };
        Index {
            memory,
            len: if memory.is_some() { len } else { 0 },
        }
    }

    fn entries(&mut self) -> &mut [Entry] {
        match self.memory {
            // SAFETY: mapped for `len` of them; zeros are an entry.
            Some(memory) => unsafe { core::slice::from_raw_parts_mut(memory.as_ptr(), self.len) },
            None => &mut [],
        }
    }

    fn find(&mut self, function: u64) -> Option<&mut Entry> {
        if function == 0 {
            return None;
        }
        let entries = self.entries();
        let at = entries.partition_point(|entry| entry.function < function);
        entries
            .get_mut(at)
            .filter(|entry| entry.function == function)
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        if let Some(memory) = self.memory {
            // SAFETY: mapped in `with_room`, for this index alone.
            unsafe { sys::unmap(memory.as_ptr() as usize, self.len * size_of::<Entry>()) };
        }
    }
}
