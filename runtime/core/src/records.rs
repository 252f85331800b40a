//! The records that images bring for call-site contexts (`fz_abi::contexts`).

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use fz_abi::contexts::{Bounds, Call, Function};

/// The records of one image, and its rows if it was loaded later.
pub struct Records {
    /// Start and stop of its [`Function`]s.
    functions: Range,
    /// Start and stop of its [`Call`]s.
    calls: Range,
    /// Offsets of the first row in the map, and of the end of the last. Images present at start share one range of
    /// rows.
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

/// The bounds that an image has announced. It registers its counters, by which it is known, directly afterwards.
static COMING: Records = Records::new();
static COMING_COUNTERS: AtomicUsize = AtomicUsize::new(0);

/// Notes the records of the image that is about to register its counters.
pub fn announce(bounds: &Bounds) {
    COMING_COUNTERS.store(bounds.counters[0] as usize, Relaxed);
    store(
        &COMING.functions,
        bounds.functions.map(|bound| bound as usize),
    );
    store(&COMING.calls, bounds.calls.map(|bound| bound as usize));
}

impl Records {
    /// Records of an image that announces none.
    pub const fn new() -> Records {
        Records {
            functions: empty(),
            calls: empty(),
            rows: empty(),
        }
    }

    /// Takes the announced records for the image whose counters begin at `start`. Images instrumented by other
    /// compilers announce none.
    pub fn take_announced(&self, start: usize) {
        if COMING_COUNTERS.swap(0, Relaxed) == start {
            store(&self.functions, load(&COMING.functions));
            store(&self.calls, load(&COMING.calls));
        }
    }

    /// Forgets the sections: the image was loaded again, at another address.
    pub fn forget_sections(&self) {
        store(&self.functions, [0; 2]);
        store(&self.calls, [0; 2]);
    }

    /// The offsets of the rows of an image that was loaded later.
    pub fn rows(&self) -> core::ops::Range<usize> {
        let [from, to] = load(&self.rows);
        from..to
    }

    /// Notes where the rows are.
    pub fn set_rows(&self, from: usize, to: usize) {
        store(&self.rows, [from, to]);
    }

    /// Its functions whose rows are laid out at load.
    pub fn functions(&self) -> impl Iterator<Item = *mut Function> + use<> {
        pointers(load(&self.functions))
    }

    /// Its calls that may pass a row.
    pub fn calls(&self) -> impl Iterator<Item = *mut Call> + use<> {
        pointers(load(&self.calls))
    }
}

fn pointers<T>([start, stop]: [usize; 2]) -> impl Iterator<Item = *mut T> {
    (0..stop.saturating_sub(start) / size_of::<T>())
        .map(move |index| (start as *mut T).wrapping_add(index))
}
