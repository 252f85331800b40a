//! The call-site contexts that the runtime lays out when a program starts, as far as the files tell: the records of
//! [`fz_abi::contexts`], and the rows that follow from them.

use std::mem::offset_of;

use anyhow::{Result, ensure};
use fz_abi::{
    contexts::{Call, Function},
    map::{self, Entry, Layout},
    types::Plain,
};

use super::{
    Image,
    binding::{Pointer, Words},
};

/// A context-sensitive callee: a function that gets rows when the program starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextCallee {
    /// Of its record.
    pub address: u64,
    pub function: u64,
    /// Counters in a row.
    pub counters: u32,
    pub most: u32,
}

/// A call that passes what the runtime gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallRecord {
    /// Of its record.
    pub address: u64,
    pub callee: Pointer,
}

/// The records of a section at `address`.
pub fn callees(data: &[u8], address: u64, words: &Words) -> Result<Vec<ContextCallee>> {
    let callee = |at: u64, record: Function| ContextCallee {
        address: at,
        // The name that a record has for its own function is private: never a symbol.
        function: match words.pointer(at + offset_of!(Function, function) as u64, record.function) {
            Pointer::Here(address) => address,
            _ => 0,
        },
        counters: record.counters,
        most: record.most,
    };
    records(data, address, callee)
}

/// The records of a section at `address`.
pub fn calls(data: &[u8], address: u64, words: &Words) -> Result<Vec<CallRecord>> {
    let call = |at: u64, record: Call| CallRecord {
        address: at,
        callee: words.pointer(at + offset_of!(Call, callee) as u64, record.callee),
    };
    records(data, address, call)
}

fn records<R: Plain, T>(data: &[u8], address: u64, read: impl Fn(u64, R) -> T) -> Result<Vec<T>> {
    let size = size_of::<R>();
    ensure!(
        data.len().is_multiple_of(size),
        "{} bytes are not a whole number of records of {size}",
        data.len()
    );
    let addresses = (address..).step_by(size);
    Ok(addresses
        .zip(data.chunks_exact(size))
        .map(|(at, record)| read(at, R::read(record)))
        .collect())
}

/// The rows of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    pub image: usize,
    /// Which of the image's context-sensitive callees.
    pub callee: usize,
    /// In the map.
    pub start: u64,
    /// Counters in a row.
    pub counters: u64,
    /// The calls that the rows are for: image, and which of its calls.
    pub calls: Vec<(usize, usize)>,
    /// Calls that found no row left.
    pub folded: u64,
}

