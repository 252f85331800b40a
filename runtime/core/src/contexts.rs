//! Call-site contexts: stores the rows that `fz_abi::map` assigns into the records of images.
//!
//! Rows are not mapped over anything: the records point into the fuzzer's map, wherever it is attached.

use core::num::NonZeroU64;
use core::ptr::NonNull;

use fz_abi::map::{Entry, Rows};

use crate::image::Image;
use crate::sys;

/// How many rows each function of some images gets for the calls within these images.
pub struct Contexts<Images> {
    images: Images,
    index: Index,
    size: usize,
}

impl<Images: Iterator<Item = &'static Image> + Clone> Contexts<Images> {
    /// Counts the calls of each function.
    pub fn new(images: Images) -> Self {
        let functions = || images.clone().flat_map(|image| image.records().functions());
        let mut index = Index::with_room(functions().count());
        for (order, (entry, function)) in index.entries().iter_mut().zip(functions()).enumerate() {
            // SAFETY: a record of a loaded image.
            let function = unsafe { &*function };
            let address = NonZeroU64::new(function.function);
            *entry = Entry::new(order, address, function.counters, function.most);
        }
        let calls = images.clone().flat_map(|image| image.records().calls());
        // SAFETY: records of loaded images.
        let callees = calls.map(|call| NonZeroU64::new(unsafe { (*call).callee }));
        let size = Rows::new(index.entries(), callees).size();
        Contexts {
            images,
            index,
            size,
        }
    }

    /// Bytes of all rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Gives out the rows, in the map at `map` from offset `from` on. Returns whether all of them end before the offset
    /// `limit`; those that do not are not given out.
    pub fn hand_out(mut self, map: usize, from: usize, limit: usize) -> bool {
        let mut rows = Rows::sorted(self.index.entries());
        let mut free = from;
        let functions = self
            .images
            .clone()
            .flat_map(|image| image.records().functions());
        for (order, function) in functions.enumerate() {
            // SAFETY: a record of a loaded image, which is not running yet.
            let function = unsafe { &mut *function };
            (function.rows, function.span) = (0, 0);
            let address = NonZeroU64::new(function.function);
            let Some(placed) = rows.place(order, address, free, limit) else {
                continue;
            };
            if placed.rows != 0 {
                function.rows = (map + placed.start) as u64;
                function.span = u64::from(placed.rows - 1) * u64::from(function.counters) + 1;
            }
            free += placed.size;
        }
        for call in self.images.flat_map(|image| image.records().calls()) {
            // SAFETY: as above.
            let call = unsafe { &mut *call };
            let given = rows.give(NonZeroU64::new(call.callee));
            let row = given.and_then(|given| given.row);
            call.context = row.map_or(0, |row| (map + row) as u64);
        }
        free <= limit
    }
}

/// The entries of all functions, in memory that is mapped for the duration of the layout.
struct Index {
    memory: Option<NonNull<Entry<NonZeroU64>>>,
    len: usize,
}

const ENTRY: usize = size_of::<Entry<NonZeroU64>>();

impl Index {
    /// If no memory can be mapped the index stays empty, and no function gets rows.
    fn with_room(len: usize) -> Index {
        let memory = match len {
            0 => None,
            _ => sys::map_private(len * ENTRY).map(NonNull::cast),
        };
        Index {
            memory,
            len: if memory.is_some() { len } else { 0 },
        }
    }

    fn entries(&mut self) -> &mut [Entry<NonZeroU64>] {
        match self.memory {
            // SAFETY: mapped for `len` of them; zeros are an entry, of no function.
            Some(memory) => unsafe { core::slice::from_raw_parts_mut(memory.as_ptr(), self.len) },
            None => &mut [],
        }
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        if let Some(memory) = self.memory {
            // SAFETY: mapped in `with_room`, for this index alone.
            unsafe { sys::unmap(memory.as_ptr() as usize, self.len * ENTRY) };
        }
    }
}
