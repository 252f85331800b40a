//! Loaded images: what the dynamic linker reports, and symbols that the linker defines.

use core::ffi::{c_char, c_int, c_void};

use crate::address_of_weak;

/// Symbols that linkers or linker scripts define in the image that contains this runtime.
pub mod bounds {
    use fz_abi::{map, sections};

    use super::address_of_weak;

    /// A function that returns a symbol's address. In assembly the symbol has to be a literal; it must equal the
    /// declared name.
    macro_rules! bound {
        ($function:ident, $symbol:literal, $name:expr) => {
            pub fn $function() -> usize {
                const { assert!(is_same($symbol, $name)) };
                address_of_weak!($symbol, hidden)
            }
        };
    }

    bound!(
        counters_start,
        "__start___sancov_cntrs",
        sections::COUNTERS_START
    );
    bound!(
        counters_stop,
        "__stop___sancov_cntrs",
        sections::COUNTERS_STOP
    );
    bound!(gates_start, "__start___fz_gates", sections::GATES_START);
    bound!(map_head, "__fz_map_head", map::HEAD_SYMBOL);
    bound!(counters_end, "__fz_counters_end", map::END_SYMBOL);

    pub const fn is_same(a: &str, b: &str) -> bool {
        let (a, b) = (a.as_bytes(), b.as_bytes());
        let mut at = 0;
        while at < a.len() && at < b.len() && a[at] == b[at] {
            at += 1;
        }
        at == a.len() && at == b.len()
    }
}

/// What `dl_iterate_phdr` reports of an image (the fields that every libc has).
#[repr(C)]
pub struct LoadedImage {
    pub base: usize,
    pub name: *const c_char,
    pub headers: *const ProgramHeader,
    pub header_count: u16,
}

impl LoadedImage {
    pub fn headers(&self) -> &[ProgramHeader] {
        if self.headers.is_null() {
            return &[];
        }
        // SAFETY: the dynamic linker reports that many.
        unsafe { core::slice::from_raw_parts(self.headers, usize::from(self.header_count)) }
    }
}

#[repr(C)]
pub struct ProgramHeader {
    pub kind: u32,
    pub flags: u32,
    pub offset: usize,
    pub address: usize,
    pub physical: usize,
    pub file_size: usize,
    pub size: usize,
    pub align: usize,
}

/// Calls `visit` with each loaded image, the executable first, until it returns true. Does nothing without a dynamic
/// linker.
pub fn for_each_image<F: FnMut(&LoadedImage) -> bool>(mut visit: F) {
    unsafe extern "C" fn trampoline<F: FnMut(&LoadedImage) -> bool>(
        image: *const LoadedImage,
        _size: usize,
        visit: *mut c_void,
    ) -> c_int {
        // SAFETY: the dynamic linker passes a valid image and the pointer that we gave it.
        unsafe { c_int::from((*visit.cast::<F>())(&*image)) }
    }
    type Callback = unsafe extern "C" fn(*const LoadedImage, usize, *mut c_void) -> c_int;
    type Iterate = unsafe extern "C" fn(Callback, *mut c_void) -> c_int;

    let address = address_of_weak!("dl_iterate_phdr");
    if address != 0 {
        // SAFETY: that is the function's type.
        unsafe {
            let iterate = core::mem::transmute::<usize, Iterate>(address);
            iterate(trampoline::<F>, (&raw mut visit).cast());
        }
    }
}
