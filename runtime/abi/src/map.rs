//! The fuzzer's map, and where everything is in it.
//!
//! ```text
//! offset 0      the executable's counters; the first byte is the head, AFL's own
//! page-aligned  the counters of each library that is there at start
//!               the rows of call-site contexts
//! page-aligned  room for libraries that are loaded later, if the program can do that: the counters of each, then the
//!               rows for the calls within it
//! 64-aligned    areas of the protocol, such as IJON's
//! ```
//! The layout is computed here and nowhere else: the runtime computes it when a program starts, `fz inspect` from the
//! program's files. Nothing here allocates, or knows the map's address; [`Rows`] works on entries that the caller
//! provides.

use core::ffi::CStr;
use core::ops::Range;

/// The page size that the linker scripts align to.
pub const PAGE: usize = 4096;
/// Bytes at the start of the map that belong to no counter: AFL writes a 1 into the first byte.
pub const HEAD: usize = 1;
/// Room for libraries that are loaded after the map's size was announced. Announced only in programs of which an image
/// imports one of [`DLOPEN_IMPORTS`], instrumented or not, or whose executable defines one, as sanitizers do.
pub const DLOPEN_ROOM: usize = 64 * 1024;
/// The functions that load libraries.
pub const DLOPEN_IMPORTS: [&str; 2] = ["dlopen", "dlmopen"];
/// Environment variable: another size for that room, in bytes.
pub const DLOPEN_ROOM_ENV: &CStr = c"FZ_DLOPEN_ROOM";
/// Hidden symbol: the head byte at the start of an executable's counter section. The linker script `pages.ld` (or
/// `gold-begin.o`) defines it.
pub const HEAD_SYMBOL: &str = "__fz_map_head";
/// Hidden symbol: the end of the last counter, before the padding to the page.
pub const END_SYMBOL: &str = "__fz_counters_end";
/// Areas after the counters begin at a multiple of this. Fuzzers round the map's size up to it, so the areas end where
/// fuzzers expect the map's end.
pub const AREA_ALIGN: usize = 64;

/// `offset` rounded up to a page boundary.
pub const fn page_up(offset: usize) -> usize {
    offset.next_multiple_of(PAGE)
}

/// What an image's place in the map depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters {
    /// Bytes from the start of the section to the end of the last counter, the head included.
    pub size: usize,
    /// Whether the section begins with the map's head.
    pub has_head: bool,
    /// Whether the section's pages contain nothing else, so that the map's pages can be mapped over them.
    pub owns_pages: bool,
}

/// What a map contains besides counters and rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// Bytes for libraries that are loaded later.
    pub libraries: usize,
    /// Bytes for the protocol's own areas.
    pub areas: usize,
    /// The least size of the map.
    pub least: usize,
    /// The map's fixed size, if the fuzzer has one: what lies beyond it is not seen.
    pub limit: Option<usize>,
}

/// A map whose size is final.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Its size in bytes.
    pub size: usize,
    /// For libraries that are loaded later; whole pages.
    pub room: Range<usize>,
    /// For the protocol's own areas.
    pub areas: Range<usize>,
}

/// A map while it is laid out, from its start on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    end: usize,
}

impl Layout {
    /// A map with nothing but its head.
    pub const fn new() -> Layout {
        Layout { end: HEAD }
    }

    /// Continues a layout from its [`Layout::end`].
    pub const fn from_end(end: usize) -> Layout {
        Layout { end }
    }

    /// The end of everything placed so far.
    pub const fn end(&self) -> usize {
        self.end
    }

    /// Places the next image. The executable comes first.
    pub const fn place(&mut self, counters: Counters) -> Range<usize> {
        let start = if counters.has_head {
            0
        } else if counters.owns_pages {
            page_up(self.end)
        } else {
            self.end
        };
        self.end = start + counters.size;
        start..self.end
    }

