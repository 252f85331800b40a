//! The layouts of the segment. AFL++ has had three. The fuzzer does not say which one it uses, but they all differ in
//! size.
//!
//! Each site has a header, and after all headers a row of [`SLOTS`] entries of one size. The row holds the last hits:
//! the operands of an instruction, or what the two pointers of a call ("routine") point to, which takes several
//! entries.

/// The number of sites, and of entries per site.
const SITES: usize = 65536;
const SLOTS: usize = 32;
/// The most bytes of an operand.
pub const LONGEST: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum EntryKind {
    Instruction,
    Routine,
}

/// The fields of a header, as widths and positions of bits in a little-endian word.
struct Header {
    bytes: usize,
    hits: u32,
    shape: u32,
    kind: u32,
    /// By [`EntryKind`].
    kinds: [u64; 2],
    attribute: u32,
}

const SHAPE_BITS: u32 = 5;
const ATTRIBUTE_BITS: u32 = 4;

struct Instruction {
    bytes: usize,
    /// The halves of both operands, the low ones first.
    operands: [[usize; 2]; 2],
}

struct Routine {
    bytes: usize,
    slots: usize,
    operands: [usize; 2],
    lengths: [usize; 2],
    longest: usize,
    /// Where operands come from, if there is a field for it.
    places: Option<usize>,
}

pub struct Layout {
    header: Header,
    instruction: Instruction,
    routine: Routine,
}

/// 4.20c and later.
const SHORT_HEADER: Header = Header {
    bytes: 2,
    hits: 6,
    shape: 6,
    kind: 11,
    kinds: [0, 1],
    attribute: 12,
};

/// The one that the old handshake refers to.
const TO_4_10C: Layout = Layout {
    header: Header {
        bytes: 8,
        hits: 24,
        shape: 48,
        kind: 53,
        kinds: [1, 2],
        attribute: 55,
    },
    instruction: Instruction {
        bytes: 32,
        operands: [[0, 16], [8, 24]],
    },
    routine: Routine {
        bytes: 64,
        slots: SLOTS / 4,
        operands: [0, 32],
        lengths: [31, 63],
        longest: 31,
        places: None,
    },
};

const TO_4_21C: Layout = Layout {
    header: SHORT_HEADER,
    instruction: Instruction {
        bytes: 42,
        operands: [[0, 16], [8, 24]],
    },
    routine: Routine {
        bytes: 66,
        slots: SLOTS / 2,
        operands: [0, 33],
        lengths: [32, 65],
        longest: LONGEST,
        places: None,
    },
};

const FROM_4_31C: Layout = Layout {
    header: SHORT_HEADER,
    instruction: Instruction {
        bytes: 72,
        operands: [[0, 8], [32, 40]],
    },
    routine: Routine {
        bytes: 72,
        slots: SLOTS / 2,
        operands: [0, 32],
        lengths: [64, 65],
        longest: LONGEST,
        places: Some(66),
    },
};

static LAYOUTS: [Layout; 3] = [TO_4_10C, TO_4_21C, FROM_4_31C];

/// The layout of a segment of this size.
pub fn of_size(size: usize) -> Option<&'static Layout> {
    LAYOUTS.iter().find(|layout| layout.size() == size)
}

/// Whether a fuzzer whose segment has this size uses the old handshake.
pub fn is_oldest(size: usize) -> bool {
    size == TO_4_10C.size()
}

/// One operand of a call.
pub struct Text<'a> {
    /// At least as many bytes as are to be logged.
    pub bytes: &'a [u8; LONGEST],
    /// Its length, with a mark on strings.
    pub len: u8,
    /// Where it is: 0 anywhere, 1 in an image's constants, 2 in its variables.
    pub place: u8,
}

impl Layout {
    const fn size(&self) -> usize {
        SITES * self.header.bytes + SITES * SLOTS * self.instruction.bytes
    }

    /// The most bytes of a call's operand.
    pub fn longest(&self) -> usize {
        self.routine.longest
    }

    /// Logs two values of this many bytes.
    ///
    /// # Safety
    /// `log` is a segment of this layout.
    #[inline(never)]
    pub unsafe fn instruction(
        &self,
        log: *mut u8,
        key: usize,
        values: [u128; 2],
        bytes: usize,
        attribute: u8,
    ) {
        let is = |which: usize| core::ptr::eq(self, &LAYOUTS[which]);
        // Each layout has code of its own, where widths and positions are constants: no hook is called as often.
        // SAFETY: the caller says so.
        unsafe {
            if is(2) {
                FROM_4_31C.log_values(log, key, values, bytes, attribute);
            } else if is(1) {
                TO_4_21C.log_values(log, key, values, bytes, attribute);
            } else {
                TO_4_10C.log_values(log, key, values, bytes, attribute);
            }
        }
    }