impl Rows {
    pub fn len(&self) -> u64 {
        self.counters * self.calls.len() as u64
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn end(&self) -> u64 {
        self.start + self.len()
    }
}

/// A function in one of the images, by that and its address.
type Address = (usize, u64);

fn address(image: usize, address: u64) -> Option<Address> {
    (address != 0).then_some((image, address))
}

fn callee(call: &CallRecord) -> Option<Address> {
    match call.callee {
        Pointer::In { image, address: at } => address(image, at),
        _ => None,
    }
}

/// Lays out the rows of images in the order of the map, after what has its place already.
pub fn lay_out(images: &[Image], layout: &mut Layout) -> Vec<Rows> {
    let mut callees = Vec::new();
    let mut calls = Vec::new();
    for (image, i) in images.iter().enumerate() {
        let function = |t: &ContextCallee| address(image, t.function);
        callees.extend(
            (0..)
                .zip(&i.context_callees)
                .map(|(n, t)| (image, n, function(t), t)),
        );
        calls.extend((0..).zip(&i.calls).map(|(n, c)| ((image, n), callee(c))));
    }
    let entries = callees.iter().enumerate();
    let mut entries: Vec<_> = entries
        .map(|(order, (_, _, function, t))| Entry::new(order, *function, t.counters, t.most))
        .collect();
    let mut laid_out = map::Rows::new(&mut entries, calls.iter().map(|(_, callee)| *callee));
    let mut free = layout.place_rows(laid_out.size()).start;

    let mut all = Vec::new();
    for (order, (image, callee, function, t)) in callees.into_iter().enumerate() {
        all.push(Rows {
            image,
            callee,
            start: free as u64,
            counters: u64::from(t.counters),
            calls: Vec::new(),
            folded: 0,
        });
        if let Some(placed) = laid_out.place(order, function, free, usize::MAX) {
            free += placed.size;
        }
    }
    for (call, callee) in calls {
        if let Some(given) = laid_out.give(callee) {
            let rows = &mut all[given.record];
            match given.row {
                Some(_) => rows.calls.push(call),
                None => rows.folded += 1,
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{At, Kind, Map};

    fn image(callees: &[(u64, u32, u32)], calls: &[Pointer]) -> Image {
        let mut image = Image::new("x".into(), Kind::Executable);
        image.context_callees = (0..)
            .zip(callees)
            .map(|(nth, (function, counters, most))| ContextCallee {
                address: 0x100 + nth * size_of::<Function>() as u64,
                function: *function,
                counters: *counters,
                most: *most,
            })
            .collect();
        image.calls = (0..)
            .zip(calls)
            .map(|(nth, callee)| CallRecord {
                address: 0x200 + nth * size_of::<Call>() as u64,
                callee: callee.clone(),
            })
            .collect();
        image
    }

    fn to(image: usize, address: u64) -> Pointer {
        Pointer::In { image, address }
    }

    /// Start, calls and those that found none left.
    type Laid = (u64, Vec<(usize, usize)>, u64);

    fn rows(images: &[Image]) -> Vec<Laid> {
        let all = lay_out(images, &mut Layout::from_end(100));
        all.into_iter()
            .map(|r| (r.start, r.calls, r.folded))
            .collect()
    }

    #[test]
    fn rows_follow_functions_and_go_to_calls_in_the_order_of_the_images() {
        let program = image(
            &[(0x10, 3, 2), (0x20, 5, 9), (0x30, 7, 9)],
            &[to(1, 0x10), to(0, 0x10), Pointer::Nowhere, to(0, 0x30)],
        );
        let library = image(&[(0x10, 11, 9)], &[to(0, 0x10), to(0, 0x10), to(0, 0x11)]);
        assert_eq!(
            rows(&[program, library]),
            [
                (100, vec![(0, 1), (1, 0)], 1),
                (106, vec![], 0),
                (106, vec![(0, 3)], 0),
                (113, vec![(0, 0)], 0),
            ]
        );
    }

    #[test]
    fn who_has_no_room_for_rows_gets_none() {
        let calls = [to(0, 0x10), to(0, 0x20), to(0, 0)];
        // Without counters, without a row, without a place, and a second record of the same function.
        let callees = [(0x10, 0, 9), (0x20, 3, 0), (0, 3, 9), (0x10, 3, 9)];
        let none = |folded| (100, Vec::new(), folded);
        assert_eq!(
            rows(&[image(&callees, &calls)]),
            [none(1), none(1), none(0), none(0)]
        );
    }

    #[test]
    fn each_byte_of_the_rows_is_found() {
        let mut program = image(
            &[(0x10, 3, 2), (0x20, 5, 9), (0x30, 2, 9)],
            &[to(0, 0x30), to(0, 0x10), to(0, 0x10)],
        );
        (program.start, program.section, program.counters) = (0x5008, 10, 10);
        let images = [program];
        let map = Map::of(&images);
        assert_eq!(map.size, 1 + 10 + 2 * 3 + 2);
        let found: Vec<At> = (10..20).map(|offset| map.at(offset, &images)).collect();
        let row = |rows, row, counter| At::Row { rows, row, counter };
        assert_eq!(
            found[0],
            At::Counter {
                image: 0,
                address: 0x5008 + 9
            }
        );
        assert_eq!(found[1..4], [row(0, 0, 0), row(0, 0, 1), row(0, 0, 2)]);
        assert_eq!(found[4..7], [row(0, 1, 0), row(0, 1, 1), row(0, 1, 2)]);
        assert_eq!(found[7..], [row(2, 0, 0), row(2, 0, 1), At::Beyond]);
    }

    #[test]
    fn records_are_read_as_the_runtime_reads_them() {
        let words = Words::default();
        let mut data = vec![0; 2 * size_of::<Function>()];
        data[16] = 0x10;
        (data[24], data[28]) = (3, 9);
        let found = callees(&data, 0x4000, &words).unwrap();
        assert_eq!((found[0].address, found[1].address), (0x4000, 0x4020));
        let fields = (found[0].function, found[0].counters, found[0].most);
        assert_eq!(fields, (0x10, 3, 9));
        let mut data = vec![0; 2 * size_of::<Call>()];
        data[24] = 0x10;
        let found = calls(&data, 0x5000, &words).unwrap();
        assert_eq!(found[0].callee, Pointer::Nowhere);
        assert_eq!(
            (found[1].address, &found[1].callee),
            (0x5010, &Pointer::Here(0x10))
        );
        let error = calls(&data[..24], 0x5000, &words).unwrap_err();
        assert!(error.to_string().contains("24 bytes"), "{error}");
    }
}