    /// Places rows of this size, directly after the last image.
    pub const fn place_rows(&mut self, size: usize) -> Range<usize> {
        let start = self.end;
        self.end += size;
        start..self.end
    }

    /// Where the room for later libraries would begin.
    pub const fn room(&self) -> usize {
        page_up(self.end)
    }

    /// Finishes the map.
    pub fn finish(self, extra: Extra) -> Map {
        let wanted = page_up(extra.libraries);
        let room = match extra.limit {
            Some(limit) => wanted.min(limit.saturating_sub(self.room())),
            None => wanted,
        };
        let room = match room {
            0 => self.end..self.end,
            _ => self.room()..self.room() + room,
        };
        let areas = match extra.areas {
            0 => {
                let end = room.end.max(extra.least);
                end..end
            }
            areas => {
                let end = room.end.max(extra.least.saturating_sub(areas));
                let start = end.next_multiple_of(AREA_ALIGN);
                start..start + areas
            }
        };
        Map {
            size: areas.end,
            room,
            areas,
        }
    }
}

impl Default for Layout {
    fn default() -> Layout {
        Layout::new()
    }
}

/// A record of a function whose rows are laid out at load ([`crate::contexts::Function`]), during the layout. `K` is an
/// address in a form that the caller can compare; `None` is the address of no function.
#[derive(Clone, Copy, Debug)]
pub struct Entry<K> {
    function: Option<K>,
    /// The record's position among all records.
    order: u32,
    calls: u32,
    counters: u32,
    /// The most rows that it can get; once it has been placed, the rows left.
    most: u32,
    /// The next row to give to a call.
    next: usize,
}

impl<K> Entry<K> {
    /// The `order`-th record.
    pub const fn new(order: usize, function: Option<K>, counters: u32, most: u32) -> Entry<K> {
        Entry {
            function,
            order: order as u32,
            calls: 0,
            counters,
            most: if counters == 0 { 0 } else { most },
            next: 0,
        }
    }

    fn rows(&self) -> u32 {
        if self.most < self.calls {
            self.most
        } else {
            self.calls
        }
    }

    fn size(&self) -> usize {
        self.rows() as usize * self.counters as usize
    }
}

/// Where the rows of a function are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The offset of the first row.
    pub start: usize,
    /// Rows that can be given out.
    pub rows: u32,
    /// Bytes that the map needs for all rows, given out or not.
    pub size: usize,
}

/// The row that a call got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// The record of the callee.
    pub record: usize,
    /// The row, or `None` if the callee has none left.
    pub row: Option<usize>,
}

/// The rows of the functions of some images, for the calls within these images ([`crate::contexts`] has the rules).
#[derive(Debug)]
pub struct Rows<'a, K> {
    entries: &'a mut [Entry<K>],
}