    #[inline(always)]
    unsafe fn log_values(
        &self,
        log: *mut u8,
        key: usize,
        values: [u128; 2],
        bytes: usize,
        attribute: u8,
    ) {
        // SAFETY: the caller says so; all offsets lie within the entry.
        unsafe {
            let entry = self.next(log, key, EntryKind::Instruction, bytes, Some(attribute));
            for (value, [low, high]) in values.into_iter().zip(self.instruction.operands) {
                entry.add(low).cast::<u64>().write_unaligned(value as u64);
                // Bits left over from a larger compare are not part of the value.
                let top = (value >> 64) as u64;
                entry.add(high).cast::<u64>().write_unaligned(top);
            }
        }
    }

    /// Logs this many bytes of either text.
    ///
    /// # Safety
    /// As above; at most [`Layout::longest`] bytes.
    pub unsafe fn routine(&self, log: *mut u8, key: usize, texts: [Text; 2], bytes: usize) {
        let routine = &self.routine;
        let places = texts[0].place | texts[1].place << 2;
        // SAFETY: the caller says so; all offsets lie within the entry.
        unsafe {
            let entry = self.next(log, key, EntryKind::Routine, bytes, None);
            for (which, text) in texts.iter().enumerate() {
                let to = entry.add(routine.operands[which]);
                // Byte by byte: `memcpy` may be intercepted by a sanitizer.
                for (at, byte) in text.bytes.iter().take(bytes).enumerate() {
                    to.add(at).write_volatile(*byte);
                }
                entry.add(routine.lengths[which]).write(text.len);
            }
            if let Some(at) = routine.places {
                entry.add(at).write(places);
            }
        }
    }

    /// The entry for a site's next hit, which its header counts.
    #[inline(always)]
    unsafe fn next(
        &self,
        log: *mut u8,
        key: usize,
        kind: EntryKind,
        bytes: usize,
        attribute: Option<u8>,
    ) -> *mut u8 {
        let (entry_bytes, slots) = match kind {
            EntryKind::Instruction => (self.instruction.bytes, SLOTS),
            EntryKind::Routine => (self.routine.bytes, self.routine.slots),
        };
        let header = &self.header;
        // SAFETY: the key is below SITES, so the header is in the segment.
        let slot = unsafe {
            let at = log.add(key * header.bytes);
            let old = header.load(at);
            let (new, slot) = header.hit(old, kind, bytes as u64 - 1, attribute, slots as u64);
            header.store(at, new);
            slot
        };
        let row = SITES * header.bytes + key * SLOTS * self.instruction.bytes;
        // SAFETY: `slots` entries of either kind fit into the row.
        unsafe { log.add(row + slot as usize * entry_bytes) }
    }

    /// Clears all hits.
    ///
    /// # Safety
    /// `log` is a segment of this layout.
    pub unsafe fn clear(&self, log: *mut u8) {
        // SAFETY: it begins with the headers.
        unsafe { log.write_bytes(0, SITES * self.header.bytes) };
    }
}

const fn rows_hold_routines() -> bool {
    let mut index = 0;
    while index < LAYOUTS.len() {
        let layout = &LAYOUTS[index];
        if layout.routine.slots * layout.routine.bytes > SLOTS * layout.instruction.bytes {
            return false;
        }
        index += 1;
    }
    true
}

const _: () = assert!(rows_hold_routines());

impl Header {
    #[inline(always)]
    unsafe fn load(&self, at: *const u8) -> u64 {
        // SAFETY: the caller passes a header of this form.
        unsafe {
            match self.bytes {
                2 => u64::from(at.cast::<u16>().read_unaligned()),
                _ => at.cast::<u64>().read_unaligned(),
            }
        }
    }

    #[inline(always)]
    unsafe fn store(&self, at: *mut u8, header: u64) {
        // SAFETY: the caller passes a header of this form.
        unsafe {
            match self.bytes {
                2 => at.cast::<u16>().write_unaligned(header as u16),
                _ => at.cast::<u64>().write_unaligned(header),
            }
        }
    }

    /// A header after one more hit, and the slot of that hit.
    #[inline(always)]
    fn hit(
        &self,
        header: u64,
        kind: EntryKind,
        shape: u64,
        attribute: Option<u8>,
        slots: u64,
    ) -> (u64, u64) {
        let kind_bits = self.attribute - self.kind;
        let own_kind = self.kinds[kind as usize];
        let is_first = field(header, self.kind, kind_bits) != own_kind;
        let (hits, old_shape) = if is_first {
            (0, 0)
        } else {
            (
                field(header, 0, self.hits),
                field(header, self.shape, SHAPE_BITS),
            )
        };
        // A hit count that overflows stays above the number of slots; 0 would mean no hits.
        let most = (1 << self.hits) - 1;
        let next = if hits == most {
            most + 1 - slots
        } else {
            hits + 1
        };
        let attribute = attribute
            .map_or(field(header, self.attribute, ATTRIBUTE_BITS), |attribute| {
                u64::from(attribute) & ((1 << ATTRIBUTE_BITS) - 1)
            });
        let new = next
            | shape.max(old_shape) << self.shape
            | own_kind << self.kind
            | attribute << self.attribute;
        (new, hits & (slots - 1))
    }
}

fn field(word: u64, at: u32, bits: u32) -> u64 {
    word >> at & ((1 << bits) - 1)
}
