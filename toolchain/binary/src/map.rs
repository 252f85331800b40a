//! Where the runtime lays the images' counters in the fuzzer's map: what [`fz_abi::map`] computes in the program itself,
//! from the program's files.

use std::ops::Range;

use fz_abi::map::{Counters, DLOPEN_ROOM, Extra, HEAD, Layout};

use super::{
    FunctionEdges, Image,
    contexts::{self, Rows},
};

/// What the runtime announces, unless FZ_DLOPEN_ROOM asks for another room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    pub size: u64,
    /// Of that, for libraries that are loaded later.
    pub room: u64,
    /// Where each image is, with the head of an executable and the padding of a library; in the order of the images.
    pub places: Vec<Range<u64>>,
    /// Rows of call-site contexts behind the images.
    pub rows: Vec<Rows>,
}

/// What is at an offset of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// AFL's own byte.
    Head,
    /// `address` is on the scale of [`Image::start`].
    Counter {
        image: usize,
        address: u64,
    },
    /// Counter `counter` of row `row` of the `rows`-th of [`Map::rows`].
    Row {
        rows: usize,
        row: usize,
        counter: u32,
    },
    Padding,
    /// For libraries that are loaded later.
    Room,
    Beyond,
}

impl Map {
    /// The map of an executable, the first image, and of the libraries that register with it, in the order in which
    /// they do.
    pub fn of(images: &[Image]) -> Map {
        let mut layout = Layout::new();
        let places = images.iter().enumerate().map(|(at, image)| {
            if image.section == 0 {
                return layout.end()..layout.end();
            }
            let stop = match at {
                0 => image.counters_end(),
                _ => image.start + image.section,
            };
            layout.place(Counters {
                size: (stop - image.start) as usize,
                has_head: at == 0 && image.has_head(),
                owns_pages: image.owns_its_pages(),
            })
        });
        let places = places.map(|place| place.start as u64..place.end as u64);
        let places = places.collect();
        let rows = contexts::lay_out(images, &mut layout);
        let can_load_libraries = images.first().is_some_and(|i| i.has_room);
        let map = layout.finish(Extra {
            libraries: if can_load_libraries { DLOPEN_ROOM } else { 0 },
            ..Extra::default()
        });
        Map {
            size: map.size as u64,
            room: map.room.len() as u64,
            places,
            rows,
        }
    }

    /// Where each row of a function's counters begins; `image` is its image's number.
    pub fn rows_of(&self, images: &[Image], image: usize, function: &FunctionEdges) -> Vec<u64> {
        let first = self.places[image].start + (function.start.at() - images[image].start);
        let laid_out = (0..u64::from(function.rows)).map(|n| first + n * u64::from(function.row));
        let mine = self.rows.iter().filter(|r| {
            r.image == image
                && Some(images[image].context_callees[r.callee].address) == function.record.get()
        });
        let at_start = mine.flat_map(|r| (r.start..r.end()).step_by(r.counters.max(1) as usize));
        laid_out.chain(at_start).collect()
    }

    fn row_at(&self, offset: u64) -> Option<At> {
        // Functions without rows end where they begin.
        let rows = self.rows.partition_point(|r| r.end() <= offset);
        let found = self.rows.get(rows)?;
        let at = offset.checked_sub(found.start)?;
        Some(At::Row {
            rows,
            row: (at / found.counters) as usize,
            counter: (at % found.counters) as u32,
        })
    }

    pub fn at(&self, offset: u64, images: &[Image]) -> At {
        if offset < HEAD as u64 {
            return At::Head;
        }
        if offset >= self.size {
            return At::Beyond;
        }
        match self.places.iter().position(|p| p.contains(&offset)) {
            Some(image) => {
                let address = images[image].start + (offset - self.places[image].start);
                match images[image].counter_addresses().contains(&address) {
                    true => At::Counter { image, address },
                    false => At::Padding,
                }
            }
            None if offset >= self.size - self.room => At::Room,
            None => self.row_at(offset).unwrap_or(At::Padding),
        }
    }
}

#[cfg(test)]
mod tests {
    use fz_abi::map::page_up;

    use super::*;
    use crate::Kind;

    fn image(kind: Kind, counters: u64, has_room: bool) -> Image {
        let head = if kind == Kind::Executable {
            HEAD as u64
        } else {
            0
        };
        let mut image = Image::new("x".into(), kind);
        image.counters = counters;
        image.start = 0x5000;
        image.section = page_up((head + counters) as usize) as u64;
        image.has_room = has_room;
        image
    }

    #[test]
    fn the_map_is_head_and_counters_with_a_page_per_library() {
        let exe = image(Kind::Executable, 10, false);
        let library = image(Kind::Library, 5000, false);
        let one = Map::of(std::slice::from_ref(&exe));
        assert_eq!((one.size, one.room), (11, 0));
        let images = [exe, library];
        let both = Map::of(&images);
        assert_eq!((both.size, both.room), (4096 + 8192, 0));
        assert_eq!(both.places, [0..11, 4096..12288]);
        let counter = |image, address| At::Counter { image, address };
        assert_eq!(both.at(0, &images), At::Head);
        assert_eq!(both.at(1, &images), counter(0, 0x5001));
        assert_eq!(both.at(11, &images), At::Padding);
        assert_eq!(both.at(4097, &images), counter(1, 0x5001));
        assert_eq!(both.at(4096 + 5000, &images), At::Padding);
        assert_eq!(both.at(12288, &images), At::Beyond);
    }

    #[test]
    fn room_is_for_programs_that_can_load_libraries() {
        let images = [image(Kind::Executable, 10, true)];
        let map = Map::of(&images);
        assert_eq!(map.room, DLOPEN_ROOM as u64);
        assert_eq!(map.size, 4096 + DLOPEN_ROOM as u64);
        assert_eq!(map.at(4096, &images), At::Room);
        assert_eq!(map.at(100, &images), At::Padding);
    }

    #[test]
    fn counters_without_pages_of_their_own_follow_the_head() {
        let mut exe = image(Kind::Executable, 10, false);
        (exe.start, exe.section) = (0x5008, 10);
        let mut library = image(Kind::Library, 7, false);
        (library.start, library.section) = (0x3001, 7);
        assert_eq!(Map::of(&[exe, library]).places, [1..11, 11..18]);
    }

    #[test]
    fn a_plain_executable_has_no_place() {
        let mut exe = image(Kind::Executable, 0, false);
        exe.section = 0;
        let map = Map::of(&[exe, image(Kind::Library, 7, false)]);
        assert_eq!((map.size, map.places[1].start), (8192, 4096));
    }
}