impl<'a, K: Copy + Ord> Rows<'a, K> {
    /// Counts the calls of each function. The entries are those of all records, in any order.
    pub fn new(
        entries: &'a mut [Entry<K>],
        callees: impl Iterator<Item = Option<K>>,
    ) -> Rows<'a, K> {
        // If a function has several records, the first one gets all rows, and is the one that `find` finds.
        entries.sort_unstable_by_key(|entry| (entry.function, entry.order));
        let mut rows = Rows { entries };
        for callee in callees {
            if let Some(entry) = rows.find(callee) {
                entry.calls += 1;
            }
        }
        rows
    }

    /// The same, over entries that [`Rows::new`] has sorted and counted.
    pub const fn sorted(entries: &'a mut [Entry<K>]) -> Rows<'a, K> {
        Rows { entries }
    }

    /// The size of all rows in bytes.
    pub fn size(&self) -> usize {
        self.entries.iter().map(Entry::size).sum()
    }

    /// Places a function's rows from `start` on; rows that do not end before `limit` are not given out. Must be called
    /// for all records in order. `None` for records that get no rows, because an earlier record of the function did, or
    /// because their function is not known.
    pub fn place(
        &mut self,
        record: usize,
        function: Option<K>,
        start: usize,
        limit: usize,
    ) -> Option<Placed> {
        let entry = self.find(function)?;
        if entry.order != record as u32 {
            return None;
        }
        let size = entry.size();
        let room = limit.saturating_sub(start);
        let fitting = room.checked_div(entry.counters as usize).unwrap_or(0);
        entry.most = fitting.min(entry.rows() as usize) as u32;
        entry.next = start;
        Some(Placed {
            start,
            rows: entry.most,
            size,
        })
    }

    /// The next row of a callee. Must be called for all calls in order, after all functions have been placed. `None` if
    /// the callee has no record.
    pub fn give(&mut self, callee: Option<K>) -> Option<Given> {
        let entry = self.find(callee)?;
        let row = match entry.most {
            0 => None,
            _ => Some(entry.next),
        };
        if row.is_some() {
            entry.most -= 1;
            entry.next += entry.counters as usize;
        }
        Some(Given {
            record: entry.order as usize,
            row,
        })
    }

    fn find(&mut self, function: Option<K>) -> Option<&mut Entry<K>> {
        function?;
        let at = self
            .entries
            .partition_point(|entry| entry.function < function);
        self.entries
            .get_mut(at)
            .filter(|entry| entry.function == function)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;

    /// Random numbers below `most`, the same in each run.
    struct Random(u64);

    impl Random {
        fn below(&mut self, most: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % most as u64) as usize
        }

        fn is_odd(&mut self) -> bool {
            self.below(2) == 1
        }
    }

    fn random_counters(random: &mut Random, is_executable: bool) -> Counters {
        let owns_pages = random.is_odd();
        let has_head = is_executable && owns_pages;
        let size = random.below(3 * PAGE) + usize::from(has_head);
        Counters {
            size,
            has_head,
            owns_pages,
        }
    }

    #[test]
    fn nothing_shares_a_byte_and_all_is_within_the_map() {
        let mut random = Random(0x5eed);
        for _ in 0..2000 {
            let mut layout = Layout::new();
            let mut end = 0;
            for at in 0..random.below(6) {
                let counters = random_counters(&mut random, at == 0);
                let place = layout.place(counters);
                assert_eq!(place.len(), counters.size);
                assert!(place.start >= end, "{place:?} begins before {end}");
                assert_eq!(counters.has_head, place.start < HEAD);
                assert!(!counters.owns_pages || place.start.is_multiple_of(PAGE));
                end = place.end;
            }
            let size = random.below(500);
            let rows = layout.place_rows(size);
            assert_eq!((rows.start, rows.len()), (end.max(HEAD), size));
            let extra = Extra {
                libraries: random.below(3) * random.below(PAGE * 20),
                areas: random.below(2) * (random.below(100) + 1) * 8,
                least: random.below(2) * random.below(PAGE * 10),
                limit: random.is_odd().then(|| PAGE * random.below(20)),
            };
            let map = layout.finish(extra);
            assert!(map.room.start >= rows.end && map.areas.start >= map.room.end);
            assert_eq!((map.areas.end, map.areas.len()), (map.size, extra.areas));
            assert!(map.size >= extra.least);
            assert!(extra.areas == 0 || map.areas.start.is_multiple_of(AREA_ALIGN));
            assert!(
                map.room.len().is_multiple_of(PAGE) && map.room.len() <= page_up(extra.libraries)
            );
            if !map.room.is_empty() {
                assert_eq!(map.room.start, layout.room());
                assert!(extra.limit.is_none_or(|limit| map.room.end <= limit));
            } else if extra.limit.is_none() {
                assert_eq!(extra.libraries, 0);
            }
        }
    }

    #[test]
    fn an_executable_alone_needs_its_counters_and_the_head() {
        let mut layout = Layout::new();
        let linked = Counters {
            size: 11,
            has_head: true,
            owns_pages: true,
        };
        assert_eq!(layout.place(linked), 0..11);
        assert_eq!(layout.finish(Extra::default()).size, 11);
        let mut layout = Layout::new();
        let plain = Counters {
            size: 10,
            has_head: false,
            owns_pages: false,
        };
        assert_eq!(layout.place(plain), 1..11);
        assert_eq!(layout.place(plain), 11..21);
    }

    /// The rules of `crate::contexts`, implemented literally: start and number of each record's rows, and the row of
    /// each call.
    fn by_the_rules(
        records: &[(Option<u8>, u32, u32)],
        calls: &[Option<u8>],
        start: usize,
    ) -> (Vec<Option<Placed>>, Vec<Option<Given>>) {
        let mut free = start;
        let first = |f: Option<u8>| records.iter().position(|r| f.is_some() && r.0 == f);
        let placed: Vec<_> = (0..records.len())
            .map(|at| {
                let (function, counters, most) = records[at];
                if first(function) != Some(at) {
                    return None;
                }
                let calls = calls.iter().filter(|callee| **callee == function).count();
                let rows = if counters == 0 {
                    0
                } else {
                    most.min(calls as u32)
                };
                let placed = Placed {
                    start: free,
                    rows,
                    size: (rows * counters) as usize,
                };
                free += placed.size;
                Some(placed)
            })
            .collect();
        let given = (0..calls.len()).map(|at| {
            let record = first(calls[at])?;
            let before = calls[..at].iter().filter(|c| **c == calls[at]).count();
            let placed = placed[record].unwrap();
            let row = (before < placed.rows as usize)
                .then(|| placed.start + before * records[record].1 as usize);
            Some(Given { record, row })
        });
        let given = given.collect();
        (placed, given)
    }

    #[test]
    fn rows_are_those_of_the_rules() {
        let mut random = Random(0xfade);
        for _ in 0..2000 {
            let function = |random: &mut Random| match random.below(6) as u8 {
                0 => None,
                one => Some(one),
            };
            let records: Vec<_> = (0..random.below(6))
                .map(|_| {
                    let (counters, most) = (random.below(4), random.below(4));
                    (function(&mut random), counters as u32, most as u32)
                })
                .collect();
            let calls: Vec<_> = (0..random.below(10))
                .map(|_| function(&mut random))
                .collect();
            let entry = |(order, r): (usize, &(_, _, _))| Entry::new(order, r.0, r.1, r.2);
            let mut entries: Vec<_> = records.iter().enumerate().map(entry).collect();
            let mut rows = Rows::new(&mut entries, calls.iter().copied());
            let (start, size) = (random.below(100), rows.size());
            let mut free = start;
            let placed: Vec<_> = (0..records.len())
                .map(|at| {
                    let placed = rows.place(at, records[at].0, free, usize::MAX);
                    free += placed.map_or(0, |p| p.size);
                    placed
                })
                .collect();
            assert_eq!(free, start + size);
            let given: Vec<_> = calls.iter().map(|callee| rows.give(*callee)).collect();
            assert_eq!((placed, given), by_the_rules(&records, &calls, start));
        }
    }

    #[test]
    fn a_map_that_is_too_small_gives_out_what_fits() {
        let mut entries = [Entry::new(0, Some(1), 4, 9), Entry::new(1, Some(2), 4, 9)];
        let callees = [Some(1), Some(1), Some(2)];
        let mut rows = Rows::new(&mut entries, callees.into_iter());
        assert_eq!(rows.size(), 12);
        let placed = |start, rows, size| Some(Placed { start, rows, size });
        assert_eq!(rows.place(0, Some(1), 10, 17), placed(10, 1, 8));
        assert_eq!(rows.place(1, Some(2), 18, 17), placed(18, 0, 4));
        let given = callees.map(|callee| rows.give(callee).unwrap().row);
        assert_eq!(given, [Some(10), None, None]);
    }
}
